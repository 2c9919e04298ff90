"""The turns of two tiles of a board, all in one string of bytes.

Most turns are of two tiles, and most of them share no run: they are worth what each is worth alone. So a string has a
row for each tile that may come first, square by square and the lower value first; in it a byte for each later square of
the frontier where the second tile fits, and four for the squares that the first tile opens, above, to the left, to the
right and below. A byte is the number of what both bring, or NONE where they are not lawful. A row is a piece of the
same few strings, the numbers of the second tile alone translated to those of both; only the bytes of the squares at the
ends of the first tile's runs are looked up by the states of both tiles. What is counted, or compared by its worth, is
counted in the string, and a turn is made when it is asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, compress, repeat

from sim.games.zatre.rules.board import DARK, EAST, NEIGHBOURS, SOUTH, room
from sim.games.zatre.rules.frontier import APART, CODES, COMMON, NONE, TILES_ON, TOGETHER, WAITS, Frontier, ends_of
from sim.games.zatre.rules.vocabulary import Turn

_OPENED = (-SOUTH, -EAST, EAST, SOUTH)
_NOT = bytes((NONE,))
_FEW = 5
"""The number of squares that a tile takes at most: its own and the four at the ends of its runs."""


class Order:
    """Two values in the order in which their tiles come, and what both can do alone.

    Attributes:
        value, other: of the first and the second tile.
        first, second: what they can do alone.
        numbers, places: the squares where the second one fits, in their order, and the place of each among them.
        spoilt: the squares where the first one leaves no dark square for the second.
        calm: nowhere does the second one leave no dark square for the first.
    """

    __slots__ = ("_alone", "_apart", "calm", "common", "first", "numbers", "other", "places", "second", "spoilt", "value")

    def __init__(self, ground: Frontier, value: int, other: int) -> None:
        """Look at a board."""
        self.value, self.other = value, other
        self.first, self.second = ground.singles(value), ground.singles(other)
        self.numbers = numbers = self.second.fits.numbers
        self.places = dict(zip(numbers, range(len(numbers)), strict=True))
        self.common = COMMON[value + other]
        self.spoilt = spoilt(ground, value, other)
        self.calm = ground.dark(value) > 0 and not spoilt(ground, other, value)
        self._alone = self.second.found.translate(None, _NOT)
        # A tile that waits on a light square must score with the other one, in a common run.
        self._apart = {WAITS: bytes(len(numbers))}

    def apart(self, single: int) -> bytes:
        """Return the numbers of both tiles, by place of the second one, if the first has this number alone."""
        found = self._apart.get(single)
        if found is None:
            found = self._apart[single] = self._alone.translate(APART[single])
        return found


def spoilt(ground: Frontier, value: int, other: int) -> frozenset[int]:
    """Return the squares of the frontier where a tile of one value leaves no dark square for one of another value."""
    if ground.dark(other) > _FEW:
        return frozenset()
    dark, fits = ground.singles(other).dark, ground.singles(value)
    near = [{at, *ends_of(ground.cells, at)} for at in dark]
    squares = set.intersection(*near) if near else fits.fits.numbers
    return frozenset(at for at in squares if fits.found[at] and not _is_left(ground, at, value, other))


def _is_left(ground: Frontier, number: int, value: int, other: int) -> bool:
    """Return True if a tile on a square of the frontier leaves a dark square for one of another value, or opens one."""
    board = bytearray(ground.cells)
    board[number] = value
    opened = [beside for beside in NEIGHBOURS[number] if beside in DARK]
    return any(not board[at] and room(board, at) >= other for at in (*ground.singles(other).dark, *opened))


class TwoTiles:
    """Turns of two tiles, each once, in the order of the rows."""

    def __init__(self) -> None:
        """Begin without a row."""
        self._found = bytearray()
        self._starts: list[int] = []
        self._firsts: list[tuple[int, Order]] = []

    def add(self, ground: Frontier, number: int, order: Order, right: int, below: int) -> None:
        """Add the row of a first tile. right, below: the next empty squares there."""
        first, places, common, found = order.first, order.places, order.common, self._found
        start = len(found)
        self._starts.append(start)
        self._firsts.append((number, order))
        later = bisect_right(order.numbers, number)
        found += order.apart(first.found[number])[later:]
        start -= later
        in_row, in_column = first.rows[number], first.columns[number]
        row, column = ground.row[number], ground.column[number]
        if right in places:
            both = TOGETHER[common[row + ground.east[right]]][in_column]
            found[start + places[right]] = both[order.second.columns[right]]
        if below in places:
            both = TOGETHER[common[column + ground.south[below]]][in_row]
            found[start + places[below]] = both[order.second.rows[below]]
        hidden, upright, level = ground.hidden, TOGETHER[common[column]][in_row], TOGETHER[common[row]][in_column]
        found += bytes(
            (
                upright[hidden[number - SOUTH]],
                level[hidden[number - EAST]],
                level[hidden[number + EAST]],
                upright[hidden[number + SOUTH]],
            )
        )

    @cached_property
    def total(self) -> int:
        """The number of turns."""
        return len(self._found) - self._found.count(NONE)

    @cached_property
    def codes(self) -> Sequence[int]:
        """The coded outcome of each."""
        return tuple(map(CODES.__getitem__, self._found.translate(None, _NOT)))

    def turns(self) -> Iterator[Turn]:
        """Yield the turns."""
        return chain.from_iterable(map(self._row, range(len(self._starts))))

    def _row(self, index: int) -> Iterator[Turn]:
        number, order = self._firsts[index]
        first, start = TILES_ON[order.value][number], self._starts[index]
        later = bisect_right(order.numbers, number)
        end = start + len(order.numbers) - later
        pairs = zip(repeat(first), compress(order.second.fits.tiles[later:], self._found[start:end]))  # noqa: B905
        opened = self._found[end : end + len(_OPENED)]
        if not any(opened):
            return pairs
        return chain(pairs, (_pair(number, order, number + step) for step in compress(_OPENED, opened)))

    def turn(self, number: int) -> Turn:
        """Return the turn with this number, from 0."""
        cell = self._cells[number]
        index = bisect_right(self._starts, cell) - 1
        first, order = self._firsts[index]
        place = cell - self._starts[index] + bisect_right(order.numbers, first)
        more = place - len(order.numbers)
        return _pair(first, order, order.numbers[place] if more < 0 else first + _OPENED[more])

    @cached_property
    def _cells(self) -> list[int]:
        """The place of each turn in the string."""
        return list(compress(range(len(self._found)), self._found))


def _pair(number: int, order: Order, second: int) -> Turn:
    one, other = TILES_ON[order.value][number], TILES_ON[order.other][second]
    return (one, other) if number < second else (other, one)
