"""Conversion between rows and columns of a database: names and types come from the row's dataclass."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sim.batch.rows import SIGNED, Cell, columns
from sim.seat import NAMES
from sim.untrusted_text import quoted

TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL", str: "TEXT"}
KINDS: dict[str, type] = {"INTEGER": int, "REAL": float, "TEXT": str}
"""The Python type of each of SQLite's types."""
LARGEST = 1_000_000
"""The largest count that a match can have."""
_WORDS = {int: "a whole number", float: "a number", str: "text", NoneType: "nothing"}


@dataclass(frozen=True, slots=True)
class RowSchema:
    """The columns of one kind of row, as (name, type in SQLite)."""

    row: type[Any]
    columns: tuple[tuple[str, str], ...]
    bools: tuple[int, ...]
    """Columns that are bools in the row."""
    by_seat: tuple[int, ...]
    """Columns at which fields by seat begin, in descending order."""
    optional: frozenset[int]
    """Columns that may be NULL."""
    signed: frozenset[int]
    """Columns of whole numbers that may be negative."""
    _kinds: tuple[type, ...]
    _light: type[Any]
    """A tuple with the names of the row's fields, and with its properties."""

    @classmethod
    def of(cls, row: type[Any]) -> RowSchema:
        """Return the schema of a dataclass of numbers, texts, bools, and tuples of these by seat, each perhaps None."""
        hints = get_type_hints(row, include_extras=True)
        named: list[tuple[str, str]] = []
        bools: list[int] = []
        by_seat: list[int] = []
        optional: list[int] = []
        signed: list[int] = []
        for item in fields(row):
            hint = _Hint.of(hints[item.name])
            names = [item.name]
            if hint.by_seat:
                by_seat.insert(0, len(named))
                names = [f"{item.name}_{seat}" for seat in range(1, len(NAMES) + 1)]
            for positions, chosen in ((bools, hint.kind is bool), (optional, hint.optional), (signed, hint.signed)):
                if chosen:
                    positions += range(len(named), len(named) + len(names))
            named += [(name, TYPES[hint.kind]) for name in names]
        return cls(
            row,
            tuple(named),
            tuple(bools),
            tuple(by_seat),
            frozenset(optional),
            frozenset(signed),
            tuple(KINDS[kind] for _, kind in named),
            _light(row),
        )

    def cells(self, row: Any) -> tuple[Cell, ...]:
        """Return the values of a row, in the order of the columns."""
        return tuple(columns(row).values())

    def stored_cells(self, row: Any) -> tuple[Cell, ...]:
        """Return the values of a row as SQLite gives them back: of their column's type, -0.0 as 0.0, NaN as None."""
        return tuple(
            None if cell is None or cell != cell else float(cell) + 0.0 if kind is float else kind(cell)
            for cell, kind in zip(self.cells(row), self._kinds, strict=True)
        )

    def back(self, cells: Sequence[Cell], seats: int) -> Any:
        """Return the row of these values, at a table of `seats` players."""
        # This runs for millions of rows, most with plain fields only, so it does no more than it must.
        values: list[Any] = list(cells)
        for at in self.bools:
            if values[at] is not None:
                values[at] = bool(values[at])
        for at in self.by_seat:
            values[at : at + len(NAMES)] = [tuple(values[at : at + seats])]
        return self.row(*values)

    def rows(self, columns: Sequence[Sequence[Cell]], seats: int) -> Iterator[Any]:
        """Return the rows of these columns as `back` would, except that each is a tuple, which is quicker to make."""
        values: list[Iterable[Any]] = list(columns)
        for at in self.bools:
            values[at] = [cell if cell is None else bool(cell) for cell in columns[at]]
        for at in self.by_seat:
            values[at : at + len(NAMES)] = [zip(*values[at : at + seats], strict=True)]
        return map(partial(tuple.__new__, self._light), zip(*values, strict=True))

    def are_sound(self, rows: Sequence[Sequence[Any]], seats: int) -> bool:
        """Return True if none of these rows has a flaw, as found quickly, column by column."""
        for at, column in enumerate(zip(*rows, strict=True)):
            if not set(map(type, column)) <= set(self._expected(at, seats)):
                return False
            if at in self.optional or self._is_empty(at, seats):
                column = tuple(cell for cell in column if cell is not None)
            kind = self._kinds[at]
            if kind is float:
                # A sum that is not finite may be too large, or of something that is not finite.
                if not math.isfinite(sum(column)):
                    return False
            elif kind is int and column and self._is_count(at):
                low, high = self._range(at)
                if min(column) < low or max(column) > high:
                    return False
        return True

    def flaw(self, cells: Sequence[Any], seats: int) -> str | None:
        """Return the first fault of values that no row of this kind can have; None if there is none."""
        for at, (cell, (name, _)) in enumerate(zip(cells, self.columns, strict=True)):
            expected = self._expected(at, seats)
            if not isinstance(cell, expected):
                words = " or ".join(_WORDS[kind] for kind in expected)
                return f"{name}: expected {words}, found {quoted(cell)}"
        for at, (cell, (name, _)) in enumerate(zip(cells, self.columns, strict=True)):
            if isinstance(cell, float) and not math.isfinite(cell):
                return f"{name}: expected a number, found {cell}"
            low, high = self._range(at)
            if isinstance(cell, int) and self._is_count(at) and not low <= cell <= high:
                return f"{name}: expected a whole number from {low} to {high}, found {quoted(cell)}"
        return None

    def _expected(self, at: int, seats: int) -> tuple[type, ...]:
        if self._is_empty(at, seats):
            return (NoneType,)
        kind = self._kinds[at]
        return (kind, NoneType) if at in self.optional else (kind,)

    def _is_empty(self, at: int, seats: int) -> bool:
        """Return True for a column of a seat at which nobody sits."""
        return any(start + seats <= at < start + len(NAMES) for start in self.by_seat)

    def _is_count(self, at: int) -> bool:
        # The first column is the index of the match, which may be of any size.
        return at > 0 and self.columns[at][0] != "seed"

    def _range(self, at: int) -> tuple[int, int]:
        """Return the least and the greatest count in a column."""
        return -LARGEST if at in self.signed else 0, LARGEST


def _light(row: type[Any]) -> type[Any]:
    named = namedtuple(row.__name__, [item.name for item in fields(row)])  # type: ignore[misc]  # known at run time only
    derived = {name: value for name, value in vars(row).items() if isinstance(value, property)}
    return type(row.__name__, (named,), {"__slots__": (), **derived})


@dataclass(frozen=True, slots=True)
class _Hint:
    """The type of a field, taken apart."""

    kind: type
    by_seat: bool
    optional: bool
    signed: bool

    @classmethod
    def of(cls, hint: Any) -> _Hint:
        by_seat = get_origin(hint) is tuple
        if by_seat:
            hint = get_args(hint)[0]
        optional = isinstance(hint, UnionType)
        if optional:
            (hint,) = (part for part in get_args(hint) if part is not NoneType)
        signed = get_origin(hint) is Annotated
        if signed:
            hint, mark = get_args(hint)
            assert mark == SIGNED
        return cls(hint, by_seat, optional, signed)
