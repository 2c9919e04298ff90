"""A recorded ZATRE match again: the decisions come from the record, everything else is done anew."""

from __future__ import annotations

from collections.abc import Callable

from sim.configuration import configuration_from
from sim.errors import InputError
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match.match import ZatreMatch
from sim.match.decisions import FromRecord
from sim.match.human_input import Inbox
from sim.match.record import Record
from sim.match.seats import check_seats
from sim.protocols import Line
from sim.rules_frame import IllegalAction


class ZatreReplay(ZatreMatch):
    """A match that follows a record. Raises InputError where the record asks for what the rules forbid."""

    follows_record = True

    def __init__(self, record: Record, tell: Callable[[Line], None] | None = None) -> None:
        where = f"{record.path}: line 1: configuration"
        configuration = configuration_from(record.header.configuration, where, record.header.profile, game="zatre")
        check_seats(record.seats, "zatre", f"{record.path}: line 1: seats", persons=True)
        self._from_record = FromRecord.of(record)
        inbox = Inbox.of(record)
        assert isinstance(configuration, ZatreConfiguration)
        super().__init__(configuration, record.seats, record.header.seed, tell, self._from_record, inbox)

    def _move(self, most: int) -> int:
        try:
            return super()._move(most)
        except IllegalAction as error:
            raise InputError(f"{self._from_record.record.path}: line {self._from_record.here}: {error}") from error

    def _refuse(self, line: Line, refused: IllegalAction) -> None:
        record = self._from_record.record
        number = next((number for number, intent in record.intents if intent is line), 1)
        raise InputError(f"{record.path}: line {number}: {refused}") from refused
