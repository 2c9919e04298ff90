"""A store: the results of runs in one SQLite file, written as they come. docs/batch.md tells its tables and columns.

A process that writes holds the file alone from the first moment to the last, so a second one is refused; the lock is
the operating system's and ends with the process, however that ends. What is written is a few matches at a time, whole
or not at all, so a killed run has lost no more than these and goes on with `--resume`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.batch.dispatch import Poison
from sim.batch.results import Cell
from sim.batch.stored import (
    APPLICATION,
    FORMAT,
    PLAYED,
    POISON,
    RUNS,
    Tables,
    check_identity,
    connected,
    read_matches,
    refusing,
)
from sim.batch.work import Played
from sim.configuration import Configuration, versions
from sim.errors import InputError
from sim.files import is_there, output_file
from sim.matches.seats import Seat

# What is kept in memory at most before it is written.
_BUFFER, _BUFFER_S = 64, 1.0


@dataclass(frozen=True, slots=True)
class Run:
    """What makes a run this one and no other, and how far it is meant to go."""

    game: str
    seed: int
    seats: tuple[Seat, ...]
    configuration: Configuration
    asked: int
    until: str | None = None

    @property
    def key(self) -> str:
        """The same for the same game, seats, seed, configuration and profile."""
        told = [self.game, self.seed, self._players(), self.configuration.digest, self.configuration.profile]
        return "run-" + hashlib.sha256(_json(told).encode()).hexdigest()[:12]

    def cells(self) -> tuple[Cell, ...]:
        """The row of the table of runs, at its beginning."""
        configuration = self.configuration
        return (
            self.key,
            self.game,
            self.seed,
            _json(self._players()),
            configuration.profile,
            configuration.digest,
            self.asked,
            self.until,
            None,
            _json(versions()),
            _json(configuration.tree),
        )

    def _players(self) -> list[dict[str, str]]:
        return [seat.to_json() for seat in self.seats]


class Store:
    """A store that this process writes one run into, and holds alone until it is closed."""

    def __init__(self, path: Path, run: Run, resume: bool) -> None:
        """Open a store, or make one. Raises InputError where the run cannot be written there."""
        if run.seed >= 2**63:
            raise InputError(f"--seed: a store keeps seeds below 2**63, found {run.seed}.")
        if resume and not is_there(path):
            raise InputError(f"--resume: {path}: there is no such store.")
        output_file(path)
        self.path, self.run = path, run
        self.stopped: int | None = None
        self._tables = Tables.of(run.game)
        self._waiting: list[Played | Poison] = []
        self._flushed = time.monotonic()
        self._connection = connected(path, "rwc")
        try:
            with refusing(path):
                self._execute("PRAGMA locking_mode = EXCLUSIVE")
                with self._transaction("EXCLUSIVE"):
                    # Looked up under the lock: another process may just have made it, or been killed when it would.
                    (empty,) = self._execute("SELECT count(*) = 0 FROM sqlite_master").fetchone()
                    if empty:
                        self._create()
                    else:
                        check_identity(self._connection, path)
                        self._enter(resume)
                # A reader that is killed beside us loses nothing either; the file is one file again when it is closed.
                self._execute("PRAGMA journal_mode = WAL")
                self._execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.flush()
        finally:
            with contextlib.suppress(sqlite3.Error):
                self._execute("PRAGMA journal_mode = DELETE")
            self._connection.close()

    def missing(self) -> array[int]:
        """The matches of the run that have not been played, in order; those that were poison are tried again."""
        found, due = array("q"), 0
        sql = "SELECT match FROM matches WHERE run = ? AND status = ? ORDER BY match"
        for (index,) in self._execute(sql, self.run.key, PLAYED):
            found.extend(range(due, index))
            due = index + 1
        found.extend(range(due, self.run.asked))
        return found

    def add(self, result: Played | Poison) -> None:
        """Keep a match. Raises InputError if it cannot be written; what was written before stays."""
        self._waiting.append(result)
        if len(self._waiting) >= _BUFFER or time.monotonic() - self._flushed >= _BUFFER_S:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting. Doing so twice does no harm. Raises InputError."""
        key = self.run.key
        matches = [self._match_cells(result) for result in self._waiting]
        turns = [
            (key, *self._tables.turn.cells(turn))
            for result in self._waiting
            if not isinstance(result, Poison)
            for turn in result[1]
        ]
        if matches:
            with refusing(self.path), self._transaction("IMMEDIATE"):
                self._connection.executemany(_insert("matches", len(self._tables.matches)), matches)
                self._connection.executemany(_insert("turns", len(self._tables.turns)), turns)
        self._waiting.clear()
        self._flushed = time.monotonic()

    def stop(self, count: int) -> None:
        """`--until` was reached by the first `count` matches: those that were played ahead are dropped."""
        self.flush()
        key = self.run.key
        with refusing(self.path), self._transaction("IMMEDIATE"):
            self._execute("DELETE FROM turns WHERE run = ? AND match >= ?", key, count)
            self._execute("DELETE FROM matches WHERE run = ? AND match >= ?", key, count)
            self._execute("UPDATE runs SET stopped = ? WHERE run = ?", count, key)
        self.stopped = count

    def rows(self) -> Iterator[Played]:
        """The matches of the run that were played, in order, read one by one. What waits to be written is not seen."""
        return read_matches(self._connection, self.path, self.run.key, self._tables, len(self.run.seats))

    def poison(self) -> list[tuple[int, int]]:
        """Index and seed of the matches that killed whoever played them."""
        sql = "SELECT match, seed FROM matches WHERE run = ? AND status = ? ORDER BY match"
        return self._execute(sql, self.run.key, POISON).fetchall()

    def _create(self) -> None:
        for statement in self._tables.create():
            self._execute(statement)
        self._execute(f"PRAGMA application_id = {APPLICATION}")
        self._execute(f"PRAGMA user_version = {FORMAT}")
        self._begin_run()

    def _begin_run(self) -> None:
        self._execute(_insert("runs", len(RUNS)), *self.run.cells())

    def _enter(self, resume: bool) -> None:
        run = self.run
        (game,) = self._execute("SELECT game FROM runs LIMIT 1").fetchone()
        if game != run.game:
            raise InputError(f"{self.path}: is a store of {game}, expected one of {run.game}.")
        sql = "SELECT asked, until, stopped, versions FROM runs WHERE run = ?"
        found = self._execute(sql, run.key).fetchone()
        (begun,) = self._execute("SELECT count(*) > 0 FROM matches WHERE run = ?", run.key).fetchone()
        if not begun:
            # A run of which nothing is kept can be begun again, also otherwise.
            if found is None and resume:
                raise InputError(
                    f"--resume: {self.path}: holds no run of these players, seed, configuration and profile, "
                    f"expected {self._others()}."
                )
            self._begin_run()
            return
        if not resume:
            raise InputError(f"{self.path}: holds this run already, expected --resume or another file.")
        asked, until, self.stopped, told = found
        if json.loads(told) != versions():
            theirs = ", ".join(f"{name} {version}" for name, version in json.loads(told).items())
            raise InputError(f"--resume: {self.path}: was begun with other versions, expected {theirs}.")
        if until != run.until:
            raise InputError(
                f"--resume: {self.path}: expected "
                f"{f'--until {until}' if until else 'no --until'}, as the run was begun, found {run.until or 'none'}."
            )
        if run.asked < asked:
            raise InputError(f"--resume: {self.path}: expected --matches {asked} or more, found {run.asked}.")
        self._execute("UPDATE runs SET asked = ? WHERE run = ?", run.asked, run.key)

    def _others(self) -> str:
        told = self._execute("SELECT players, seed, configuration, profile FROM runs ORDER BY run LIMIT 3").fetchall()
        return " or ".join(
            f"--players {','.join(':'.join((seat['profile'], seat['strategy'])) for seat in json.loads(players))} "
            f"--seed {seed} --profile {profile} and configuration {digest}"
            for players, seed, digest, profile in told
        )

    def _match_cells(self, result: Played | Poison) -> tuple[Cell, ...]:
        if isinstance(result, Poison):
            blank = (None,) * (len(self._tables.matches) - 4)
            return (self.run.key, result.task.index, POISON, result.task.seed, *blank)
        index, *rest = self._tables.match.cells(result[0])
        return (self.run.key, index, PLAYED, *rest)

    def _execute(self, sql: str, *values: Cell) -> sqlite3.Cursor:
        return self._connection.execute(sql, values)

    @contextlib.contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        self._execute(f"BEGIN {kind}")
        try:
            yield
            self._execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._execute("ROLLBACK")
            raise


def _insert(table: str, count: int) -> str:
    return f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * count)})"


def _json(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
