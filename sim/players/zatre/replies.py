"""A quick look at a board: what single tiles would bring, and what the next player may make of two drawn ones.

This is judgement, not law: the ways that the rules allow come from sim.rules.zatre.placements. A look leaves out the
exception for tiles that fit on no dark square, and turns of more than two tiles are put together greedily.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from sim.rules.zatre import POINTS, Outcome, Sheet
from sim.rules.zatre.board import EAST, KINDS, LIMIT, SOUTH, STRIDE, Cells, Kind, frontier, reach

_SCORES = tuple(sorted(POINTS))
_LOWEST = _SCORES[0]
_STEPS = (EAST, -EAST, SOUTH, -SOUTH)
_DARK = bytearray(STRIDE * (STRIDE + 1))
for _number, _kind in KINDS.items():
    _DARK[_number] = _kind is Kind.DARK


@dataclass(frozen=True, slots=True)
class Worth:
    """What one more run of 10, 11 or 12 and one more cross are worth to a sheet: linear, for quick looks."""

    runs: tuple[float, ...]
    cross: float

    @classmethod
    def of(cls, worth: Callable[[Sheet], float], sheet: Sheet) -> Worth:
        """Read off what each adds by itself to what a sheet is worth."""
        alone = (Outcome(tens=1), Outcome(elevens=1), Outcome(twelves=1), Outcome(crosses=1))
        base = worth(sheet)
        ten, eleven, twelve, cross = (worth(sheet.written(outcome)) - base for outcome in alone)
        # By the sum of a run: nothing below 10.
        return cls((*([0.0] * _LOWEST), ten, eleven, twelve), cross)


@dataclass(frozen=True, slots=True)
class Reply:
    """Where tiles might be placed, as (square, value), and what that brings."""

    gain: float
    tiles: tuple[tuple[int, int], ...]


NO_REPLY = Reply(0.0, ())


class Look:
    """The squares beside the tiles of a board, each with the sums of the tiles left and right, and above and below; and
    what every value brings there."""

    __slots__ = ("cells", "ranked", "squares", "worth")

    def __init__(self, cells: Cells | bytearray, worth: Worth) -> None:
        self.cells = bytearray(cells)
        self.worth = worth
        self.squares: list[tuple[int, int, int]] = []
        table: list[list[tuple[float, int]]] = [[] for _ in range(7)]
        runs, cross = worth.runs, worth.cross
        for number in frontier(cells):
            row = reach(cells, number, EAST) + reach(cells, number, -EAST)
            column = reach(cells, number, SOUTH) + reach(cells, number, -SOUTH)
            highest = LIMIT - max(row, column)
            if highest < 1:
                continue
            self.squares.append((number, row, column))
            dark = _DARK[number]
            for value in range(1, min(6, highest) + 1):
                along, down = row + value if row else 0, column + value if column else 0
                gain = runs[along] + runs[down]
                if not dark:
                    if along < _LOWEST and down < _LOWEST:
                        continue
                    gain += cross
                table[value].append((gain, number))
        for found in table:
            found.sort(reverse=True)
        self.ranked = table
        """By value: what it brings and where, best first."""

    def best(self, value: int) -> float:
        """What a tile brings at its best place; 0 where it fits nowhere."""
        return self.ranked[value][0][0] if self.ranked[value] else 0.0

    def apart(self, one: int, other: int) -> Reply:
        """The best places of two tiles that have nothing to do with each other; of one of them where only one fits."""
        best, found = -1.0, NO_REPLY
        first, second = self.ranked[one], self.ranked[other]
        if not first or not second:
            rank, value = (first, one) if first else (second, other)
            return Reply(rank[0][0], ((rank[0][1], value),)) if rank else NO_REPLY
        most = second[0][0]
        for gain, number in first:
            if gain + most <= best:
                break
            for more, place in second:
                if gain + more <= best:
                    break
                if not self._meet(number, place):
                    best, found = gain + more, Reply(gain + more, ((number, one), (place, other)))
                    break
        return found

    def together(self, one: int, other: int) -> Reply:
        """The best places of two tiles in one run that counts."""
        best = NO_REPLY
        for a, b in ((one, other), (other, one))[: 1 if one == other else 2]:
            for s, row, column in self.squares:
                if a <= LIMIT - max(row, column):
                    for step in _STEPS:
                        if (row if step in (EAST, -EAST) else column) + a + b <= LIMIT:
                            gain = self._pair(s, a, b, step)
                            if gain > best.gain:
                                best = Reply(gain, ((s, a), (self._next(s, step), b)))
        return best

    def reply(self, tiles: Sequence[int]) -> Reply:
        """A good way to place these tiles: the best found of one or two; more are placed two by two."""
        if not tiles:
            return NO_REPLY
        if len(tiles) == 1:
            rank = self.ranked[tiles[0]]
            return Reply(rank[0][0], ((rank[0][1], tiles[0]),)) if rank else NO_REPLY
        one, other, *rest = tiles
        found = max(self.apart(one, other), self.together(one, other), key=lambda reply: reply.gain)
        if not rest:
            return found
        more = Look(laid(self.cells, found.tiles), self.worth).reply(rest)
        return Reply(found.gain + more.gain, (*found.tiles, *more.tiles))

    def expected(self, unseen: Sequence[int], kept: Sequence[int] = ()) -> float:
        """What the next turn brings on the average, its tiles laid apart.

        unseen: numbers of tiles by value, 1 to 6, that may be drawn: two, or one if one tile was kept; who has kept
        more draws none.
        """
        count = sum(unseen)
        if len(kept) > 1:
            return self.reply(kept).gain
        if not count:
            return self.best(kept[0]) if kept else 0.0
        if kept:
            each = (number * self.apart(kept[0], value).gain for value, number in enumerate(unseen, start=1) if number)
            return sum(each) / count
        if count == 1:
            return sum(number * self.best(value) for value, number in enumerate(unseen, start=1))
        total = 0.0
        for one, other in combinations_with_replacement(range(1, 7), 2):
            first, second = unseen[one - 1], unseen[other - 1]
            ways = first * (first - 1) / 2 if one == other else first * second
            if ways:
                total += ways * self.apart(one, other).gain
        return total / (count * (count - 1) / 2)

    def _next(self, number: int, step: int) -> int:
        """The next empty place from there; maybe off the board."""
        at = number + step
        while self.cells[at]:
            at += step
        return at

    def _pair(self, s: int, a: int, b: int, step: int) -> float:
        """What a tile brings together with a second one at the next empty square in a direction; -1 if it may not."""
        cells, runs = self.cells, self.worth.runs
        t = self._next(s, step)
        if t not in KINDS:
            return -1.0
        shared = a + b + reach(cells, s, step) + reach(cells, s, -step) + reach(cells, t, step)
        if not _LOWEST <= shared <= LIMIT:
            return -1.0
        side = SOUTH if step in (EAST, -EAST) else EAST
        gain = runs[shared] + self.worth.cross * ((not _DARK[s]) + (not _DARK[t]))
        for number, value in ((s, a), (t, b)):
            across = reach(cells, number, side) + reach(cells, number, -side)
            if across:
                if across + value > LIMIT:
                    return -1.0
                gain += runs[across + value]
        return gain

    def _meet(self, one: int, other: int) -> bool:
        """Would tiles on these two squares lie in the same run, or on each other?"""
        low, high = (one, other) if one < other else (other, one)
        if low == high:
            return True
        step = EAST if low // STRIDE == high // STRIDE else SOUTH if (high - low) % STRIDE == 0 else 0
        return bool(step) and self._next(low, step) == high


def laid(cells: Cells | bytearray, tiles: Sequence[tuple[int, int]]) -> bytearray:
    """A board with these tiles, (square, value), on it."""
    board = bytearray(cells)
    for number, value in tiles:
        board[number] = value
    return board
