"""The rows of results, one per match and one per turn, as all games have them: flat enough to be columns of tables.

They are derived from the lines of a match (sim/match/record.py), so a recorded match gives the same rows as the match
itself. What a turn is, and what is counted of it, each game defines in its rows.py and metrics.py.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any

from sim.seat import NAMES

Cell = int | float | str | None
SIGNED = "may be negative"
Signed = Annotated[int, SIGNED]
"""A whole number of a row that may be negative; all others are counts or numbers of something."""


def columns(row: Any) -> dict[str, Cell]:
    """Return a row as the flat columns of a table.

    A bool is 0 or 1; a tuple by seat becomes x_1, x_2, ..., None for seats that are empty.
    """
    flat: dict[str, Cell] = {}
    for item in fields(row):
        value = getattr(row, item.name)
        if isinstance(value, tuple):
            padded = [*value, *[None] * (len(NAMES) - len(value))]
            flat |= {f"{item.name}_{seat}": cell for seat, cell in enumerate(padded, start=1)}
        else:
            flat[item.name] = int(value) if isinstance(value, bool) else value
    return flat
