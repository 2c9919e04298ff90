"""Positions of Zack! as JSON: complete, exact, and nothing impossible is taken for a position."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from sim.errors import InputError
from sim.games.zack import rules as zack
from sim.rules_frame import event_type
from tests.games.zack.rules.table import Game

KEYS = [
    "phase", "edition", "stop_cards", "seats", "due", "stopped", "stop", "bowl", "hands", "piles", "colours",
    "challenges", "mirrored", "winner", "ending",
]  # fmt: skip


@pytest.fixture
def positions() -> dict[str, zack.State]:
    """One position of every phase and of every kind of stop."""
    hands = {"anita": "L L L", "bernd": "again L", "corinna": "R L R", "dieter": "2L L R"}

    def table(edition: str = "amigo", **changed: str) -> Game:
        return Game(edition, stops=True, **{**hands, **changed})

    return {
        "start": table().state,
        "play": table().throw("anita", "dieter").own("corinna").state,
        "without stop cards": Game(anita="L", bernd="", corinna="R").throw("anita").state,
        "challenge": table().throw("anita").slow("corinna", "blue").state,
        "choose": table(anita="choose").throw("anita").state,
        "chosen": table(anita="choose L").throw("anita").choose("yellow").state,
        "mirror": table(anita="mirror L").throw("anita").state,
        "mirrored twice": table(anita="mirror again L").throw("anita").resume().throw("anita").state,
        "swap": table(anita="swap L").throw("anita").state,
        "french swap": table("french", anita="swap L").throw("anita").resume().state,
        "french mirror": table("french", anita="mirror L").throw("anita").slow("corinna", "yellow").resume().state,
        "french no effect": table("french").throw("anita").out("corinna", "red").state,
        "over": table(anita="").own("anita").state,
    }


def test_every_position_comes_back_exactly(positions: dict[str, zack.State]) -> None:
    for name, state in positions.items():
        text = json.dumps(zack.to_json(state))
        assert zack.from_json(json.loads(text)) == state, name
        assert list(zack.to_json(state)) == KEYS
        assert json.dumps(zack.to_json(zack.from_json(json.loads(text)))) == text


def test_the_referee_keys_are_spelled_as_the_protocol_has_them(positions: dict[str, zack.State]) -> None:
    told = zack.to_json(positions["play"])
    assert (told["phase"], told["due"], told["stopped"], told["mirrored"], told["winner"]) == (
        "play", "bernd", False, False, None,
    )  # fmt: skip
    assert told["bowl"] == [
        {"card": "L", "by": "anita", "wrong": False},
        {"card": "2L", "by": "dieter", "wrong": True},
        {"card": "player:green", "by": "corinna", "wrong": True},
    ]
    assert told["hands"] == {"anita": 2, "bernd": 2, "corinna": 3, "dieter": 2}
    assert told["piles"]["dieter"] == ["L", "R"]
    assert told["colours"] == {"anita": "red", "bernd": "blue", "corinna": "green", "dieter": "yellow"}
    assert told["challenges"]["bernd"] == ["red", "green", "yellow"]
    assert zack.to_json(positions["choose"])["phase"] == "choose"
    over = zack.to_json(positions["over"])
    assert (over["phase"], over["due"], over["winner"], over["ending"]) == ("over", None, "anita", "player_card")


Change = Callable[[dict[str, Any]], Any]
WRONG: list[tuple[str, str, Change]] = [
    ("play", "phase", lambda p: p.update(phase="plai")),
    ("play", "phase", lambda p: p.update(phase=["play"])),
    ("play", "phase", lambda p: p.update(phase="choose")),
    ("start", "winner", lambda p: p.update(phase="over")),
    ("chosen", "phase", lambda p: p.update(phase="choose", stop=None, stopped=False)),
    ("play", "edition", lambda p: p.update(edition="dutch")),
    ("play", "stop_cards", lambda p: p.update(stop_cards=0)),
    ("mirror", "piles", lambda p: (p.update(stop_cards=False), p["piles"]["anita"].append("swap"))),
    ("mirror", "bowl", lambda p: p.update(stop_cards=False)),
    ("french mirror", "piles", lambda p: p.update(stop_cards=False)),
    ("play", "seats", lambda p: p.update(seats=["anita", "bernd"])),
    ("play", "seats", lambda p: p.update(seats=["anita", "bernd", "anita", "dieter"])),
    ("play", "seats", lambda p: p.update(seats="anita")),
    ("play", "seats", lambda p: p.update(seats=[1, 2, 3])),
    ("play", "due", lambda p: p.update(due="eva")),
    ("play", "due", lambda p: p.update(due=None)),
    ("play", "due", lambda p: p.update(due=["bernd"])),
    ("play", "due", lambda p: p.update(due="corinna")),
    ("choose", "due", lambda p: p.update(due="bernd")),
    ("start", "due", lambda p: p.update(due="eva")),
    ("over", "due", lambda p: p.update(due="bernd")),
    ("play", "stopped", lambda p: p.update(stopped=True)),
    ("play", "stopped", lambda p: p.update(stopped=0)),
    ("mirror", "stop", lambda p: p.update(stop="pause")),
    ("play", "stop", lambda p: p.update(stop="stop_card", stopped=True)),
    ("over", "stop", lambda p: p.update(stop="challenge", stopped=True)),
    ("play", "bowl", lambda p: p.update(stop="challenge", stopped=True)),
    ("play", "bowl", lambda p: p.update(bowl={})),
    ("play", "bowl", lambda p: p["bowl"][0].update(card="3R")),
    ("play", "bowl", lambda p: p["bowl"][0].update(card=3)),
    ("play", "bowl", lambda p: p["bowl"][0].update(card="circle:orange")),
    ("play", "bowl", lambda p: p["bowl"][0].update(by="eva")),
    ("play", "bowl", lambda p: p["bowl"][0].update(wrong=1)),
    ("play", "bowl", lambda p: p["bowl"][0].pop("wrong")),
    ("play", "bowl", lambda p: p["bowl"][0].update(colour="red")),
    ("play", "bowl", lambda p: p["bowl"][2].update(card="player:red")),
    ("play", "bowl", lambda p: p["bowl"][2].update(card="player:pink")),
    ("play", "bowl", lambda p: p["bowl"][2].update(wrong=False)),
    ("play", "bowl", lambda p: p["bowl"].append(dict(p["bowl"][2]))),
    ("over", "bowl", lambda p: p["bowl"][-1].update(wrong=True)),
    ("play", "hands", lambda p: p["hands"].update(anita=9)),
    ("play", "hands", lambda p: p["hands"].update(anita=2.0)),
    ("play", "piles", lambda p: p["piles"].pop("anita")),
    ("play", "piles", lambda p: p["piles"].update(eva=[])),
    ("play", "piles", lambda p: p["piles"].update(anita="L")),
    ("play", "piles", lambda p: p["piles"]["anita"].append("player:red")),
    ("play", "piles", lambda p: p["piles"]["anita"].append("circle:violet")),
    ("without stop cards", "piles", lambda p: p["piles"]["anita"].append("mirror")),
    ("play", "colours", lambda p: p["colours"].update(anita="blue")),
    ("play", "colours", lambda p: p["colours"].update(anita="pink")),
    ("play", "colours", lambda p: p["colours"].pop("anita")),
    ("play", "challenges", lambda p: p["challenges"]["anita"].pop()),
    ("play", "challenges", lambda p: p["challenges"]["anita"].append("red")),
    ("play", "challenges", lambda p: p["challenges"]["anita"].reverse()),
    ("play", "challenges", lambda p: p["challenges"].update(anita=["red", "green", "yellow"])),
    ("swap", "challenges", lambda p: p.update(challenges=dict(zip(p["seats"], p["challenges"].values(), strict=True))
        | {"anita": p["challenges"]["bernd"], "bernd": p["challenges"]["anita"]})),
    ("play", "mirrored", lambda p: p.update(mirrored=True)),
    ("mirror", "mirrored", lambda p: p.update(mirrored=False)),
    ("mirrored twice", "mirrored", lambda p: p.update(mirrored=True)),
    ("mirror", "mirrored", lambda p: p.update(mirrored=1)),
    ("play", "winner", lambda p: p.update(winner="anita")),
    ("over", "winner", lambda p: p.update(winner="bernd")),
    ("over", "winner", lambda p: (p["piles"]["anita"].append("L"), p["hands"].update(anita=1))),
    ("over", "bowl", lambda p: p["bowl"].append({"card": "L", "by": "bernd", "wrong": False})),
    ("over", "ending", lambda p: p.update(ending="emptied")),
    ("play", "ending", lambda p: p.update(ending="player_card")),
    ("play", "wind", lambda p: p.update(wind=3)),
    *[("play", key, lambda p, key=key: p.pop(key)) for key in KEYS],
]  # fmt: skip


@pytest.mark.parametrize(("position", "key", "change"), WRONG)
def test_what_cannot_be_a_position_is_refused_with_its_key(
    position: str, key: str, change: Change, positions: dict[str, zack.State]
) -> None:
    told = copy.deepcopy(zack.to_json(positions[position]))
    change(told)
    with pytest.raises(InputError) as refusal:
        zack.from_json(told)
    message = str(refusal.value)
    assert message.startswith((f'"{key}":', f'"{key}.', f"'{key}':")), message
    assert message.endswith(".")
    assert "\n" not in message


def test_the_judged_challenge_is_spelled_as_the_protocol_has_it() -> None:
    assert [field.name for field in fields(zack.events.Challenge)] == [
        "success", "by", "against", "taker", "cards", "continues",
    ]  # fmt: skip
    assert event_type(zack.events.Challenge) == "challenge"
