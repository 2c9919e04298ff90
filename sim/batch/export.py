"""The verb `report`: the tables of a store as CSV or Parquet, one file per table, sorted by their keys.

The files of a finished store depend only on its runs: not on engines, workers, the order in which matches came, or how
often a run was interrupted.
"""

from __future__ import annotations

import contextlib
import io
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from sim.batch.rows import Cell
from sim.batch.side_tables import ANSWERS
from sim.batch.store_format import FORMAT, PLAYED, RUNS, Tables, opened, read_cells, read_runs, refusing, run_cells
from sim.csv_table import CsvTable, Decimal
from sim.errors import InputError
from sim.files import is_there, output_folder, writing_whole

# Rows per row group of a Parquet file: a fixed number, so that the same rows give the same bytes.
_GROUP = 50_000
_COUNTED = (("played", "INTEGER"), ("crashed", "INTEGER"), ("format", "INTEGER"))
_Columns = Sequence[tuple[str, str]]
_Row = Sequence[Cell]


class _Writer(Protocol):
    """A table that is being written to a stream."""

    def add(self, rows: Iterable[_Row]) -> None:
        """Add rows to the table."""

    def end(self) -> None:
        """Write what is left; the stream stays open."""

    def drop(self) -> None:
        """Let go of the stream: nothing is written to it any more."""


def write_tables(
    store: Path,
    csv_into: Path | None,
    parquet_into: Path | None,
    more: Mapping[str, str] | None = None,
    decimal: Decimal = ".",
) -> list[str]:
    """Export a store, and return sentences about it. Raises InputError; then no new file of it is left behind.

    more: further files, by their names, that go into the folder of CSV files.
    """
    check_parquet(parquet_into)
    connection = opened(store)
    try:
        with refusing(store):
            # Read all tables in one transaction, so that they fit each other.
            connection.execute("BEGIN")
        _export(connection, store, csv_into, parquet_into, more or {}, decimal)
        with refusing(store):
            sql = (
                "SELECT run, coalesce(stopped, asked), (SELECT count(*) FROM matches m WHERE m.run = r.run) FROM runs r"
            )
            unfinished = [row for row in connection.execute(f"{sql} ORDER BY run") if row[1] != row[2]]
    finally:
        connection.close()
    into = " and ".join(str(folder) for folder in (csv_into, parquet_into) if folder is not None)
    return [
        f"{store}: runs, matches and turns are in {into}.",
        *(
            f"{run} is not finished: {there} of {asked} matches; simulate --resume goes on."
            for run, asked, there in unfinished
        ),
    ]


def check_parquet(into: Path | None) -> None:
    """Raise InputError if Parquet is asked for and pyarrow is not installed."""
    if into is not None:
        _pyarrow()


def _export(
    connection: sqlite3.Connection,
    store: Path,
    csv_into: Path | None,
    parquet_into: Path | None,
    more: Mapping[str, str],
    decimal: Decimal,
) -> None:
    """Write all tables in one pass over the store; the files appear only when all of it has been read."""
    runs = read_runs(connection, store)
    tables = Tables.of(runs[0].game)
    columns: dict[str, _Columns] = {
        "runs": (*RUNS, *_COUNTED),
        "matches": tables.matches,
        "turns": tables.turns,
    }
    has_answers = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (ANSWERS.name,)).fetchone()
    if has_answers:
        columns["answers"] = ANSWERS.columns
    with ExitStack() as files:
        writers: dict[str, list[_Writer]] = {name: [] for name in columns}
        wanted = [
            (folder, option, {name: f"{name}{suffix}" for name in columns}, kind, texts)
            for folder, option, suffix, kind, texts in (
                (csv_into, "--csv", ".csv", partial(_Csv, decimal=decimal), more),
                (parquet_into, "--parquet", ".parquet", _Parquet, {}),
            )
            if folder is not None
        ]
        # The folders before all files: whichever file fails, what is new in either folder goes.
        for folder, option, names, _, texts in wanted:
            files.enter_context(_folder(folder, option, (*names.values(), *texts)))
        for folder, _, names, kind, texts in wanted:
            for table, name in names.items():
                stream = files.enter_context(writing_whole(folder / name))
                writers[table].append(kind(columns[table], stream))
                files.callback(writers[table][-1].drop)
            for name, text in texts.items():
                files.enter_context(writing_whole(folder / name)).write(text.encode())

        def add(name: str, rows: Sequence[_Row]) -> None:
            for writer in writers[name]:
                writer.add(rows)

        for run, cells in zip(runs, run_cells(connection, store), strict=True):
            played = crashed = 0
            for found in read_cells(connection, store, run.run, tables, len(run.seats)):
                add("matches", [found.match])
                add("turns", found.turns)
                if has_answers:
                    add("answers", found.answers)
                played += found.match[2] == PLAYED
                crashed += found.match[2] != PLAYED
            add("runs", [(*cells, played, crashed, FORMAT)])
        for writer in (writer for each in writers.values() for writer in each):
            writer.end()


@contextlib.contextmanager
def _folder(path: Path, option: str, names: Iterable[str]) -> Iterator[None]:
    """Make a folder to write these files into; if any file fails, remove what is new, folders and files."""
    made = [folder for folder in (path, *path.parents) if not is_there(folder)]
    new = [path / name for name in names if not is_there(path / name)]
    output_folder(path, option)
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            for file in new:
                file.unlink(missing_ok=True)
            for folder in made:
                folder.rmdir()
        raise


class _Csv:
    """A writer of a table as CSV."""

    def __init__(self, columns: _Columns, stream: BinaryIO, decimal: Decimal) -> None:
        self._text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
        self._table = CsvTable(self._text, decimal)
        self._table.row(name for name, _ in columns)

    def add(self, rows: Iterable[_Row]) -> None:
        for row in rows:
            self._table.row(row)

    def end(self) -> None:
        """Write what is still buffered."""
        self._text.flush()

    def drop(self) -> None:
        """Let go of the stream, which would be closed with the text otherwise."""
        with contextlib.suppress(OSError, ValueError):
            self._text.detach()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise InputError(
            "--parquet: the package pyarrow is not installed, expected pip install '.[parquet]'."
        ) from error
    return pyarrow, pyarrow.parquet


class _Parquet:
    """A writer of a table as Parquet."""

    def __init__(self, columns: _Columns, stream: BinaryIO) -> None:
        self._arrow, parquet = _pyarrow()
        types = {"INTEGER": self._arrow.int64(), "REAL": self._arrow.float64(), "TEXT": self._arrow.string()}
        self._schema = self._arrow.schema([(name, types[kind]) for name, kind in columns])
        self._writer = parquet.ParquetWriter(stream, self._schema)
        self._rows: list[_Row] = []

    def add(self, rows: Iterable[_Row]) -> None:
        """Keep rows until there are enough for a row group, then write it."""
        self._rows += rows
        while len(self._rows) >= _GROUP:
            self._write(self._rows[:_GROUP])
            del self._rows[:_GROUP]

    def end(self) -> None:
        """Write the last row group."""
        if self._rows:
            self._write(self._rows)
        self._writer.close()

    def drop(self) -> None:
        """Let go of the stream, so that the end of a file that has failed is not written when this is collected."""
        self._writer.is_open = False

    def _write(self, rows: Sequence[_Row]) -> None:
        arrays = [
            self._arrow.array(cells, field.type)
            for cells, field in zip(zip(*rows, strict=True), self._schema, strict=True)
        ]
        table = self._arrow.Table.from_arrays(arrays, schema=self._schema)
        self._writer.write_table(table, row_group_size=_GROUP)
