"""Positions as data: what is no possible position is refused with one sentence that names its key."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from sim.errors import InputError
from sim.games.zatre import rules as zatre
from tests.games.zatre.rules.table import Game, position

POSITION = zatre.to_json(position("6@7,7 5@7,8", "12", "3456"))


def test_a_position_spells_its_keys_in_order() -> None:
    assert list(POSITION) == [
        "phase", "turn", "players", "teams", "to_act", "rack", "bag", "bag_order", "board", "sheets", "ending",
        "winners",
    ]  # fmt: skip
    assert zatre.to_json(zatre.from_json(json.loads(json.dumps(POSITION)))) == POSITION


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"phase": "start"}, '"phase": expected one of'),
        ({"turn": 0}, '"turn": expected a whole number from 1'),
        ({"turn": 1_000_001}, '"turn": expected a whole number from 1 to 1000000.'),
        ({"turn": 1}, '"board": expected tiles on the board after the first turn, and none before.'),
        ({"players": ["ann"]}, '"players": expected two to six different names.'),
        ({"players": ["ann", "ann"]}, '"players": expected two to six different names.'),
        ({"teams": {"x": ["ann", "bob"]}}, '"teams": teams are for 4 or 6 players, not 2.'),
        ({"to_act": "cem"}, '"to_act": expected a side'),
        ({"to_act": None}, '"to_act": expected a side'),
        ({"to_act": "bob"}, "\"rack\": expected tiles for 'bob'"),
        ({"rack": {"ann": [1, 2]}}, '"rack": expected exactly the players as keys.'),
        ({"rack": {"ann": [1, 7], "bob": []}}, '"rack": expected a whole number from 1 to 6.'),
        ({"bag": 3}, '"bag": expected 4, which follows from the rest.'),
        ({"bag_order": [6] * 20}, '"bag_order": expected no more than 20 tiles of the value 6 in all.'),
        ({"ending": "bag_empty"}, '"ending": expected an ending after the end, and null before.'),
        ({"phase": "over", "to_act": None, "ending": "bag_empty"}, '"bag_order": expected no tiles in the bag'),
        ({"winners": ["ann"]}, '"winners": expected [], which follows from the rest.'),
        ({"board": [{"row": 7, "col": 7}]}, '"board.0.value": expected this key.'),
        ({"board": [{"row": 0, "col": 0, "value": 1}]}, '"board": expected tiles on squares of the board'),
        ({"board": [{"row": 6, "col": 7, "value": 1}]}, '"board": expected a tile on the red square.'),
        ({"extra": 1}, "'extra': unknown key in a position of ZATRE."),
    ],
)
def test_what_is_no_position_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as refusal:
        zatre.from_json({**POSITION, **change})
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    ("tiles", "says"),
    [
        ([(7, 7, 6), (7, 9, 1)], '"board": expected tiles that continue each other.'),
        ([(7, 7, 6), (7, 8, 6), (7, 9, 1)], '"board": expected no run of 13 or more.'),
        ([(7, 7, 6), (7, 7, 6)], '"board": expected tiles on squares of the board, one on each.'),
    ],
)
def test_a_board_that_cannot_be_is_refused(tiles: list[tuple[int, int, int]], says: str) -> None:
    board = [{"row": row, "col": col, "value": value} for row, col, value in tiles]
    with pytest.raises(InputError) as refusal:
        zatre.from_json({**POSITION, "board": board})
    assert str(refusal.value) == says


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"12": [3]}, '"sheets": expected multiples of 4 in the column 12.'),
        ({"10": [0]}, '"sheets": expected a whole number from 1 to 1000.'),
        ({"10": [1001]}, '"sheets": expected a whole number from 1 to 1000.'),
        ({"x2": -1}, '"sheets": expected a whole number from 0'),
        ({"minus": 3}, "\"sheets\": expected 0 as the minus of 'ann'."),
        ({"total": 3}, '"sheets": expected {'),
        ({"13": []}, '"sheets": expected {'),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(change: dict[str, Any], says: str) -> None:
    told = copy.deepcopy(POSITION)
    told["sheets"]["ann"] |= change
    with pytest.raises(InputError) as refusal:
        zatre.from_json(told)
    assert says in str(refusal.value)


@pytest.mark.parametrize("key", list(POSITION))
def test_every_key_is_needed(key: str) -> None:
    with pytest.raises(InputError, match=f'"{key}": this key is missing'):
        zatre.from_json({name: value for name, value in POSITION.items() if name != key})


@pytest.mark.parametrize("data", [None, [], "position", 1])
def test_something_else_is_no_position(data: object) -> None:
    with pytest.raises(InputError, match='"position": expected an object'):
        zatre.from_json(data)


def test_a_finished_game_and_one_of_teams_are_positions_too() -> None:
    over = Game("11 2").place("6@7,7 1@7,8 1@7,9").place("2@6,7").state
    teams = Game("12 34 11 11 11", 5, "ann bob cem dan", south="cem dan", north="ann bob").state
    for state in (over, teams):
        assert zatre.from_json(json.loads(json.dumps(zatre.to_json(state)))) == state
