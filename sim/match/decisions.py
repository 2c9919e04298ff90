"""Where the decisions of those come from who play by themselves, in games of turns: strategies, or a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from sim.errors import IllegalAction, InputError
from sim.match.base import StopMatch
from sim.match.record import Record, first_fault
from sim.protocols import Line


class Decisions(Protocol):
    """Where decisions come from: the players' strategies, or the record of a match that was played before."""

    def decide(self, by: str, question: str, think: Callable[[], Line]) -> Line:
        """The answer to a question: `think()` computes what the player's strategy would say. May raise StopMatch."""
        ...


class FromMinds:
    """Decisions as the strategies make them."""

    def decide(self, by: str, question: str, think: Callable[[], Line]) -> Line:
        """What the strategy says."""
        return think()


@dataclass(slots=True)
class FromRecord:
    """Decisions as they stand in a record. Raises StopMatch after the last one."""

    record: Record
    intents: tuple[tuple[int, Line], ...] = ()
    _next: int = field(default=0)

    @classmethod
    def of(cls, record: Record) -> FromRecord:
        """The decisions of those who play by themselves; persons' come through the inbox."""
        persons = {seat.name for seat in record.seats if seat.is_person}
        return cls(record, tuple(entry for entry in record.intents if entry[1]["by"] not in persons))

    def decide(self, by: str, question: str, think: Callable[[], Line]) -> Line:
        """The recorded answer. Raises InputError where the record answers another question."""
        if self._next == len(self.intents):
            raise StopMatch
        number, line = self.intents[self._next]
        self._next += 1
        if line["by"] != by or line["question"] != question:
            raise InputError(
                f"{self.record.path}: line {number}: {line['by']} answers {line['question']!r}, where the match asks"
                f" {by} for {question!r}."
            )
        return {key: value for key, value in line.items() if key not in ("stage", "by", "question")}

    @property
    def here(self) -> int:
        """The line of the record that was last asked for."""
        return self.intents[max(0, self._next - 1)][0] if self.intents else 1


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
