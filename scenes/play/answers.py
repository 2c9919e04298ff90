"""The answers that a person may give to a question of a match, whatever the game. Needs no window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from pydantic import ValidationError

from sim.errors import IllegalAction, InputError
from sim.match.intents import Intent
from sim.match.turn_based import Question, TurnBasedMatch
from sim.protocols import Line
from sim.refusals import first_fault
from sim.spec import QuestionsPart
from sim.untrusted_text import printable

_NUMBERS = range(100)
"""What is tried for a key that is no choice of words, where a game does not say which answers are legal."""


def keys_of(question: Question[Any, Intent]) -> list[str]:
    """Return the keys of an answer."""
    return [key for key in question.intent.model_fields if key not in Intent.model_fields]


def options_of(
    match: TurnBasedMatch[Any], question: Question[Any, Intent], part: QuestionsPart | None
) -> dict[str, Line]:
    """Return the legal answers by what is typed for them: the value where there is but one, else a number."""
    keys = keys_of(question)
    if part is not None:
        legal: Iterable[Line] = part.legal(question)
    elif len(keys) == 1:
        choices: Iterable[object] = get_args(question.intent.model_fields[keys[0]].annotation) or _NUMBERS
        tried: list[Line] = [{keys[0]: choice} for choice in choices]
        legal = [answer for answer in tried if _may(match, question, answer)]
    else:
        legal = ()
    found = list(legal)
    if len(keys) == 1 and all(isinstance(answer.get(keys[0]), int | str) for answer in found):
        return {str(answer[keys[0]]): answer for answer in found}
    return {str(number): answer for number, answer in enumerate(found, start=1)}


def _may(match: TurnBasedMatch[Any], question: Question[Any, Intent], answer: Line) -> bool:
    try:
        match.may(intent_of(question, answer))
    except (IllegalAction, InputError):
        return False
    return True


def labelled(options: Mapping[str, Line]) -> list[tuple[str, Line]]:
    """Return the answers with what each says in words."""
    return [(text if is_plain(text, answer) else in_words(answer), answer) for text, answer in options.items()]


def is_plain(text: str, answer: Line) -> bool:
    """Return True if what is typed for an answer is its value."""
    return text in map(str, answer.values())


def in_words(value: object) -> str:
    """Return plain data in words: `tiles value 2 row 3 col 6; value 5 row 3 col 8`."""
    if isinstance(value, dict):
        return " ".join(f"{key} {in_words(item)}" for key, item in value.items())
    return "; ".join(map(in_words, value)) if isinstance(value, list | tuple) else printable(value)


def intent_of(question: Question[Any, Intent], answer: Line) -> Intent:
    """Return what an answer means. Raises InputError."""
    (by,) = question.by
    try:
        return question.intent.model_validate({**answer, "stage": "intent", "by": by, "question": question.kind})
    except ValidationError as error:
        raise InputError("{first_fault}.", first_fault=first_fault(error)) from None
