"""The verb: one JSON object, the same twice; the summary against counts made here; seeds; jobs; interrupts."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from sim.batch.job import CrashingMatch, match_seed
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures
from sim.batch.progress import ProgressEstimate, Until
from sim.batch.runner import run_tasks, tasks_of
from sim.batch.simulate import Simulation
from sim.batch.store_writer import Run
from sim.games.riff_raff.metrics import to_text
from sim.match.record import read_record
from sim.match.seats import seats_from
from tests.batch.here import play_here
from tests.batch.stores import summed
from tests.batch.synthetic import Endless
from tests.commands import answer_of, refusal_of
from tests.processes import LONG_S, running

riff_raff = metrics_of("riff-raff")

QUICK = ["simulate", "riff-raff", "--players", "child:random,casual,casual:random", "--profile", "draft",
         "--matches", "2"]  # fmt: skip


@pytest.mark.slow
def test_one_json_object_the_same_twice(capsys) -> None:
    answers = []
    for _ in range(2):
        assert yardarm.command.run([*QUICK, "--seed", "3", "--json"]) == 0
        out = capsys.readouterr()
        assert out.err == ""
        answers.append(out.out)
    assert answers[0] == answers[1]
    answer = json.loads(answers[0])
    assert answer["matches"] == 2
    assert answer["seed"] == 3
    assert {"profile", "configuration", "versions"} <= set(answer)
    assert set(answer["fall_rate"]) == {"estimate", "low", "high"}
    assert [seat["profile"] for seat in answer["players"]] == ["child", "casual", "casual"]


@pytest.mark.slow
def test_text_for_people(capsys) -> None:
    assert yardarm.command.run([*QUICK, "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "2 matches" in out
    assert "attempts that drop something" in out
    assert "Anne (child, random)" in out
    assert "nan" not in out


@pytest.mark.study
def test_a_figure_says_what_nobody_has_measured_leaves_open_unless_the_design_is_too_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_here(monkeypatch)
    far = tmp_path / "ice.toml"
    far.write_text("[wood]\nfriction = 0.1\n")
    texts, bands = [], []
    for more in ([], ["--assumptions", "none"], ["--config", str(far)]):
        assert yardarm.command.run([*QUICK, *more]) == 0
        texts.append(capsys.readouterr().out)
        assert yardarm.command.run([*QUICK, *more, "--json"]) == 0
        bands.append(json.loads(capsys.readouterr().out).get("assumptions", "nothing"))
    assert ["by what nobody has measured" in text for text in texts] == [True, False, False]
    assert ["too far from the shipped one" in text for text in texts] == [False, False, True]
    assert bands[0]["fall_rate"]["low"]["estimate"] < bands[0]["fall_rate"]["high"]["estimate"]
    assert bands[1:] == ["nothing", None]


@pytest.mark.slow
def test_records_are_those_of_the_matches(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "new" / "records"
    answer = answer_of(capsys, *QUICK, "--seed", "3", "--record", str(folder), "--json")
    records = [read_record(path) for path in sorted(folder.iterdir())]
    assert [record.path.name for record in records] == ["match-00000.jsonl", "match-00001.jsonl"]
    assert [record.header.seed for record in records] == [match_seed(3, 0), match_seed(3, 1)]
    placed = sum(line["question"] == "place" for record in records for _, line in record.intents)
    assert placed == answer["trials"]
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "--record" in refusal_of(capsys, *QUICK, "--record", str(blocked))


def test_seeds_of_matches_are_distinct_and_depend_on_the_run() -> None:
    seeds = [match_seed(run, index) for run in range(20) for index in range(200)]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.study
def test_a_longer_run_begins_with_the_shorter_one(configuration) -> None:
    seats = seats_from(["child:random"] * 3, "riff-raff")
    short = list(run_tasks(configuration, tasks_of(seats, 5, range(1))))
    longer = list(run_tasks(configuration, tasks_of(seats, 5, range(2))))
    assert longer[:1] == short
    assert longer[1][0].seed != short[0][0].seed


def test_the_summary_counts_what_the_rows_say(played) -> None:
    four = [p for p in played if len(p.seats) == 4] * 3  # the same match thrice: sums are easy, clusters agree
    rows = [_renumbered(p, index) for index, p in enumerate(four)]
    found = summed(riff_raff, rows, four[0].seats)
    turns = [turn for _, turns in rows for turn in turns]
    assert found.total("trials") == len(turns) == 3 * four[0].row.attempts
    assert found.interval("fall_rate").estimate == pytest.approx(sum(t.fell for t in turns) / len(turns))
    assert found.interval("own_fall_rate").estimate == pytest.approx(sum(t.own_fell for t in turns) / len(turns))
    assert found.interval("avalanche_rate").estimate == pytest.approx(
        sum(t.pieces_fallen >= 5 for t in turns) / len(turns)
    )
    for slot, interval in found.table("fall_rate.slot").items():
        here = [t.fell for t in turns if t.slot == int(slot)]
        assert interval.estimate == pytest.approx(sum(here) / len(here))
    by_profile = found.table("fall_rate.profile")
    assert set(by_profile) == {"casual", "child"}
    weights = {p: sum(t.profile == p for t in turns) / len(turns) for p in by_profile}
    together = sum(weights[p] * by_profile[p].estimate for p in weights)
    assert together == pytest.approx(found.interval("fall_rate").estimate)
    assert found.interval("pieces_per_fall").estimate >= 1
    assert sum(interval.estimate for interval in found.table("wins.seat").values()) == pytest.approx(1.0)
    assert sum(interval.estimate for interval in found.table("endings.ending").values()) == pytest.approx(1.0)
    assert sum(interval.estimate for interval in found.table("rounds.distribution").values()) == pytest.approx(1.0)
    # A turn of two attempts is one chance for the hazard.
    whole = {(t.match, t.round, t.turn): False for t in turns}
    for t in turns:
        whole[t.match, t.round, t.turn] |= t.fell
    first = [fell for (_, number, _), fell in whole.items() if number == 1]
    assert found.table("hazard.round")["1"].estimate == pytest.approx(sum(first) / len(first))
    assert len({round(i.estimate, 9) for i in found.table("hazard.round").values()}) > 1
    assert json.loads(json.dumps(found.printed, allow_nan=False))["trials"] == len(turns)
    # A count is not told as a share.
    assert "%" in found.text("wins.seat", found.seats[0].name)
    assert "%" not in found.text("pieces_left.seat", found.seats[0].name)
    assert "nan" not in to_text(found)


def _renumbered(p, index: int):
    from dataclasses import replace

    return replace(p.row, index=index), [replace(turn, match=index) for turn in p.turns]


def test_a_single_match_has_estimates_and_no_bounds(played) -> None:
    found = summed(riff_raff, [(played[0].row, played[0].turns)], played[0].seats)
    assert math.isnan(found.interval("fall_rate").low)
    assert "nan" not in to_text(found)
    assert found.printed["fall_rate"]["low"] is None


@pytest.mark.busy
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_an_interrupt_ends_with_130_and_no_output(root: Path) -> None:
    # The command itself; it tells on standard output when the first match is begun.
    told = """
import yardarm.command
from sim.match.base import Match
run = Match.run
def begun(self):
    print("begun", flush=True)
    run(self)
Match.run = begun
raise SystemExit(yardarm.command.run("simulate riff-raff --matches 5000 --jobs 1 --json".split()))
"""
    with running([sys.executable, "-c", told], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONG_S)
    assert (process.returncode, out.replace(b"begun\n", b""), err) == (130, b"", b"")


@pytest.mark.parametrize(("until", "count"), [(None, 40), ("fall_rate=0.02", 11), ("fall_rate=1e-9", 40)])
def test_a_run_ends_alike_in_a_store_and_without_one(
    tmp_path: Path, run: Run, results: list[Any], until: str | None, count: int
) -> None:
    """Where its goal is reached, or with its last match; gone on with, it says the same again."""
    run = replace(run, asked=40, until=until)
    patterns = [result for result in results if not isinstance(result, CrashingMatch)]
    table, goal = metrics_of("riff-raff").table, None if until is None else Until.parse(until)

    def simulated(store: Path | None, resume: bool = False) -> tuple[int, int | None, str]:
        batch, figures = Simulation(run, ProgressEstimate(table, goal), None), BatchFigures(table, run.seats)
        engine = Endless(patterns)
        summary, crashes = batch.in_store(engine, store, resume, figures) if store else batch.unkept(engine, figures)
        assert crashes == []
        return summary.matches, batch.progress.stop, repr(summary)

    plain = simulated(None)
    assert plain[:2] == (count, count if count < run.asked else None)
    store = tmp_path / "s.sqlite"
    assert [simulated(store), simulated(store, resume=True)] == [plain] * 2
