"""The format of a store and how it is read: one SQLite file with the tables runs, matches and turns.

The tables matches and turns have the columns of one game's rows, so a store is of one game; it may hold several runs.

Everything is checked as it is read: that the tables are those of a store and nothing else, that every match (its row
and those of its turns) fits the digest that was written with it, and that every value is one that a match can have. A
digest shows a flipped bit, but in a forged store the digests may fit, so the checks do not rest on them alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import to_json

from sim.batch.blocks import BLOCK, MatchBlock
from sim.batch.job import CrashingMatch, MatchResult, PlayedMatch, Task
from sim.batch.match_counts import metrics_of
from sim.batch.row_schema import RowSchema
from sim.batch.rows import Cell
from sim.batch.side_tables import (
    ANSWERS,
    RECORDS,
    SIDE_TABLES,
    SideTable,
    answers_from,
    flaw_of,
    sealed_from,
    side_rows,
)
from sim.configuration import digest
from sim.errors import InputError
from sim.files import given_file, is_file
from sim.language import Wording
from sim.refusals import first_fault
from sim.seat import Seat
from sim.spec import GAMES
from sim.untrusted_text import has_control, printable, read_json

TABLES = ("runs", "matches", "turns")
APPLICATION = 0x59415244  # "YARD"
FORMAT = 1
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
"""run: its key. players, versions, tree (the whole configuration): JSON. asked: matches asked for; stopped: the number
of matches at which `--until` was reached (NULL: it was not)."""
ERROR, DIGEST = ("error", "TEXT"), ("digest", "TEXT")
"""error: how a match crashed. digest: of a row of runs, or of a match and its turns. All games have these columns."""
PLAYED, CRASHED = "played", "crashed"
"""The values of a match's status."""
_LONGEST_VALUE = 1 << 26
"""The longest value of a store that is read, in bytes."""
_SENSELESS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Tables:
    """The columns of a game's tables of matches and turns."""

    match: RowSchema
    turn: RowSchema

    @classmethod
    def of(cls, game: str) -> Tables:
        metrics = metrics_of(game)
        return cls(RowSchema.of(metrics.match_row), RowSchema.of(metrics.turn_row))

    @property
    def matches(self) -> tuple[tuple[str, str], ...]:
        """Columns: the run, the match (as in the turns), its status and seed, what the game counts, the error."""
        (_, index), seed, *rest = self.match.columns
        return (("run", "TEXT"), ("match", index), ("status", "TEXT"), seed, *rest, ERROR)

    @property
    def turns(self) -> tuple[tuple[str, str], ...]:
        """Columns: the run, the match, the number of the turn, and what the game counts."""
        return (("run", "TEXT"), *self.turn.columns)

    def create(self) -> dict[str, str]:
        """Return the statement that makes each table, by its name."""
        tables = (("runs", (*RUNS, DIGEST), 1), ("matches", (*self.matches, DIGEST), 2), ("turns", self.turns, 3))
        return {name: _create(name, columns, keys) for name, columns, keys in tables}


def _create(name: str, columns: Sequence[tuple[str, str]], keys: int) -> str:
    definitions = ", ".join(f'"{column}" {kind}' for column, kind in columns)
    key = ", ".join(f'"{column}"' for column, _ in columns[:keys])
    return f"CREATE TABLE {name} ({definitions}, PRIMARY KEY ({key})) WITHOUT ROWID"


def create_side_table(table: SideTable) -> str:
    """Return the statement that makes a side table."""
    return _create(table.name, table.columns, table.keys)


def match_digest(match: Sequence[Cell], turns: Sequence[Sequence[Cell]], *sides: Sequence[Sequence[Cell]]) -> str:
    """Return the digest of a match: of its row and those of its turns, and of its answers and record if it has any.

    sides: the rows of answers, then of records.
    """
    return whole_match_digest(match, turns, *sides)[:16]


def whole_match_digest(match: Sequence[Cell], turns: Sequence[Sequence[Cell]], *sides: Sequence[Sequence[Cell]]) -> str:
    """Return all digits of the digest of a match."""
    return whole_digest_of(match, turns, *(sides if any(sides) else ()))


def digest_of(*cells: object) -> str:
    """Return the digest of values: the first 16 hexadecimal digits of `whole_digest_of`."""
    return whole_digest_of(*cells)[:16]


def whole_digest_of(*cells: object) -> str:
    """Return the SHA-256 of a list of values, written as compact JSON, in hexadecimal digits."""
    return hashlib.sha256(_ENCODE(cells).encode()).hexdigest()


_ENCODE = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=True, check_circular=False).encode


# ----------------------------------------------------------------------------------------------------- runs


def _printable(text: str) -> str:
    if not text or has_control(text):
        raise ValueError(Wording("expected words without control characters"))
    return text


Words = Annotated[str, AfterValidator(_printable)]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class _Seat(_Model):
    name: Words
    profile: Words
    strategy: Words


class RunRow(_Model):
    """A valid row of the table of runs."""

    run: Words
    game: Words
    seed: int = Field(ge=0)
    players: list[_Seat] = Field(min_length=2, max_length=6)
    profile: Words
    configuration: Words
    asked: int = Field(ge=1)
    until: Words | None
    stopped: int | None = Field(ge=0)
    versions: dict[Words, Words]
    tree: dict[str, Any]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat.name, seat.profile, seat.strategy) for seat in self.players)

    @property
    def goal(self) -> int:
        """The number of matches that the run has when it is finished."""
        return self.asked if self.stopped is None else self.stopped

    @property
    def key(self) -> str:
        """The key that the run's other columns give; `run` should equal it."""
        return run_key(self.game, self.seed, self.seats, self.configuration, self.profile)


def run_key(game: str, seed: int, seats: Sequence[Seat], configuration: str, profile: str) -> str:
    """Return the key of a run: the same for the same game, seats, seed, digest of the configuration, and profile."""
    identity = [game, seed, [seat.to_json() for seat in seats], configuration, profile]
    return "run-" + hashlib.sha256(plain_json(identity).encode()).hexdigest()[:12]


def plain_json(data: Any) -> str:
    """Encode plain data as JSON in the form that a store keeps: compact, with sorted keys."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False)


def read_runs(connection: sqlite3.Connection, path: Path) -> tuple[RunRow, ...]:
    """Return the rows of the table of runs, sorted by their keys. Raises InputError for invalid ones."""
    with refusing(path):
        rows = run_cells(connection, path)
    return tuple(_run(path, number, cells) for number, cells in enumerate(rows, start=1))


def run_cells(connection: sqlite3.Connection, path: Path) -> list[tuple[Cell, ...]]:
    """Return the rows of the table of runs as they are stored, sorted by their keys.

    Raises InputError for a row that does not fit its digest.
    """
    found = []
    rows = connection.execute(f"SELECT {column_names(RUNS)}, digest FROM runs ORDER BY run")
    for number, (*cells, stored_digest) in enumerate(rows, 1):
        if stored_digest != _digest_or_none(cells):
            raise InputError(
                "{path}: run {number}: does not fit its digest; the store is damaged.", path=path, number=number
            )
        found.append(tuple(cells))
    return found


def _run(path: Path, number: int, cells: Sequence[Any]) -> RunRow:
    row = dict(zip((name for name, _ in RUNS), cells, strict=True))
    where = f"{path}: run {number}"
    for name in ("players", "versions", "tree"):
        try:
            row[name] = read_json(row[name], finite=True)
        except (AttributeError, TypeError, ValueError) as error:
            raise InputError(
                "{where}: {name}: is not the JSON of a run; the store is damaged.", where=where, name=name
            ) from error
    try:
        run = RunRow.model_validate(row)
    except ValidationError as error:
        raise InputError(
            "{where}: {first_fault}; the store is damaged.", where=where, first_fault=first_fault(error)
        ) from error
    if run.configuration != digest(run.tree):
        raise InputError(
            "{where}: tree: does not fit the digest of the configuration; the store is damaged.", where=where
        )
    if run.run != run.key:
        raise InputError(
            "{where}: is not what its key {run!r} was made of; the store is damaged.", where=where, run=run.run
        )
    if run.goal > run.asked:
        raise InputError(
            "{where}: stopped: expected no more than {asked}, found {goal}.",
            where=where,
            asked=run.asked,
            goal=run.goal,
        )
    return run


# -------------------------------------------------------------------------------------------------- matches


@dataclass(frozen=True, slots=True)
class Span:
    """Matches that follow each other: from index `first` to the one before `end`; None: from the beginning, to the end.

    The spans of a run together hold all its rows, also those of matches that there cannot be.
    """

    first: int | None
    end: int | None

    @property
    def sql(self) -> str:
        """The condition on the column `match`, to be appended to one on the run."""
        low = "" if self.first is None else f" AND match >= {self.first:d}"
        return low + ("" if self.end is None else f" AND match < {self.end:d}")


def spans_of(connection: sqlite3.Connection, path: Path, run: str) -> list[Span]:
    """Return the spans of a run that hold the matches of one block each. Raises InputError."""
    with refusing(path):
        sql = "SELECT match FROM matches WHERE run = ? AND typeof(match) != 'integer' LIMIT 1"
        odd = connection.execute(sql, (run,)).fetchone()
        if odd is not None:
            raise _no_such_match(path, run, odd[0])
        sql = f"SELECT DISTINCT match / {BLOCK} FROM matches WHERE run = ? ORDER BY 1"
        blocks = [number for (number,) in connection.execute(sql, (run,))]
    return [Span(first, end) for first, end in pairwise((None, *(BLOCK * number for number in blocks[1:]), None))]


def _no_such_match(path: Path, run: str, index: object) -> InputError:
    return InputError(
        "{path}: match {index!r} of {run}: there is no such match; the store is damaged.",
        path=path,
        index=index,
        run=run,
    )


def read_matches(
    connection: sqlite3.Connection, path: Path, run: str, tables: Tables, seats: int
) -> Iterator[MatchResult]:
    """Yield the matches of a run that were played, one by one in the order of their indices, each with all its turns.

    Raises InputError for a store that fails while it is read, and for a match that is damaged or not valid.
    """
    names: list[str] = []
    for cells in read_cells(connection, path, run, tables, seats):
        if cells.was_played:
            played: MatchResult = cells.row(tables, seats), [tables.turn.back(turn[1:], seats) for turn in cells.turns]
            if cells.answers or cells.records:
                names = names or _seated(connection, run)
                with_more = PlayedMatch(played)
                with_more.answers = answers_from(cells.answers, names)
                with_more.sealed = sealed_from(cells.records)
                with_more.digest = cells.whole_digest if cells.records else ""
                played = with_more
            yield played


def read_block(
    connection: sqlite3.Connection, path: Path, run: str, tables: Tables, seats: int, span: Span
) -> MatchBlock:
    """Return the matches of a span that were played. Raises InputError as `read_matches` does."""
    played = [cells for cells in _checked_cells(connection, path, run, tables, seats, span) if cells.was_played]
    columns = list(zip(*chain.from_iterable(cells.turns for cells in played), strict=True))[1:]
    turns = tables.turn.rows(columns, seats) if columns else ()
    return MatchBlock([cells.row(tables, seats) for cells in played], turns, [len(cells.turns) for cells in played])


def _seated(connection: sqlite3.Connection, run: str) -> list[str]:
    (players,) = connection.execute("SELECT players FROM runs WHERE run = ?", (run,)).fetchone()
    return [seat["name"] for seat in read_json(players)]


@dataclass(frozen=True, slots=True)
class MatchCells:
    """A match as cells of the tables: its row, those of its turns, and those that it has in side tables."""

    match: tuple[Any, ...]
    turns: Sequence[tuple[Any, ...]]
    answers: Sequence[tuple[Any, ...]]
    records: Sequence[tuple[Any, ...]]

    @property
    def was_played(self) -> bool:
        """True unless it crashed."""
        return bool(self.match[2] == PLAYED)

    @property
    def whole_digest(self) -> str:
        """All digits of the match's digest."""
        return whole_match_digest(self.match, self.turns, self.answers, self.records)

    def row(self, tables: Tables, seats: int) -> Any:
        """Return the row of a match that was played."""
        return tables.match.back((self.match[1], *self.match[3:-1]), seats)


def read_cells(
    connection: sqlite3.Connection, path: Path, run: str, tables: Tables, seats: int
) -> Iterator[MatchCells]:
    """Yield all matches of a run in order as cells of the tables, of which one block is held in memory.

    Raises InputError as `read_matches` does.
    """
    for span in spans_of(connection, path, run):
        yield from _checked_cells(connection, path, run, tables, seats, span)


def _checked_cells(
    connection: sqlite3.Connection, path: Path, run: str, tables: Tables, seats: int, span: Span
) -> list[MatchCells]:
    def rows_of(name: str, columns: Sequence[tuple[str, str]], keys: int = 3) -> list[tuple[Any, ...]]:
        order = column_names(columns[1:keys])
        sql = f"SELECT {column_names(columns)} FROM {name} WHERE run = ?{span.sql} ORDER BY {order}"
        return connection.execute(sql, (run,)).fetchall()

    (asked,) = connection.execute("SELECT asked FROM runs WHERE run = ?", (run,)).fetchone()
    matches, turns = rows_of("matches", (*tables.matches, DIGEST), 2), rows_of("turns", tables.turns)
    sides = [(table, side_rows(connection, table, run, span.sql)) for table in (ANSWERS, RECORDS)]
    # Column by column it takes a fraction of the time, but does not say where something is wrong.
    sound = tables.match.are_sound(
        [(row[1], *row[3:-2]) for row in matches if row[2] == PLAYED], seats
    ) and tables.turn.are_sound([row[1:] for row in turns], seats)
    turns_of, *sides_of = (
        {index: list(its) for index, its in groupby(rows, itemgetter(1))} for rows in (turns, *(r for _, r in sides))
    )
    found: list[MatchCells] = []
    due = max(0, span.first or 0)
    for *cells, stored_digest in matches:
        match = tuple(cells)
        index = match[1]
        if not (isinstance(index, int) and due <= index < asked):
            raise _no_such_match(path, run, index)
        due = index + 1
        here, answers, records = (rows.pop(index, []) for rows in (turns_of, *sides_of))
        its = match, here, answers, records
        flaw = None
        if stored_digest != _quick_digest(*its) and stored_digest != _digest_or_none(*its):
            flaw = "does not fit its digest"
        flaw = flaw or _flaw(match, here, tables, seats, sound)
        for (table, _), rows in zip(sides, (answers, records), strict=True):
            flaw = flaw or next(filter(None, (flaw_of(table, row, seats) for row in rows)), None)
        if flaw is not None:
            seed = f" (seed {match[3]})" if isinstance(match[3], int) else ""
            raise InputError(
                "{path}: match {index}{seed} of {run}: {flaw}; the store is damaged.",
                path=path,
                index=index,
                seed=seed,
                run=run,
                flaw=flaw,
            )
        found.append(MatchCells(*its))
    for what, left in zip(("turns", *(table.name for table, _ in sides)), (turns_of, *sides_of), strict=True):
        for index in left:
            raise InputError(
                "{path}: match {index!r} of {run}: has {what} and no row; the store is damaged.",
                path=path,
                index=index,
                run=run,
                what=what,
            )
    return found


def _flaw(match: Sequence[Any], turns: Sequence[Sequence[Any]], tables: Tables, seats: int, sound: bool) -> str | None:
    """Return what is wrong with a match. sound: all values of rows that were played are known to be possible."""
    _, index, status, seed, *counted, error = match
    if status == CRASHED:
        if turns or any(cell is not None for cell in counted):
            return "was not played, and is counted"
        if not isinstance(seed, int) or not isinstance(error, str) or has_control(error):
            return "does not tell how it crashed"
        return None
    if status != PLAYED or error is not None:
        return f"status: expected {PLAYED} or {CRASHED}"
    found = None if sound else tables.match.flaw((index, seed, *counted), seats)
    for number, turn in enumerate(turns, start=1):
        if found is None and not sound:
            found = tables.turn.flaw(turn[1:], seats)
        if found is None and turn[2] != number:
            found = f"{tables.turns[2][0]}: expected {number}, found {turn[2]}"
        if found is not None:
            break
    return found


def _digest_or_none(match: Sequence[Any], *rows: Sequence[Any]) -> str | None:
    """Return the digest of what was read of a match; None if it has none, because JSON cannot hold it."""
    try:
        return match_digest(match, *rows) if rows else digest_of(match)
    except (TypeError, ValueError):
        return None


def _quick_digest(match: Sequence[Any], turns: Sequence[Any], *sides: Sequence[Any]) -> str | None:
    """Return the digest where another encoder writes the same text, and some other digest where it does not."""
    try:
        return hashlib.sha256(to_json((match, turns, *(sides if any(sides) else ())))).hexdigest()[:16]
    except ValueError:
        return None


def read_crashes(connection: sqlite3.Connection, path: Path, run: str, seats: tuple[Seat, ...]) -> list[CrashingMatch]:
    """Return the matches of a run that crashed. Raises InputError."""
    with refusing(path):
        sql = "SELECT match, seed, error FROM matches WHERE run = ? AND status = ? ORDER BY match"
        found = connection.execute(sql, (run, CRASHED)).fetchall()
    return [CrashingMatch(Task(index, seed, seats), error) for index, seed, error in found]


def column_names(columns: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f'"{name}"' for name, _ in columns)


# ----------------------------------------------------------------------------------------------- the file


def store_files(path: Path | None) -> tuple[Path, ...]:
    """Return the file of a store and those that SQLite keeps beside it while it writes; nothing for None."""
    return () if path is None else (path, *(Path(f"{path}-{end}") for end in ("journal", "shm", "wal")))


def check_seed(seed: int) -> None:
    """Raise InputError for a seed that no store can keep."""
    if seed >= 2**63:
        raise InputError("--seed: a store keeps seeds below 2**63, found {seed}.", seed=seed)


def opened(path: Path) -> sqlite3.Connection:
    """Open a store to be read. Raises InputError for a file that is no store, is damaged, or is being written."""
    path = given_file(path)
    if not is_file(path):
        raise InputError("{path}: cannot be read (there is no such file).", path=path)
    try:
        return _checked(path, "NORMAL")
    except InputError as error:
        name = getattr(error.__cause__, "sqlite_errorname", None) or ""
        if not name.startswith(("SQLITE_IOERR", "SQLITE_FULL", "SQLITE_CANTOPEN")):
            raise
    # To share a store whose writer did not come to its end, on a full disk perhaps, SQLite makes a file beside it.
    # One reader alone needs none.
    return _checked(path, "EXCLUSIVE")


def _checked(path: Path, locking: str) -> sqlite3.Connection:
    connection = connected(path, "rw")
    try:
        with refusing(path):
            connection.execute(f"PRAGMA locking_mode = {locking}")
            check_identity(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def is_shared(connection: sqlite3.Connection) -> bool:
    """Return whether others may read the store meanwhile."""
    return bool(connection.execute("PRAGMA locking_mode").fetchone() == ("normal",))


def check_identity(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InputError unless this is a whole store of this format, with the tables of one game."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise InputError("{path}: is not a store of Yardarm's, expected a file written by simulate --out.", path=path)
    if version != FORMAT:
        raise InputError(
            "{path}: is a store of format {version}, this version of Yardarm reads format {format}.",
            path=path,
            version=version,
            format=FORMAT,
        )
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise InputError("{path}: the store is damaged or cut short ({printed}).", path=path, printed=_printed(found))
    # Checked before a table is read, since it may in truth be a view that runs any query.
    there = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    statements = {name: sql for kind, name, sql in there if kind == "table"}
    games: set[Any] = set()
    if statements.get("runs") == _create("runs", (*RUNS, DIGEST), 1):
        games = {game for (game,) in connection.execute("SELECT DISTINCT game FROM runs LIMIT 2").fetchall()}
    if len(games) != 1 or not games <= set(GAMES):
        raise InputError(
            "{path}: is a store of no game that is known here, expected one of {games}.",
            path=path,
            games=", ".join(GAMES),
        )
    (game,) = games
    expected = Tables.of(game).create()
    sides = {side.name: create_side_table(side) for side in SIDE_TABLES if side.name in {name for _, name, _ in there}}
    expected |= sides
    if {name: statements.get(name) for name in expected} != expected or any(kind == "trigger" for kind, _, _ in there):
        raise InputError(
            "{path}: its tables are not those of a store of {game}, expected a file of simulate --out.",
            path=path,
            game=game,
        )
    for name in ("matches", "turns", *sides):
        # From one run to the next by the table's own order: asking every row takes seconds where there are millions.
        stray = connection.execute(
            f"WITH RECURSIVE found(run) AS (SELECT min(run) FROM {name} UNION ALL "
            f"SELECT (SELECT min(run) FROM {name} WHERE run > found.run) FROM found WHERE run IS NOT NULL) "
            "SELECT 1 FROM found WHERE run IS NOT NULL AND run NOT IN (SELECT run FROM runs) LIMIT 1"
        ).fetchone()
        if stray is not None:
            raise InputError("{path}: {name} of a run that is not there; the store is damaged.", path=path, name=name)


class _Cursor(sqlite3.Cursor):
    """A cursor that raises InputError where rows are fetched; who iterates over them needs `refusing`, for speed."""

    connection: _Connection

    def fetchone(self) -> Any:
        """Return the next row, None after the last."""
        with refusing(self.connection.path):
            return super().fetchone()

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        with refusing(self.connection.path):
            return super().fetchall()


class _Connection(sqlite3.Connection):
    """A connection to a store, whose statements raise InputError."""

    path: Path

    def execute(self, *given: Any) -> sqlite3.Cursor:
        """Carry out a statement."""
        with refusing(self.path):
            return self.cursor(_Cursor).execute(*given)

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        """Carry out a statement for each of many rows."""
        with refusing(self.path):
            return super().executemany(*given)


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to a file in a mode of SQLite's: "rw", or "rwc" to make it where it is missing. Raises InputError."""
    with refusing(path):
        # isolation_level=None: the sqlite3 module begins no transactions; the code here begins them all.
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=1.0, factory=_Connection)
    connection.path = path
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    return connection


@contextlib.contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about a store into an InputError."""
    try:
        yield
    except UnicodeDecodeError as error:
        # SQLite's message about a damaged store may quote the damaged text itself.
        raise InputError("{path}: the store is damaged or cut short (text that is not UTF-8).", path=path) from error
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        words = _printed(str(error))
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise InputError(
                "{path}: another process is using this store, expected it to end first.", path=path
            ) from error
        if name.startswith("SQLITE_NOTADB"):
            raise InputError(
                "{path}: is not a store of Yardarm's, expected a file written by simulate --out.", path=path
            ) from error
        if words.startswith("Could not decode"):
            words = Wording("text that is not UTF-8")
        elif not name.startswith(("SQLITE_CORRUPT", "SQLITE_TOOBIG")):
            raise InputError(
                "{path}: cannot be used as a store ({words}); what was written before is kept.", path=path, words=words
            ) from error
        raise InputError("{path}: the store is damaged or cut short ({words}).", path=path, words=words) from error


def _printed(text: str) -> str:
    """Return a message of SQLite's on one line, safe to print."""
    return printable(" ".join(text.split()))


@contextlib.contextmanager
def making_sense(path: Path) -> Iterator[None]:
    """Turn exceptions raised while the matches of a store are counted into an InputError: the store is damaged."""
    try:
        yield
    except _SENSELESS as error:
        said = _printed(str(error))
        kind = type(error).__name__
        raise InputError(
            "{path}: holds what no match has ({kind}: {said}); the store is damaged.",
            path=path,
            kind=kind,
            said=said[:80],
        ) from error
