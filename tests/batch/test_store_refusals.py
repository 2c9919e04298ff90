"""What a store refuses, in one sentence each, and that nothing is lost when something breaks."""

from __future__ import annotations

import math
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.batch import store_format as reading
from sim.batch import store_writer as storing
from sim.batch.export import write_tables
from sim.batch.store_writer import Run, Store
from sim.configuration import load_configuration
from sim.errors import InputError
from tests.batch.stores import COUNT, exports, filled, wanted
from tests.commands import refusal_of
from tests.processes import completed


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
    assert "--players casual:simple,child:random,casual:simple,child:random --seed 11 --profile draft" in others
    assert "holds no run" in refused(path, replace(run, configuration=load_configuration("riff-raff")), resume=True)
    assert "holds no run" in refused(path, replace(run, seats=run.seats[:3]), resume=True)
    assert f"expected --matches {COUNT} or more, found 5" in refused(path, replace(run, asked=5), resume=True)
    assert "expected no --until, as the run was begun, found fall_rate=0.1." in refused(
        path, replace(run, until="fall_rate=0.1"), resume=True
    )
    foreign = replace(run, game="zack", configuration=load_configuration("zack"))
    assert "is a store of riff-raff, expected one of zack" in refused(path, foreign, resume=False)
    assert "seeds below 2**63" in refused(tmp_path / "new", replace(run, seed=2**63), resume=False)
    monkeypatch.setattr(storing, "versions", lambda: {"pymunk": "1.0"})
    assert "was begun with other versions, expected numpy " in refused(path, run, resume=True)
    assert path.read_bytes() == before


def test_a_run_with_a_goal_is_not_taken_up_without_it(tmp_path: Path, run: Run, results: list[Any]) -> None:
    path = filled(tmp_path / "s.sqlite", replace(run, until="fall_rate=0.1"), results[:1])
    assert "expected --until fall_rate=0.1, as the run was begun, found none." in refused(path, run, resume=True)


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
            assert "is not a store of Yardarm's" in refused(path, run, resume)
        with pytest.raises(InputError, match="is not a store of Yardarm's"):
            write_tables(path, tmp_path / "csv", None)
        assert path.read_bytes() == before
        assert not (tmp_path / "csv").exists()
    # An empty file, such as mktemp makes or a run that was killed at its birth, is taken for a new store.
    for resume in (False, True):
        empty = tmp_path / f"empty-{resume}"
        empty.touch()
        with Store(empty, run, resume) as store:
            assert list(store.missing()) == list(range(COUNT))


def test_a_store_of_another_version(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "FORMAT", 2)
    path = filled(tmp_path / "s.sqlite", run, [])
    monkeypatch.undo()
    assert "is a store of format 2, this version of Yardarm reads format 1" in refused(path, run, resume=True)
    with pytest.raises(InputError, match="is a store of format 2"):
        write_tables(path, tmp_path / "csv", None)


@pytest.mark.parametrize("part", [0.02, 0.1, 0.4, 0.7, 0.99])
def test_a_truncated_store(tmp_path: Path, run: Run, results: list[Any], part: float) -> None:
    path = filled(tmp_path / "s.sqlite", run, results)
    whole = path.read_bytes()
    path.write_bytes(whole[: math.floor(len(whole) * part)])
    assert "damaged or cut short" in refused(path, run, resume=True)
    with pytest.raises(InputError, match="damaged or cut short"):
        write_tables(path, tmp_path / "csv", None)
    assert not (tmp_path / "csv").exists()


def test_places_where_nothing_can_be_kept(tmp_path: Path, run: Run) -> None:
    for path in (tmp_path, tmp_path / "missing" / "s.sqlite"):
        assert f"{path}: cannot be written" in refused(path, run, resume=False)
    with pytest.raises(InputError, match="there is no such file"):
        write_tables(tmp_path / "missing.sqlite", tmp_path / "csv", None)


def test_a_folder_that_cannot_be_written(tmp_path: Path, run: Run, results: list[Any]) -> None:
    path = filled(tmp_path / "s.sqlite", run, results)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"--csv: .*file: cannot be a folder"):
        write_tables(path, tmp_path / "file", None)


@pytest.mark.slow
def test_a_second_process_is_refused_and_harms_nothing(
    tmp_path: Path, run: Run, results: list[Any], root: Path
) -> None:
    path = tmp_path / "s.sqlite"
    code = (
        "import sys; from pathlib import Path; from sim.batch.export import write_tables\n"
        "from sim.batch.store_writer import Run, Store; from sim.configuration import load_configuration\n"
        "from sim.match.seats import seats_from; from sim.errors import InputError\n"
        "configuration = load_configuration('riff-raff', profile='draft')\n"
        "run = Run('riff-raff', 12, seats_from(['child', 'child'], 'riff-raff'), configuration, 3)\n"
        "def write():\n"
        "    with Store(Path(sys.argv[1]), run, False): pass\n"
        "for work in (write,\n"
        "             lambda: print(*write_tables(Path(sys.argv[1]), Path(sys.argv[2]), None))):\n"
        "    try: work()\n"
        "    except InputError as refusal: print(refusal)\n"
    )
    command = [sys.executable, "-c", code, str(path), str(tmp_path / "csv")]
    with Store(path, run, resume=False) as store:
        store.add(results[0])
        store.flush()
        told = completed(command, cwd=root, text=True, check=True).stdout
        for result in results[1:]:
            store.add(result)
    assert told == f"{path}: another process is using this store, expected it to end first.\n" * 2
    # As soon as it has ended, others may.
    done = completed(command, cwd=root, text=True, check=True).stdout
    assert "run-" in done
    assert "not finished: 0 of 3 matches" in done
    with Store(path, run, resume=True) as store:
        assert list(store.missing()) == [2]


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
        assert set(store.missing()) == {2, *range(kept, COUNT)}
        for result in results:
            if wanted(store, result):
                store.add(result)
    assert exports(path, tmp_path / "full") == exports(filled(tmp_path / "w", run, results), tmp_path / "whole")


@pytest.mark.slow
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
    err = refusal_of(capsys, *words.split())
    assert "/s: cannot be used as a store (database or disk is full); what was written before is kept." in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--resume", "--resume: expected --out STORE.sqlite"),
        ("--until fall_rate", "'fall_rate' is not a goal, expected FIGURE=HALF-WIDTH such as fall_rate=0.01"),
        ("--until miss_rate=0.1", "--until: expected one of fall_rate, "),
        ("--until fall_rate=0.1 --record r", "--record: cannot go with --until"),
        ("--scheduler tcp://a:1", "--scheduler: is for --engine dask only"),
        ("--out missing/s.sqlite", "missing/s.sqlite: cannot be written (there is no folder"),
        ("--out s.sqlite --resume", "there is no such store"),
    ],
)
def test_the_command_refuses_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal_of(capsys, "simulate", "riff-raff", "--matches", "3", *words.split())
    assert list(tmp_path.iterdir()) == []
