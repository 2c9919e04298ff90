"""An estimate of what two drawn tiles may bring on a board: for all pairs of values, at their best places.

It is an estimate: exactly the ways that the rules allow come from sim.games.zatre.rules.placements. Left out are the
exception for tiles that fit on no dark square, and two tiles in a common run that does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

from sim.games.zatre.rules import TILES, Outcome
from sim.games.zatre.rules.board import DARK, EAST, KINDS, LENGTH, LIMIT, SOUTH, Cells, frontier, reach

_LOWEST = 10
# An outcome as one number while it is added up: four bits each for tens, elevens, twelves and crosses.
_RUN = (*([0] * _LOWEST), 1, 1 << 4, 1 << 8)
_CROSS = [1 << 12 if number in KINDS and number not in DARK else 0 for number in range(LENGTH)]
_VALUES = tuple(TILES)
# The pairs of values of two tiles, by their sum.
_TWO = tuple(tuple((one, need - one) for one in _VALUES if need - one in TILES) for need in range(LIMIT + 1))
_SIDES = ((EAST, 0, 1), (-EAST, 1, 0), (SOUTH, 2, 3), (-SOUTH, 3, 2))

Gain = Callable[[Outcome], float]
"""The worth of an outcome to the player who places."""


def outcome_gains(gain: Gain) -> Callable[[int], float]:
    """Return `gain` as a function of a coded outcome; each outcome is computed once."""
    known: dict[int, float] = {}

    def coded(code: int) -> float:
        if code not in known:
            known[code] = gain(Outcome(code & 15, code >> 4 & 15, code >> 8 & 15, code >> 12))
        return known[code]

    return coded


class Pairs:
    """A board, and what tiles bring there to a player with known gains.

    Args:
        gains: see `outcome_gains`; the same for all boards that are compared.
    """

    __slots__ = ("cells", "gains", "places", "shared")

    def __init__(self, cells: Cells | bytearray, gains: Callable[[int], float]) -> None:
        self.cells, self.gains = cells, gains
        self.places: list[dict[int, list[int]]] = [{} for _ in range(max(_VALUES) + 1)]
        """The squares of a single tile, by value and coded outcome."""
        self.shared: dict[tuple[int, int], float] = {}
        """The most that two tiles bring in one common run that counts, by their values, the lower one first."""
        edge = frontier(cells)
        before = set[int]()
        for number in edge:
            sums = tuple(reach(cells, number, step) for step in (-EAST, EAST, -SOUTH, SOUTH))
            self._alone(number, sums[0] + sums[1], sums[2] + sums[3])
            for step, behind, beyond in _SIDES:
                other = number + step
                while cells[other]:
                    other += step
                # A pair of frontier squares was already added when the first of them was visited.
                if other in KINDS and other not in before:
                    along = sums[behind] + sums[beyond]
                    across = sums[2] + sums[3] if behind < 2 else sums[0] + sums[1]
                    self._together(number, other, step, along, across)
            before.add(number)

    def _alone(self, number: int, row: int, column: int) -> None:
        cross = _CROSS[number]
        for value in range(1, min(max(_VALUES), LIMIT - max(row, column)) + 1):
            code = (_RUN[row + value] if row else 0) + (_RUN[column + value] if column else 0)
            if code or not cross:
                self.places[value].setdefault(code + cross if code else 0, []).append(number)

    def _together(self, number: int, other: int, step: int, along: int, across: int) -> None:
        """Add the gains of two tiles on these squares, with nothing but tiles between them.

        along: sum of the tiles before and behind the first in this direction; across: the same the other way.
        """
        cells, shared, gains = self.cells, self.shared, self.gains
        along += reach(cells, other, step)
        if along > LIMIT - 2:
            return
        side = SOUTH if step in (EAST, -EAST) else EAST
        beside = reach(cells, other, side) + reach(cells, other, -side)
        crosses = _CROSS[number] + _CROSS[other]
        for total in range(max(_LOWEST, along + 2), LIMIT + 1):
            for one, two in _TWO[total - along]:
                first, second = across + one if across else 0, beside + two if beside else 0
                if first <= LIMIT and second <= LIMIT:
                    found = gains(_RUN[total] + _RUN[first] + _RUN[second] + crosses)
                    key = (one, two) if one < two else (two, one)
                    if found > shared.get(key, 0.0):
                        shared[key] = found

    def one(self, value: int) -> float:
        """Return the most that a tile brings; 0 if it fits nowhere."""
        return max(map(self.gains, self.places[value]), default=0.0)

    def two(self, one: int, other: int) -> float:
        """Return the most that two tiles bring, together or each at its place."""
        first, second = self.places[one], self.places[other]
        best = self.shared.get((one, other) if one < other else (other, one), 0.0)
        if not first or not second:
            return max(best, self.one(one), self.one(other))
        gains = self.gains
        for code, here in first.items():
            for more, there in second.items():
                found = gains(code + more)
                if found > best and not all(self._meet(number, place) for number in here for place in there):
                    best = found
        return best

    def expected(self, unseen: Sequence[int]) -> float:
        """Return the expected gain of two drawn tiles.

        unseen: numbers of tiles by value, 1 to 6, that may be drawn.
        """
        count = sum(unseen)
        if count < 2:
            return sum(self.one(value) for value, number in zip(_VALUES, unseen, strict=True) if number)
        total = 0.0
        for one, other in combinations_with_replacement(_VALUES, 2):
            first, second = unseen[one - 1], unseen[other - 1]
            ways = first * (first - 1) / 2 if one == other else first * second
            if ways:
                total += ways * self.two(one, other)
        return total / (count * (count - 1) / 2)

    def _meet(self, one: int, other: int) -> bool:
        """Return True if tiles on these two squares would lie in the same run, or on each other."""
        low, high = (one, other) if one < other else (other, one)
        if low == high:
            return True
        step = EAST if low // SOUTH == high // SOUTH else SOUTH if (high - low) % SOUTH == 0 else 0
        if not step:
            return False
        low += step
        while self.cells[low]:
            low += step
        return low == high
