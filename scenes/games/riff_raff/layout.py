"""Where the panels go in a window of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.drawing.panels import strip_high
from scenes.drawing.text import least_text, scale, text_height
from scenes.window.camera import Rectangle

LEAST_COLUMN = 104.0
MOST_COLUMNS = 0.30  # a column of panels is at most this share of the window, however large the text
SHIP_SHAPE = 1.4
LEAST_SHIP, LEAST_SHARE = 140.0, 0.85
"""Panels stay if beside them the ship is this many units high, or this share of its height without them."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rectangles of the panels. `unit` scales every measure of theirs; `ship` is the part left to the ship.

    `seats` has a panel for every seat, or none where that would leave too little to the ship.
    """

    unit: float
    ship: Rectangle
    status: Rectangle
    gauge: Rectangle | None
    seats: tuple[Rectangle, ...]
    ticker: Rectangle | None
    remote: Rectangle | None

    @property
    def panels(self) -> tuple[Rectangle, ...]:
        """All panels that are shown."""
        others = (self.gauge, self.ticker, self.remote)
        return (self.status, *self.seats, *(panel for panel in others if panel is not None))

    def text(self, size: float) -> float:
        """The height of a text in window units: that of a 720-line window, scaled, never too small to read."""
        return text_height(size, self.unit)


def lay_out(width: float, height: float, seats: int) -> Layout:
    """Panels beside the ship or above and below her, whichever leaves her larger; none where neither leaves enough."""
    wide, tall = _wide(width, height, seats), _tall(width, height, seats)
    best = wide if wide.status.width >= LEAST_COLUMN and _size(wide.ship) >= _size(tall.ship) else tall
    alone = _alone(width, height)
    return best if _size(best.ship) >= min(LEAST_SHIP, LEAST_SHARE * _size(alone.ship)) else alone


def _size(room: Rectangle) -> float:
    """How large the ship can be drawn there: with her box she is about 1.4 times as high as wide."""
    return min(room.width * SHIP_SHAPE, room.height)


def _alone(width: float, height: float) -> Layout:
    """Nothing but the ship, and above her one line that tells what is going on."""
    unit = max(0.5, min(width / 480.0, height / 270.0))
    gap = max(2.0, 4.0 * unit)
    status = Rectangle(gap, height - gap - strip_high(unit), width - gap, height - gap)
    return Layout(
        unit=unit,
        ship=Rectangle(0.0, 0.0, width, status.bottom),
        status=status,
        gauge=None,
        seats=(),
        ticker=None,
        remote=None,
    )


def _wide(width: float, height: float, seats: int) -> Layout:
    unit = max(0.5, min(width / 1280.0, height / 720.0))
    gap = 10.0 * unit
    # The ship needs about 0.83 of the height as width; the columns share the rest, within reason.
    column = min(max((width - 0.83 * height) / 2 - gap, 0.225 * width), 0.245 * width, 460.0 * unit)
    least, grown = least_text(), scale()
    # Larger text is given broader columns, as far as the ship can do without.
    column = max(column, min(column * grown**0.6, MOST_COLUMNS * width))
    left, right = gap, width - gap - column
    status_height = min(max(88.0 * unit * grown, 5.2 * least), max(88.0 * unit, 0.24 * height))
    per_column = 2 if seats > 2 else 1
    shares = per_column + 0.6 + 0.4 * max(0.0, grown - 1.0)  # of the height, the last for ticker and remote control
    seat_height = min(seat_height_wanted(column, unit), (height - status_height - 6 * gap) / shares)

    def column_of(x: float, top: float, count: int) -> list[Rectangle]:
        return [
            Rectangle(x, top - (i + 1) * seat_height - i * gap, x + column, top - i * (seat_height + gap))
            for i in range(count)
        ]

    top = height - gap
    below = top - status_height - gap
    lefts = column_of(left, below, min(seats, per_column))
    rights = column_of(right, below, max(0, seats - per_column))
    remote_height = max(34.0 * unit * grown, 2.2 * least)
    # Between the height at which hands wait beside the ship and the table on which pieces come to lie.
    ticker_top = min(lefts[-1].bottom - gap, 0.335 * height)
    ticker_bottom = max(gap, 0.095 * height)
    remote_top = (rights[-1].bottom if rights else below) - gap
    remote = Rectangle(right, remote_top - remote_height, right + column, remote_top)
    return Layout(
        unit=unit,
        ship=Rectangle(left + column, 0.0, right, height),
        status=Rectangle(left, top - status_height, left + column, top),
        gauge=Rectangle(right, top - status_height, right + column, top),
        seats=(*lefts, *rights),
        ticker=Rectangle(left, ticker_bottom, left + column, ticker_top)
        if ticker_top - ticker_bottom > 4.5 * least
        else None,
        remote=remote if remote.bottom >= 0.0 else None,
    )


def _tall(width: float, height: float, seats: int) -> Layout:
    unit = max(0.5, min(width / 480.0, height / 900.0))
    gap = max(4.0, 7.0 * unit)
    least, grown = least_text(), scale()
    status_height = min(max(56.0 * unit * grown, 4.0 * least), max(56.0 * unit, 44.0, 0.12 * height))
    column = (width - 3 * gap) / 2
    rows = (seats + 1) // 2
    seat_height = min(seat_height_wanted(column, unit), 0.135 * height * min(1.25, max(1.0, grown)))
    top = height - gap
    panels = []
    for index in range(seats):
        x = gap + (index % 2) * (column + gap)
        upper = top - status_height - gap - (index // 2) * (seat_height + gap)
        panels.append(Rectangle(x, upper - seat_height, x + column, upper))
    below = top - status_height - gap - rows * (seat_height + gap)
    ticker_height = min(max(0.14 * height, 4.4 * least), 0.3 * below)
    ticker = Rectangle(gap, gap, width - gap, gap + ticker_height) if ticker_height > 2.5 * least else None
    return Layout(
        unit=unit,
        ship=Rectangle(0.0, gap + ticker_height if ticker is not None else 0.0, width, below),
        status=Rectangle(gap, top - status_height, width - gap, top),
        gauge=None,
        seats=tuple(panels),
        ticker=ticker,
        remote=None,
    )


def seat_height_wanted(column: float, unit: float) -> float:
    """What a seat's panel needs to show everything: two rows of pieces in a narrow column, one in a broad one."""
    text = text_height(15, unit)
    icons = icon_side(column, unit)
    rows = 1 if icon_columns(column) == 8 else 2
    cards = max(56.0 * unit * scale(), 2.9 * least_text())
    return 1.5 * text + 10 * unit + cards + rows * (icons + 5 * unit) + 14 * unit


def icon_columns(column: float) -> int:
    """How many kinds of pieces stand side by side in a panel of that width."""
    return 8 if column >= 230.0 else 4


def icon_side(column: float, unit: float) -> float:
    """The side of a piece's icon there."""
    if icon_columns(column) == 8:
        return min(30.0 * unit, (column - 20.0 * unit) / 8 - 4.0)
    return max(15.0, min(28.0 * unit, (column - 16.0 * unit) / 8))
