"""Tables as CSV, with a decimal point or, for spreadsheets that expect it, a comma."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import Literal, TextIO

Decimal = Literal[".", ","]


class CsvTable:
    """A writer of rows. decimal: the sign before the decimals; with a comma, semicolons part the cells.

    Texts stay as they are, so that names with points do.
    """

    def __init__(self, stream: TextIO, decimal: Decimal = ".") -> None:
        self._comma = decimal == ","
        self._writer = csv.writer(stream, delimiter=";" if self._comma else ",", lineterminator="\n")

    def row(self, cells: Iterable[object]) -> None:
        """Write a row."""
        self._writer.writerow([self._written(cell) for cell in cells] if self._comma else list(cells))

    def number(self, value: float, decimals: int) -> str:
        """Return a number with that many decimals, as a cell."""
        text = f"{value:.{decimals}f}"
        return text.replace(".", ",") if self._comma else text

    @staticmethod
    def _written(cell: object) -> object:
        return repr(cell).replace(".", ",") if isinstance(cell, float) else cell
