"""Stores, reports and tunings from Python, each against the verb that does the same."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import yardarm as ya
import yardarm.command

STORE = "examples/matches.sqlite"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    yardarm.command.run([*words, "--json"])
    return json.loads(capsys.readouterr().out)


def test_a_store_has_the_rows_of_its_tables() -> None:
    store = ya.load(STORE)
    with sqlite3.connect(STORE) as connection:
        expected = [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in store.TABLES]
        (fell,) = connection.execute("SELECT sum(fell) FROM turns").fetchone()
    connection.close()
    assert [len(store.rows(table)) for table in store.TABLES] == expected
    assert sum(row["fell"] for row in store.rows()) == fell == sum(turn.fell for turn in store.turns())
    assert repr(store) == f"<riff-raff, matches.sqlite, runs: 1, matches: {len(list(store.matches()))}>"


@pytest.mark.slow
def test_the_store_of_a_league_is_that_league(tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    league = ya.league("zatre", ["casual:random", "casual:greedy"], pairs=1, seed=1, store=path)
    assert ya.load(path).rows() == league.rows()


def test_a_report_is_that_of_the_verb(capsys: pytest.CaptureFixture[str]) -> None:
    report = ya.report(STORE)
    assert report.to_json() == printed(capsys, "report", STORE)
    assert len(report.rows()) == len(report.runs[0].figures)
    assert str(report).splitlines()[0] == f"fall_rate: {report.figure('fall_rate').text}"


@pytest.mark.slow
@pytest.mark.usefixtures("unpainted")
def test_a_report_writes_what_the_verb_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ya.report(STORE, out=tmp_path / "ours.html", csv=tmp_path / "ours")
    assert capsys.readouterr() == ("", "")
    theirs = ("--out", str(tmp_path / "theirs.html"), "--csv", str(tmp_path / "theirs"))
    printed(capsys, "report", STORE, *theirs)
    assert (tmp_path / "ours.html").read_bytes() == (tmp_path / "theirs.html").read_bytes()
    for file in (tmp_path / "theirs").iterdir():
        assert (tmp_path / "ours" / file.name).read_bytes() == file.read_bytes()


def test_a_store_against_itself_has_not_changed() -> None:
    changes = ya.report(STORE, against=STORE).rows("changes")
    assert changes
    assert {change["verdict"] for change in changes} == {""}
    assert all(change["one"] == change["other"] for change in changes)


@pytest.mark.study
def test_a_tuning_is_that_of_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configured = ya.configuration("zatre", {"table.draw_s": 2.0})
    preset, vary, players = tmp_path / "ours.toml", {"thought.pieces": (0.75, 3.0)}, "casual:random,casual:random"
    options = {"players": players, "config": configured, "out": preset, "max_matches": 400}
    tuned = ya.tune("zatre", {"minutes": (30, 10)}, vary, **options)
    assert tuned.met
    assert tuned.reached["minutes"].low > 20
    assert tuned.configuration == ya.configuration("zatre", preset)
    assert preset.read_text("utf-8") == tuned.preset == tuned.save(tmp_path / "again.toml").read_text("utf-8")
    assert {difference.key: difference.provenance for difference in tuned.configuration.differences()}
    words = ("--target", "minutes=30+-10", "--vary", "thought.pieces=0.75:3", "--players", players)
    file = str(configured.save(tmp_path / "slow.toml"))
    told = printed(capsys, "tune", "zatre", *words, "--config", file, "--max-matches", "400")
    assert tuned.to_json().items() <= told.items()


def test_rows_become_a_frame_of_polars_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ya.replay("examples/match.jsonl").rows()
    stand_in = SimpleNamespace(DataFrame=lambda given, infer_schema_length: (given, infer_schema_length))
    monkeypatch.setitem(sys.modules, "polars", stand_in)
    assert ya.replay("examples/match.jsonl").to_polars() == (rows, None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"^to_polars needs polars, which is not installed: pip install polars\.$"):
        ya.replay("examples/match.jsonl").to_polars()


def test_polars_reads_every_table() -> None:
    polars = pytest.importorskip("polars")
    store, report = ya.load(STORE), ya.report(STORE)
    frames = [(made, made.to_polars(name)) for made in (store, report) for name in made.TABLES[:1]]
    assert all(isinstance(frame, polars.DataFrame) and len(frame) == len(made.rows()) for made, frame in frames)
