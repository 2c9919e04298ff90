"""What a store keeps beside its matches: answers of external bots, sealed matches, thinking times."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.batch.job import CrashingMatch, PlayedMatch, Task, match_seed, play, tried
from sim.batch.runner import tasks_of
from sim.batch.side_tables import ANSWERS, RECORDS, TIMES, SideTable, flaw_of
from sim.batch.store_format import Tables, create_side_table, match_digest
from sim.batch.store_writer import Run, Store
from sim.bots.answers import Notes, seated_again, unpacked
from sim.bots.fault_count import FaultCount
from sim.bots.seated import FEW_FAULTS
from sim.bots.started import end_bots
from sim.bots.words import seated_with_bots
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.thinking_time import measured, thinking
from sim.spec import match_of
from tests.batch.stores import exports, filled

WRONG = "casual:tests.bots.examples:Wrong?kind=raises"
MATCHES = 3
Batch = tuple[Run, list[PlayedMatch]]


@pytest.fixture(scope="module")
def batch() -> Iterator[Batch]:
    """A run in which an external bot never answers, kept to be played again."""
    configuration = load_configuration("zatre", profile="draft")
    seats, bots = seated_with_bots([WRONG, "casual:greedy"], "zatre")
    tasks = [replace(task, kept=True) for task in tasks_of(seats, 4, range(MATCHES), bots=bots)]
    found = [play(configuration, task) for task in tasks]
    assert all(isinstance(match, PlayedMatch) for match in found)
    yield Run("zatre", 4, seats, configuration, MATCHES), found
    end_bots()


def rows_of(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def decided(run: Run, match: PlayedMatch) -> Counter[object]:
    """Return the number of decisions by seat, counted in the record of the match played again."""
    assert match.sealed.answers is not None
    lines: list[Any] = []
    notes = Notes.of(run.seats)
    again = seated_again(run.configuration, run.seats, match.sealed.answers, "here", notes)
    match_of("zatre").open(run.configuration, run.seats, match[0].seed, lines.append, bots=again).run()
    return Counter(line["by"] for line in lines if line["stage"] == "intent")


def changed(path: Path, sql: str) -> None:
    """Carry out a statement on a store."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(sql)
    connection.close()


def test_what_became_of_the_answers_is_in_the_store_and_counted_alike(batch: Batch, tmp_path: Path) -> None:
    run, found = batch
    path = filled(tmp_path / "s.sqlite", run, list(found))
    rows = rows_of(path, "SELECT match, seat, verdict, answers, first FROM answers")
    for index, match in enumerate(found):
        # Recounted from what the match was sealed with: an intent for every question.
        asked = decided(run, match)["Anne"]
        here = {verdict: answers for at, seat, verdict, answers, _ in rows if (at, seat) == (index, 1)}
        assert sum(here.values()) == asked == len(match.faults) + here["counted"]
        assert here["failed"] == Counter(fault.why for fault in match.faults)["failed"]
    assert {first for _, _, verdict, _, first in rows if verdict == "failed"} == {"ZeroDivisionError: by zero"}
    now, kept = FaultCount(), FaultCount()
    for match in found:
        now.add(match.answers)
    with Store(path, run, resume=True) as store:
        for stored in store.rows():
            assert isinstance(stored, PlayedMatch)
            kept.add(stored.answers)
            assert stored.sealed is not None
        assert list(store.rows()) == found
    assert now.to_json() == kept.to_json() != []
    assert "answers.csv" in exports(path, tmp_path / "csv")


def test_without_bots_from_outside_a_store_is_what_it_was(batch: Batch, tmp_path: Path) -> None:
    run, found = batch
    plain = filled(tmp_path / "plain.sqlite", run, [tuple(match) for match in found])
    assert {name for (name,) in rows_of(plain, "SELECT name FROM sqlite_master")} == {"runs", "matches", "turns"}
    seats, _ = seated_with_bots(["casual:random", "casual:greedy"], "zatre")
    # A record alone is nothing that a store keeps.
    ours = play(run.configuration, Task(0, match_seed(4, 0), seats, tmp_path / "match.jsonl"))
    assert isinstance(ours, PlayedMatch)
    assert (ours.sealed, ours.times, (tmp_path / "match.jsonl").exists()) == (None, None, True)
    own = filled(tmp_path / "own.sqlite", replace(run, seats=seats, asked=1), [ours])
    again = filled(tmp_path / "again.sqlite", replace(run, seats=seats, asked=1), [tuple(ours)])
    assert own.read_bytes() == again.read_bytes()


SEALED, NO_SEALED, NO_SEAT = "x" * 64, "records: is no sealed match", "seat: expected 1 to 2"
NO_ANSWERS = "answers: expected what became of answers, and how many they are"
NO_TIMES = "times: expected decisions and their processor time"


@pytest.mark.parametrize(
    ("table", "cells", "flaw"),
    [
        (RECORDS, (1, SEALED, None), None),
        (RECORDS, (10**9, SEALED, "{}"), None),
        (RECORDS, (0, SEALED, None), NO_SEALED),
        (RECORDS, (10**9 + 1, SEALED, None), NO_SEALED),
        (RECORDS, (1.0, SEALED, None), NO_SEALED),
        (RECORDS, (1, SEALED[1:], None), NO_SEALED),
        (RECORDS, (1, f"{SEALED}x", None), NO_SEALED),
        (RECORDS, (1, f"\x1b{SEALED[1:]}", None), NO_SEALED),
        (RECORDS, (1, 64, None), NO_SEALED),
        (RECORDS, (1, SEALED, 3), NO_SEALED),
        (ANSWERS, (1, "counted", 0, None), None),
        (ANSWERS, (2, "failed", 10**9, "ZeroDivisionError"), None),
        (ANSWERS, (0, "counted", 0, None), f"answers: {NO_SEAT}"),
        (ANSWERS, (3, "counted", 0, None), f"answers: {NO_SEAT}"),
        (ANSWERS, ("1", "counted", 0, None), f"answers: {NO_SEAT}"),
        (ANSWERS, (1, "sung", 0, None), NO_ANSWERS),
        (ANSWERS, (1, "counted", -1, None), NO_ANSWERS),
        (ANSWERS, (1, "counted", 0, "\x1b"), NO_ANSWERS),
        (ANSWERS, (1, "counted", 0, 3), NO_ANSWERS),
        (TIMES, (1, 1, 0.0), None),
        (TIMES, (3, 1, 0.0), f"times: {NO_SEAT}"),
        (TIMES, (1, 0, 0.0), NO_TIMES),
        (TIMES, (1, 1, 0), NO_TIMES),
        (TIMES, (1, 1, -0.5), NO_TIMES),
        (TIMES, (1, 1, math.inf), NO_TIMES),
    ],
)
def test_a_row_that_no_match_can_have_is_named(table: SideTable, cells: tuple[Any, ...], flaw: str | None) -> None:
    assert flaw_of(table, ("run", 0, *cells), seats=2) == flaw


TAMPERED = {
    "UPDATE answers SET answers = 0 WHERE verdict = 'failed'": "does not fit its digest",
    "DELETE FROM answers": "does not fit its digest",
    "UPDATE records SET sha256 = upper(sha256)": "does not fit its digest",
    "DELETE FROM records": "does not fit its digest",
    "UPDATE answers SET match = 7 WHERE match = 2": "does not fit its digest",
    "INSERT INTO records VALUES ((SELECT run FROM runs), 7, 1, 'x', NULL)": "has records and no row",
    "INSERT INTO answers VALUES ('run-x', 0, 1, 'counted', 1, NULL)": "answers of a run that is not there",
    "ALTER TABLE times ADD COLUMN more": "its tables are not those of a store",
}


@pytest.mark.parametrize("sql", TAMPERED)
def test_a_side_table_that_was_changed_is_told_in_one_sentence(sql: str, batch: Batch, tmp_path: Path) -> None:
    run, found = batch
    path = filled(tmp_path / "s.sqlite", run, list(found))
    changed(path, sql)
    with pytest.raises(InputError, match=TAMPERED[sql]), Store(path, run, resume=True) as store:
        list(store.rows())


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE answers SET seat = 3 WHERE match = 0 AND verdict = 'failed'", "seat: expected 1 to 2"),
        ("UPDATE answers SET verdict = 'fine' WHERE match = 0 AND verdict = 'failed'", "what became of answers"),
        ("UPDATE answers SET first = char(27) WHERE match = 0 AND verdict = 'failed'", "what became of answers"),
        ("UPDATE records SET lines = -1 WHERE match = 0", "is no sealed match"),
    ],
)
def test_values_that_no_match_has_are_told_also_where_digests_fit(
    sql: str, words: str, batch: Batch, tmp_path: Path
) -> None:
    run, found = batch
    path = filled(tmp_path / "s.sqlite", replace(run, asked=1), list(found[:1]))
    changed(path, sql)
    tables = Tables.of("zatre")
    names = ", ".join(name for name, _ in tables.matches)
    (match,) = rows_of(path, f"SELECT {names} FROM matches")
    sides = (rows_of(path, f"SELECT * FROM {name}") for name in ("turns", "answers", "records"))
    changed(path, f"UPDATE matches SET digest = '{match_digest(match, *sides)}'")
    with pytest.raises(InputError, match=words), Store(path, replace(run, asked=1), resume=True) as store:
        list(store.rows())


def test_a_sealed_match_repeats_from_the_answers_of_its_bot_without_it(batch: Batch) -> None:
    run, found = batch
    end_bots()
    for index, match in enumerate(found):
        assert match.sealed.answers is not None
        again = play(
            run.configuration,
            Task(index, match[0].seed, run.seats, kept=True, answers=match.sealed.answers),
        )
        assert isinstance(again, PlayedMatch)
        assert again == match
        assert again.sealed == match.sealed


def test_answers_that_do_not_fit_their_match_crash_it_alone(batch: Batch) -> None:
    run, found = batch
    too_few = Notes(1, {"Anne": unpacked(found[0].sealed.answers or "", "here")["Anne"][:3]})
    crash = tried(run.configuration, Task(0, found[0][0].seed, run.seats, kept=True, answers=too_few.packed()))
    assert isinstance(crash, CrashingMatch)
    assert "Anne is asked more often than the store has answers" in crash.error
    elsewhere = Notes(1, {"Bert": [{}]}).packed()
    with pytest.raises(InputError, match="expected answers of its external bots and of no other seat"):
        tried(run.configuration, Task(0, found[0][0].seed, run.seats, kept=True, answers=elsewhere))


@pytest.mark.study
@pytest.mark.parametrize(
    "game",
    [
        pytest.param("riff-raff", marks=pytest.mark.slow),
        pytest.param("zack", marks=pytest.mark.study),
        pytest.param("zigzag", marks=pytest.mark.slow),
    ],
)
def test_a_sealed_match_repeats_at_every_game(game: str) -> None:
    configuration = load_configuration(game, profile="draft")
    seats, bots = seated_with_bots([WRONG, *["casual"] * 3], game)
    match = play(configuration, Task(0, 9, seats, bots=bots, kept=True))
    end_bots()
    assert isinstance(match, PlayedMatch)
    again = play(configuration, Task(0, 9, seats, kept=True, answers=match.sealed.answers))
    assert isinstance(again, PlayedMatch)
    assert (again, again.sealed) == (match, match.sealed)


def test_thinking_is_measured_by_seat_and_only_where_it_is_asked_for(batch: Batch) -> None:
    run, found = batch
    times = found[0].times
    # Anne's bot is asked until it forfeits.
    assert times.decisions == {"Anne": FEW_FAULTS + 1, "Bert": decided(run, found[0])["Bert"]}
    assert all(spent > 0 for spent in times.processor_s.values())
    with measured() as outer:
        with thinking("Anne"):
            sum(range(100_000))
        with measured() as inner, thinking("Bert"):
            pass
    with thinking("Anne"):
        pass
    assert (outer.decisions, inner.decisions) == ({"Anne": 1}, {"Bert": 1})
    assert outer.processor_s["Anne"] > inner.processor_s["Bert"]


@pytest.mark.parametrize(
    ("table", "key"), [(ANSWERS, ("run", 0, 1, "counted")), (RECORDS, ("run", 0)), (TIMES, ("run", 0, 1))]
)
def test_what_is_kept_of_a_match_cannot_be_kept_twice(table: SideTable, key: tuple[object, ...]) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute(create_side_table(table))
    rest = len(table.columns) - len(key)
    insert = f"INSERT INTO {table.name} VALUES ({', '.join('?' * len(table.columns))})"
    connection.execute(insert, (*key, *[1] * rest))
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(insert, (*key, *[2] * rest))
    connection.close()
