"""The layout of the panels of ZIGZAG in a window of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scenes.drawing.layout import PanelLayout, broadened, fitting, grid, unit_of
from scenes.drawing.text import least_text, scale, text_height
from scenes.window.camera import Rectangle

LEAST_COLUMN = 104.0
MOST_COLUMNS = 0.27
"""The most that a column of panels takes of the window's width, however large the text."""
LEAST_TABLE = 140.0
"""Panels are left out if they would make the table smaller than this (window units)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(PanelLayout):
    """The panels of ZIGZAG.

    sheets: in the order of the teams; empty where they would leave too little room for the table.
    """

    sheets: tuple[Rectangle, ...] = ()


def lay_out(width: float, height: float, seats: int, levels: int = 1) -> Layout:
    """Lay out the panels beside the table or above and below it, or leave them out.

    levels: the number of levels with boxes of their own on the sheets.
    """
    beside, above = _wide(width, height, seats, levels), _tall(width, height, seats, levels)
    return fitting([beside, above], Layout.alone(width, height), _size, LEAST_TABLE)


def _size(room: Rectangle) -> float:
    """Return the size at which the table can be drawn there, as it is about as wide as high."""
    return min(room.width, room.height)


def sheet_height_wanted(unit: float, levels: int) -> float:
    """Return the height at which a team's sheet shows everything."""
    return 1.45 * text_height(14, unit) + levels * max(36.0 * unit, 1.9 * least_text()) + 16 * unit


def _wide(width: float, height: float, seats: int, levels: int) -> Layout | None:
    if width < 1.12 * height:
        return None
    unit = unit_of(width, height)
    gap = max(3.0, 8.0 * unit)
    column = min(max(0.205 * width, LEAST_COLUMN), 440.0 * unit)
    least, grown = least_text(), scale()
    column = broadened(column, width, MOST_COLUMNS)
    middle = width - 2 * column - 4 * gap
    if middle < 1.2 * column:
        return None
    teams = seats // 2 if seats > 3 else seats
    left, right = gap, width - gap - column
    status = min(max(62.0 * unit * grown, 3.6 * least), 0.18 * height)
    top = height - gap
    below = top - status - gap
    remote = max(32.0 * unit * grown, 2.2 * least)
    sheet = min(sheet_height_wanted(unit, levels), (0.62 * below) / teams - gap)
    sheets = grid(left, below, (column, sheet), gap, teams)
    below = sheets[-1].bottom - gap
    ticker = Rectangle(left, gap, left + column, below) if below - gap > 3.2 * least else None
    seat = min((height - (seats + 2) * gap - remote) / seats, 150.0 * unit * grown)
    return Layout(
        unit=unit,
        table=Rectangle(left + column + gap, 0.0, right - gap, height),
        status=Rectangle(left, top - status, left + column, top),
        sheets=sheets,
        seats=grid(right, top, (column, seat), gap, seats),
        ticker=ticker,
        remote=Rectangle(right, gap, right + column, gap + remote),
    )


def _tall(width: float, height: float, seats: int, levels: int) -> Layout:
    unit = unit_of(width, height, 480.0, 900.0)
    gap = max(3.0, 6.0 * unit)
    least, grown = least_text(), scale()
    status = min(max(48.0 * unit * grown, 3.4 * least), 0.12 * height)
    teams = seats // 2 if seats > 3 else seats
    top = height - gap
    status_place = Rectangle(gap, top - status, width - gap, top)
    upper = top - status - gap
    sheet = min(sheet_height_wanted(unit, levels), 0.13 * height)
    wide = (width - (teams + 1) * gap) / teams
    sheets = grid(gap, upper, (wide, sheet), gap, teams, teams)
    upper -= sheet + gap
    columns = 3 if seats > 4 or height < 420 else 2
    rows = math.ceil(seats / columns)
    column = (width - (columns + 1) * gap) / columns
    seat = max(min(1.8 * least, 0.1 * height), min(96.0 * unit * grown, 0.26 * height / rows - gap))
    below = upper - rows * (seat + gap)
    ticker_height = min(0.11 * height, 0.2 * below)
    ticker = Rectangle(gap, gap, width - gap, gap + ticker_height) if ticker_height > 2.5 * least else None
    foot = gap + ticker_height + gap if ticker is not None else gap
    return Layout(
        unit=unit,
        table=Rectangle(0.0, foot, width, max(foot + 32.0, below)),
        status=status_place,
        sheets=sheets,
        seats=grid(gap, upper, (column, seat), gap, seats, columns),
        ticker=ticker,
    )
