"""The places of the panels of Zack!, and of what a player clicks, in a window of any size.

Pure arithmetic: window units, y up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scenes.games.zack.art import SHAPE
from scenes.layout.places import Foot, PanelLayout, chosen, grid, least_column, unit_of
from scenes.layout.text import least_text, scale, text_height
from scenes.window.camera import Rectangle

LENS_SHAPE = 0.262  # a lens's height by its width
TABLE_SHAPE = 2.4
ROW = 0.135
"""The most that a row of plates takes of a window's height."""
BAND, LEAST_BAND = 0.16, 56.0
"""The height of the band below the table (a share of the window's), and the least one (window units)."""
NARROW = 0.75
"""The least width of a plate, as a share of the least column of panels: it holds a name, the cards below it."""
LONGEST = 2.8
"""The greatest width of a plate by its height."""
LOW = 220.0
"""In a window lower than this there is no band."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(PanelLayout):
    """The panels of Zack! tally: throws, misses, challenges. pile: the faces on top of the pile; lens: its section."""

    tally: Rectangle | None = None
    lens: Rectangle | None = None
    pile: Rectangle | None = None


def lay_out(
    width: float, height: float, sides: Sequence[int], foot: Foot | None = None, fold: bool | None = None
) -> Layout:
    """Return a layout with rows of plates above the table and a band below it: the table is much wider than high.

    Where the table would get less than its share of the window, the plates are folded away. sides: of every seat, -1
    left of the bowl, 1 right. foot, fold: as for `chosen`.
    """
    rows = (_rows(width, height, sides, one_row) for one_row in (True, False))
    return chosen(rows, _folded(width, height, len(sides)), (width, height), foot, _size, fold)


def _size(room: Rectangle) -> float:
    """Return how large the table can be drawn in a rectangle: it is TABLE_SHAPE times as wide as high."""
    return min(room.width / TABLE_SHAPE, room.height)


def _folded(width: float, height: float, seats: int) -> Layout:
    """Return the layout without plates; the band below the table stays, where a player has their cards."""
    layout = Layout.folded(width, height, seats)
    gap = max(2.0, 4.0 * layout.unit)
    lens, pile, _, foot = _below(width, height, gap, ticker=False)
    table = layout.table
    return replace(layout, table=Rectangle(table.left, foot, table.right, table.top), lens=lens, pile=pile)


def _order(sides: Sequence[int]) -> list[int]:
    """Return the seats from left to right: those left of the bowl, then those right of it."""
    return sorted(range(len(sides)), key=lambda seat: sides[seat] >= 0)


def _rows(width: float, height: float, sides: Sequence[int], one_row: bool) -> Layout | None:
    """Return the layout with plates in one row beside the status, or in as many as they need below it.

    None where there would be no room for a name on a plate.
    """
    seats = len(sides)
    unit = unit_of(width, height) if one_row else unit_of(width, height, 480.0, 900.0)
    gap = max(3.0, 8.0 * unit)
    least, grown = least_text(), scale()
    top = height - gap
    if one_row:
        # Wide enough for the number of the game and the clock.
        status_wide = tally_wide = max(min(0.19 * width, 300.0 * unit), 8.6 * text_height(17, unit))
        row = min(seat_height_wanted(unit), max(4.6 * least, ROW * height))
        status = Rectangle(gap, top - row, gap + status_wide, top)
        tally_left = width - gap - tally_wide
        left, end, columns, upper = status.right + gap, tally_left, seats, top
        remote_high = max(28.0 * unit * grown, 2.0 * least)
        split = top - row + remote_high
        tally: Rectangle | None = Rectangle(tally_left, split + gap / 2, width - gap, top)
        remote: Rectangle | None = Rectangle(tally_left, top - row, width - gap, split)
        if row < remote_high + gap + 3.4 * text_height(12, unit):
            tally = None
            remote = Rectangle(tally_left, top - row, width - gap, top)
    else:
        high = min(max(50.0 * unit * grown, 4.0 * least), 0.12 * height)
        status, tally, remote = Rectangle(gap, top - high, width - gap, top), None, None
        left, end, upper = gap, width, status.bottom - gap
        columns = min(seats, max(1, math.floor((width - gap) / (NARROW * least_column(unit) + gap))))
        columns = math.ceil(seats / math.ceil(seats / columns))
        row = max(2.6 * least, min(seat_height_wanted(unit), ROW * height))
    plate = (end - left - columns * gap) / columns
    if plate < NARROW * least_column(unit):
        return None
    rows = math.ceil(seats / columns)
    # A few plates are in the middle, none of them longer than what is on it.
    wide, plate = plate, min(plate, LONGEST * row)
    left += columns * (wide - plate) / 2
    spots = grid(left, upper, (plate, row), gap, seats, columns)
    places = dict(zip(_order(sides) if rows == 1 else range(seats), spots, strict=True))
    lens, pile, ticker, foot = _below(width, height, gap, ticker=True)
    return Layout(
        unit=unit,
        table=Rectangle(0.0, foot, width, upper - rows * (row + gap)),
        status=status,
        tally=tally,
        seats=tuple(places[seat] for seat in range(seats)),
        lens=lens,
        pile=pile,
        ticker=ticker,
        remote=remote,
    )


def _below(
    width: float, height: float, gap: float, ticker: bool
) -> tuple[Rectangle | None, Rectangle | None, Rectangle | None, float]:
    """Return the places of lens, pile and ticker side by side below the table, and the height at which it begins."""
    if height < LOW or width < 1.5 * LOW:
        return None, None, None, 0.0
    high = max(LEAST_BAND, BAND * height)
    left, right = gap, width - gap
    lines = None
    if ticker and width > 7.0 * high:
        lines = Rectangle(left, gap, left + 0.21 * width, gap + high)
        left = lines.right + gap
    room = right - left
    lens_wide = min(high / LENS_SHAPE, 0.58 * room)
    lens = Rectangle(left, gap, left + lens_wide, gap + high)
    pile = Rectangle(lens.right + gap, gap, right, gap + high)
    return lens, pile if pile.width > 1.2 * high else None, lines, gap + high


def seat_height_wanted(unit: float) -> float:
    """Return how high a seat's plate has to be to show everything (window units)."""
    text, small = text_height(16, unit), text_height(12.5, unit)
    return 1.5 * text + 1.5 * small + max(46.0 * unit, 30.0) + 26 * unit


LEAST_STRIP = 44.0
OVERLAY = 0.24  # of the table's height, where the strip has no place of its own
PAD = 0.09  # of the strip's height


@dataclass(frozen=True, slots=True)
class Strip:
    """The places of a player's cards in a row: the pile, the player card, and the challenge cards.

    note: the room to their right for words, None where there is none.
    """

    place: Rectangle
    pile: Rectangle
    own: Rectangle
    challenges: tuple[Rectangle, ...]
    note: Rectangle | None


def strip_of(layout: Layout, challenges: int) -> Strip:
    """Return the row of the player's cards: in the place of the lens, or at the table's foot where there is no lens."""
    table = layout.table
    place = layout.lens
    if place is None:
        high = max(LEAST_STRIP, OVERLAY * table.height)
        place = Rectangle(table.left + 2, table.bottom + 2, table.right - 2, table.bottom + 2 + high)
    pad = max(3.0, PAD * place.height)
    count = challenges + 2
    # As high as the strip allows, or lower where they would be too wide for it.
    high = place.height - 2 * pad
    wide = min(high / SHAPE, (place.width - 2 * pad) / (count + 0.25 * (count + 1)))
    high = min(high, wide * SHAPE)
    gap = 0.25 * wide
    base = place.bottom + (place.height - high) / 2
    left = place.left + pad

    def card(number: int, more: float) -> Rectangle:
        x = left + number * (wide + gap) + more
        return Rectangle(x, base, x + wide, base + high)

    cards = tuple(card(number + 2, gap) for number in range(challenges))
    end = (cards[-1].right if cards else card(1, 0).right) + 2 * gap
    note = Rectangle(end, place.bottom + pad, place.right - pad, place.top - pad)
    return Strip(place, card(0, 0), card(1, 0), cards, note if note.width > 1.6 * wide else None)


def signs_of(table: Rectangle, unit: float) -> tuple[Rectangle, Rectangle]:
    """Return the places of the signs STOP and L=R: at the top, where no hand is and hardly a card flies."""
    side = min(78.0 * unit, 0.2 * table.width, 0.28 * table.height)
    gap = max(2.0, 8.0 * unit)
    left, top = table.centre[0] - gap / 2 - side, table.top - gap
    first, second = grid(left, top, (side, side), gap, 2, 2)
    return first, second


def fields_of(table: Rectangle, count: int) -> tuple[Rectangle, ...]:
    """Return the places of the colour fields, in a row in the middle of the table."""
    gap = 0.02 * table.width
    wide = min(0.30 * table.width, (0.94 * table.width - (count - 1) * gap) / max(1, count))
    high = min(0.44 * table.height, 1.9 * wide)
    left = table.centre[0] - (count * wide + (count - 1) * gap) / 2
    base = table.bottom + 0.24 * table.height
    return tuple(
        Rectangle(left + n * (wide + gap), base, left + n * (wide + gap) + wide, base + high) for n in range(count)
    )


def button_of(table: Rectangle) -> Rectangle:
    """Return the place of the button that ends a stop."""
    wide, high = min(0.5 * table.width, 320.0), max(30.0, 0.15 * table.height)
    middle, base = table.centre[0], table.bottom + 0.42 * table.height
    return Rectangle(middle - wide / 2, base, middle + wide / 2, base + high)
