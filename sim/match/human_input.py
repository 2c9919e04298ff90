"""What persons at the table do: lines of the record, on their way from a window (or a record) to the match.

A match asks its inbox at every tick at which somebody is waited for. Live lines count from the tick at which they are
taken, and carry it from then on; recorded ones come at the tick they carry. So a match with persons repeats exactly,
and one that was left in the middle goes on (resume.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sim.errors import InputError
from sim.protocols import Line

if TYPE_CHECKING:
    from sim.match.record import Record


class Inbox:
    """Lines of persons that the match has not taken yet: `stage`, `by`, `question`, and what else the question needs.

    intents: from a record, each with its `tick`, in order. measured: what hands did, from a record, in order. where:
    the record, as a message names it.
    """

    def __init__(self, intents: Iterable[Line] = (), measured: Iterable[Line] = (), where: str = "the record") -> None:
        self.where = where
        self._recorded = deque(intents)
        self._said: deque[Line] = deque()
        self._measured = deque(measured)

    @classmethod
    def of(cls, record: Record) -> Inbox:
        """What the persons of a record did. Raises InputError where it does not say when."""
        persons = {seat.name for seat in record.seats if seat.is_person}
        for number, line in record.intents:
            if line["by"] in persons and line.get("tick") is None:
                raise InputError(f"{record.path}: line {number}: tick: expected when {line['by']} said that.")
        return cls(
            (line for _, line in record.intents if line["by"] in persons),
            (line for _, line in record.measured),
            str(record.path),
        )

    @property
    def live(self) -> bool:
        """True once nothing recorded is left: from now on persons are listened to."""
        return not self._recorded

    @property
    def next_tick(self) -> float:
        """The tick of the next recorded line; 0 if something was said live; infinity if there is nothing."""
        if self._recorded:
            return float(self._recorded[0]["tick"])
        return 0.0 if self._said else float("inf")

    def put(self, line: Line) -> None:
        """Somebody at the table does something. Ignored while a record is still being caught up with."""
        if self.live:
            self._said.append({"stage": "intent", **line})

    def take(self, tick: int) -> list[Line]:
        """What was done up to this tick, each line with its tick."""
        found = []
        while self._recorded and self._recorded[0]["tick"] <= tick:
            found.append(self._recorded.popleft())
        if self.live:
            found += [{**line, "tick": tick} for line in self._said]
            self._said.clear()
        return found

    def measured(self) -> Line | None:
        """What the next hand did that is on record; None when it is to be watched live."""
        return self._measured.popleft() if self._measured else None
