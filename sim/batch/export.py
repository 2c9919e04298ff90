"""`report`: the tables of a store as CSV or Parquet, one file a table, sorted by their keys.

The files of a finished store depend on its runs alone: not on engines, workers, the order in which matches came, or
how often it was interrupted.
"""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from sim.batch.results import Cell
from sim.batch.stored import FORMAT, PLAYED, RUNS, Tables, opened, refusing, table
from sim.errors import InputError
from sim.files import output_folder, writing_whole
from sim.foreign import printable

# Rows of a row group of a Parquet file: always as many, so that the bytes are always the same.
_GROUP = 50_000
_COUNTED = (("played", "INTEGER"), ("poison", "INTEGER"), ("format", "INTEGER"))


@dataclass(frozen=True, slots=True)
class Exported:
    """A table to be written: its columns as (name, type in SQLite), and its rows."""

    name: str
    columns: Sequence[tuple[str, str]]
    rows: Iterator[tuple[Cell, ...]]


def report_command(store: Path, csv_into: Path | None, parquet_into: Path | None) -> None:
    """The verb. Raises InputError."""
    if parquet_into is not None:
        _pyarrow()
    connection = opened(store)
    try:
        with refusing(store):
            # One moment of the store for all tables.
            connection.execute("BEGIN")
            if csv_into is not None:
                _export(connection, output_folder(csv_into, "--csv"), ".csv", _write_csv)
            if parquet_into is not None:
                _export(connection, output_folder(parquet_into, "--parquet"), ".parquet", _write_parquet)
            sql = (
                "SELECT run, coalesce(stopped, asked), (SELECT count(*) FROM matches m WHERE m.run = r.run) FROM runs r"
            )
            unfinished = [row for row in connection.execute(f"{sql} ORDER BY run") if row[1] != row[2]]
    finally:
        connection.close()
    into = " and ".join(str(folder) for folder in (csv_into, parquet_into) if folder is not None)
    print(printable(f"{store}: runs, matches and turns are in {into}."))
    for run, asked, there in unfinished:
        print(printable(f"{run} is not finished: {there} of {asked} matches; simulate --resume goes on."))


def exported(connection: sqlite3.Connection) -> Iterator[Exported]:
    """The tables of a store."""
    (game,) = connection.execute("SELECT game FROM runs LIMIT 1").fetchone()
    tables = Tables.of(game)
    yield Exported("runs", (*RUNS, *_COUNTED), _runs(connection))
    yield Exported("matches", tables.matches, table(connection, "matches", tables.matches, 2))
    yield Exported("turns", tables.turns, table(connection, "turns", tables.turns, 3))


def _runs(connection: sqlite3.Connection) -> Iterator[tuple[Cell, ...]]:
    for row in table(connection, "runs", RUNS, 1).fetchall():
        sql = (
            "SELECT count(*) FILTER (WHERE status = ?), count(*) FILTER (WHERE status <> ?) FROM matches WHERE run = ?"
        )
        played, poison = connection.execute(sql, (PLAYED, PLAYED, row[0])).fetchone()
        yield (*row, played, poison, FORMAT)


def _export(connection: sqlite3.Connection, folder: Path, suffix: str, write: Any) -> None:
    for part in exported(connection):
        with writing_whole(folder / f"{part.name}{suffix}") as stream:
            write(part, stream)


def _write_csv(part: Exported, stream: Any) -> None:
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(name for name, _ in part.columns)
    writer.writerows(part.rows)
    text.flush()
    # The file is closed by whoever opened it.
    text.detach()


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise InputError(
            "--parquet: the package pyarrow is not installed, expected pip install 'yardarm[parquet]'."
        ) from error
    return pyarrow, pyarrow.parquet


def _write_parquet(part: Exported, stream: Any) -> None:
    arrow, parquet = _pyarrow()
    types = {"INTEGER": arrow.int64(), "REAL": arrow.float64(), "TEXT": arrow.string()}
    schema = arrow.schema([(name, types[kind]) for name, kind in part.columns])
    with parquet.ParquetWriter(stream, schema) as writer:
        while rows := list(islice(part.rows, _GROUP)):
            arrays = [
                arrow.array(cells, field.type) for cells, field in zip(zip(*rows, strict=True), schema, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema), row_group_size=_GROUP)
