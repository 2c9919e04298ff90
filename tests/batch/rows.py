"""A match's rows from its lines, as a record holds them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sim.protocols import Line


def rows_of(collector: Any, lines: Iterable[Line]) -> tuple[Any, list[Any]]:
    """Return the rows of a match and of its turns that a game's tally makes of these lines."""
    for line in lines:
        collector.add_line(line)
    return collector.match_row(), collector.turns
