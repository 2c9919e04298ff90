"""The layout of the panels in a window of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scenes.layout.places import Foot, PanelLayout, chosen, grid, least_column, table_width, unit_of
from scenes.layout.text import least_text, scale, text_height
from scenes.window.camera import Rectangle

WIDE = 1.12
"""From this ratio of width to height on, panels may stand beside the board."""
LEAST_SHEET = 128.0
"""The least width of a sheet (units of a 720-line window), so that its columns can be read."""
LEAST_LINES = 5
"""The least height of a sheet in lines of the smallest text: with six sides, a window of 800x500 has room for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(PanelLayout):
    """The panels of ZATRE.

    sheets: in the order of the sides; where not all fit, the Hud begins with the player's own side or the side to move,
    and goes on with those that lead.
    """

    sheets: tuple[Rectangle, ...] = ()


def lay_out(
    width: float, height: float, seats: int, sides: int, foot: Foot | None = None, fold: bool | None = None
) -> Layout:
    """Lay out the panels beside the board, or above and below it where the window is tall, or fold them away.

    Of the layouts that leave the board its share of the window the first is taken: they show less and less. foot,
    fold: as for `chosen`.
    """
    window = width, height
    layouts = (
        _columns(width, height, seats, sides, foot, fold is False),
        _one_column(width, height, seats, sides, foot, fold is False),
        _tall(width, height, seats, sides, sheets=True),
        _tall(width, height, seats, sides, sheets=False),
    )
    return chosen(layouts, Layout.folded(width, height, seats), window, foot, lambda _room: 1.0, fold)


def _columns(width: float, height: float, seats: int, sides: int, foot: Foot | None, wide: bool) -> Layout | None:
    """Lay out the seats to the left of the board and the sheets to the right; None where they would be too narrow.

    wide: the columns may be as wide as they like.
    """
    unit = unit_of(width, height)
    gap = max(4.0, 8.0 * unit)
    grown = scale() ** 0.5
    left = min(0.40 * (width - height) * grown - 2 * gap, 0.24 * width)
    right = min(0.62 * (width - height) * grown - 2 * gap, 0.34 * width)
    if not wide:
        share = min(1.0, (width - table_width((width, height), foot, unit) - 4 * gap) / max(1.0, left + right))
        left, right = share * left, share * right
    least = least_column(unit)
    if width < WIDE * height or left + right < 2.2 * least or right < LEAST_SHEET:
        return None
    if left < least:
        left, right = least, left + right - least
    board = Rectangle(left + 2 * gap, 0.0, width - right - 2 * gap, height)
    status_h = max(2.5 * text_height(15, unit) + 14 * unit, 3.0 * least_text())
    remote_h = max(32.0 * unit * scale(), 2.0 * least_text())
    status = Rectangle(gap, height - gap - status_h, gap + left, height - gap)
    room = status.bottom - remote_h - 3 * gap
    each = min(seat_height(unit, left), (0.70 * room) / seats - gap)
    seat_panels = grid(gap, status.bottom - gap, (left, each), gap, seats)
    remote = Rectangle(gap, gap, gap + left, gap + remote_h)
    top = seat_panels[-1].bottom - gap
    ticker = Rectangle(gap, remote.top + gap, gap + left, top) if top - remote.top - gap > 3 * least_text() else None
    start = width - gap - right
    place = Rectangle(start, gap, width - gap, height - gap)
    return Layout(
        unit=unit,
        table=board,
        status=status,
        seats=seat_panels,
        sheets=sheets_in(place, sides, unit, gap),
        ticker=ticker,
        remote=remote,
    )


def _one_column(width: float, height: float, seats: int, sides: int, foot: Foot | None, wide: bool) -> Layout | None:
    """Lay out the board to the left and all panels in one column to the right; None where it would be too narrow."""
    unit = unit_of(width, height)
    gap = max(4.0, 8.0 * unit)
    column = max(width - height - gap, min(150.0 * scale(), 0.42 * width))
    if not wide:
        column = min(column, width - table_width((width, height), foot, unit) - 2 * gap)
    if width < WIDE * height or column < 1.04 * least_column(unit):
        return None
    left, right = width - gap - column, width - gap
    status_h = max(1.7 * text_height(14, unit) + 8 * unit, 2.0 * least_text())
    remote_h = max(26.0 * unit * scale(), 1.9 * least_text())
    status = Rectangle(left, height - gap - status_h, right, height - gap)
    each = max(1.7 * least_text(), min(0.09 * height, 0.34 * height / seats))
    small = max(2.0, gap / 2)
    seat_panels = grid(left, status.bottom - small, (column, each), small, seats)
    remote = Rectangle(left, gap, right, gap + remote_h)
    below = seat_panels[-1].bottom - small
    ticker_h = min(0.16 * height, 4.4 * least_text())
    lines = Rectangle(left, remote.top + small, right, remote.top + small + ticker_h)
    ticker: Rectangle | None = lines
    sheet = Rectangle(left, lines.top + small, right, below)
    if sheet.height < 6.5 * 1.3 * least_text():
        sheet = Rectangle(left, remote.top + small, right, below)
        ticker = None
    if below < remote.top + small:
        return None
    shown = min(sides, 2) if column > 2 * 150.0 * unit * scale() else 1
    board = Rectangle(0.0, 0.0, left - gap, height)
    sheets = sheets_in(sheet, shown, unit, small) if sheet.height > 3 * least_text() else ()
    return Layout(unit=unit, table=board, status=status, seats=seat_panels, sheets=sheets, ticker=ticker, remote=remote)


def _tall(width: float, height: float, seats: int, sides: int, sheets: bool) -> Layout | None:
    """Lay out the seats above the board and, if `sheets`, the sheets and the ticker below it."""
    unit = unit_of(width, height, 720.0, 1100.0)
    gap = max(3.0, 8.0 * unit)
    status_h = max(1.7 * text_height(14, unit) + 8 * unit, 2.0 * least_text())
    status = Rectangle(gap, height - gap - status_h, width - gap, height - gap)
    columns = 1 if width < 180 else 2 if seats % 2 == 0 or width < 420 else min(3, seats)
    rows = math.ceil(seats / columns)
    wide = (width - (columns + 1) * gap) / columns
    if height < width or wide < least_column(unit):
        return None
    each = max(1.7 * least_text(), min(seat_height(unit, wide), 0.13 * height / rows))
    top = status.bottom - gap
    seat_panels = grid(gap, top, (wide, each), gap, seats, columns)
    above = seat_panels[-1].bottom - gap
    if above < 0.4 * height:
        return None
    if not sheets:
        return Layout(unit=unit, table=Rectangle(0.0, 0.0, width, above), status=status, seats=seat_panels)
    ticker_h = min(0.09 * height, 4.0 * least_text())
    # What the square board leaves free, within reason.
    sheet_h = min(0.34 * height, max(above - 1.06 * width - ticker_h - 2 * gap, 0.20 * height))
    if sheet_h < 6 * least_text() or above - ticker_h - 3 * gap - sheet_h < 0.3 * height:
        return None
    foot = ticker_h + 2 * gap
    fits = max(1, min(sides, int(width / (150.0 * max(unit, 0.75) * scale()))))
    each_w = (width - (fits + 1) * gap) / fits
    return Layout(
        unit=unit,
        table=Rectangle(0.0, foot + sheet_h, width, above),
        status=status,
        seats=seat_panels,
        sheets=grid(gap, foot + sheet_h - gap, (each_w, sheet_h - gap), gap, fits, fits),
        ticker=Rectangle(gap, gap, width - gap, gap + ticker_h),
    )


def sheets_in(place: Rectangle, sides: int, unit: float, gap: float) -> tuple[Rectangle, ...]:
    """Divide a place among the sheets of `sides` sides, in one column or two.

    Rows for which there is no height are left out, so fewer sheets than sides may be returned.
    """
    least = max(0.9, unit) * LEAST_SHEET * scale()
    columns = 1 if sides <= 2 or place.width < 2 * least + gap else 2
    rows = math.ceil(sides / columns)
    lowest = LEAST_LINES * 1.3 * least_text()
    while rows > 1 and (place.height - (rows - 1) * gap) / rows < lowest:
        rows -= 1
    wide = (place.width - (columns - 1) * gap) / columns
    high = (place.height - (rows - 1) * gap) / rows
    high = min(high, 25 * 1.35 * text_height(13, unit))
    return grid(place.left, place.top, (wide, high), gap, min(sides, rows * columns), columns)


def seat_height(unit: float, width: float) -> float:
    """Return the height that a seat's panel of that width needs for two lines of text and a row of tiles."""
    return 1.3 * text_height(16, unit) + 1.3 * text_height(12.5, unit) + min(34.0 * unit, 0.2 * width) + 24 * unit
