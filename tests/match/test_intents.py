"""Typed intents, and the lines of the record that are made of them."""

from typing import Annotated, Literal

import pytest
from pydantic import Field, ValidationError

from sim.errors import IllegalAction
from sim.match.human_input import Inbox
from sim.match.intents import Intent, IntentCodec, read_answer
from sim.refusals import first_fault


class Throw(Intent):
    question: Literal["throw"] = "throw"
    card: str
    pace: float | None = Field(default=None, gt=0)


class Resume(Intent):
    question: Literal["resume"] = "resume"


CODEC: IntentCodec[Throw | Resume] = IntentCodec(Annotated[Throw | Resume, Field(discriminator="question")])


def test_the_line_of_an_intent_leaves_out_what_is_none_and_has_the_tick_after_the_player() -> None:
    line = Throw(by="Anne", tick=3, card="R").line()
    assert list(line.items()) == [
        ("stage", "intent"),
        ("by", "Anne"),
        ("tick", 3),
        ("question", "throw"),
        ("card", "R"),
    ]
    assert list(Throw(by="Anne", card="R", pace=1.0).line()) == ["stage", "by", "question", "card", "pace"]


def test_a_persons_intent_gets_its_tick_when_it_is_taken_and_has_it_last() -> None:
    inbox: Inbox[Intent] = Inbox()
    said = Throw(by="Anne", card="R")
    inbox.put(said)
    (taken,) = inbox.take(7)
    assert (said.tick, taken.tick) == (None, 7)
    assert list(taken.line()) == ["stage", "by", "question", "card", "tick"]


@pytest.mark.parametrize(
    "line",
    [
        {"stage": "intent", "by": "Anne", "tick": 3, "question": "throw", "card": "R", "pace": 1.5},
        {"stage": "intent", "by": "Anne", "question": "throw", "card": "R", "tick": 3},
        {"stage": "intent", "by": "Anne", "tick": 3, "question": "resume"},
        {"stage": "intent", "by": "Anne", "question": "resume", "tick": 3},
        {"stage": "intent", "by": "Anne", "question": "resume"},
    ],
)
def test_what_is_read_is_written_again_key_by_key(line: dict[str, object]) -> None:
    assert list(CODEC.read(line).line().items()) == list(line.items())


def test_a_line_that_is_no_intent_is_refused_in_the_words_of_the_record() -> None:
    line = {"stage": "intent", "by": "Anne", "tick": 3, "question": "throw", "card": "R", "pace": -1.0}
    with pytest.raises(ValidationError) as refused:
        CODEC.read(line)
    assert first_fault(refused.value, "throw") == "pace: expected more than 0, found -1.0"
    with pytest.raises(ValidationError):
        CODEC.read({**line, "pace": 1.0, "spin": 2.0})


def test_an_intent_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Throw(by="Anne", card="R").card = "L"


def test_an_answer_has_the_keys_of_its_question_and_no_others() -> None:
    assert read_answer("Anne", "throw", {"card": "R", "pace": 2.0}, CODEC) == Throw(by="Anne", card="R", pace=2.0)
    for answer, wrong in (
        ({"card": "R", "tick": 3, "by": "Bert"}, "by: expected no such key, found 'Bert'"),
        ({"card": "R", "pace": 0.0}, "pace: expected more than 0, found "),
        ([1], "expected an object with the keys of this question, found [1]"),
        ("x" * 58, f"found '{'x' * 58}'"),
        ("x" * 59, f"found '{'x' * 55} ..."),
    ):
        with pytest.raises(IllegalAction) as refused:
            read_answer("Anne", "throw", answer, CODEC)
        assert wrong in str(refused.value)
