"""What players mean to do, as typed objects, and the codec that reads and writes them at the edge of the record.

A game's match/intents.py has one frozen class for each of its questions, derived from `Intent`, and one `IntentCodec`
of them all. Bots, persons and records hand these objects to the match; a dict is made of one only to be recorded.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, Self, TypeVar

from pydantic import ConfigDict, Field, PrivateAttr, TypeAdapter, ValidationError

from sim.errors import IllegalAction
from sim.match.record import RecordModel
from sim.protocols import Line

_HEAD = frozenset(("stage", "by", "tick", "question"))


class Intent(RecordModel):
    """What one player means to do. tick: when; None where it is not known yet, or where the game has no use for it.

    A game's classes narrow `question` to a Literal with a default. Their fields stand in the order of the record.
    """

    model_config = ConfigDict(frozen=True)

    stage: Literal["intent"] = "intent"
    by: str
    tick: int | None = Field(default=None, ge=0)
    question: str
    # Persons' intents get their tick from the match that takes them, so in a record theirs is the last key.
    _tick_is_last: bool = PrivateAttr(default=False)

    def at(self, tick: int) -> Self:
        """Return the same intent of a person, taken at this tick."""
        found = self.model_copy(update={"tick": tick})
        found._tick_is_last = True
        return found

    def line(self) -> Line:
        """Return the line of the record, without keys of value None."""
        head: Line = {"stage": self.stage, "by": self.by}
        timed = {} if self.tick is None else {"tick": self.tick}
        more = {"question": self.question, **self.model_dump(mode="json", exclude=set(_HEAD), exclude_none=True)}
        return {**head, **more, **timed} if self._tick_is_last else {**head, **timed, **more}


AnyIntent = TypeVar("AnyIntent", bound=Intent)


class IntentCodec(Generic[AnyIntent]):
    """Reads the intents of one game."""

    def __init__(self, kinds: Any, *, timed: bool = False) -> None:
        """Prepare to read `kinds`: a class of intents, or a union of such with `question` for discriminator.

        timed: every line of a record must have a tick.
        """
        self._adapter: TypeAdapter[AnyIntent] = TypeAdapter(kinds)
        self._timed = timed

    def read(self, line: Line) -> AnyIntent:
        """Return the intent of a line: `read(line).line()` is the line again, key by key.

        Raises pydantic's ValidationError (sim.match.record.first_fault words it) for keys, types and bounds.
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
        """Do as `read`: the name under which `MatchPart` asks for a check of plain data."""
        return self.read(data)


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
