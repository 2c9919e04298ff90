"""A recorded Zack! match again: the hands move as they did, everything else is simulated anew."""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from sim.configuration import configuration_from
from sim.errors import InputError
from sim.games.zack.bots.percepts import Percept
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.bot_driver import release_on_record
from sim.games.zack.match.intents import INTENT, ZackIntent
from sim.games.zack.match.match import ZackMatch
from sim.match.base import StopMatch
from sim.match.record import Record
from sim.match.seats import check_seats
from sim.physics.bowl.state import Release
from sim.protocols import Line
from sim.rules_frame import IllegalAction


class FromRecord:
    """The players of a record, whose intents stand in it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._next = 0
        self._measured = deque(line for _, line in record.measured)
        self._names = [seat.name for seat in record.seats]
        before = 0
        for number, line in record.intents:
            if line["by"] not in self._names:
                raise InputError(f"{record.path}: line {number}: by: there is no {line['by']!r} at the table.")
            if line["tick"] < before:
                raise InputError(
                    f"{record.path}: line {number}: tick: expected at least {before}, found {line['tick']}."
                )
            before = line["tick"]

    def new_game(self, game: int, hands: Sequence[int]) -> None:
        """Do nothing: there is nothing to prepare."""

    def sees(self, percept: Percept) -> None:
        """Do nothing: what was done is written, and nobody looks."""

    @property
    def next_tick(self) -> float:
        """The tick of the next line."""
        if self._next < len(self.record.intents):
            return float(self.record.intents[self._next][1]["tick"])
        return math.inf

    def intents(self, tick: int, hands: Sequence[int]) -> list[ZackIntent]:
        """Return what was meant at this tick."""
        found = []
        while self._next < len(self.record.intents) and self.record.intents[self._next][1]["tick"] <= tick:
            found.append(INTENT.read(self.record.intents[self._next][1]))
            self._next += 1
        return found

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """Empty: what players believed is not written."""
        return {}

    def measured(self, by: str) -> Release:
        """Return what a person's hand did, as it is written."""
        return release_on_record(self._measured.popleft() if self._measured else None, by)

    @property
    def here(self) -> int:
        """The line of the record that was last asked for."""
        return self.record.intents[max(0, self._next - 1)][0] if self.record.intents else 1


def _older_misses(record: Record) -> frozenset[str]:
    """Return the names of the cards of which a record says that the rules did not hear."""
    outcomes = (json.loads(line) for line in record.lines if '"line":null' in line)
    return frozenset(str(line.get("card")) for line in outcomes if line.get("stage") == "outcome")


class ZackReplay(ZackMatch):
    """A match that follows a record. Raises InputError where the record asks for what cannot be."""

    def __init__(self, record: Record, tell: Callable[[Line], None] | None = None) -> None:
        where = f"{record.path}: line 1: configuration"
        configuration = configuration_from(record.header.configuration, where, record.header.profile, game="zack")
        check_seats(record.seats, "zack", f"{record.path}: line 1: seats", persons=True)
        self._from_record = FromRecord(record)
        self.older_misses = _older_misses(record)
        assert isinstance(configuration, ZackConfiguration)
        super().__init__(configuration, record.seats, record.header.seed, tell, self._from_record)

    def _move(self, most: int) -> int:
        if (
            math.isinf(self._from_record.next_tick)
            and not self.table.bowl.world.active
            and math.isinf(self.schedule.next_tick)
        ):
            # The record ends before its match.
            self.finished = True
            return 0
        try:
            return super()._move(most)
        except (IllegalAction, InputError, KeyError, StopMatch) as error:
            path, here = self._from_record.record.path, self._from_record.here
            raise InputError(f"{path}: line {here}: {error}") from error
