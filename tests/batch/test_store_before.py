"""A store of before a column was added: read, resumed and reported without it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.metrics.counting import measure
from calibration.metrics.metrics_reader import reading
from sim.batch.export import report_command as export
from sim.batch.job import play
from sim.batch.runner import tasks_of
from sim.batch.store_format import Tables, digest_of
from sim.batch.store_writer import Run, Store
from sim.configuration import load_configuration
from sim.match.seats import seats_from

CHILDREN = seats_from(["child:random", "child:random"])
RUN = Run("riff-raff", 5, CHILDREN, load_configuration("riff-raff", profile="draft"), 3)


@pytest.fixture(scope="module")
def results() -> list:  # type: ignore[type-arg]
    """One match, really played, under three numbers."""
    first, *rest = tasks_of(RUN.seats, RUN.seed, range(3))
    row, turns = play(RUN.configuration, first)
    tasks = (first, *rest)
    return [
        (replace(row, index=task.index, seed=task.seed), [replace(turn, match=task.index) for turn in turns])
        for task in tasks
    ]


def before(store: Path) -> None:
    """Take the column away, with digests as they were then."""
    tables = Tables.of("riff-raff", whole=False)
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE turns DROP COLUMN stirred")
        names = ", ".join(f'"{name}"' for name, _ in tables.matches)
        for cells in connection.execute(f"SELECT {names} FROM matches").fetchall():
            turns = connection.execute("SELECT * FROM turns WHERE match = ? ORDER BY 1, 2, 3", (cells[1],)).fetchall()
            connection.execute("UPDATE matches SET digest = ? WHERE match = ?", (digest_of(cells, turns), cells[1]))


@pytest.mark.slow
def test_a_store_of_before_is_read_and_resumed_as_it_is(results: list, tmp_path: Path) -> None:  # type: ignore[type-arg]
    path = tmp_path / "s.sqlite"
    with Store(path, RUN, resume=False) as store:
        store.add(results[0])
        store.add(results[1])
    export(path, tmp_path / "whole", None)
    before(path)
    with Store(path, RUN, resume=True) as store:
        assert list(store.missing()) == [2]
        store.add(results[2])
        store.flush()
        for (row, turns), (expected, whole) in zip(store.rows(), results, strict=True):
            assert row == expected
            assert turns == [replace(turn, stirred=None) for turn in whole]
    with reading(path) as reader:
        found = measure(reader, reader.runs[0])
    assert found["fall_rate"].count == sum(len(turns) for _, turns in results)
    assert found["far_heel_rate"].count == found["fall_rate"].count
    assert found["near_fall_rate"].count == 0
    assert found["near_fall_rate"].text == "no data"
    export(path, tmp_path / "then", None)
    then, whole_text = ((tmp_path / name / "turns.csv").read_text().splitlines() for name in ("then", "whole"))
    # The columns of before are, cell by cell, what they were.
    assert [line.rpartition(",")[0] for line in whole_text] == then[: len(whole_text)]
