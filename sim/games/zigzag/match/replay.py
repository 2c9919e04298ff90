"""The replay of a recorded ZIGZAG match: people do what they did, everything else is simulated anew."""

from __future__ import annotations

import json
from collections.abc import Callable

from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match.bot_driver import FromRecord
from sim.games.zigzag.match.match import ZigzagMatch
from sim.match.base import Cursor
from sim.match.record import check_order
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line, RecordedMatch


def open_on_record(
    configuration: ZigzagConfiguration, seed: int, record_line: Callable[[Line], None] | None, record: RecordedMatch
) -> ZigzagMatch:
    """Return a match that follows a record. Raises InputError."""
    check_order(record)
    last = json.loads(record.lines[-1]) if record.lines else {}
    end_tick = round(last["time_s"] * TICK_HZ) if last.get("stage") == "end" else None
    people = FromRecord([line for _, line in record.intents], [line for _, line in record.measured], end_tick)
    match = ZigzagMatch(configuration, record.seats, seed, record_line, people)
    match.faults = (*match.faults, RuntimeError, ValueError)
    match.cursor = Cursor(record.path, lambda: record.number_of(people.done))
    return match
