"""Read what was kept: records, stores of `simulate --out` and of leagues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from calibration.league.store import holds_league
from calibration.league.table import read_table
from calibration.metrics.metrics_reader import StoredRun, reading
from calibration.options import ReportOptions
from sim.batch.rows import columns
from sim.batch.tabular import Row, Tabular
from sim.files import given_file, is_file
from sim.protocols import MatchRow, TurnRow
from yardarm.leagues import League
from yardarm.replays import Replay, replay
from yardarm.words import checked_as

_SQLITE = b"SQLite format 3\0"
"""What a database begins with."""


@dataclass(frozen=True, slots=True, repr=False)
class Store(Tabular):
    """A store of matches, as `simulate --out` writes it. Its rows are read from the file when they are asked for.

    runs: each with its seed, its players and how many matches were played.

        >>> import yardarm as ya
        >>> store = ya.load("examples/matches.sqlite")
        >>> store.game, len(store.rows("matches")) == sum(run.played for run in store.runs)
        ('riff-raff', True)
    """

    TABLES: ClassVar = ("turns", "matches")
    path: Path
    runs: tuple[StoredRun, ...]

    @property
    def game(self) -> str:
        """The game's name."""
        return self.runs[0].game

    def matches(self, run: str | None = None) -> Iterator[MatchRow]:
        """Yield what is counted of each match, of one run or of all. Raises InputError."""
        for _, match, _ in self._played(run):
            yield match

    def turns(self, run: str | None = None) -> Iterator[TurnRow]:
        """Yield what is counted of each turn, of one run or of all. Raises InputError."""
        for _, _, turns in self._played(run):
            yield from turns

    def _table(self, name: str) -> Iterable[Row]:
        for run, match, turns in self._played(None):
            for row in turns if name == "turns" else (match,):
                yield {"run": run, **columns(row)}

    def _played(self, key: str | None) -> Iterator[tuple[str, MatchRow, tuple[TurnRow, ...]]]:
        """Yield the matches, each with its run and its turns."""
        with reading(self.path) as reader:
            for run in reader.runs if key is None else (reader.run(key, "run"),):
                for match, turns in reader.matches(run):
                    yield run.key, match, tuple(turns)

    def __repr__(self) -> str:
        """Return the store on one line."""
        played = sum(run.played for run in self.runs)
        return f"<{self.game}, {self.path.name}, runs: {len(self.runs)}, matches: {played}>"


@checked_as(ReportOptions)
def load(path: str | Path) -> Replay | Store | League:
    """Read a file that Yardarm wrote: the record of a match, a store of matches, or a league's. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> ya.load("examples/match.jsonl")
        <riff-raff, seed 7: Anne, Bert>
        >>> type(ya.load("examples/matches.sqlite")).__name__
        'Store'
    """
    path = Path(path)
    if not _is_database(path):
        return replay(path)
    if holds_league(path):
        return League(read_table(path))
    with reading(path) as reader:
        return Store(path, reader.runs)


def _is_database(path: Path) -> bool:
    file = given_file(path)
    if not is_file(file):
        return False
    with file.open("rb") as stream:
        return stream.read(len(_SQLITE)) == _SQLITE
