"""The frontier of a board: the squares where a tile would continue it, and what a single tile is worth on each.

All that a turn asks again and again of the board before it is worked out once and remembered: the sums of the runs
beside every square, where a tile of each value fits, and which of these squares score. Two tiles that share no run are
then worth what they are worth alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from typing import TypeAlias

from sim.games.zatre.rules.board import (
    ALL_SQUARES,
    DARK,
    EAST,
    KINDS,
    LENGTH,
    LIGHT,
    LIMIT,
    NEIGHBOURS,
    RED,
    SOUTH,
    SQUARES,
    TAKEN,
    Cells,
    edge_of,
    place,
    room,
)
from sim.games.zatre.rules.tile_codes import (
    CODES,
    COMMON,
    CROSS,
    FREE,
    LIGHT_BIT,
    LIGHT_STATE,
    NONE,
    ON_DARK,
    RED_BIT,
    RED_NOTHING,
    SINGLE,
    STATE,
    STATES,
    SUMS,
    TOGETHER,
    TOO_HIGH,
    WAITING,
    WAITS,
)
from sim.games.zatre.rules.vocabulary import TILES, Tile

CROSSES = tuple(CROSS if number in KINDS and number not in DARK else 0 for number in range(LENGTH))
"""The worth of a tile that scores, besides its runs, by the number of its square, as a coded outcome."""
ON_LIGHT = bytes(number in LIGHT for number in range(LENGTH))
"""1 for the light squares, by number."""
ON_BOARD = bytes(number in KINDS for number in range(LENGTH))
"""1 for the squares of the board, by number."""
TILES_ON: tuple[tuple[Tile, ...], ...] = (
    (),
    *(tuple(Tile(*place(number), value) for number in range(LENGTH)) for value in TILES),
)
"""Every tile on every square, by value and number of the square; also on numbers of no square, which nobody asks for.
"""


_NUMBERS = range(LENGTH)


Surroundings: TypeAlias = tuple[int, int, int]
"""The sums of the runs that a tile on a square would join, in row and column, and the coded cross that it may bring."""


Joint: TypeAlias = tuple[int, int]
"""What lies around two squares that a run would join, coded: four bits each, and the crosses above those of the run.

First the sum of what lies in that run already, and how many of the squares may bring a cross; then the sums of what
lies across it beside the second square, and beside the first.
"""


def around(joint: Joint) -> tuple[int, int, int, int]:
    """Return the sums in the common run, across it beside the first square and the second, and the coded crosses."""
    run, across = joint
    return run & 15, across >> 4, across & 15, (run >> 4) * CROSS


AFFECTED = 5
"""The number of squares that a tile affects at most: its own and the four at the ends of its runs."""


class Fits:
    """Squares where a tile of one value fits, in their order; each list is made when it is asked for first."""

    __slots__ = ("_codes", "_found", "_numbers", "_tiles", "_value")

    def __init__(self, value: int, found: bytes) -> None:
        """Take the numbers of what a tile brings, by its square."""
        self._value, self._found = value, found
        self._numbers: list[int] | None = None
        self._tiles: list[Tile] | None = None
        self._codes: list[int] | None = None

    @property
    def numbers(self) -> list[int]:
        """The numbers of the squares."""
        if self._numbers is None:
            self._numbers = list(compress(_NUMBERS, self._found))
        return self._numbers

    @property
    def tiles(self) -> list[Tile]:
        if self._tiles is None:
            self._tiles = list(compress(TILES_ON[self._value], self._found))
        return self._tiles

    @property
    def codes(self) -> list[int]:
        """The coded outcomes of these tiles."""
        if self._codes is None:
            self._codes = list(map(CODES.__getitem__, self._found.translate(None, _NO_TILE)))
        return self._codes


_NO_TILE = bytes((NONE,))
_NOT_ALONE = bytes((NONE, RED_NOTHING, WAITS))


class Singles:
    """The squares for a single tile of one value.

    Attributes:
        found: by number of the square, what it brings there as a number of one byte; NONE where it does not fit.
        rows, columns: its states there in its row and its column (see TOGETHER).
        fits: all squares where no run gets too high.
    """

    __slots__ = ("_dark", "_free", "_kinds", "_places", "_value", "_waiting", "columns", "fits", "found", "rows")

    def __init__(self, value: int, row: bytes, column: bytes) -> None:
        """Look at all squares. row, column: as a frontier has them."""
        self._value = value
        self.rows, self.columns = row.translate(STATE[value]), column.translate(STATE[value])
        self.found = _bytes(_number(self.rows) * STATES + _number(self.columns)).translate(SINGLE)
        self.fits = Fits(value, self.found)
        self._free: Fits | None = None
        self._places: dict[int, int] | None = None
        self._waiting: list[int] | None = None
        self._dark: list[int] | None = None
        self._kinds: frozenset[int] | None = None

    @property
    def places(self) -> dict[int, int]:
        """The place of each square among those where it fits."""
        if self._places is None:
            numbers = self.fits.numbers
            self._places = dict(zip(numbers, range(len(numbers)), strict=True))
        return self._places

    @property
    def free(self) -> Fits:
        """Those where it lies lawfully without more: dark ones, and where it scores."""
        if self._free is None:
            self._free = Fits(self._value, self.found.translate(FREE))
        return self._free

    @property
    def waiting(self) -> list[int]:
        """The numbers of those that `free` has not: light ones, where it scores only with other tiles."""
        if self._waiting is None:
            self._waiting = list(compress(_NUMBERS, self.found.translate(WAITING)))
        return self._waiting

    @property
    def kinds(self) -> frozenset[int]:
        """The numbers of what it brings where it scores, or lies on a dark square."""
        if self._kinds is None:
            self._kinds = frozenset(self.found.translate(None, _NOT_ALONE))
        return self._kinds

    @property
    def dark(self) -> list[int]:
        """The numbers of the dark ones."""
        if self._dark is None:
            self._dark = list(compress(_NUMBERS, self.found.translate(ON_DARK)))
        return self._dark


class Frontier:
    """The squares where a tile would continue a board, and the runs beside them.

    Attributes:
        west, east, north, south: for every empty square the sums of the runs that end beside it.
        row, column: for every square of the frontier the sum of the run that a tile there would join, with bits for the
            kind of the square; for all others a sum that is too high for any tile.
    """

    __slots__ = (
        "_dark",
        "_edge",
        "_hidden",
        "_lines",
        "_singles",
        "_spoilt",
        "_squares",
        "_tiles",
        "cells",
        "column",
        "east",
        "north",
        "row",
        "south",
        "west",
    )

    def __init__(self, cells: Cells) -> None:
        """Read a board, all squares at once: with a byte for each, sums are sums of large numbers."""
        self.cells = cells
        values, ones = _number(cells), _number(cells.translate(TAKEN))
        self._tiles = tiles = 255 * ones
        west, east = _along(values, tiles, EAST), _against(values, tiles, EAST)
        north, south = _along(values, tiles, SOUTH), _against(values, tiles, SOUTH)
        self._edge = edge = edge_of(ones)
        self._lines = row, column = west + east, north + south
        self.west, self.east, self.north, self.south = map(_bytes, (west, east, north, south))
        others = (_EVERY ^ edge) * SUMS
        self.row, self.column = _bytes(row | others | _KIND_BITS), _bytes(column | others | _KIND_BITS)
        self._squares: tuple[int, ...] | None = None
        self._hidden: bytes | None = None
        self._dark: list[int | None] = [None] * (max(TILES) + 1)
        self._spoilt: dict[tuple[int, int], frozenset[int]] = {}
        self._singles: list[Singles | None] = [None] * (max(TILES) + 1)

    @property
    def squares(self) -> tuple[int, ...]:
        """Their numbers, in order."""
        if self._squares is None:
            self._squares = tuple(compress(_NUMBERS, _bytes(self._edge)))
        return self._squares

    @property
    def hidden(self) -> bytes:
        """By number of the square, the state in each run of a tile on an empty square that is none of the frontier.

        TOO_HIGH for all other squares. Such a square is opened by a tile beside it, and has no other neighbours.
        """
        if self._hidden is None:
            hidden = ALL_SQUARES & ~(self._tiles | self._edge)
            self._hidden = _bytes((_EVERY ^ hidden) * TOO_HIGH + (hidden & _LIGHT) * LIGHT_STATE)
        return self._hidden

    def fitting(self, value: int) -> bool:
        """Return True if a tile of this value fits anywhere."""
        return any(self.singles(value).found)

    def singles(self, value: int) -> Singles:
        """Return what a single tile of this value can do."""
        found = self._singles[value]
        if found is None:
            found = self._singles[value] = Singles(value, self.row, self.column)
        return found

    def dark(self, value: int) -> int:
        """Return the number of dark squares where a tile of this value fits."""
        found = self._dark[value]
        if found is None:
            found = self._dark[value] = len(self.singles(value).found.translate(None, _NOT_ON_DARK))
        return found

    def together(self, number: int, value: int, at: int, other: int) -> int:
        """Return the number of what two tiles bring in a common run; NONE if they are not lawful without being excused.

        number, value: of a tile on a square of the frontier. at, other: of one on an end of its runs (see `ends_of`),
        which may be a square that it opens.
        """
        first, second = self.singles(value), self.singles(other)
        if number // SOUTH == at // SOUTH:
            run = self.row[number] + (self.east if at > number else self.west)[at]
            own, across = first.columns[number], second.columns[at]
        else:
            run = self.column[number] + (self.south if at > number else self.north)[at]
            own, across = first.rows[number], second.rows[at]
        hidden = self.hidden[at]
        return TOGETHER[COMMON[value + other][run]][own][across if hidden == TOO_HIGH else hidden]

    def spoilt(self, value: int, other: int) -> frozenset[int]:
        """Return the squares where a tile of one value fits and leaves no dark square for one of another value."""
        found = self._spoilt.get((value, other))
        if found is None:
            found = self._spoilt[value, other] = frozenset(self._spoiling(value, other))
        return found

    def calm(self, value: int, other: int) -> bool:
        """Return True if a tile of another value leaves a dark square for one of `value`, wherever on the frontier."""
        return self.dark(value) > 0 and not self.spoilt(other, value)

    def _spoiling(self, value: int, other: int) -> Iterator[int]:
        if self.dark(other) > AFFECTED:
            return
        dark, squares = self.singles(other).dark, set(self.singles(value).fits.numbers)
        for at in dark:
            squares.intersection_update((at, *ends_of(self.cells, at)))
            if not squares:
                return
        for number in squares:
            board = bytearray(self.cells)
            board[number] = value
            # It takes the dark squares away, and may open others beside it.
            opened = [beside for beside in NEIGHBOURS[number] if beside in DARK]
            if not any(not board[at] and room(board, at) >= other for at in (*dark, *opened)):
                yield number

    def surroundings(self) -> set[Surroundings]:
        """Return once what lies around each of `squares`."""
        edge, lines = _bytes(self._edge), map(_bytes, self._lines)
        return set(zip(*(compress(line, edge) for line in lines), compress(CROSSES, edge), strict=True))

    def joints(self) -> set[Joint]:
        """Return once what lies around each two empty squares that a run would join, one of them of `squares`.

        Left out are those where no two tiles could lie, since a run would get too high.
        """
        tiles, edge, found = self._tiles, self._edge, set[Joint]()
        row, column = self._lines
        for step, along, beyond, crossing in (
            (EAST, row, _number(self.east), column),
            (SOUTH, column, _number(self.south), row),
        ):
            first = ALL_SQUARES & ~tiles & ~_above(crossing, LIMIT - 1)
            second = first & ~_above(beyond, LIMIT - 2)
            # Of the next empty square, seen from each: sums in a byte, and in another whether there is one, whether it
            # is of the edge, and whether it may bring a cross.
            sums = _next((beyond & 255 * second) + ((crossing & 255 * second) << 4), tiles, step)
            marks = _next(second + 2 * (second & edge) + 4 * (second & _CROSSING), tiles, step)
            run = along + (sums & 15 * _EVERY)
            squares = _bytes(first & marks & (edge | marks >> 1) & ~_above(run, LIMIT - 2))
            runs = _bytes(run + ((_CROSSING + (marks >> 2 & _EVERY)) << 4))
            across = _bytes((sums >> 4 & 15 * _EVERY) + ((crossing & 255 * first) << 4))
            found.update(zip(compress(runs, squares), compress(across, squares), strict=True))
        return found


def _number(cells: bytes | bytearray) -> int:
    return int.from_bytes(cells, "little")


def _bytes(number: int) -> bytes:
    return number.to_bytes(LENGTH, "little")


def _marked(squares: Iterable[int]) -> int:
    """Return a number with a byte of 1 for each of these squares."""
    found = bytearray(LENGTH)
    for number in squares:
        found[number] = 1
    return _number(found)


def _along(values: int, tiles: int, step: int) -> int:
    """Return for each square the sum of the values on the tiles that follow each other up to the square before it.

    values, tiles: a byte for each square, which is 255 in `tiles` where a tile lies. step: to the next square.
    """
    found, more = -1, 0
    while more != found:
        found, more = more, (values + more & tiles) << 8 * step
    return found


def _against(values: int, tiles: int, step: int) -> int:
    """Return the same for the tiles from the square behind it on."""
    found, more = -1, 0
    while more != found:
        found, more = more, (values + more & tiles) >> 8 * step
    return found


def _next(values: int, tiles: int, step: int) -> int:
    """Return for each square what the next square without a tile has behind it. values: a byte each, 0 on tiles."""
    found, more = -1, 0
    while more != found:
        found, more = more, (values | more & tiles) >> 8 * step
    return more


def _above(values: int, most: int) -> int:
    """Return 1 for each square that has more than `most`."""
    return values + (127 - most) * _EVERY >> 7 & _EVERY


_EVERY = _marked(range(LENGTH))
_LIGHT = _marked(LIGHT)
_KIND_BITS = _LIGHT * LIGHT_BIT + _marked((RED,)) * RED_BIT
_NOT_ON_DARK = bytes(number for number in range(256) if not ON_DARK[number])
_CROSSING = _marked(number for number in SQUARES if number not in DARK)


def ends_of(cells: Cells | bytearray, number: int) -> tuple[int, int, int, int]:
    """Return the next squares without a tile above, to the left, to the right and below; some are off the board."""
    up, left, right, down = number - SOUTH, number - EAST, number + EAST, number + SOUTH
    while cells[up]:
        up -= SOUTH
    while cells[left]:
        left -= EAST
    while cells[right]:
        right += EAST
    while cells[down]:
        down += SOUTH
    return up, left, right, down


@lru_cache(maxsize=128)
def frontier_of(cells: Cells) -> Frontier:
    """Return the frontier of a board. It is shared: nothing may be written to it."""
    return Frontier(cells)
