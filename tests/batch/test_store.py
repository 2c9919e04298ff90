"""A store: the same tables whoever filled it in whatever order; clear refusals; nothing lost when something breaks."""

from __future__ import annotations

import csv
import json
import math
import os
import random
import sys
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.batch.export import write_tables
from sim.batch.job import CrashingMatch, match_seed
from sim.batch.match_counts import metrics_of
from sim.batch.row_schema import RowSchema
from sim.batch.rows import Signed, columns
from sim.batch.store_format import plain_json
from sim.batch.store_writer import Run, Store
from sim.errors import InputError
from tests.batch.stores import COUNT, exports, filled, summed, wanted

riff_raff = metrics_of("riff-raff")
zack = metrics_of("zack")


@dataclass(frozen=True, slots=True)
class Row:
    """A row with every kind of cell."""

    index: int
    share: float
    name: str
    sure: bool
    note: str | None
    maybe: bool | None
    cards: int | None
    pace: float | None
    points: Signed
    by_seat: tuple[int, ...]
    victory: tuple[float, ...]


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.data(), st.integers(2, 6))
def test_rows_come_back_as_they_were(data: st.DataObject, seats: int) -> None:
    whole = st.integers(-(2**63), 2**63 - 1)
    row = Row(
        *(data.draw(kind) for kind in (whole, finite, st.text(), st.booleans())),
        *(data.draw(st.none() | kind) for kind in (st.text(), st.booleans(), whole, finite)),
        data.draw(whole),
        *(data.draw(st.lists(kind, min_size=seats, max_size=seats).map(tuple)) for kind in (whole, finite)),
    )
    layout = RowSchema.of(Row)
    cells = layout.cells(row)
    assert [name for name, _ in layout.columns] == list(columns(row))
    assert layout.back(cells, seats) == row
    assert [tuple(light) for light in layout.rows([[cell] for cell in cells], seats)] == [astuple(row)]
    kinds = {"INTEGER": int, "REAL": float, "TEXT": str}
    assert all(c is None or type(c) is kinds[kind] for c, (_, kind) in zip(cells, layout.columns, strict=True))


@pytest.mark.parametrize(
    ("column", "cell", "flaw"),
    [
        # The index may be of any size; all other whole numbers are counts.
        ("index", 10**12, None),
        ("cards", 0, None),
        ("cards", None, None),
        ("cards", 10**6, None),
        ("cards", 10**6 + 1, "a whole number from 0 to 1000000, found 1000001"),
        ("cards", -1, "a whole number from 0 to 1000000, found -1"),
        ("cards", 1.0, "a whole number or nothing, found 1.0"),
        ("points", -(10**6), None),
        ("points", -(10**6) - 1, "a whole number from -1000000 to 1000000, found -1000001"),
        ("points", None, "a whole number, found None"),
        ("sure", 0, None),
        ("share", 1, "a number, found 1"),
        ("share", math.inf, "a number, found inf"),
        ("name", None, "text, found None"),
        ("note", 3, "text or nothing, found 3"),
        ("by_seat_2", None, "a whole number, found None"),
        ("by_seat_3", 0, "nothing, found 0"),
        ("victory_2", 0.5, None),
        ("victory_6", 0.5, "nothing, found 0.5"),
    ],
)
def test_a_cell_that_no_row_can_have_is_named(column: str, cell: Any, flaw: str | None) -> None:
    layout = RowSchema.of(Row)
    row = Row(1, 0.25, "a", True, None, None, 3, None, -5, (1, 2), (0.5, -0.0))
    whole = layout.stored_cells(row)
    assert str(whole[-6:]) == "(0.5, 0.0, None, None, None, None)"
    assert layout.stored_cells(replace(row, pace=math.nan)) == whole
    at = [name for name, _ in layout.columns].index(column)
    cells = (*whole[:at], cell, *whole[at + 1 :])
    assert layout.flaw(cells, seats=2) == (None if flaw is None else f"{column}: expected {flaw}")
    assert layout.are_sound([whole, cells], seats=2) == (flaw is None)


def test_a_run_is_kept_as_json_of_one_form() -> None:
    assert plain_json({"b": ["é", 1.5], "a": None}) == '{"a":null,"b":["é",1.5]}'
    with pytest.raises(ValueError, match="JSON"):
        plain_json({"a": math.nan})


def test_the_export_does_not_depend_on_order_or_interruptions(tmp_path: Path, run: Run, results: list[Any]) -> None:
    plain = exports(filled(tmp_path / "plain.sqlite", run, results), tmp_path / "plain")
    assert sorted(plain) == ["matches.csv", "runs.csv", "turns.csv"]
    shuffled = results[:]
    random.Random(1).shuffle(shuffled)
    path = filled(tmp_path / "shuffled.sqlite", run, shuffled[:2])
    for result in shuffled[2:]:
        with Store(path, run, resume=True) as store:
            assert wanted(store, result)
            store.add(result)
            store.flush()
            store.flush()
    assert exports(path, tmp_path / "shuffled") == plain
    # One plain file is left, which can be copied and read anywhere.
    assert [p.name for p in tmp_path.glob("shuffled.sqlite*")] == ["shuffled.sqlite"]


def test_the_export_says_what_the_rows_say(tmp_path: Path, run: Run, results: list[Any]) -> None:
    exports(filled(tmp_path / "s.sqlite", run, results), tmp_path / "csv")
    tables = {}
    for name in ("runs", "matches", "turns"):
        with (tmp_path / "csv" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
            tables[name] = list(csv.DictReader(stream))
    (told,) = tables["runs"]
    assert (told["run"], told["seed"], told["asked"], told["played"], told["crashed"]) == (run.key, "11", "6", "5", "1")
    assert json.loads(told["tree"]) == run.configuration.tree
    assert json.loads(told["players"]) == [seat.to_json() for seat in run.seats]
    assert [row["status"] for row in tables["matches"]] == ["played"] * 2 + ["crashed"] + ["played"] * 3
    assert [int(row["seed"]) for row in tables["matches"]] == [match_seed(11, i) for i in range(COUNT)]
    assert tables["matches"][2]["rounds"] == ""
    turns = [turn for result in results if not isinstance(result, CrashingMatch) for turn in result[1]]
    assert len(tables["turns"]) == len(turns)
    for row, turn in zip(tables["turns"], turns, strict=True):
        for name, value in columns(turn).items():
            assert row[name] == ("" if value is None else str(value))
            if isinstance(value, float):
                assert float(row[name]) == value


def test_a_run_may_have_the_seed_nought_and_a_single_match(tmp_path: Path, run: Run) -> None:
    least = replace(run, seed=0, asked=1)
    told = exports(filled(tmp_path / "s.sqlite", least, []), tmp_path / "csv")["runs.csv"].decode().splitlines()
    (row,) = csv.DictReader(told)
    assert (row["run"], row["seed"], row["asked"], row["stopped"]) == (least.key, "0", "1", "")


def test_an_export_says_where_it_is_and_what_is_not_finished(tmp_path: Path, run: Run, results: list[Any]) -> None:
    path, into = filled(tmp_path / "s.sqlite", run, results), tmp_path / "csv"
    there = f"{path}: runs, matches and turns are in {into}."
    assert write_tables(path, into, None) == [there]
    path = filled(tmp_path / "few.sqlite", run, results[:4])
    assert write_tables(path, into, None) == [
        there.replace("s.sqlite", "few.sqlite"),
        f"{run.key} is not finished: 4 of {COUNT} matches; simulate --resume goes on.",
    ]


def test_the_summary_is_that_of_the_rows_in_memory(tmp_path: Path, run: Run, results: list[Any]) -> None:
    played = [result for result in results if not isinstance(result, CrashingMatch)]
    path = filled(tmp_path / "s.sqlite", run, results[::-1])
    with Store(path, run, resume=True) as store:
        # As text, since a missing bound is NaN.
        assert repr(summed(riff_raff, store.rows(), run.seats)) == repr(summed(riff_raff, played, run.seats))
        assert list(store.rows()) == played
        assert store.crashes() == [results[2]]


def test_a_store_of_zack(tmp_path: Path, zack_rows) -> None:
    seats, configuration, rows = zack_rows
    path = filled(tmp_path / "s.sqlite", Run("zack", 2, seats, configuration, 2), rows[::-1])
    with Store(path, Run("zack", 2, seats, configuration, 2), resume=True) as store:
        assert list(store.rows()) == rows
        assert summed(zack, store.rows(), seats).printed == summed(zack, rows, seats).printed
    turns = exports(path, tmp_path / "csv")["turns.csv"].splitlines()
    assert turns[0].startswith(b"run,match,throw,game,seat,profile,strategy,kind,face,on,")
    assert len(turns) == 1 + sum(len(turns) for _, turns in rows)


def test_a_run_of_which_nothing_is_kept_can_be_begun_again(tmp_path: Path, run: Run, results: list[Any]) -> None:
    path = filled(tmp_path / "s.sqlite", replace(run, asked=99, until="fall_rate=0.1"), [])
    filled(path, run, results)
    plain = exports(filled(tmp_path / "plain.sqlite", run, results), tmp_path / "plain")
    assert exports(path, tmp_path / "again") == plain


def test_matches_beyond_the_goal_are_dropped(tmp_path: Path, run: Run, results: list[Any]) -> None:
    until = replace(run, until="fall_rate=0.1")
    with Store(tmp_path / "ahead.sqlite", until, resume=False) as store:
        for result in results:
            store.add(result)
        store.stop(4)
    with Store(tmp_path / "exact.sqlite", until, resume=False) as store:
        for result in results[:4]:
            store.add(result)
        store.stop(4)
    assert exports(tmp_path / "ahead.sqlite", tmp_path / "a") == exports(tmp_path / "exact.sqlite", tmp_path / "e")
    with Store(tmp_path / "ahead.sqlite", until, resume=True) as store:
        assert store.stopped == 4


def test_several_runs_share_a_store(tmp_path: Path, run: Run, results: list[Any]) -> None:
    other = replace(run, seed=12)
    for name, order in (("a", (run, other)), ("b", (other, run))):
        for one in order:
            filled(tmp_path / f"{name}.sqlite", one, results)
    assert exports(tmp_path / "a.sqlite", tmp_path / "a") == exports(tmp_path / "b.sqlite", tmp_path / "b")
    keys = [line.split(b",")[0] for line in (tmp_path / "a" / "runs.csv").read_bytes().splitlines()[1:]]
    assert keys == sorted(key.encode() for key in (run.key, other.key))


@pytest.mark.slow
@pytest.mark.parametrize("table", ["runs", "matches", "turns"])
def test_parquet_and_csv_are_the_same_without_hints(tmp_path: Path, run: Run, results: list[Any], table: str) -> None:
    if os.environ.get("CI") != "true":
        pytest.importorskip("pyarrow", reason="the extra [parquet] (pyarrow) is not installed")
    import pyarrow.csv
    import pyarrow.parquet

    path = filled(tmp_path / "s.sqlite", run, results)
    write_tables(path, tmp_path / "csv", tmp_path / "parquet")
    written = pyarrow.parquet.read_table(tmp_path / "parquet" / f"{table}.parquet")
    nulls = pyarrow.csv.ConvertOptions(strings_can_be_null=True)
    read = pyarrow.csv.read_csv(tmp_path / "csv" / f"{table}.csv", convert_options=nulls)
    assert written.column_names == read.column_names
    for name in written.column_names:
        theirs = read[name]
        # A column without any value has no type in a CSV file.
        if theirs.null_count < len(theirs):
            assert theirs.type == written[name].type, name
            assert theirs.to_pylist() == written[name].to_pylist(), name
    first = (tmp_path / "parquet" / f"{table}.parquet").read_bytes()
    write_tables(path, None, tmp_path / "again")
    assert (tmp_path / "again" / f"{table}.parquet").read_bytes() == first


def test_parquet_alone_needs_pyarrow(
    tmp_path: Path, run: Run, results: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path / "s.sqlite", run, results)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"pip install '\.\[parquet\]'"):
        write_tables(path, None, tmp_path / "none")
    assert not (tmp_path / "none").exists()
    write_tables(path, tmp_path / "csv", None)
    assert (tmp_path / "csv" / "matches.csv").exists()
