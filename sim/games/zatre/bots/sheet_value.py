"""The expected final worth of a sheet to a player who goes on choosing well.

A sheet is described by the numbers of its cells in the three columns and of its crosses. A turn offers several outcomes
to choose from; samples of such offers were collected from matches (judgement.toml), a set for each third of the bag.
Values are computed backwards from the last turn: with a turn more to go, the value is the mean over the samples of the
best outcome offered, where a column that lags behind is worth more than one that is ahead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from sim.games.zatre.rules import BONUSES, POINTS, TILES, Outcome, Sheet
from sim.measures import TomlTable, check, shipped

JUDGEMENT_FILE = Path(__file__).with_name("judgement.toml")

CELLS, CROSSES = 16, 16
"""The largest numbers of cells of a column and of crosses that are distinguished: no row further down has a bonus.
Cells beyond count once they are filled, but none are expected."""
_UNITS = tuple(POINTS.values())
MOST = 2
"""The largest number of runs of one kind, and of crosses, that a turn is assumed to bring."""

Values: TypeAlias = NDArray[np.float32]
"""Values by the numbers of tens, elevens, twelves and crosses."""
Offer: TypeAlias = tuple[Outcome, ...]
"""The outcomes from which one may choose in a turn."""


class Offers(TomlTable):
    """The table [offers]: the offers of turns while the bag was nearly empty, half full, and nearly full.

    Every offer is a text with one word per outcome, of four digits: tens, elevens, twelves, crosses.
    """

    late: tuple[str, ...] = Field(min_length=1)
    middle: tuple[str, ...] = Field(min_length=1)
    early: tuple[str, ...] = Field(min_length=1)

    @field_validator("late", "middle", "early")
    @classmethod
    def _words(cls, offers: tuple[str, ...]) -> tuple[str, ...]:
        for offer in offers:
            if not offer.split() or any(len(word) != 4 or not set(word) <= set("012") for word in offer.split()):
                raise ValueError("words of four digits 0 to 2 expected")
        return offers


class Pace(TomlTable):
    """The table [pace]: crosses per turn, from which follows how far down the sheet they may come."""

    crosses: float = Field(gt=0, lt=1)


@cache
def shipped_pace() -> Pace:
    """Return the pace as counted in matches."""
    return check(Pace, shipped(JUDGEMENT_FILE)["pace"], JUDGEMENT_FILE.name, "pace")


@cache
def shipped_offers() -> tuple[tuple[Offer, ...], ...]:
    """Return the offers as collected in matches: late, in the middle, early."""
    found = check(Offers, shipped(JUDGEMENT_FILE)["offers"], JUDGEMENT_FILE.name, "offers")
    return tuple(
        tuple(tuple(Outcome(*map(int, word)) for word in offer.split()) for offer in offers)
        for offers in (found.late, found.middle, found.early)
    )


def third(bag: int) -> int:
    """Return which third of the bag is left: 0 the last one, 2 the first."""
    return min(2, 3 * bag // sum(TILES.values()))


@cache
def at_least(turns: int, chance: float) -> tuple[float, ...]:
    """Return for j = 1, 2, ... the chance that an event with `chance` per turn happens at least j times in `turns`."""
    exactly = [math.comb(turns, j) * chance**j * (1.0 - chance) ** (turns - j) for j in range(turns + 1)]
    tails: list[float] = []
    total = 0.0
    for probability in reversed(exactly[1:]):
        total += probability
        tails.append(total)
    return tuple(reversed(tails))


@dataclass(frozen=True, slots=True)
class SheetValues:
    """The worth of sheets with a number of turns left.

    Attributes:
        turns: how many more turns there are.
        values: the worth by numbers of cells and crosses, with one run in every cell.
        doubled: how often a cell counts in the end, by its row and the crosses there are now: 1 to 2.
    """

    turns: int
    values: Values
    doubled: Values

    def worth(self, sheet: Sheet) -> float:
        """Return the expected grand total, without tiles left over."""
        crosses = min(sheet.crosses, CROSSES)
        columns = (sheet.tens, sheet.elevens, sheet.twelves)
        a, b, c = (min(len(column), CELLS) for column in columns)
        total = float(self.values[a, b, c, crosses])
        for unit, column in zip(_UNITS, columns, strict=True):
            if len(column) > CELLS or sum(column) > unit * len(column):
                for row, points in enumerate(column):
                    more = points - unit if row < CELLS else points
                    if more:
                        total += more * float(self.doubled[min(row, CELLS), crosses])
        return total


@cache
def sheet_values(turns: int, tiles: int) -> SheetValues:
    """Return the worth of sheets with `turns` to go, if `tiles` are drawn in a round of the table.

    It takes about 10 ms for each number of turns that was not asked for before.
    """
    doubled = _doubled(turns)
    if not turns:
        return SheetValues(0, _final(), doubled)
    after = sheet_values(turns - 1, tiles)
    return SheetValues(turns, _before(after, shipped_offers()[third(turns * tiles)]), doubled)


def _final() -> Values:
    """Return the worth of sheets at the end."""
    tens, elevens, twelves, crosses = np.ogrid[: CELLS + 1, : CELLS + 1, : CELLS + 1, : CROSSES + 1]
    total = np.zeros(np.broadcast_shapes(tens.shape, elevens.shape, twelves.shape, crosses.shape), dtype=np.float32)
    for row in range(CELLS):
        filled = (tens > row, elevens > row, twelves > row)
        points = sum(unit * cell for unit, cell in zip(_UNITS, filled, strict=True))
        if row < len(BONUSES):
            points = points + BONUSES[row] * (filled[0] & filled[1] & filled[2])
        total += points * (1 + (crosses > row))
    return total


def _before(after: SheetValues, offers: Sequence[Offer]) -> Values:
    """Return the worth of sheets one turn earlier, given what that turn may offer."""
    wide = np.pad(after.values, ((0, 1), (0, 1), (0, 1), (0, MOST)), mode="edge")
    doubled = after.doubled
    by_column = (doubled[:, None, None, :], doubled[None, :, None, :], doubled[None, None, :, :])

    @cache
    def chosen(outcome: Outcome) -> Values:
        cells = [slice(1, CELLS + 2) if runs else slice(CELLS + 1) for runs in outcome[:3]]
        found: Values = wide[*cells, outcome.crosses : outcome.crosses + CROSSES + 1]
        for unit, runs, twice in zip(_UNITS, outcome[:3], by_column, strict=True):
            if runs > 1:
                found = found + (runs - 1) * unit * twice
        return found

    total = np.zeros_like(after.values)
    for offer in offers:
        best = chosen(offer[0])
        for outcome in offer[1:]:
            best = np.maximum(best, chosen(outcome))
        total += best
    total /= len(offers)
    return total


def _doubled(turns: int) -> Values:
    """Return how often a cell counts in the end, 1 to 2, by its row and the crosses there are now."""
    later = at_least(turns, shipped_pace().crosses)
    found = np.full((CELLS + 1, CROSSES + 1), 2.0, dtype=np.float32)
    for row in range(CELLS + 1):
        for crosses in range(min(row, CROSSES) + 1):
            ahead = row - crosses
            found[row, crosses] = 1.0 + (later[ahead] if ahead < len(later) else 0.0)
    return found
