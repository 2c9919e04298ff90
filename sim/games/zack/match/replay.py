"""The replay of a recorded Zack! match: the hands move as they did, everything else is simulated anew."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from sim.games.zack.bots.percepts import Percept
from sim.games.zack.bots.planning import Pace
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.bot_driver import release_on_record
from sim.games.zack.match.intents import INTENT, ZackIntent
from sim.games.zack.match.match import ZackMatch
from sim.match.base import Cursor
from sim.match.record import CheckedRecord, check_order
from sim.physics.bowl.state import Release
from sim.protocols import Line, RecordedMatch


class FromRecord:
    """The players of a record, with the intents that it holds."""

    def __init__(self, record: CheckedRecord) -> None:
        self.record = record
        self._next = 0
        self._measured = deque(line for _, line in record.measured)

    def new_game(self, game: int, hands: Sequence[int], pace: Pace) -> None:
        """Do nothing: there is nothing to prepare."""

    def sees(self, percept: Percept) -> None:
        """Do nothing: what the players did is on record."""

    @property
    def next_tick(self) -> float:
        """The tick of the next intent on record; infinity if none is left."""
        if self._next < len(self.record.intents):
            return float(self.record.intents[self._next][1]["tick"])
        return math.inf

    def intents(self, tick: int, hands: Sequence[int]) -> list[ZackIntent]:
        found = []
        while self._next < len(self.record.intents) and self.record.intents[self._next][1]["tick"] <= tick:
            found.append(INTENT.read(self.record.intents[self._next][1]))
            self._next += 1
        return found

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """An empty mapping: beliefs are not on record."""
        return {}

    def measured(self, by: str) -> Release:
        """Return the next release of a person's hand on record. Raises InputError."""
        return release_on_record(self._measured.popleft() if self._measured else None, by)

    @property
    def here(self) -> int:
        """The number of the line of the record that was last asked for."""
        return self.record.number_of(self._next)


def open_on_record(
    configuration: ZackConfiguration, seed: int, record_line: Callable[[Line], None] | None, record: RecordedMatch
) -> ZackMatch:
    """Return a match that follows a record. Raises InputError."""
    check_order(record)
    people = FromRecord(record)
    match = ZackMatch(configuration, record.seats, seed, record_line, people)
    match.cursor = Cursor(record.path, lambda: people.here)
    return match
