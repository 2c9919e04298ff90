"""Measurements from CSV files: rows with the columns an experiment needs, every refusal one sentence."""

from __future__ import annotations

import csv
import gzip
import io
import math
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

from sim.errors import InputError, between
from sim.files import read_text
from sim.untrusted_text import quoted

Row = tuple[str, dict[str, str]]
MOST = 1e9
"""The greatest number that the engine is given: far beyond it, its arithmetic loses its way."""


def read_rows(file: Path, columns: Sequence[str]) -> list[Row]:
    """Read the rows of a CSV file (plain or .gz), each with where it stands (`FILE: line N`) and its cells by column.

    Other columns are allowed. Raises InputError for a file that cannot be read, a missing column, or no rows.
    """
    reader = csv.DictReader(io.StringIO(_text(file), newline=""), skipinitialspace=True)
    try:
        names = [name.strip() for name in reader.fieldnames or ()]
        reader.fieldnames = names
        missing = [name for name in columns if name not in names]
        if missing:
            raise InputError(f"{file}: {missing[0]}: missing column, expected {', '.join(columns)}.")
        rows = [
            (f"{file}: line {reader.line_num}", {column: (row[column] or "").strip() for column in columns})
            for row in reader
        ]
    except csv.Error as error:
        raise InputError(f"{file}: line {reader.line_num}: is not valid CSV ({error}).") from error
    if not rows:
        raise InputError(f"{file}: expected at least one row below the header, found none.")
    return rows


def number(where: str, column: str, cell: str, most: float = sys.float_info.max) -> float:
    """Return a cell's finite number, between `-most` and `most`. Raises InputError."""
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: {column}: expected a finite number, found {quoted(cell)}.")
    between(f"{where}: {column}", value, -most, most)
    return value


def _text(file: Path) -> str:
    if file.suffix != ".gz":
        return read_text(file)
    try:
        return gzip.decompress(file.read_bytes()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not UTF-8 text (byte {error.start}).") from error
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise InputError(f"{file}: cannot be read ({getattr(error, 'strerror', None) or error}).") from error
