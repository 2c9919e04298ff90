"""Checks of the answer of a bot or a program, made before it has any effect."""

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
    """Check an answer before it has any effect: first its form, then whether the rules allow it.

    intents: the lines of the game's intents, as a record has them: keys, types, finite numbers, bounds. judge: gets the
    whole line, and raises IllegalAction if the rules forbid it now. Raises IllegalAction, which names the player, the
    question and the fault.
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
    """Return the exception for an answer that does not have the form which its question asks for."""
    return IllegalAction("malformed", f"{by} answers {question!r}: {expected}, found {_shown(found)}.")


def _shown(value: object) -> str:
    """Format any value for a sentence: on one line, and cut if it is long."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python does not format whole numbers of thousands of digits
        text = f"{type(value).__name__} that is too long to be shown"
    return text if len(text) <= 60 else f"{text[:56]} ..."
