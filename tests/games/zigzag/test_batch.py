"""A batch of ZIGZAG: rows from the told lines, figures from the rows."""

from __future__ import annotations

from typing import Any

import pytest

from sim.batch.job import Task, match_seed, play
from sim.batch.metrics import BatchFigures
from sim.configuration import changed_configuration
from sim.games.zigzag.metrics import TABLE, to_text
from sim.games.zigzag.rows import ANNOUNCE, CALLS, CONTRE, TAKE, MatchRow, TurnRow
from sim.match.seats import seats_from

pytestmark = pytest.mark.slow

SEATS = seats_from(["skilled", "casual", "skilled:team", "casual:watchful"], "zigzag")


@pytest.fixture(scope="module")
def few() -> list[tuple[MatchRow, list[TurnRow]]]:
    configuration = changed_configuration("zigzag", {"table": {"most_minutes": 2.0}})
    return [play(configuration, Task(index, match_seed(8, index), SEATS)) for index in range(3)]


def test_rows_add_up(few: list[tuple[MatchRow, list[TurnRow]]]) -> None:
    for row, turns in few:
        kinds = [turn.kind for turn in turns]
        assert (row.takes, row.announced, row.contres) == (
            kinds.count(TAKE),
            kinds.count(ANNOUNCE),
            kinds.count(CONTRE),
        )
        assert row.sets == sum(turn.ended for turn in turns)
        assert sum(row.boxes[:2]) == sum(turn.box is not None for turn in turns)
        assert row.boxes[0] == row.boxes[2]
        assert row.contested >= row.ties
        assert all(turn.gap_ms is None or turn.rivals for turn in turns)


def test_partners_win_together(few: list[tuple[MatchRow, list[TurnRow]]]) -> None:
    figures = BatchFigures(TABLE, SEATS)
    for row, turns in few:
        figures.add(row, turns)
    found = figures.summary()
    names = [seat.name for seat in SEATS]
    assert list(found.table("team_wins.team")) == [f"{names[0]} + {names[2]}", f"{names[1]} + {names[3]}"]
    for team, victory in found.table("team_wins.team").items():
        assert victory.estimate == pytest.approx(
            sum(found.table("wins.seat")[name].estimate for name in team.split(" + "))
        )
    assert sum(victory.estimate for victory in found.table("team_wins.team").values()) == pytest.approx(1.0)


def test_figures_of_announcements_are_by_call(few: list[tuple[MatchRow, list[TurnRow]]]) -> None:
    figures = BatchFigures(TABLE, SEATS)
    for row, turns in few:
        figures.add(row, turns)
    summary = figures.summary()
    told: dict[str, Any] = dict(summary.printed)
    assert set(told["announcements_by_call"]) == set(told["announcement_success_by_call"]) == set(CALLS)
    assert all(set(each) == {"estimate", "low", "high"} for each in told["announcements_by_call"].values())
    assert told["sets_in_all"] == sum(row.sets for row, _ in few)
    assert "DOUBLE-ZIG" in to_text(summary)
