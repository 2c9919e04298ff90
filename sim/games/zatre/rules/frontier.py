"""The frontier of a board: the squares where a tile would continue it, and what a single tile is worth on each.

All that a turn asks again and again of the board before it is worked out once and remembered: the sums of the runs
beside every square, where a tile of each value fits, and which of these squares score. Two tiles that share no run are
then worth what they are worth alone.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from sim.games.zatre.rules.board import (
    DARK,
    EAST,
    KINDS,
    LENGTH,
    LIGHT,
    LIMIT,
    SOUTH,
    SQUARES,
    Cells,
    frontier,
    place,
    tiles_on,
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
TILES_ON: tuple[dict[int, Tile], ...] = (
    {},
    *({number: Tile(*place(number), value) for number in SQUARES} for value in TILES),
)
"""Every tile on every square, by value and number of the square."""


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


class Fits(NamedTuple):
    """Squares where a tile of one value fits, in their order: numbers, the tiles there, and coded outcomes."""

    numbers: list[int]
    tiles: list[Tile]
    codes: list[int]


class Singles(NamedTuple):
    """The squares for a single tile of one value.

    Attributes:
        fits: all squares where no run gets too high.
        free: those of them where it lies lawfully without more: dark ones, and where it scores.
        waiting: the numbers of the others: light ones, where it scores only with other tiles.
        dark: the numbers of the dark ones.
    """

    fits: Fits
    free: Fits
    waiting: list[int]
    dark: list[int]


class Frontier:
    """The squares where a tile would continue a board, and the runs beside them.

    Attributes:
        squares: their numbers, in order.
        west, east, north, south: for every empty square the sums of the runs that end beside it.
        sums: for each of `squares` the sums of the runs that a tile there would join, in its row and in its column.
        dark: by value, from 0, the number of dark squares where a tile of it fits.
    """

    __slots__ = ("_cells", "_ends", "_singles", "dark", "east", "north", "south", "squares", "sums", "west")

    def __init__(self, cells: Cells) -> None:
        """Read a board."""
        self._cells = cells
        self.squares = frontier(cells)
        self.west, self.east, self.north, self.south = (bytearray(LENGTH) for _ in range(4))
        west, east, north, south = self.west, self.east, self.north, self.south
        tiles = tiles_on(cells)
        for number in tiles:
            value = cells[number]
            west[number + EAST] = west[number] + value
            north[number + SOUTH] = north[number] + value
        for number in reversed(tiles):
            value = cells[number]
            east[number - EAST] = east[number] + value
            south[number - SOUTH] = south[number] + value
        self.sums = [(west[at] + east[at], north[at] + south[at]) for at in self.squares]
        rooms = [LIMIT - max(sums) for at, sums in zip(self.squares, self.sums, strict=True) if at in DARK]
        self.dark = [len(rooms), *(sum(room >= value for room in rooms) for value in TILES)]
        self._ends: list[tuple[int, int, int, int]] = []
        self._singles: dict[int, Singles] = {}

    @property
    def ends(self) -> list[tuple[int, int, int, int]]:
        """For each of `squares` the next empty squares above, to the left, to the right and below.

        A tile there, if it is a square of the board, would lie in one run with a tile on the square.
        """
        if not self._ends:
            self._ends = [ends_of(self._cells, number) for number in self.squares]
        return self._ends

    def singles(self, value: int) -> Singles:
        """Return what a single tile of this value can do."""
        found = self._singles.get(value)
        if found is None:
            limit = LIMIT - value
            numbers, codes = [], []
            for number, (row, column) in zip(self.squares, self.sums, strict=True):
                if row <= limit and column <= limit:
                    code = RUN[row + value] + RUN[column + value]
                    numbers.append(number)
                    codes.append(code + CROSSES[number] if code else 0)
            tiles = [TILES_ON[value][number] for number in numbers]
            free = [code or not ON_LIGHT[number] for number, code in zip(numbers, codes, strict=True)]
            found = self._singles[value] = Singles(
                Fits(numbers, tiles, codes),
                Fits(list(compress(numbers, free)), list(compress(tiles, free)), list(compress(codes, free))),
                [number for number, lawful in zip(numbers, free, strict=True) if not lawful],
                [number for number in numbers if number in DARK],
            )
        return found


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
