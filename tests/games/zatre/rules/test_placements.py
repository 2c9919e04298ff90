"""The generator of whole turns against brute force: the same turns, each once, and worth the same."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest

from sim.games.zatre import rules as zatre
from tests.amounts import amount
from tests.games.zatre.rules.table import (
    CENTRE,
    SQUARES,
    as_laid,
    board_of,
    crowded,
    lawful,
    new_game,
    position,
    reachable,
    sets_laid,
    sums,
    touches,
    turn,
    whole_turns,
    worth,
)


def compare(state: zatre.State, hand: tuple[int, ...] | None = None) -> list[zatre.Turn]:
    """The generator and brute force find the same for a board and a hand; returns the turns."""
    hand = state.hand if hand is None else hand
    board = board_of(state)
    pairs = list(zatre.scored_on(state.cells, hand))
    found = {as_laid(turn): outcome for turn, outcome in pairs}
    assert len(found) == len(pairs), "a turn was found twice"
    assert found.keys() == whole_turns(board, hand)
    assert all(tuple(outcome) == worth(board, tiles) for tiles, outcome in found.items())
    return [turn for turn, _ in pairs]


def boards(count: int, seed: int) -> list[zatre.State]:
    """Positions of random games, spread over the whole length of a game."""
    random = Random(seed)
    found: list[zatre.State] = []
    while len(found) < count:
        found += random.sample(list(reachable(random)), 10)
    return found[:count]


@pytest.mark.slow
@amount(40, full=80, whole=1000)
def test_the_generator_agrees_with_brute_force_on_random_boards(amount: int) -> None:
    assert sum(len(compare(state)) for state in boards(amount, amount)) > 50 * amount


def kinds_of(state: zatre.State, turns: list[zatre.Turn]) -> dict[str, bool]:
    """Which of the rare cases there are: tiles excused on light squares, turns that keep a tile, turns of no tile."""
    return {
        "excused": any(
            SQUARES[at] == "x" and max([0, *sums({**board_of(state), **dict(as_laid(found))}, at)]) < 10
            for found in turns
            for at, _ in as_laid(found)
        ),
        "kept": any(0 < len(found) < len(state.hand) for found in turns),
        "none": turns == [()],
    }


def test_the_rare_cases_agree_with_brute_force() -> None:
    """On crowded boards, where they are frequent."""
    random = Random(1)
    kinds: Counter[str] = Counter()
    for hand in (2,) * 50 + (3,) * 4:
        state = crowded(random, hand)
        turns = compare(state)
        assert zatre.most(state.cells, state.hand) == max(map(len, turns))
        kinds.update(kind for kind, true in kinds_of(state, turns).items() if true)
    assert all(kinds[kind] > 2 for kind in ("excused", "kept", "none")), kinds


@pytest.mark.slow
def test_the_rare_cases_agree_with_brute_force_in_games_too() -> None:
    kinds: Counter[str] = Counter()
    for state in reachable(Random(2), closing=True):
        turns = list(zatre.placements(state))
        case = {**kinds_of(state, turns), "many": len(state.hand) > 2 and len(state.board) > 0}
        kinds.update(kind for kind, true in case.items() if true)
        if any(case.values()) and len(state.hand) < 5:
            compare(state)
    assert all(kinds[kind] for kind in ("excused", "kept", "many", "none")), kinds


def test_brute_force_overlooks_no_pair_of_squares() -> None:
    """What brute force itself rests on: every two squares of the whole board, both ways round."""
    for state in (boards(10, 7)[1], boards(10, 8)[5]):
        board = board_of(state)
        first, second = (2, 5)
        free = [square for square in SQUARES if square not in board]
        every = {frozenset({one: first, two: second}.items()) for one, two in itertools.permutations(free, 2)}
        legal = {tiles for tiles in every if lawful(board, dict(tiles))}
        assert len(legal) > 10
        assert legal == {tiles for tiles in sets_laid(board, (first, second), 2) if lawful(board, dict(tiles))}


@pytest.mark.slow
@pytest.mark.parametrize("hand", [(1, 1, 4), (2, 3, 6), (5, 5, 6)])
def test_turns_of_three_kept_tiles_agree_with_brute_force(hand: tuple[int, ...]) -> None:
    random = Random(sum(hand))
    for state in [state for state in reachable(random) if 3 <= len(state.board) <= 10]:
        compare(state, hand)


@pytest.mark.parametrize("hand", [(5, 5, 6, 6), pytest.param((2, 4, 5, 6), marks=pytest.mark.study)])
def test_turns_of_four_tiles_of_a_team_agree_with_brute_force(hand: tuple[int, ...]) -> None:
    state = next(state for state in reachable(Random(3)) if len(state.board) == 3)
    assert max(len(found) for found in compare(state, hand)) == 4


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_turn_agrees_with_brute_force(players: int) -> None:
    """Three tiles; a team has five, of which brute force is given four."""
    state = new_game(Random(players), players, teams=players == 4)
    assert len(state.hand) == (3 if players == 2 else 5)
    turns = compare(state, state.hand[:4])
    assert all(CENTRE in dict(as_laid(found)) for found in turns)


def test_equal_tiles_make_no_two_turns_of_one() -> None:
    state = position("6@7,7 5@7,8 5@8,8", "11")
    assert len(compare(state)) == len(set(compare(state)))
    assert len(compare(state)) < len(compare(position("6@7,7 5@7,8 5@8,8", "12")))


def test_the_generator_is_lazy() -> None:
    """The first turns of a team are there at once; all of them are very many (26 862)."""
    random = Random(1)
    state = next(s for s in reachable(random, 4, teams=True) if len(s.board) >= 20)
    assert len(state.hand) == 4
    first = list(itertools.islice(zatre.placements(state), 500))
    assert len(set(first)) == 500
    assert all(zatre.legal(state, found) for found in first[::10])


def test_legal_says_of_every_turn_what_the_generator_says() -> None:
    """Every lawful set of tiles of any number, on a board where some are complete and some are not."""
    for state in [*boards(10, 13), position("6@7,7 5@7,8 5@8,8", "53")]:
        turns = set(zatre.placements(state))
        for count in range(len(state.hand) + 1):
            for tiles in sets_laid(board_of(state), state.hand, count):
                tried = zatre.turn_of(zatre.Tile(*at, value) for at, value in tiles)
                assert zatre.legal(state, tried) == (tried in turns)
                assert (zatre.why_not(state, tried) is None) == (tried in turns)


def test_gains_are_what_the_sheet_makes_of_the_turn() -> None:
    for state in boards(20, 17):
        side = state.to_act
        assert side is not None
        for found, gain in list(zatre.gains(state))[::7]:
            after = zatre.apply(state, zatre.Place(found))[0].sheets[side]
            assert gain == zatre.gain(state, found) == after.total + after.minus - state.sheets[side].total
            assert zatre.outcome(state, found) == dict(zatre.scored(state))[found]


def test_open_squares_are_those_of_some_legal_turn() -> None:
    """One tile after the other, each beside what lies already."""
    for state in boards(8, 19):
        turns = list(zatre.placements(state))
        begun: set[zatre.Turn] = {()} | {found[:1] for found in turns[::5] if beside(state, (), found[:1])}
        for down in begun:
            left = Counter(state.hand) - Counter(tile.value for tile in down)
            for value in left:
                after = {tile for found in turns if set(down) <= set(found) for tile in set(found) - set(down)}
                expected = {(t.row, t.col) for t in after if t.value == value and beside(state, down, (t,))}
                assert zatre.open_squares(state, down, value) == tuple(sorted(expected))


def beside(state: zatre.State, down: zatre.Turn, tiles: zatre.Turn) -> bool:
    """Do these tiles touch the board, or the tiles that lie already?"""
    board = {**board_of(state), **dict(as_laid(down))}
    return all(touches(board, at) for at, _ in as_laid(tiles))


def test_no_square_is_open_for_a_tile_that_is_not_in_hand() -> None:
    state = position("6@7,7 5@7,8 5@8,8", "35")
    assert zatre.open_squares(state, (), 1) == ()
    assert zatre.open_squares(state, turn("3@6,7"), 3) == ()
    assert zatre.open_squares(state, turn("5@8,7"), 3) == ()


def test_most_is_the_size_of_the_largest_turn() -> None:
    for state in boards(30, 23):
        assert zatre.most(state.cells, state.hand) == max(map(len, zatre.placements(state)))
