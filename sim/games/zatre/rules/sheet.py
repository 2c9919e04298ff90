"""The score sheet of ZATRE: three columns filled downward each on its own, crosses, bonuses, and the grand total."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

POINTS = {10: 1, 11: 2, 12: 4}
"""The points of a run, by its sum."""

BONUSES = (3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6)
"""Bonus of a complete row, from the first; none from row 17 on. Rows 1 to 12 follow from the rulebook's example, 13 to
16 from eight of twelve public implementations."""


class Outcome(NamedTuple):
    """The worth of a turn before it is written down: numbers of runs of 10, 11 and 12, and of crosses."""

    tens: int = 0
    elevens: int = 0
    twelves: int = 0
    crosses: int = 0

    @property
    def points(self) -> int:
        """Points of the runs alone, without bonuses and doubling."""
        return self.tens * POINTS[10] + self.elevens * POINTS[11] + self.twelves * POINTS[12]


NOTHING = Outcome()


def bonus(row: int) -> int:
    """Return the bonus of a complete row, counted from 0."""
    return BONUSES[row] if row < len(BONUSES) else 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: crosses from the first row down, the cells of each column in points, and the tiles left at the end."""

    crosses: int = 0
    tens: tuple[int, ...] = ()
    elevens: tuple[int, ...] = ()
    twelves: tuple[int, ...] = ()
    minus: int = 0

    def written(self, outcome: Outcome) -> Sheet:
        """Return the sheet with a turn written down: a cell for each kind of run, the first free one of its column."""
        tens, elevens, twelves, crosses = outcome
        return Sheet(
            self.crosses + crosses,
            (*self.tens, tens * POINTS[10]) if tens else self.tens,
            (*self.elevens, elevens * POINTS[11]) if elevens else self.elevens,
            (*self.twelves, twelves * POINTS[12]) if twelves else self.twelves,
            self.minus,
        )

    def with_minus(self, minus: int) -> Sheet:
        """Return the sheet with the value of the tiles left at the end."""
        return replace(self, minus=minus)

    @property
    def rows(self) -> tuple[int, ...]:
        """The total of each row: its cells, the bonus if all three are filled, and twice all that behind a cross.

        A cross in a row without any cell doubles nothing.
        """
        columns = zip_longest(self.tens, self.elevens, self.twelves, fillvalue=0)
        totals = []
        for row, cells in enumerate(columns):
            total = sum(cells) + (bonus(row) if all(cells) else 0)
            totals.append(2 * total if row < self.crosses else total)
        return tuple(totals)

    @property
    def total(self) -> int:
        """The grand total: all rows, less the tiles left."""
        return _total(self)


# Sheets are asked for their totals many times between two turns.
@lru_cache(maxsize=256)
def _total(sheet: Sheet) -> int:
    return sum(sheet.rows) - sheet.minus
