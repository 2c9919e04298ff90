"""The player's own panels at ZIGZAG as pictures: cards, buttons, choices, notices. Pixels, y down."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from scenes.drawing.palette import GLOW, INK, INK_SOFT, LENS, PAPER, PAPER_DUE, PAPER_EDGE, lighter, mix
from scenes.drawing.panels import Pen, sheet
from scenes.games.zigzag.art import card_image
from scenes.layout.boxes import Column, Row, Text, paint
from scenes.layout.text import write
from scenes.window.camera import Rectangle


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The player's own cards.

    gone: the number of the card in the hand. lit: of the highlighted card. waiting: a face-down card waits to be picked
    up.
    """

    cards: tuple[str, ...]
    gone: int | None
    lit: int | None
    waiting: bool


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its words, the name of its key, whether it can be pressed now, and whether that is due."""

    words: str
    cap: str
    able: bool
    due: bool = False


def strip_picture(row: OwnCards, strip: Rectangle, spots: tuple[Rectangle, ...], pen: Pen) -> Image.Image:
    """Paint the row of the player's own cards. strip, spots: places of the row and of its cards in window units."""
    ratio = pen.ratio
    size = strip.pixels(ratio)
    picture = sheet(size, pen(9), LENS, mix(PAPER_EDGE, LENS, 0.4), 232, max(1, pen(1.2))).copy()
    draw = ImageDraw.Draw(picture)
    for number, spot in enumerate(spots):
        left, top = round((spot.left - strip.left) * ratio), round((strip.top - spot.top) * ratio)
        wide, high = max(6, round(spot.width * ratio)), max(8, round(spot.height * ratio))
        if number >= len(row.cards) or number == row.gone:
            box = (left, top, left + wide, top + high)
            draw.rounded_rectangle(box, max(2, wide // 12), outline=(*lighter(LENS, 0.3), 255), width=max(1, pen(1)))
            continue
        if number == row.lit:
            edge = max(2, pen(3))
            box = (left - edge, top - edge, left + wide + edge - 1, top + high + edge - 1)
            draw.rounded_rectangle(box, wide // 11 + edge, fill=(*GLOW, 255))
        picture.alpha_composite(card_image(row.cards[number], wide, high), (left, top))
    return picture


def button_picture(button: Button, size: tuple[int, int], pen: Pen, lit: bool) -> Image.Image:
    """Paint a button with its key, pale if it cannot be pressed."""
    width, height = size
    able = button.able
    lit = able and (lit or button.due)
    edge = GLOW if lit else PAPER_EDGE
    picture = sheet(size, pen(7), PAPER_DUE if lit else PAPER, edge, 245 if able else 150, max(1, pen(1.4)))
    picture = picture.copy()
    ink = INK if able else INK_SOFT
    text = min(pen.text(13), round(0.62 * height))
    words = Text(button.words, text, ink, bold=True, smallest=7, whole=True, side="middle", grow=1, line=1.0)
    cap = Text(button.cap, min(pen.text(11), round(0.5 * height)), INK_SOFT, bold=True, smallest=6, whole=True, spare=1)
    # In one place on all buttons, which are of one size: below the words, or before them on low buttons.
    below = height >= 2.3 * text
    box = Column([words, replace(cap, side="middle")]) if below else Row([cap, words], pen(4))
    paint(box, picture, (pen(4), 0, width - 2 * pen(4), height))
    return picture


def choice_picture(words: str, face: str | None, cap: str, size: tuple[int, int], pen: Pen, lit: bool) -> Image.Image:
    """Paint one of several choices: a card if `face` is given, else words with a key (`cap`)."""
    width, height = size
    if face is not None:
        edge = max(2, pen(3))
        picture = Image.new("RGBA", size, (0, 0, 0, 0))
        if lit:
            box = (0, 0, width - 1, height - 1)
            ImageDraw.Draw(picture).rounded_rectangle(box, width // 10, fill=(*GLOW, 255))
        picture.alpha_composite(card_image(face, width - 2 * edge, height - 2 * edge), (edge, edge))
        return picture
    picture = sheet(size, pen(9), PAPER_DUE if lit else PAPER, GLOW if lit else PAPER_EDGE, 250, max(2, pen(2))).copy()
    label = Text(words, pen.text(15), INK, bold=True, smallest=8, side="middle")
    paint(label, picture, (pen(4), 0, width - 2 * pen(4), height))
    small = pen.text(11)
    if height > 2.6 * small:
        write(picture, (pen(6), small * 0.75), cap, small, INK_SOFT, bold=True, anchor="lm")
    return picture
