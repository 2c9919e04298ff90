"""The square that the arrow keys aim at. Pure arithmetic: squares are (row, column), row 0 at the top."""

from __future__ import annotations

from collections.abc import Collection, Sequence

Square = tuple[int, int]
SIDEWAYS = 2
"""What a square aside counts, in squares ahead."""


class KeyAim:
    """The aim of the arrow keys on a board. squares: those of the board. at: None while the pointer aims."""

    def __init__(self, squares: Collection[Square]) -> None:
        self._squares = squares
        self.at: Square | None = None

    def clear(self) -> None:
        """Leave the aim to the pointer."""
        self.at = None

    def move(self, step: Square, single: bool, lit: Sequence[Square], base: Square | None) -> None:
        """Move to the next lit square in a direction, or by a `single` square.

        lit: the squares where the tile may go. base: where the aim begins, at the lit square nearest to it; None for
        the middle of the board.
        """
        if self.at is None:
            self.at = nearest(lit, base or self._middle)
        elif single:
            to = self.at[0] + step[0], self.at[1] + step[1]
            self.at = to if to in self._squares else self.at
        else:
            to = next_square(lit, self.at, step)
            # Where nothing is lit in that direction, another lit square is better than one that is not.
            self.at = to if to in lit else nearest(lit, to)

    @property
    def _middle(self) -> Square:
        return max(row for row, _ in self._squares) // 2, max(column for _, column in self._squares) // 2


def nearest(squares: Sequence[Square], to: Square) -> Square:
    """Return the square nearest to another one, the first of several; that one itself if there are none."""
    return min(squares, key=lambda at: abs(at[0] - to[0]) + abs(at[1] - to[1]), default=to)


def next_square(squares: Sequence[Square], start: Square, step: Square) -> Square:
    """Return the nearest of `squares` in the direction of `step` (rows, columns), or `start` if none lies there."""

    def away(at: Square) -> tuple[int, int]:
        rows, columns = at[0] - start[0], at[1] - start[1]
        ahead = rows * step[0] + columns * step[1]
        return ahead, abs(rows * step[1]) + abs(columns * step[0])

    there = [at for at in squares if away(at)[0] > 0]
    return min(there, key=lambda at: away(at)[0] + SIDEWAYS * away(at)[1], default=start)
