"""The numbered actions of ZATRE: the list as it is, masks against brute force, whole games by masks alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules.action_space import ACTIONS, action_of
from sim.rules_frame import IllegalAction
from tests.amounts import amount
from tests.games.action_spaces import numbers_are_a_spelling, played_out
from tests.games.zatre.rules.table import (
    Game,
    Laid,
    board_of,
    cells_of,
    new_game,
    position,
    reachable,
    touches,
    whole_turns,
)

SPACE = zatre.actions(Game("1111").state)


def test_the_actions_are_every_value_on_every_square_and_done() -> None:
    """A change of this list changes every environment that is built on it."""
    assert len(SPACE) == ACTIONS == 6 * 193 + 1
    assert [action_of(number) for number in range(ACTIONS)] == [
        SPACE.decode(number, "ann") for number in range(ACTIONS)
    ]
    for number in (-1, ACTIONS):
        with pytest.raises(IllegalAction, match=f"0 to {ACTIONS - 1}, not {number}"):
            action_of(number)
    assert SPACE.words[:3] == ("1 at row 0, column 4", "1 at row 0, column 5", "1 at row 0, column 6")
    assert SPACE.words[193 + 96] == "2 at row 7, column 7"
    assert SPACE.words[-2:] == ("6 at row 14, column 10", "done")
    squares = [zatre.place(number) for number in zatre.SQUARES]
    assert list(SPACE.words[:-1]) == [
        f"{value} at row {row}, column {col}" for value in range(1, 7) for row, col in squares
    ]
    numbers_are_a_spelling(SPACE)


def test_teams_act_as_one() -> None:
    state = new_game(Random(1), 4, teams=True)
    space = zatre.actions(state)
    assert space.seats == tuple(state.sides) == ("team0", "team1")
    assert space.words == SPACE.words
    assert space.to_act(state) == (state.to_act,)


def sequences(state: zatre.State, wholes: set[Laid]) -> dict[Laid, set[Any]]:
    """What may follow after each set of tiles on the way to a legal turn, by brute force; None where it is whole."""
    board = board_of(state)
    found: dict[Laid, set[Any]] = defaultdict(set)

    def lay(down: Laid, whole: Laid) -> None:
        if down == whole:
            found[down].add(None)
        for at, value in whole - down:
            if touches({**board, **dict(down)}, at):
                found[down].add((at, value))
                lay(down | {(at, value)}, whole)

    for whole in wholes:
        lay(frozenset(), whole)
    return found


def compare(state: zatre.State, random: Random, most: int = 12) -> int:
    """The masks after no tile, and after some sets of tiles, against brute force; how many were compared."""
    expected = sequences(state, whole_turns(board_of(state), state.hand))
    assert state.to_act is not None
    later = sorted(expected, key=lambda down: (len(down), sorted(down)))[1:]
    compared = [frozenset[Any](), *random.sample(later, min(most, len(later)))]
    for down in compared:
        tiles = [zatre.Tile(*at, value) for at, value in down]
        random.shuffle(tiles)
        mask = SPACE.mask(state, state.to_act, tuple(tiles))
        actions = [SPACE.decode(number, state.to_act) for number in mask.nonzero()[0].tolist()]
        steps = {None if isinstance(a, zatre.Done) else ((a.row, a.col), a.value) for a in actions}
        assert steps == expected[down]
        assert not any(SPACE.mask(state, seat, tuple(tiles)).any() for seat in SPACE.seats if seat != state.to_act)
    return len(compared)


def in_game(state: zatre.State) -> zatre.State:
    """Board and tiles of a position, in a game of two."""
    two = Game("1111").state
    return replace(two, cells=state.cells, rack=two.rack.put("ann", state.hand))


@amount(2, full=4, whole=12)
@given(st.integers(0, 2**32))
def test_masks_are_what_brute_force_finds_in_games(seed: int) -> None:
    random = Random(seed)
    met = list(reachable(random, closing=random.random() < 0.7))
    for state in [*random.sample(met[1:], 2), met[-1]]:
        compare(in_game(state), random)


SMALL = st.dictionaries(
    st.tuples(st.integers(5, 9), st.integers(5, 9)), st.integers(1, 6), min_size=1, max_size=18
).map(lambda board: {(7, 7): 1, **board})


@amount(4, full=20, whole=40)
@given(SMALL, st.lists(st.integers(1, 6), min_size=1, max_size=2), st.integers(0, 2**32))
def test_masks_are_what_brute_force_finds_on_any_small_board(
    board: dict[tuple[int, int], int], hand: list[int], seed: int
) -> None:
    """Tiles that no game would have let lie there, too."""
    state = replace(position("", ""), cells=cells_of(board))
    compare(replace(state, rack=state.rack.put("ann", tuple(hand))), Random(seed))


def test_masks_are_what_brute_force_finds_in_the_first_turn() -> None:
    """Three tiles, one of which must come to lie on the red square."""
    state = Game("1123", tile=6).state
    assert compare(state, Random(1), most=6) == 7
    assert SPACE.to_act(state) == ("ann",)
    first = [SPACE.words[number] for number in SPACE.mask(state, "ann").nonzero()[0]]
    assert first == ["1 at row 7, column 7", "6 at row 7, column 7"]


@pytest.mark.slow
def test_masks_are_what_brute_force_finds_with_a_team_s_four_tiles() -> None:
    """On a small crowded board: brute force takes long on a large one."""
    random = Random(4)
    for seed in range(3):
        met = [state for state in reachable(Random(seed), 4, teams=True, closing=True) if len(state.hand) > 2]
        compare(in_game(met[-1]), random)


@amount(3, full=7, whole=15)
@given(st.integers(0, 2**32), st.integers(2, 6), st.booleans())
def test_games_played_by_masks_alone_come_to_an_end(seed: int, players: int, teams: bool) -> None:
    """And no mask on the way is empty: every step leads to a legal turn, which the engine accepts."""
    random = Random(seed)
    state = new_game(random, players, teams and players in (4, 6))
    end = played_out(zatre.actions(state), state, random)
    assert end.phase is zatre.Phase.OVER


def test_a_step_that_no_legal_turn_has_is_refused() -> None:
    state = Game("1123", tile=6).state
    for action, why in (
        (zatre.Tile(3, 3, 6), "No legal turn"),
        (zatre.Tile(7, 7, 5), "No legal turn"),
        (zatre.Done(), "Every tile that can be placed must be placed"),
    ):
        with pytest.raises(IllegalAction, match=why):
            SPACE.apply(state, "ann", action)
    with pytest.raises(IllegalAction, match="not for 'bob'"):
        SPACE.apply(state, "bob", zatre.Tile(7, 7, 6))


def test_a_turn_is_applied_when_it_is_done() -> None:
    state = Game("5523", tile=6).state
    begun: tuple[Any, ...] = ()
    after, begun, events = SPACE.apply(state, "ann", zatre.Tile(7, 7, 6), begun)
    assert (after, events) == (state, ())
    for tile in (zatre.Tile(7, 8, 5), zatre.Tile(8, 8, 5)):
        after, begun, events = SPACE.apply(after, "ann", tile, begun)
    assert [SPACE.words[number] for number in SPACE.mask(after, "ann", begun).nonzero()[0]] == ["done"]
    after, left, events = SPACE.apply(after, "ann", zatre.Done(), begun)
    assert left == ()
    assert (after, events) == zatre.apply(state, zatre.Place(zatre.turn_of(begun)))
