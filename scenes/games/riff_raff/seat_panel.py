"""A player's panel as a picture: name, supply, cards. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

from PIL import Image, ImageDraw

from scenes.drawing.palette import INK, INK_SOFT, PAPER_EDGE, TONES, Colour
from scenes.drawing.panels import Pen, on_panel
from scenes.games.riff_raff.layout import digit_height, icon_columns, icon_side
from scenes.games.riff_raff.panels import Icons, card, hat, mark
from scenes.labels import player_labels
from scenes.layout.boxes import Box, Column, First, Picture, Row, Spacer, Text
from scenes.layout.text import write
from sim.games.riff_raff.match.frame import SeatView

ORDINALS = ("1st", "2nd", "3rd", "4th")
CARD_SHAPE, BACK_SHAPE = 0.70, 0.68
"""The width of a card by its height: of the one of the round, and of those in the hand."""


def seat_panel(
    seat: SeatView, index: int, colour: Colour, size: tuple[int, int], pen: Pen, icons: Icons
) -> Image.Image:
    """Paint the panel of a player: name, hat, supply, card of the round, cards in hand, profile and strategy.

    index: of the seat. size: of the picture (pixels).
    """
    title = pen.text(16)
    name = [
        Picture(partial(_mark, colour, index), high=round(0.72 * title)),
        Text(seat.name, title, INK, bold=True, smallest=pen.text(12.5)),
        Picture(lambda _, high: hat(high), high=round(1.25 * title)) if seat.is_captain else None,
        Spacer(grow=1),
        Text(str(sum(seat.supply.values())), title, INK, bold=True, whole=True),
    ]
    cards = Row([_card_of_the_round(seat, colour, pen), _about(seat, colour, pen)], pen(9), grow=1, spare=2)
    box = Column([Row(name, pen(5)), cards, _supply(seat.supply, size[0], pen, icons)], pen(4))
    return on_panel(box, size, pen, seat.is_due)


def _mark(colour: Colour, index: int, wide: int, high: int) -> Image.Image:
    picture = Image.new("RGBA", (wide, high), (*colour, 0))
    mark(picture, 0, 0, high, colour, index)
    return picture


def _supply(supply: Mapping[str, int], width: int, pen: Pen, icons: Icons) -> Box:
    columns, gap = icon_columns(width / pen.ratio, pen.unit), pen(4)
    side = round(icon_side(width / pen.ratio, pen.unit) * pen.ratio)
    digit = round(digit_height(12.0, pen.unit) * pen.ratio)

    def make(wide: int, high: int) -> Image.Image:
        picture = Image.new("RGBA", (wide, high), (*INK, 0))
        for index, (kind, count) in enumerate(supply.items()):
            x, y = round(index % columns * wide / columns), index // columns * (side + gap)
            picture.alpha_composite(icons.icon(kind, side, ghost=count == 0), (x, y))
            if count > 0:
                at = (x + side + max(1, round(0.04 * side)), y + side / 2)
                write(picture, at, str(count), digit, INK, bold=count > 1, anchor="lm")
        return picture

    return Picture(make, None, high=math.ceil(len(supply) / columns) * (side + gap) - gap, spare=1)


def _card_of_the_round(seat: SeatView, colour: Colour, pen: Pen) -> Box:
    """Return the card of the round, the last one played, dim, or an empty place."""

    def make(wide: int, high: int) -> Image.Image:
        if seat.card is not None:
            return card(wide, high, colour, seat.card, False)
        if seat.played:
            return card(wide, high, colour, seat.played[-1], True)
        picture = Image.new("RGBA", (wide, high), (*PAPER_EDGE, 0))
        edge = (0, 0, wide - 1, high - 1)
        draw = ImageDraw.Draw(picture)
        draw.rounded_rectangle(edge, max(2, wide // 7), outline=(*PAPER_EDGE, 255), width=max(1, pen(1.2)))
        return picture

    return Picture(make, CARD_SHAPE, smallest=round(1.8 * pen.text(12.5)))


def _about(seat: SeatView, colour: Colour, pen: Pen) -> Box:
    """Return who the player is, the cards in hand, and the order of play."""
    small = pen.text(12.5)
    order = "" if seat.turn_in_round is None else ORDINALS[min(seat.turn_in_round, len(ORDINALS) - 1)]
    if seat.is_due:
        order = f"{order}, due" if order else "due"
    turn = Text(order, small, TONES["bad"] if seat.is_due else INK_SOFT, bold=True, whole=True, side="right", grow=1)
    count, apart = Text(str(len(seat.hand)), small, INK, whole=True), Spacer(size=(pen(6), 0))
    # A fan of backs where there is room for it beside the order of play; else one back and the number.
    fans = [Row([_fan(backs, colour, small), count, apart, turn], pen(4)) for backs in (len(seat.hand), 1) if seat.hand]
    hand = First([*fans, Row([count, apart, turn], pen(4)), turn])
    about = Text(player_labels(seat.profile, seat.strategy, "riff-raff"), small, INK_SOFT, whole=True, spare=1)
    return Column([about, Spacer(grow=1), hand], grow=1)


def _fan(backs: int, colour: Colour, small: int) -> Box:
    high = round(1.5 * small)
    wide = round(BACK_SHAPE * high)
    step = max(2, round(0.42 * wide))

    def make(width: int, height: int) -> Image.Image:
        picture = Image.new("RGBA", (width, height), (*colour, 0))
        for number in range(backs):
            picture.alpha_composite(card(wide, height, colour, None, False), (number * step, 0))
        return picture

    return Picture(make, (wide + step * (backs - 1)) / high, high)
