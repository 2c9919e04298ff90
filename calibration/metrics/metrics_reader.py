"""The reader of stores for the metrics: the runs, and the rows of a run match by match."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.batch.blocks import MatchBlock
from sim.batch.job import CrashingMatch, MatchResult
from sim.batch.store_format import (
    PLAYED,
    RunRow,
    Span,
    Tables,
    is_shared,
    opened,
    read_block,
    read_crashes,
    read_matches,
    read_runs,
    refusing,
    spans_of,
)
from sim.errors import InputError
from sim.seat import Seat


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as read from its store. goal: the number of matches it is meant to have. crashes: those that crashed."""

    key: str
    game: str
    seed: int
    seats: tuple[Seat, ...]
    profile: str
    configuration: str
    goal: int
    until: str | None
    stopped: int | None
    versions: Mapping[str, str]
    tree: Mapping[str, Any]
    played: int
    crashes: tuple[CrashingMatch, ...]

    @property
    def missing(self) -> int:
        """The number of matches that have not been played yet."""
        return self.goal - self.played - len(self.crashes)

    def pairs_with(self, other: StoredRun) -> bool:
        """Return True if matches of the same index had the same seed and the same people."""
        return (self.seed, self.seats) == (other.seed, other.seats)


class Reader:
    """A store that is open for reading, as made by `reading`."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self.path = connection, path
        self.runs = self._runs()
        self.game = self.runs[0].game

    def block(self, run: StoredRun, span: Span) -> MatchBlock:
        """Return the played matches of a span of a run."""
        return read_block(self._connection, self.path, run.key, Tables.of(run.game), len(run.seats), span)

    def matches(self, run: StoredRun) -> Iterator[MatchResult]:
        """Yield the played matches of a run, each its row and those of its turns."""
        return read_matches(self._connection, self.path, run.key, Tables.of(run.game), len(run.seats))

    def spans(self, run: StoredRun) -> list[Span]:
        """Return the spans of a run that hold a block of matches each. Raises InputError."""
        return spans_of(self._connection, self.path, run.key)

    @property
    def shared(self) -> bool:
        """True if other processes may read the store meanwhile."""
        return is_shared(self._connection)

    def run(self, key: str | None, option: str) -> StoredRun:
        """Return the run with that key or unique beginning of a key; without a key, the only run. Raises InputError.

        option: the option that the message names.
        """
        keys = ", ".join(run.key for run in self.runs)
        found = [run for run in self.runs if key is None or run.key == key] or [
            run for run in self.runs if run.key.startswith(str(key))
        ]
        if key is None and len(found) > 1:
            raise InputError(f"{self.path}: holds several runs, expected {option} with one of {keys}.")
        if len(found) != 1:
            raise InputError(f"{option}: {self.path}: expected one of {keys}, found {key!r}.")
        return found[0]

    def _runs(self) -> tuple[StoredRun, ...]:
        return tuple(map(self._run, read_runs(self._connection, self.path)))

    def _run(self, row: RunRow) -> StoredRun:
        with refusing(self.path):
            sql = "SELECT count(*) FROM matches WHERE run = ? AND status = ?"
            (played,) = self._connection.execute(sql, (row.run, PLAYED)).fetchone()
        return StoredRun(
            key=row.run,
            game=row.game,
            seed=row.seed,
            seats=row.seats,
            profile=row.profile,
            configuration=row.configuration,
            goal=row.goal,
            until=row.until,
            stopped=row.stopped,
            versions=row.versions,
            tree=row.tree,
            played=played,
            crashes=tuple(read_crashes(self._connection, self.path, row.run, row.seats)),
        )


@contextlib.contextmanager
def reading(path: Path) -> Iterator[Reader]:
    """Open a store for reading, all from one moment. Raises InputError for no store, or one that is being written."""
    connection = opened(path)
    try:
        with refusing(path):
            connection.execute("BEGIN")
        yield Reader(connection, path)
    finally:
        connection.close()
