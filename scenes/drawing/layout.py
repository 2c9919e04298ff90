"""Places in a window: of the panels beside a table, and of several matches. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Self, TypeVar

from scenes.drawing.panels import strip_high
from scenes.drawing.text import scale, text_height
from scenes.window.camera import Rectangle

LEAST_SHARE = 0.85
"""Panels are shown if the table keeps this share of the size that it has without them."""
LEAST_UNIT = 0.5
TILE_SHAPE = 16 / 9
"""The best width of a match's place among several, as a multiple of its height."""
TILE_GAP = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelLayout:
    """Rectangles of the panels, and the part of the window left to the table; a game adds its own panels as fields.

    unit: scales every measure of the panels; 1 in a 720-line window. seats: in the order of the seats, empty where
    they would leave too little to the table. ticker, remote: None where there is no room for them.
    """

    unit: float
    table: Rectangle
    status: Rectangle
    seats: tuple[Rectangle, ...] = ()
    ticker: Rectangle | None = None
    remote: Rectangle | None = None

    @property
    def panels(self) -> tuple[Rectangle, ...]:
        """All panels that are shown."""
        found: list[Rectangle] = []
        for name in (field.name for field in fields(self) if field.name != "table"):
            value = getattr(self, name)
            if isinstance(value, Rectangle):
                found.append(value)
            elif isinstance(value, tuple):
                found += value
        return tuple(found)

    def text(self, size: float) -> float:
        """Return the height of a text in window units: `size` in a 720-line window, scaled, never too small to read."""
        return text_height(size, self.unit)

    @classmethod
    def alone(cls, width: float, height: float) -> Self:
        """Return the layout of a small window: the table, and above it one line of status."""
        unit = unit_of(width, height, 480.0, 270.0)
        gap = max(2.0, 4.0 * unit)
        status = Rectangle(gap, height - gap - strip_high(unit), width - gap, height - gap)
        return cls(unit=unit, table=Rectangle(0.0, 0.0, width, status.bottom), status=status)


L = TypeVar("L", bound=PanelLayout)


def unit_of(width: float, height: float, usual_width: float = 1280.0, usual_height: float = 720.0) -> float:
    """Return the scale of panels in a window, 1 if it has its usual size."""
    return max(LEAST_UNIT, min(width / usual_width, height / usual_height))


def fitting(layouts: Iterable[L | None], alone: L, size: Callable[[Rectangle], float], least: float) -> L:
    """Return the first layout whose table is large enough, else `alone`.

    size: how large the table can be drawn in a rectangle. least: a size that is enough in any window (units); in a
    small window LEAST_SHARE of the size without panels is enough too.
    """
    enough = min(least, LEAST_SHARE * size(alone.table))
    return next((layout for layout in layouts if layout is not None and size(layout.table) >= enough), alone)


def broadened(column: float, width: float, most: float) -> float:
    """Return the width of a column of panels for larger text, at most the share `most` of the window's width."""
    return max(column, min(column * scale() ** 0.6, most * width))


def grid(
    left: float, top: float, size: tuple[float, float], gap: float, count: int, columns: int = 1
) -> tuple[Rectangle, ...]:
    """Return `count` rectangles of one size, row by row from the upper left; a column of them by default."""
    wide, high = size
    found = []
    for index in range(count):
        x, y = left + (index % columns) * (wide + gap), top - (index // columns) * (high + gap)
        found.append(Rectangle(x, y - high, x + wide, y))
    return tuple(found)


def tiles(place: Rectangle, count: int, foot: float = 0.0) -> tuple[Rectangle, ...]:
    """Return the places of `count` matches, row by row from the upper left, with `foot` units free below each.

    Of all arrangements it takes the one that leaves each match the most room.
    """
    arrangements = [(columns, math.ceil(count / columns)) for columns in range(1, count + 1)]

    def worth(columns: int, rows: int) -> float:
        wide, high = place.width / columns, place.height / rows - foot
        return min(wide / TILE_SHAPE, high) * (1.0 if columns * rows == count else 0.8)

    columns, rows = max(arrangements, key=lambda both: worth(*both))
    wide, high = (place.width - TILE_GAP * (columns - 1)) / columns, (place.height - TILE_GAP * (rows - 1)) / rows
    found = []
    for index in range(count):
        row, column = divmod(index, columns)
        left, top = place.left + column * (wide + TILE_GAP), place.top - row * (high + TILE_GAP)
        found.append(Rectangle(left, min(top - high + foot, top - 1.0), left + wide, top))
    return tuple(found)
