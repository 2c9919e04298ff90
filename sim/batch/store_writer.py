"""The writing of a store: the results of runs in one SQLite file (docs/reference/formats.md).

A process that writes has the file locked from beginning to end, so a second one is refused; the operating system
releases the lock however the process ends. A few matches are written at a time, all of them or none, so a killed run
has lost no more than these and can be continued with `--resume`.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Self

from sim.batch.job import CrashingMatch, MatchResult, PlayedMatch
from sim.batch.rows import Cell
from sim.batch.side_tables import (
    ANSWERS,
    RECORDS,
    SIDE_TABLES,
    TIMES,
    SideTable,
    answer_cells,
    record_cells,
    time_cells,
)
from sim.batch.store_format import (
    APPLICATION,
    CRASHED,
    FORMAT,
    PLAYED,
    RUNS,
    RunRow,
    Tables,
    check_identity,
    check_seed,
    connected,
    create_side_table,
    digest_of,
    plain_json,
    read_crashes,
    read_matches,
    read_runs,
    refusing,
    run_key,
    whole_match_digest,
)
from sim.configuration import versions
from sim.errors import InputError
from sim.file_kinds import STORE, check_kind
from sim.files import is_there, output_file
from sim.language import Wording
from sim.protocols import Configuration
from sim.refusals import either
from sim.seat import Seat

# The most matches, and the longest time, that results are kept in memory before they are written.
_BUFFER, _BUFFER_S = 64, 1.0


@dataclass(frozen=True, slots=True)
class Run:
    """The identity of a run, and its goal. asked: matches asked for. until: the option --until as text."""

    game: str
    seed: int
    seats: tuple[Seat, ...]
    configuration: Configuration
    asked: int
    until: str | None = None

    @property
    def key(self) -> str:
        """The key of the run: the same for the same game, seats, seed, configuration and profile."""
        configuration = self.configuration
        return run_key(self.game, self.seed, self.seats, configuration.digest, configuration.profile)

    def cells(self) -> tuple[Cell, ...]:
        """Return the run's row in the table of runs, as it is when the run begins."""
        configuration = self.configuration
        return (
            self.key,
            self.game,
            self.seed,
            plain_json([seat.to_json() for seat in self.seats]),
            configuration.profile,
            configuration.digest,
            self.asked,
            self.until,
            None,
            plain_json(versions()),
            plain_json(configuration.tree),
        )


class Gaps(Collection[int]):
    """Whole numbers as the ranges that they fill, in order: they take memory for each range, not for each number."""

    def __init__(self, ranges: Sequence[range] = ()) -> None:
        self._ranges = ranges

    def __len__(self) -> int:
        return sum(map(len, self._ranges))

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self._ranges)

    def __contains__(self, number: object) -> bool:
        return any(number in part for part in self._ranges)


class Store:
    """A store that this process writes runs into, most often one, locked until it is closed.

    run: the run that methods mean which are not given another. stopped: at how many matches it was stopped.
    """

    def __init__(self, path: Path, run: Run, resume: bool | None, others: Sequence[Run] = ()) -> None:
        """Open a store, or make one. Raises InputError if the runs cannot be written there.

        resume: whether they are to be there already; None: those that are there are gone on with, the others begun.
        """
        for one in (run, *others):
            check_seed(one.seed)
        if resume and not is_there(path):
            raise InputError("--resume: {path}: there is no such store.", path=path)
        output_file(path)
        check_kind(path, STORE)
        self.path, self.run = path, run
        self.stopped: int | None = None
        self._runs = (run, *others)
        self._tables = Tables.of(run.game)
        self._waiting: list[tuple[Run, MatchResult | CrashingMatch]] = []
        self._flushed = time.monotonic()
        self._connection = connected(path, "rwc")
        try:
            with refusing(path):
                self._execute("PRAGMA locking_mode = EXCLUSIVE")
                with self._transaction("EXCLUSIVE"):
                    # Checked under the lock: another process may just have made it, or been killed while it did so.
                    (empty,) = self._execute("SELECT count(*) = 0 FROM sqlite_master").fetchone()
                    if empty:
                        self._create()
                    else:
                        check_identity(self._connection, path)
                        self._enter(resume)
                    self._enter_more()
                # With a write-ahead log a reader that is killed does no harm; it is merged when the store is closed.
                self._execute("PRAGMA journal_mode = WAL")
                self._execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.flush()
        finally:
            with contextlib.suppress(InputError):
                self._execute("PRAGMA journal_mode = DELETE")
            self._connection.close()

    def _enter_more(self) -> None:
        """Enter what else the store is to hold, in the transaction that opens it."""

    def _enter_more_of(self, written: Sequence[tuple[Cell, ...]]) -> None:
        """Enter what else it is to hold of matches, in the transaction that writes them.

        written: run, index, status and all digits of the digest of each.
        """

    def missing(self, run: Run | None = None) -> Gaps:
        """Return the indices of a run's matches that are still to be played, in order; crashed ones are tried again.

        Raises InputError for a store that holds other matches.
        """
        run = run or self.run
        found, due = [], 0
        sql = "SELECT match FROM matches WHERE run = ? AND status = ? ORDER BY match"
        with refusing(self.path):
            for (index,) in self._execute(sql, run.key, PLAYED):
                if not (isinstance(index, int) and due <= index < run.asked):
                    raise InputError(
                        "{path}: match {index!r}: there is no such match; the store is damaged.",
                        path=self.path,
                        index=index,
                    )
                if due < index:
                    found.append(range(due, index))
                due = index + 1
        return Gaps((*found, range(due, run.asked)))

    def add(self, result: MatchResult | CrashingMatch, run: Run | None = None) -> None:
        """Add a match of a run, written now or a little later. Raises InputError; what was written before stays."""
        self._waiting.append((run or self.run, result))
        if len(self._waiting) >= _BUFFER or time.monotonic() - self._flushed >= _BUFFER_S:
            self.flush()

    def flush(self) -> None:
        """Write the matches that are waiting; safe to call twice. Raises InputError."""
        matches, turns, digests = [], [], []
        beside: dict[SideTable, list[tuple[Cell, ...]]] = {table: [] for table in SIDE_TABLES}
        for run, result in self._waiting:
            match, its_turns = self._cells(run, result)
            sides = _side_cells(run, result)
            digests.append(whole_match_digest(match, its_turns, sides[ANSWERS], sides[RECORDS]))
            matches.append((*match, digests[-1][:16]))
            turns += its_turns
            for table, rows in sides.items():
                beside[table] += rows
        if matches:
            with refusing(self.path), self._transaction("IMMEDIATE"):
                self._connection.executemany(_insert("matches", len(self._tables.matches) + 1), matches)
                self._connection.executemany(_insert("turns", len(self._tables.turns)), turns)
                there = self._side_tables()
                for table, rows in beside.items():
                    if rows and table not in there:
                        self._execute(create_side_table(table))
                    if rows:
                        self._connection.executemany(_insert(table.name, len(table.columns)), rows)
                self._enter_more_of([(*match[:3], digest) for match, digest in zip(matches, digests, strict=True)])
        self._waiting.clear()
        self._flushed = time.monotonic()

    def stop(self, count: int) -> None:
        """Record that `--until` was reached with the first `count` matches, and delete those beyond them."""
        self.flush()
        key = self.run.key
        with refusing(self.path), self._transaction("IMMEDIATE"):
            for table in ("turns", "matches", *(side.name for side in self._side_tables())):
                self._execute(f"DELETE FROM {table} WHERE run = ? AND match >= ?", key, count)
            self._execute("UPDATE runs SET stopped = ? WHERE run = ?", count, key)
            self._seal_runs()
        self.stopped = count

    def rows(self) -> Iterator[MatchResult]:
        """Yield the matches of the run that were played, in order, one by one; those not yet written are left out."""
        return read_matches(self._connection, self.path, self.run.key, self._tables, len(self.run.seats))

    def crashes(self) -> list[CrashingMatch]:
        """Return the matches of the run that crashed."""
        return read_crashes(self._connection, self.path, self.run.key, self.run.seats)

    def _side_tables(self) -> list[SideTable]:
        names = {name for (name,) in self._execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}
        return [table for table in SIDE_TABLES if table.name in names]

    def _create(self) -> None:
        for statement in self._tables.create().values():
            self._execute(statement)
        self._execute(f"PRAGMA application_id = {APPLICATION}")
        self._execute(f"PRAGMA user_version = {FORMAT}")
        for run in self._runs:
            self._begin(run)

    def _begin(self, run: Run) -> None:
        cells = run.cells()
        self._execute(_insert("runs", len(RUNS) + 1), *cells, digest_of(cells))

    def _enter(self, resume: bool | None) -> None:
        runs = read_runs(self._connection, self.path)
        if runs[0].game != self.run.game:
            raise InputError(
                "{path}: is a store of {game}, expected one of {game2}.",
                path=self.path,
                game=runs[0].game,
                game2=self.run.game,
            )
        by_key = {one.run: one for one in runs}
        for run in self._runs:
            self._enter_run(run, by_key.get(run.key), resume, runs)
        self._seal_runs()

    def _enter_run(self, run: Run, found: RunRow | None, resume: bool | None, runs: Sequence[RunRow]) -> None:
        (has_matches,) = self._execute("SELECT count(*) > 0 FROM matches WHERE run = ?", run.key).fetchone()
        if found is None and resume:
            raise InputError(
                "--resume: {path}: holds no run of these players, seed, configuration and profile, expected {others}.",
                path=self.path,
                others=_others(runs),
            )
        if found is None or not has_matches:
            # A run with no match in the store may be begun again, with another goal too.
            self._begin(run)
            return
        if resume is False:
            raise InputError("{path}: holds this run already, expected --resume or another file.", path=self.path)
        if run is self.run:
            self.stopped = found.stopped
        if found.versions != versions():
            theirs = ", ".join(f"{name} {version}" for name, version in found.versions.items())
            raise InputError(
                "--resume: {path}: was begun with other versions, expected {theirs}.", path=self.path, theirs=theirs
            )
        if found.until != run.until:
            raise InputError(
                "--resume: {path}: expected {words}, as the run was begun, found {until}.",
                path=self.path,
                words=f"--until {found.until}" if found.until else Wording("no --until"),
                until=run.until or Wording("none"),
            )
        if run.asked < found.asked:
            raise InputError(
                "--resume: {path}: expected --matches {asked} or more, found {asked2}.",
                path=self.path,
                asked=found.asked,
                asked2=run.asked,
            )
        self._execute("UPDATE runs SET asked = ? WHERE run = ?", run.asked, run.key)

    def _seal_runs(self) -> None:
        names = ", ".join(name for name, _ in RUNS)
        for cells in self._execute(f"SELECT {names} FROM runs").fetchall():
            self._execute("UPDATE runs SET digest = ? WHERE run = ?", digest_of(cells), cells[0])

    def _cells(self, run: Run, result: MatchResult | CrashingMatch) -> tuple[tuple[Cell, ...], list[tuple[Cell, ...]]]:
        """Return the row of a match and those of its turns, as SQLite gives them back."""
        key, tables = run.key, self._tables
        if isinstance(result, CrashingMatch):
            blank = (None,) * (len(tables.matches) - 5)
            return (key, result.task.index, CRASHED, result.task.seed, *blank, result.error), []
        row, turns = result
        index, *rest = tables.match.stored_cells(row)
        return (key, index, PLAYED, *rest, None), [(key, *tables.turn.stored_cells(turn)) for turn in turns]

    def _execute(self, sql: str, *values: Cell) -> sqlite3.Cursor:
        return self._connection.execute(sql, values)

    @contextlib.contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        self._execute(f"BEGIN {kind}")
        try:
            yield
            self._execute("COMMIT")
        except BaseException:
            with contextlib.suppress(InputError):
                self._execute("ROLLBACK")
            raise


def _side_cells(run: Run, result: MatchResult | CrashingMatch) -> dict[SideTable, list[tuple[Cell, ...]]]:
    if not isinstance(result, PlayedMatch):
        return {table: [] for table in SIDE_TABLES}
    found = {
        ANSWERS: answer_cells(result.answers, run.seats),
        RECORDS: record_cells(result.sealed),
        TIMES: time_cells(result.times, run.seats),
    }
    return {table: [(run.key, result[0].index, *row) for row in rows] for table, rows in found.items()}


def _insert(table: str, count: int) -> str:
    return f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * count)})"


def _others(runs: Sequence[RunRow]) -> str:
    return either(
        Wording(
            "--players {players} --seed {seed} --profile {profile} and configuration {configuration}",
            players=",".join(":".join((seat.profile, seat.strategy)) for seat in one.seats),
            seed=one.seed,
            profile=one.profile,
            configuration=one.configuration,
        )
        for one in runs[:3]
    )
