"""A player's panel as a picture: name, supply, cards. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PIL import Image, ImageDraw

from scenes.drawing.palette import INK, INK_SOFT, PAPER_EDGE, TONES, Colour
from scenes.drawing.panels import Pen, panel
from scenes.games.riff_raff.layout import digit_height, icon_columns, icon_side
from scenes.games.riff_raff.panels import Icons, card, hat, mark
from scenes.labels import player_label
from scenes.layout.text import fitted, line_px, width_px, write
from sim.games.riff_raff.match.frame import SeatView

ORDINALS = ("1st", "2nd", "3rd", "4th")


def seat_panel(
    seat: SeatView, index: int, colour: Colour, size: tuple[int, int], pen: Pen, icons: Icons
) -> Image.Image:
    """Paint the panel of a player: name, hat, supply, card of the round, cards in hand, profile and strategy.

    index: of the seat. size: of the picture (pixels).
    """
    width, height = size
    picture = panel(size, pen, seat.is_due)
    pad = pen(10)
    title, small = pen.text(16), pen.text(12.5)
    # The name, with the player's shape and colour before it and the pieces left at the far end.
    base = pad + round(title * 0.86)
    chip = round(title * 0.72)
    mark(picture, pad, base - chip, chip, colour, index)
    total = sum(seat.supply.values())
    left = str(total)
    write(picture, (width - pad, base), left, title, INK, bold=True, anchor="rs")
    room_end = width - pad - width_px(left, title, True) - pen(6)
    x = pad + chip + pen(6)
    if seat.is_captain:
        side = round(title * 1.25)
        room_end -= side + pen(2)
    name = fitted(seat.name, room_end - x, title, True)
    write(picture, (x, base), name, title, INK, bold=True)
    if seat.is_captain:
        picture.alpha_composite(hat(side), (x + width_px(name, title, True) + pen(5), base - round(side * 0.86)))
    # Pieces at the bottom, cards between.
    columns = icon_columns(width / pen.ratio, pen.unit)
    icon = round(icon_side(width / pen.ratio, pen.unit) * pen.ratio)
    rows = math.ceil(len(seat.supply) / columns)
    icons_top = height - pad - rows * icon - (rows - 1) * pen(4)
    if icons_top > base + pen(3):
        _supply(picture, seat.supply, (pad, icons_top, width - pad, height - pad), columns, icon, pen, icons)
    else:
        icons_top = height - pad
    top = base + pen(8)
    if icons_top - top >= 1.8 * small:
        _cards(picture, seat, colour, (pad, top, width - pad, icons_top - pen(6)), pen, small)
    return picture


def _supply(
    picture: Image.Image,
    supply: Mapping[str, int],
    box: tuple[int, int, int, int],
    columns: int,
    icon: int,
    pen: Pen,
    icons: Icons,
) -> None:
    left, top, right, _ = box
    cell = (right - left) / columns
    size = round(digit_height(12.0, pen.unit) * pen.ratio)
    for index, (kind, count) in enumerate(supply.items()):
        row, column = divmod(index, columns)
        x, y = round(left + column * cell), top + row * (icon + pen(4))
        picture.alpha_composite(icons.icon(kind, icon, ghost=count == 0), (x, y))
        if count > 0:
            at = (x + icon + max(1, round(0.04 * icon)), y + icon / 2)
            write(picture, at, str(count), size, INK, bold=count > 1, anchor="lm")


def _cards(
    picture: Image.Image, seat: SeatView, colour: Colour, box: tuple[int, int, int, int], pen: Pen, small: int
) -> None:
    """Paint the card of the round (or the last one played, dim), who the player is, and the number of cards in hand."""
    left, top, right, bottom = box
    high = bottom - top
    wide = round(high * 0.70)
    if seat.card is not None:
        picture.alpha_composite(card(wide, high, colour, seat.card, False), (left, top))
    elif seat.played:
        picture.alpha_composite(card(wide, high, colour, seat.played[-1], True), (left, top))
    else:
        frame = (left, top, left + wide, top + high)
        ImageDraw.Draw(picture).rounded_rectangle(
            frame, max(2, wide // 7), outline=(*PAPER_EDGE, 255), width=max(1, pen(1.2))
        )
    x = left + wide + pen(9)
    lines = max(1, min(2, high // line_px(small)))
    y = top + round(0.92 * small)
    about = player_label(seat.profile, seat.strategy)
    order = "" if seat.turn_in_round is None else ORDINALS[min(seat.turn_in_round, len(ORDINALS) - 1)]
    if seat.is_due:
        order = f"{order}, due" if order else "due"
    room = right - x
    if lines > 1:
        write(picture, (x, y), fitted(about, room, small), small, INK_SOFT)
    if lines > 1 or high > 1.5 * small:
        y = bottom - round(0.25 * small)
    back_high = min(round(1.5 * small), high, y + round(0.28 * small) - top)
    back_wide = round(back_high * 0.68)
    count = str(len(seat.hand))
    order_px = width_px(order, small, True)
    step = max(2, round(back_wide * 0.42))
    fan = back_wide + step * max(0, len(seat.hand) - 1)
    # A fan of backs where there is room for it beside the order of play; else one back and the number.
    if lines > 1 and fan + width_px(count, small) + order_px + pen(16) <= room:
        backs = len(seat.hand)
    else:
        backs = 1 if back_wide + width_px(count, small) + order_px + pen(10) <= room and seat.hand else 0
    at = x
    for _ in range(backs):
        picture.alpha_composite(
            card(back_wide, back_high, colour, None, False), (at, y + round(0.28 * small) - back_high)
        )
        at += step
    if backs:
        at += back_wide - step + pen(4)
    if at + width_px(count, small) + order_px <= right:
        write(picture, (at, y), count, small, INK)
    tone = TONES["bad"] if seat.is_due else INK_SOFT
    write(picture, (right, y), fitted(order, room, small, True), small, tone, bold=True, anchor="rs")
