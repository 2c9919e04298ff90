"""The places of the panels of Riff Raff in a window of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scenes.layout.places import (
    Foot,
    PanelLayout,
    broadened,
    chosen,
    grid,
    least_column,
    table_width,
    unit_of,
)
from scenes.layout.text import least_text, scale, text_height
from scenes.window.camera import Rectangle

MOST_COLUMNS = 0.30  # a column of panels is at most this share of the window, however large the text
SHIP_SHAPE = 1.4
LEAST_TALL = 320.0
"""In a window lower than this no rows of panels stand above the ship."""
LEAST_DIGIT = 17.0
"""The height of the smallest text that counts pieces (window units): its small letters are 9 high."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(PanelLayout):
    """The panels of Riff Raff. gauge: the dial that shows how far the ship heels."""

    gauge: Rectangle | None = None


def lay_out(
    width: float, height: float, seats: int, foot: Foot | None = None, fold: bool | None = None, kinds: int = 8
) -> Layout:
    """Return a layout with the panels beside the ship or above and below it, whichever leaves the ship larger.

    Where the table would get less than its share of the window, the panels are folded away. foot, fold: as for
    `chosen`. kinds: of pieces, each with its icon in a seat's panel.
    """
    layouts = (
        _wide(width, height, seats, kinds, foot, fold is False),
        _tall(width, height, seats, kinds, ticker=True),
        _tall(width, height, seats, kinds, ticker=False),
    )
    return chosen(layouts, Layout.folded(width, height, seats), (width, height), foot, _size, fold)


def _size(room: Rectangle) -> float:
    """Return how large the ship can be drawn in a rectangle: with its box it is SHIP_SHAPE times as high as wide."""
    return min(room.width * SHIP_SHAPE, room.height)


def _wide(width: float, height: float, seats: int, kinds: int, foot: Foot | None, wide: bool) -> Layout | None:
    """Return the layout with columns of panels beside the ship, None where they would be too narrow.

    wide: the columns may be as wide as they like.
    """
    unit = unit_of(width, height)
    gap = 10.0 * unit
    # The ship needs about 0.83 of the height as width; the columns share the rest, within reason.
    column = min(max((width - 0.83 * height) / 2 - gap, 0.225 * width), 0.245 * width, 460.0 * unit)
    least, grown = least_text(), scale()
    # Larger text gets broader columns, up to a share of the window.
    column = broadened(column, width, MOST_COLUMNS)
    if not wide:
        column = min(column, (width - table_width((width, height), foot, unit)) / 2 - gap)
    if column < (0.6 if wide else 1.0) * least_column(unit) or width < 1.05 * height:
        return None
    left, right = gap, width - gap - column
    status_height = min(max(88.0 * unit * grown, 5.2 * least), max(88.0 * unit, 0.24 * height))
    per_column = 2 if seats > 2 else 1
    shares = per_column + 0.5  # of the height, the last for ticker and remote control
    seat_height = min(seat_height_wanted(column, unit, kinds), (height - status_height - 6 * gap) / shares)

    top = height - gap
    below = top - status_height - gap
    lefts = grid(left, below, (column, seat_height), gap, min(seats, per_column))
    rights = grid(right, below, (column, seat_height), gap, max(0, seats - per_column))
    remote_height = max(34.0 * unit * grown, 2.2 * least)
    # Between the height at which hands wait beside the ship and the table on which pieces come to lie.
    ticker_top = min(lefts[-1].bottom - gap, 0.335 * height)
    ticker_bottom = max(gap, 0.095 * height)
    remote_top = (rights[-1].bottom if rights else below) - gap
    remote = Rectangle(right, remote_top - remote_height, right + column, remote_top)
    return Layout(
        unit=unit,
        table=Rectangle(left + column, 0.0, right, height),
        status=Rectangle(left, top - status_height, left + column, top),
        gauge=Rectangle(right, top - status_height, right + column, top),
        seats=(*lefts, *rights),
        ticker=Rectangle(left, ticker_bottom, left + column, ticker_top)
        if ticker_top - ticker_bottom > 4.5 * least
        else None,
        remote=remote if remote.bottom >= 0.0 else None,
    )


def _tall(width: float, height: float, seats: int, kinds: int, ticker: bool) -> Layout | None:
    """Return the layout with rows of panels above the ship, None where they would be too narrow."""
    unit = unit_of(width, height, 480.0, 900.0)
    gap = max(4.0, 7.0 * unit)
    least, grown = least_text(), scale()
    status_height = min(max(56.0 * unit * grown, 4.0 * least), max(56.0 * unit, 44.0, 0.12 * height))
    columns = min(seats, math.floor((width - gap) / (least_column(unit) + gap)))
    if columns < 2 or height < max(2.5 * status_height, LEAST_TALL):
        return None
    rows = math.ceil(seats / columns)
    columns = math.ceil(seats / rows)
    column = (width - (columns + 1) * gap) / columns
    share = 0.16 * min(1.25, max(1.0, grown)) if rows == 1 else 0.27 / rows
    seat_height = min(seat_height_wanted(column, unit, kinds), share * height)
    top = height - gap
    below = top - status_height - gap - rows * (seat_height + gap)
    ticker_height = min(max(0.12 * height, 4.4 * least), 0.3 * below) if ticker else 0.0
    place = Rectangle(gap, gap, width - gap, gap + ticker_height) if ticker_height > 2.5 * least else None
    return Layout(
        unit=unit,
        table=Rectangle(0.0, gap + ticker_height if place is not None else 0.0, width, below),
        status=Rectangle(gap, top - status_height, width - gap, top),
        seats=grid(gap, top - status_height - gap, (column, seat_height), gap, seats, columns),
        ticker=place,
    )


def seat_height_wanted(column: float, unit: float, kinds: int) -> float:
    """Return how high a seat's panel has to be to show everything (window units), with that many kinds of pieces."""
    text = text_height(15, unit)
    rows = math.ceil(kinds / icon_columns(column, unit))
    cards = max(56.0 * unit * scale(), 2.9 * least_text())
    return 1.5 * text + 10 * unit + cards + rows * (icon_side(column, unit) + 5 * unit) + 14 * unit


def digit_height(size: float, unit: float) -> float:
    """Return the height of text that counts pieces (window units), of `size` in a 720-line window."""
    return max(LEAST_DIGIT * max(1.0, unit) * max(1.0, scale()), text_height(size, unit))


def icon_columns(column: float, unit: float) -> int:
    """Return how many kinds of pieces stand side by side in a panel of that width, each with its number."""
    room = column - 20.0 * unit
    least = 24.0 * max(1.0, unit) + 0.75 * digit_height(12.0, unit)
    return next((count for count in (8, 4, 3) if room / count >= least), 2)


def icon_side(column: float, unit: float) -> float:
    """Return the side of a piece's icon in a panel of that width (window units)."""
    cell = (column - 20.0 * unit) / icon_columns(column, unit)
    return max(12.0, min(30.0 * unit * max(1.0, scale() ** 0.5), cell - 0.75 * digit_height(12.0, unit) - 3.0))
