"""Refusals at ZIGZAG as they are worded for the person at the table: spoken to, not of."""

from __future__ import annotations

import ast
import inspect
import re

import pytest

from sim.configuration import load_configuration
from sim.games.zigzag import intents
from sim.games.zigzag.match import ZigzagMatch as Match
from sim.games.zigzag.match.legality import words_for
from sim.games.zigzag.rules import Refusal, legality
from sim.games.zigzag.rules.vocabulary import Pass
from sim.match.intents import Intent
from sim.match.seats import seats_from
from sim.rules_frame import IllegalAction

LAYS = intents.Lay(by="Ada", card="stop_character")
GRABS = intents.Grab(by="Ada", card="water.blue.none#2")
PLAYS = intents.PlayPower(by="Ada", card="stop_character", target="Bert")
CANCELS = intents.CancelPower(by="Ada", card="stop_character", target="Ada")
CALLS = intents.CallOut(by="Ada", call="double_zig")
TICKS = intents.TickBox(by="Ada", level=2, box="zig_zag")
NOT_FOR_INTENTS = {
    # What only the table does, or a CONTRE that the match answers; and numbers and seats that no intent can have here.
    Refusal.NO_SEAT,
    Refusal.NUMBER_MISSING,
    Refusal.DEFERRED_POWER_FIRST,
    Refusal.STOLEN_CARD_MISSING,
    Refusal.CONTRE_OF_OTHERS,
    Refusal.SHOWN_ALREADY,
    Refusal.SHOWN_NOT_HELD,
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("intent", "code", "words"),
    [
        (LAYS, Refusal.COMPLETE_BEFORE_DISCARD, "Complete your hand before discarding another card."),
        (GRABS, Refusal.PICK_UP_BEFORE_TAKE, "Pick up your face-down card before taking from the cloth."),
        (LAYS, Refusal.DISCARD_BEFORE_PICK_UP,
         "Discard or play a special card before picking up your card."),
        (LAYS, Refusal.PICK_UP_BEFORE_DRAW, "Pick up your face-down card."),
        (LAYS, Refusal.TAKE_BEFORE_DRAW, "Complete your hand from the cloth."),
        (LAYS, Refusal.HAND_FULL, "You would have too many cards in hand."),
        (LAYS, Refusal.NOT_HELD, "You do not hold that card."),
        (TICKS, Refusal.CHOICE_OF_OTHERS, "You are not in the team that chooses."),
        (TICKS, Refusal.BOX_NOT_OPEN, "The box ZIG-ZAG of level 2 is not open."),
        (LAYS, Refusal.NOTHING_FACE_DOWN, "No face-down card lies before you."),
        (PLAYS, Refusal.OWN_POWER_FIRST, "First carry out the special card that you have laid."),
        (LAYS, Refusal.CONTRES_LOST, "Your team has lost as many CONTREs as are allowed."),
        (LAYS, Refusal.TEN_SECONDS_OF_ANOTHER, "Only Dirk may exchange during these ten seconds."),
        (PLAYS, Refusal.STOPS_FULL, "2 STOP cards lie before Bert already."),
        (PLAYS, Refusal.OPPONENTS_ONLY, "Stop character is for opponents only."),
        (CANCELS, Refusal.STOP_NOT_LAID, "No stop character lies before you."),
        (GRABS, Refusal.NOT_ON_TAPIS, "Water blue, nothing does not lie on the cloth."),
        (CALLS, Refusal.CALL_OF_TWO, "DOUBLE-ZIG takes two partners."),
        (PLAYS, Refusal.OWN_TARGET, "Nobody may target themselves."),
    ],
)  # fmt: skip
def test_a_person_is_spoken_to(intent: Intent, code: Refusal, words: str) -> None:
    said = dict(sentences())
    assert words_for(intent, IllegalAction(code, said[code]), "Dirk") == words


def sentences() -> list[tuple[Refusal, str]]:
    """Every refusal of the rules, names and cards filled in: Ada wants something, Bert is the other."""
    found = []
    for node in ast.walk(ast.parse(inspect.getsource(legality))):
        if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "IllegalAction"):
            continue
        code, message = node.args
        text = ""
        for part in message.values if isinstance(message, ast.JoinedStr) else [message]:
            if isinstance(part, ast.Constant):
                text += str(part.value)
                continue
            assert isinstance(part, ast.FormattedValue)
            what = ast.unparse(part.value)
            if what.startswith("quote("):
                text += "'Ada'" if re.search(r"player\b|effect\.by", what) else "'Bert'"
            else:
                text += "stop_character"
        found.append((Refusal[ast.unparse(code).removeprefix("Refusal.")], text))
    return found


def test_every_code_is_that_of_one_sentence() -> None:
    found = set(sentences())
    assert {code for code, _ in found} == set(Refusal)
    assert len(found) == len(Refusal)


@pytest.mark.parametrize("intent", [LAYS, GRABS, PLAYS, CANCELS, CALLS, TICKS])
def test_nothing_that_a_program_would_say_is_said_to_a_person(intent: Intent) -> None:
    tested = 0
    for code, message in sentences():
        if code in NOT_FOR_INTENTS:
            continue
        text = words_for(intent, IllegalAction(code, message), "Bert")
        tested += text != message
        assert "Ada" not in text
        if code not in (Refusal.WRONG_LEVEL, Refusal.NO_TEAM):
            assert not re.search(r"'(?!s\b)|_|[{}]", text), text
        if "'Ada'" in message:
            assert not re.search(r"\b(his|he|their|[Yy]ou (has|is|does|was))\b", text), text
        assert text.endswith(".")
    assert tested > 25


def test_the_match_speaks_to_the_person_and_the_rules_do_not() -> None:
    match = Match(load_configuration("zigzag"), seats_from(["me=Ada", *["casual"] * 3], "zigzag", persons=True), 3)
    while not match.table.state.face_down.get("Ada"):
        match.advance(0.1)
    with pytest.raises(IllegalAction) as refused:
        match.may(intents.PassOn(by="Ada"))
    assert str(refused.value) == "Pick up your face-down card first."
    assert refused.value.code == Refusal.PICK_UP_FIRST
    why = legality.why_illegal(match.table.state, Pass("Ada"))
    assert why.message == "'Ada' has to pick up their face-down card first."
