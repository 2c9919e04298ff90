"""The chapter on tension: what it says is what the matches' rows say."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

from calibration.metrics.measured import FigureCollector, Measured
from calibration.metrics.metrics_reader import StoredRun, reading
from calibration.reports.charts import Run
from calibration.reports.tension import tension_chapter, tension_pictures
from sim.batch.job import MatchResult
from sim.batch.match_counts import metrics_of
from sim.batch.store_format import Tables, read_matches
from tests.calibration.reports.test_report import Tags

pytestmark = pytest.mark.slow


def stored(path: Path) -> tuple[StoredRun, list[MatchResult]]:
    with reading(path) as reader:
        run, tables = reader.runs[0], Tables.of(reader.game)
        return run, list(read_matches(reader._connection, path, run.key, tables, len(run.seats)))


def measured_of(run: StoredRun, matches: list[MatchResult], **changed: object) -> Measured:
    collector = FigureCollector(metrics_of(run.game).table, run.seats)
    for row, turns in matches:
        collector.add(row, [replace(turn, **changed) for turn in turns])
    figures, curves = collector.figures()
    return Measured(run, tuple(figures), {curve.key: curve for curve in curves})


def test_what_the_chapter_says_is_what_the_rows_say(stores: Path) -> None:
    run, matches = stored(stores / "riff.sqlite")
    text = Tags("\n".join(tension_chapter(measured_of(run, matches)))).text.replace("\u00a0", " ")
    turns = [turn for _, its in matches for turn in its]
    near = fmean(turn.stirred and not turn.fell for turn in turns)
    tense = fmean(turn.stirred or turn.max_heel_rad > math.radians(8) for turn in turns)
    assert f"{100 * near:.1f} %" in text.partition("near falls")[0]
    assert f"At {100 * tense:.1f} %" in text
    open_to_the_end = fmean(row.decided_at >= 0.9 for row, _ in matches)
    assert f"{100 * open_to_the_end:.1f} %" in text.partition("are open until the last tenth")[0]
    assert "first half" in text


def test_the_tenths_are_those_of_the_matches(stores: Path) -> None:
    run, matches = stored(stores / "riff.sqlite")
    tenths = measured_of(run, matches).table("decided.tenth")
    assert sum(figure.interval.estimate for figure in tenths.values()) == pytest.approx(1.0)
    for row, _ in matches:
        assert tenths[str(min(10, int(10 * row.decided_at + 1e-9) + 1))].interval.estimate > 0


def test_other_games_have_what_is_sensible(stores: Path) -> None:
    run, matches = stored(stores / "zack.sqlite")
    found = measured_of(run, matches)
    text = Tags("\n".join(tension_chapter(found))).text
    assert "are open until the last tenth" in text
    assert "heels" not in text
    assert [picture.title for picture in tension_pictures([Run(found, "a")])] == ["When it was decided"]


def test_both_pages_have_it(pages: Path) -> None:
    assert "<h3>Tension</h3>" in (pages / "riff.html").read_text("utf-8")
    against = (pages / "against.html").read_text("utf-8")
    assert "Heel by attempt" in against
    assert "from: heavy.sqlite" in against
    assert "to: riff.sqlite" in against
