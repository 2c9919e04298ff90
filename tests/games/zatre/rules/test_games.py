"""Whole random games: what must never change, at any moment of any game, and what a refused action leaves."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules import Ending, Phase
from sim.rules_frame import IllegalAction
from tests.amounts import amount
from tests.games.zatre.rules.table import as_laid, board_of, lawful, new_game, some_turn, worth

games = given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 6),
    teams=st.booleans(),
    closing=st.booleans(),
)


def tiles_of(state: zatre.State) -> Counter[int]:
    """Every tile, wherever it is."""
    found = Counter(tile.value for tile in state.board)
    found.update(state.bag)
    for tiles in state.rack.values():
        found.update(tiles)
    return found


def play(seed: int, players: int, teams: bool, closing: bool) -> list[tuple[zatre.State, zatre.Turn]]:
    """Every position of a game and the turn that is played in it; the last one is the end."""
    random = Random(seed)
    teams = teams and players in (4, 6)
    state = new_game(random, players, teams)
    course: list[tuple[zatre.State, zatre.Turn]] = []
    while state.phase is Phase.PLAY:
        course.append((state, some_turn(state, random, closing, among=60 if teams else 400)))
        state = zatre.apply(state, zatre.Place(course[-1][1]))[0]
    return [*course, (state, ())]


@amount(3, full=8)
@games
def test_tiles_are_conserved_and_every_turn_is_what_a_plain_account_makes_of_it(
    seed: int, players: int, teams: bool, closing: bool
) -> None:
    course = play(seed, players, teams, closing)
    for (state, turn), (after, _) in pairwise(course):
        assert tiles_of(state) == tiles_of(after) == Counter(dict(zatre.TILES))
        side = state.to_act
        assert side is not None
        assert lawful(board_of(state), dict(as_laid(turn)))
        assert board_of(after) == {**board_of(state), **dict(as_laid(turn))}
        tens, elevens, twelves, crosses = worth(board_of(state), as_laid(turn))
        before, now = state.sheets[side], after.sheets[side]
        assert now.crosses - before.crosses == crosses
        assert now.tens == before.tens + ((tens,) if tens else ())
        assert now.elevens == before.elevens + ((2 * elevens,) if elevens else ())
        assert now.twelves == before.twelves + ((4 * twelves,) if twelves else ())
        assert all(after.sheets[other] == state.sheets[other] for other in state.sides if other != side) or (
            after.phase is Phase.OVER
        )
    end = course[-1][0]
    assert (end.phase, end.bag, end.to_act) == (Phase.OVER, (), None)
    assert end.ending in Ending
    for side, names in end.sides.items():
        assert end.sheets[side].minus == sum(sum(end.rack[name]) for name in names)
    assert {end.sheets[side].total for side in end.winners} == {max(sheet.total for sheet in end.sheets.values())}


@amount(2, full=3, whole=6)
@games
def test_every_state_serialises_and_resumes(seed: int, players: int, teams: bool, closing: bool) -> None:
    """Through text and back the same position, and from there the same game."""
    course = play(seed, players, teams, closing)
    for (state, turn), (after, _) in pairwise(course):
        spelled = json.dumps(zatre.to_json(state))
        resumed = zatre.from_json(json.loads(spelled))
        assert resumed == state
        assert hash(resumed) == hash(state)
        assert json.dumps(zatre.to_json(resumed)) == spelled
        assert zatre.apply(resumed, zatre.Place(turn))[0] == after
    assert zatre.from_json(json.loads(json.dumps(zatre.to_json(course[-1][0])))) == course[-1][0]


@amount(20, full=30, whole=60)
@given(
    seed=st.integers(0, 1000),
    tiles=st.lists(st.tuples(st.integers(-2, 16), st.integers(-2, 16), st.integers(-1, 8)), max_size=4),
    near=st.booleans(),
)
def test_illegal_input_changes_nothing_and_says_why_in_one_sentence(
    seed: int, tiles: list[tuple[int, int, int]], near: bool
) -> None:
    state = course_of(seed % 3)[seed % 50][0]
    if near:
        tiles = [(4 + row % 7, 4 + col % 7, value) for row, col, value in tiles]
    turn = zatre.turn_of(zatre.Tile(*tile) for tile in tiles)
    spelled = json.dumps(zatre.to_json(state))
    if zatre.legal(state, turn):
        assert turn in set(zatre.placements(state))
        return
    assert turn not in set(zatre.placements(state))
    with pytest.raises(IllegalAction) as refusal:
        zatre.apply(state, zatre.Place(turn))
    sentence = str(refusal.value)
    assert sentence == zatre.why_not(state, turn)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert ". " not in sentence
    assert "\n" not in sentence
    assert json.dumps(zatre.to_json(state)) == spelled


_COURSES: dict[int, list[tuple[zatre.State, zatre.Turn]]] = {}


def course_of(seed: int) -> list[tuple[zatre.State, zatre.Turn]]:
    if seed not in _COURSES:
        _COURSES[seed] = play(seed, 2, False, seed == 2)
    return _COURSES[seed]


def test_the_same_turns_bring_the_same_events() -> None:
    state, turn = course_of(0)[10]
    assert zatre.apply(state, zatre.Place(turn)) == zatre.apply(state, zatre.Place(tuple(reversed(turn))))
