"""The lines of ZATRE: what is malformed, what is illegal, and the answers of the protocol."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.told import Told, refused

SETUP: dict[str, Any] = {
    "players": ["andreas", "beate"],
    "starter": "andreas",
    "starting_tile": 6,
    "bag": [5, 5, 5, 3, 1, 2, 3, 1, 2],
}
FIRST = [
    {"value": 6, "row": 7, "col": 7},
    {"value": 5, "row": 7, "col": 8},
    {"value": 5, "row": 8, "col": 8},
]


def pipe(**changed: Any) -> Told:
    return Told("zatre", **{**SETUP, **changed})


def test_the_state_has_the_keys_of_the_protocol() -> None:
    answer = pipe().tell(do="place", tiles=FIRST)
    state = answer["state"]
    assert (state["phase"], state["to_act"], state["winners"]) == ("play", "beate", [])
    assert state["rack"] == {"andreas": [], "beate": [5, 3]}
    assert (state["bag"], state["bag_order"]) == (5, [1, 2, 3, 1, 2])
    assert state["board"] == [{"row": t["row"], "col": t["col"], "value": t["value"]} for t in FIRST]
    assert state["sheets"] == {
        "andreas": {"x2": 2, "10": [1], "11": [2], "12": [], "minus": 0, "total": 6},
        "beate": {"x2": 0, "10": [], "11": [], "12": [], "minus": 0, "total": 0},
    }
    assert [event["type"] for event in answer["events"]] == ["tiles_placed", "runs_scored", "tiles_drawn"]
    assert answer["events"][1] == {
        "type": "runs_scored",
        "side": "andreas",
        "runs": [
            {"row": 7, "col": 7, "down": False, "total": 11},
            {"row": 7, "col": 8, "down": True, "total": 10},
        ],
        "points": 3,
        "crosses": 2,
    }


def test_the_engine_draws_for_whoever_is_to_act() -> None:
    first = pipe().first
    assert first["state"]["rack"] == {"andreas": [6, 5, 5], "beate": []}
    assert [event["type"] for event in first["events"]] == ["game_started", "tiles_drawn"]


def test_a_setup_of_teams() -> None:
    teams = {"north": ["ann", "bob"], "south": ["cem", "dan"]}
    state = pipe(players=["ann", "bob", "cem", "dan"], starter="dan", teams=teams).first["state"]
    assert (state["to_act"], list(state["sheets"]), state["teams"]) == ("south", ["north", "south"], teams)
    assert state["rack"] == {"ann": [], "bob": [], "cem": [5, 5], "dan": [6, 5, 3]}


@pytest.mark.parametrize(
    ("changed", "code", "says"),
    [
        ({"bag": None}, "malformed", '"bag" of "setup" must be an array.'),
        ({"bag": [5, 5.5]}, "malformed", '"bag.1" of "setup" must be a whole number.'),
        ({"bag": [5, True]}, "malformed", '"bag.1" of "setup" must be a whole number.'),
        ({"starting_tile": "6"}, "malformed", '"starting_tile" of "setup" must be a whole number.'),
        ({"seats": []}, "malformed", '"setup" has no key "seats".'),
        ({"teams": ["ann"]}, "malformed", '"teams" of "setup" must be an object.'),
        ({"bag": [5, 7]}, "illegal", "There is no tile of the value 7, the values are 1 to 6."),
        ({"bag": [6] * 20}, "illegal", "There are 20 tiles of the value 6, not 21 with the starting one."),
        ({"starter": "cem"}, "illegal", "The starter 'cem' is not one of the players."),
        ({"players": ["andreas"]}, "illegal", "ZATRE is for 2 to 6 players, not 1."),
        ({"teams": {"x": ["andreas", "beate"]}}, "illegal", "Teams are for 4 or 6 players, not 2."),
    ],
)
def test_a_setup_that_is_refused(changed: dict[str, Any], code: str, says: str) -> None:
    assert refused("zatre", **{**SETUP, **changed}) == (code, says)


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ({"do": "place"}, "malformed", '"place" needs the key "tiles".'),
        ({"do": "place", "tiles": [{"value": 5, "row": 7}]}, "malformed", '"place" needs the key "tiles.0.col".'),
        (
            {"do": "place", "tiles": [{"value": 5, "row": 7, "col": "8"}]},
            "malformed",
            '"tiles.0.col" of "place" must be a whole number.',
        ),
        (
            {"do": "draw"},
            "malformed",
            "Unknown \"do\" 'draw'; expected one of 'setup', 'place', 'state', 'undo', 'leave'.",
        ),
        ({"do": "setup", **SETUP}, "illegal", "The game has been set up already."),
        (
            {"do": "place", "tiles": []},
            "illegal",
            "Every tile that can be placed must be placed, and a 6 could be added at row 7, column 7.",
        ),
        (
            {"do": "place", "tiles": FIRST[1:]},
            "illegal",
            "One of the first tiles must lie on the red square at row 7, column 7.",
        ),
        (
            {"do": "place", "tiles": [{"value": 10**30, "row": 10**30, "col": -(10**30)}]},
            "illegal",
            "There is no tile of the value 1000000000000000000000000000000 to place: the tiles are 5, 5, 6.",
        ),
        (
            {"do": "place", "tiles": [{"value": 5, "row": 10**30, "col": -(10**30)}]},
            "illegal",
            "The board has no square at row 1000000000000000000000000000000, column -1000000000000000000000000000000.",
        ),
    ],
)
def test_a_line_that_is_refused(line: dict[str, Any], code: str, says: str) -> None:
    assert pipe().error(**line) == (code, says)
