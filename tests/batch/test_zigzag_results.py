"""A batch of ZIGZAG: rows from the told lines, figures from the rows."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.batch.job import Task, match_seed, play
from sim.batch.metrics import BatchFigures
from sim.batch.rows import columns
from sim.configuration import changed_configuration
from sim.games.zigzag.match import Match
from sim.games.zigzag.metrics import TABLE, to_text
from sim.games.zigzag.rows import ANNOUNCE, CALLS, CONTRE, TAKE, MatchRow, RowCollector, TurnRow
from sim.match.record import Recorder
from sim.match.seats import seats_from
from tests.batch.rows import rows_of

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
        assert math.fsum(row.victory) == pytest.approx(1.0)
        assert row.contested >= row.ties
        assert all(turn.gap_ms is None or turn.rivals for turn in turns)
        assert [turn.turn for turn in turns] == list(range(1, len(turns) + 1))
        assert columns(row)["victory_1"] == row.victory[0]


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


def test_a_record_gives_the_same_rows_as_its_match() -> None:
    configuration = changed_configuration("zigzag", {"table": {"most_minutes": 2.0}})
    recorder = Recorder.of(configuration, SEATS, 5)
    Match(configuration, SEATS, 5, recorder.record_line).run()  # type: ignore[arg-type]
    told = [json.loads(line) for line in recorder.lines[1:]]
    assert rows_of(RowCollector(0, 5, SEATS), told) == play(configuration, Task(0, 5, SEATS))


def test_figures_do_not_depend_on_the_order_of_the_matches(few: list[tuple[MatchRow, list[TurnRow]]]) -> None:
    one, other = BatchFigures(TABLE, SEATS), BatchFigures(TABLE, SEATS)
    for row, turns in few:
        one.add(row, turns)
    for row, turns in reversed(few):
        other.add(row, turns)
    assert json.dumps(one.summary().printed) == json.dumps(other.summary().printed)
    summary = one.summary()
    told: dict[str, Any] = dict(summary.printed)
    assert TABLE.primary in TABLE.until
    for name, metric in TABLE.goals().items():
        # What is waited for and tuned is the figure that is told.
        sums = [metric.sums(row, turns) for row, turns in few]
        share = sum(of for of, _ in sums) / sum(out_of for _, out_of in sums)
        base, _, call = name.partition(".")
        single = told[base][call] if call else told[base].get("mean", told[base])
        assert single["estimate"] == pytest.approx(share, abs=1e-6), name
    assert set(told["announcements_by_call"]) == set(told["announcement_success_by_call"]) == set(CALLS)
    assert all(set(each) == {"estimate", "low", "high"} for each in told["announcements_by_call"].values())
    assert told["sets_in_all"] == sum(row.sets for row, _ in few)
    assert "DOUBLE-ZIG" in to_text(summary)
    with pytest.raises(ValueError, match="no match"):
        BatchFigures(TABLE, SEATS).summary()


@pytest.mark.slow
def test_the_same_figures_in_another_process_with_another_hash_seed(root: Path, tmp_path: Path) -> None:
    preset = tmp_path / "short.toml"
    preset.write_text("[table]\nmost_minutes = 2.0\n")
    command = [sys.executable, "yardarm.py", "simulate", "zigzag", "--matches", "1", "--seed", "6", "--json"]
    command += ["--players", "casual,casual,casual,casual", "--jobs", "1", "--config", str(preset)]
    answers = [
        subprocess.run(command, cwd=root, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    ]
    assert answers[0] == answers[1]
    assert json.loads(answers[0])["matches"] == 1
