"""The layout of the things that a player at ZIGZAG clicks. Pure arithmetic: window units, y up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenes.games.zigzag.art.card_art import SHAPE
from scenes.games.zigzag.layout import HAND, Layout
from scenes.layout.places import PanelLayout, grid
from scenes.layout.text import text_height
from scenes.window.camera import Rectangle

PAD_SHARE, LEAST_LINE = 0.60, 21.0
WORDS = 17.0
"""The width of a place for three buttons side by side, in heights of their words."""


def foot_height(layout: PanelLayout) -> float:
    """Return the height of a notice's line, which is kept free at the foot of the table's place."""
    return 1.3 * text_height(14, layout.unit) + 9.0 * layout.unit + 6.0


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
