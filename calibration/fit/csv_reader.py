"""The reader of measurements for the fits: columns by unit, missing cells left out, every refusal one sentence."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sim.errors import InputError
from sim.files import is_folder, read_text
from sim.lab.measurements import number, read_rows
from sim.refusals import either

# The spellings of a missing measurement. `nan` is not one, as broken programs write it for a number.
MISSING = ("", "NA", "na", "N/A", "-")

Units = Mapping[str, float]
"""The names a column may have, each with the factor that converts its numbers."""


@dataclass(frozen=True, slots=True)
class Column:
    """A wanted column: the names it may have (the first is the usual one), and whether it may be absent."""

    units: Units
    optional: bool = False

    @property
    def usual(self) -> str:
        """The name that messages use."""
        return next(iter(self.units))


Cells = tuple[str, list[float | None]]
"""The position of a row (`FILE: line N`) and its numbers, one per column; None if missing."""


def read_columns(file: Path, columns: Sequence[Column]) -> tuple[list[str | None], list[Cells]]:
    """Read columns as numbers in the unit of their usual name.

    Returns the name found for each column (None: an optional one that is absent), and the rows.

    Raises InputError for a file that cannot be read or is empty, a missing column, two columns for one thing, and cells
    that are neither a finite number nor empty.
    """
    there = header(file)
    names = [_name(file, there, column) for column in columns]
    rows = []
    for where, cells in read_rows(file, [name for name in names if name is not None]):
        values: list[float | None] = []
        for column, name in zip(columns, names, strict=True):
            cell = "" if name is None else cells[name]
            values.append(None if name is None or cell in MISSING else column.units[name] * number(where, name, cell))
        rows.append((where, values))
    return names, rows


def _name(file: Path, header: Sequence[str], column: Column) -> str | None:
    found = [name for name in header if name in column.units]
    if len(found) > 1:
        raise InputError(
            "{file}: {found}: expected one column for {usual}, found {found2} as well.",
            file=file,
            found=found[1],
            usual=column.usual,
            found2=found[0],
        )
    if not found and not column.optional:
        raise InputError(
            "{file}: {usual}: missing column, expected {units}.",
            file=file,
            usual=column.usual,
            units=either(column.units),
        )
    return found[0] if found else None


def header(file: Path) -> list[str]:
    """Return the names in the first line. Raises InputError if there is none."""
    if is_folder(file):
        raise InputError("{file}: expected a CSV file, found a folder.", file=file)
    lines = read_text(file).splitlines()
    if not lines or not lines[0].strip():
        raise InputError("{file}: expected a header line with the columns' names, found none.", file=file)
    try:
        return [name.strip() for name in next(csv.reader(lines[:1], skipinitialspace=True))]
    except csv.Error as error:
        raise InputError("{file}: line 1: is not valid CSV ({error}).", file=file, error=error) from error
