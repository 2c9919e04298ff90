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
class _Field:
    name: str
    type: type
    by_seat: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one kind of row, as (name, type in SQLite)."""

    row: type[Any]
    columns: tuple[tuple[str, str], ...]
    fields: tuple[_Field, ...]

    @classmethod
    def of(cls, row: type[Any]) -> Layout:
        """Of a dataclass of numbers, texts, bools and tuples of these by seat, each perhaps None."""
        hints = get_type_hints(row)
        found = tuple(_field(item.name, hints[item.name]) for item in fields(row))
        named: list[tuple[str, str]] = []
        for item in found:
            names = [f"{item.name}_{seat}" for seat in range(1, len(NAMES) + 1)] if item.by_seat else [item.name]
            named += [(name, TYPES[item.type]) for name in names]
        return cls(row, tuple(named), found)

    def cells(self, row: Any) -> tuple[Cell, ...]:
        """The values of a row, in the order of the columns."""
        return tuple(columns(row).values())

    def back(self, cells: Sequence[Cell], seats: int) -> Any:
        """The row of these values, at a table with so many seats."""
        values: list[Any] = []
        at = 0
        for item in self.fields:
            if item.by_seat:
                values.append(tuple(cells[at : at + seats]))
                at += len(NAMES)
                continue
            cell = cells[at]
            values.append(bool(cell) if item.type is bool and cell is not None else cell)
            at += 1
        return self.row(*values)


def _field(name: str, hint: Any) -> _Field:
    by_seat = get_origin(hint) is tuple
    if by_seat:
        hint = get_args(hint)[0]
    if isinstance(hint, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    return _Field(name, hint, by_seat)
