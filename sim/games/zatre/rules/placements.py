"""Every legal whole turn, exact, without duplicates and fast: which sets of tiles may lie on which squares.

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

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from sim.games.zatre.rules.board import (
    DARK,
    EAST,
    KINDS,
    LENGTH,
    LIGHT,
    LIMIT,
    NEIGHBOURS,
    SOUTH,
    SQUARES,
    Cells,
    frontier,
    place,
    run_through,
    square,
    tiles_on,
)
from sim.games.zatre.rules.judging import dark_is_possible, fault, laid, outcome_of
from sim.games.zatre.rules.sheet import Outcome
from sim.games.zatre.rules.state import State
from sim.games.zatre.rules.vocabulary import TILES, Tile, Turn

# An outcome as one number while it is added up: eight bits each for tens, elevens, twelves and crosses.
_RUN = [0] * 10 + [1, 1 << 8, 1 << 16]
_CROSS = 1 << 24
_ON = {number: {value: Tile(*place(number), value) for value in TILES} for number in SQUARES}
_IS_LIGHT = bytes(number in LIGHT for number in range(LENGTH))
_CROSSES = [_CROSS if number in KINDS and number not in DARK else 0 for number in range(LENGTH)]

Found: TypeAlias = tuple[Turn, Outcome]
Laid: TypeAlias = tuple[int, int]
"""Number of a square and value of the tile on it."""


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


def why_not_on(cells: Cells, hand: tuple[int, ...], turn: Turn) -> str | None:
    """Return as `why_not` does, for any board and any tiles in hand."""
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
            yield tuple(_ON[number][value] for number, value in found)


def numbered(tiles: Iterable[Tile]) -> list[Laid]:
    """Return these tiles in the form that the search has them."""
    return [(square(tile.row, tile.col), tile.value) for tile in tiles]


def tile_on(number: int, value: int) -> Tile:
    """Return a tile on the square with this number."""
    return _ON[number][value]


def scored_on(cells: Cells, tiles: Iterable[int]) -> Iterator[Found]:
    """Yield as `scored` does, for any board and any tiles in hand."""
    return Search(cells, sorted(tiles)).turns()


def most(cells: Cells, tiles: Iterable[int]) -> int:
    """Return how many of these tiles can be placed at most in one turn. A turn may be complete with fewer of them."""
    hand = sorted(tiles)
    search = Search(cells, hand)
    return next((count for count in range(len(hand), 0, -1) if search.lawful(count)), 0)


def fitting(cells: Cells) -> tuple[int, ...]:
    """Return the values of which a single tile has a legal square; none means that the position is dead.

    On a dark square if its runs allow it, and otherwise on a light one, which is then allowed even without points.
    """
    search = Search(cells, ())
    best = max(map(search.space, frontier(cells)), default=0)
    return tuple(value for value in TILES if value <= best)


class Search:
    """A board on which tiles go down and come up again.

    `west`, `east`, `north` and `south` hold for every empty square the sums of the runs that end beside it; `shared`
    counts how many ends of runs with tiles of this turn lie on a square, so that 0 means that a tile there shares no
    run with them.
    """

    def __init__(self, cells: Cells, tiles: Iterable[int], fixed: Sequence[Laid] = ()) -> None:
        self.before = cells
        self.cells = bytearray(cells)
        self.left = Counter(tiles)
        self.west, self.east, self.north, self.south = [0] * LENGTH, [0] * LENGTH, [0] * LENGTH, [0] * LENGTH
        tiles_before = tiles_on(cells)
        for number in tiles_before:
            self.west[number + EAST] = self.west[number] + cells[number]
            self.north[number + SOUTH] = self.north[number] + cells[number]
        for number in reversed(tiles_before):
            self.east[number - EAST] = self.east[number] + cells[number]
            self.south[number - SOUTH] = self.south[number] + cells[number]
        self.shared = [0] * LENGTH
        edge = frontier(cells)
        rooms = [self.space(number) for number in edge if number in DARK]
        self.dark = {value: sum(room >= value for room in rooms) for value in TILES}
        self.path: list[Laid] = []
        self.fixed_fit = True
        for number, value in fixed:
            self.fixed_fit &= self.space(number) >= value
            self.put(number, value)
            self.path.append((number, value))
        self.edge = frontier(self.cells) if fixed else edge

    def space(self, number: int) -> int:
        """Return the highest value that fits on an empty square."""
        return LIMIT - max(self.west[number] + self.east[number], self.north[number] + self.south[number])

    def put(self, number: int, value: int) -> tuple[int, ...]:
        """Put a tile down; return what `lift` needs to take it up again."""
        cells = self.cells
        cells[number] = value
        row = self.west[number] + value + self.east[number]
        column = self.north[number] + value + self.south[number]
        left, right, up, down = number - EAST, number + EAST, number - SOUTH, number + SOUTH
        while cells[left]:
            left -= EAST
        while cells[right]:
            right += EAST
        while cells[up]:
            up -= SOUTH
        while cells[down]:
            down += SOUTH
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

    def turns(self) -> Iterator[Found]:
        """Yield every legal turn that holds the fixed tiles."""
        names: dict[int, Outcome] = {}
        for tiles, code in self._complete(list(self.edge), self.seen(), self.left.total()):
            if code not in names:
                names[code] = Outcome(code & 255, code >> 8 & 255, code >> 16 & 255, code >> 24)
            yield tuple([_ON[number][value] for number, value in sorted(tiles)]), names[code]

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
            room = self.space(number)
            for value in [value for value, held in self.left.items() if held and value <= room]:
                opened = [beside for beside in NEIGHBOURS[number] if not (self.cells[beside] or seen[beside])]
                for beside in opened:
                    seen[beside] = 1
                undo = self.put(number, value)
                self.left[value] -= 1
                self.path.append((number, value))
                yield open_[index + 1 :] + opened
                self.path.pop()
                self.left[value] += 1
                self.lift(undo)
                for beside in opened:
                    seen[beside] = 0

    def _lawful(self, open_: list[int], seen: bytearray, count: int) -> Iterator[list[Laid]]:
        if count == 0:
            if self.excused(self.read()[1], self.path):
                yield list(self.path)
            return
        for after in self.steps(open_, seen):
            yield from self._lawful(after, seen, count - 1)

    def _complete(self, open_: list[int], seen: bytearray, count: int) -> Iterator[tuple[list[Laid], int]]:
        """Yield the legal turns with the tiles down now and perhaps some of `count` others, from squares of `open_`."""
        code, waiting = self.read()
        if self.excused(waiting, self.path) and not (count and self._can_grow(waiting)):
            yield list(self.path), code
        if count == 1:
            yield from self._last(open_, code, waiting)
        elif count:
            for after in self.steps(open_, seen):
                yield from self._complete(after, seen, count - 1)

    def _can_grow(self, waiting: list[Laid]) -> bool:
        """Return True if the tiles down now, which are one, and some of those in hand make a lawful set."""
        values = [value for value, held in self.left.items() if held]
        beside = {near for number, _ in self.path for near in NEIGHBOURS[number]}
        for number in (*self.edge, *beside.difference(self.edge)):
            if self.cells[number]:
                continue
            room = self.space(number)
            for value in values:
                if value > room:
                    continue
                # Tiles that score go on scoring, and one on a dark square need not score.
                if not (waiting or _IS_LIGHT[number]):
                    return True
                if self.excused(self._with(number, value)[1], [*self.path, (number, value)]):
                    return True
        more = range(2, self.left.total() + 1)
        return any(Search(self.before, self.left.elements(), self.path).lawful(count) for count in more)

    def _last(self, open_: list[int], base: int, waiting: list[Laid]) -> Iterator[tuple[list[Laid], int]]:
        """Yield the legal turns that take one more square for the last tile; `base` and `waiting` come from `read`."""
        west, east, north, south, shared = self.west, self.east, self.north, self.south, self.shared
        (value,) = (value for value, held in self.left.items() if held)
        limit = LIMIT - value
        for number in open_:
            across, along = west[number] + east[number], north[number] + south[number]
            if across > limit or along > limit:
                continue
            if shared[number]:
                code, unscored = self._with(number, value)
            else:
                code, unscored = _RUN[across + value] + _RUN[along + value], waiting
                if code:
                    code += _CROSSES[number]
                elif _IS_LIGHT[number]:
                    unscored = [*waiting, (number, value)]
                code += base
            tiles = [*self.path, (number, value)]
            if not unscored or self.excused(unscored, tiles):
                yield tiles, code

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
        waiting = []
        counted = set()
        for number, value in self.path:
            own = 0
            for step in (EAST, SOUTH):
                start, total = run_through(self.cells, number, step)
                if total >= 10:
                    own = 1
                    if (start, step) not in counted:
                        counted.add((start, step))
                        code += _RUN[total]
            if own:
                code += _CROSSES[number]
            elif _IS_LIGHT[number]:
                waiting.append((number, value))
        return code, waiting

    def excused(self, unscored: list[Laid], tiles: list[Laid]) -> bool:
        """Return True if these tiles may lie on light squares without scoring: no dark one is possible for them."""
        for number, value in unscored:
            # Each other tile takes one square and changes the sums beside four; if more dark squares fit, one is left.
            if self.dark[value] > 5 * (len(tiles) - 1):
                return False
            others = [_ON[other][held] for other, held in tiles if other != number]
            if dark_is_possible(self.before, others, value):
                return False
        return True
