"""External bots at ZIGZAG: what their eyes have noticed, what stays hidden, and what an answer may be."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from sim.configuration import changed_configuration
from sim.errors import IllegalAction
from sim.games.zigzag.match import ZigzagMatch
from sim.games.zigzag.rules import Card
from sim.seat import Seat
from tests.bots.at_once_bots import Noted

SEATS = (
    Seat("Anne", "casual", "noted@1"),
    *(Seat(name, "casual", "watchful") for name in ("Bert", "Cleo", "Dirk")),
)
NOTHING = {"do": "nothing"}


def match_with(
    answer: Any, lines: list[Any] | None = None, wish: object = None, level: int = 1, seed: int = 3
) -> tuple[ZigzagMatch, Noted]:
    """Open a match in which Anne answers like that."""
    configuration = changed_configuration("zigzag", {"table": {"level": level}}, profile="draft")
    bots = Noted(answer, wish)
    return ZigzagMatch(configuration, SEATS, seed, None if lines is None else lines.append, bots=bots), bots


def test_a_bot_that_looks_all_the_time_sees_no_card_before_a_person_would() -> None:
    seen: dict[str, float] = {}

    def answer(question: Any) -> Any:
        for name, _ in question.view["tapis"]:
            seen.setdefault(name, question.now_s)
        return NOTHING

    lines: list[Any] = []
    match, bots = match_with(answer, lines, wish=0.0)
    match.advance(25.0)
    laid = {line["name"]: line["at_s"] for line in bots.heard if line["see"] == "laid" and line.get("by") != "Anne"}
    assert len(laid) > 3
    for name, noticed_s in laid.items():
        if name in seen:
            assert seen[name] >= noticed_s - 1e-6
    moved = [line["at_s"] for line in lines if line.get("question") == "lay"]
    # A hand is under way before its card lies there, and then it has to be noticed.
    assert min(laid.values()) > min(moved) + 0.1


def test_a_view_names_no_card_of_another_hand_and_none_that_lies_face_down() -> None:
    found: list[int] = []

    def answer(question: Any) -> Any:
        state = match.table.state
        hidden = {card.value for name, cards in state.hands.items() if name != "Anne" for card in cards}
        hidden |= {card.value for card in state.face_down.values() if card is not None}
        hidden |= {card.value for card in state.pile}
        hidden -= {card.value for card in state.hands["Anne"]}
        told = json.dumps([question.view, question.legal()])
        # Characters are there once each; special cards of one kind are alike.
        leaked = [card for card in hidden if "." in card and json.dumps(card) in told]
        assert not leaked
        found.append(len(hidden))
        return question.legal()[0]

    match, _ = match_with(answer, level=3)
    match.advance(30.0)
    assert len(found) > 10
    assert min(found) > 10


WRONG = {
    "no word": ({"lay": 1}, "do: expected a word"),
    "an unknown word": ({"do": "fly"}, "do: expected one of lay"),
    "nothing and more": ({"do": "nothing", "card": "z"}, "do: expected one of lay"),
    "a steered hand": ({"do": "reach"}, "do: expected one of lay"),
    "a noise of its own": ({"do": "lay", "card": "z", "noise_seed": 3}, "noise_seed: expected no such key"),
    "another's name": ({"do": "pass", "by": "Bert"}, "by: expected no such key"),
    "a number for a card": ({"do": "lay", "card": 4}, "card"),
    "no card": ({"do": "lay"}, "card"),
    "a card it does not hold": ({"do": "grab", "card": "unicorn"}, "does not lie"),
    "an unknown target": ({"do": "play", "card": "swap", "target": "Zoe"}, "swap"),
    "an unknown team": ({"do": "contre", "team": 9}, "no team 9"),
    "a list of wishes": ({"do": "lay", "card": "z", "wants": ["z"]}, "wants: expected the name"),
    "no object": ("pass", "expected an object such as"),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_answer_that_is_none_is_refused(what: str) -> None:
    said: list[str] = []

    def answer(question: Any) -> Any:
        given, says = WRONG[what]
        if not said and question.view["phase"] == "play":
            with pytest.raises(IllegalAction) as refused:
                question.read(given)
            said.append(str(refused.value))
            assert says in said[0]
            assert "Anne" in said[0]
        return NOTHING

    match, _ = match_with(answer)
    match.advance(6.0)
    assert said


def test_signs_take_their_time() -> None:
    signed: list[Any] = []

    def answer(question: Any) -> Any:
        bluff = {"do": "sign", "sign": "bluff"}
        return bluff if bluff in question.legal() else NOTHING

    match, _ = match_with(answer, signed, wish=0.0)
    match.advance(15.0)
    times = [line["tick"] / 120 for line in signed if line.get("question") == "sign" and line["by"] == "Anne"]
    assert len(times) > 3
    sign_s = match.configuration.people.voice.sign_s
    assert min(later - earlier for earlier, later in pairwise(times)) >= sign_s - 1 / 120


def test_a_card_that_is_laid_for_another_is_followed_by_it_at_once() -> None:
    lines: list[Any] = []
    answers: list[Any] = []

    def answer(question: Any) -> Any:
        view, legal = question.view, question.legal()
        grabs = [each for each in legal if each["do"] == "grab"]
        if view["over"] and answers and {"do": "grab", "card": answers[-1]} in grabs:
            return {"do": "grab", "card": answers[-1]}
        for do in ("pick_up", "home"):
            if {"do": do} in legal:
                return {"do": do}
        lays = [each for each in legal if each["do"] == "lay"]
        if lays and view["tapis"]:
            answers.append(view["tapis"][0][0])
            return {**lays[0], "wants": answers[-1]}
        return lays[0] if lays else NOTHING

    match, bots = match_with(answer, lines)
    match.advance(40.0)
    did = [line["question"] for line in lines if line.get("stage") == "intent" and line["by"] == "Anne"]
    assert answers
    assert "grab" in did
    assert any(line["see"] == "free" for line in bots.heard)


def test_a_table_does_not_wait_for_ever_for_a_power_that_is_due() -> None:
    """After a while the usual strategy uses it."""
    waited: list[float] = []

    def answer(question: Any) -> Any:
        legal = question.legal()
        if question.view["due"]:
            waited.append(question.now_s)
            return NOTHING
        for do in ("play", "pick_up", "draw", "pass", "home", "grab", *(["lay"] * question.view["waiting"])):
            found = [each for each in legal if each["do"] == do]
            if found:
                return found[0]
        return NOTHING

    lines: list[Any] = []
    match, bots = match_with(answer, lines, level=3)
    while not match.table.state.hands["Anne"]:
        match.advance(0.5)
    hands = match.table.state.hands
    match.table.state = replace(match.table.state, hands=hands.put("Anne", (Card.PEEK,) * len(hands["Anne"])))
    for _ in range(20):
        match.advance(3.0)
        if bots.refused:
            break
    assert set(bots.refused) == {"Anne answers 'nothing': the table has waited for 20 s."}
    assert waited[-1] - waited[0] > 20.0
    match.advance(1.0)
    assert any(line.get("fault") == "illegal" and line["question"] in ("look", "assign") for line in lines)
