"""Where the decisions of those come from who play by themselves, in games of turns: strategies, or a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from sim.errors import InputError
from sim.matches.match import Line, StopMatch
from sim.matches.record import Record


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
