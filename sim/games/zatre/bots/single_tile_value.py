"""A quick estimate of what a single tile would bring the next player on a board.

It is an estimate: exactly the ways that the rules allow come from sim.games.zatre.rules.placements. The exception for
tiles that fit on no dark square is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sim.games.zatre.rules import POINTS, TILES, Outcome, Sheet
from sim.games.zatre.rules.board import DARK, EAST, LIMIT, SOUTH, Cells, frontier, reach

_LOWEST = min(POINTS)
_HIGHEST = max(TILES)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth to a sheet of one more run, by its sum, and of one more cross: linear, for quick estimates."""

    runs: tuple[float, ...]
    cross: float

    @classmethod
    def of(cls, worth: Callable[[Sheet], float], sheet: Sheet) -> Worth:
        """Compute it from what each adds alone to the worth of a sheet."""
        alone = (Outcome(tens=1), Outcome(elevens=1), Outcome(twelves=1), Outcome(crosses=1))
        base = worth(sheet)
        ten, eleven, twelve, cross = (worth(sheet.written(outcome)) - base for outcome in alone)
        # `runs` is indexed by the sum of a run; sums below 10 are worth nothing.
        return cls((*([0.0] * _LOWEST), ten, eleven, twelve), cross)


def best_places(cells: Cells | bytearray, worth: Worth) -> list[float]:
    """Return what a tile brings at its best place, by its value; 0 where it fits nowhere, and for the value 0."""
    best = [0.0] * (_HIGHEST + 1)
    runs, cross = worth.runs, worth.cross
    for number in frontier(cells):
        row = reach(cells, number, EAST) + reach(cells, number, -EAST)
        column = reach(cells, number, SOUTH) + reach(cells, number, -SOUTH)
        dark = number in DARK
        for value in range(1, min(_HIGHEST, LIMIT - max(row, column)) + 1):
            along, down = row + value if row else 0, column + value if column else 0
            gain = runs[along] + runs[down]
            if not dark:
                if along < _LOWEST and down < _LOWEST:
                    continue
                gain += cross
            if gain > best[value]:
                best[value] = gain
    return best


def laid(cells: Cells | bytearray, tiles: Sequence[tuple[int, int]]) -> bytearray:
    """Return a board with these tiles, (square, value), added to it."""
    board = bytearray(cells)
    for number, value in tiles:
        board[number] = value
    return board
