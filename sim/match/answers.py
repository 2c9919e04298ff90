"""The answers of external bots: plain data, read as the intents of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsInt, TypeGuard

from pydantic import ValidationError

from sim.match.intents import Intent, IntentCodec, malformed
from sim.match.turn_based import Question
from sim.protocols import Line
from sim.refusals import first_fault

_KEPT = frozenset(("stage", "by", "question", "tick", "fault"))
"""The keys of an intent that are not the bot's to fill in."""


def read_answer(question: Question[Any, Any], answer: object, codec: IntentCodec[Any]) -> Intent:
    """Return the intent that an answer to a question says: an object with the keys that the kind of question has.

    Raises IllegalAction for anything else.
    """
    (by,) = question.by
    if isinstance(answer, Intent):
        return answer
    if not isinstance(answer, Mapping) or not all(isinstance(key, str) for key in answer):
        raise malformed(by, question.kind, "expected an object with the keys of this question", answer)
    surplus = sorted(_KEPT & answer.keys())
    if surplus:
        raise malformed(by, question.kind, f"{surplus[0]}: expected no such key", answer[surplus[0]])
    line: Line = {"stage": "intent", "by": by, "question": question.kind, **answer}
    try:
        intent: Intent = codec.read(line)
    except ValidationError as error:
        raise malformed(by, question.kind, first_fault(error, question.kind, found=False), answer) from error
    return intent


def is_number(answer: object) -> TypeGuard[SupportsInt]:
    """Return True for a whole number, numpy's included."""
    return hasattr(answer, "__index__") and not isinstance(answer, bool)


def said(intent: Intent) -> Line:
    """Return the answer, as plain data, that means an intent."""
    return {key: value for key, value in intent.line().items() if key not in _KEPT}
