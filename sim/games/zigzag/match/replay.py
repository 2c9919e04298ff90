"""A recorded ZIGZAG match again: people do what they did, everything else is simulated anew."""

from __future__ import annotations

import math
from collections.abc import Callable

from sim.configuration import configuration_from
from sim.errors import InputError
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match.bot_driver import FromRecord
from sim.games.zigzag.match.match import ZigzagMatch
from sim.match.record import Record
from sim.match.seats import check_seats
from sim.protocols import Line
from sim.rules_frame import IllegalAction


class ZigzagReplay(ZigzagMatch):
    """A match that follows a record. Raises InputError where the record asks for what cannot be."""

    def __init__(self, record: Record, tell: Callable[[Line], None] | None = None) -> None:
        where = f"{record.path}: line 1: configuration"
        configuration = configuration_from(record.header.configuration, where, record.header.profile, game="zigzag")
        check_seats(record.seats, "zigzag", f"{record.path}: line 1: seats", persons=True)
        names, before = [seat.name for seat in record.seats], 0
        for number, line in record.intents:
            if line["by"] not in names:
                raise InputError(f"{record.path}: line {number}: by: there is no {line['by']!r} at the table.")
            if line["tick"] < before:
                raise InputError(
                    f"{record.path}: line {number}: tick: expected at least {before}, found {line['tick']}."
                )
            before = line["tick"]
        self._record = record
        self._written = FromRecord([line for _, line in record.intents], [line for _, line in record.measured])
        assert isinstance(configuration, ZigzagConfiguration)
        super().__init__(configuration, record.seats, record.header.seed, tell, self._written)

    def _move(self, most: int) -> int:
        nothing = math.isinf(self._written.next_tick) and not self._busy() and math.isinf(self.schedule.next_tick)
        if nothing and not self._record.complete:
            # The record ends before its match.
            self.finished = True
            return 0
        try:
            return super()._move(most)
        except (IllegalAction, InputError, KeyError, RuntimeError, ValueError) as error:
            done = self._written.done
            here = self._record.intents[max(0, done - 1)][0] if self._record.intents else 1
            raise InputError(f"{self._record.path}: line {here}: {error}") from error
