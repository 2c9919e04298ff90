"""The answer of a bot, checked before anything moves by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter, ValidationError

from sim.errors import IllegalAction
from sim.match.record import first_fault
from sim.protocols import Line


def check_answer(
    intents: TypeAdapter[Any], by: str, question: str, answer: Line, judge: Callable[[Line], None]
) -> None:
    """Check the answer of a head, before anything moves by it: first its words, then what the rules say of it.

    intents: the lines of the game's intents, as a record has them: keys, types, finite numbers, bounds. judge: raises
    IllegalAction where an answer of such words is against the rules now; it is told the whole line.
    Raises IllegalAction, which names the player, the question and what was wrong.
    """
    line = {"stage": "intent", "by": by, "question": question, **answer}
    try:
        intents.validate_python(line)
    except ValidationError as error:
        found = error.errors()[0]["input"]
        raise malformed(by, question, first_fault(error, question), found) from error
    try:
        judge(line)
    except IllegalAction as refused:
        raise IllegalAction("against_the_rules", f"{by} answers {question!r}: {refused}") from refused


def malformed(by: str, question: str, expected: str, found: object) -> IllegalAction:
    """Make the refusal of an answer that has not the form which the question asks for."""
    return IllegalAction("malformed", f"{by} answers {question!r}: {expected}, found {_shown(found)}.")


def _shown(value: object) -> str:
    """Give a value as a sentence can hold it, whatever it is: on one line, and not a long one."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python does not spell numbers of thousands of digits
        text = f"{type(value).__name__} that is too long to be shown"
    return text if len(text) <= 60 else f"{text[:56]} ..."
