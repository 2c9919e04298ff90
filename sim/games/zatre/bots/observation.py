"""The table as a player of ZATRE sees it, and the decision of a strategy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from sim.games.zatre.bots.move_generation import Options, any_way, ways
from sim.games.zatre.rules import TILES, Cells, Sheet, State, Turn

VALUES = tuple(TILES)
"""The values of tiles, 1 to 6."""


@dataclass(frozen=True)
class Observation:
    """The table as one side sees it: the board, its own tiles, all sheets.

    It gives away neither the order of the bag nor what others keep face down: both are counted together, by value.

    Attributes:
        me: the side.
        cells: the board (sim/games/zatre/rules/board.py).
        rack: one's tiles, partners' together.
        sheet: one's own.
        rivals: the sheets of the others, in the order of their next turns.
        unseen: numbers of tiles of each value, 1 to 6, in the bag or face down before others.
        bag: the number of tiles in the bag.
        drawn: the number of tiles that a side without tiles draws: 2, or 4 in teams.
    """

    me: str
    cells: Cells
    rack: tuple[int, ...]
    sheet: Sheet
    rivals: tuple[Sheet, ...]
    unseen: tuple[int, ...]
    bag: int
    drawn: int

    @classmethod
    def of(cls, state: State) -> Observation:
        """Return what the side sees whose turn it is. Raises ValueError after the end."""
        me = state.to_act
        if me is None:
            raise ValueError("the game is over, nobody has to place anything")
        order = list(state.sheets)
        at = order.index(me)
        rack = state.hand
        return cls(
            me=me,
            cells=state.cells,
            rack=rack,
            sheet=state.sheets[me],
            rivals=tuple(state.sheets[name] for name in (*order[at + 1 :], *order[:at])),
            unseen=tuple(count - rack.count(value) - state.cells.count(value) for value, count in TILES.items()),
            bag=len(state.bag),
            drawn=2 * len(state.sides[me]),
        )

    @cached_property
    def options(self) -> Options:
        """The ways to place one's tiles that are considered; at least one, which may be to place nothing."""
        return ways(self.cells, self.rack)

    def any_way(self, rng: np.random.Generator) -> Turn:
        """Return a random way to place one's tiles."""
        return any_way(self.cells, self.rack, rng)

    @property
    def turns_left(self) -> int:
        """The number of further turns that one may expect after this one."""
        return self.bag // (self.drawn * (1 + len(self.rivals)))


class Strategy(Protocol):
    """The decision of a side. It may draw from `rng` and no other source of chance."""

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """Choose the whole turn, by the rules."""
        ...
