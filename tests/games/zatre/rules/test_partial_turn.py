"""Where the next tile may go, against the plain way: every set of the tiles that are left is tried with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import compress
from random import Random

import pytest

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules import partial_turn as begun
from sim.games.zatre.rules.board import LENGTH, frontier
from sim.games.zatre.rules.placements import Search, numbered
from sim.games.zatre.rules.vocabulary import Turn
from tests.amounts import amount
from tests.games.zatre.rules.table import crowded

NAMES = ("ann", "bob", "cem", "dan")
TEAMS = {"one": NAMES[:2], "two": NAMES[2:]}


def plainly(cells: zatre.Cells, hand: tuple[int, ...], down: Turn, value: int) -> tuple[tuple[int, int], ...]:
    """Row and column of each square where some set of the other tiles makes a lawful turn."""
    left = Counter(hand)
    left.subtract([*(tile.value for tile in down), value])
    found = []
    for number in frontier(zatre.laid(cells, down)):
        search = Search(cells, left.elements(), [*numbered(down), (number, value)])
        if search.fixed_fit and any(search.lawful(count) for count in range(left.total() + 1)):
            found.append(zatre.place(number))
    return tuple(found)


def finished(
    state: zatre.State, values: Sequence[int], choose: Callable[[Sequence[tuple[int, int]]], tuple[int, int]]
) -> Turn:
    """Tiles of these values laid one after the other, as long as any of them may go anywhere.

    What finds no square may find one beside a tile that is laid later.
    """
    turn: Turn = ()
    left, before = list(values), -1
    while len(left) != before:
        before = len(left)
        for value in tuple(left):
            squares = zatre.open_squares(state, turn, value)
            if squares:
                turn = zatre.turn_of((*turn, zatre.Tile(*choose(squares), value)))
                left.remove(value)
    return turn


def team_positions(seed: int) -> list[zatre.State]:
    """The positions of a match of two teams in which someone must place, every tile put down by chance."""
    random = Random(seed)
    bag = [value for value, count in zatre.TILES.items() for _ in range(count)]
    random.shuffle(bag)
    state, _ = zatre.apply(None, zatre.Setup(NAMES, NAMES[0], bag[0], tuple(bag[1:]), TEAMS))
    found = []
    while state.phase is zatre.Phase.PLAY:
        found.append(state)
        turn = finished(state, random.sample(state.hand, len(state.hand)), random.choice)
        state, _ = zatre.apply(state, zatre.Place(turn))
    return found


def compare(state: zatre.State, random: Random) -> int:
    """With nothing down, and with one tile and two down; how many squares were compared."""
    down: Turn = ()
    count = 0
    for value in random.sample(state.hand, min(3, len(state.hand))):
        squares = zatre.open_squares(state, down, value)
        assert squares == plainly(state.cells, state.hand, down, value)
        count += len(squares)
        if squares:
            down = zatre.turn_of((*down, zatre.Tile(*random.choice(squares), value)))
    return count


@pytest.mark.parametrize(("hand", "boards"), [(2, 100), (3, 60), (4, 30)])
def test_on_crowded_boards_it_is_the_same_as_the_plain_way(hand: int, boards: int) -> None:
    random = Random(hand)
    assert sum(compare(crowded(random, hand), random) for _ in range(boards)) > 5 * boards


@pytest.mark.parametrize(
    ("hand", "seed"), [(3, 338), (3, 463), (3, 502), (3, 568), (3, 1047), (4, 144), (4, 616), (4, 1212)]
)
def test_on_boards_where_the_last_dark_square_is_hard_to_take_it_is_the_same_too(hand: int, seed: int) -> None:
    """A run that gets too high takes it, say, or a tile that hangs on the waiting one: found among thousands."""
    random = Random(seed)
    assert compare(crowded(random, hand), random)


@pytest.mark.slow
def test_with_a_team_s_four_tiles_it_is_the_same_as_the_plain_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards that fill, among them some where the other tiles would have to take every dark square."""
    asked: Counter[bool] = Counter()
    somehow = begun._Finish._somehow

    def counted(self, lost, open_, seen):
        found = somehow(self, lost, open_, seen)
        asked[found] += 1
        return found

    monkeypatch.setattr(begun._Finish, "_somehow", counted)
    random = Random(5)
    assert sum(compare(state, random) for seed in (1, 2) for state in team_positions(seed)[6::3]) > 500
    assert asked[False] > 20


@pytest.mark.slow
@amount(2, full=2, whole=6)
def test_it_is_the_same_as_the_plain_way_in_whole_matches(amount: int) -> None:
    random = Random(6)
    for seed in range(10, 10 + amount):
        for state in team_positions(seed):
            compare(state, random)


def test_turns_laid_square_by_square_are_by_the_rules() -> None:
    """Whoever only ever lays tiles where they may go, and all for which there is a square, has a legal turn."""
    for state in team_positions(3):
        down = finished(state, state.hand, lambda squares: squares[-1])
        assert zatre.fault(state.cells, state.hand, down) is None


def test_a_tile_may_wait_for_one_that_makes_it_score() -> None:
    """The light square north-west of the centre: no run of 10 with the 4 alone, but one with the 6 beside it."""
    cells = zatre.laid(zatre.EMPTY, [zatre.Tile(7, 6, 1), zatre.Tile(7, 7, 5)])
    state, _ = zatre.apply(None, zatre.Setup(("ann", "bob"), "ann", 5, (1, 4, 6, 2, 2, 2)))
    state = zatre.State(
        state.players, state.teams, state.phase, 2, "bob", state.rack.put("bob", (4, 6)).put("ann", ()), (2, 2),
        cells, state.sheets,
    )  # fmt: skip
    assert (6, 6) in zatre.open_squares(state, (), 4)
    assert zatre.open_squares(state, (), 4) == plainly(cells, (4, 6), (), 4)
    # With a 2 instead of the 6 nothing makes it score, and there are dark squares.
    other = zatre.State(
        state.players, state.teams, state.phase, 2, "bob", state.rack.put("bob", (4, 2)), (2, 2), cells, state.sheets,
    )  # fmt: skip
    assert (6, 6) not in zatre.open_squares(other, (), 4)


@pytest.mark.parametrize(
    ("lies", "hand", "down", "value"),
    [
        # The other 2 would make the 2 in (0, 6) score with the 6 below it, but for the 4, 2, 5 beside that 2: 13.
        (((2, 7, 4), (2, 8, 2), (2, 9, 5), (7, 3, 3), (7, 7, 4), (8, 9, 5)), (4, 6, 6, 2), ((1, 6, 6), (6, 4, 6)), 2),
        # The other 1 makes the 1 in (5, 5) score, in a run of 10 or in one across that comes to 12.
        (
            ((5, 6, 2), (5, 8, 5), (5, 9, 3), (6, 6, 5), (6, 7, 3), (6, 12, 4), (7, 7, 5), (7, 9, 4), (8, 7, 3)),
            (6, 1, 6, 1),
            ((9, 5, 6), (9, 6, 6)),
            1,
        ),
        (((6, 5, 5), (6, 6, 3), (6, 8, 1), (9, 5, 4), (10, 2, 5)), (3, 6, 1, 1), ((9, 2, 3), (9, 3, 1)), 1),
        # Only beside the first tiles, where the last ones have every dark square that there is.
        ((), (2, 6, 5, 1, 5), ((7, 7, 5), (7, 8, 6)), 2),
    ],
)
def test_with_few_tiles_about_it_is_the_same_as_the_plain_way(
    lies: tuple[tuple[int, int, int], ...], hand: tuple[int, ...], down: tuple[tuple[int, int, int], ...], value: int
) -> None:
    cells = zatre.laid(zatre.EMPTY, [zatre.Tile(*tile) for tile in lies])
    turn = zatre.turn_of([zatre.Tile(*tile) for tile in down])
    left = Counter(hand) - Counter(tile.value for tile in turn)
    ((_, squares),) = begun.steps_on(cells, left.elements(), turn, [value])
    assert tuple(map(zatre.place, compress(range(LENGTH), squares))) == plainly(cells, hand, turn, value)


@pytest.mark.parametrize(
    ("seed", "turn", "down", "value"),
    [
        (1, 12, ((6, 14, 3),), 1),
        (1, 12, ((4, 7, 1), (6, 14, 3)), 1),
        # Boards that are almost full: a tile is excused only if the others take every dark square that it might have.
        (19, 30, (), 5),
        (33, 26, ((13, 13, 6),), 4),
        (57, 25, (), 6),
    ],
)
def test_with_two_teams_it_is_the_same_as_the_plain_way(
    seed: int, turn: int, down: tuple[tuple[int, int, int], ...], value: int
) -> None:
    state = team_positions(seed)[turn]
    tiles = zatre.turn_of([zatre.Tile(*tile) for tile in down])
    assert zatre.open_squares(state, tiles, value) == plainly(state.cells, state.hand, tiles, value)
