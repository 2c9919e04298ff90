"""The places of the panels of ZIGZAG, and of what a player clicks, in a window of any size.

Pure arithmetic: window units, y up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scenes.games.zigzag.art import SHAPE
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

MOST_COLUMNS = 0.27
"""The most that a column of panels takes of the window's width, however large the text."""
HAND = 4
"""The number of cards in a hand."""
CARD_SHAPE = 1.4
"""The height of a card by its width."""
BAND, LEAST_BAND = 0.15, 64.0
"""The height of the band with a player's cards and buttons below the table: a share of the window's, and the least."""
MOST_HAND = 0.42
"""The most that a player's cards take of a column's height."""
LEAST_PAD = 10.0
"""The least height of the buttons' place in a column, in heights of the smallest text."""
TABLE_SHAPE = 1.13
"""The width of the table by its height, with all that lies around the tapis."""
LEAST_SEAT = 3.2
"""The least height of a player's panel, in heights of the smallest text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(PanelLayout):
    """The panels of ZIGZAG.

    sheets: in the order of the teams; empty where the panels are folded away. hand, pad: the places of the cards and
    the buttons of a person who plays; None where nobody does, and for a pad that lies in the ticker's place.
    """

    sheets: tuple[Rectangle, ...] = ()
    hand: Rectangle | None = None
    pad: Rectangle | None = None


def lay_out(
    width: float,
    height: float,
    seats: int,
    levels: int = 1,
    foot: Foot | None = None,
    fold: bool | None = None,
) -> Layout:
    """Lay out the panels beside the table or above and below it, whichever leaves the table larger, or fold them away.

    levels: the number of levels with boxes of their own on the sheets. foot, fold: as for `chosen`.
    """
    window = width, height
    layouts = (_wide(width, height, seats, levels, foot, fold is False), _tall(width, height, seats, levels, foot))
    return chosen(layouts, _folded(width, height, seats, foot), window, foot, _size, fold)


def _size(room: Rectangle) -> float:
    """Return the size at which the table can be drawn there."""
    return min(room.width / TABLE_SHAPE, room.height)


def _folded(width: float, height: float, seats: int, foot: Foot | None) -> Layout:
    """Return the layout without panels, with the player's cards and buttons below the table."""
    return _with_band(Layout.folded(width, height, seats), width, height, foot)


def _with_band(layout: Layout, width: float, height: float, foot: Foot | None) -> Layout:
    """Return a layout with the player's cards and buttons side by side below its table, if anybody plays by hand."""
    if foot is None:
        return layout
    gap = max(2.0, 4.0 * layout.unit)
    high = max(min(LEAST_BAND, 0.25 * height), BAND * height)
    wide = min(HAND * (high / CARD_SHAPE + gap) + 2 * gap, 0.5 * width)
    hand = Rectangle(gap, gap, gap + wide, gap + high)
    pad = Rectangle(hand.right + gap, gap, width - gap, gap + high)
    table = layout.table
    return replace(
        layout, table=Rectangle(table.left, max(hand.top, table.bottom), table.right, table.top), hand=hand, pad=pad
    )


def sheet_height_wanted(unit: float, levels: int) -> float:
    """Return the height at which a team's sheet shows everything."""
    return 1.45 * text_height(14, unit) + levels * max(36.0 * unit, 1.9 * least_text()) + 16 * unit


def _wide(width: float, height: float, seats: int, levels: int, foot: Foot | None, wide: bool) -> Layout | None:
    """Return the layout with columns of panels beside the table, None where they would be too narrow.

    wide: the columns may be as wide as they like.
    """
    unit = unit_of(width, height)
    gap = max(3.0, 8.0 * unit)
    column = broadened(min(0.205 * width, 440.0 * unit), width, MOST_COLUMNS)
    least, grown = least_text(), scale()
    if not wide:
        column = min(column, (width - table_width((width, height), foot, unit)) / 2 - 2 * gap)
    if column < (0.6 if wide else 1.0) * least_column(unit) or width < 1.12 * height:
        return None
    teams = seats // 2 if seats > 3 else seats
    left, right = gap, width - gap - column
    status = min(max(62.0 * unit * grown, 4.6 * least), 0.18 * height)
    top = height - gap
    below = top - status - gap
    remote = max(32.0 * unit * grown, 2.2 * least)
    sheet = min(sheet_height_wanted(unit, levels), (0.62 * below) / teams - gap)
    sheets = grid(left, below, (column, sheet), gap, teams)
    below = sheets[-1].bottom - gap
    ticker = Rectangle(left, gap, left + column, below) if below - gap > 3.2 * least else None
    hand, end = None, gap + remote
    if foot is not None:
        if ticker is None or ticker.height < LEAST_PAD * least:
            # The buttons lie in the ticker's place.
            return None
        # Two rows of two cards.
        card = min((column - 3 * gap) / 2, MOST_HAND * height / 2 / CARD_SHAPE)
        hand = Rectangle(right, gap, right + column, gap + 2 * card * CARD_SHAPE + 3 * gap)
        end = hand.top
    seat = min((height - (seats + 1) * gap - end) / seats, 150.0 * unit * grown)
    if seat < LEAST_SEAT * least and not wide:
        return None
    return Layout(
        unit=unit,
        table=Rectangle(left + column + gap, 0.0, right - gap, height),
        status=Rectangle(left, top - status, left + column, top),
        sheets=sheets,
        seats=grid(right, top, (column, seat), gap, seats),
        ticker=ticker,
        remote=Rectangle(right, gap, right + column, gap + remote) if hand is None else None,
        hand=hand,
    )


def _tall(width: float, height: float, seats: int, levels: int, foot: Foot | None) -> Layout | None:
    """Return the layout with rows of panels above the table, None where they would be too narrow."""
    unit = unit_of(width, height, 480.0, 900.0)
    gap = max(3.0, 6.0 * unit)
    least, grown = least_text(), scale()
    status = min(max(48.0 * unit * grown, 3.4 * least), 0.12 * height)
    teams = seats // 2 if seats > 3 else seats
    top = height - gap
    status_place = Rectangle(gap, top - status, width - gap, top)
    upper = top - status - gap
    sheet = min(sheet_height_wanted(unit, levels), 0.11 * height)
    wide = (width - (teams + 1) * gap) / teams
    sheets = grid(gap, upper, (wide, sheet), gap, teams, teams)
    upper -= sheet + gap
    columns = 3 if seats > 4 or height < 420 else 2
    rows = math.ceil(seats / columns)
    column = (width - (columns + 1) * gap) / columns
    if min(column, wide) < least_column(unit) or height < width:
        return None
    seat = max(min(1.8 * least, 0.1 * height), min(80.0 * unit * grown, 0.15 * height / rows - gap))
    below = upper - rows * (seat + gap)
    layout = Layout(
        unit=unit,
        table=Rectangle(0.0, 0.0, width, max(32.0, below)),
        status=status_place,
        sheets=sheets,
        seats=grid(gap, upper, (column, seat), gap, seats, columns),
    )
    return _with_band(layout, width, height, foot)


PAD_SHARE, LEAST_LINE = 0.60, 21.0
WORDS = 17.0
"""The width of a place for three buttons side by side, in heights of their words."""


def strip_of(layout: Layout) -> Rectangle:
    """Return the place of the player's own cards."""
    return Rectangle(0.0, 0.0, 8.0, 8.0) if layout.hand is None else layout.hand


def cards_of(strip: Rectangle) -> tuple[Rectangle, ...]:
    """Return the places of the player's cards: in one row or in two, in which they are larger."""
    pad = min(0.06 * strip.height, 0.04 * strip.width)

    def wide(columns: int) -> float:
        rows = HAND // columns
        return min((strip.width - (columns + 1) * pad) / columns, (strip.height - (rows + 1) * pad) / rows / SHAPE)

    columns = max((HAND, HAND // 2), key=wide)
    side, rows = wide(columns), HAND // columns
    gap = min(1.6 * pad, (strip.width - columns * side) / (columns + 1))
    left = strip.centre[0] - (columns * side + (columns - 1) * gap) / 2
    top = strip.centre[1] + (rows * side * SHAPE + (rows - 1) * pad) / 2
    return tuple(
        Rectangle(x, y - side * SHAPE, x + side, y)
        for row in range(rows)
        for x, y in ((left + n * (side + gap), top - row * (side * SHAPE + pad)) for n in range(columns))
    )


def pad_of(layout: Layout, buttons: int) -> Rectangle:
    """Return the place of the buttons: beside the player's cards, or the lower part of the ticker's place."""
    if layout.pad is not None:
        return layout.pad
    place = layout.ticker
    if place is None:
        # The layout has room for none: they are reached by their keys.
        return Rectangle(0.0, 0.0, 8.0, 8.0)
    rows = math.ceil(buttons / columns_of(place, layout.unit))
    wanted = max(PAD_SHARE * place.height if place.height > place.width else place.height, rows * LEAST_LINE)
    return Rectangle(place.left, place.bottom, place.right, place.bottom + min(place.height, wanted))


def columns_of(place: Rectangle, unit: float) -> int:
    """Return the number of buttons side by side, as many as have room for their words. unit: of the layout."""
    if place.width > 2.2 * place.height:
        return 6
    return 3 if place.width > WORDS * text_height(13, unit) else 2


def buttons_of(pad: Rectangle, count: int, unit: float = 1.0) -> tuple[Rectangle, ...]:
    """Return the places of the buttons, row by row. unit: of the layout."""
    columns = columns_of(pad, unit)
    rows = math.ceil(count / columns)
    gap = 3.0
    wide, high = (pad.width - (columns - 1) * gap) / columns, (pad.height - (rows - 1) * gap) / rows
    return grid(pad.left, pad.top, (wide, high), gap, count, columns)


def choices_of(table: Rectangle, cards: Sequence[bool]) -> tuple[Rectangle, ...]:
    """Return places for choices in the middle of the table. cards: True for a card, False for words."""
    count = max(1, len(cards))
    gap = max(4.0, 0.015 * table.width)
    wide = min(0.24 * table.width, (0.96 * table.width - (count - 1) * gap) / count, 190.0)
    left = table.centre[0] - (count * wide + (count - 1) * gap) / 2
    middle = table.centre[1]
    found = []
    for number, card in enumerate(cards):
        high = min(wide * SHAPE, 0.5 * table.height) if card else max(28.0, min(0.13 * table.height, 60.0))
        side = high / SHAPE if card else wide
        x = left + number * (wide + gap) + (wide - side) / 2
        found.append(Rectangle(x, middle - high / 2, x + side, middle + high / 2))
    return tuple(found)
