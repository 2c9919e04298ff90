"""The frontier of a board: the squares where a tile would continue it, and what a single tile is worth on each.

All that a turn asks again and again of the board before it is worked out once and remembered: the sums of the runs
beside every square, where a tile of each value fits, and which of these squares score. Two tiles that share no run are
then worth what they are worth alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    Crossing,
    edge_of,
    ends_of,
    frontier,
    numbers_in,
    place,
    room,
)
from sim.games.zatre.rules.sheet import POINTS
from sim.games.zatre.rules.tile_codes import (
    AT_PLACES,
    CODES,
    CROSS,
    FREE,
    IN_COLUMN,
    IN_ROW,
    LIGHT_BIT,
    LIGHT_STATE,
    NO_PLACE,
    NONE,
    NOWHERE,
    OFF_BOARD,
    ON_DARK,
    PLACES,
    RED_BIT,
    RED_NOTHING,
    STATE,
    SUMS,
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


LOWEST = min(POINTS)
"""The lowest sum of a run that scores."""


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


Beside: TypeAlias = tuple[int, int, int, int]
"""The next empty square in one of the runs of an empty one, with the sums of what lies in their common run, and across
it beside the first square and beside this one."""


_NO_SQUARES = frozenset[int]()
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
            self._numbers = [*numbers_in(self._found)]
        return self._numbers

    @property
    def tiles(self) -> list[Tile]:
        if self._tiles is None:
            self._tiles = [*map(TILES_ON[self._value].__getitem__, self.numbers)]
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
    """

    # Nothing of these is worked out before it is asked for.
    _fits: Fits | None = None
    _free: Fits | None = None
    _places: dict[int, int] | None = None
    _waiting: list[int] | None = None
    _dark: list[int] | None = None
    _kinds: frozenset[int] | None = None

    def __init__(self, ground: Frontier, value: int) -> None:
        """Look at all squares of a frontier."""
        self._ground, self._value = ground, value
        self.found = bytes(ground.places.translate(AT_PLACES[value]))

    @property
    def states(self) -> tuple[bytearray, bytearray]:
        """Its states on every square in its row and in its column (see TOGETHER)."""
        return self._ground.row.translate(STATE[self._value]), self._ground.column.translate(STATE[self._value])

    @property
    def fits(self) -> Fits:
        """All squares where no run gets too high."""
        if self._fits is None:
            self._fits = Fits(self._value, self.found)
        return self._fits

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
            self._waiting = [*numbers_in(self.found.translate(WAITING))]
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
            self._dark = [*numbers_in(self.found.translate(ON_DARK))]
        return self._dark


class Runs:
    """A board with the sums of its runs.

    Attributes:
        cells: the board.
        west, east, north, south: for every empty square the sums of the runs that end beside it.
    """

    __slots__ = ("cells", "east", "north", "south", "west")

    cells: Cells | bytearray
    west: bytearray
    east: bytearray
    north: bytearray
    south: bytearray

    def beside(self, number: int) -> Sequence[Beside]:
        """Return the squares at the ends of the runs of an empty one, some of them off the board."""
        west, east, north, south = self.west, self.east, self.north, self.south
        up, left, right, down = ends_of(self.cells, number)
        row, column = west[number] + east[number], north[number] + south[number]
        return (
            (up, column + north[up], row, west[up] + east[up]),
            (left, row + west[left], column, north[left] + south[left]),
            (right, row + east[right], column, north[right] + south[right]),
            (down, column + south[down], row, west[down] + east[down]),
        )

    def scores_beside(self, number: int, value: int, last: int) -> bool:
        """Return True if a tile on an empty square scores by one more, which lies lawfully at an end of its runs.

        value, last: of the tile, and of the one more.
        """
        both, most = value + last, LIMIT - last
        for at, run, _, across in self.beside(number):
            if LOWEST <= run + both <= LIMIT and across <= most and ON_BOARD[at]:
                return True
        return False


class Frontier(Runs):
    """The squares where a tile would continue a board, and the runs beside them.

    Attributes:
        places: for every square the number of what a single tile meets there (see AT_PLACES).
    """

    __slots__ = (
        "_beside",
        "_dark",
        "_hidden",
        "_lines",
        "_singles",
        "_spoilt",
        "_squares",
        "places",
    )

    cells: Cells

    def __init__(self, cells: Cells) -> None:
        """Read a board, all squares at once: with a byte for each, sums are sums of large numbers."""
        self.cells = cells
        values, ones = _number(cells), _number(cells.translate(TAKEN))
        tiles = 255 * ones
        west, east = _along(values, tiles, EAST), _against(values, tiles, EAST)
        north, south = _along(values, tiles, SOUTH), _against(values, tiles, SOUTH)
        self.west, self.east, self.north, self.south = map(_bytearray, (west, east, north, south))
        self._forget()
        shares = _number(self.row.translate(IN_ROW)) + _number(self.column.translate(IN_COLUMN))
        self.places = _bytearray(
            shares | _number(self.row.translate(NOWHERE)) | _number(self.column.translate(NOWHERE))
        )

    def after(self, cells: Cells, crossings: Iterable[Crossing]) -> Frontier:
        """Return the frontier of the board after a turn. cells: that board. crossings: of the tiles of the turn on it.

        A tile changes the squares at the ends of its runs, and no others.
        """
        found: Frontier = object.__new__(Frontier)
        found.cells = cells
        found.west, found.east = west, east = self.west[:], self.east[:]
        found.north, found.south = north, south = self.north[:], self.south[:]
        found.places = places = self.places[:]
        for number, up, left, right, down, row, column in crossings:
            east[left] = west[right] = row
            south[up] = north[down] = column
            places[number] = NO_PLACE
            for at in (up, left, right, down):
                places[at] = _PLACES[at][west[at] + east[at]][north[at] + south[at]]
        found._forget()
        return found

    def _forget(self) -> None:
        """Begin with nothing worked out."""
        self._lines: tuple[bytearray, bytearray] | None = None
        self._squares: tuple[int, ...] | None = None
        self._hidden: bytes | None = None
        self._dark: list[int | None] = [None] * (max(TILES) + 1)
        self._spoilt: dict[tuple[int, int], frozenset[int]] = {}
        self._beside: dict[int, Sequence[Beside]] = {}
        self._singles: list[Singles | None] = [None] * (max(TILES) + 1)

    @property
    def row(self) -> bytearray:
        """For every square of the frontier the sum of the run in its row that a tile there would join.

        With bits for the kind of the square; for all others a sum that is too high for any tile.
        """
        return self._bytes_of_lines()[0]

    @property
    def column(self) -> bytearray:
        """The same in its column."""
        return self._bytes_of_lines()[1]

    def _bytes_of_lines(self) -> tuple[bytearray, bytearray]:
        if self._lines is None:
            others = (_EVERY ^ edge_of(_number(self.cells.translate(TAKEN)))) * SUMS | _KIND_BITS
            row, column = self._sums()
            self._lines = _bytearray(row | others), _bytearray(column | others)
        return self._lines

    @property
    def is_dead(self) -> bool:
        """True if no tile of any value fits."""
        return self.places.count(NO_PLACE) == LENGTH

    @property
    def squares(self) -> tuple[int, ...]:
        """Their numbers, in order."""
        if self._squares is None:
            self._squares = frontier(self.cells)
        return self._squares

    @property
    def hidden(self) -> bytes:
        """By number of the square, the state in each run of a tile on an empty square that is none of the frontier.

        TOO_HIGH for all other squares. Such a square is opened by a tile beside it, and has no other neighbours.
        """
        if self._hidden is None:
            tiles = _number(self.cells.translate(TAKEN))
            hidden = ALL_SQUARES & ~(tiles | edge_of(tiles))
            self._hidden = _bytes((_EVERY ^ hidden) * TOO_HIGH + (hidden & _LIGHT) * LIGHT_STATE)
        return self._hidden

    def fitting(self, value: int) -> bool:
        """Return True if a tile of this value fits anywhere."""
        return self.singles(value).found.count(NONE) < LENGTH

    def singles(self, value: int) -> Singles:
        """Return what a single tile of this value can do."""
        found = self._singles[value]
        if found is None:
            found = self._singles[value] = Singles(self, value)
        return found

    def dark(self, value: int) -> int:
        """Return the number of dark squares where a tile of this value fits."""
        found = self._dark[value]
        if found is None:
            found = self._dark[value] = self.singles(value).found.translate(ON_DARK).count(1)
        return found

    def beside(self, number: int) -> Sequence[Beside]:
        """Return the squares at the ends of the runs of an empty one, worked out once."""
        found = self._beside.get(number)
        if found is None:
            found = self._beside[number] = super().beside(number)
        return found

    def lie(self, number: int, value: int, at: int, other: int) -> bool:
        """Return True if two tiles are lawful together on two empty squares."""
        first, second = self.singles(value).found[number], self.singles(other).found[at]
        if not first:
            # It may hang on the other one.
            return second != NONE and self.lie(at, other, number, value)
        for end in self.beside(number):
            if end[0] == at:
                return self.joined(number, value, other, end)
        return (
            second != NONE
            and (first != WAITS or self.spoils(at, other, value))
            and (second != WAITS or self.spoils(number, value, other))
        )

    def joined(self, number: int, value: int, other: int, end: Beside) -> bool:
        """Return True if two tiles are lawful that share a run.

        number, value: of a tile on a square of the frontier. other, end: of one at an end of its runs.
        """
        at, run, own, across = end
        run += value + other
        across += other
        if run > LIMIT or across > LIMIT or not ON_BOARD[at]:
            return False
        return run >= LOWEST or (
            (own + value >= LOWEST or not ON_LIGHT[number] or self.spoils(at, other, value))
            and (across >= LOWEST or not ON_LIGHT[at] or self.spoils(number, value, other))
        )

    def spoils(self, number: int, value: int, other: int) -> bool:
        """Return True if a tile of one value leaves no dark square for one of another value.

        number, value: of that tile, on a square of the frontier or on one that the other tile opens.
        """
        if self.dark(other) > AFFECTED:
            return False
        dark, cells = self.singles(other).dark, self.cells
        if not self.singles(value).found[number]:
            return not dark
        # Of each dark square it must take the square itself, or lie at an end of its runs.
        near = number, *ends_of(cells, number)
        for at in dark:
            if at not in near:
                return False
        board = bytearray(cells)
        board[number] = value
        # It may open others beside it.
        opened = [beside for beside in NEIGHBOURS[number] if beside in DARK]
        return not any(not board[at] and room(board, at) >= other for at in (*dark, *opened))

    def spoilt(self, value: int, other: int) -> frozenset[int]:
        """Return the squares where a tile of one value fits and leaves no dark square for one of another value."""
        if self.dark(other) > AFFECTED:
            return _NO_SQUARES
        found = self._spoilt.get((value, other))
        if found is None:
            dark, fits = self.singles(other).dark, self.singles(value)
            near = (dark[0], *ends_of(self.cells, dark[0])) if dark else fits.fits.numbers
            found = frozenset([at for at in near if fits.found[at] and self.spoils(at, value, other)])
            self._spoilt[value, other] = found
        return found

    def calm(self, value: int, other: int) -> bool:
        """Return True if a tile of another value leaves a dark square for one of `value`, wherever on the frontier."""
        return self.dark(value) > 0 and not self.spoilt(other, value)

    def surroundings(self) -> set[Surroundings]:
        """Return once what lies around each of `squares`."""
        edge = _bytes(edge_of(_number(self.cells.translate(TAKEN))))
        return set(zip(*(compress(_bytes(line), edge) for line in self._sums()), compress(CROSSES, edge), strict=True))

    def _sums(self) -> tuple[int, int]:
        """Return for each square the sum of the run that a tile there would join, in its row and in its column."""
        return _number(self.west) + _number(self.east), _number(self.north) + _number(self.south)

    def joints(self) -> set[Joint]:
        """Return once what lies around each two empty squares that a run would join, one of them of `squares`.

        Left out are those where no two tiles could lie, since a run would get too high.
        """
        ones, found = _number(self.cells.translate(TAKEN)), set[Joint]()
        tiles, edge = 255 * ones, edge_of(ones)
        row, column = self._sums()
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


def _bytearray(number: int) -> bytearray:
    return bytearray(_bytes(number))


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
_KIND_BIT = _bytes(_KIND_BITS)
_PLACES = tuple(PLACES[_KIND_BIT[number]] if ON_BOARD[number] else OFF_BOARD for number in range(LENGTH))
"""The number of a place by that of its square, and the sums of the runs in its row and in its column."""
_CROSSING = _marked(number for number in SQUARES if number not in DARK)


class _Frontiers(dict[Cells, Frontier]):
    """The frontiers of the boards met last. They are shared: nothing may be written to them."""

    def __missing__(self, cells: Cells) -> Frontier:
        return self.keep(Frontier(cells))

    def keep(self, ground: Frontier) -> Frontier:
        """Remember a frontier, and forget the oldest one."""
        if len(self) >= _MOST and ground.cells not in self:
            self.pop(next(iter(self)), None)
        self[ground.cells] = ground
        return ground


_MOST = 128
FRONTIERS = _Frontiers()
"""The frontier of each board, worked out where it is not known."""


def frontier_of(cells: Cells) -> Frontier:
    """Return the frontier of a board. It is shared: nothing may be written to it."""
    return FRONTIERS[cells]
