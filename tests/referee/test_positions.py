"""What holds of the positions and events of every game, as the recorded playthroughs have them."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from sim.errors import InputError
from sim.rules_frame import Event, event_type
from sim.spec import GAMES
from tests.referee.test_golden import EVENTS, RULES, whole_games
from tests.test_configuration import reversed_keys

MANY = 30
"""Positions of a game that are looked at, spread over its playthroughs."""


def positions(game: str) -> list[dict[str, Any]]:
    found = [answer["state"] for match in whole_games(game) for answer in match if answer["ok"]]
    return found[:: max(1, len(found) // MANY)]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_comes_back_exactly_whatever_the_order_of_its_keys_and_cannot_be_changed(game: str) -> None:
    rules = RULES[game]
    for told in positions(game):
        state = rules.from_json(told)
        assert rules.from_json(reversed_keys(told)) == state
        again = rules.from_json(dict(reversed(told.items())))
        assert json.dumps(rules.to_json(again)) == json.dumps(told)
        for part in fields(state):
            with pytest.raises(FrozenInstanceError):
                setattr(state, part.name, None)
        assert not hasattr(state, "__dict__")
        hash(state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("told", [None, [], "play", 3, {}, {1: 2}])
def test_what_is_no_object_of_positions_is_refused(game: str, told: object) -> None:
    with pytest.raises(InputError):
        RULES[game].from_json(told)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_in_the_table_of_its_module_with_its_fields(game: str) -> None:
    documented = {
        found[1]: re.findall(r"(\w+)(?: [{\[][^}]*?[}\]]+)?(?:, |$)", found[2])
        for line in (EVENTS[game].__doc__ or "").splitlines()
        if (found := re.match(r"\| (\w+) \| (.*?) \| .*\|$", line)) and found[1] != "event"
    }
    declared = {
        event_type(kind): [field.name for field in fields(kind)]
        for kind in vars(EVENTS[game]).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    assert documented == declared
