"""What the results of all games have in common: rows, one a match and one a turn, flat enough to be columns of tables.

They are derived from the lines that a match tells (sim/match/record.py), so a recorded match gives the same rows as
the match itself. What a turn is, and what is counted of it, is the game's: its rows.py and metrics.py.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any

from sim.seat import NAMES

Cell = int | float | str | None
SIGNED = "may be below nought"
Signed = Annotated[int, SIGNED]
"""A whole number of a row that may be below nought; all others are counts or numbers of something."""


def columns(row: Any) -> dict[str, Cell]:
    """Return a row as the flat columns of a table.

    A bool is 0 or 1; a tuple by seat becomes x_1, x_2, ..., None where nobody sits.
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
