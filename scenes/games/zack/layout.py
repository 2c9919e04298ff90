"""The places of the panels of Zack! in a window of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scenes.drawing.layout import PanelLayout, broadened, fitting, grid, unit_of
from scenes.drawing.text import least_text, scale, text_height
from scenes.window.camera import Rectangle

LEAST_COLUMN = 104.0
LENS_SHAPE = 0.262  # a lens's height by its width
MOST_LEFT = 3  # the most plates in a column, for up to six seats
TABLE_SHAPE = 2.4
LEAST_TABLE = 100.0
"""The size of the table beside panels (window units of height) that is enough in a window of any size."""
MOST_COLUMNS = 0.27  # a column of plates is at most this share of the window, however large the text


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(PanelLayout):
    """The panels of Zack! tally: throws, misses, challenges. pile: the faces on top of the pile; lens: its section."""

    tally: Rectangle | None = None
    lens: Rectangle | None = None
    pile: Rectangle | None = None


def lay_out(width: float, height: float, sides: Sequence[int]) -> Layout:
    """Return a layout with panels beside the table, or else above and below it.

    Where neither leaves the table large enough, there is only a status line above it. sides: of every seat, -1 left of
    the bowl, 1 right.
    """
    beside, above = _wide(width, height, sides), _tall(width, height, len(sides))
    return fitting([beside, above], Layout.alone(width, height), _size, LEAST_TABLE)


def _size(room: Rectangle) -> float:
    """Return how large the table can be drawn in a rectangle: it is TABLE_SHAPE times as wide as high."""
    return min(room.width / TABLE_SHAPE, room.height)


def _columns(sides: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the seats whose plates go into the left and the right column: their own side while there is room."""
    most = max(MOST_LEFT, math.ceil(len(sides) / 2))
    left = [seat for seat, side in enumerate(sides) if side < 0]
    right = [seat for seat, side in enumerate(sides) if side >= 0]
    while len(left) > most:
        right.append(left.pop())
    while len(right) > most:
        left.append(right.pop())
    return left, right


def _wide(width: float, height: float, sides: Sequence[int]) -> Layout | None:
    if width < 1.12 * height:
        return None
    unit = unit_of(width, height)
    gap = max(4.0, 10.0 * unit)
    column = min(max(0.205 * width, LEAST_COLUMN), 440.0 * unit)
    least, grown = least_text(), scale()
    column = broadened(column, width, MOST_COLUMNS)
    middle = width - 2 * column - 4 * gap
    if middle < 1.35 * column:
        return None
    status = min(max(84.0 * unit * grown, 4.6 * least), max(84.0 * unit, 0.22 * height))
    remote = max(32.0 * unit * grown, 2.2 * least)
    left, right = gap, width - gap - column
    most = max(2, *(len(seats) for seats in _columns(sides)))
    room = height - status - 3 * gap
    wanted = seat_height_wanted(unit)
    # Where there are few plates they are higher, as long as the ticker keeps its part.
    seat = max(
        min(wanted, (room - remote - most * gap) / most), min(1.15 * wanted, (room - 0.34 * height) / most - gap)
    )
    top = height - gap - status - gap
    places: dict[int, Rectangle] = {}
    ends = []
    for x, seats in zip((left, right), _columns(sides), strict=True):
        places.update(zip(seats, grid(x, top, (column, seat), gap, len(seats)), strict=True))
        ends.append(top - len(seats) * (seat + gap))
    ticker_top = ends[0]
    ticker = Rectangle(left, gap, left + column, ticker_top) if ticker_top - gap > 4.0 * least else None
    inner_left, inner_right = left + column + gap, right - gap
    lens, pile, foot = _below(inner_left, inner_right, gap, 0.50 * height, gap, 112.0 * unit)
    return Layout(
        unit=unit,
        table=Rectangle(inner_left, foot, inner_right, height),
        status=Rectangle(left, height - gap - status, left + column, height - gap),
        tally=Rectangle(right, height - gap - status, right + column, height - gap),
        seats=tuple(places[index] for index in range(len(sides))),
        lens=lens,
        pile=pile,
        ticker=ticker,
        remote=Rectangle(right, gap, right + column, gap + remote) if ends[1] - 2 * gap > remote else None,
    )


def _below(
    left: float, right: float, bottom: float, room: float, gap: float, wanted: float
) -> tuple[Rectangle | None, Rectangle | None, float]:
    """Return the places of the pile and, above it, of the lens, and the height at which the table begins.

    room: the height for both. wanted: for the pile. None twice where the room is too small.
    """
    width = right - left
    pile_height = min(max(wanted, 70.0), 0.44 * room)
    if room < 130.0 or width < 150.0:
        return None, None, bottom
    pile = Rectangle(left, bottom, right, bottom + pile_height)
    lens_height = min(width * LENS_SHAPE, room - pile_height - gap)
    lens = Rectangle(left, pile.top + gap, right, pile.top + gap + lens_height)
    return lens, pile, lens.top


def _tall(width: float, height: float, seats: int) -> Layout:
    unit = unit_of(width, height, 480.0, 900.0)
    gap = max(3.0, 7.0 * unit)
    least, grown = least_text(), scale()
    status = min(max(56.0 * unit * grown, 4.0 * least), 0.2 * height)
    columns = 3 if seats > 4 or height < 420 else 2
    columns = min(columns, seats)
    rows = math.ceil(seats / columns)
    column = (width - (columns + 1) * gap) / columns
    seat = max(min(1.8 * least, 0.12 * height), min(seat_height_wanted(unit), 0.11 * height))
    top = height - gap
    below = top - status - gap - rows * (seat + gap)
    ticker_height = min(0.12 * height, 0.2 * below)
    ticker = Rectangle(gap, gap, width - gap, gap + ticker_height) if ticker_height > 2.5 * least else None
    foot = gap + ticker_height + gap if ticker is not None else gap
    lens, pile, foot = _below(gap, width - gap, foot, min(0.36 * height, 0.5 * (below - foot)), gap, 0.13 * height)
    return Layout(
        unit=unit,
        table=Rectangle(0.0, foot, width, below),
        status=Rectangle(gap, top - status, width - gap, top),
        seats=grid(gap, top - status - gap, (column, seat), gap, seats, columns),
        lens=lens,
        pile=pile,
        ticker=ticker,
    )


def seat_height_wanted(unit: float) -> float:
    """Return how high a seat's plate has to be to show everything (window units)."""
    text, small = text_height(16, unit), text_height(12.5, unit)
    return 1.5 * text + 1.5 * small + max(46.0 * unit, 30.0) + 26 * unit
