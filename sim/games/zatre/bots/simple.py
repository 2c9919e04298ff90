"""The two weakest strategies: any way at all, and the most points now."""

from __future__ import annotations

import numpy as np

from sim.games.zatre.bots.move_generation import plain
from sim.games.zatre.bots.observation import Observation
from sim.games.zatre.rules import Turn
from sim.games.zatre.rules.tile_codes import OUTCOMES


class RandomBot:
    """A player who takes any way that the rules allow, with equal chances."""

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose any of the ways."""
        return view.any_way(rng)


class Greedy:
    """A player who takes the most points now (1 for a 10, 2 for an 11, 4 for a 12), then the most crosses, then any.

    It looks neither at the rows of the sheet nor at what the others may do next.
    """

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose one of the ways that bring most."""
        codes = view.options.codes
        rank = {code: plain(OUTCOMES[code]) for code in set(codes)}
        best = max(rank.values())
        found = [number for number, code in enumerate(codes) if rank[code] == best]
        return view.options[found[int(rng.integers(len(found)))]].turn
