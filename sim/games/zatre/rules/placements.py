"""Every legal whole turn, exact, without duplicates and fast: which sets of tiles may go on which squares.

Both tiles must be placed where possible. In the rulebook's own example Beate lays her 5 where it scores and keeps her
3, because no square is left for it, although both could have been placed elsewhere without that score. So a turn is
complete when nothing can be added to it: a set of tiles is legal if it is lawful (`judging.fault`) and is part of no
larger lawful set of the tiles in hand.

A set of squares that continues the board is found once: a square is either taken or left out for good, and the squares
that a taken one opens are asked later. Sums of the runs beside every empty square are kept up to date while tiles
go down and come up again, so that a tile is tried by adding up four numbers. Only runs that hold two tiles of the turn
are read tile by tile.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from sim.games.zatre.rules.board import (
    DARK,
    EAST,
    LENGTH,
    LIMIT,
    NEIGHBOURS,
    SOUTH,
    SQUARES,
    Cells,
    ends_of,
    frontier,
    place,
    run_through,
    square,
)
from sim.games.zatre.rules.frontier import AFFECTED, CROSSES, LOWEST, ON_LIGHT, TILES_ON, Runs, frontier_of
from sim.games.zatre.rules.judging import dark_is_possible, fault, laid, outcome_of
from sim.games.zatre.rules.sheet import Outcome
from sim.games.zatre.rules.state import State
from sim.games.zatre.rules.tile_codes import OUTCOMES, RUN
from sim.games.zatre.rules.two_tiles import Order, TwoTiles
from sim.games.zatre.rules.vocabulary import TILES, Tile, Turn

Found: TypeAlias = tuple[Turn, Outcome]
Laid: TypeAlias = tuple[int, int]
"""Number of a square and value of the tile on it."""


class Ways(NamedTuple):
    """Turns that differ in one tile alone: the tiles before and behind it, in their order, and which it may be.

    base: the coded outcome of the other tiles (see rules/frontier.py). tiles, more: the one tile, and what it adds to
    that. A turn without any tile, or one to which none can be added, has no `tiles` and `more` is a single 0.
    """

    before: Turn
    behind: Turn
    base: int
    tiles: Sequence[Tile]
    more: Sequence[int]

    @property
    def total(self) -> int:
        """The number of turns."""
        return len(self.more)

    @property
    def codes(self) -> Sequence[int]:
        """The coded outcome of each."""
        return [self.base + code for code in self.more]

    def turns(self) -> Iterator[Turn]:
        before, behind = self.before, self.behind
        return ((*before, tile, *behind) for tile in self.tiles) if self.tiles else iter((before,))

    def turn(self, number: int) -> Turn:
        """Return the turn with this number, from 0."""
        return (*self.before, self.tiles[number], *self.behind) if self.tiles else self.before

    def code(self, number: int) -> int:
        """Return the coded outcome of the turn with this number."""
        return self.base + self.more[number]


NO_TILE = Ways((), (), 0, (), (0,))
"""The turn of no tile."""
Parcel: TypeAlias = Ways | TwoTiles
"""Turns that are found together: their number, what they are worth, and each when it is asked for."""


def placements(state: State) -> Iterator[Turn]:
    """Yield every legal turn of the side to act, each once, in a fixed order that means nothing; none after the end.

    No tile that could still be added is kept; if none fits, the one turn is the empty one. Lazy: with the four tiles of
    a team there may be a million turns.
    """
    return (turn for turn, _ in scored(state))


def scored(state: State) -> Iterator[Found]:
    """Yield as `placements` does, each turn with what it is worth."""
    return iter(()) if state.to_act is None else scored_on(state.cells, state.hand)


def gains(state: State) -> Iterator[tuple[Turn, int]]:
    """Yield as `placements` does, each turn with its gain (see `gain`)."""
    if state.to_act is None:
        return
    sheet = state.sheets[state.to_act]
    known: dict[Outcome, int] = {}
    for turn, outcome in scored(state):
        if outcome not in known:
            known[outcome] = sheet.written(outcome).total - sheet.total
        yield turn, known[outcome]


def gain(state: State, turn: Turn) -> int:
    """Return by how many points a turn raises the total of the side to act, with bonuses and doubling; 0 after the end.

    The turn must be legal. More than its runs are worth if it completes a row, or crosses one that has cells already.
    """
    if state.to_act is None:
        return 0
    sheet = state.sheets[state.to_act]
    return sheet.written(outcome(state, turn)).total - sheet.total


def outcome(state: State, turn: Turn) -> Outcome:
    """Return what a legal turn is worth: its runs and crosses."""
    return outcome_of(laid(state.cells, turn), turn)


def why_not(state: State, turn: Turn) -> str | None:
    """Return why the side to act may not play this turn, as one sentence; None if it may."""
    return "The game is over." if state.to_act is None else why_not_on(state.cells, state.hand, turn)


# A turn is judged when it is answered, and again when it is applied.
@lru_cache(maxsize=16)
def why_not_on(cells: Cells, hand: tuple[int, ...], turn: Turn) -> str | None:
    """Return as `why_not` does, for any board and any tiles in hand."""
    if _lies(cells, hand, turn):
        return None
    wrong = fault(cells, hand, turn)
    if wrong is not None or len(turn) == len(hand):
        return wrong
    more = next(_supersets(cells, hand, turn), None)
    if more is None:
        return None
    added = next(tile for tile in more if tile not in turn)
    return (
        f"Every tile that can be placed must be placed, and a {added.value} could be added at row {added.row}, "
        f"column {added.col}{'' if len(more) == len(turn) + 1 else ' together with others'}."
    )


def _lies(cells: Cells, hand: tuple[int, ...], turn: Turn) -> bool:
    """Return True if these are both tiles of a usual hand, and lie lawfully."""
    if len(hand) != 2 or len(turn) != 2:
        return False
    first, second = turn
    if first.value not in hand or first.value + second.value != sum(hand):
        return False
    number, at = _NUMBER.get((first.row, first.col)), _NUMBER.get((second.row, second.col))
    if number is None or at is None or number == at or cells[number] or cells[at]:
        return False
    return frontier_of(cells).lie(number, first.value, at, second.value)


_NUMBER = {place(number): number for number in SQUARES}


def legal(state: State, turn: Turn) -> bool:
    """Return True if the side to act may play this turn. A turn that places every tile is only looked at."""
    return why_not(state, turn) is None


def _supersets(cells: Cells, hand: tuple[int, ...], turn: Turn) -> Iterator[Turn]:
    """Yield lawful sets of the tiles in hand that hold a lawful turn and more, one for each number of added tiles."""
    rest = Counter(hand)
    rest.subtract(tile.value for tile in turn)
    search = Search(cells, rest.elements(), numbered(turn))
    for count in range(1, rest.total() + 1):
        found = search.lawful(count)
        if found:
            yield tuple(TILES_ON[value][number] for number, value in found)


def numbered(tiles: Iterable[Tile]) -> list[Laid]:
    """Return these tiles in the form that the search has them."""
    return [(square(tile.row, tile.col), tile.value) for tile in tiles]


def tile_on(number: int, value: int) -> Tile:
    """Return a tile on the square with this number."""
    return TILES_ON[value][number]


def scored_on(cells: Cells, tiles: Iterable[int]) -> Iterator[Found]:
    """Yield as `scored` does, for any board and any tiles in hand."""
    return chain.from_iterable(
        zip(parcel.turns(), map(OUTCOMES.__getitem__, parcel.codes), strict=True) for parcel in ways_on(cells, tiles)
    )


def ways_on(cells: Cells, tiles: Iterable[int]) -> Iterator[Parcel]:
    """Yield the same turns in the same order, many at once."""
    hand = sorted(tiles)
    return _two_tiles(cells, hand) if len(hand) == 2 else Search(cells, hand).ways()


def _two_tiles(cells: Cells, hand: list[int]) -> Iterator[Parcel]:
    """Yield the legal turns of two tiles.

    Where a dark square is left for either, so that none may go on a light one without points nor be kept, they are
    read from the frontier. The others, which are rare, are searched for.
    """
    ground, (low, high) = frontier_of(cells), hand
    if not ground.dark(low) and Search(cells, hand).nothing_fits():
        yield NO_TILE
    orders = [Order(ground, low, high), *([Order(ground, high, low)] if low < high else [])]
    found = TwoTiles.on(ground, orders)
    plain = all(order.calm and not order.spoilt for order in orders)
    if plain:
        yield found
        return
    search = Search(cells, hand)
    for part in found.parts():
        if not isinstance(part, TwoTiles):
            yield from search.ways_with(*part)
        elif part.total:
            yield part


def most(cells: Cells, tiles: Iterable[int]) -> int:
    """Return how many of these tiles can be placed at most in one turn. A turn may be complete with fewer of them."""
    hand = sorted(tiles)
    if _all_lie(cells, hand):
        return len(hand)
    search = Search(cells, hand)
    return next((count for count in range(len(hand), 0, -1) if search.lawful(count)), 0)


def _all_lie(cells: Cells, hand: list[int]) -> bool:
    """Return True if all of these tiles can lie one after the other where each is lawful alone, high ones first.

    So they are together: a tile that scores goes on scoring, and one on a dark square need not score.
    """
    for value in reversed(hand):
        free = frontier_of(cells).singles(value).free.numbers
        if not free:
            return False
        cells = laid(cells, (TILES_ON[value][free[0]],))
    return True


def fitting(cells: Cells) -> tuple[int, ...]:
    """Return the values of which a single tile has a legal square; none means that the position is dead.

    On a dark square if its runs allow it, and otherwise on a light one, which is then allowed even without points.
    """
    ground, highest = frontier_of(cells), max(TILES)
    while highest and not ground.fitting(highest):
        highest -= 1
    # Where a tile fits, lower ones do.
    return tuple(value for value in TILES if value <= highest)


class Search(Runs):
    """A board on which tiles go down and come up again.

    The sums of its runs are kept up to date; `shared` counts how many ends of runs with tiles of this turn lie on a
    square, so that 0 means that a tile there shares no run with them.
    """

    cells: bytearray

    def __init__(self, cells: Cells, tiles: Iterable[int], fixed: Sequence[Laid] = ()) -> None:
        self.before = cells
        self.cells = bytearray(cells)
        self.left = Counter(tiles)
        self.ground = ground = frontier_of(cells)
        self.west, self.east = bytearray(ground.west), bytearray(ground.east)
        self.north, self.south = bytearray(ground.north), bytearray(ground.south)
        self.shared = bytearray(LENGTH)
        self.dark = ground.dark
        self.path: list[Laid] = []
        self.fixed_fit = True
        for number, value in fixed:
            self.fixed_fit &= self.space(number) >= value
            self.put(number, value)
            self.path.append((number, value))
        self.edge = frontier(self.cells) if fixed else ground.squares

    def space(self, number: int) -> int:
        """Return the highest value that fits on an empty square."""
        return LIMIT - max(self.west[number] + self.east[number], self.north[number] + self.south[number])

    def put(self, number: int, value: int) -> tuple[int, ...]:
        """Put a tile down; return what `lift` needs to take it up again."""
        cells = self.cells
        cells[number] = value
        row = self.west[number] + value + self.east[number]
        column = self.north[number] + value + self.south[number]
        up, left, right, down = ends_of(cells, number)
        undo = (number, left, self.east[left], right, self.west[right], up, self.south[up], down, self.north[down])
        self.east[left] = self.west[right] = row
        self.south[up] = self.north[down] = column
        for end in (left, right, up, down):
            self.shared[end] += 1
        return undo

    def lift(self, undo: tuple[int, ...]) -> None:
        """Take up the tile that was put down last."""
        number, left, east, right, west, up, south, down, north = undo
        self.cells[number] = 0
        self.east[left], self.west[right], self.south[up], self.north[down] = east, west, south, north
        for end in (left, right, up, down):
            self.shared[end] -= 1

    @contextmanager
    def holding(self, number: int, value: int) -> Iterator[None]:
        """Hold one of the tiles in hand on a square while the context lasts."""
        undo = self.put(number, value)
        self.path.append((number, value))
        self.left[value] -= 1
        yield
        self.left[value] += 1
        self.path.pop()
        self.lift(undo)

    def ways(self) -> Iterator[Ways]:
        """Yield every legal turn. There must be no fixed tiles."""
        return self._complete(0, [], self.seen(), self.left.total())

    def ways_with(self, number: int, value: int) -> Iterator[Ways]:
        """Yield those whose first tile is this one. There must be no fixed tiles."""
        seen = self.seen()
        opened = [beside for beside in NEIGHBOURS[number] if not (self.cells[beside] or seen[beside])]
        for beside in opened:
            seen[beside] = 1
        with self.holding(number, value):
            yield from self._complete(bisect_right(self.edge, number), opened, seen, self.left.total())

    def nothing_fits(self) -> bool:
        """Return True if no turn with a tile is lawful. There must be no fixed tiles."""
        return not self._can_grow([])

    def lawful(self, count: int) -> list[Laid]:
        """Return the first lawful set found of the fixed tiles and `count` more; empty if there is none."""
        found = next(self._lawful(list(self.edge), self.seen(), count), None)
        return found or []

    def seen(self) -> bytearray:
        """Return the squares that continue the board, marked."""
        seen = bytearray(LENGTH)
        for number in self.edge:
            seen[number] = 1
        return seen

    def steps(self, open_: list[int], seen: bytearray) -> Iterator[list[int]]:
        """Put one more tile down in every way, the first of `open_` first; yield the squares that are open after it.

        Squares before it are left out for good, so that every set of tiles comes once. While it waits for the next, the
        tile lies; afterwards everything is as before.
        """
        for index, number in enumerate(open_):
            for value in self.fitting(number):
                opened = [beside for beside in NEIGHBOURS[number] if not (self.cells[beside] or seen[beside])]
                for beside in opened:
                    seen[beside] = 1
                with self.holding(number, value):
                    yield open_[index + 1 :] + opened
                for beside in opened:
                    seen[beside] = 0

    def _lawful(self, open_: list[int], seen: bytearray, count: int) -> Iterator[list[Laid]]:
        if count == 0:
            if self.excused(self.read()[1], self.path):
                yield list(self.path)
            return
        for after in self.steps(open_, seen):
            yield from self._lawful(after, seen, count - 1)

    def _complete(self, start: int, opened: list[int], seen: bytearray, count: int) -> Iterator[Ways]:
        """Yield the legal turns with the tiles down now and perhaps some of `count` others.

        These come to squares of the edge from the index `start` on, and after them to those in `opened`.
        """
        code, waiting = self.read()
        if self.excused(waiting, self.path) and not (count and self._can_grow(waiting)):
            yield Ways(_turn(self.path), (), code, (), (0,))
        if count == 1:
            yield from self._last(start, opened, code, waiting)
        elif count:
            for index, number in enumerate((*self.edge[start:], *opened), start=start):
                beyond = index - len(self.edge)
                after = opened[beyond + 1 :] if beyond >= 0 else opened
                for value in self.fitting(number):
                    new = [beside for beside in NEIGHBOURS[number] if not (self.cells[beside] or seen[beside])]
                    for beside in new:
                        seen[beside] = 1
                    with self.holding(number, value):
                        yield from self._complete(min(index + 1, len(self.edge)), after + new, seen, count - 1)
                    for beside in new:
                        seen[beside] = 0

    def fitting(self, number: int) -> list[int]:
        """Return the values of tiles in hand that fit on an empty square."""
        room = self.space(number)
        return [value for value, held in self.left.items() if held and value <= room]

    def _can_grow(self, waiting: list[Laid]) -> bool:
        """Return True if the tiles down now, which are one, and some of those in hand make a lawful set."""
        values = [value for value, held in self.left.items() if held]
        if not waiting and any(self.dark_is_left(value) for value in values):
            return True
        beside = {near for number, _ in self.path for near in NEIGHBOURS[number]}
        for number in (*self.edge, *beside.difference(self.edge)):
            if self.cells[number]:
                continue
            room = self.space(number)
            for value in values:
                if value > room:
                    continue
                # Tiles that score go on scoring, and one on a dark square need not score.
                if not (waiting or ON_LIGHT[number]):
                    return True
                if self.excused(self._with(number, value)[1], [*self.path, (number, value)]):
                    return True
        more = range(2, self.left.total() + 1)
        return any(Search(self.before, self.left.elements(), self.path).lawful(count) for count in more)

    def _last(self, start: int, opened: list[int], base: int, waiting: list[Laid]) -> Iterator[Ways]:
        """Yield the legal turns that take one more square for the last tile; `base` and `waiting` come from `read`."""
        (value,) = (value for value, held in self.left.items() if held)
        single = self.ground.singles(value)
        first = self.edge[start] if start < len(self.edge) else LENGTH
        # Where a tile shares no run with the others it is worth what it is worth alone.
        if waiting:
            most = AFFECTED * len(self.path)
            apart = [] if any(self.dark(held) > most for _, held in waiting) else single.fits.numbers
            choices = [number for number in apart[bisect_left(apart, first) :] if not self.shared[number]]
            choices = sorted({*choices, *(at for at in self.edge[start:] if self.shared[at])})
            yield from self._one_by_one([*choices, *opened], value, base, waiting)
            return
        fits = single.free if self.dark_is_left(value) else single.fits
        path = sorted(self.path)
        taken = [number for number, _ in path]
        near = [at for at in self.edge[start:] if self.shared[at]]
        low = bisect_left(fits.numbers, first)
        for at in (*near, LENGTH):
            high = bisect_left(fits.numbers, at, low)
            for begun, end, count in _pieces(fits.numbers, low, high, taken):
                yield Ways(_turn(path[:count]), _turn(path[count:]), base, fits.tiles[begun:end], fits.codes[begun:end])
            low = high
            if at < LENGTH:
                yield from self._one_by_one([at], value, base, waiting)
                low += low < len(fits.numbers) and fits.numbers[low] == at
        yield from self._one_by_one(opened, value, base, waiting)

    def _one_by_one(self, squares: Iterable[int], value: int, base: int, waiting: list[Laid]) -> Iterator[Ways]:
        """Yield as `_last` does, for these squares, each looked at with all that lies."""
        for number in squares:
            if self.space(number) < value:
                continue
            if self.shared[number]:
                code, unscored = self._with(number, value)
            else:
                across, along = self.west[number] + self.east[number], self.north[number] + self.south[number]
                code, unscored = RUN[across + value] + RUN[along + value], waiting
                if code:
                    code += CROSSES[number]
                elif ON_LIGHT[number]:
                    unscored = [*waiting, (number, value)]
                code += base
            tiles = [*self.path, (number, value)]
            if not unscored or self.excused(unscored, tiles):
                yield Ways(_turn(tiles), (), code, (), (0,))

    def dark_is_left(self, value: int) -> bool:
        """Return True if a tile of this value fits on a dark square beside the tiles that lie."""
        dark = self.ground.singles(value).dark
        # Each tile of the turn takes its square, and changes the runs beside four.
        if len(dark) > AFFECTED * len(self.path):
            return True
        cells, shared = self.cells, self.shared
        if any(not (cells[at] or shared[at]) for at in dark):
            return True
        near = {beside for number, _ in self.path for beside in NEIGHBOURS[number]}.union(dark)
        return any(not cells[at] and at in DARK and self.space(at) >= value for at in near)

    def _with(self, number: int, value: int) -> tuple[int, list[Laid]]:
        """Return as `read` does, with one more tile."""
        self.cells[number] = value
        self.path.append((number, value))
        found = self.read()
        self.path.pop()
        self.cells[number] = 0
        return found

    def read(self) -> tuple[int, list[Laid]]:
        """Return the worth of the turn's tiles as they lie, and those on light squares that no scoring run excuses."""
        code = 0
        waiting: list[Laid] = []
        counted = set[tuple[int, int]]()
        for number, value in self.path:
            own = False
            for step in (EAST, SOUTH):
                start, total = run_through(self.cells, number, step)
                if total >= LOWEST:
                    own = True
                    if (start, step) not in counted:
                        counted.add((start, step))
                        code += RUN[total]
            if own:
                code += CROSSES[number]
            elif ON_LIGHT[number]:
                waiting.append((number, value))
        return code, waiting

    def excused(self, unscored: list[Laid], tiles: list[Laid]) -> bool:
        """Return True if these tiles may go on light squares without scoring: no dark one is possible for them."""
        for number, value in unscored:
            # Each other tile takes one square and changes the sums beside four; if more dark squares fit, one is left.
            if self.dark(value) > AFFECTED * (len(tiles) - 1):
                return False
            others = [tile for tile in tiles if tile[0] != number]
            if len(others) < 2:
                if self._leave_dark(others, value):
                    return False
                continue
            taken = [(other // SOUTH, other % SOUTH) for other, _ in others]
            if any(
                all(at // SOUTH != row and at % SOUTH != column for row, column in taken)
                for at in self.ground.singles(value).dark
            ):
                # No other tile comes near it.
                return False
            if dark_is_possible(self.before, [TILES_ON[held][other] for other, held in others], value):
                return False
        return True

    def _leave_dark(self, others: list[Laid], value: int) -> bool:
        """Return True if a dark square is left for a tile of this value by one other tile, or by none."""
        ground = self.ground
        if others:
            ((number, held),) = others
            if ground.singles(held).found[number]:
                return number not in ground.spoilt(held, value)
        # A tile that hangs on the one in question takes nothing from it.
        return ground.dark(value) > 0


def _turn(tiles: Iterable[Laid]) -> Turn:
    return tuple([TILES_ON[value][number] for number, value in sorted(tiles)])


def _pieces(numbers: Sequence[int], low: int, high: int, taken: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Cut a range of squares wherever one of the `taken` ones lies between two: begin, end, and the taken ones before.

    Both in their order; no empty piece is yielded.
    """
    for count, number in enumerate(taken):
        cut = bisect_left(numbers, number, low, high)
        if cut > low:
            yield low, cut, count
            low = cut
    if high > low:
        yield low, high, len(taken)
