"""A player's plate as a picture (name, cards, challenge cards, games won), and the player's belief. Pixels, y down."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from scenes.drawing.palette import BRASS, INK, INK_SOFT, PAPER, PAPER_EDGE, TONES, WRONG, darker
from scenes.drawing.panels import FINE, Pen, panel
from scenes.games.zack.art.card_art import LETTERS, SHAPE, card_image, colour_of, ink_on
from scenes.games.zack.panels import chip, pile
from scenes.labels import player_label
from scenes.layout.text import fitted, line_px, width_px, write
from sim.games.zack.match.frame import SeatView


@dataclass(frozen=True, slots=True)
class Spots:
    """The arrangement of a plate of a size.

    pad, title, small: margin and heights of text. base, second: baselines of the first line and, if there is one, of
    the second. cards, bubble: their boxes, or None. clock: the right end of the clock's baseline.
    """

    pad: int
    title: int
    small: int
    base: int
    second: int | None
    cards: tuple[int, int, int, int] | None
    bubble: tuple[int, int, int, int] | None
    clock: tuple[int, int]


def spots(size: tuple[int, int], pen: Pen) -> Spots:
    """Return the arrangement of a plate: one line, a second one where it fits, and cards below where they fit."""
    width, height = size
    pad = min(pen(9), max(2, height // 6))
    title, small = min(pen.text(16), max(8, height - pad)), pen.text(12.5)
    base = pad + round(title * 0.86)
    if height - base < 1.6 * small:
        base = round(height / 2 + title * 0.36)
        return Spots(pad, title, small, base, None, None, None, (width - pad, base))
    second: int | None = base + line_px(small) + pen(2)
    cards = None
    below = base + pen(6)
    assert second is not None
    if height - pad - second - round(0.3 * small) >= max(20, pen(26)):
        below = second + round(0.3 * small) + pen(3)
        cards = (pad, below, width - pad, height - pad)
    elif height - pad - below >= 16:
        # Where both do not fit, cards are shown rather than profile and strategy.
        second = None
        cards = (pad, below, width - pad, height - pad)
    bubble = None
    if cards is not None:
        # On a high plate the cards grow only as long as there is room for the rest beside them.
        spare = max(0, cards[3] - cards[1] - max(20, round(0.25 * width)))
        cards = (cards[0], cards[1] + spare // 2, cards[2], cards[3] - (spare - spare // 2))
        high = cards[3] - cards[1]
        wide = min(round(high * 1.25), round(0.27 * width))
        tall = min(high, wide)
        middle = (cards[1] + cards[3]) // 2
        bubble = (width - pad - wide, middle - tall // 2, width - pad, middle - tall // 2 + tall)
    return Spots(pad, title, small, base, second, cards, bubble, (width - pad, second or base))


def seat_panel(seat: SeatView, wins_needed: int, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint a player's plate: colour, name, games won, profile and strategy, cards and challenge cards left."""
    width, _ = size
    picture = panel(size, pen, seat.is_due)
    at = spots(size, pen)
    side = round(at.title * 1.05)
    chip(picture, (at.pad, at.base - 0.92 * side, at.pad + side, at.base + 0.08 * side), seat.colour)
    x = at.pad + side + pen(6)
    end = width - at.pad
    if at.cards is None:
        count = str(seat.cards)
        write(picture, (end, at.base), count, at.title, INK, bold=True, anchor="rs")
        end -= width_px(count, at.title, True) + pen(5)
    stars = "★" * min(seat.wins, wins_needed) + "☆" * max(0, wins_needed - seat.wins)
    room_for_stars = end - x - width_px(stars, at.title) - pen(6)
    if room_for_stars > 3.4 * at.title and wins_needed <= 5:
        write(picture, (end, at.base), stars, at.title, darker(BRASS, 0.25), anchor="rs")
        end = x + room_for_stars
    elif seat.wins and end - x > 3.0 * at.title:
        write(picture, (end, at.base), f"★{seat.wins}", at.small, darker(BRASS, 0.25), anchor="rs")
        end -= width_px(f"★{seat.wins}", at.small) + pen(4)
    write(picture, (x, at.base), fitted(seat.name, end - x, at.title, True), at.title, INK, bold=True)
    if at.second is not None:
        about = player_label(seat.profile, seat.strategy)
        room = width - 2 * at.pad - (clock_room(at) if seat.is_due else 0)
        write(picture, (at.pad, at.second), fitted(about, room, at.small), at.small, INK_SOFT)
    if at.cards is not None:
        _cards(picture, seat, at, pen)
    return picture


def _cards(picture: Image.Image, seat: SeatView, at: Spots, pen: Pen) -> None:
    """Paint the pile in hand with its number, and then the challenge cards that are left."""
    assert at.cards is not None
    left, top, _, bottom = at.cards
    right = at.bubble[0] - pen(4) if at.bubble is not None else at.cards[2]
    high = bottom - top
    wide = round(high / SHAPE)
    count = str(seat.cards)
    size = min(pen.text(19), round(high * 0.72))
    if seat.cards:
        pile(picture, seat.cards, (left, top, left + wide, bottom))
    else:
        # Only the player card is left.
        own = card_image(f"player:{seat.colour}", "", wide, high)
        picture.alpha_composite(own, (left, top))
    x = left + wide + pen(5)
    if x + width_px(count, size, True) > right:
        return
    write(picture, (x, (top + bottom) / 2), count, size, INK, bold=True, anchor="lm")
    x += max(width_px(count, size, True), width_px("00", size, True)) + pen(8)
    mini_high = round(high * 0.66)
    mini = round(mini_high / SHAPE)
    step = mini + max(1, pen(3))
    if seat.challenges and x + mini + (len(seat.challenges) - 1) * step > right:
        step = (right - x - mini) // max(1, len(seat.challenges) - 1)
    y = top + (high - mini_high) // 2
    if step < 0.55 * mini:
        _stripes(picture, seat, (x, y, min(right, x + 2 * mini), y + mini_high))
        return
    for colour in seat.challenges:
        picture.alpha_composite(card_image(f"challenge:{colour}", seat.colour, mini, mini_high), (x, y))
        x += step


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


def clock_room(at: Spots) -> int:
    """Return the greatest width of a reaction clock (pixels)."""
    return width_px("00.0 s", at.small, True) + 8


def clock_text(seconds: float, at: Spots) -> Image.Image:
    """Paint how long a player has been due, to a tenth of a second.

    The picture is `clock_room` wide, with the words at its right end.
    """
    words = f"{min(seconds, 999.0):.1f} s"
    picture = Image.new("RGBA", (clock_room(at), line_px(at.small)), (*PAPER, 0))
    tone = TONES["bad"] if seconds > 2.0 else INK
    write(picture, (picture.width - 1, at.small), words, at.small, tone, bold=True, anchor="rs")
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
    for inset, paint in ((0, line), (grow, fill)):
        for x0, y0, x1, y1 in cloud:
            box = (x0 * w + inset, y0 * h + inset, x1 * w - inset, y1 * h - inset)
            if box[2] > box[0] and box[3] > box[1]:
                draw.ellipse(box, fill=paint)
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
