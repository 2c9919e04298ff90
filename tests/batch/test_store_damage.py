"""A store that is damaged, or made to deceive: one sentence that says what and where, and nothing is half written."""

from __future__ import annotations

import json
import math
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from calibration.options import ReportOptions
from sim.batch import store_format
from sim.batch.job import CrashingMatch, Task, match_seed
from sim.batch.match_counts import metrics_of
from sim.batch.row_schema import LARGEST, RowSchema
from sim.batch.store_format import RUNS, Tables, digest_of, run_key
from sim.batch.store_writer import Run, Store
from sim.errors import InputError
from sim.spec import GAMES
from tests.amounts import amount
from tests.batch.stores import exports, filled
from tests.commands import refusal_of
from yardarm.site import report_command

TURNS = 4


@pytest.fixture
def tiny(tmp_path: Path, run: Run, results: list[Any]) -> Path:
    """Three matches of a few turns, one of which crashed."""
    short = [(row, turns[:TURNS]) for row, turns in results[:2]]
    crash = CrashingMatch(Task(2, match_seed(11, 2), run.seats), "ValueError: no such piece")
    return filled(tmp_path / "tiny.sqlite", replace(run, asked=3), [*short, crash])


def changed(store: Path, *statements: str) -> None:
    """Carry out statements, whatever they do to it."""
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def sealed(store: Path) -> None:
    """Give everything the digests that fit, as one would who wants to deceive."""
    tables = Tables.of("riff-raff")
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        names = ", ".join(f'"{name}"' for name, _ in RUNS)
        for cells in connection.execute(f"SELECT {names} FROM runs").fetchall():
            connection.execute("UPDATE runs SET digest = ? WHERE run = ?", (digest_of(cells), cells[0]))
        names = ", ".join(f'"{name}"' for name, _ in tables.matches)
        for cells in connection.execute(f"SELECT {names} FROM matches").fetchall():
            turns = connection.execute("SELECT * FROM turns WHERE match = ? ORDER BY 1, 2, 3", (cells[1],)).fetchall()
            connection.execute("UPDATE matches SET digest = ? WHERE match = ?", (digest_of(cells, turns), cells[1]))


def refusal(store: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `report` says to a store, in one sentence; it writes nothing."""
    folder = store.parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(InputError) as said:
        report(store, csv=folder / "a" / "csv", out=folder / "page.html")
    told = str(said.value)
    assert capsys.readouterr() == ("", "")
    assert told.startswith(f"{store}: ")
    assert told.isprintable()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    return told


def report(store: Path, **named: Any) -> None:
    """As the verb does it."""
    report_command(ReportOptions(store=store, **named))


# ------------------------------------------------------------------------------------------------- digests


def test_what_is_written_fits_its_digests(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["report", str(tiny), "--csv", str(tmp_path / "csv"), "--json"]) == 0
    out, _ = capsys.readouterr()
    (told,) = json.loads(out)["runs"]
    assert told["crashed"] == [{"match": 2, "seed": match_seed(11, 2), "error": "ValueError: no such piece"}]


@pytest.mark.parametrize(
    ("statement", "match"),
    [
        ("UPDATE matches SET rounds = rounds + 1 WHERE match = 0", 0),
        ("UPDATE matches SET simulated_s = simulated_s * 1.0000000000000002 WHERE match = 1", 1),
        ("UPDATE matches SET seed = seed + 1 WHERE match = 1", 1),
        ("UPDATE matches SET digest = NULL WHERE match = 1", 1),
        ("UPDATE matches SET error = 'KeyError' WHERE match = 2", 2),
        ("UPDATE matches SET status = 'played' WHERE match = 2", 2),
        ("UPDATE turns SET x_mm = -x_mm WHERE match = 1 AND attempt = 2", 1),
        ("UPDATE turns SET piece = 'rat' || piece WHERE match = 0 AND attempt = 1", 0),
        ("DELETE FROM turns WHERE match = 0 AND attempt = 4", 0),
        ("UPDATE turns SET match = 0, attempt = 5 WHERE match = 1 AND attempt = 4", 0),
    ],
)
def test_a_changed_value_is_told_with_its_match(
    tiny: Path, capsys: pytest.CaptureFixture[str], statement: str, match: int
) -> None:
    changed(tiny, statement)
    told = refusal(tiny, capsys)
    assert f": match {match} (seed " in told
    assert "does not fit its digest; the store is damaged." in told


@pytest.mark.parametrize("column", [name for name, _ in RUNS])
def test_a_changed_value_of_a_run_is_told(tiny: Path, capsys: pytest.CaptureFixture[str], column: str) -> None:
    changed(tiny, "DELETE FROM matches", "DELETE FROM turns")
    value = "2" if column in ("seed", "asked", "stopped") else f"coalesce({column}, '') || ' '"
    changed(tiny, f"UPDATE runs SET {column} = {value}")
    if column == "game":
        assert "is a store of no game that is known here" in refusal(tiny, capsys)
    else:
        assert "run 1: does not fit its digest; the store is damaged." in refusal(tiny, capsys)


def test_every_way_to_read_tells_it(
    tiny: Path, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = tmp_path / "good.sqlite"
    good.write_bytes(tiny.read_bytes())
    changed(tiny, "UPDATE turns SET slot = slot + 1 WHERE match = 1 AND attempt = 2")
    for words in (
        ["report", str(tiny), "--json"],
        ["report", str(tiny), "--out", str(tmp_path / "page.html")],
        ["report", str(good), "--against", str(tiny), "--out", str(tmp_path / "page.html")],
    ):
        assert f"{tiny}: match 1 (seed " in refusal_of(capsys, *words)
        assert not (tmp_path / "page.html").exists()
    with (
        Store(tiny, replace(run, asked=3), resume=True) as store,
        pytest.raises(InputError, match=r"match 1 \(seed"),
    ):
        list(store.rows())


def test_the_digest_of_known_values_stays_what_it_is() -> None:
    """Stores outlive versions: of Yardarm, of Python, of SQLite."""
    assert digest_of(("run-1", 0, "played", 2**62, 0.1, None, "é"), [("run-1", 0, 1, 1e-300)]) == "f040a21fa5227ce6"
    # SQL can write what no match has; it has a digest too, so that the store is refused in a sentence.
    assert digest_of(math.inf, -math.inf) == "7db053e7fc27bdf4"


# --------------------------------------------------------------------------------------------- what deceives


def nested(depth: int) -> str:
    """Tables in tables."""
    many = f"hex(zeroblob({depth}))"
    return f"UPDATE runs SET tree = replace({many}, '0', '{{\"a\":') || '1' || replace({many}, '0', '}}')"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE runs SET versions = '{'", "versions: is not the JSON of a run"),
        ("UPDATE runs SET players = '[]'", "players: expected at least 2 items"),
        ("UPDATE runs SET players = NULL", "players: is not the JSON of a run"),
        ("UPDATE runs SET players = '[1, 2]'", "players.0: expected an object"),
        ("UPDATE runs SET tree = '[]'", "tree: expected an object"),
        ("UPDATE runs SET tree = printf('{\"a\":%s}', '1' || hex(zeroblob(3000)))", "tree: is not the JSON of a run"),
        ("UPDATE runs SET tree = '{\"a\":' || replace(hex(zeroblob(50)), '0', '[')", "tree: is not the JSON of a run"),
        (nested(9000), "tree: is not the JSON of a run"),
        (nested(50), "tree: is not the JSON of a run"),
        ("UPDATE runs SET tree = '{}'", "tree: does not fit the digest of the configuration"),
        ("UPDATE runs SET seed = 12", "is not what its key 'run-"),
        ("UPDATE runs SET asked = -1", "asked: expected at least 1"),
        ("UPDATE runs SET asked = 'many'", "asked: expected a whole number"),
        ("UPDATE runs SET stopped = 9", "stopped: expected no more than 3, found 9"),
        ("UPDATE runs SET until = 'fall' || char(27) || '[31m'", "until: expected words without control characters"),
        ("UPDATE runs SET game = 'zack'", "its tables are not those of a store of zack"),
        ("UPDATE runs SET game = 'chess'", "is a store of no game that is known here"),
        ("UPDATE runs SET game = NULL", "is a store of no game that is known here"),
        ("DELETE FROM runs", "is a store of no game that is known here"),
        ("UPDATE matches SET rounds = 'many' WHERE match = 1", "rounds: expected a whole number, found 'many'"),
        ("UPDATE matches SET rounds = NULL WHERE match = 1", "rounds: expected a whole number, found None"),
        ("UPDATE matches SET rounds = 1.5 WHERE match = 1", "rounds: expected a whole number, found 1.5"),
        ("UPDATE matches SET rounds = -3 WHERE match = 1", f"rounds: expected a whole number from 0 to {LARGEST}"),
        ("UPDATE matches SET rounds = 1 << 60 WHERE match = 1", "rounds: expected a whole number from 0 to"),
        ("UPDATE matches SET simulated_s = 9e999 WHERE match = 1", "simulated_s: expected a number, found inf"),
        ("UPDATE matches SET simulated_s = 'long' WHERE match = 1", "simulated_s: expected a number, found 'long'"),
        ("UPDATE matches SET victory_4 = NULL WHERE match = 1", "victory_4: expected a number, found None"),
        ("UPDATE matches SET victory_5 = 0.5 WHERE match = 1", "victory_5: expected nothing, found 0.5"),
        ("UPDATE matches SET match = 5 WHERE match = 1", "match 5 of run-"),
        ("UPDATE matches SET match = -1 WHERE match = 1", "match -1 of run-"),
        ("UPDATE matches SET match = 1 << 61 WHERE match = 1", "match 1 of run-"),
        ("UPDATE matches SET status = 'lost' WHERE match = 1", "status: expected played or crashed"),
        ("UPDATE matches SET status = 'crashed' WHERE match = 1", "was not played, and is counted"),
        ("UPDATE matches SET seed = 'x' WHERE match = 2", "does not tell how it crashed"),
        ("DELETE FROM matches WHERE match = 1", "match 1 of run-"),
        ("UPDATE turns SET attempt = 9 WHERE match = 1 AND attempt = 2", "attempt: expected 2, found 3"),
        ("UPDATE turns SET seat = 99 WHERE match = 1 AND attempt = 2", "holds what no match has (IndexError"),
        ("UPDATE turns SET max_heel_rad = -9e999 WHERE match = 1", "max_heel_rad: expected a number, found -inf"),
        ("UPDATE turns SET run = 'run-x' WHERE match = 1", "turns of a run that is not there"),
        ("UPDATE matches SET run = 'run-x' WHERE match = 2", "matches of a run that is not there"),
        ("UPDATE turns SET piece = CAST(x'ff80' AS TEXT) WHERE match = 1", "text that is not UTF-8"),
        ("CREATE TRIGGER t AFTER UPDATE ON runs BEGIN DELETE FROM turns; END", "its tables are not those of a store"),
        ("ALTER TABLE turns ADD COLUMN more TEXT", "its tables are not those of a store of riff-raff"),
        ("ALTER TABLE turns RENAME TO turned", "its tables are not those of a store of riff-raff"),
        ("PRAGMA application_id = 7", "is not a store of Yardarm's"),
    ],
)
def test_a_store_that_deceives(tiny: Path, capsys: pytest.CaptureFixture[str], statement: str, expected: str) -> None:
    """Digests are no defence against those who make them fit."""
    changed(tiny, statement)
    # Where that cannot be done, no digest fits.
    with suppress(sqlite3.Error):
        sealed(tiny)
    assert expected in refusal(tiny, capsys)


@pytest.mark.parametrize(("table", "column"), [("matches", "rounds"), ("matches", "simulated_s"), ("turns", "piece")])
def test_bytes_are_no_value(tiny: Path, capsys: pytest.CaptureFixture[str], table: str, column: str) -> None:
    """No digest is ever made of bytes."""
    changed(tiny, f"UPDATE {table} SET {column} = zeroblob(8) WHERE match = 1")
    assert "does not fit its digest" in refusal(tiny, capsys)


def test_a_view_in_place_of_a_table(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("turns", "matches", "runs"):
        changed(tiny, f"ALTER TABLE {name} RENAME TO real_{name}", f"CREATE VIEW {name} AS SELECT * FROM real_{name}")
        assert "store of" in refusal(tiny, capsys)


def test_the_same_match_twice(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    columns = ", ".join(f'"{name}" {kind}' for name, kind in (*Tables.of("riff-raff").matches, ("digest", "TEXT")))
    changed(
        tiny,
        "ALTER TABLE matches RENAME TO once",
        f"CREATE TABLE matches ({columns})",
        "INSERT INTO matches SELECT * FROM once UNION ALL SELECT * FROM once",
        "DROP TABLE once",
    )
    assert "its tables are not those of a store of riff-raff" in refusal(tiny, capsys)


def test_a_store_that_names_a_run_rightly_and_lies_in_it(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Words that would colour a terminal, under a key and digests that fit."""
    with closing(sqlite3.connect(tiny, isolation_level=None)) as connection:
        game, seed, configuration, told = connection.execute(
            "SELECT game, seed, configuration, players FROM runs"
        ).fetchone()
        players = json.loads(told)
        players[0]["name"] = "Anne\x1b[31m"
        seats = [store_format.Seat(seat["name"], seat["profile"], seat["strategy"]) for seat in players]
        key = run_key(game, seed, seats, configuration, "draft")
        connection.execute("UPDATE runs SET run = ?, players = ?", (key, json.dumps(players)))
        for table in ("matches", "turns"):
            connection.execute(f"UPDATE {table} SET run = ?", (key,))
    sealed(tiny)
    assert "players.0.name: expected words without control characters" in refusal(tiny, capsys)


def test_an_overflow_page_of_noughts(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It passes SQLite's quick check: the chain of pages is cut only where someone reads on."""
    whole = tiny.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    pages = [at for at in range(0, len(whole), size) if b'"skill"' in whole[at + 4 : at + size]]
    assert pages
    for at in pages:
        tiny.write_bytes(whole[: at + 4] + bytes(size - 4) + whole[at + size :])
        assert "does not fit its digest" in refusal(tiny, capsys)
        tiny.write_bytes(whole[:at] + bytes(size) + whole[at + size :])
        assert "the store is damaged" in refusal(tiny, capsys)


def test_rows_of_all_games_have_counts_and_what_may_be_below_nought(zack_rows) -> None:
    signed = {
        game: {layout.columns[at][0].rstrip("_123456") for at in layout.signed}
        for game in GAMES
        for layout in [RowSchema.of(metrics_of(game).match_row)]
    }
    assert signed == {
        "riff-raff": set(),
        "zack": set(),
        "zatre": {"winning_score", "scores", "minus"},
        "zigzag": set(),
    }
    seats, _, rows = zack_rows
    tables = Tables.of("zack")
    for row, turns in rows:
        assert tables.match.flaw(tables.match.stored_cells(row), len(seats)) is None
        assert [tables.turn.flaw(tables.turn.stored_cells(turn), len(seats)) for turn in turns] == [None] * len(turns)


def test_what_sqlite_quotes_of_a_damaged_store_goes_to_no_terminal(tmp_path: Path) -> None:
    """Found by the mutations below: a message of the quick check that quotes bytes which are no text."""
    for error, words in (
        (UnicodeDecodeError("utf-8", b"\x80", 0, 1, "invalid start byte"), "text that is not UTF-8"),
        (
            sqlite3.OperationalError("Could not decode to UTF-8 column 'x' with text '\x1b[2J'"),
            "text that is not UTF-8",
        ),
        (sqlite3.DatabaseError("near \x1b[2J:\n\u202eno"), "near \\x1b[2J: \\u202eno"),
    ):
        with pytest.raises(InputError) as said, store_format.refusing(tmp_path / "s.sqlite"):
            raise error
        assert f"({words})" in str(said.value)


@pytest.mark.parametrize("error", [ZeroDivisionError, AttributeError, KeyError, TypeError, ValueError])
def test_what_cannot_be_counted_is_a_damaged_store(tmp_path: Path, error: type[Exception]) -> None:
    with pytest.raises(InputError) as said, store_format.making_sense(tmp_path / "s.sqlite"):
        raise error("x" * 999)
    words = str(error("x" * 999))[:80]
    assert str(said.value).endswith(f"holds what no match has ({error.__name__}: {words}); the store is damaged.")


# ------------------------------------------------------------------------------------------------- no room


@pytest.fixture
def left_behind(tiny: Path, tmp_path: Path) -> Path:
    """The store as a writer leaves it that was killed, or whose disk was full: with its log beside it."""
    store = tmp_path / "left" / "s.sqlite"
    store.parent.mkdir()
    with closing(sqlite3.connect(tiny, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("UPDATE runs SET asked = asked")
        for end in ("", "-wal"):
            store.with_name(f"s.sqlite{end}").write_bytes(tiny.with_name(f"tiny.sqlite{end}").read_bytes())
    return store


def test_reading_needs_no_room_on_the_disk(
    tiny: Path, left_behind: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource", reason="limits are those of Unix")
    report(tiny, as_json=True)
    expected = json.loads(capsys.readouterr().out)["runs"]
    monkeypatch.setattr(store_format, "BLOCK", 1)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # No file may grow beyond this many bytes, so that SQLite can make none that it needs to share the store.
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        for jobs in (1, 2):
            report(left_behind, as_json=True, jobs=jobs)
            assert json.loads(capsys.readouterr().out)["runs"] == expected
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    report(left_behind, as_json=True)
    assert json.loads(capsys.readouterr().out)["runs"] == expected


# ------------------------------------------------------------------------------------------------ mutations


def mutated(whole: bytes, rng: random.Random) -> bytes:
    """A store with a few bits, bytes or runs of bytes that are not what they were."""
    found = bytearray(whole)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(found))
        kind = rng.randrange(4)
        if kind == 0:
            found[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            found[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        elif kind == 2:
            found[at : at + 16] = bytes(len(found[at : at + 16]))
        else:
            other = rng.randrange(len(found))
            found[at : at + 8] = found[other : other + len(found[at : at + 8])]
    return bytes(found)


def read_or_refused(
    store: Path, whole: bytes, count: int, seed: int, capsys: pytest.CaptureFixture[str], fitting: bool = False
) -> list[int]:
    """The exit codes of `report` for many mutations; of each that is refused there is one sentence and no file.

    fitting: make digests fit what was changed, where that can be done.
    """
    codes = []
    page, csv = store.parent / "page.html", store.parent / "csv"
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        for path in store.parent.glob("*.sqlite*"):
            path.unlink()
        store.write_bytes(mutated(whole, rng))
        if fitting:
            with suppress(sqlite3.Error, TypeError, ValueError):
                sealed(store)
        code, err = 0, ""
        try:
            report(store, csv=csv, as_json=True)
        except InputError as error:
            code, err = 2, str(error)
        out, _ = capsys.readouterr()
        assert (not out) == (code == 2), (seed, number)
        assert "\n" not in err, (seed, number)
        assert csv.exists() == (code == 0), (seed, number)
        assert not page.exists()
        if csv.exists():
            for path in csv.iterdir():
                path.unlink()
            csv.rmdir()
        codes.append(code)
    return codes


MUTATIONS = 150


def test_whatever_is_flipped_it_is_read_or_refused(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = read_or_refused(tiny, tiny.read_bytes(), MUTATIONS // 5, 1, capsys)
    assert set(codes) == {0, 2}


@pytest.mark.parametrize("fitting", [False, True])
@amount(20, full=40, whole=10 * MUTATIONS)
def test_so_with_many_more(tiny: Path, capsys: pytest.CaptureFixture[str], amount: int, fitting: bool) -> None:
    """Also where digests are made to fit: then the checks of values are all that there is."""
    assert set(read_or_refused(tiny, tiny.read_bytes(), amount, 2, capsys, fitting)) == {0, 2}


def test_a_flipped_value_never_goes_unnoticed(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], check: Callable[[Path], dict[str, bytes]]
) -> None:
    """Where a mutation is read all the same, it was in bytes that hold no value: what is exported is the same."""
    whole = tiny.read_bytes()
    expected = check(tiny)
    read = 0
    for number in range(MUTATIONS):
        tiny.write_bytes(mutated(whole, random.Random(f"value {number}")))
        try:
            found = check(tiny)
        except InputError:
            continue
        finally:
            for path in tmp_path.glob("tiny.sqlite-*"):
                path.unlink()
        read += 1
        assert found == expected, number
    assert 0 < read < MUTATIONS


@pytest.fixture
def check(tmp_path: Path) -> Callable[[Path], dict[str, bytes]]:
    """The export of a store, each into a folder of its own."""
    count = iter(range(10_000))
    return lambda store: exports(store, tmp_path / f"csv{next(count)}")
