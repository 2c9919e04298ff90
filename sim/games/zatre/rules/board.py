"""The board of ZATRE: 193 squares on a frame of 15 x 15, 32 of them light, one red; and how runs are read on it.

Source of the grid: ten public implementations agree on it cell by cell, two independent descriptions on its counts. A
position is `Cells`: one byte for each square, the value of its tile or 0. Every row has a sixteenth, blank column and
there is a blank row above and below, so that a walk along a run needs no other border than an empty square.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

SIZE = 15
"""Rows and columns of the frame."""

Cells: TypeAlias = bytes
"""Tile values by square number (see `square`), 0 where there is none; blank squares are always 0."""

STRIDE = SIZE + 1
LENGTH = STRIDE * (SIZE + 2)
EMPTY: Cells = bytes(LENGTH)
"""The board before the first turn."""

EAST, SOUTH = 1, STRIDE
"""Steps from a square to the next one of its row, and of its column."""

LIMIT = 12
"""The highest sum of a run: 13 and more are not allowed."""


class Kind(StrEnum):
    """The kinds of squares on the board."""

    DARK = "dark"
    LIGHT = "light"
    """A tile that scores here gives a cross in the column x2."""
    RED = "red"
    """The centre, where one of the first tiles lies; it gives a cross as a light square does."""


def square(row: int, col: int) -> int:
    """Return the number of the square in this row and column, both 0 to 14."""
    return (row + 1) * STRIDE + col


def place(number: int) -> tuple[int, int]:
    """Return row and column of a square."""
    return number // STRIDE - 1, number % STRIDE


def kind_of(row: int, col: int) -> Kind | None:
    """Return the kind of the square there, None where the frame has no square."""
    if not (0 <= row < SIZE and 0 <= col < SIZE):
        return None
    edges = [other for line, other in ((row, col), (col, row)) if line in (0, SIZE - 1)]
    if edges:
        # Two groups of three squares on each side; of each group the inner one is light.
        if len(edges) == 2 or edges[0] not in (4, 5, 6, 8, 9, 10):
            return None
        return Kind.LIGHT if edges[0] in (6, 8) else Kind.DARK
    if row == col == SIZE // 2:
        return Kind.RED
    return Kind.LIGHT if row == col or row + col == SIZE - 1 else Kind.DARK


KINDS: dict[int, Kind] = {
    square(row, col): kind for row in range(SIZE) for col in range(SIZE) if (kind := kind_of(row, col)) is not None
}
"""The kind of every square, by its number, in the order of rows and columns."""

SQUARES: tuple[int, ...] = tuple(KINDS)
"""The 193 squares."""

RED = square(SIZE // 2, SIZE // 2)
"""The centre."""

DARK = frozenset(number for number, kind in KINDS.items() if kind is Kind.DARK)
LIGHT = frozenset(number for number, kind in KINDS.items() if kind is Kind.LIGHT)

NEIGHBOURS: dict[int, tuple[int, ...]] = {
    number: tuple(number + step for step in (-SOUTH, -EAST, EAST, SOUTH) if number + step in KINDS)
    for number in SQUARES
}
"""The squares that share a side with each square."""


ALL_SQUARES = sum(1 << 8 * number for number in SQUARES)
"""The board as a number with a byte for each square, 1 in that of every square of the board."""
TAKEN = bytes(map(bool, range(256)))
"""A table for `bytes.translate`: 1 for every tile."""
_WHOLE = bytes(255 * bool(byte) for byte in range(256))
# No square has a higher number.
_NUMBERS = int.from_bytes(bytes(range(256)), "little")


def numbers_in(squares: bytes | bytearray) -> bytes:
    """Return in order the numbers of the squares whose byte is not 0, all at once: in a third of the time of a loop."""
    found = int.from_bytes(squares.translate(_WHOLE), "little") & _NUMBERS
    return found.to_bytes(256, "little").translate(None, b"\0")


def tiles_on(cells: Cells | bytearray) -> list[int]:
    """Return the squares that have a tile, in their order."""
    return [*numbers_in(cells)]


def frontier(cells: Cells | bytearray) -> tuple[int, ...]:
    """Return in order the empty squares where a tile would continue the board: beside one, or at first the red one."""
    tiles = int.from_bytes(cells.translate(TAKEN), "little")
    return tuple(numbers_in(edge_of(tiles).to_bytes(LENGTH, "little")))


def edge_of(tiles: int) -> int:
    """Return the same as a number with a byte for each square, 1 where there is one. tiles: so the squares taken."""
    if not tiles:
        return 1 << 8 * RED
    # A step to the next square is a shift.
    beside = tiles << 8 * EAST | tiles >> 8 * EAST | tiles << 8 * SOUTH | tiles >> 8 * SOUTH
    return beside & ALL_SQUARES & ~tiles


def reach(cells: Cells | bytearray, start: int, step: int) -> int:
    """Return the sum of the tiles that follow each other from `start` (itself left out) in steps of one direction."""
    total = 0
    at = start + step
    while cells[at]:
        total += cells[at]
        at += step
    return total


def room(cells: Cells | bytearray, number: int) -> int:
    """Return the highest value that fits on an empty square without any run of 13 or more; may be 0 or negative."""
    row = reach(cells, number, -EAST) + reach(cells, number, EAST)
    column = reach(cells, number, -SOUTH) + reach(cells, number, SOUTH)
    return LIMIT - max(row, column)


def run_through(cells: Cells | bytearray, number: int, step: int) -> tuple[int, int]:
    """Return the maximal run through a tile in one direction: the number of its first square, and its sum.

    (-1, 0) if the tile is alone in that direction, which is no run.
    """
    start, end, total = number - step, number + step, cells[number]
    while cells[start]:
        total += cells[start]
        start -= step
    while cells[end]:
        total += cells[end]
        end += step
    return (-1, 0) if end - start == 2 * step else (start + step, total)


Crossing: TypeAlias = tuple[int, int, int, int, int, int, int]
"""A tile with its two runs: its square; the next ones without a tile above, to the left, to the right and below; and
the sums of what lies between these in its row and in its column."""


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


def crossing(cells: Cells, number: int) -> Crossing:
    """Return the tile on a square with its two runs."""
    up, left, right, down = ends_of(cells, number)
    return number, up, left, right, down, sum(cells[left + EAST : right]), sum(cells[up + SOUTH : down : SOUTH])
