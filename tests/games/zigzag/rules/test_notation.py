"""Positions as JSON: what comes back, and what is no position."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from sim.errors import InputError
from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Call
from tests.games.zigzag.rules.table import ZAG, ZAG_2, ZIG, Game

Change = Callable[[dict[str, Any]], Any]


def playing() -> Game:
    return Game(level=3).deal(ann="steal wbs eyc agu", bob="stop_character z", cem="peek").hand()


def answering() -> Game:
    return Game().deal(ann=ZIG).hand().contre("bob", 0).show("ann", "wbs wyc")


def owing() -> Game:
    """The pile has run out while everybody was to get a card."""
    game = Game(more="").deal()
    while not game.state.shuffle_due:
        game.hand() if game.state.phase is zigzag.Phase.BETWEEN else game.end_hand()
    return game


POSITIONS: dict[str, Callable[[], Game]] = {
    "dealing": Game,
    "between": lambda: Game().deal(),
    "playing": playing,
    "exchanging": lambda: playing().open("ann", "bob").play("bob", "stop_character", "ann"),
    "a power announced": lambda: playing().play("ann", "steal", "bob").play("cem", "peek"),
    "a peek announced": lambda: playing().play("cem", "peek").end_hand().do(zigzag.Look("cem", "bob")),
    "cards offered": lambda: Game().deal(ann="master").hand().play("ann", "master").end_hand(),
    "ten seconds": lambda: Game().deal(ann="ten_seconds").hand().play("ann", "ten_seconds").end_hand(),
    "verifying": lambda: playing().do(zigzag.Announce("ann", Call.ZIG)),
    "answering": answering,
    "ticking": lambda: Game().deal(ann=ZAG, cem=ZAG_2).announce("ann", "double_zag"),
    "over": lambda: Game().tick_all_but(0, (1, "zig")).deal(ann=ZIG).announce("cem", "zig"),
    "cards owed": owing,
    "three": lambda: Game(("ann", "bob", "cem"), variant=zigzag.Variant.THREE).deal(),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_position_comes_back(name: str) -> None:
    state = POSITIONS[name]().state
    spelled = zigzag.to_json(state)
    assert zigzag.from_json(json.loads(json.dumps(spelled))) == state
    assert list(zigzag.to_json(zigzag.from_json(spelled))) == list(spelled)


def set_to(key: str, value: Any) -> Change:
    return lambda told: told.__setitem__(key, value)


def put(key: str, inner: Any, value: Any) -> Change:
    return lambda told: told[key].__setitem__(inner, value)


BROKEN: list[tuple[str, Change, str]] = [
    ("playing", lambda told: told.pop("pile"), '"pile": this key is missing'),
    ("playing", set_to("wind", 3), "'wind': unknown key"),
    ("playing", set_to("phase", "lunch"), '"phase": expected one of'),
    ("playing", set_to("seats", ["a", "a", "b", "c"]), '"seats": expected different names'),
    ("playing", set_to("seats", ["a", "b", "c"]), '"seats": expected 4 or 6'),
    ("playing", set_to("level", 4), '"level": expected a whole number from 1 to 3'),
    ("playing", set_to("number", None), '"number": expected one from the deal on'),
    ("playing", set_to("set", 0), '"set": expected at least 1'),
    ("playing", set_to("hand", 0), '"hand": expected at least 1'),
    ("playing", set_to("resumes", "play"), '"resumes": expected'),
    ("playing", set_to("announcement", {"player": "ann", "call": "zig"}), '"announcement": expected it in the phase'),
    ("playing", lambda told: told["hands"]["ann"].append("earth.pink.none"), "once in the whole game"),
    ("playing", put("stops", "ann", ["z"]), '"stops": expected none but'),
    ("playing", put("shifts", "ann", ["z"]), '"shifts": expected none but'),
    ("playing", set_to("laid", [{"by": "ann", "card": "steal"}]), '"laid": expected none but'),
    ("playing", set_to("laid", [{"by": "ann"}]), '"laid.0.card": expected this key'),
    ("playing", set_to("effects", [{"card": "peek", "by": "ann", "target": "bob"}]), '"effects": expected no peek'),
    ("playing", set_to("effects", [{"card": "steal", "by": "ann", "target": "cem"}]), "from an opponent"),
    ("playing", set_to("effects", [{"card": "swap", "by": "ann", "target": "ann"}]), "target themselves"),
    ("playing", set_to("offered", ["z"]), '"offered": expected cards only before a master'),
    ("playing", set_to("dealt", True), '"dealt": expected false'),
    ("playing", set_to("passed", ["ann"]), '"passed": expected only players'),
    ("playing", set_to("opened", ["zoe"]), '"opened": expected the name of a seat'),
    ("playing", set_to("robbed", "ann"), '"robbed": expected an array'),
    ("playing", set_to("owed", [{"to": "tapis", "seat": None}]), '"owed": expected nothing while'),
    ("playing", lambda told: told.update(owed=[{"to": "tapis", "seat": None}], poubelle=["joker"]), '"owed": expected'),
    ("cards owed", lambda told: told["owed"].append({"to": "tapis", "seat": "ann"}), '"owed": expected no seat'),
    ("dealing", lambda told: told.update(pile=told["pile"][:19]), '"pile": expected at least five cards a seat'),
    ("playing", set_to("failed", [0]), '"failed": expected one entry for each of the 2 teams'),
    ("playing", set_to("failed", [0, 4]), '"failed": expected no more'),
    ("playing", set_to("failed", [0, -1]), '"failed": expected a whole number from 0'),
    ("playing", set_to("level", 0), '"level": expected a whole number from 1 to 3'),
    ("playing", set_to("number", 13), '"number": expected a whole number from 1 to 12'),
    ("playing", set_to("set", 10**6 + 1), '"set": expected a whole number from 0 to 1000000'),
    ("playing", lambda told: told["hands"]["ann"].append("joker"), '"hands": expected at most 4'),
    ("playing", put("stops", "ann", ["stop_character"] * 3), '"stops": expected at most 2'),
    ("playing", lambda told: told["sheets"][0]["1"].update(zig=2), '"sheets": expected a whole number from 0 to 1'),
    ("playing", set_to("phase", "over"), '"phase": expected over if and only if a team has won'),
    ("playing", lambda told: told["constraints"]["ann"].append("water"), '"constraints": expected 12'),
    ("between", set_to("effects", [{"card": "swap", "by": "ann", "target": "bob"}]), "at most one peek"),
    ("between", set_to("phase", "ten_seconds"), '"laid": expected 10 seconds first'),
    ("cards offered", lambda told: told["offered"].append("joker"), '"offered": expected at most one card for each'),
    ("ten seconds", set_to("dealt", False), '"dealt": expected true'),
    ("playing", set_to("signs", [None, {"zig": "a", "zag": "a"}]), '"signs": expected two different'),
    ("playing", set_to("sheets", [{}, {}]), '"sheets": expected the levels 1 and 2'),
    ("playing", put("sheets", 0, {"1": {}, "2": {}}), '"sheets": expected the boxes'),
    ("playing", set_to("winners", ["ann", "cem"]), '"winners": expected the team with the complete sheet'),
    ("playing", set_to("winners", ["ann", "bob"]), '"winners": expected the members of a team'),
    ("playing", set_to("teams", [["ann"], ["bob"]]), '"teams": expected'),
    ("playing", put("constraints", "ann", ["water"]), '"constraints": expected 12'),
    ("between", set_to("constraints", {"ann": []}), '"constraints": expected none at level 1'),
    ("between", set_to("tapis", ["joker"]), '"tapis": expected no cards between'),
    ("between", set_to("opened", ["ann"]), '"opened": expected nobody'),
    ("between", put("face_down", "ann", "joker"), '"face_down": expected no cards'),
    ("between", put("hands", "ann", ["plus_one"]), "at level 1"),
    ("dealing", lambda told: told["pile"].reverse(), '"pile": expected the whole deck, sorted'),
    ("cards offered", set_to("dealt", False), '"dealt": expected true'),
    ("ten seconds", set_to("phase", "between"), '"laid": expected 10 seconds first'),
    ("a peek announced", lambda told: told["effects"].append(told["effects"][0]), "at most one peek"),
    ("answering", put("contre", "team", 1), '"contre": expected cards shown by members'),
    ("answering", put("contre", "player", "cem"), '"contre": expected one by an opponent'),
    ("answering", put("contre", "shown", {"ann": ["z", "z"]}), '"contre": expected cards shown by members'),
    ("answering", put("contre", "shown", {"bob": []}), '"contre": expected cards shown by members'),
    ("answering", put("contre", "shown", {"ann": [], "cem": []}), '"contre": expected cards shown by members'),
    ("answering", put("contre", "team", 2), '"contre": expected a whole number from 0 to 1'),
    ("answering", put("contre", "team", -1), '"contre": expected a whole number from 0 to 1'),
    ("answering", set_to("contre_test", "true"), '"contre": expected one by an opponent'),
    ("ticking", put("choice", "team", 2), '"choice": expected a whole number from 0 to 1'),
    ("ticking", put("choice", "levels", [3]), '"choice": expected a whole number from 1 to 2'),
    ("ticking", put("choice", "levels", [2]), '"choice": expected an open box'),
    ("over", set_to("phase", "deal"), '"pile": expected the whole deck'),
    ("three", lambda told: told.update(phase="verify", resumes="between",
     announcement={"player": "ann", "call": "zig_zag"}), '"announcement": expected zig or zag'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "why"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_position_is_refused(name: str, change: Change, why: str) -> None:
    told = copy.deepcopy(zigzag.to_json(POSITIONS[name]().state))
    change(told)
    with pytest.raises(InputError) as refusal:
        zigzag.from_json(told)
    assert why in str(refusal.value)
    assert str(refusal.value).endswith(".")


ALLOWED: list[tuple[str, Change]] = [
    ("dealing", lambda told: told.update(pile=told["pile"][:20])),
    ("playing", set_to("failed", [3, 3])),
    ("playing", set_to("set", 10**6)),
    ("playing", put("stops", "ann", ["stop_character"] * 2)),
    ("playing", set_to("effects", [{"card": "swap", "by": "ann", "target": "cem"}])),
    ("playing", set_to("passed", [])),
    ("answering", put("contre", "shown", {"cem": []})),
    ("between", set_to("hand", 0)),
    ("ten seconds", set_to("hand", 0)),
    ("a peek announced", set_to("effects", [])),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change"), ALLOWED, ids=range(len(ALLOWED)))
def test_what_may_come_about_is_a_position(name: str, change: Change) -> None:
    told = copy.deepcopy(zigzag.to_json(POSITIONS[name]().state))
    change(told)
    assert zigzag.to_json(zigzag.from_json(told)) == told


def test_a_deck_of_ones_own_may_have_any_number_of_special_cards() -> None:
    told = zigzag.to_json(playing().state)
    told["tapis"] = ["steal", "joker"]
    assert zigzag.from_json(told).tapis == (zigzag.Card.STEAL, zigzag.Card.JOKER)
