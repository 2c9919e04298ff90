"""What a store is and how it is read: one SQLite file with the tables runs, matches and turns (docs/batch.md).

matches and turns have the columns of one game's rows, so a store is of one game; it may hold several runs of it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sim.batch.layout import Layout
from sim.batch.results import BatchRoom
from sim.batch.work import Played
from sim.errors import InputError
from sim.files import is_file
from sim.games import GAMES, game_of

TABLES = ("runs", "matches", "turns")
APPLICATION = 0x59415244  # "YARD"
FORMAT = 2
RUNS = (
    ("run", "TEXT"),
    ("game", "TEXT"),
    ("seed", "INTEGER"),
    ("players", "TEXT"),
    ("profile", "TEXT"),
    ("configuration", "TEXT"),
    ("asked", "INTEGER"),
    ("until", "TEXT"),
    ("stopped", "INTEGER"),
    ("versions", "TEXT"),
    ("tree", "TEXT"),
)
"""run: its key. players, versions, tree (the configuration whole): JSON. asked: matches asked for; stopped: how many
there are because `--until` was reached (NULL: it was not)."""
PLAYED, POISON = "played", "poison"
"""What a match's status may be."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of matches and turns of a game, as a store has them."""

    match: Layout
    turn: Layout

    @classmethod
    def of(cls, game: str) -> Tables:
        """Those of a game."""
        room: BatchRoom = game_of(game).room("sim.batch")
        return cls(Layout.of(room.MatchRow), Layout.of(room.TurnRow))

    @property
    def matches(self) -> tuple[tuple[str, str], ...]:
        """Columns: the run, the match (as the turns call it), its status and seed, and what the game counts."""
        (_, index), seed, *rest = self.match.columns
        return (("run", "TEXT"), ("match", index), ("status", "TEXT"), seed, *rest)

    @property
    def turns(self) -> tuple[tuple[str, str], ...]:
        """Columns: the run, the match, the number of the turn, and what the game counts."""
        return (("run", "TEXT"), *self.turn.columns)

    def create(self) -> Iterator[str]:
        """The statements that make the tables."""
        for name, columns, keys in (("runs", RUNS, 1), ("matches", self.matches, 2), ("turns", self.turns, 3)):
            told = ", ".join(f'"{column}" {kind}' for column, kind in columns)
            key = ", ".join(f'"{column}"' for column, _ in columns[:keys])
            yield f"CREATE TABLE {name} ({told}, PRIMARY KEY ({key})) WITHOUT ROWID"


def read_matches(connection: sqlite3.Connection, path: Path, run: str, tables: Tables, seats: int) -> Iterator[Played]:
    """The matches of a run that were played, one by one in the order of their indices, each with all its turns.

    Two cursors go through the tables side by side, so that no more than one match is held. Raises InputError for a
    store that breaks on the way.
    """
    match_names = ", ".join(f'"{name}"' for name, _ in (("match", ""), *tables.matches[3:]))
    turn_names = ", ".join(f'"{name}"' for name, _ in tables.turns[1:])
    order = ", ".join(f'"{name}"' for name, _ in tables.turns[1:3])
    with refusing(path):
        matches = connection.execute(
            f"SELECT {match_names} FROM matches WHERE run = ? AND status = ? ORDER BY match", (run, PLAYED)
        )
        turns = connection.execute(f"SELECT {turn_names} FROM turns WHERE run = ? ORDER BY {order}", (run,))
        with contextlib.closing(matches), contextlib.closing(turns):
            coming = (tables.turn.back(cells, seats) for cells in turns)
            turn = next(coming, None)
            for cells in matches:
                row, here = tables.match.back(cells, seats), []
                while turn is not None and turn.match == row.index:
                    here.append(turn)
                    turn = next(coming, None)
                yield row, here


def store_files(path: Path | None) -> tuple[Path, ...]:
    """The file of a store and those that SQLite keeps beside it while it writes; none where there is no store."""
    return () if path is None else (path, *(path.with_name(f"{path.name}-{end}") for end in ("journal", "shm", "wal")))


def opened(path: Path) -> sqlite3.Connection:
    """A store to be read. Raises InputError for what is no store, or a damaged one, or one that is being written."""
    if not is_file(path):
        raise InputError(f"{path}: cannot be read (there is no such file).")
    connection = connected(path, "rw")
    try:
        with refusing(path):
            check_identity(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def check_identity(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InputError unless this is a whole store of this format."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise InputError(f"{path}: is no store of Yardarm's, expected a file written by simulate --out.")
    if version != FORMAT:
        raise InputError(f"{path}: is a store of format {version}, this version of Yardarm reads format {FORMAT}.")
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise InputError(f"{path}: the store is damaged or cut short ({' '.join(found.split())}).")
    known = connection.execute("SELECT game FROM runs LIMIT 1").fetchone()
    if known is None or known[0] not in GAMES:
        raise InputError(f"{path}: is a store of no game that is known here, expected one of {', '.join(GAMES)}.")


def connected(path: Path, mode: str) -> sqlite3.Connection:
    with refusing(path):
        # Without transactions of the module's own: they are all told here.
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=1.0)


@contextlib.contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn what SQLite says of a store into an InputError."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        words = " ".join(str(error).split())
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise InputError(f"{path}: another process is using this store, expected it to end first.") from error
        if name.startswith("SQLITE_NOTADB"):
            raise InputError(f"{path}: is no store of Yardarm's, expected a file written by simulate --out.") from error
        if name.startswith("SQLITE_CORRUPT"):
            raise InputError(f"{path}: the store is damaged or cut short ({words}).") from error
        raise InputError(f"{path}: cannot be used as a store ({words}); what was written before is kept.") from error


def table(connection: sqlite3.Connection, name: str, columns: Sequence[tuple[str, str]], keys: int) -> sqlite3.Cursor:
    """All rows of a table, sorted by its first columns."""
    names = ", ".join(f'"{column}"' for column, _ in columns)
    order = ", ".join(f'"{column}"' for column, _ in columns[:keys])
    return connection.execute(f"SELECT {names} FROM {name} ORDER BY {order}")
