"""The map of shares: names above it have room."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calibration.reports.pictures import heat
from sim.statistics import Interval


def _height(columns: Sequence[str]) -> float:
    """Return the height of a map of one row, in points."""
    cells = {("1", column): (Interval(0.1, 0.0, 0.2), "12", False) for column in columns}
    (found,) = re.findall(r'<svg[^>]* height="([\d.]+)pt"', heat(cells, ["1"], columns, "slot").decode())
    return float(found)


def test_long_names_lean_above_a_map_and_short_ones_do_not() -> None:
    short = [*"abcdefgh", "barrel"]
    assert _height([*short[:-1], "boat"]) == _height(short)
    # Sixteen letters at 45 degrees are some 60 points high.
    assert _height([*short[:-1], "rusty_cannonball"]) > _height(short) + 50
