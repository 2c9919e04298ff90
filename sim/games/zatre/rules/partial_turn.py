"""Partial turns: where the next tile may go, so that the turn can still be finished by the rules.

This is computed again for every tile that a player lays, with up to four tiles in hand. Most squares are decided at
once, since the tiles down are lawful as they are. Only a tile on a light square that does not score yet needs others.
Either they make a run of 10 to 12 through it; then all tiles that are no part of such a run may be left out, and the
rest is lawful too. Or they leave it no dark square, which is possible only if there are very few: a tile takes at most
its own square and the four at the ends of its runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from sim.games.zatre.rules.board import (
    DARK,
    EAST,
    EMPTY,
    KINDS,
    LENGTH,
    LIMIT,
    NEIGHBOURS,
    RED,
    SOUTH,
    Cells,
    numbers_in,
    place,
    room,
    run_through,
)
from sim.games.zatre.rules.frontier import AFFECTED, LOWEST, ON_LIGHT, Frontier, frontier_of
from sim.games.zatre.rules.judging import continuing, laid
from sim.games.zatre.rules.placements import Laid, Search, numbered, tile_on
from sim.games.zatre.rules.state import State
from sim.games.zatre.rules.tile_codes import FREE, WAITS
from sim.games.zatre.rules.vocabulary import Turn

Squares: TypeAlias = bytes | bytearray
"""A byte for each number of a square, 0 where it is none of them."""


_ON_RED = bytes(number == RED for number in range(LENGTH))


def open_squares(state: State, down: Turn, value: int) -> tuple[tuple[int, int], ...]:
    """Return where a tile of this value may go next to those already down, so that a legal turn can come of it.

    Args:
        down: tiles of this turn that lie already, each continuing the board or an earlier one; may be empty.
        value: of a tile still in hand.

    Row and column of each square, in their order; none if the tiles in hand do not allow it.
    """
    left = Counter(state.hand)
    left.subtract(tile.value for tile in down)
    if min(left.values(), default=0) < 0 or not left[value]:
        return ()
    ((_, squares),) = steps_on(state.cells, left.elements(), down, [value])
    return tuple(map(place, numbers_in(squares)))


def steps_on(cells: Cells, left: Iterable[int], down: Turn, values: Iterable[int]) -> Iterator[tuple[int, Squares]]:
    """Yield for each of these values the squares where a tile of it may go next.

    They may be shared: nothing may be written to them.

    Args:
        cells: the board before the turn.
        left: the tiles still in hand.
        down: as `open_squares` has them.
        values: of some tiles still in hand.
    """
    held, tiles = tuple(left), numbered(down)
    if len(held) + len(tiles) == 2 and held:
        ground = frontier_of(cells)
        if not tiles:
            for value in values:
                yield value, _first_of_two(ground, held, value)
            return
        ((number, laid_value),) = tiles
        if ground.singles(laid_value).found[number]:
            for value in values:
                yield value, _second_of_two(ground, number, laid_value, value)
            return
    if not tiles and cells == EMPTY:
        yield from ((value, _ON_RED) for value in values)
        return
    search = Search(cells, held, tiles)
    if not search.fixed_fit:
        yield from ((value, bytes(LENGTH)) for value in values)
        return
    finish = _Finish(search)
    waiting = search.read()[1]
    calm = not waiting
    beside = [number for number in search.edge if search.shared[number]] if down else []
    away = search.shared[:]
    for number, _ in search.path:
        away[number] = 1
    # The last tile of all must make those score that are surely not excused: it cannot lie apart from them.
    joins = search.left.total() == 1 and any(search.dark(held) > AFFECTED * len(search.path) for _, held in waiting)
    for value in values:
        single = search.ground.singles(value)
        # Tiles that score go on scoring, and a tile that need not score can be added to a lawful turn.
        found = [number for number in single.free.numbers if not away[number]] if calm else []
        asked = single.waiting if calm else [] if joins else single.fits.numbers
        found += [n for n in asked if not away[n] and finish.is_possible_with(n, value, calm)]
        for number in beside:
            if value <= search.space(number):
                free = calm and not ON_LIGHT[number]
                if free or finish.is_possible_with(number, value, calm):
                    found.append(number)
        yield value, _marked(found)


def _marked(numbers: Iterable[int]) -> Squares:
    found = bytearray(LENGTH)
    for number in numbers:
        found[number] = 1
    return found


def _first_of_two(ground: Frontier, hand: tuple[int, ...], value: int) -> Squares:
    """Return the squares for a tile of this value, if it comes first of two."""
    fits = ground.singles(value).found
    number = fits.find(WAITS)
    if number < 0 or not ground.dark(value):
        return fits
    found, last = bytearray(fits), hand[hand[0] == value]
    while number >= 0:
        if not ground.scores_beside(number, value, last):
            # Only a last tile that leaves no dark square for it excuses it.
            found[number] = any(
                at != number and ground.lie(number, value, at, last) for at in ground.spoilt(last, value)
            )
        number = fits.find(WAITS, number + 1)
    return found


def _second_of_two(ground: Frontier, number: int, value: int, last: int) -> Squares:
    """Return the squares for a tile of the value `last`, where one lies already on a square of the frontier.

    number, value: of the tile that lies.
    """
    fits = ground.singles(last).found
    spoils = WAITS in fits and ground.spoils(number, value, last)
    if ground.singles(value).found[number] == WAITS:
        found = bytearray(LENGTH)
        for at in ground.spoilt(last, value):
            found[at] = spoils or fits[at] != WAITS
    else:
        found = bytearray(fits if spoils else fits.translate(FREE))
    found[number] = 0
    for end in ground.beside(number):
        found[end[0]] = ground.joined(number, value, last, end)
    return found


class _Finish:
    """The question whether tiles that lie can be part of a lawful set: if so, the largest such set is a legal turn."""

    def __init__(self, search: Search, known: dict[tuple[int, int, int], list[set[int]]] | None = None) -> None:
        self.search = search
        # As `_near` has them on the board before the turn, by value and by the number of tiles and sum that are left.
        self._known = {} if known is None else known

    def is_possible_with(self, number: int, value: int, calm: bool) -> bool:
        """Return True if the turn can be finished with one more tile. calm: no tile waits for others as they lie."""
        search = self.search
        if calm:
            across, along = search.west[number] + search.east[number], search.north[number] + search.south[number]
            if max(across, along) + value >= LOWEST:
                return True
            others = search.left.total() - 1
            if not others:
                # It must be excused by the tiles that lie, none of which hangs on it.
                return not search.dark_is_left(value)
            if others < 2 and search.dark(value) > AFFECTED * (len(search.path) + others):
                (last,) = (search.left - Counter((value,))).elements()
                return search.scores_beside(number, value, last)
        with search.holding(number, value):
            return self.is_possible()

    def is_possible(self) -> bool:
        """Return True if the turn can be finished with what lies in the search now."""
        search = self.search
        waiting = search.read()[1]
        if search.excused(waiting, search.path):
            return True
        if not search.left.total():
            return False
        if self._scores(waiting):
            return True
        # A tile that cannot be made to score alone cannot beside other tiles either: it must be excused.
        lost = [tile for tile in waiting if not self._scores([tile], alone=True)]
        # As `Search.excused` has it: too many dark squares for all other tiles of the turn to take.
        others = len(search.path) - 1 + search.left.total()
        excusable = [tile for tile in waiting if search.dark(tile[1]) <= AFFECTED * others]
        if any(tile not in excusable for tile in lost):
            return False
        if lost or any(map(self._may_be_excused, excusable)):
            again = Search(search.before, search.left.elements(), search.path)
            return _Finish(again, self._known)._somehow(lost, list(again.edge), again.seen())
        return False

    def _somehow(self, lost: list[Laid], open_: list[int], seen: bytearray) -> bool:
        """Return True if there is any lawful set, given that the tiles in `lost` must be excused.

        The search is left as it is found.
        """
        search = self.search
        for tile in lost:
            near, tiles = self._near(tile)
            if not _covered(near, tiles):
                return False
            if not _covered(near, tiles - 1):
                # None of them may be wasted.
                useful = [number for number in set[int]().union(*near) if _covered(_but(near, number), tiles - 1)]
                open_ = [number for number in open_ if number in useful]
        if search.excused(search.read()[1], search.path):
            return True
        return any(self._somehow(lost, after, seen) for after in search.steps(open_, seen))

    def _scores(self, waiting: list[Laid], alone: bool = False) -> bool:
        """Return True if all waiting tiles can be made to score; `alone`: the first one, apart from the others."""
        ends = ((EAST, -EAST), (SOUTH, -SOUTH))
        return not waiting or any(self._grown(waiting[0][0], ways, alone) for ways in ends)

    def _grown(self, number: int, ways: tuple[int, ...], alone: bool) -> bool:
        """Return True if more tiles at the ends of its run can make a tile score, and all else that waits.

        ways: the directions of these ends; tiles at the second come after those at the first, so that each run comes
        once.
        """
        search = self.search
        if run_through(search.cells, number, abs(ways[0]))[1] >= LOWEST and (alone or self._scores(search.read()[1])):
            return True
        for index, onward in enumerate(ways):
            at = number + onward
            while search.cells[at]:
                at += onward
            space = search.space(at) if at in KINDS else 0
            for value in [value for value, held in search.left.items() if held and value <= space]:
                with search.holding(at, value):
                    if self._grown(number, ways[index:], alone):
                        return True
        return False

    def _may_be_excused(self, waiting: Laid) -> bool:
        """Return True unless the tiles left surely cannot take every dark square from a waiting tile."""
        return _covered(*self._near(waiting))

    def _near(self, waiting: Laid) -> tuple[list[set[int]], int]:
        """Return, for every dark square open to a waiting tile, the squares that would take it away; and their number.

        The number is of those that are left and those that hang on the waiting tile alone.
        """
        number, value = waiting
        path, before, left = self.search.path, self.search.before, self.search.left
        there = continuing(before, [tile_on(at, held) for at, held in path if at != number])
        hanging = len(path) - 1 - len(there)
        tiles = left.total() + hanging
        most = value + sum(left.elements()) + (sum(held for _, held in path) - value if hanging else 0)
        dark = self.search.ground.singles(value).dark
        if not there:
            key = value, tiles, most
            if key not in self._known:
                self._known[key] = [_near(before, at, tiles, LIMIT - most) for at in dark]
            return self._known[key], tiles
        # Tiles that are down take squares away, and open only those beside them.
        board = laid(before, there)
        beside = [near for at, _ in path if board[at] for near in NEIGHBOURS[at] if near in DARK]
        dark = sorted({at for at in (*dark, *beside) if not board[at] and room(board, at) >= value})
        return [_near(board, at, tiles, LIMIT - most) for at in dark], tiles


def _covered(near: list[set[int]], tiles: int) -> bool:
    """Return True if `tiles` squares can be found such that one of them is in each of these sets."""
    if not near:
        return True
    if tiles < 1:
        return False
    return any(_covered(_but(near, one), tiles - 1) for one in near[0])


def _but(near: list[set[int]], number: int) -> list[set[int]]:
    return [squares for squares in near if number not in squares]


def _near(cells: Cells, number: int, tiles: int, spare: int) -> set[int]:
    """Return where one of `tiles` tiles must lie so that an empty square is taken or its runs get too high.

    There, or next to the tiles beside it, if the runs with all that might be joined to them add up to more than there
    is to spare.
    """
    found = {number}
    for line in (EAST, SOUTH):
        (before, before_sums), (behind, behind_sums) = (_joined(cells, number, step, tiles) for step in (-line, line))
        for one, sums, others in ((before, before_sums, behind_sums), (behind, behind_sums, before_sums)):
            # `count` of the tiles at this end, and the rest at the other one.
            for count in range(1, len(sums)):
                if sums[count] + others[min(tiles - count, len(others) - 1)] > spare:
                    found.add(one)
                    break
    return found


def _joined(cells: Cells, number: int, step: int, tiles: int) -> tuple[int, list[int]]:
    """Return the next empty square from there in a direction, and sums of the run to which a square belongs.

    The sums are of the tiles that lie there already when none, one, two, ... of `tiles` more have filled its gaps.
    """
    total, at, sums = 0, number, list[int]()
    for gap in range(tiles + 1):
        at += step
        while cells[at]:
            total += cells[at]
            at += step
        sums.append(total)
        if not gap:
            first = at
        if at not in KINDS:
            break
    return first, sums
