"""A recorded Riff Raff match again: the decisions come from the record, everything else is simulated anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sim.configuration import configuration_from
from sim.errors import InputError
from sim.matches.match import Line, StopMatch
from sim.matches.persons import Inbox
from sim.matches.record import Record
from sim.matches.riff_raff.match import RiffRaffMatch
from sim.matches.seats import check_seats
from sim.rules.frame import IllegalAction


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


class RiffRaffReplay(RiffRaffMatch):
    """A match that follows a record. Raises InputError where the record asks for what the rules forbid."""

    follows_record = True

    def __init__(self, record: Record, tell: Callable[[Line], None] | None = None) -> None:
        where = f"{record.path}: line 1: configuration"
        configuration = configuration_from(record.header.configuration, where, record.header.profile)
        check_seats(record.seats, "riff-raff", f"{record.path}: line 1: seats", persons=True)
        self._from_record = FromRecord.of(record)
        inbox = Inbox.of(record)
        super().__init__(configuration, record.seats, record.header.seed, tell, self._from_record, inbox)

    def _move(self, most: int) -> int:
        try:
            return super()._move(most)
        except (IllegalAction, KeyError) as error:
            raise InputError(
                f"{self._from_record.record.path}: line {self._from_record.here}: {_sentence(error)}"
            ) from error

    def _refuse(self, line: Line, refused: IllegalAction) -> None:
        record = self._from_record.record
        number = next((number for number, intent in record.intents if intent is line), 1)
        raise InputError(f"{record.path}: line {number}: {refused}") from refused


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, IllegalAction) else f"there is no {error.args[0]!r} here."
