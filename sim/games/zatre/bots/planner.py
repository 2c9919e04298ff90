"""The planner: it considers what sheets may be worth at the end, and all that the next player may draw.

Looking further ahead by sampling draws, for a round of the table or more, brought no measurable gain: the others change
what one leaves on the board before one's own next turn (docs/zatre.md).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sim.games.zatre.bots.observation import Observation
from sim.games.zatre.bots.sheet import ENVY, Judge, best
from sim.games.zatre.bots.sheet_value import sheet_values
from sim.games.zatre.bots.two_tile_expectation import OutcomeGains, Pairs
from sim.games.zatre.rules import Outcome, Turn

LOOKED_AT = 24
"""The number of best ways for which the next player's gain is computed."""


class Planner:
    """A player who judges sheets by `sheet_values`, and the best ways by all pairs of tiles of the next player."""

    def __init__(self, ways: int = LOOKED_AT, envy: float = ENVY) -> None:
        """Set how many of the best ways are looked at further, and what an only rival's gain counts against them."""
        self._ways, self._envy = ways, envy

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose the best way."""
        judge = sheet_values(view.turns_left, view.drawn * (1 + len(view.rivals)))
        return best(view, rng, judge, self._ways, two_tiles, self._envy).option.turn


def two_tiles(view: Observation, judge: Judge) -> Callable[[bytearray], float]:
    """Return a function of a board: the expected gain of the next player there with two drawn tiles."""
    sheet = view.rivals[0]
    base = judge.worth(sheet)

    def gain(outcome: Outcome) -> float:
        return judge.worth(sheet.written(outcome)) - base

    gains = OutcomeGains(gain)
    return lambda board: Pairs(board, gains).expected(view.unseen)
