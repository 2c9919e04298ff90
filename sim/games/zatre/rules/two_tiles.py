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
from functools import cache
from itertools import compress

from sim.games.zatre.rules.board import EAST, SOUTH
from sim.games.zatre.rules.frontier import TILES_ON, Frontier
from sim.games.zatre.rules.tile_codes import APART, CODES, COMMON, NONE, TOGETHER, WAITS
from sim.games.zatre.rules.vocabulary import Tile, Turn

_OPENED = (-SOUTH, -EAST, EAST, SOUTH)
_NOT = bytes((NONE,))


class Order:
    """Two values in the order in which their tiles come, and what both can do alone.

    Attributes:
        value, other: of the first and the second tile.
        first, second: what they can do alone.
        common: the classes of runs that both join (see COMMON).
        apart: the numbers of both, by that of the first alone, for each square where the second fits.
        spoilt: the squares where the first one leaves no dark square for the second.
        calm: the second one leaves a dark square for the first, wherever it lies.
    """

    __slots__ = ("apart", "calm", "common", "first", "other", "second", "spoilt", "value")

    def __init__(self, ground: Frontier, value: int, other: int) -> None:
        """Look at a board."""
        self.value, self.other = value, other
        self.first, self.second = ground.singles(value), ground.singles(other)
        self.common = COMMON[value + other]
        self.apart = _Apart(self.second.found.translate(None, _NOT))
        self.spoilt = ground.spoilt(value, other)
        self.calm = ground.calm(value, other)

    def known(
        self,
    ) -> tuple[Order, bytes, bytearray, bytearray, bytearray, bytearray, list[int], dict[int, int], _Apart, bytes]:
        """Return all that is looked up for each row: what both can do alone, and their states; the second's squares."""
        first, second = self.first, self.second
        states = *first.states, *second.states
        return self, first.found, *states, second.fits.numbers, second.places, self.apart, self.common


class _Apart(dict[int, bytes]):
    """The numbers of both tiles, by place of the second one, for each number of the first; made when asked for."""

    def __init__(self, second: bytes) -> None:
        # A tile that waits on a light square must score with the other one, in a common run.
        super().__init__({WAITS: bytes(len(second))})
        self._second = second

    def __missing__(self, first: int) -> bytes:
        found = self[first] = self._second.translate(APART[first])
        return found


class TwoTiles:
    """Turns of two tiles, each once, in the order of the rows.

    Attributes:
        total: the number of turns.
    """

    __slots__ = ("_cells", "_rows", "_starts", "_string", "total")

    def __init__(self, string: bytes | bytearray, starts: list[int], rows: list[tuple[int, int, Order]]) -> None:
        """Take the string; for each row where it starts, and the square of the first tile and the values of both."""
        self._string, self._starts, self._rows = string, starts, rows
        self._cells: list[int] | None = None
        self.total = len(string) - string.count(NONE)

    @classmethod
    def on(cls, ground: Frontier, orders: Sequence[Order]) -> TwoTiles:
        """Return the turns on a board, in each of these orders. A tile is taken to be excused and kept nowhere."""
        cells, rows, columns, east, south = ground.cells, ground.row, ground.column, ground.east, ground.south
        hidden, string, starts, lines = ground.hidden, bytearray(), list[int](), list[tuple[int, int, Order]]()
        known = [order.known() for order in orders]
        squares = orders[0].first.fits.numbers
        if len(orders) > 1:
            squares = sorted({*squares, *orders[1].first.fits.numbers})
        for number in squares:
            right, below = cells.find(NONE, number + EAST), number + SOUTH
            while cells[below]:
                below += SOUTH
            row, column = rows[number], columns[number]
            to_right, to_below = row + east[right], column + south[below]
            over, left = hidden[number - SOUTH], hidden[number - EAST]
            on, under = hidden[number + EAST], hidden[number + SOUTH]
            for order, found, in_rows, in_columns, its_rows, its_columns, numbers, places, apart, common in known:
                single = found[number]
                if not single:
                    continue
                start = len(string)
                starts.append(start)
                later = bisect_right(numbers, number)
                lines.append((number, later, order))
                string += apart[single][later:]
                in_row, in_column = in_rows[number], in_columns[number]
                if right in places:
                    string[start + places[right] - later] = TOGETHER[common[to_right]][in_column][its_columns[right]]
                if below in places:
                    string[start + places[below] - later] = TOGETHER[common[to_below]][in_row][its_rows[below]]
                level, upright = TOGETHER[common[row]][in_column], TOGETHER[common[column]][in_row]
                string += bytes((upright[over], level[left], level[on], upright[under]))
        return cls(string, starts, lines)

    def parts(self) -> Iterator[TwoTiles | tuple[int, int]]:
        """Yield these turns in pieces; between them the first tiles, square and value, of whose rows nothing is taken.

        These must be looked at otherwise: they may be kept, or be excused on a light square.
        """
        done = 0
        for index, (number, _, order) in enumerate(self._rows):
            if number in order.spoilt or (order.first.found[number] == WAITS and not order.calm):
                yield self._part(done, index)
                yield number, order.value
                done = index + 1
        yield self._part(done, len(self._rows))

    def _part(self, begin: int, end: int) -> TwoTiles:
        """Return the turns of some of the rows."""
        starts = [*self._starts, len(self._string)]
        found = self._string[starts[begin] : starts[end]]
        return TwoTiles(found, [start - starts[begin] for start in starts[begin:end]], self._rows[begin:end])

    @property
    def codes(self) -> Sequence[int]:
        """The coded outcome of each."""
        return tuple(map(CODES.__getitem__, self._string.translate(None, _NOT)))

    def turns(self) -> Iterator[Turn]:
        firsts, seconds = list[Tile](), list[Tile]()
        for number, later, order in self._rows:
            tiles = order.second.fits.tiles[later:]
            before, behind = _with_opened(order.value, order.other, number)
            firsts += [TILES_ON[order.value][number]] * len(tiles)
            firsts += before
            seconds += tiles
            seconds += behind
        return compress(zip(firsts, seconds, strict=True), self._string)

    def code(self, number: int) -> int:
        """Return the coded outcome of the turn with this number."""
        return CODES[self._string[self._cell(number)]]

    def _cell(self, number: int) -> int:
        """Return the place in the string of the turn with this number."""
        if self._cells is None:
            self._cells = list(compress(range(len(self._string)), self._string))
        return self._cells[number]

    def turn(self, number: int) -> Turn:
        """Return the turn with this number, from 0."""
        cell = self._cell(number)
        index = bisect_right(self._starts, cell) - 1
        first, later, order = self._rows[index]
        place = cell - self._starts[index] + later
        numbers = order.second.fits.numbers
        if place < len(numbers):
            return TILES_ON[order.value][first], TILES_ON[order.other][numbers[place]]
        before, behind = _with_opened(order.value, order.other, first)
        return before[place - len(numbers)], behind[place - len(numbers)]


@cache
def _with_opened(value: int, other: int, number: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return in their order a tile on a square and one of another value, on each square that it may open."""
    first = TILES_ON[value][number]
    up, left, right, down = (TILES_ON[other][number + step] for step in _OPENED)
    return (up, left, first, first), (first, first, right, down)
