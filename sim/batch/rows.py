"""What the results of all games have in common: rows, one a match and one a turn, flat enough to be columns of tables.

They are derived from the lines that a match tells (sim/match/record.py), so a recorded match gives the same rows as
the match itself. What a turn is, and what is counted of it, is the game's: sim/batch/GAME/results.py and summary.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Annotated, Any, Protocol

from sim.seat import NAMES

Cell = int | float | str | None
SIGNED = "may be below nought"
Signed = Annotated[int, SIGNED]
"""A whole number of a row that may be below nought; all others are counts or numbers of something."""


class RowCollector(Protocol):
    """Turns the told lines of one match into its rows."""

    turns: list[Any]

    def tell(self, line: Mapping[str, Any]) -> None:
        """Take in one line."""

    def match_row(self) -> Any:
        """The row of the whole match. Raises ValueError before its last line was told."""


class Figures(Protocol):
    """Turns the rows of many matches into figures, one match at a time, and holds none of them.

    The figures are the same in whatever order the matches come. What is kept may grow by a few tens of bytes a match
    (docs/batch.md, Memory).
    """

    matches: int
    """How many were counted."""

    def add(self, match: Any, turns: Sequence[Any]) -> None:
        """Count a match: its row, and the rows of all its turns in their order."""

    def summary(self) -> Any:
        """The figures of the matches so far. Raises ValueError before the first."""


def columns(row: Any) -> dict[str, Cell]:
    """A row as the flat columns of a table: a bool is 0 or 1, a tuple by seat becomes x_1, x_2, ... (None: nobody)."""
    flat: dict[str, Cell] = {}
    for item in fields(row):
        value = getattr(row, item.name)
        if isinstance(value, tuple):
            padded = [*value, *[None] * (len(NAMES) - len(value))]
            flat |= {f"{item.name}_{seat}": cell for seat, cell in enumerate(padded, start=1)}
        else:
            flat[item.name] = int(value) if isinstance(value, bool) else value
    return flat
