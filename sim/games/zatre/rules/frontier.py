"""The frontier of a board: the squares where a tile would continue it, and what a single tile is worth on each.

All that a turn asks again and again of the board before it is worked out once and remembered: the sums of the runs
beside every square, where a tile of each value fits, and which of these squares score. Two tiles that share no run are
then worth what they are worth alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress, islice
from typing import TypeAlias

from sim.games.zatre.rules.board import (
    ALL_SQUARES,
    DARK,
    EAST,
    KINDS,
    LENGTH,
    LIGHT,
    LIMIT,
    SOUTH,
    SQUARES,
    TAKEN,
    Cells,
    edge_of,
    place,
)
from sim.games.zatre.rules.sheet import Outcome
from sim.games.zatre.rules.vocabulary import TILES, Tile

# An outcome as one number while it is added up: eight bits each for tens, elevens, twelves and crosses.
RUN = [0] * 10 + [1, 1 << 8, 1 << 16]
"""The worth of a run by its sum, 0 to 12, as a coded outcome."""
_CROSS = 1 << 24
CROSSES = tuple(_CROSS if number in KINDS and number not in DARK else 0 for number in range(LENGTH))
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


_VALUES = range(max(TILES) + 1)
_NUMBERS = range(LENGTH)

# Short codes, for a single tile: two bits each for tens, elevens and twelves, then one for a cross.
_SHORT = {10: 1, 11: 4, 12: 16}
_NO_DARK = 64
_LONG = [
    (code & 3) * RUN[10] + (code >> 2 & 3) * RUN[11] + (code >> 4 & 3) * RUN[12] + (code >> 6) * _CROSS
    for code in range(128)
]
_MADE = [bytes(_SHORT.get(total + value, 0) for total in range(256)) for value in _VALUES]
"""By value of a tile, the short code of its run, by the sum of all else in it."""


class _Outcomes(dict[int, Outcome]):
    """Outcomes by their codes, each made once."""

    def __missing__(self, code: int) -> Outcome:
        found = self[code] = Outcome(code & 255, code >> 8 & 255, code >> 16 & 255, code >> 24)
        return found


OUTCOMES = _Outcomes()
"""The outcome of each code."""


def code_of(outcome: Outcome) -> int:
    """Return the code of an outcome."""
    return outcome.tens | outcome.elevens << 8 | outcome.twelves << 16 | outcome.crosses << 24


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
    return run & 15, across >> 4, across & 15, (run >> 4) * _CROSS


class Fits:
    """Squares where a tile of one value fits, in their order; each list is made when it is asked for first."""

    __slots__ = ("_codes", "_codes_of", "_numbers", "_squares", "_tiles", "_value")

    def __init__(self, value: int, squares: bytes, codes: bytes) -> None:
        """Take the marked squares. codes: short ones, by number of the square."""
        self._value, self._squares, self._codes_of = value, squares, codes
        self._numbers: list[int] | None = None
        self._tiles: list[Tile] | None = None
        self._codes: list[int] | None = None

    @property
    def numbers(self) -> list[int]:
        """The numbers of the squares."""
        if self._numbers is None:
            self._numbers = list(compress(_NUMBERS, self._squares))
        return self._numbers

    @property
    def tiles(self) -> list[Tile]:
        """The tiles there."""
        if self._tiles is None:
            self._tiles = list(compress(TILES_ON[self._value], self._squares))
        return self._tiles

    @property
    def codes(self) -> list[int]:
        """The coded outcomes of these tiles."""
        if self._codes is None:
            self._codes = list(map(_LONG.__getitem__, compress(self._codes_of, self._squares)))
        return self._codes


class Singles:
    """The squares for a single tile of one value.

    Attributes:
        fits: all squares where no run gets too high.
        free: those of them where it lies lawfully without more: dark ones, and where it scores.
    """

    __slots__ = ("_dark", "_waiting", "fits", "free")

    def __init__(self, fits: Fits, free: Fits, waiting: bytes, dark: bytes) -> None:
        """Take the squares, those of the last two marked."""
        self.fits, self.free = fits, free
        self._waiting: bytes | list[int] = waiting
        self._dark: bytes | list[int] = dark

    @property
    def waiting(self) -> list[int]:
        """The numbers of those that `free` has not: light ones, where it scores only with other tiles."""
        if isinstance(self._waiting, bytes):
            self._waiting = list(compress(_NUMBERS, self._waiting))
        return self._waiting

    @property
    def dark(self) -> list[int]:
        """The numbers of the dark ones."""
        if isinstance(self._dark, bytes):
            self._dark = list(compress(_NUMBERS, self._dark))
        return self._dark


class Frontier:
    """The squares where a tile would continue a board, and the runs beside them.

    Attributes:
        west, east, north, south: for every empty square the sums of the runs that end beside it.
        row, column: for every empty square the sums of the runs that a tile there would join.
        dark: by value, from 0, the number of dark squares where a tile of it fits; 0 for 0.
    """

    __slots__ = (
        "_cells",
        "_ends",
        "_fits",
        "_singles",
        "_squares",
        "column",
        "dark",
        "east",
        "north",
        "row",
        "south",
        "west",
    )

    def __init__(self, cells: Cells) -> None:
        """Read a board, all squares at once: with a byte for each, sums are sums of large numbers."""
        self._cells = cells
        values, ones = _number(cells), _number(cells.translate(TAKEN))
        tiles = 255 * ones
        west, east = _along(values, tiles, EAST), _against(values, tiles, EAST)
        north, south = _along(values, tiles, SOUTH), _against(values, tiles, SOUTH)
        row, column = west + east, north + south
        edge = edge_of(ones)
        # A byte of 128 and more says that a run would be too high.
        over = [(row + _EVERY * (127 - LIMIT + value) | column + _EVERY * (127 - LIMIT + value)) for value in TILES]
        self._fits = [edge, *(edge & ~(high >> 7) for high in over)]
        self.dark = [0, *((fits & _DARK).bit_count() for fits in self._fits[1:])]
        self.west, self.east, self.north, self.south = map(_bytes, (west, east, north, south))
        self.row, self.column = _bytes(row), _bytes(column)
        self._squares: tuple[int, ...] = ()
        self._ends: list[tuple[int, int, int, int]] = []
        self._singles: dict[int, Singles] = {}

    @property
    def squares(self) -> tuple[int, ...]:
        """Their numbers, in order."""
        if not self._squares:
            self._squares = tuple(compress(_NUMBERS, _bytes(self._fits[0])))
        return self._squares

    @property
    def ends(self) -> list[tuple[int, int, int, int]]:
        """For each of `squares` the next empty squares above, to the left, to the right and below.

        A tile there, if it is a square of the board, would lie in one run with a tile on the square.
        """
        if not self._ends:
            ones = _number(self._cells.translate(TAKEN))
            left, right = _bytes(_along(ones, 255 * ones, EAST)), _bytes(_against(ones, 255 * ones, EAST))
            up, down = _bytes(_along(ones, 255 * ones, SOUTH)), _bytes(_against(ones, 255 * ones, SOUTH))
            self._ends = [
                (at - SOUTH - SOUTH * up[at], at - 1 - left[at], at + 1 + right[at], at + SOUTH + SOUTH * down[at])
                for at in self.squares
            ]
        return self._ends

    def fitting(self, value: int) -> bool:
        """Return True if a tile of this value fits anywhere."""
        return self._fits[value] > 0

    def singles(self, value: int) -> Singles:
        """Return what a single tile of this value can do."""
        found = self._singles.get(value)
        if found is None:
            fits, waiting, codes = self._coded(value)
            found = self._singles[value] = Singles(
                Fits(value, _bytes(fits), codes),
                Fits(value, _bytes(fits ^ waiting), codes),
                _bytes(waiting),
                _bytes(fits & _DARK),
            )
        return found

    def alone(self, value: int, few: int) -> Iterator[tuple[int, int]]:
        """Yield numbers and coded outcomes of the squares for a single tile of this value.

        First all where it scores; then, of the dark ones where it does not, the first `few`.
        """
        fits, runs = self._fits[value], self._runs(value)
        scoring = fits & _scoring(runs)
        codes = _bytes(runs + (scoring & _CROSSING) * _NO_DARK)
        for number in compress(_NUMBERS, _bytes(scoring)):
            yield number, _LONG[codes[number]]
        for number in islice(compress(_NUMBERS, _bytes(fits & _DARK & ~scoring)), few):
            yield number, 0

    def surroundings(self) -> set[Surroundings]:
        """Return once what lies around each of `squares`."""
        edge = _bytes(self._fits[0])
        return set(zip(compress(self.row, edge), compress(self.column, edge), compress(CROSSES, edge), strict=True))

    def joints(self) -> set[Joint]:
        """Return once what lies around each two empty squares that a run would join, one of them of `squares`.

        Left out are those where no two tiles could lie, since a run would get too high.
        """
        tiles, edge, found = 255 * _number(self._cells.translate(TAKEN)), self._fits[0], set[Joint]()
        row, column = _number(self.row), _number(self.column)
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

    def _coded(self, value: int) -> tuple[int, int, bytes]:
        """Return the squares where a tile fits, those of them where it must not lie alone, and all short codes."""
        fits, runs = self._fits[value], self._runs(value)
        scoring = _scoring(runs)
        return fits, fits & _LIGHT & ~scoring, _bytes(runs + (scoring & _CROSSING) * _NO_DARK)

    def _runs(self, value: int) -> int:
        """Return the short codes of the runs that a tile of this value makes."""
        made = _MADE[value]
        return _number(self.row.translate(made)) + _number(self.column.translate(made))


def _scoring(runs: int) -> int:
    """Return the squares where a tile makes any run that scores. runs: short codes."""
    return runs + 127 * _EVERY >> 7 & _EVERY


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
_DARK = _marked(DARK)
_LIGHT = _marked(LIGHT)
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
