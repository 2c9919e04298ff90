"""Where the panels go in a window of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scenes.drawing.panels import strip_high
from scenes.drawing.text import least_text, scale, text_height
from scenes.window.camera import Rectangle

LEAST_COLUMN = 104.0
LENS_SHAPE = 0.262  # a lens's height by its width
MOST_LEFT = 3  # plates in a column
TABLE_SHAPE = 2.4
LEAST_TABLE, LEAST_SHARE = 100.0, 0.85
"""Panels stay if beside them the table is this many units high, or this share of its height without them."""
MOST_COLUMNS = 0.27  # a column of plates is at most this share of the window, however large the text


@dataclass(frozen=True, slots=True)
class Layout:
    """Rectangles of the panels. `unit` scales every measure of theirs; `table` is the part left to the table.

    `seats` in the order of the seats, empty where they would leave too little to the table. `pile` shows the faces on
    top of the pile, `lens` the pile's section.
    """

    unit: float
    table: Rectangle
    status: Rectangle
    tally: Rectangle | None
    seats: tuple[Rectangle, ...]
    lens: Rectangle | None
    pile: Rectangle | None
    ticker: Rectangle | None
    remote: Rectangle | None

    @property
    def panels(self) -> tuple[Rectangle, ...]:
        """All panels that are shown."""
        others = (self.tally, self.lens, self.pile, self.ticker, self.remote)
        return (self.status, *self.seats, *(panel for panel in others if panel is not None))


def lay_out(width: float, height: float, sides: Sequence[int]) -> Layout:
    """Panels beside the table or above and below it. `sides`: -1 or 1 for every seat, left or right of the bowl."""
    alone = _alone(width, height)
    least = min(LEAST_TABLE, LEAST_SHARE * _size(alone.table))
    for layout in (_wide(width, height, sides), _tall(width, height, len(sides))):
        if layout is not None and _size(layout.table) >= least:
            return layout
    return alone


def _size(room: Rectangle) -> float:
    """How large the table can be drawn there: from hand to hand it is 2.4 times as wide as high."""
    return min(room.width / TABLE_SHAPE, room.height)


def _alone(width: float, height: float) -> Layout:
    """Nothing but the table, and above it one line that tells what is going on."""
    unit = max(0.5, min(width / 480.0, height / 270.0))
    gap = max(2.0, 4.0 * unit)
    status = Rectangle(gap, height - gap - strip_high(unit), width - gap, height - gap)
    return Layout(
        unit=unit,
        table=Rectangle(0.0, 0.0, width, status.bottom),
        status=status,
        tally=None,
        seats=(),
        lens=None,
        pile=None,
        ticker=None,
        remote=None,
    )


def _columns(sides: Sequence[int]) -> tuple[list[int], list[int]]:
    """Which seats have their plates left and right: on their own side while there is room for them."""
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
    unit = max(0.5, min(width / 1280.0, height / 720.0))
    gap = max(4.0, 10.0 * unit)
    column = min(max(0.205 * width, LEAST_COLUMN), 440.0 * unit)
    least, grown = least_text(), scale()
    column = max(column, min(column * grown**0.6, MOST_COLUMNS * width))
    middle = width - 2 * column - 4 * gap
    if middle < 1.35 * column:
        return None
    status = min(max(84.0 * unit * grown, 4.6 * least), max(84.0 * unit, 0.22 * height))
    remote = max(32.0 * unit * grown, 2.2 * least)
    left, right = gap, width - gap - column
    most = max(2, *(len(seats) for seats in _columns(sides)))
    room = height - status - 3 * gap
    wanted = seat_height_wanted(unit)
    # Few plates grow while the ticker keeps its part.
    seat = max(
        min(wanted, (room - remote - most * gap) / most), min(1.15 * wanted, (room - 0.34 * height) / most - gap)
    )
    top = height - gap - status - gap
    places: dict[int, Rectangle] = {}
    ends = []
    for x, seats in zip((left, right), _columns(sides), strict=True):
        for row, index in enumerate(seats):
            upper = top - row * (seat + gap)
            places[index] = Rectangle(x, upper - seat, x + column, upper)
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
    """The pile's faces, and above them the lens, in a room of that height; where the table begins."""
    width = right - left
    pile_height = min(max(wanted, 70.0), 0.44 * room)
    if room < 130.0 or width < 150.0:
        return None, None, bottom
    pile = Rectangle(left, bottom, right, bottom + pile_height)
    lens_height = min(width * LENS_SHAPE, room - pile_height - gap)
    lens = Rectangle(left, pile.top + gap, right, pile.top + gap + lens_height)
    return lens, pile, lens.top


def _tall(width: float, height: float, seats: int) -> Layout:
    unit = max(0.5, min(width / 480.0, height / 900.0))
    gap = max(3.0, 7.0 * unit)
    least, grown = least_text(), scale()
    status = min(max(56.0 * unit * grown, 4.0 * least), 0.2 * height)
    columns = 3 if seats > 4 or height < 420 else 2
    columns = min(columns, seats)
    rows = math.ceil(seats / columns)
    column = (width - (columns + 1) * gap) / columns
    seat = max(min(1.8 * least, 0.12 * height), min(seat_height_wanted(unit), 0.11 * height))
    top = height - gap
    panels = []
    for index in range(seats):
        x = gap + (index % columns) * (column + gap)
        upper = top - status - gap - (index // columns) * (seat + gap)
        panels.append(Rectangle(x, upper - seat, x + column, upper))
    below = top - status - gap - rows * (seat + gap)
    ticker_height = min(0.12 * height, 0.2 * below)
    ticker = Rectangle(gap, gap, width - gap, gap + ticker_height) if ticker_height > 2.5 * least else None
    foot = gap + ticker_height + gap if ticker is not None else gap
    lens, pile, foot = _below(gap, width - gap, foot, min(0.36 * height, 0.5 * (below - foot)), gap, 0.13 * height)
    return Layout(
        unit=unit,
        table=Rectangle(0.0, foot, width, below),
        status=Rectangle(gap, top - status, width - gap, top),
        tally=None,
        seats=tuple(panels),
        lens=lens,
        pile=pile,
        ticker=ticker,
        remote=None,
    )


def seat_height_wanted(unit: float) -> float:
    """What a seat's plate needs to show everything."""
    text, small = text_height(16, unit), text_height(12.5, unit)
    return 1.5 * text + 1.5 * small + max(46.0 * unit, 30.0) + 26 * unit
