"""A player's plate as a picture (name, cards, challenge cards, games won), and the player's belief. Pixels, y down."""

from __future__ import annotations

from functools import partial

from PIL import Image, ImageDraw

from scenes.drawing.palette import BRASS, INK, INK_SOFT, PAPER, PAPER_EDGE, TONES, WRONG, darker
from scenes.drawing.panels import FINE, Pen, inside, panel
from scenes.games.zack.art.card_art import LETTERS, SHAPE, card_image, colour_of, ink_on
from scenes.games.zack.panels import chip_box, pile
from scenes.labels import player_labels
from scenes.layout.boxes import Box, Column, First, Picture, Place, Row, Spacer, Text, paint
from scenes.layout.text import line_px, width_px, write
from sim.games.zack.match.frame import SeatView

MOST_STARS = 5
"""Where more games than these have to be won they are not shown one by one."""
MOST_BUBBLE = 0.27
"""The greatest width of a thought, as a share of the plate's."""


def seat_panel(
    seat: SeatView, wins_needed: int, size: tuple[int, int], pen: Pen
) -> tuple[Image.Image, dict[str, Place]]:
    """Paint a player's plate: colour, name, games won, profile and strategy, cards and challenge cards left.

    Return it and the places on it of the `clock` and of the `bubble`, if there is room for them.
    """
    title, small = min(pen.text(16), max(8, round(0.7 * size[1]))), pen.text(12.5)
    chip = chip_box(seat.colour, round(1.05 * title))
    name = Text(seat.name, title, INK, bold=True, smallest=small, grow=1)
    won = _won(seat, wins_needed, title)
    about = Text(player_labels(seat.profile, seat.strategy, "zack"), small, INK_SOFT, whole=True, grow=1)
    clock = Spacer(size=(clock_room(small), small), name="clock", spare=2) if seat.is_due else None
    # On a high plate the cards grow only as long as there is room for the rest beside them.
    most = max(20, round(0.25 * size[0]))
    count = Text(str(seat.cards), title, INK, bold=True, whole=True)
    below = [Row([about, clock], pen(2), spare=1), _cards(seat, size, most, pen)]
    box = First([Column([Row([chip, name, won], pen(6)), *below]), Row([chip, name, clock, won, count], pen(5))])
    picture = panel(size, pen, seat.is_due)
    return picture, paint(box, picture, inside(size, pen))


def _won(seat: SeatView, wins_needed: int, title: int) -> Box:
    """Return the games won as stars where they leave room for a name, else their number."""
    stars = "★" * min(seat.wins, wins_needed) + "☆" * max(0, wins_needed - seat.wins)
    number = f"★{seat.wins}" if seat.wins else ""
    words = (stars, number) if wins_needed <= MOST_STARS else number
    return Text(words, title, darker(BRASS, 0.25), whole=True, spare=1)


def _cards(seat: SeatView, size: tuple[int, int], most: int, pen: Pen) -> Box:
    """Return the pile in hand with its number, the challenge cards that are left, and the place of a thought."""
    text = min(pen.text(19), round(0.72 * most))

    def pile_picture(wide: int, high: int) -> Image.Image:
        if not seat.cards:
            # Only the player card is left.
            return card_image(f"player:{seat.colour}", "", wide, high)
        picture = Image.new("RGBA", (wide, high), (*PAPER, 0))
        pile(picture, seat.cards, (0, 0, wide, high))
        return picture

    boxes = [
        Picture(pile_picture, 1 / SHAPE, most, smallest=16),
        Text(str(seat.cards), text, INK, bold=True, smallest=pen.text(1), whole=True, line=0.8),
        Picture(partial(_challenges, seat, max(1, pen(3))), None, most, smallest=0, grow=1),
        Spacer(size=(min(round(1.25 * most), round(MOST_BUBBLE * size[0])), 0), name="bubble"),
    ]
    return Row(boxes, pen(5), grow=1)


def _challenges(seat: SeatView, gap: int, wide: int, high: int) -> Image.Image:
    picture = Image.new("RGBA", (wide, high), (*PAPER, 0))
    mini_high = round(high * 0.66)
    mini = round(mini_high / SHAPE)
    others = max(1, len(seat.challenges) - 1)
    step = min(mini + gap, (wide - mini) // others)
    top = (high - mini_high) // 2
    if step < 0.55 * mini:
        _stripes(picture, seat, (0, top, min(wide, 2 * mini), top + mini_high))
        return picture
    for number, colour in enumerate(seat.challenges):
        face = card_image(f"challenge:{colour}", seat.colour, mini, mini_high)
        picture.alpha_composite(face, (number * step, top))
    return picture


def _stripes(picture: Image.Image, seat: SeatView, box: tuple[int, int, int, int]) -> None:
    """Paint the challenge cards where there is no room for them: one card of the player's colour, a stripe for each."""
    left, top, right, bottom = box
    if right - left < 3 * len(seat.challenges) + 4 or not seat.challenges:
        return
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((left, top, right - 1, bottom - 1), 3, fill=(*colour_of(seat.colour), 255))
    each = (right - left - 4) / len(seat.challenges)
    for index, colour in enumerate(seat.challenges):
        x = left + 2 + index * each
        draw.rectangle((round(x), top + 3, round(x + each) - 1, bottom - 4), fill=(*colour_of(colour), 255))


def clock_room(small: int) -> int:
    """Return the greatest width of a reaction clock, with letters of `small` pixels."""
    return width_px("00.0 s", small, True) + 8


def clock_text(seconds: float, small: int) -> Image.Image:
    """Paint how long a player has been due, to a tenth of a second.

    The picture is `clock_room` wide, with the words at its right end.
    """
    words = f"{min(seconds, 999.0):.1f} s"
    picture = Image.new("RGBA", (clock_room(small), line_px(small)), (*PAPER, 0))
    tone = TONES["bad"] if seconds > 2.0 else INK
    write(picture, (picture.width - 1, picture.height / 2), words, small, tone, bold=True, anchor="rm")
    return picture


def bubble(colour: str, wrong: bool, size: tuple[int, int]) -> Image.Image:
    """Paint a thought: the colour of the player who is believed to be due.

    wrong: struck through, with a red line round it.
    """
    width, height = size
    fine = Image.new("RGBA", (width * FINE, height * FINE), (*PAPER, 0))
    draw = ImageDraw.Draw(fine)
    line = (*(WRONG if wrong else PAPER_EDGE), 255)
    fill = (255, 236, 232, 255) if wrong else (255, 255, 255, 255)
    w, h = fine.width - 1, fine.height - 1
    # A cloud: discs in the colour of its outline, and over them smaller ones.
    cloud = [
        (0.10, 0.10, 0.55, 0.78),
        (0.34, 0.00, 0.80, 0.66),
        (0.52, 0.10, 0.99, 0.80),
        (0.22, 0.24, 0.76, 0.90),
        (0.06, 0.78, 0.20, 0.94),
        (0.00, 0.93, 0.07, 1.00),
    ]
    grow = max(2, round(fine.height * 0.035))
    for inset, tint in ((0, line), (grow, fill)):
        for x0, y0, x1, y1 in cloud:
            box = (x0 * w + inset, y0 * h + inset, x1 * w - inset, y1 * h - inset)
            if box[2] > box[0] and box[3] > box[1]:
                draw.ellipse(box, fill=tint)
    radius = 0.25 * h
    cx, cy = 0.53 * w, 0.44 * h
    tone = colour_of(colour)
    draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=(*tone, 255))
    if wrong:
        draw.line((cx - radius, cy + radius, cx + radius, cy - radius), fill=(*WRONG, 255), width=max(3, grow * 2))
    picture = fine.reduce(FINE)
    letter = round(0.36 * height)
    if letter >= 7 and not wrong:
        spot = cx / FINE, cy / FINE
        write(picture, spot, LETTERS.get(colour, "?"), letter, ink_on(tone), bold=True, anchor="mm")
    return picture
