"""The times and the misses in the rows of Zack!, of lines made by hand: numbers that only a figure reads."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.zack.rows import BEYOND, SHORT, RowCollector, TurnRow
from sim.match.seats import seats_from
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import UNRECORDED

SEATS = seats_from(["casual"] * 3, "zack")
HANDS = {seat.name: 9 for seat in SEATS}


class Table:
    """A table at which a game began at 1 s and play at 2 s."""

    def __init__(self) -> None:
        self.collector = RowCollector(0, 1, SEATS)
        self.add("outcome", line={"do": "setup"})
        self.add("ruling", time_s=1.0, events=[{"type": "game_started"}], hands=HANDS)
        self.add("intent", tick=2 * TICK_HZ, question="begin")

    def add(self, stage: str, **keys: Any) -> None:
        self.collector.add_line({"stage": stage, "by": SEATS[0].name, **keys})

    def throws(self, at_s: float, *moments: Any, along_mm: float = 0.0) -> TurnRow:
        """A card that leaves the hand then: the row of it, ruled 0.1 s after its last moment."""
        card, missed = f"card {at_s}", moments[-1][2] == "beside"
        self.add("intent", tick=round(at_s * TICK_HZ), question="throw")
        self.add("executed", action={"card": card, "face": "circle:red"})
        self.add("physics", moments=moments, **{UNRECORDED: {"along_mm": along_mm, "across_mm": 0.0}})
        self.add("outcome", card=card, line={"do": "miss" if missed else "throw"})
        event = {"type": "card_missed"} if missed else {"type": "card_landed", "wrong": False}
        self.add("ruling", time_s=moments[-1][0] + 0.1, events=[event], hands=HANDS)
        return self.collector.turns[-1]


def test_a_card_rests_since_it_landed_first_and_is_undercut_by_what_was_ruled_before() -> None:
    table = Table()
    first = table.throws(3.0, (3.5, "lands"), (3.6, "lands"), (4.0, "rests", "bowl"))
    second = table.throws(3.25, (3.4, "lands"), (4.5, "rests", "bowl"))
    third = table.throws(5.0, (5.5, "lands"), (6.0, "rests", "bowl"))
    assert [row.settle_s for row in (first, second, third)] == pytest.approx([0.5, 1.1, 0.5])
    assert [row.undercut for row in (first, second, third)] == [False, True, False]
    assert [row.turn_s for row in (first, second, third)] == [None, 0.25, 1.75]
    assert [row.game_s for row in (first, second, third)] == pytest.approx([2.1, 2.6, 4.1])


def test_a_miss_is_short_or_beyond_and_the_turn_after_it_is_not_timed() -> None:
    table = Table()
    table.throws(3.0, (3.5, "lands"), (4.0, "rests", "bowl"))
    assert table.throws(5.0, (5.5, "rests", "beside"), along_mm=-90.0).way == SHORT
    assert table.throws(7.0, (7.5, "rests", "beside"), along_mm=90.0).way == BEYOND
    assert table.throws(9.0, (9.5, "lands"), (9.75, "rests", "bowl")).turn_s is None


def test_a_match_took_as_long_as_its_last_line_says() -> None:
    table = Table()
    table.throws(3.0, (3.5, "lands"), (4.0, "rests", "bowl"))
    over = {"type": "game_over", "winner": SEATS[0].name}
    for time_s, what in ((6.0, "game_stopped"), (7.0, "game_stopped"), (9.0, "game_resumed")):
        table.add("outcome", line={"do": "resume"})
        table.add("ruling", time_s=time_s, events=[{"type": what}], hands=HANDS)
    table.add("outcome", line={"do": "resume"})
    table.add("ruling", time_s=12.0, events=[over], hands=HANDS)
    table.add("end", time_s=15.0, winners=[SEATS[0].name])
    row = table.collector.match_row()
    assert (row.simulated_s, row.dealt_s, row.play_s, row.stopped_s) == (15.0, 2.0, 10.0, 3.0)
