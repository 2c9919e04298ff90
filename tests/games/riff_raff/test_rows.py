"""Rows against two other counts of the same matches: the rules' events and the rules' last position."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.games.riff_raff import rules
from sim.games.riff_raff.rows import RowCollector, TurnRow
from sim.protocols import UNRECORDED


def test_the_matches_of_the_fixture_are_worth_counting(played) -> None:
    assert sum(p.row.falls for p in played) >= 10
    assert any(row.pieces_caught for p in played for row in p.turns)
    assert any(row.which == 2 for p in played for row in p.turns)


def test_falls_are_the_falls_of_the_rules(played) -> None:
    for p in played:
        counted = Counter(type(event).__name__ for event in p.match.events)
        caught = counted["PieceCaught"] + counted["PieceReturned"]
        assert sum(row.pieces_caught for row in p.turns) == p.row.pieces_caught == caught
        assert sum(row.pieces_fallen for row in p.turns) == p.row.pieces_fallen == caught + counted["PieceLost"]
        assert sum(not row.own_fell for row in p.turns) == counted["PieceLoaded"]


def test_falls_are_the_falls_of_the_world(played) -> None:
    # The second count: names in the physics, which the rules never see.
    for p in played:
        fallen = [
            sum(what in ("falls", "caught") for _, what, _ in line["moments"])
            for line in p.lines
            if line["stage"] == "physics"
        ]
        assert [row.pieces_fallen for row in p.turns] == fallen
        assert p.row.falls == sum(map(bool, fallen))


def test_times_are_those_of_the_world(played) -> None:
    for p in played:
        worlds = [line for line in p.lines if line["stage"] == "physics"]
        released = [next((at_s for at_s, what, _ in line["moments"] if what == "releases"), 0.0) for line in worlds]
        assert any(released)
        assert [row.duration_s for row in p.turns] == [line["duration_s"] for line in worlds]
        assert [row.settle_s for row in p.turns] == pytest.approx(
            [line["duration_s"] - at_s for line, at_s in zip(worlds, released, strict=True)]
        )
        assert [row.max_heel_rad for row in p.turns] == [line["max_heel_rad"] for line in worlds]
        assert [row.stirred for row in p.turns] == [line[UNRECORDED]["stirred"] for line in worlds]


def test_an_attempt_has_the_place_that_was_meant_and_the_time_of_its_ruling(played) -> None:
    for p in played:
        meant_mm, placed, found = 0.0, False, []
        for line in p.lines:
            if line.get("question") == "place":
                meant_mm = line["x_mm"]
            elif line["stage"] == "outcome":
                placed = "placed" in line
            elif line["stage"] == "ruling" and placed:
                found.append((meant_mm, line["time_s"]))
                placed = False
        assert [(row.x_mm, row.time_s) for row in p.turns] == found


def test_pieces_on_the_ship_and_before_the_players_add_up(played) -> None:
    for p in played:
        aboard = 0
        for row in p.turns:
            assert row.aboard_before == aboard
            aboard = row.aboard_after
            assert aboard == row.aboard_before + 1 - row.pieces_fallen
            assert row.supply_after - row.supply_before == _change(row)
        assert aboard == sum(len(pieces) for pieces in p.state.ship.values())
        assert p.row.pieces_left == tuple(p.state.supply_counts[seat.name] for seat in p.seats)


def _change(row: TurnRow) -> int:
    lost = row.pieces_fallen - row.pieces_caught
    if row.fate == "stays":
        return lost - 1
    if row.fate == "lost":
        return lost - 1  # his own is among the lost, and was his before
    return lost if row.pieces_caught == 1 else lost - 1  # caught alone, it comes back


def test_turns_rounds_and_seats(played) -> None:
    for p in played:
        started = [event for event in p.match.events if isinstance(event, rules.TurnStarted)]
        turns = list(dict.fromkeys((row.round, row.turn) for row in p.turns))
        assert p.row.turns == len(started) == len(turns)
        by_turn = {turn: [row for row in p.turns if (row.round, row.turn) == turn] for turn in turns}
        for event, turn in zip(started, turns, strict=True):
            rows = by_turn[turn]
            assert {p.seats[row.seat].name for row in rows} == {event.player}
            assert {row.slot for row in rows} == {event.slot}
            assert [row.which for row in rows] == list(range(1, len(rows) + 1))
            # A turn goes on only after two were announced and nothing fell.
            assert len(rows) == 1 or (rows[0].announced == 2 and not rows[0].fell)
            assert len(rows) == 2 or rows[0].announced == 1 or rows[0].fell or p.row.ending == "emptied"
        assert p.row.rounds == p.state.round


def test_the_row_of_a_match(played) -> None:
    for p in played:
        row = p.row
        assert row.ending == p.state.ending
        assert row.simulated_s == p.match.time_s
        assert row.unsettled == p.match.unsettled


def test_a_shared_victory_and_the_lead(played) -> None:
    # Told by hand: the lead goes to b, is shared, goes on to a; b and c share the victory.
    seats = played[0].seats
    a, b, c = (seat.name for seat in seats)
    collector = RowCollector(0, 1, seats)
    ended = {"type": "turn_ended"}
    for supply in ({a: 8, b: 7, c: 8}, {a: 7, b: 7, c: 8}, {a: 6, b: 7, c: 8}, {a: 6, b: 5, c: 5}):
        collector.add_line({"stage": "ruling", "events": [ended], "supply": supply})
    with pytest.raises(ValueError, match="has not ended"):
        collector.match_row()
    collector.add_line({"stage": "end", "time_s": 60.0, "winners": [b, c]})
    assert collector.match_row().lead_changes == 1
    assert collector.match_row().victory == (0.0, 0.5, 0.5)
