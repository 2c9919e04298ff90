"""The lines of ZIGZAG: what is malformed (seen from the line alone), what is illegal, and every word at the table.

Recorded playthroughs (`tests/golden/zigzag_*`) are answered byte for byte in test_golden.py.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.referee import VOCABULARY
from sim.referee import referee_of
from sim.wire import line_of
from tests.amounts import amount
from tests.games.zigzag.rules.table import BOX, FOUR
from tests.referee.told import Told

DOCS = Path(__file__).resolve().parents[3] / "docs" / "reference" / "referee.md"

SETUP: dict[str, Any] = {"seats": list(FOUR), "deck": list(BOX.deck(1, 2)), "level": 1}


def pipe(**changed: Any) -> Told:
    told = Told("zigzag", **{**SETUP, **changed})
    assert told.first["ok"]
    return told


def test_a_hand_told_in_lines() -> None:
    referee = pipe()
    answer = referee.tell(do="deal", pile=SETUP["deck"])
    assert [event["type"] for event in answer["events"]] == ["set_started", *["card_drawn"] * 16]
    state = referee.tell(do="next_hand")["state"]
    assert (state["phase"], state["set"], state["hand"]) == ("play", 1, 1)
    card = state["hands"]["ann"][0]
    state = referee.tell(do="discard", player="ann", card=card)["state"]
    assert state["tapis"] == [card]
    assert referee.tell(do="pick_up", player="ann")["events"][0]["type"] == "card_picked_up"
    assert referee.error(do="take", player="bob", card=card)[0] == "illegal"


def test_every_word_is_documented() -> None:
    text = DOCS.read_text("utf-8")
    for do in VOCABULARY.lines:
        assert f'"do":"{do}"' in text, do
    for card in zigzag.Card:
        if not card.is_character:
            assert f"`{card.value}`" in text, card
    for trait in zigzag.Trait:
        assert f"`{trait.value}`" in text, trait


def test_every_decision_is_documented(root: Path) -> None:
    section = (root / "docs" / "explanation" / "games.md").read_text("utf-8").partition("\n## ZIGZAG\n")[2]
    assert re.findall(r"^(\d+)\. ", section, re.MULTILINE) == [str(number) for number in range(1, 31)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"do": "discard", "player": "ann"}, '"discard" needs the key "card".'),
        ({"do": "discard", "player": "ann", "card": "hat"}, "the name of a card such as '"),
        ({"do": "discard", "player": "ann", "card": 3}, '"card" of "discard" must be a string.'),
        ({"do": "discard", "player": 3, "card": "z"}, '"player" of "discard" must be a string.'),
        ({"do": "deal", "pile": "z"}, '"pile" of "deal" must be an array.'),
        ({"do": "deal", "pile": [], "number": None}, '"number" of "deal" must be a whole number.'),
        ({"do": "play", "player": "ann", "card": "steal", "target": None}, '"target" of "play" must be a string.'),
        ({"do": "resolve", "card": None}, '"card" of "resolve" must be a string.'),
        ({"do": "announce", "player": "ann", "call": "zog"}, '"call" of "announce" must be one of'),
        ({"do": "tick", "player": "ann", "level": 1, "box": "double_zag"}, '"box" of "tick" must be one of'),
        ({"do": "contre", "player": "ann", "team": "bob"}, '"team" of "contre" must be a whole number.'),
        ({"do": "assign", "player": "ann", "cards": ["z"]}, '"cards" of "assign" must be an object.'),
        ({"do": "next_hand", "player": "ann"}, '"next_hand" has no key "player".'),
        ({"do": "zig"}, "Unknown"),
    ],
)
def test_malformed_lines(line: dict[str, Any], message: str) -> None:
    code, told = pipe().error(**line)
    assert code == "malformed"
    assert message in told


def test_malformed_setups() -> None:
    referee = Told("zigzag")
    for key, value in (("deck", ["hat"]), ("constraints", {"ann": ["fog"]}), ("variant", "four"), ("level", "1"),
                       ("strict", 1), ("contre_test", "both"), ("contre_limit", 1.5), ("seats", "ann")):  # fmt: skip
        code, message = referee.error(do="setup", **{**SETUP, key: value})
        assert code == "malformed"
        assert key in message
    assert referee.error(do="next_hand") == ("illegal", "The first action must be a setup.")


def test_the_options_of_the_setup() -> None:
    constraints = {seat: list(card) for seat, card in zip(FOUR, BOX.constraints, strict=False)}
    referee = pipe(
        deck=list(BOX.deck(3, 2)), level=3, constraints=constraints, strict=True, contre_test="true", contre_limit=1
    )
    state = zigzag.to_json(referee.referee.state)
    assert (state["strict"], state["contre_test"], state["contre_limit"]) == (True, "true", 1)
    assert state["constraints"] == constraints
    assert referee.error(do="setup", **SETUP)[0] == "illegal"


def test_the_playthroughs_are_of_four_six_and_three_players_and_all_have_a_winner() -> None:
    ends = {}
    for path in sorted((DOCS.parents[2] / "tests" / "golden").glob("zigzag_*_players.jsonl")):
        referee = referee_of("zigzag")
        answers = [referee.answer(raw) for raw in path.read_bytes().splitlines()]
        state = [answer["state"] for answer in answers if answer["ok"]][-1]
        ends[len(state["seats"])] = (state["level"], state["variant"], len(state["winners"]))
    assert ends == {4: (1, "teams", 2), 6: (3, "teams", 2), 3: (1, "three", 1)}


def field(name: str, random: Any) -> Any:
    return random.choice(
        {"player": [*FOUR, "zoe", 3], "card": [*map(str, zigzag.Card), "hat"]}.get(name, [0, "ann", []])
    )


@amount(10, full=15, whole=30)
@given(st.randoms(use_true_random=False))
def test_whatever_is_told_the_answer_is_a_ruling_or_a_refusal_that_changes_nothing(random: Any) -> None:
    told = pipe()
    referee = told.referee
    for _ in range(25):
        before = referee.state
        do = random.choice(list(VOCABULARY.lines))
        line = {"do": do, **{of.name: field(of.name, random) for of in dataclasses.fields(VOCABULARY.lines[do])}}
        # The pile may be dealt as it lies, so that all have combinations, and four sets are over within these lines.
        legal = zigzag.legal_actions(before)
        assert bool(legal) is (before.phase is not zigzag.Phase.OVER)
        if legal and random.random() < 0.7:
            line = line_of(random.choice(legal))
        answer = told.tell(**line)
        if answer["ok"]:
            assert zigzag.from_json(answer["state"]) == referee.state
        else:
            assert referee.state is before
            assert answer["error"]["message"].endswith(".")
