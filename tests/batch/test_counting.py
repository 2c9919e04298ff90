"""A run counted in blocks, by one process and by two: the figures are the same, and so is what a damaged store says."""

from __future__ import annotations

import gc
import os
import random
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.metrics import counting
from calibration.metrics.counting import measure
from calibration.metrics.measured import FigureCollector, Measured
from calibration.metrics.metrics_reader import reading
from calibration.tuning.targets import Figure
from sim.batch import store_format
from sim.batch.assumed import AssumedBand, AssumedBands, StudiedFigure
from sim.batch.blocks import BLOCK, MatchBlock
from sim.batch.figures import Counted, Ratio, Values
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures, BatchSummary
from sim.batch.progress import ProgressEstimate, Until
from sim.batch.store_writer import Run
from sim.errors import InputError
from sim.metrics import Metric, by_turns
from sim.statistics import NO_DATA, Interval
from tests.batch.stores import filled


@pytest.fixture
def store(tmp_path: Path, run: Run, results: list[Any]) -> Path:
    """A store with 20 matches, one of which crashed."""
    found = []
    for index in range(20):
        if index == 2:
            found.append(results[2])
            continue
        row, turns = results[(0, 1, 3, 4, 5)[index % 5]]
        turns = turns[: len(turns) - index]
        row = replace(row, index=index, attempts=len(turns))
        found.append((row, [replace(turn, match=index) for turn in turns]))
    return filled(tmp_path / "s.sqlite", replace(run, asked=20), found)


def measured(path: Path, jobs: int = 1, pairs: bool = False) -> Measured:
    with reading(path) as reader:
        return measure(reader, reader.runs[0], pairs, jobs)


def same(one: Measured, other: Measured) -> None:
    assert [figure.to_json() for figure in one.figures] == [figure.to_json() for figure in other.figures]
    assert one.curves == other.curves
    assert dict(one.spots) == dict(other.spots)
    for path, comparison in one.comparisons.items():
        assert comparison.to_json() == other.comparisons[path].to_json()
    for figure in one.figures:
        theirs = other[figure.key]
        if figure.sums is not None and theirs.sums is not None:
            assert figure.sums.residuals() == theirs.sums.residuals()


@contextmanager
def _here(_name: str, _jobs: int) -> Iterator[Any]:
    """An engine of this process."""

    class Engine:
        deaths = (ConnectionError,)

        def submit(self, function: Any, *given: Any) -> Future[Any]:
            future: Future[Any] = Future()
            try:
                future.set_result(function(*given))
            except InputError as error:
                future.set_exception(error)
            return future

    yield Engine()


@pytest.mark.study
@pytest.mark.parametrize("pairs", [False, True])
@pytest.mark.parametrize("block", [7, *(pytest.param(block, marks=pytest.mark.slow) for block in (1, 3, 20))])
def test_blocks_together_are_the_run(store: Path, monkeypatch: pytest.MonkeyPatch, block: int, pairs: bool) -> None:
    monkeypatch.setattr(store_format, "BLOCK", block)
    monkeypatch.setattr(counting, "engine_of", _here)
    same(measured(store, jobs=2, pairs=pairs), measured(store, jobs=1, pairs=pairs))


def test_matches_that_come_one_by_one_have_the_same_figures_as_a_store(
    tmp_path: Path, run: Run, results: list[Any]
) -> None:
    """To the last digit: as `simulate` sums them up, as `--until` and `tune` look at them, and as a report has them."""
    rng, found = random.Random(6), {}
    for index in (*range(7), *range(BLOCK - 3, BLOCK + 4), 2 * BLOCK + 5):
        row, turns = results[(0, 1, 3, 4, 5)[index % 5]]
        turns = turns[: len(turns) - index % 9]
        row = replace(row, index=index, attempts=len(turns), simulated_s=row.simulated_s * rng.uniform(0.5, 2.0))
        found[index] = row, [replace(turn, match=index, max_heel_rad=rng.random()) for turn in turns]
    asked = replace(run, asked=2 * BLOCK + 6)
    path = filled(tmp_path / "s.sqlite", asked, list(found.values()))
    stored, table = measured(path), metrics_of("riff-raff").table
    collector, figures = FigureCollector(table, run.seats), BatchFigures(table, run.seats)
    for row, turns in found.values():
        collector.add(row, turns)
        figures.add(row, turns)
    collected = {figure.key: repr(figure.interval) for figure in collector.figures()[0]}
    assert collected == {figure.key: repr(figure.interval) for figure in stored.figures}
    for name, metric in table.goals().items():
        progress, sums = ProgressEstimate(table, Until(name, 1e-9)), []
        for index in range(asked.asked):
            if index in found:
                progress.add(index, *found[index])
            else:
                progress.miss(index)
            sums.append(metric.sums(*found[index]) if index in found else (0.0, 0.0))
        key = f"{metric.key}.mean" if metric.spread else metric.key
        told = {repr(progress.estimate()), repr(Figure(name, metric).interval(sums))}
        assert told == {collected[key]}
    summary = figures.summary()
    assert repr(summary.interval("fall_rate")) == collected["fall_rate"]
    assert repr(summary.spread("minutes").mean) == collected["minutes.mean"]


@pytest.mark.slow
def test_two_processes_find_what_one_finds(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_format, "BLOCK", 4)
    whole = measured(store)
    same(measured(store, jobs=2), whole)


@pytest.mark.study
def test_what_a_killed_worker_was_to_count_is_counted_here(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_format, "BLOCK", 4)
    whole = measured(store)
    # A worker imports this function anew, and has another parent.
    monkeypatch.setattr(counting, "_count", _killed_elsewhere)
    same(measured(store, jobs=2), whole)


_HERE, _COUNT = "YARDARM_TEST_COUNTS_HERE", counting._count
os.environ.setdefault(_HERE, str(os.getpid()))


def _killed_elsewhere(*given: Any) -> Any:
    if os.environ[_HERE] != str(os.getpid()):
        os.kill(os.getpid(), signal.SIGKILL)
    return _COUNT(*given)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE turns SET x_mm = x_mm + 1 WHERE match = 13",
        "UPDATE matches SET seed = seed + 1 WHERE match = 0",
        "DELETE FROM matches WHERE match = 9",
        "UPDATE matches SET match = -1 WHERE match = 0",
        "UPDATE turns SET match = 25 WHERE match = 19 AND turn = 1",
        "UPDATE matches SET match = 'x' WHERE match = 11",
        "UPDATE matches SET match = 8.5 WHERE match = 8",
    ],
)
def test_a_damaged_match_is_named_alike(store: Path, monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute(statement)
    monkeypatch.setattr(store_format, "BLOCK", 4)
    monkeypatch.setattr(counting, "engine_of", _here)
    said = []
    for jobs in (1, 2):
        with pytest.raises(InputError, match="the store is damaged") as error:
            measured(store, jobs)
        said.append(str(error.value))
    assert said[0] == said[1]


# ------------------------------------------------------------------------------------------------- merging

clusters = st.lists(st.tuples(st.floats(-1e3, 1e3), st.floats(0.001, 1e3) | st.integers(0, 9)), max_size=12)


@given(clusters, clusters)
def test_merged_quotients_are_those_of_all_clusters(
    first: list[tuple[float, float]], second: list[tuple[float, float]]
) -> None:
    one, other, both = (
        Ratio.of((y for y, _ in given_), (x for _, x in given_)) for given_ in (first, second, first + second)
    )
    one.merge(other)
    assert one.clusters == both.clusters
    scale = max((abs(y) for y, _ in first + second), default=0.0) * 1e-9
    assert one.y == pytest.approx(both.y, abs=scale)
    merged, found = one.mean(), both.mean()
    assert (merged.estimate, merged.low, merged.high) == pytest.approx(
        (found.estimate, found.low, found.high), rel=1e-6, abs=1e-6, nan_ok=True
    )


@given(st.lists(st.lists(st.integers(0, 4), max_size=3), max_size=12), st.integers(0, 12), st.booleans())
def test_merged_values_are_those_of_all_matches(matches: list[list[int]], cut: int, pairs: bool) -> None:
    one, other, both = Values(pairs), Values(pairs), Values(pairs)
    for match, values in enumerate(matches):
        for into in (one if match < cut else other, both):
            into.add(np.array([match]), values, [len(values)])
    one.merge(other)
    assert one.values.tolist() == both.values.tolist()
    assert one.numbers().tolist() == both.numbers().tolist()
    assert one.matches().tolist() == both.matches().tolist()
    assert one.sums.residuals() == pytest.approx(both.sums.residuals(), nan_ok=True)
    if len(both.values):
        assert repr(one.quantiles(0.1, 0.5, 0.9)) == repr(both.quantiles(0.1, 0.5, 0.9))


@given(
    st.lists(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from((0, 1, 0.25))), max_size=4), max_size=9),
    st.integers(0, 9),
)
def test_tallies_and_pairs_have_the_same_sums(matches: list[list[tuple[str, float]]], cut: int) -> None:
    metric, by = Metric("m", "m", lambda turn: turn[1]), by_turns("part", "{part}", lambda turn: turn[0])
    tallied, kept = (Counted(metric, (), (by,), pairs=pairs) for pairs in (False, True))
    rows = [SimpleNamespace(index=index) for index in range(len(matches))]
    for here in (slice(cut), slice(cut, None)):
        block = MatchBlock.of(list(zip(rows[here], matches[here], strict=True)))
        tallied.add(block)
        kept.add(block)
    assert repr(tallied.interval()) == repr(kept.interval())
    parts = [each.counts.parts["part"] for each in (tallied, kept)]
    tally, pairs = ({part: repr(sums.mean()) for part, sums in each.items()} for each in parts)
    assert tally == pairs
    for part, sums in parts[1].items():
        assert sums.pairs is not None
        assert sum(float(y.sum()) for _, y, _ in sums.pairs) == parts[0][part].y


def test_what_was_counted_can_be_counted_on(played: Any) -> None:
    """Figures asked for in the middle change nothing."""
    four, table = played[1], metrics_of("riff-raff").table
    asked, not_asked = FigureCollector(table, four.seats), FigureCollector(table, four.seats)
    for number in range(4):
        row = replace(four.row, index=number)
        turns = four.turns[: len(four.turns) - 2 * number]
        asked.add(row, turns)
        not_asked.add(row, turns)
        asked.figures()
        asked.counted()
    for one, other in zip(asked.figures()[0], not_asked.figures()[0], strict=True):
        assert one.to_json() == other.to_json()


def test_spots_are_merged_too(zack_rows: Any) -> None:
    seats, _, rows = zack_rows
    table = metrics_of("zack").table
    one, other, both = (FigureCollector(table, seats) for _ in range(3))
    for into, given_ in ((one, rows[:1]), (other, rows[1:]), (both, rows)):
        for row, turns in given_:
            into.add(row, turns)
    one.merge(other.counted())
    assert one.spots == both.spots
    assert sum(both.spots.values()) > 5


# ------------------------------------------------------------------------------------------------- soundness


def _spoilt(rows: list[list[Any]], rng: random.Random) -> list[list[Any]]:
    """Rows with one cell that may be of another kind, or beyond what there can be."""
    found = [list(row) for row in rows]
    row = rng.choice(found)
    row[rng.randrange(len(row))] = rng.choice([None, "x", -1, 0, 10**7, 1.5, float("inf"), b"x", 3])
    return found


def test_columns_are_sound_where_no_row_has_a_flaw(played: Any) -> None:
    from sim.batch.store_format import Tables

    four = played[1]
    schema, rng = Tables.of("riff-raff").turn, random.Random(4)
    rows = [list(schema.stored_cells(turn)) for turn in four.turns[:8]]
    verdicts = set()
    for _ in range(1000):
        spoilt = _spoilt(rows, rng)
        flawless = all(schema.flaw(row, len(four.seats)) is None for row in spoilt)
        assert schema.are_sound(spoilt, len(four.seats)) == flawless
        verdicts.add(flawless)
    assert verdicts == {True, False}


@pytest.mark.parametrize("damaged", [False, True])
def test_garbage_is_collected_again_once_a_run_is_counted(
    store: Path, damaged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def add(self: FigureCollector, block: MatchBlock) -> None:
        seen.append(gc.isenabled())
        if damaged:
            raise InputError("The store is damaged.")

    monkeypatch.setattr(FigureCollector, "add_block", add)
    if damaged:
        with pytest.raises(InputError):
            measured(store)
    else:
        measured(store)
    assert set(seen) == {False}
    assert gc.isenabled()


def test_what_is_left_open_stands_in_the_brackets_of_the_interval() -> None:
    ends = AssumedBand(Interval(0.1, 0.1, 0.1), Interval(0.3, 0.3, 0.3))
    figures = {"known": Interval(0.2, 0.18, 0.22), "few": NO_DATA}
    studied = dict.fromkeys(figures, StudiedFigure(0.2, ends, True))
    bands = AssumedBands(Path("open.json"), "zatre", "", (), studied)
    summary = BatchSummary(1, (), figures, frozenset(figures), {}, {}).with_bands(bands)
    assert summary.text("known") == "20.0 % (18.0-22.0 by chance; 10-30 by what nobody has measured)"
    assert summary.text("few") == NO_DATA.percent()
    assert summary.left_open_json() == {"known": ends.to_json()}
