"""Positions of Riff Raff as JSON: complete, exact, and nothing impossible is taken for a position."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from sim.errors import InputError
from sim.games.riff_raff import rules as rr
from sim.rules_frame import FrozenMap

Change = Callable[[dict[str, Any]], Any]
KEYS = [
    "phase", "round", "rounds", "players", "captain", "order", "to_act", "slot", "may_place_two", "announced", "placed",
    "hands", "played", "supply", "ship", "removed", "ending", "winners",
]  # fmt: skip


@pytest.fixture
def positions(match: Any) -> dict[str, rr.State]:
    """One position of every phase, and of every step of a turn."""
    arrange = match("ann", "bob", "cem").reveal(ann=9, bob=4, cem=4)
    loading = match("ann", "bob").stow(slot_9="rat boat").reveal(ann=9, bob=4)
    return {
        "reveal": match("ann", "bob", "cem").state,
        "second round": match("ann", "bob", "cem").fumble_round(ann=9, bob=4, cem=1).state,
        "name_captain": match("ann", "bob", "cem", captain="cem").reveal(ann=9, bob=9, cem=4).state,
        "arrange": arrange.state,
        "load": arrange.do(rr.Arrange(("ann", "cem", "bob"))).load("crate").state,
        "may announce": loading.state,
        "announced": loading.announce(2).state,
        "between two": loading.load("crate").state,
        "emptied": match("ann", "bob").keep("ann", "rat").reveal(ann=9, bob=4).load("rat").state,
    }


def test_every_position_comes_back_exactly(positions: dict[str, rr.State]) -> None:
    for name, state in positions.items():
        text = json.dumps(rr.to_json(state))
        assert rr.from_json(json.loads(text)) == state, name
        assert list(rr.to_json(state)) == KEYS
        assert json.dumps(rr.to_json(rr.from_json(json.loads(text)))) == text


def test_the_referee_keys_are_spelled_as_the_protocol_has_them(positions: dict[str, rr.State]) -> None:
    told = rr.to_json(positions["load"])
    assert told["phase"] == "load"
    assert (told["round"], told["captain"], told["order"]) == (1, "ann", ["ann", "cem", "bob"])
    assert (told["to_act"], told["slot"], told["announced"], told["winners"]) == ("cem", 4, None, [])
    assert told["hands"]["bob"] == [1, 2, 3, 5, 6, 7, 8, 9, 10]
    assert told["supply"]["ann"] == {
        "boat": 1, "barrel": 1, "bottle": 1, "crate": 0, "sailor": 1, "plank": 1, "rat": 1, "chest": 1,
    }  # fmt: skip
    assert list(told["ship"]) == [str(slot) for slot in range(1, 11)]
    assert told["ship"]["9"] == ["crate"]
    assert set(told["removed"].values()) == {0}
    assert rr.to_json(positions["between two"])["announced"] == 2
    assert rr.to_json(positions["emptied"])["ending"] == "emptied"
    assert rr.to_json(positions["name_captain"])["to_act"] == "cem"
    assert rr.to_json(positions["reveal"])["to_act"] is None


def brig(match: Any) -> rr.State:
    """A position with pieces and a ship of our own."""
    equipment = rr.Equipment(FrozenMap({"crate": 1, "whale": 2}), deck_slots=2, yards=5)
    state: rr.State = (
        match("ann", "bob", "cem", equipment=equipment).stow(slot_12="whale").reveal(ann=12, bob=4, cem=1).state
    )
    return state


def test_equipment_of_ones_own_stands_in_the_position_and_the_standard_one_does_not(match: Any) -> None:
    state = brig(match)
    told = json.loads(json.dumps(rr.to_json(state)))
    assert list(told) == [*KEYS, "equipment"]
    assert told["equipment"] == {"pieces": {"crate": 1, "whale": 2}, "deck_slots": 2, "yards": 5}
    assert rr.from_json(told) == state
    assert rr.from_json(told).equipment == state.equipment
    standard = rr.to_json(match("ann", "bob").state)
    spelled = {"pieces": dict(rr.STANDARD.pieces), "deck_slots": 4, "yards": 3}
    assert rr.from_json({**standard, "equipment": spelled}) == match("ann", "bob").state


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("equipment", lambda p: p.update(equipment=None)),
        ("equipment", lambda p: p["equipment"].pop("yards")),
        ("equipment", lambda p: p["equipment"].update(masts=1)),
        ("equipment", lambda p: p["equipment"].update(deck_slots=99)),
        ("equipment", lambda p: p["equipment"].update(yards=10**9)),
        ("equipment.deck_slots", lambda p: p["equipment"].update(deck_slots=True)),
        ("equipment", lambda p: p["equipment"].update(pieces={})),
        ("equipment.pieces", lambda p: p["equipment"].update(pieces=["whale"])),
        ("equipment", lambda p: p["equipment"]["pieces"].update(whale=0)),
        ("supply", lambda p: p["equipment"]["pieces"].update(whale=3)),
        ("supply", lambda p: p["equipment"]["pieces"].update(rat=1)),
        ("ship", lambda p: p["equipment"].update(yards=6)),
        ("slot", lambda p: p.update(slot=13)),
        ("hands", lambda p: p["hands"].update(ann=list(range(1, 11)))),
    ],
)
def test_equipment_that_cannot_be_or_that_the_rest_denies_is_refused(key: str, change: Change, match: Any) -> None:
    told = json.loads(json.dumps(rr.to_json(brig(match))))
    change(told)
    with pytest.raises(InputError) as refusal:
        rr.from_json(told)
    assert str(refusal.value).startswith((f'"{key}":', f'"{key}.'))
    assert str(refusal.value).endswith(".")


WRONG: list[tuple[str, str, Change]] = [
    ("load", "phase", lambda p: p.update(phase="lode")),
    ("load", "phase", lambda p: p.update(phase=["load"])),
    ("load", "round", lambda p: p.update(round=0)),
    ("load", "round", lambda p: p.update(round=11)),
    ("load", "round", lambda p: p.update(round=True)),
    ("load", "round", lambda p: p.update(round=1.0)),
    ("load", "rounds", lambda p: p.update(rounds=20)),
    ("load", "players", lambda p: p.update(players=["ann", "ann", "bob"])),
    ("load", "players", lambda p: p.update(players=["ann"])),
    ("load", "players", lambda p: p.update(players=["ann", "bob", "cid", "dot", "eve"])),
    ("load", "players", lambda p: p.update(players="ann")),
    ("load", "players", lambda p: p.update(players=[1, 2])),
    ("load", "captain", lambda p: p.update(captain="eve")),
    ("load", "captain", lambda p: p.update(captain="bob")),
    ("load", "captain", lambda p: p.update(captain=None)),
    ("load", "order", lambda p: p.update(order=["cem", "ann", "bob"])),
    ("load", "order", lambda p: p.update(order=["ann", "cem"])),
    ("load", "to_act", lambda p: p.update(to_act="eve")),
    ("load", "to_act", lambda p: p.update(to_act=None)),
    ("load", "to_act", lambda p: p.update(to_act=["cem"])),
    ("reveal", "to_act", lambda p: p.update(to_act="ann")),
    ("reveal", "order", lambda p: p.update(order=["ann", "bob", "cem"])),
    ("load", "slot", lambda p: p.update(slot=5)),
    ("load", "slot", lambda p: p.update(slot=4.0)),
    ("load", "may_place_two", lambda p: p.update(may_place_two=True)),
    ("load", "announced", lambda p: p.update(announced=2)),
    ("load", "announced", lambda p: p.update(announced=3)),
    ("load", "announced", lambda p: p.update(placed=1)),
    ("reveal", "announced", lambda p: p.update(announced=1)),
    ("between two", "announced", lambda p: p.update(announced=1)),
    ("between two", "placed", lambda p: p.update(placed=2)),
    ("load", "hands", lambda p: p["hands"].update(ann=[1, 2, 3])),
    ("load", "hands", lambda p: p["hands"]["ann"].reverse()),
    ("load", "hands", lambda p: p["hands"].update(eve=[])),
    ("load", "hands", lambda p: p["hands"].update(ann=[True, 2, 3, 4, 5, 6, 7, 8, 10])),
    ("load", "played", lambda p: p["played"].pop("ann")),
    ("second round", "hands", lambda p: p.update(round=3)),
    ("name_captain", "captain", lambda p: p.update(phase="arrange")),
    ("may announce", "phase", lambda p: p.update(phase="arrange", order=[], to_act="ann")),
    ("arrange", "phase", lambda p: p.update(phase="name_captain")),
    ("load", "supply", lambda p: p["supply"]["ann"].update(rat=2)),
    ("load", "supply", lambda p: p["supply"]["ann"].update(rat=-1)),
    ("load", "supply", lambda p: p["supply"]["ann"].update(anchor=1)),
    ("load", "supply", lambda p: p["supply"]["ann"].pop("rat")),
    ("load", "supply", lambda p: p.update(supply=[])),
    ("load", "supply", lambda p: p["ship"]["9"].append("rat")),
    ("load", "ship", lambda p: p["ship"]["9"].append("anchor")),
    ("load", "ship", lambda p: p["ship"].update({"11": []})),
    ("load", "ship", lambda p: p["ship"].update({"9": "crate"})),
    ("load", "removed", lambda p: p.update(removed={})),
    ("load", "ending", lambda p: p.update(ending="emptied")),
    ("load", "winners", lambda p: p.update(winners=["ann"])),
    ("emptied", "winners", lambda p: p.update(winners=["bob"])),
    ("emptied", "ending", lambda p: p.update(ending="cards_spent")),
    ("emptied", "supply", lambda p: p.update(phase="load", to_act="bob", slot=4, ending=None, winners=[])),
    ("load", "wind", lambda p: p.update(wind=3)),
    *[("load", key, lambda p, key=key: p.pop(key)) for key in KEYS],
]


@pytest.mark.parametrize(("position", "key", "change"), WRONG)
def test_what_cannot_be_a_position_is_refused_with_its_key(
    position: str, key: str, change: Change, positions: dict[str, rr.State]
) -> None:
    told = copy.deepcopy(rr.to_json(positions[position]))
    change(told)
    with pytest.raises(InputError) as refusal:
        rr.from_json(told)
    message = str(refusal.value)
    assert message.startswith((f'"{key}":', f'"{key}.', f"'{key}':")) or f'"{key}"' in message, message
    assert message.endswith(".")
    assert "\n" not in message


def test_nobody_is_out_of_pieces_and_the_match_goes_on(match: Any) -> None:
    told = rr.to_json(match("ann", "bob").keep("ann", "rat").state)
    told["supply"]["ann"]["rat"] = 0
    told["removed"]["rat"] += 1
    with pytest.raises(InputError, match="only the winner of a match has none"):
        rr.from_json(told)
