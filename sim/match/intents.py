"""The intents of players as typed objects, the codec between them and the lines of a record, and bots' answers.

A game's match/intents.py has one frozen class for each of its questions, derived from `Intent`, and one `IntentCodec`
for them all. Bots, persons and records hand these objects to the match; they become dicts only to be recorded. External
bots answer in plain data, which is read as intents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, Self, SupportsInt, TypeAlias, TypeGuard, TypeVar

from pydantic import ConfigDict, Field, PrivateAttr, TypeAdapter, ValidationError

from sim.errors import IllegalAction
from sim.match.record import RecordModel
from sim.protocols import Line
from sim.refusals import first_fault

_HEAD = frozenset(("stage", "by", "tick", "question", "fault"))

Fault: TypeAlias = Literal["late", "illegal", "failed", "forfeited"]
"""Why a bot's own answer does not count: it came too late, was against the rules, there was none, or the bot is asked
nothing more."""


class Intent(RecordModel):
    """The intention of one player. tick: when; None if it is not known yet, or if the game has no use for it.

    fault: why the answer of an external bot does not count, if this is that of the strategy that stands in for it.

    A game's classes narrow `question` to a Literal with a default. Their fields are in the order of the record.
    """

    model_config = ConfigDict(frozen=True)

    stage: Literal["intent"] = "intent"
    by: str
    tick: int | None = Field(default=None, ge=0)
    question: str
    fault: Fault | None = None
    # A person's intent gets its tick from the match that takes it, so in a record the tick is its last key.
    _tick_is_last: bool = PrivateAttr(default=False)

    def at(self, tick: int) -> Self:
        """Return a copy of a person's intent, taken at this tick."""
        found = self.model_copy(update={"tick": tick})
        found._tick_is_last = True
        return found

    def in_place_of(self, fault: Fault) -> Self:
        """Return a copy that stands in for the answer of an external bot, and says why."""
        return self.model_copy(update={"fault": fault})

    def line(self) -> Line:
        """Return the line of the record, without keys of value None."""
        head: Line = {"stage": self.stage, "by": self.by}
        timed = {} if self.tick is None else {"tick": self.tick}
        more = {"question": self.question, **self.model_dump(mode="json", exclude=set(_HEAD), exclude_none=True)}
        if self.fault is not None:
            more["fault"] = self.fault
        return {**head, **more, **timed} if self._tick_is_last else {**head, **timed, **more}


AnyIntent = TypeVar("AnyIntent", bound=Intent)


class IntentCodec(Generic[AnyIntent]):
    """A reader of the intents of one game."""

    def __init__(self, kinds: Any, *, timed: bool = False) -> None:
        """Prepare to read `kinds`: a class of intents, or a union of several with `question` as its discriminator.

        timed: whether every line of a record must have a tick.
        """
        self._adapter: TypeAdapter[AnyIntent] = TypeAdapter(kinds)
        self._timed = timed

    def read(self, line: Line) -> AnyIntent:
        """Return the intent of a line; its `line()` is the same line again, key by key.

        Raises pydantic's ValidationError for keys, types and bounds (sim.refusals.first_fault formats it).
        """
        intent = self._adapter.validate_python(line)
        if self._timed and intent.tick is None:
            raise ValidationError.from_exception_data(
                type(intent).__name__, [{"type": "missing", "loc": (intent.question, "tick"), "input": line}]
            )
        if intent.tick is not None and next(reversed(line)) == "tick":
            intent._tick_is_last = True
        return intent

    def validate_python(self, data: Line, /) -> AnyIntent:
        """Read a line, as `read` does, under the name that `MatchPart` uses to check plain data."""
        return self.read(data)


def malformed(by: str, question: str, expected: str, found: object) -> IllegalAction:
    """Return the exception for an answer that does not have the form which its question asks for."""
    return IllegalAction(
        "malformed",
        "{by} answers {question!r}: {expected}, found {shown}.",
        by=by,
        question=question,
        expected=expected,
        shown=shown(found),
    )


def shown(value: object) -> str:
    """Return any value as words for a sentence: on one line, and cut if it is long."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python does not format whole numbers of thousands of digits
        text = f"{type(value).__name__} that is too long to be shown"
    return text if len(text) <= 60 else f"{text[:56]} ..."


_RESERVED = frozenset(("stage", "by", "question", "tick", "fault"))
"""The keys of an intent that are not the bot's to fill in."""


def read_answer(by: str, question: str, answer: object, codec: IntentCodec[Any]) -> Intent:
    """Return the intent that a bot's answer says: an object with the keys that this kind of question has.

    Raises IllegalAction for anything else.
    """
    if isinstance(answer, Intent):
        return answer
    if not isinstance(answer, Mapping) or not all(isinstance(key, str) for key in answer):
        raise malformed(by, question, "expected an object with the keys of this question", answer)
    surplus = sorted(_RESERVED & answer.keys())
    if surplus:
        raise malformed(by, question, f"{surplus[0]}: expected no such key", answer[surplus[0]])
    line: Line = {"stage": "intent", "by": by, "question": question, **answer}
    try:
        intent: Intent = codec.read(line)
    except ValidationError as error:
        raise malformed(by, question, first_fault(error, question, found=False), answer) from error
    return intent


def is_number(answer: object) -> TypeGuard[SupportsInt]:
    """Return True for a whole number, numpy's included."""
    return hasattr(answer, "__index__") and not isinstance(answer, bool)


def said(intent: Intent) -> Line:
    """Return the answer, as plain data, that means an intent."""
    return {key: value for key, value in intent.line().items() if key not in _RESERVED}
