"""Positions as one line of text, and as a printed board; and numbers of numpy as answers."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import yardarm as ya
from sim.errors import InputError
from sim.rules_frame.text_notation import read_position, write_position
from tests.amounts import amount
from tests.games.playthroughs import NAMES, playthrough

GAMES = ("riff-raff", "zatre", "zack", "zigzag")
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("game", GAMES)
@amount(1, full=5, whole=60)
def test_every_position_of_a_game_is_one_line_and_comes_back(game: str, amount: int) -> None:
    rules = ya.rules(game)
    for seed in range(amount):
        for state in playthrough(game, seed):
            text = rules.to_text(state)
            assert rules.from_text(text) == state
            assert "\n" not in text
            assert len(text) < 0.7 * len(json.dumps(rules.to_json(state), ensure_ascii=False))
            board = str(state)
            assert all(name in board for name in getattr(state, "sheets", NAMES[:2]) if isinstance(name, str))


@amount(40, full=100, whole=1000)
@given(st.lists(PLAIN, min_size=1, max_size=5))
def test_plain_data_comes_back_from_a_line(values: list[object]) -> None:
    keys = [str(place) for place in range(len(values))]
    fields = dict(zip(keys, values, strict=True))
    assert read_position(write_position(fields, keys), keys) == fields


@amount(40, full=100, whole=1000)
@given(game=st.sampled_from(GAMES), at=st.floats(0, 1), sign=st.sampled_from("!()':,- a0`/é\n"), cut=st.integers(0, 3))
def test_a_misspelt_line_is_refused_in_a_sentence(game: str, at: float, sign: str, cut: int) -> None:
    rules = ya.rules(game)
    text = rules.to_text(ya.start(game, NAMES[:4], Random(1)))
    place = int(at * len(text))
    try:
        state = rules.from_text(text[:place] + sign + text[place + cut :])
    except InputError as refused:
        sentence = str(refused)
    else:
        sentence = f"{rules.from_text(rules.to_text(state)) == state}."
    assert sentence.endswith(".")
    assert sentence != "False."


@pytest.mark.parametrize("text", ["", "play", "!" * 9, "!(" * 5000, "(" * 5000, "1 " * 99, "'", "play 1e999"])
def test_no_line_at_all(text: str) -> None:
    for game in GAMES:
        with pytest.raises(InputError, match=r"^\".*\.$"):
            ya.rules(game).from_text(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a value at character 1"),
        ("1 ", "a value at character 3"),
        ("1  2", "a value at character 3"),
        ("a1b'2", "' ' at character 4"),
        ("1 2 3", "the end at character 4"),
        ("!(1", "',' at character 4"),
        ("!(1,", "a value at character 5"),
        ("(a:1", "',' at character 5"),
        ("(a", "':' at character 3"),
        ("(1:1)", "a value at character 2"),
        ("!(" * 17 + "1", "no deeper lists and objects at character 35"),
        ("(a:" * 17 + "1", "no deeper lists and objects at character 52"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_the_place(text: str, expected: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_position(text, ("one", "other"))
    assert str(refusal.value) == f'"position": expected {expected}.'


def test_a_line_may_end_early_and_nest_sixteen_deep() -> None:
    nested: Any = 1
    for _ in range(16):
        nested = [nested]
    line = write_position({"one": nested}, ("one", "other"))
    assert line == "!(" * 16 + "1" + ")" * 16
    assert read_position(line, ("one", "other")) == {"one": nested}


def test_numbers_of_numpy_are_answers() -> None:
    riff, zatre = ya.rules("riff-raff"), ya.rules("zatre")
    state = riff.start(NAMES[:2])
    ours, _ = riff.apply(state, riff.Reveal(dict(zip(NAMES, (7, 9), strict=False))))
    theirs, _ = riff.apply(state, riff.Reveal(dict(zip(NAMES, np.array([7, 9]), strict=False))))
    assert theirs == ours
    assert json.dumps(riff.to_json(theirs)) == json.dumps(riff.to_json(ours))
    assert riff.to_text(theirs) == riff.to_text(ours)
    space = riff.actions(state)
    assert space.decode(np.int64(3), NAMES[0]) == space.decode(3, NAMES[0])
    game = ya.start("zatre", NAMES[:2], Random(4))
    turn = next(zatre.placements(game))
    numbers = tuple(zatre.Tile(*map(np.int64, (tile.row, tile.col, tile.value))) for tile in turn)
    ours, theirs = (zatre.apply(game, zatre.Place(tiles)) for tiles in (turn, numbers))
    assert theirs[0] == ours[0]
    assert zatre.to_text(theirs[0]) == zatre.to_text(ours[0])
    assert [zatre.Tile(*map(int, (t.row, t.col, t.value))) for t in theirs[1][0].tiles] == list(turn)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins_as_is_agreed_by_the_chance_that_is_given(game: str) -> None:
    one, same, other = (ya.start(game, NAMES[:4], Random(seed)) for seed in (1, 1, 2))
    assert one == same
    dealt = ya.rules("zigzag").sample
    if game == "zigzag":
        one, other = (
            dealt(state, ya.rules(game).Deal(state.pile), Random(n))[0] for n, state in enumerate((one, other))
        )
    assert (one != other) == (game != "riff-raff")
    with pytest.raises(InputError, match=r"^stakes: expected one of .*\.$"):
        ya.start(game, NAMES[:4], Random(1), stakes=5)
    with pytest.raises(ya.IllegalAction):
        ya.start(game, NAMES[:1], Random(1))


def test_what_can_be_agreed_on() -> None:
    names = NAMES[:4]
    assert ya.start("riff-raff", names, Random(1), captain=names[2]).captain == names[2]
    assert ya.start("zack", names, Random(1), edition="french", stop_cards=True).agreed.stop_cards
    zigzag = ya.start("zigzag", names, Random(1), level=2)
    assert len(set(zigzag.constraints.values())) == 4
    with pytest.raises(InputError, match=r"^start: .*\.$"):
        ya.start("zack", names, Random(1), edition="dutch")
