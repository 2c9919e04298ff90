"""Answers of external bots: noted as they come, and given again with every failure as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sim.bots.answers import LONGEST_ANSWER, Notes, seated_again, unpacked
from sim.bots.bot import Info, Question
from sim.bots.player import Failed, Gone, Late
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.seat import Seat

QUESTION = Question("Anne", "card", {}, list)
INFO = Info("zatre", "Anne", ("Anne", "Bert"), ("casual", "casual"), {}, 1, 5.0)


class Says:
    """A bot that says, or raises, one thing after the other."""

    name, version, busy, used_s = "says", "1", False, 0.25
    next_s: object = 1.5

    def __init__(self, *answers: Any) -> None:
        self._answers: Iterator[Any] = iter(answers)

    def begin(self, info: Info) -> None:
        """Begin."""

    def see(self, percept: Any) -> None:
        """See."""

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Answer."""
        found = next(self._answers)
        if isinstance(found, Exception):
            raise found
        return found

    def end(self) -> None:
        """End."""


def noted(*answers: Any) -> list[Any]:
    """Return what is noted of these answers."""
    notes = Notes(1)
    player = notes.noting("Anne", Says(*answers))
    player.begin(INFO)
    for _ in answers:
        try:
            player.ask(QUESTION, 1, 5.0)
        except (Late, Failed):
            assert player.next_s is None
    assert unpacked(notes.packed() or "", "here") == notes.said
    return notes.said["Anne"]


def test_answers_and_failures_are_noted_in_order() -> None:
    said = noted({"card": 7}, Late("no answer within 5 s"), Failed("raised"), Gone("has ended"))
    assert said == [
        {},
        {"answer": {"card": 7}, "next_s": 1.5},
        {"late": "no answer within 5 s"},
        {"failed": "raised"},
        {"gone": "has ended"},
    ]


def test_an_answer_that_is_too_long_to_be_kept_is_missing() -> None:
    (_, entry) = noted("x" * LONGEST_ANSWER)
    assert entry == {"failed": f"an answer of {LONGEST_ANSWER + 26} characters, {LONGEST_ANSWER} are the most"}


def test_a_bot_that_fills_all_the_room_there_is_plays_no_more() -> None:
    count = Notes(1).most // (LONGEST_ANSWER - 96) + 1
    assert noted(*["x" * (LONGEST_ANSWER - 96)] * count)[-1] == {
        "gone": "has answered more than can be kept of a match"
    }


@pytest.mark.parametrize("text", ["", "no base64", "eJw=", "QUFB"])
def test_answers_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"here: its answers cannot be read; the store is damaged\."):
        unpacked(text, "here")


@pytest.mark.parametrize("said", [["Anne"], {"Anne": []}, {"Anne": [1]}, {"Anne": "x"}])
def test_what_is_no_list_of_answers_is_refused(said: Any) -> None:
    packed = Notes(1, said).packed()
    assert packed is not None
    with pytest.raises(InputError, match="here: expected the answers of bots by seat"):
        unpacked(packed, "here")


def test_a_bot_that_did_not_begin_forfeits_again() -> None:
    seats = (Seat("Anne", "casual", "says@1"), Seat("Bert", "casual", "greedy"))
    packed = Notes(1, {"Anne": [{"late": "no answer within 5 s"}]}).packed()
    again = seated_again(load_configuration("zatre"), seats, packed or "", "here", Notes(1))
    assert again.forfeited == {"Anne": "does not begin: no answer within 5 s"}
