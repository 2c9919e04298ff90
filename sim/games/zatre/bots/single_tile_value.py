"""A quick estimate of what a single tile would bring the next player on a board.

It is an estimate: exactly the ways that the rules allow come from sim.games.zatre.rules.placements. The exception for
tiles that fit on no dark square is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sim.games.zatre.rules import POINTS, TILES, Cells, Outcome, Sheet
from sim.games.zatre.rules.board import LIMIT
from sim.games.zatre.rules.frontier import Surroundings, frontier_of

_LOWEST = min(POINTS)
_NOWHERE = (0.0,) * (max(TILES) + 1)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth to a sheet of one more run, by its sum, and of one more cross: linear, for quick estimates."""

    runs: tuple[float, ...]
    cross: float
    _known: dict[Surroundings, tuple[float, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, worth: Callable[[Sheet], float], sheet: Sheet) -> Worth:
        """Compute it from what each adds alone to the worth of a sheet."""
        alone = (Outcome(tens=1), Outcome(elevens=1), Outcome(twelves=1), Outcome(crosses=1))
        base = worth(sheet)
        ten, eleven, twelve, cross = (worth(sheet.written(outcome)) - base for outcome in alone)
        # `runs` is indexed by the sum of a run; sums below 10 are worth nothing.
        return cls((*([0.0] * _LOWEST), ten, eleven, twelve), cross)

    def at(self, place: Surroundings) -> tuple[float, ...]:
        """Return what a tile brings on a square, by its value, from 0; 0 where it does not fit or must not lie."""
        found = self._known.get(place)
        if found is None:
            row, column, cross = place
            highest, gains = max(row, column), [*_NOWHERE]
            # A lower tile makes no run that scores, and a higher one does not fit.
            for value in range(max(1, _LOWEST - highest), min(len(gains) - 1, LIMIT - highest) + 1):
                gain = self.runs[row + value] + self.runs[column + value]
                gains[value] = gain + self.cross if cross else gain
            found = self._known[place] = tuple(gains)
        return found


def best_places(cells: Cells | bytearray, worth: Worth) -> list[float]:
    """Return what a tile brings at its best place, by its value; 0 where it fits nowhere, and for the value 0."""
    places = frontier_of(bytes(cells)).surroundings()
    return list(map(max, zip(_NOWHERE, *map(worth.at, places), strict=True)))


def laid(cells: Cells | bytearray, tiles: Sequence[tuple[int, int]]) -> bytearray:
    """Return a board with these tiles, (square, value), added to it."""
    board = bytearray(cells)
    for number, value in tiles:
        board[number] = value
    return board
