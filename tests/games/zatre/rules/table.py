"""ZATRE for tests: a game told in few words, and a second, deliberately plain account of its rules.

The account shares nothing with the engine: a board is a dict from (row, column) to a value, the squares are a drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TypeAlias

import pytest

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules.board import frontier, room
from sim.rules_frame import Event, IllegalAction

DRAWING = """\
    ..x x..
 x...........x
 .x.........x.
 ..x.......x..
....x.....x....
.....x...x.....
x.....x.x.....x
 ......R......
x.....x.x.....x
.....x...x.....
....x.....x....
 ..x.......x..
 .x.........x.
 x...........x
    ..x x..
"""
SQUARES = {
    (row, col): mark for row, line in enumerate(DRAWING.splitlines()) for col, mark in enumerate(line) if mark != " "
}
CENTRE = (7, 7)
POINTS = {10: 1, 11: 2, 12: 4}

Board: TypeAlias = dict[tuple[int, int], int]
Laid: TypeAlias = frozenset[tuple[tuple[int, int], int]]


def sides(at: tuple[int, int]) -> list[tuple[int, int]]:
    row, col = at
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def runs(board: Board, at: tuple[int, int]) -> list[frozenset[tuple[int, int]]]:
    """The runs of two tiles and more through a square that has one."""
    found = []
    for down, right in ((0, 1), (1, 0)):
        run = [at]
        for sign in (1, -1):
            row, col = at
            while (row + sign * down, col + sign * right) in board:
                row, col = row + sign * down, col + sign * right
                run.append((row, col))
        if len(run) > 1:
            found.append(frozenset(run))
    return found


def sums(board: Board, at: tuple[int, int]) -> list[int]:
    return [sum(board[place] for place in run) for run in runs(board, at)]


def touches(board: Board, at: tuple[int, int]) -> bool:
    return any(place in board for place in sides(at)) if board else at == CENTRE


def connected(board: Board, tiles: Board) -> Board:
    """Those of the tiles that can be laid one after the other so that each touches what lies already."""
    on: Board = {}
    while True:
        more = {at: tiles[at] for at in tiles if at not in on and touches({**board, **on}, at)}
        if not more:
            return on
        on |= more


def dark_place(board: Board, value: int) -> bool:
    return any(
        mark == "." and at not in board and touches(board, at) and max(sums({**board, at: value}, at)) < 13
        for at, mark in SQUARES.items()
    )


def lawful(board: Board, tiles: Board) -> bool:
    """May these tiles be laid together? Whether more would have to be is another question."""
    after = {**board, **tiles}
    if any(at not in SQUARES or at in board for at in tiles) or (not board and tiles and CENTRE not in tiles):
        return False
    if connected(board, tiles) != tiles or any(total > 12 for at in tiles for total in sums(after, at)):
        return False
    for at, value in tiles.items():
        if SQUARES[at] == "x" and not any(total >= 10 for total in sums(after, at)):
            others = connected(board, {other: tiles[other] for other in tiles if other != at})
            if dark_place({**board, **others}, value):
                return False
    return True


def sets_laid(board: Board, hand: Iterable[int], count: int) -> set[Laid]:
    """Every set of this many tiles that can go down one by one, each touching the board, no run above 12."""
    found: set[Laid] = set()

    def lay(tiles: Board, left: Counter[int]) -> None:
        if len(tiles) == count:
            found.add(frozenset(tiles.items()))
            return
        now = {**board, **tiles}
        for at in SQUARES:
            if at not in now and touches(now, at):
                for value in +left:
                    if all(total < 13 for total in sums({**now, at: value}, at)):
                        lay({**tiles, at: value}, left - Counter([value]))

    lay({}, Counter(hand))
    return found


def whole_turns(board: Board, hand: tuple[int, ...]) -> set[Laid]:
    """Every legal turn by brute force: the lawful sets of tiles that are part of no larger lawful set."""
    found: set[Laid] = set()
    larger: set[Laid] = set()
    for count in range(len(hand), -1, -1):
        now = {tiles for tiles in sets_laid(board, hand, count) if lawful(board, dict(tiles))}
        found |= now - larger
        within = {tiles - {tile} for tiles in now for tile in tiles}
        larger = within | {tiles - {tile} for tiles in larger for tile in tiles}
    return found


def worth(board: Board, tiles: Laid) -> tuple[int, int, int, int]:
    """Runs of 10, 11 and 12 that the tiles made, and crosses."""
    after = {**board, **dict(tiles)}
    made = {run for at, _ in tiles for run in runs(after, at)}
    totals = Counter(sum(after[at] for at in run) for run in made)
    crosses = sum(SQUARES[at] in "xR" and any(t >= 10 for t in sums(after, at)) for at, _ in tiles)
    return totals[10], totals[11], totals[12], crosses


def board_of(state: zatre.State) -> Board:
    return {(tile.row, tile.col): tile.value for tile in state.board}


def as_laid(turn: zatre.Turn) -> Laid:
    return frozenset(((tile.row, tile.col), tile.value) for tile in turn)


def cells_of(board: Board) -> zatre.Cells:
    return zatre.laid(zatre.EMPTY, [zatre.Tile(row, col, value) for (row, col), value in board.items()])


def full_bag(random: Random, without: int | None = None) -> tuple[int, ...]:
    """All 121 tiles, shuffled; one of a value may be missing."""
    tiles = [value for value, count in zatre.TILES.items() for _ in range(count)]
    if without is not None:
        tiles.remove(without)
    random.shuffle(tiles)
    return tuple(tiles)


def new_game(random: Random, players: int = 2, teams: bool = False) -> zatre.State:
    names = ("ann", "bob", "cem", "dan", "eve", "fay")[:players]
    pairs = {f"team{i // 2}": names[i : i + 2] for i in range(0, players, 2)} if teams else {}
    tile = random.randint(1, 6)
    setup = zatre.Setup(names, random.choice(names), tile, full_bag(random, tile), pairs)
    return zatre.apply(None, setup)[0]


def some_turn(state: zatre.State, random: Random, closing: bool = False, among: int = 400) -> zatre.Turn:
    """A legal turn: now the dearest, now any, now the one with the tiles close together.

    A `closing` player leaves as little room on the board as he can, so that soon not every tile fits.
    """
    found = list(islice(zatre.scored(state), among))
    if closing:
        random.shuffle(found)
        return min((turn for turn, _ in found[:40]), key=lambda turn: space(zatre.laid(state.cells, turn)))
    taste = random.random()
    if taste < 0.4:
        return max(found, key=lambda turn: (turn[1].points, random.random()))[0]
    if taste < 0.7:
        return min(found, key=lambda turn: (sum(abs(t.row - 7) + abs(t.col - 7) for t in turn[0]), random.random()))[0]
    return random.choice(found)[0]


def space(cells: zatre.Cells) -> int:
    """How much still fits beside the tiles of a board, all squares together. For the closing player alone."""
    return sum(max(0, room(cells, number)) for number in frontier(cells))


def reachable(random: Random, players: int = 2, teams: bool = False, closing: bool = False) -> Iterator[zatre.State]:
    """Every position of a random game, before each turn."""
    state = new_game(random, players, teams)
    while state.phase is zatre.Phase.PLAY:
        yield state
        state = zatre.apply(state, zatre.Place(some_turn(state, random, closing)))[0]


def crowded(random: Random, hand: int) -> zatre.State:
    """A turn with this many tiles on a board with little room: dark squares are few, or taken by the turn itself."""
    board: Board = {}
    share = random.uniform(0.88, 0.97)
    for square in random.sample(sorted(SQUARES), len(SQUARES)):
        fits = [value for value in zatre.TILES if max([0, *sums({**board, square: value}, square)]) < 13]
        if fits and random.random() < share:
            board[square] = random.choice((*fits, max(fits)))
    state = position("", "".join(map(str, random.choices(sorted(zatre.TILES), k=hand))))
    return replace(state, cells=cells_of(board))


class Game:
    """A game in the making: `state` is where it stands, `events` what the last action brought about."""

    def __init__(self, bag: str, tile: int = 6, players: str = "ann bob", starter: str = "", **teams: str) -> None:
        names = tuple(players.split())
        pairs = {team: tuple(pair.split()) for team, pair in teams.items()}
        self.state: zatre.State
        self.events: tuple[Event, ...]
        setup = zatre.Setup(names, starter or names[0], tile, tuple(int(value) for value in bag if value != " "), pairs)
        self.state, self.events = zatre.apply(None, setup)

    def place(self, tiles: str = "") -> Game:
        """Play a turn, told as `value@row,col` words."""
        self.state, self.events = zatre.apply(self.state, zatre.Place(turn(tiles)))
        return self

    def refused(self, tiles: str = "") -> str:
        """The sentence with which a turn is refused; the position must not have changed."""
        before, spelled = self.state, zatre.to_json(self.state)
        with pytest.raises(IllegalAction) as refusal:
            self.place(tiles)
        assert self.state is before
        assert zatre.to_json(self.state) == spelled
        return str(refusal.value)

    def kinds(self) -> list[str]:
        return [event.type for event in self.events]

    def sheet(self, side: str) -> tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        sheet = self.state.sheets[side]
        return sheet.crosses, sheet.tens, sheet.elevens, sheet.twelves


def turn(tiles: str) -> zatre.Turn:
    """`"6@7,7 5@7,8"` as a turn."""
    found = []
    for word in tiles.split():
        value, _, where = word.partition("@")
        row, _, col = where.partition(",")
        found.append(zatre.Tile(int(row), int(col), int(value)))
    return zatre.turn_of(found)


def position(tiles: str, hand: str, bag: str = "111111", **changed: object) -> zatre.State:
    """Ann's turn on a board told as words, with these tiles in her hand and this bag; Bob has none."""
    state = Game("1111").state
    values = {
        "cells": zatre.laid(zatre.EMPTY, turn(tiles)),
        "rack": state.rack.put("ann", tuple(map(int, hand))),
        "bag": tuple(map(int, bag)),
        "turn": 9,
        **changed,
    }
    return replace(state, **values)


def at(state: zatre.State) -> Game:
    """A game that goes on from a position."""
    game = Game.__new__(Game)
    game.state, game.events = state, ()
    return game
