"""The places of what a player at Zack! clicks, in a window of any size. Pure arithmetic: window units, y up."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.games.zack.art.card_art import SHAPE
from scenes.games.zack.layout import Layout
from scenes.window.camera import Rectangle

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
