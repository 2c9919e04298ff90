"""The intents of persons at the table, on their way from a window (or a record) to the match.

A match asks its inbox at every tick at which it waits for a person. Live intents count from the tick at which they are
taken, and carry it from then on; recorded ones come at the tick they carry. So a match with persons repeats exactly,
and one that was left unfinished can be resumed (replay.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Generic, TypeVar, cast

from sim.errors import InputError
from sim.match.intents import Intent, IntentCodec
from sim.protocols import Line, RecordedMatch

Said = TypeVar("Said", bound=Line | Intent)


class Inbox(Generic[Said]):
    """The intents of persons that the match has not taken yet; plain lines for a game that has no typed intents.

    intents: from a record, each with its tick, in order. measured: what hands did, from a record, in order. where: the
    name of the record in messages.
    """

    def __init__(self, intents: Iterable[Said] = (), measured: Iterable[Line] = (), where: str = "the record") -> None:
        """Start with what is on record."""
        self.where = where
        self._recorded: deque[Said] = deque(intents)
        self._said: deque[Said] = deque()
        self._measured = deque(measured)
        self._numbers: deque[int] = deque()
        self._line = 1

    @classmethod
    def of(cls, record: RecordedMatch, codec: object) -> Inbox[Any]:
        """Return the inbox of a record's persons; it holds intents if `codec` is an IntentCodec, else lines.

        Raises InputError for a person's line without a tick.
        """
        persons = {seat.name for seat in record.seats if seat.is_person}
        for number, line in record.intents:
            if line["by"] in persons and line.get("tick") is None:
                raise InputError(
                    "{path}: line {number}: tick: expected when {by} said that.",
                    path=record.path,
                    number=number,
                    by=line["by"],
                )
        recorded = [(number, line) for number, line in record.intents if by_hand(record, line)]
        lines = (line for _, line in recorded)
        said: Iterable[Any] = map(codec.read, lines) if isinstance(codec, IntentCodec) else lines
        inbox: Inbox[Any] = Inbox(said, (line for _, line in record.measured), str(record.path))
        inbox._numbers.extend(number for number, _ in recorded)
        return inbox

    @property
    def caught_up(self) -> bool:
        """True once nothing recorded is left; from now on live intents are accepted."""
        return not self._recorded

    @property
    def here(self) -> str:
        """The position of the intent that was taken last from the record: file and line."""
        return f"{self.where}: line {self._line}"

    @property
    def next_tick(self) -> float:
        """The tick of the next recorded intent; 0 if a live one waits; infinity if there is nothing."""
        if self._recorded:
            return float(_tick_of(self._recorded[0]))
        return 0.0 if self._said else float("inf")

    def put(self, said: Said) -> None:
        """Add a live intent; ignored while recorded ones are left."""
        if self.caught_up:
            self._said.append(said)

    def take(self, tick: int) -> list[Said]:
        """Remove and return the intents up to this tick, each with its tick."""
        found = []
        while self._recorded and _tick_of(self._recorded[0]) <= tick:
            found.append(self._recorded.popleft())
            if self._numbers:
                self._line = self._numbers.popleft()
        if self.caught_up:
            found += [_at(said, tick) for said in self._said]
            self._said.clear()
        return found

    def measured(self) -> dict[str, Any] | None:
        """Remove and return the next recorded movement of a hand; None if hands are to be measured live."""
        return self._measured.popleft() if self._measured else None


def by_hand(record: RecordedMatch, line: Line) -> bool:
    """Return True if an intent of a record is a person's."""
    tick = line.get("tick")
    assert tick is None or isinstance(tick, int)
    return any(seat.name == line["by"] and seat.by_hand(tick) for seat in record.seats)


def _tick_of(said: dict[str, Any] | Intent) -> int:
    tick = said.tick if isinstance(said, Intent) else said["tick"]
    assert tick is not None
    return int(tick)


def _at(said: Said, tick: int) -> Said:
    if isinstance(said, Intent):
        return said.at(tick)
    return cast(Said, {"stage": "intent", **said, "tick": tick})
