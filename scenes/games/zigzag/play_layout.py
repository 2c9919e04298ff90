"""The layout of the things that a player at ZIGZAG clicks. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenes.drawing.layout import grid
from scenes.games.zigzag.art.card_art import SHAPE
from scenes.games.zigzag.layout import Layout
from scenes.window.camera import Rectangle

HAND = 4
STRIP, LEAST_STRIP = 0.235, 64.0
"""The height of the player's cards: a share of the table's height, and the least number of units."""
SAID, LEAST_SAID = 0.045, 20.0
"""The height of a notice's line: a share of the table's height, and the least number of units."""
PAD_SHARE, LEAST_LINE = 0.60, 21.0


def strip_height(table: Rectangle) -> float:
    """Return the height of the row of the player's own cards."""
    return max(min(LEAST_STRIP, 0.4 * table.height), STRIP * table.height)


def foot_height(table: Rectangle) -> float:
    """Return the height at the foot of the table's place that the cards and the notice above them take."""
    return strip_height(table) + max(LEAST_SAID, SAID * table.height)


def strip_of(layout: Layout) -> Rectangle:
    """Return the place of the row of the player's own cards, at the table's foot."""
    table = layout.table
    return Rectangle(table.left + 2, table.bottom + 2, table.right - 2, table.bottom + strip_height(table) - 2)


def cards_of(strip: Rectangle) -> tuple[Rectangle, ...]:
    """Return the places of the player's four cards in the middle of the row."""
    pad = 0.06 * strip.height
    high = min(strip.height - 2 * pad, (strip.width - 5 * pad) / HAND * SHAPE)
    wide = high / SHAPE
    gap = min(1.6 * pad, (strip.width - HAND * wide) / (HAND + 1))
    left = strip.centre[0] - (HAND * wide + (HAND - 1) * gap) / 2
    base = strip.centre[1] - high / 2
    return tuple(
        Rectangle(left + n * (wide + gap), base, left + n * (wide + gap) + wide, base + high) for n in range(HAND)
    )


def pad_of(layout: Layout, window: Rectangle, buttons: int) -> Rectangle:
    """Return the place of the buttons: the lower part of the ticker's place, or without one a band above the cards."""
    place = layout.ticker
    if place is None:
        strip = strip_of(layout)
        high = min(0.22 * window.height, 2 * LEAST_LINE)
        return Rectangle(strip.left, strip.top + 2, strip.right, strip.top + 2 + high)
    rows = math.ceil(buttons / columns_of(place))
    wanted = max(PAD_SHARE * place.height if place.height > place.width else place.height, rows * LEAST_LINE)
    return Rectangle(place.left, place.bottom, place.right, place.bottom + min(place.height, wanted))


def columns_of(place: Rectangle) -> int:
    """Return the number of buttons side by side."""
    return 6 if place.width > 2.2 * place.height else 3 if place.width > 200 else 2


def buttons_of(pad: Rectangle, count: int) -> tuple[Rectangle, ...]:
    """Return the places of the buttons, row by row."""
    columns = columns_of(pad) if pad.width <= 2.2 * pad.height else 6
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
    middle = table.bottom + strip_height(table) + 0.5 * (table.height - strip_height(table))
    found = []
    for number, card in enumerate(cards):
        high = min(wide * SHAPE, 0.5 * table.height) if card else max(28.0, min(0.13 * table.height, 60.0))
        side = high / SHAPE if card else wide
        x = left + number * (wide + gap) + (wide - side) / 2
        found.append(Rectangle(x, middle - high / 2, x + side, middle + high / 2))
    return tuple(found)
