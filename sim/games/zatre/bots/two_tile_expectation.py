"""An estimate of what two drawn tiles may bring on a board: for all pairs of values, at their best places.

It is an estimate: exactly the ways that the rules allow come from sim.games.zatre.rules.placements. Left out are the
exception for tiles that fit on no dark square, and two tiles in a common run that does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np

from sim.games.zatre.rules import TILES, Outcome
from sim.games.zatre.rules.board import EAST, LIMIT, SOUTH, Cells
from sim.games.zatre.rules.frontier import Joint, around, frontier_of
from sim.games.zatre.rules.tile_codes import CODES, OUTCOMES, RUN
from sim.statistics import added

_LOWEST = 10
_VALUES = tuple(TILES)
# The pairs of values of two tiles, by their sum.
_TWO = tuple(tuple((one, need - one) for one in _VALUES if need - one in TILES) for need in range(LIMIT + 1))

PAIRS = tuple(combinations_with_replacement(_VALUES, 2))
"""All pairs of values, the lower one first."""
_PLACES = {pair: place for place, (one, two) in enumerate(PAIRS) for pair in ((one, two), (two, one))}
_ROWS = 64

Kinds: TypeAlias = frozenset[int]
"""The numbers of what a tile brings alone (see rules/frontier.py)."""
Gain = Callable[[Outcome], float]
"""The worth of an outcome to the player who places."""


class OutcomeGains(dict[int, float]):
    """The worth of outcomes by their codes, each computed once, when it is first asked for."""

    def __init__(self, gain: Gain) -> None:
        """Begin without any."""
        super().__init__()
        self._gain = gain
        self._ranked: dict[tuple[Kinds, Kinds], list[tuple[float, int, int]]] = {}
        self._rows: dict[Joint, int] = {}
        self._most = np.zeros((_ROWS, len(PAIRS)))

    def __missing__(self, code: int) -> float:
        found = self[code] = self._gain(OUTCOMES[code])
        return found

    def ranked(self, first: Kinds, second: Kinds) -> list[tuple[float, int, int]]:
        """Return what two tiles bring apart, the most first, with the numbers of both (see rules/frontier.py).

        first, second: the numbers that each of them may have alone. Left out is what brings nothing.
        """
        found = self._ranked.get((first, second))
        if found is None:
            both = [(self[CODES[one] + CODES[other]], one, other) for one in first for other in second]
            found = self._ranked[first, second] = sorted((each for each in both if each[0] > 0.0), reverse=True)
        return found

    def together(self, joints: Collection[Joint]) -> list[float]:
        """Return the most that two tiles bring in a common run that counts, for each of PAIRS; 0 where there is none.

        joints: what lies around the squares (`Frontier.joints`).
        """
        rows = self._rows
        known = [rows[joint] if joint in rows else self._row(joint) for joint in joints]
        found: list[float] = self._most[known].max(axis=0, initial=0.0).tolist()
        return found

    def _row(self, joint: Joint) -> int:
        """Compute the most that two tiles bring around one joint, for each of PAIRS, and return its row."""
        row = self._rows[joint] = len(self._rows)
        if row == len(self._most):
            self._most = np.concatenate((self._most, np.zeros_like(self._most)))
        most = [0.0] * len(PAIRS)
        for pair, code in _joined(joint):
            if self[code] > most[pair]:
                most[pair] = self[code]
        self._most[row] = most
        return row


@lru_cache(maxsize=8192)
def _joined(joint: Joint) -> tuple[tuple[int, int], ...]:
    """Return places among PAIRS, and coded outcomes, of two tiles in a common run that counts, each way round."""
    along, across, beside, crosses = around(joint)
    found = []
    for total in range(max(_LOWEST, along + 2), LIMIT + 1):
        for one, two in _TWO[total - along]:
            first, second = across + one if across else 0, beside + two if beside else 0
            if first <= LIMIT and second <= LIMIT:
                found.append((_PLACES[one, two], RUN[total] + RUN[first] + RUN[second] + crosses))
    return tuple(found)


class Pairs:
    """A board, and what tiles bring there to a player with known gains.

    Args:
        gains: the same for all boards that are compared.
    """

    __slots__ = ("cells", "gains", "shared", "singles")

    def __init__(self, cells: Cells | bytearray, gains: OutcomeGains) -> None:
        self.cells, self.gains = bytes(cells), gains
        ground = frontier_of(self.cells)
        self.singles = [(each.found, each.kinds) for each in map(ground.singles, _VALUES)]
        """The numbers of what a tile brings alone, by its square, and each once; by value, from 1."""
        self.shared = gains.together(ground.joints())
        """The most that two tiles bring in one common run that counts, for each of PAIRS."""

    def one(self, value: int) -> float:
        """Return the most that a tile brings; 0 if it fits nowhere."""
        return max([self.gains[CODES[number]] for number in self.singles[value - 1][1]], default=0.0)

    def two(self, one: int, other: int) -> float:
        """Return the most that two tiles bring, together or each at its place."""
        (first, kinds), (second, other_kinds) = self.singles[one - 1], self.singles[other - 1]
        best = self.shared[_PLACES[one, other]]
        if not kinds or not other_kinds:
            return max(best, self.one(one), self.one(other))
        for found, here, there in self.gains.ranked(kinds, other_kinds):
            if found <= best:
                break
            if self._apart(first, here, second, there):
                return found
        return best

    def expected(self, unseen: Sequence[int]) -> float:
        """Return the expected gain of two drawn tiles.

        unseen: numbers of tiles by value, 1 to 6, that may be drawn.
        """
        count = sum(unseen)
        if count < 2:
            return added(self.one(value) for value, number in zip(_VALUES, unseen, strict=True) if number)
        total = 0.0
        for one, other in PAIRS:
            first, second = unseen[one - 1], unseen[other - 1]
            ways = first * (first - 1) / 2 if one == other else first * second
            if ways:
                total += ways * self.two(one, other)
        return total / (count * (count - 1) / 2)

    def _apart(self, first: bytes, here: int, second: bytes, there: int) -> bool:
        """Return True if two tiles that have these numbers alone, by their squares, can lie in no common run."""
        number = first.find(here)
        while number >= 0:
            place = second.find(there)
            while place >= 0:
                if not self._meet(number, place):
                    return True
                place = second.find(there, place + 1)
            number = first.find(here, number + 1)
        return False

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
