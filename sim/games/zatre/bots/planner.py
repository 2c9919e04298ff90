"""The player who plans: what sheets may expect in the end, and all that the next player may draw.

Looking further ahead by samples of draws, a round of the table or more, brought nothing that could be told: what one
leaves on the board, the others change before one's own next turn (docs/zatre.md).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sim.games.zatre.bots.observation import Observation
from sim.games.zatre.bots.sheet import Judge, judged
from sim.games.zatre.bots.sheet_value import prospects
from sim.games.zatre.bots.two_tile_expectation import Pairs, outcome_gains
from sim.games.zatre.rules import Outcome, Turn

LOOKED_AT = 24
"""So many of the ways that bring most are looked at from the other side of the table."""


class Planner:
    """Judges sheets by their prospects, and the best ways by what all pairs of tiles would bring the next player."""

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """The best way."""
        judge = prospects(view.turns_left, view.drawn * (1 + len(view.rivals)))
        return judged(view, rng, judge, LOOKED_AT, two_tiles)[0].option.turn


def two_tiles(view: Observation, judge: Judge) -> Callable[[bytearray], float]:
    """Of boards, what the next player gains there with two drawn tiles, on the average."""
    sheet = view.rivals[0]
    base = judge.worth(sheet)

    def gain(outcome: Outcome) -> float:
        return judge.worth(sheet.written(outcome)) - base

    gains = outcome_gains(gain)
    return lambda board: Pairs(board, gains).expected(view.unseen)
