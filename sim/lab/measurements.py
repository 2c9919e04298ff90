"""Measurements from CSV files: rows with the columns an experiment needs, every refusal one sentence."""

from __future__ import annotations

import csv
import gzip
import io
import math
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from sim.errors import InputError, between
from sim.files import read_text
from sim.untrusted_text import quoted

Row = tuple[str, dict[str, str]]
MOST = 1e9
"""The greatest number that the engine is given: far beyond it, its arithmetic loses its way."""
LARGEST, MOST_ROWS = 1 << 25, 1_000_000
"""The largest table that is read: bytes after unpacking (packed ones may stand for a thousand times as many), rows."""


def read_rows(file: Path, columns: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of a CSV file (plain or .gz), each with where it stands (`FILE: line N`) and its cells by column.

    Other columns are allowed. Raises InputError for a file that cannot be read, a missing column, or no rows.
    """
    reader = csv.reader(io.StringIO(_text(file), newline=""), skipinitialspace=True)
    try:
        # Not csv.DictReader, which takes the time of all columns over each row, however short it is.
        places = {name.strip(): place for place, name in enumerate(next(reader, ()))}
        missing = [name for name in columns if name not in places]
        if missing:
            raise InputError(
                "{file}: {missing}: missing column, expected {columns}.",
                file=file,
                missing=missing[0],
                columns=", ".join(columns),
            )
        wanted = [(name, places[name]) for name in columns]
        count = 0
        for count, row in enumerate(filter(None, reader), start=1):
            if count > MOST_ROWS:
                raise InputError(
                    "{file}: expected at most {most_rows} rows below the header.", file=file, most_rows=MOST_ROWS
                )
            cells = {name: row[place].strip() if place < len(row) else "" for name, place in wanted}
            yield f"{file}: line {reader.line_num}", cells
    except csv.Error as error:
        raise InputError(
            "{file}: line {line_num}: is not valid CSV ({error}).", file=file, line_num=reader.line_num, error=error
        ) from error
    if not count:
        raise InputError("{file}: expected at least one row below the header, found none.", file=file)


def number(where: str, column: str, cell: str, most: float = sys.float_info.max) -> float:
    """Return a cell's finite number, between `-most` and `most`. Raises InputError."""
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(
            "{where}: {column}: expected a finite number, found {cell}.", where=where, column=column, cell=quoted(cell)
        )
    between(f"{where}: {column}", value, -most, most)
    return value


def _text(file: Path) -> str:
    if file.suffix != ".gz":
        return read_text(file, LARGEST)
    try:
        with gzip.open(file) as stream:
            content = stream.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise InputError(
                "{file}: is too large, expected at most {largest} bytes when unpacked.", file=file, largest=LARGEST
            )
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("{file}: is not UTF-8 text (byte {start}).", file=file, start=error.start) from error
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise InputError(
            "{file}: cannot be read ({getattr}).", file=file, getattr=getattr(error, "strerror", None) or error
        ) from error
