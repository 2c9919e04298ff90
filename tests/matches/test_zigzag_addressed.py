"""Refusals at ZIGZAG as they are told to the person at the table: spoken to, not of."""

from __future__ import annotations

import ast
import inspect
import re

import pytest

from sim.configuration import load_configuration
from sim.games.zigzag import intents
from sim.games.zigzag.match import Match
from sim.games.zigzag.match.legality import addressed_to
from sim.games.zigzag.rules import legality
from sim.games.zigzag.rules.vocabulary import Pass
from sim.match.seats import seats_from
from sim.rules_frame import IllegalAction

SEATS = ("Ada", "Bert", "Cleo", "Dirk")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("'Ada' has to complete his hand before he discards another card.",
         "You have to complete your hand before you discard another card."),
        ("'Ada' has to pick up his face-down card before he takes from the tapis.",
         "You have to pick up your face-down card before you take from the tapis."),
        ("'Ada' has to discard or to play a special card before he picks up his card.",
         "You have to discard or to play a special card before you pick up your card."),
        ("'Ada' has his face-down card to pick up.", "You have your face-down card to pick up."),
        ("'Ada' can complete his hand with the tapis.", "You can complete your hand with the tapis."),
        ("'Ada' would have too many cards in hand.", "You would have too many cards in hand."),
        ("'Ada' does not hold stop_character.", "You do not hold that card."),
        ("'Ada' is not in the team that chooses.", "You are not in the team that chooses."),
        ("No face-down card lies before 'Ada'.", "No face-down card lies before you."),
        ("The power that 'Ada' has announced is to be carried out first.",
         "The power that you have announced is to be carried out first."),
        ("The team of 'Ada' has lost as many CONTREs as are allowed.",
         "Your team has lost as many CONTREs as are allowed."),
        ("Only 'Bert' may exchange during his ten seconds.", "Only Bert may exchange during his ten seconds."),
        ("A stop_character lies before 'Bert' already.", "A stop character lies before Bert already."),
        ("water.blue.none does not lie on the tapis.", "Water blue, nothing does not lie on the tapis."),
        ("Nobody is his own target.", "Nobody is his own target."),
    ],
)  # fmt: skip
def test_a_person_is_spoken_to(said: str, told: str) -> None:
    assert addressed_to("Ada", SEATS, said) == told


def sentences() -> list[str]:
    """Every refusal of the rules, names filled in: Ada wants something, Bert is the other."""
    found = []
    for node in ast.walk(ast.parse(inspect.getsource(legality))):
        if isinstance(node, ast.JoinedStr):
            text = ""
            for part in node.values:
                if isinstance(part, ast.Constant):
                    text += str(part.value)
                    continue
                assert isinstance(part, ast.FormattedValue)
                what = ast.unparse(part.value)
                if what.startswith("quote("):
                    text += "'Ada'" if re.search(r"player\b|effect\.by", what) else "'Bert'"
                else:
                    text += "stop_character"
            found.append(text)
    return found


def test_no_sentence_of_the_rules_is_left_in_the_third_person() -> None:
    told = [addressed_to("Ada", SEATS, text) for text in sentences() if "'Ada'" in text]
    assert len(told) > 15
    for text in told:
        assert "Ada" not in text
        assert not re.search(r"\b(his|he|[Yy]ou (has|is|does|was))\b|'|_", text), text
        assert text[0].isupper()
        assert text.endswith(".")


def test_nothing_that_a_program_would_say_is_told_to_a_person() -> None:
    for text in sentences():
        assert not re.search(r"'|_", addressed_to("Ada", SEATS, text)), text


def test_the_match_speaks_to_the_person_and_the_rules_do_not() -> None:
    match = Match(load_configuration("zigzag"), seats_from(["me=Ada", *["casual"] * 3], "zigzag", persons=True), 3)  # type: ignore[arg-type]
    while not match.table.state.face_down.get("Ada"):
        match.advance(0.1)
    with pytest.raises(IllegalAction) as refused:
        match.may(intents.PassOn(by="Ada"))
    assert str(refused.value) == "You have to pick up your face-down card first."
    reason = legality.why_illegal(match.table.state, Pass("Ada"))
    assert reason == "'Ada' has to pick up his face-down card first."
