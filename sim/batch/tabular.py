"""Results as rows: plain lists, or frames of pandas and polars where these are installed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from sim.batch.rows import Cell
from sim.errors import InputError
from sim.refusals import one_of
from sim.statistics import Interval

if TYPE_CHECKING:
    import pandas
    import polars

Row: TypeAlias = dict[str, Cell]
"""A row of a result: numbers, texts and None, by column."""


class Tabular:
    """A result that has tables. Each method takes the name of one; without a name it means the first."""

    __slots__ = ()
    TABLES: ClassVar[tuple[str, ...]]
    """The names of the tables."""

    def rows(self, what: str | None = None) -> list[Row]:
        """Return a table as plain rows. Raises InputError for one that is not there."""
        name = self.TABLES[0] if what is None else what
        if name not in self.TABLES:
            raise InputError("what: {one_of}.", one_of=one_of(what, self.TABLES))
        return list(self._table(name))

    def to_pandas(self, what: str | None = None) -> pandas.DataFrame:
        """Return a table as a frame of pandas. Raises ImportError without pandas, and InputError as `rows` does."""
        rows = self.rows(what)
        try:
            from pandas import DataFrame
        except ModuleNotFoundError:
            raise _missing("pandas") from None
        return DataFrame(rows)

    def to_polars(self, what: str | None = None) -> polars.DataFrame:
        """Return a table as a frame of polars. Raises ImportError without polars, and InputError as `rows` does."""
        rows = self.rows(what)
        try:
            from polars import DataFrame
        except ModuleNotFoundError:
            raise _missing("polars") from None
        # Types are read off all rows: the first of them often lack what later ones have.
        return DataFrame(rows, infer_schema_length=None)

    def _table(self, name: str) -> Iterable[Row]:
        raise NotImplementedError


def interval_cells(found: Interval) -> Row:
    """Return the cells of an interval; None where there is no number."""
    values = {"estimate": found.estimate, "low": found.low, "high": found.high}
    return {name: None if math.isnan(value) else value for name, value in values.items()}


def _missing(library: str) -> ImportError:
    return ImportError(f"to_{library} needs {library}, which is not installed: pip install {library}.")
