"""The times and gaps in the rows of ZIGZAG, of lines made by hand: numbers that only a figure reads."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.zigzag.rows import RowCollector
from sim.match.seats import seats_from

SEATS = seats_from(["casual"] * 4, "zigzag")
ME = SEATS[0].name


def test_a_take_is_timed_since_its_set_began_and_its_gap_is_that_to_the_nearest_rival() -> None:
    collector = RowCollector(0, 1, SEATS)

    def ruled(time_s: float, *events: dict[str, Any]) -> None:
        collector.add_line({"stage": "outcome", "line": {"do": "take"}})
        collector.add_line({"stage": "ruling", "time_s": time_s, "events": events})

    def taken(at_s: float, *due_s: float | None) -> None:
        collector.add_line({"stage": "physics", "at_s": at_s, "rivals": [{"due_s": each} for each in due_s]})
        ruled(at_s, {"type": "card_taken", "player": ME, "card": "air.blue.none"})

    ruled(2.0, {"type": "game_started", "level": 1})
    ruled(10.0, {"type": "set_started", "set": 1}, {"type": "hand_started", "hand": 1})
    taken(12.5, 12.75, 12.54, None)
    taken(14.0, 14.06)
    taken(15.0, None)
    collector.add_line({"stage": "end", "time_s": 30.0, "winners": [ME, SEATS[2].name]})
    rows = collector.turns
    assert [row.gap_ms and round(row.gap_ms, 6) for row in rows] == [40.0, 60.0, None]
    assert [(row.rivals, row.tie) for row in rows] == [(3, True), (1, False), (1, False)]
    assert [row.time_s for row in rows] == [12.5, 14.0, 15.0]
    assert [row.set_s for row in rows] == pytest.approx([2.5, 4.0, 5.0])
    row = collector.match_row()
    assert (row.simulated_s, row.takes, row.contested, row.ties) == (30.0, 3, 3, 1)
