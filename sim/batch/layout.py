"""Rows as columns of a database and back: names and types come from the row's dataclass, values from `columns`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from sim.batch.results import Cell, columns
from sim.matches.seats import NAMES

TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL", str: "TEXT"}


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one kind of row, as (name, type in SQLite)."""

    row: type[Any]
    columns: tuple[tuple[str, str], ...]
    bools: tuple[int, ...]
    """Columns that are bools in the row."""
    by_seat: tuple[int, ...]
    """Columns at which fields by seat begin, the last first."""

    @classmethod
    def of(cls, row: type[Any]) -> Layout:
        """Of a dataclass of numbers, texts, bools and tuples of these by seat, each perhaps None."""
        hints = get_type_hints(row)
        named: list[tuple[str, str]] = []
        bools: list[int] = []
        by_seat: list[int] = []
        for item in fields(row):
            found, for_seats = _type(hints[item.name])
            names = [item.name]
            if for_seats:
                by_seat.insert(0, len(named))
                names = [f"{item.name}_{seat}" for seat in range(1, len(NAMES) + 1)]
            if found is bool:
                bools += range(len(named), len(named) + len(names))
            named += [(name, TYPES[found]) for name in names]
        return cls(row, tuple(named), tuple(bools), tuple(by_seat))

    def cells(self, row: Any) -> tuple[Cell, ...]:
        """The values of a row, in the order of the columns."""
        return tuple(columns(row).values())

    def back(self, cells: Sequence[Cell], seats: int) -> Any:
        """The row of these values, at a table with so many seats."""
        # Plain fields in a row are most of all rows, and millions of them: nothing is done for each but what must be.
        values: list[Any] = list(cells)
        for at in self.bools:
            if values[at] is not None:
                values[at] = bool(values[at])
        for at in self.by_seat:
            values[at : at + len(NAMES)] = [tuple(values[at : at + seats])]
        return self.row(*values)


def _type(hint: Any) -> tuple[type, bool]:
    """The plain type of a field, and whether there is one by seat."""
    by_seat = get_origin(hint) is tuple
    if by_seat:
        hint = get_args(hint)[0]
    if isinstance(hint, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    return hint, by_seat
