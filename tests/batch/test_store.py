"""A store: the same tables whoever filled it in whatever order; clear refusals; nothing lost when something breaks."""

from __future__ import annotations

import csv
import json
import math
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import yardarm
from sim.batch import riff_raff, zack
from sim.batch import store as storing
from sim.batch import stored as reading
from sim.batch.dispatch import Poison
from sim.batch.export import report_command
from sim.batch.layout import Layout
from sim.batch.results import Batch, columns
from sim.batch.store import Run, Store
from sim.batch.work import Task, match_seed
from sim.configuration import load_configuration
from sim.errors import InputError

COUNT = 6


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
    by_seat: tuple[int, ...]
    victory: tuple[float, ...]


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.data(), st.integers(2, 6))
def test_rows_come_back_as_they_were(data: st.DataObject, seats: int) -> None:
    whole = st.integers(-(2**63), 2**63 - 1)
    row = Row(
        *(data.draw(kind) for kind in (whole, finite, st.text(), st.booleans())),
        *(data.draw(st.none() | kind) for kind in (st.text(), st.booleans(), whole, finite)),
        *(data.draw(st.lists(kind, min_size=seats, max_size=seats).map(tuple)) for kind in (whole, finite)),
    )
    layout = Layout.of(Row)
    cells = layout.cells(row)
    assert [name for name, _ in layout.columns] == list(columns(row))
    assert layout.back(cells, seats) == row
    kinds = {"INTEGER": int, "REAL": float, "TEXT": str}
    assert all(c is None or type(c) is kinds[kind] for c, (_, kind) in zip(cells, layout.columns, strict=True))


def test_the_rows_of_both_games_have_a_layout(played) -> None:
    for room in (riff_raff, zack):
        assert [name for name, _ in Layout.of(room.MatchRow).columns][:2] == ["index", "seed"]
        assert Layout.of(room.TurnRow).columns[0] == ("match", "INTEGER")
    for p in played:
        for row in (p.row, *p.turns):
            layout = Layout.of(type(row))
            assert layout.back(layout.cells(row), len(p.seats)) == row


# ------------------------------------------------------------------------------------------- a run, made up


@pytest.fixture
def run(played, configuration) -> Run:
    """A run of a few matches, none of which has been played."""
    return Run("riff-raff", 11, played[1].seats, configuration, COUNT)


@pytest.fixture
def results(played, run: Run) -> list[Any]:
    """Its matches: different, but quickly made; the third is poison."""
    found: list[Any] = []
    for index in range(COUNT):
        row, turns = played[1].row, played[1].turns[: len(played[1].turns) - 3 * index]
        row = replace(row, index=index, seed=match_seed(11, index), attempts=len(turns))
        found.append((row, [replace(turn, match=index) for turn in turns]))
    found[2] = Poison(Task(2, match_seed(11, 2), run.seats))
    return found


def exports(store: Path, into: Path) -> dict[str, bytes]:
    """The files of `report --csv`."""
    report_command(store, into, None)
    return {path.name: path.read_bytes() for path in sorted(into.iterdir())}


def filled(path: Path, run: Run, results: list[Any]) -> Path:
    """A store of these results."""
    with Store(path, run, resume=False) as store:
        for result in results:
            store.add(result)
    return path


def test_the_export_does_not_depend_on_order_or_interruptions(tmp_path: Path, run: Run, results: list[Any]) -> None:
    plain = exports(filled(tmp_path / "plain.sqlite", run, results), tmp_path / "plain")
    assert sorted(plain) == ["matches.csv", "runs.csv", "turns.csv"]
    shuffled = results[:]
    random.Random(1).shuffle(shuffled)
    path = filled(tmp_path / "shuffled.sqlite", run, shuffled[:2])
    for result in shuffled[2:]:
        with Store(path, run, resume=True) as store:
            assert index_free(store.done(), result)
            store.add(result)
            store.flush()
            store.flush()
    assert exports(path, tmp_path / "shuffled") == plain
    # One plain file is left, which can be copied and read anywhere.
    assert [p.name for p in tmp_path.glob("shuffled.sqlite*")] == ["shuffled.sqlite"]


def index_free(done: set[int], result: Any) -> bool:
    """Whether a result is still wanted."""
    return (result.task.index if isinstance(result, Poison) else result[0].index) not in done


def test_the_export_says_what_the_rows_say(tmp_path: Path, run: Run, results: list[Any]) -> None:
    exports(filled(tmp_path / "s.sqlite", run, results), tmp_path / "csv")
    tables = {}
    for name in ("runs", "matches", "turns"):
        with (tmp_path / "csv" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
            tables[name] = list(csv.DictReader(stream))
    (told,) = tables["runs"]
    assert (told["run"], told["seed"], told["asked"], told["played"], told["poison"]) == (run.key, "11", "6", "5", "1")
    assert json.loads(told["tree"]) == run.configuration.tree
    assert json.loads(told["players"]) == [seat.to_json() for seat in run.seats]
    assert [row["status"] for row in tables["matches"]] == ["played"] * 2 + ["poison"] + ["played"] * 3
    assert [int(row["seed"]) for row in tables["matches"]] == [match_seed(11, i) for i in range(COUNT)]
    assert tables["matches"][2]["rounds"] == ""
    turns = [turn for result in results if not isinstance(result, Poison) for turn in result[1]]
    assert len(tables["turns"]) == len(turns)
    for row, turn in zip(tables["turns"], turns, strict=True):
        for name, value in columns(turn).items():
            assert row[name] == ("" if value is None else str(value))
            if isinstance(value, float):
                assert float(row[name]) == value


def test_the_summary_is_that_of_the_rows_in_memory(tmp_path: Path, run: Run, results: list[Any]) -> None:
    batch = Batch()
    for result in results:
        if not isinstance(result, Poison):
            batch.add(*result)
    path = filled(tmp_path / "s.sqlite", run, results[::-1])
    with Store(path, run, resume=True) as store:
        rows = store.rows()
        assert riff_raff.summarise(rows, run.seats) == riff_raff.summarise(batch, run.seats)
        assert list(rows) == [result for result in results if not isinstance(result, Poison)]
        assert store.poison() == [(2, match_seed(11, 2))]


def test_a_store_of_zack(tmp_path: Path, zack_rows) -> None:
    seats, configuration, rows = zack_rows
    batch = Batch()
    for played in rows:
        batch.add(*played)
    path = filled(tmp_path / "s.sqlite", Run("zack", 2, seats, configuration, 2), rows[::-1])
    with Store(path, Run("zack", 2, seats, configuration, 2), resume=True) as store:
        assert list(store.rows()) == rows
        assert zack.to_json(zack.summarise(store.rows(), seats)) == zack.to_json(zack.summarise(batch, seats))
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


@pytest.mark.parametrize("table", ["runs", "matches", "turns"])
def test_parquet_and_csv_are_the_same_without_hints(
    tmp_path: Path, run: Run, results: list[Any], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.environ.get("CI") != "true":
        pytest.importorskip("pyarrow", reason="the extra [parquet] (pyarrow) is not installed")
    import pyarrow.csv
    import pyarrow.parquet

    path = filled(tmp_path / "s.sqlite", run, results)
    report_command(path, tmp_path / "csv", tmp_path / "parquet")
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
    report_command(path, None, tmp_path / "again")
    assert (tmp_path / "again" / f"{table}.parquet").read_bytes() == first
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"pip install 'yardarm\[parquet\]'"):
        report_command(path, None, tmp_path / "none")
    assert not (tmp_path / "none").exists()


# ---------------------------------------------------------------------------------------------------- refusals


def refused(path: Path, run: Run, resume: bool) -> str:
    """What a store says to this run."""
    with pytest.raises(InputError) as refusal, Store(path, run, resume):
        pass
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def test_what_a_store_refuses(tmp_path: Path, run: Run, results: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.sqlite"
    assert "there is no such store" in refused(path, run, resume=True)
    assert not path.exists()
    filled(path, run, results)
    before = path.read_bytes()
    assert "holds this run already, expected --resume" in refused(path, run, resume=False)
    others = refused(path, replace(run, seed=12), resume=True)
    assert "holds no run of these players" in others
    assert "--players casual:thumb,child:random,casual:thumb,child:random --seed 11 --profile draft" in others
    assert "holds no run" in refused(path, replace(run, configuration=load_configuration()), resume=True)
    assert "holds no run" in refused(path, replace(run, seats=run.seats[:3]), resume=True)
    assert f"expected --matches {COUNT} or more, found 5" in refused(path, replace(run, asked=5), resume=True)
    assert "expected no --until" in refused(path, replace(run, until="fall_rate=0.1"), resume=True)
    foreign = replace(run, game="zack", configuration=load_configuration("zack"))
    assert "is a store of riff-raff, expected one of zack" in refused(path, foreign, resume=False)
    assert "seeds below 2**63" in refused(tmp_path / "new", replace(run, seed=2**63), resume=False)
    monkeypatch.setattr(storing, "versions", lambda: {"pymunk": "1.0"})
    assert "was begun with other versions, expected numpy " in refused(path, run, resume=True)
    assert path.read_bytes() == before


def test_a_run_can_be_made_longer(tmp_path: Path, run: Run, results: list[Any]) -> None:
    path = filled(tmp_path / "s.sqlite", replace(run, asked=3), results[:3])
    with Store(path, run, resume=True) as store:
        for result in results[3:]:
            store.add(result)
    whole = exports(filled(tmp_path / "whole.sqlite", run, results), tmp_path / "whole")
    assert exports(path, tmp_path / "longer") == whole


def test_files_that_are_no_stores_are_left_alone(tmp_path: Path, run: Run) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but longer than the hundred bytes of a header " * 4)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE runs (x)")
    connection.close()
    for path in (text, other):
        before = path.read_bytes()
        for resume in (False, True):
            assert "is no store of Yardarm's" in refused(path, run, resume)
        with pytest.raises(InputError, match="is no store of Yardarm's"):
            report_command(path, tmp_path / "csv", None)
        assert path.read_bytes() == before
        assert not (tmp_path / "csv").exists()
    # An empty file, such as mktemp makes, is taken for a new store.
    empty = tmp_path / "empty"
    empty.touch()
    assert "is no store" in refused(empty, run, resume=True)
    with Store(empty, run, resume=False) as store:
        assert store.done() == set()


def test_a_store_of_another_version(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "FORMAT", 2)
    path = filled(tmp_path / "s.sqlite", run, [])
    monkeypatch.undo()
    assert "is a store of format 2, this version of Yardarm reads format 1" in refused(path, run, resume=True)
    with pytest.raises(InputError, match="is a store of format 2"):
        report_command(path, tmp_path / "csv", None)


@pytest.mark.parametrize("part", [0.02, 0.1, 0.4, 0.7, 0.99])
def test_a_truncated_store(tmp_path: Path, run: Run, results: list[Any], part: float) -> None:
    path = filled(tmp_path / "s.sqlite", run, results)
    whole = path.read_bytes()
    path.write_bytes(whole[: math.floor(len(whole) * part)])
    assert "damaged or cut short" in refused(path, run, resume=True)
    with pytest.raises(InputError, match="damaged or cut short"):
        report_command(path, tmp_path / "csv", None)
    assert not (tmp_path / "csv").exists()


def test_places_where_nothing_can_be_kept(tmp_path: Path, run: Run) -> None:
    for path in (tmp_path, tmp_path / "missing" / "s.sqlite"):
        assert f"{path}: cannot be used as a store" in refused(path, run, resume=False)
    with pytest.raises(InputError, match="there is no such file"):
        report_command(tmp_path / "missing.sqlite", tmp_path / "csv", None)


def test_a_folder_that_cannot_be_written(tmp_path: Path, run: Run, results: list[Any]) -> None:
    path = filled(tmp_path / "s.sqlite", run, results)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"--csv: .*file: cannot be a folder"):
        report_command(path, tmp_path / "file", None)


def test_a_second_process_is_refused_and_harms_nothing(
    tmp_path: Path, run: Run, results: list[Any], root: Path
) -> None:
    path = tmp_path / "s.sqlite"
    code = (
        "import sys; from pathlib import Path; from sim.batch.export import report_command\n"
        "from sim.batch.store import Run, Store; from sim.configuration import load_configuration\n"
        "from sim.matches.seats import seats_from; from sim.errors import InputError\n"
        "run = Run('riff-raff', 12, seats_from(['child', 'child']), load_configuration(profile='draft'), 3)\n"
        "def write():\n"
        "    with Store(Path(sys.argv[1]), run, False): pass\n"
        "for work in (write,\n"
        "             lambda: report_command(Path(sys.argv[1]), Path(sys.argv[2]), None)):\n"
        "    try: work()\n"
        "    except InputError as refusal: print(refusal)\n"
    )
    command = [sys.executable, "-c", code, str(path), str(tmp_path / "csv")]
    with Store(path, run, resume=False) as store:
        store.add(results[0])
        store.flush()
        told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True, timeout=60).stdout
        for result in results[1:]:
            store.add(result)
    assert told == f"{path}: another process is using this store, expected it to end first.\n" * 2
    # As soon as it has ended, others may.
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True, timeout=60).stdout
    assert "run-" in done
    assert "not finished: 0 of 3 matches" in done
    with Store(path, run, resume=True) as store:
        assert len(store.done()) == COUNT - 1


def test_a_disk_that_fills_loses_nothing(tmp_path: Path, run: Run, results: list[Any]) -> None:
    path = tmp_path / "s.sqlite"
    kept = 0

    def fill() -> None:
        nonlocal kept
        with Store(path, run, False) as store:
            pages = store._execute("PRAGMA page_count").fetchone()[0]
            store._execute(f"PRAGMA max_page_count = {pages + 2}")
            for result in results:
                store.add(result)
                store.flush()
                kept += 1

    with pytest.raises(InputError, match=r"disk is full.*what was written before is kept\."):
        fill()
    assert 0 < kept < COUNT
    with Store(path, run, resume=True) as store:
        assert store.done() == {i for i in range(kept) if i != 2}
        for result in results:
            if index_free(store.done(), result):
                store.add(result)
    assert exports(path, tmp_path / "full") == exports(filled(tmp_path / "w", run, results), tmp_path / "whole")


def test_a_disk_that_fills_is_one_sentence_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def tight(of: Callable[..., sqlite3.Connection]) -> Callable[..., sqlite3.Connection]:
        def connected(path: Path, mode: str) -> sqlite3.Connection:
            connection = of(path, mode)
            connection.execute("PRAGMA max_page_count = 8")
            return connection

        return connected

    monkeypatch.setattr(storing, "connected", tight(reading.connected))
    words = f"simulate riff-raff --players casual:random,casual:random --profile draft --matches 3 --out {tmp_path}/s"
    assert yardarm.run(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "/s: cannot be used as a store (database or disk is full); what was written before is kept." in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--resume", "--resume: expected --out STORE.sqlite"),
        ("--until fall_rate", "'fall_rate' is no goal, expected FIGURE=HALF-WIDTH such as fall_rate=0.01"),
        ("--until miss_rate=0.1", "--until: expected one of fall_rate, "),
        ("--until fall_rate=0.1 --record r", "--record: cannot go with --until"),
        ("--scheduler tcp://a:1", "--scheduler: is for --engine dask only"),
        ("--out missing/s.sqlite", "missing/s.sqlite: cannot be used as a store"),
        ("--out s.sqlite --resume", "there is no such store"),
    ],
)
def test_the_command_refuses_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert yardarm.run(["simulate", "riff-raff", "--matches", "3", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
    assert list(tmp_path.iterdir()) == []
