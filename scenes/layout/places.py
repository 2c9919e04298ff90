"""Places in a window: of the panels beside a table, and of several matches. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Self, TypeVar

from scenes.layout.text import scale, text_height
from scenes.window.camera import Rectangle

TABLE_SHARE = 0.56
"""The least share of a window's area that belongs to the table while it is played; else panels fold away."""
WATCHED_SHARE = 0.605
"""The same for a match that is watched, since the bar of its time takes a part of the window as well."""
LEAST_COLUMN = 116.0
"""The least width of a column of panels (units of a 720-line window, or window units where it is smaller)."""
LEAST_UNIT = 0.5
STRIPS_SHARE = 0.2
"""The most that the two lines of folded panels take of a window's height; in a lower window there is one."""
TILE_SHAPE = 16 / 9
"""The best width of a match's place among several, as a multiple of its height."""
TILE_GAP = 3.0
STRIP_TEXT = 13.0
"""The height of the text of a panel of one line (in a 720-line window)."""
REACH = 0.2
"""How far beside something that is clicked a click still means it, as a share of its smaller side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelLayout:
    """Rectangles of the panels, and the part of the window left to the table; a game adds its own panels as fields.

    unit: scales every measure of the panels; 1 in a 720-line window. seats: in the order of the seats, empty where
    the panels are folded away; then `strip` is the slim line with everybody's name and score. ticker, remote, strip:
    None where there is no room for them.
    """

    unit: float
    table: Rectangle
    status: Rectangle
    seats: tuple[Rectangle, ...] = ()
    ticker: Rectangle | None = None
    remote: Rectangle | None = None
    strip: Rectangle | None = None

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

    @property
    def is_folded(self) -> bool:
        """True if the players' panels are folded away."""
        return not self.seats

    def seat_place(self, index: int, count: int) -> Rectangle:
        """Return the place where the player of seat `index` of `count` is named: a panel, or a part of the strip."""
        if index < len(self.seats):
            return self.seats[index]
        return self.status if self.strip is None else strip_parts(self.strip, count)[index]

    def text(self, size: float) -> float:
        """Return the height of a text in window units: `size` in a 720-line window, scaled, never too small to read."""
        return text_height(size, self.unit)

    @classmethod
    def folded(cls, width: float, height: float, seats: int) -> Self:
        """Return the layout without panels: above the table a line of status, and one with everybody's name and score.

        Both share one line in a broad window, and only the status is left in a very low one.
        """
        unit = unit_of(width, height)
        gap, text = max(2.0, 4.0 * unit), text_height(STRIP_TEXT, unit)
        top, high, letter = height - gap, 1.9 * text, 0.62 * text
        wanted = seats * (STRIP_LETTERS * letter + 2 * gap)
        strip = None
        status = Rectangle(gap, top - high, width - gap, top)
        if wanted + STATUS_LETTERS * letter <= width - 3 * gap:
            split = width - gap - wanted
            status, strip = Rectangle(gap, top - high, split - gap, top), Rectangle(split, top - high, width - gap, top)
        elif 2 * high + 3 * gap <= STRIPS_SHARE * height:
            strip = Rectangle(gap, status.bottom - gap / 2 - high, width - gap, status.bottom - gap / 2)
        foot = (strip or status).bottom - gap / 2
        return cls(unit=unit, table=Rectangle(0.0, 0.0, width, foot), status=status, strip=strip)


STATUS_LETTERS, STRIP_LETTERS = 26, 13
"""How many letters the line of status, and a player in the strip beside it, have room for."""

Foot = Callable[[PanelLayout], float]
"""Returns how much of the table's place is kept free at its foot for what a player clicks (window units)."""

L = TypeVar("L", bound=PanelLayout)


def message_line(layout: PanelLayout) -> float:
    """Return the height of the line that is kept free for the message of the moment (window units)."""
    return 1.3 * text_height(14, layout.unit) + 9.0 * layout.unit + 6.0


def strip_parts(strip: Rectangle, count: int) -> tuple[Rectangle, ...]:
    """Return the parts of a strip that belong to `count` players, from left to right."""
    wide = strip.width / max(1, count)
    return grid(strip.left, strip.top, (wide, strip.height), 0.0, count, max(1, count))


def table_area(layout: PanelLayout, foot: Foot | None) -> float:
    """Return the area in which the table is drawn, in square window units."""
    return layout.table.width * max(0.0, layout.table.height - (0.0 if foot is None else foot(layout)))


def chosen(
    layouts: Iterable[L | None],
    folded: L,
    window: tuple[float, float],
    foot: Foot | None,
    size: Callable[[Rectangle], float],
    fold: bool | None,
) -> L:
    """Return the layout to be shown: the one in which the table is drawn largest, or `folded`.

    layouts: with panels. foot: None where nobody plays by hand. size: how large the table is drawn in a rectangle.
    fold: whether the player has folded panels away (True) or unfolded them (False); None: they are shown where the
    table keeps its share of the window.
    """
    if fold:
        return folded
    share = wanted_share(foot) * window[0] * window[1]

    def drawn(layout: L) -> float:
        table = layout.table
        return size(Rectangle(table.left, table.bottom + (foot(layout) if foot else 0.0), table.right, table.top))

    there = [layout for layout in layouts if layout is not None]
    fit = [layout for layout in there if fold is False or table_area(layout, foot) >= share - 1.0]
    return max(fit, key=drawn, default=folded)


def wanted_share(foot: Foot | None) -> float:
    """Return the share of the window's area that the table has to have."""
    return WATCHED_SHARE if foot is None else TABLE_SHARE


def table_width(window: tuple[float, float], foot: Foot | None, unit: float) -> float:
    """Return the width that a table as high as the window needs for its share of the window's area."""
    width, height = window
    whole = Rectangle(0.0, 0.0, width, height)
    below = 0.0 if foot is None else foot(PanelLayout(unit=unit, table=whole, status=whole))
    return wanted_share(foot) * width * height / max(1.0, height - below)


def least_column(unit: float) -> float:
    """Return the least width of a column of panels, in window units: room for a name and a number."""
    return LEAST_COLUMN * max(1.0, unit) * scale()


def unit_of(width: float, height: float, usual_width: float = 1280.0, usual_height: float = 720.0) -> float:
    """Return the scale of panels in a window, 1 if it has its usual size."""
    return max(LEAST_UNIT, min(width / usual_width, height / usual_height))


def bar_height(width: float, height: float) -> float:
    """Return the height of the bar of a match's time at the foot of a window of that size, in its units."""
    unit = unit_of(width, height)
    return min(max(30.0 * unit, 1.9 * text_height(12.0, unit)), 0.14 * height)


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


def spot_at(spots: Sequence[Rectangle], x: float, y: float) -> int | None:
    """Return the index of the spot at a point, None for none.

    Where the point is in a gap between spots it is the nearest one's, if that is no farther than REACH.
    """

    def beside(spot: Rectangle) -> float:
        dx, dy = max(spot.left - x, 0.0, x - spot.right), max(spot.bottom - y, 0.0, y - spot.top)
        return math.hypot(dx, dy) / max(1e-6, min(spot.width, spot.height))

    best = min(range(len(spots)), key=lambda index: beside(spots[index]), default=None)
    return None if best is None or beside(spots[best]) > REACH else best


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
