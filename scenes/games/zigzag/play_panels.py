"""The player's own panels over ZIGZAG (cards, buttons, choices, the message), and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw
from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite, used
from scenes.drawing.message import MessageLine
from scenes.drawing.palette import GLOW, INK, INK_SOFT, LENS, PAPER, PAPER_DUE, PAPER_EDGE, lighter, mix
from scenes.drawing.panels import Pen, sheet
from scenes.games.zigzag.art import card_image
from scenes.games.zigzag.layout import buttons_of, cards_of, choices_of, pad_of, strip_of
from scenes.games.zigzag.play_choices import Choice
from scenes.games.zigzag.scene import Hud
from scenes.layout.boxes import Column, Row, Text, paint
from scenes.layout.places import message_line, spot_at
from scenes.layout.text import write
from scenes.window.camera import Rectangle

MOST_CHOICES, MOST_BUTTONS = 8, 14
Place = tuple[float, float]


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


class PlayPanels:
    """The panels laid out for a window, which can be shown and clicked."""

    def __init__(self, hud: Hud) -> None:
        self.hud = hud
        self.batch = Batch()
        low, high, top = Group(order=0), Group(order=1), Group(order=2)
        self._strip, self._line = PanelSprite(self.batch, low), MessageLine(self.batch, high)
        self._buttons = [PanelSprite(self.batch, low) for _ in range(MOST_BUTTONS)]
        self._choices = [PanelSprite(self.batch, high) for _ in range(MOST_CHOICES)]
        self._carried = PanelSprite(self.batch, top)
        self.cards: tuple[Rectangle, ...] = ()
        self.buttons: tuple[Rectangle, ...] = ()
        self.choices: tuple[Rectangle, ...] = ()
        self.strip = self.pad = Rectangle(0, 0, 1, 1)

    def lay_out(self, buttons: int) -> None:
        """Lay out the panels as the layout of the scene has places for them."""
        layout = self.hud.layout
        self.strip = strip_of(layout)
        self.cards = cards_of(self.strip)
        self.pad = pad_of(layout, buttons)
        self.buttons = buttons_of(self.pad, buttons, layout.unit)

    def show(
        self,
        row: OwnCards,
        buttons: Sequence[Button],
        choices: Sequence[Choice],
        message: tuple[str, str],
        pointer: Place,
        carried: tuple[str, float] | None,
        chosen: int | None = None,
    ) -> None:
        """Show cards, buttons, choices, the message of the moment, and the card in the hand.

        message: words and their tone. carried: the face of the dragged card and its width in window
        units. chosen: the number of the choice that keys mark.
        """
        pen, strip = self.hud.pen, self.strip
        ratio = pen.ratio
        spots = self.cards
        self._strip.show((row, strip, pen), strip.left, strip.top, ratio, lambda: strip_picture(row, strip, spots, pen))
        for number, panel in enumerate(used(self._buttons, len(buttons))):
            spot, button = self.buttons[number], buttons[number]
            size, lit = spot.pixels(ratio), number == spot_at(self.buttons, *pointer)
            panel.show(
                (button, size, lit, pen), spot.left, spot.top, ratio,
                lambda b=button, s=size, on=lit: button_picture(b, s, pen, on),  # type: ignore[misc]
            )  # fmt: skip
        self._show_choices(choices, pointer, chosen)
        table = self.hud.layout.table
        foot = Rectangle(table.left, table.bottom, table.right, table.bottom + message_line(self.hud.layout))
        self._line.show(message, foot, pen)
        if carried is None:
            self._carried.hide()
        else:
            face, wide = carried
            side = max(8, round(wide * ratio))
            size = (side, round(side * 1.4))
            self._carried.show((face, size), *pointer, ratio, lambda: card_image(face, *size), centred=True)

    def _show_choices(self, choices: Sequence[Choice], pointer: Place, chosen: int | None) -> None:
        pen, table = self.hud.pen, self.hud.layout.table
        ratio = pen.ratio
        shown = choices[:MOST_CHOICES]
        self.choices = choices_of(table, [choice.face is not None for choice in shown]) if shown else ()
        marked = spot_at(self.choices, *pointer) if chosen is None else chosen
        for number, panel in enumerate(used(self._choices, len(self.choices))):
            spot, choice = self.choices[number], shown[number]
            size, lit = spot.pixels(ratio), number == marked
            panel.show(
                (choice.words, choice.face, number, size, lit, pen), spot.left, spot.top, ratio,
                lambda c=choice, k=str(number + 1), s=size, on=lit: choice_picture(  # type: ignore[misc]
                    c.words, c.face, k, s, pen, on
                ),
            )  # fmt: skip

    def clicked(self, x: float, y: float) -> tuple[str, int] | None:
        """Return what is at a place of the window (choice, button, card, strip) and its number; None for the table."""
        for what, spots in (("choice", self.choices), ("button", self.buttons), ("card", self.cards)):
            number = spot_at(spots, x, y)
            if number is not None:
                return what, number
        return ("strip", 0) if self.strip.contains(x, y) else None
