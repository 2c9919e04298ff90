"""The places of several matches in one window. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math

from scenes.window.camera import Rectangle

SHAPE = 16 / 9
"""The best width of a match's place, as a multiple of its height."""
GAP = 3.0


def tiles(place: Rectangle, count: int, foot: float = 0.0) -> tuple[Rectangle, ...]:
    """Return the places of `count` matches, row by row from the upper left, with `foot` units free below each.

    Of all arrangements it takes the one that leaves each match the most room.
    """
    arrangements = [(columns, math.ceil(count / columns)) for columns in range(1, count + 1)]

    def worth(columns: int, rows: int) -> float:
        wide, high = place.width / columns, place.height / rows - foot
        return min(wide / SHAPE, high) * (1.0 if columns * rows == count else 0.8)

    columns, rows = max(arrangements, key=lambda both: worth(*both))
    wide, high = (place.width - GAP * (columns - 1)) / columns, (place.height - GAP * (rows - 1)) / rows
    found = []
    for index in range(count):
        row, column = divmod(index, columns)
        left, top = place.left + column * (wide + GAP), place.top - row * (high + GAP)
        found.append(Rectangle(left, min(top - high + foot, top - 1.0), left + wide, top))
    return tuple(found)
