"""The draft of a turn put together by hand, what it would score, and the square that arrow keys aim at.

Knows the rules and no window. Squares are (row, column), row 0 at the top.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sim.games.zatre import rules
from sim.games.zatre.match.text import points_words
from sim.games.zatre.rules.board import EAST, EMPTY, LIGHT, LIMIT, SOUTH, run_through
from sim.games.zatre.rules.judging import continuing
from sim.language import _, put_in

Square = tuple[int, int]

SIDEWAYS = 2
"""What a square aside counts, in squares ahead."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A run that the tiles of the turn touch: its squares in order, and its sum."""

    squares: tuple[Square, ...]
    total: int


@dataclass(slots=True)
class TurnDraft:
    """The tiles of one turn while it is put together.

    hand: values of the tiles, by number. laid: the square of each tile on the board, in the order in which they were
    laid.
    """

    state: rules.State
    hand: tuple[int, ...] = ()
    laid: dict[int, Square] = field(default_factory=dict)
    _open: dict[tuple[rules.Turn, int], tuple[Square, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hand = self.state.hand

    @property
    def down(self) -> rules.Turn:
        """The tiles laid so far, as a turn."""
        return self.with_tile(None, None)

    @property
    def rack(self) -> tuple[int, ...]:
        """The numbers of the tiles that are not on the board."""
        return tuple(number for number in range(len(self.hand)) if number not in self.laid)

    def with_tile(self, number: int | None, at: Square | None) -> rules.Turn:
        """Return the tiles laid so far as a turn, with the tile `number` on the square `at` added (or moved there)."""
        tiles = [rules.Tile(*square, self.hand[one]) for one, square in self.laid.items() if one != number]
        if number is not None and at is not None:
            tiles.append(rules.Tile(*at, self.hand[number]))
        return rules.turn_of(tiles)

    def open_for(self, number: int) -> tuple[Square, ...]:
        """Return the squares where this tile may go such that the turn can still be finished according to the rules."""
        key = self.down, self.hand[number]
        if key not in self._open:
            self._open[key] = rules.open_squares(self.state, *key)
        return self._open[key]

    def why_not(self, number: int, at: Square) -> str:
        """Return why this tile may not go there, in one sentence, or the empty string if it may."""
        if at in self.open_for(number):
            return ""
        place, turn = rules.square(*at), self.with_tile(number, at)
        if place not in rules.KINDS:
            return _("There is no square.")
        if self.at(at) is not None or self.state.cells[place]:
            return _("That square is taken.")
        if rules.fault(self.state.cells, self.state.hand, turn) is None:
            return _("With the {tile} there, the other tiles would not fit.", tile=self.hand[number])
        most = max((run.total for run in self.sums(turn)), default=0)
        if most > LIMIT:
            return _("A line would add up to {sum}: {most} is the most.", sum=most, most=LIMIT)
        if self.state.cells == EMPTY:
            return _("One of the first tiles needs the red square.")
        if place in LIGHT and set(turn) <= set(continuing(self.state.cells, turn)):
            return _("A light square needs a line of 10, 11 or 12.")
        return _("It has to continue the tiles that lie there.")

    def lay(self, number: int, at: Square) -> str:
        """Lay a tile on a square if it may go there. Returns why not, or the empty string."""
        why = self.why_not(number, at)
        if not why:
            self.laid[number] = at
        return why

    def at(self, square: Square) -> int | None:
        """Return the number of this turn's tile on that square, or None."""
        return next((number for number, at in self.laid.items() if at == square), None)

    def take_up(self, number: int) -> None:
        """Take a tile back to the rack, and with it those that continued the board only through it."""
        del self.laid[number]
        left = {(tile.row, tile.col) for tile in continuing(self.state.cells, self.down)}
        self.laid = {one: at for one, at in self.laid.items() if at in left}

    def take_back(self) -> bool:
        """Take the last tile back to the rack. Returns False if none is laid."""
        if not self.laid:
            return False
        self.take_up(next(reversed(self.laid)))
        return True

    def complete(self) -> bool:
        """Return True if the tiles laid so far may be the turn."""
        return rules.why_not(self.state, self.down) is None

    # ------------------------------------------------------------------------------------------ score

    def sums(self, turn: rules.Turn, of: Sequence[Square] | None = None) -> tuple[Sum, ...]:
        """Return the runs of two tiles or more through tiles of the turn. of: only through tiles on these squares."""
        after = rules.laid(self.state.cells, turn)
        found: dict[tuple[int, int], Sum] = {}
        for tile in turn:
            if of is not None and (tile.row, tile.col) not in of:
                continue
            for step in (EAST, SOUTH):
                start, total = run_through(after, rules.square(tile.row, tile.col), step)
                if total:
                    found[start, step] = Sum(_squares(after, start, step), total)
        return tuple(found.values())

    def worth(self, turn: rules.Turn) -> str:
        """Return what the turn would score, in words."""
        outcome = rules.outcome_of(rules.laid(self.state.cells, turn), turn)
        if not outcome.points:
            return _("No points.")
        points = points_words(outcome.points)
        if not outcome.crosses:
            return f"{points}."
        words = {1: _("{points}, x2 ticked."), 2: _("{points}, x2 ticked twice.")}
        many = _("{points}, x2 ticked {crosses} times.")
        return put_in(words.get(outcome.crosses, many), points=points, crosses=outcome.crosses)


def _squares(after: rules.Cells, start: int, step: int) -> tuple[Square, ...]:
    found = []
    number = start
    while after[number]:
        found.append(rules.place(number))
        number += step
    return tuple(found)


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
