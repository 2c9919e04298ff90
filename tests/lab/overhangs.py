"""Piles whose fall statics decides: a brick that hangs over the table's edge, and another that weighs it down."""

from __future__ import annotations

from sim.lab.pile import Brick

OVERHANGS_MM = (0.0, 12.0, 24.0, 34.0, 37.0, 43.0, 46.0, 50.0)
"""How far the middle of the hanging brick lies beyond that of its support; from 40 on it lies beyond the edge."""


def overhang(offset_mm: float) -> tuple[list[Brick], dict[str, bool]]:
    """A pile on a table that ends at x = 150, held down by brick 0; and which bricks fall when that is taken."""
    bricks = [
        Brick("0", 110 + offset_mm - 30, 100, 0, 80, 40),
        Brick("1", 110, 20, 0, 80, 40),
        Brick("2", 110 + offset_mm, 60, 0, 80, 40),
    ]
    return bricks, {"1": False, "2": offset_mm > 40}
