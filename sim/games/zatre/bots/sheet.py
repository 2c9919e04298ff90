"""The player who looks at the whole sheet: rows to complete, crosses, and what the board then offers the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from sim.games.zatre.bots.move_generation import Option
from sim.games.zatre.bots.observation import Observation
from sim.games.zatre.bots.single_tile_value import Worth, best_places, laid
from sim.games.zatre.rules import BONUSES, Outcome, Sheet, Turn, square

ENVY = 0.5
"""How much of what the only rival may gain next counts against a way: what he leaves, one finds again oneself."""
_LOOKED_AT = 8
"""So many of the ways that bring most the sheet player looks at from the other side of the table."""
_BEGUN = (0.0, 0.2, 0.5, 1.0)
"""What share of its bonus a row is worth by the number of its cells that are filled."""
_UNCROSSED = 1.5
"""By how much a row counts that is not crossed yet, but may be."""
_AHEAD = 5.0
"""What a cross is worth in a row that has no cell yet."""


class Judge(Protocol):
    """What a sheet is worth to its owner."""

    def worth(self, sheet: Sheet) -> float:
        """In points."""
        ...


Offer: TypeAlias = Callable[[Observation, Judge], Callable[[bytearray], float]]
"""By what is seen and how sheets are judged: what boards offer the next player."""


class RuleOfThumb:
    """The sheet as it stands, with something for every row that is begun and every cross that waits for its row."""

    def worth(self, sheet: Sheet) -> float:
        """In points."""
        columns = (sheet.tens, sheet.elevens, sheet.twelves)
        rows = max(map(len, columns))
        total = _AHEAD * max(0, sheet.crosses - rows)
        for row in range(rows):
            cells = [column[row] for column in columns if row < len(column)]
            bonus = BONUSES[row] * _BEGUN[len(cells)] if row < len(BONUSES) else 0.0
            total += (sum(cells) + bonus) * (2.0 if row < sheet.crosses else _UNCROSSED)
        return total


@dataclass(frozen=True, slots=True)
class Judged:
    """A way to place one's tiles: what it adds to one's sheet, and that less what it offers the next player."""

    option: Option
    gain: float
    worth: float


class SheetPlayer:
    """Values every way by a rule of thumb for the sheet, and the best of them by what one tile finds afterwards."""

    def place(self, view: Observation, rng: np.random.Generator) -> Turn:
        """The best way."""
        return judged(view, rng, RuleOfThumb(), _LOOKED_AT, one_tile)[0].option.turn


def one_tile(view: Observation, judge: Judge) -> Callable[[bytearray], float]:
    """Of boards, what the next player gains there with one drawn tile, on the average."""
    worth, count = Worth.of(judge.worth, view.rivals[0]), max(1, sum(view.unseen))

    def offered(board: bytearray) -> float:
        best = best_places(board, worth)
        return sum(number * best[value] for value, number in enumerate(view.unseen, start=1)) / count

    return offered


def judged(view: Observation, rng: np.random.Generator, judge: Judge, looked_at: int, offer: Offer) -> list[Judged]:
    """The ways that bring most, with what they are worth, best first. Equal ways come in any order.

    judge: of sheets, one's own and the next player's. looked_at: for so many ways it is asked what they offer.
    """
    base = judge.worth(view.sheet)
    known: dict[Outcome, float] = {}
    for option in view.options:
        if option.outcome not in known:
            known[option.outcome] = judge.worth(view.sheet.written(option.outcome)) - base
    # Tiles that are kept when the bag is empty are deducted; before that they are only late.
    values = [known[option.outcome] - (0 if view.bag else _kept(view, option)) for option in view.options]
    tie = rng.random(len(values))
    order = sorted(range(len(values)), key=lambda n: (-values[n], tie[n]))[:looked_at]
    if not view.bag or not view.rivals:
        return [Judged(view.options[n], values[n], values[n]) for n in order]
    offered = offer(view, judge)
    found = []
    for n in order:
        envy = ENVY / len(view.rivals) * offered(laid(view.cells, tiles_of(view.options[n])))
        found.append(Judged(view.options[n], values[n], values[n] - envy))
    return sorted(found, key=lambda one: -one.worth)


def tiles_of(option: Option) -> Sequence[tuple[int, int]]:
    """The tiles of a way as (square, value)."""
    return [(square(tile.row, tile.col), tile.value) for tile in option.turn]


def _kept(view: Observation, option: Option) -> int:
    return sum(view.rack) - sum(tile.value for tile in option.turn)
