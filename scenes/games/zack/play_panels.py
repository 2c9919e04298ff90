"""The player's own panels over Zack! (the row of cards, what can be clicked, words), and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw
from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.chance import ShownChance
from scenes.drawing.hud import PanelSprite, used
from scenes.drawing.message import MessageLine
from scenes.drawing.palette import GLOW, INK, LENS, PAPER, PAPER_DUE, PAPER_EDGE, darker, lighter, mix
from scenes.drawing.panels import FINE, Pen, inside, sheet
from scenes.games.zack.art import LETTERS, card_image, colour_of, ink_on
from scenes.games.zack.layout import Strip, button_of, fields_of, strip_of
from scenes.games.zack.panels import pile
from scenes.games.zack.scene import Hud
from scenes.layout.boxes import Text, paint
from scenes.layout.places import message_line, spot_at
from scenes.layout.text import fitted, line_px, width_px, wrapped, write
from scenes.window.camera import Rectangle

MOST_COLOURS = 6
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The contents of a player's row of cards.

    colour: the player's own. cards: how many lie on the pile. own: whether the player card is at hand. challenges:
    colour and name of every opponent against whom there is a challenge card. gone: the index in it of the card that is
    in the hand; -1 for the player card, None for none. spin: the backspin in words. key: the player card's.
    """

    colour: str
    cards: int
    own: bool
    challenges: tuple[tuple[str, str], ...]
    gone: int | None
    spin: str
    key: str


def strip_picture(row: OwnCards, strip: Strip, pen: Pen) -> Image.Image:
    """Paint the row of cards with their keys, as large as its place."""
    ratio, place = pen.ratio, strip.place
    size = place.pixels(ratio)
    picture = sheet(size, pen(9), LENS, mix(PAPER_EDGE, LENS, 0.4), 238, max(1, pen(1.2))).copy()

    def box(spot: Rectangle) -> tuple[int, int, int, int]:
        left, top = round((spot.left - place.left) * ratio), round((place.top - spot.top) * ratio)
        return left, top, left + round(spot.width * ratio), top + round(spot.height * ratio)

    left, top, right, bottom = box(strip.pile)
    if row.cards:
        pile(picture, row.cards, (left, top, right, bottom))
    _cap(picture, (left, top, right, bottom), str(row.cards), pen, plain=True)
    _slot(picture, box(strip.own), row.own and row.gone != -1)
    if row.own and row.gone != -1:
        _card(picture, f"player:{row.colour}", "", box(strip.own))
        _cap(picture, box(strip.own), row.key, pen)
    for number, ((colour, name), spot) in enumerate(zip(row.challenges, strip.challenges, strict=True)):
        there = row.gone != number
        _slot(picture, box(spot), there)
        if there:
            _card(picture, f"challenge:{colour}", row.colour, box(spot))
            _cap(picture, box(spot), str(number + 1), pen)
            _name(picture, box(spot), name, pen)
    if strip.note is not None:
        left, top, right, bottom = box(strip.note)
        small = pen.text(12)
        lines = wrapped(row.spin, right - left, small, True)
        for number, line in enumerate(lines[: (bottom - top) // line_px(small)]):
            y = top + small + number * line_px(small)
            write(picture, (left, y), line, small, lighter(LENS, 0.9), bold=True)
    return picture


def _card(picture: Image.Image, face: str, border: str, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    picture.alpha_composite(card_image(face, border, right - left, bottom - top), (left, top))


def _slot(picture: Image.Image, box: tuple[int, int, int, int], there: bool) -> None:
    """Draw the outline of a card's place if the card is not there."""
    if not there:
        ImageDraw.Draw(picture).rounded_rectangle(
            box, max(2, (box[2] - box[0]) // 14), outline=(*lighter(LENS, 0.25), 255)
        )


def _cap(picture: Image.Image, box: tuple[int, int, int, int], words: str, pen: Pen, plain: bool = False) -> None:
    """Paint a key on the upper left corner of a card. plain: a number that is no key."""
    left, top, right, _ = box
    size = max(pen.text(13), min(pen.text(20), round(0.34 * (right - left))))
    wide = max(round(1.35 * size), width_px(words, size, True) + size // 2)
    high = round(1.35 * size)
    fine = Image.new("RGBA", (wide * FINE, high * FINE), (0, 0, 0, 0))
    fill = (*LENS, 235) if plain else (*PAPER, 255)
    edge = (*lighter(LENS, 0.4), 255) if plain else (*INK, 255)
    ImageDraw.Draw(fine).rounded_rectangle(
        (0, 0, fine.width - 1, fine.height - 1), fine.height // 4, fill=fill, outline=edge, width=FINE * 2
    )
    cap = fine.reduce(FINE)
    tone = lighter(LENS, 0.9) if plain else INK
    write(cap, (wide / 2, high / 2), words, size, tone, bold=True, anchor="mm")
    picture.alpha_composite(cap, (max(0, left - high // 5), max(0, top - high // 5)))


def _name(picture: Image.Image, box: tuple[int, int, int, int], name: str, pen: Pen) -> None:
    """Paint the name of the challenged player across the foot of a card, where three letters of it fit."""
    left, _, right, bottom = box
    small = pen.text(11)
    words = fitted(name, right - left - 4, small, True)
    if len(words.rstrip("…")) < min(3, len(name)):
        return
    high = round(1.3 * small)
    wide = right - left - 2 * max(2, (right - left) // 18)
    band = sheet((wide, high), max(2, high // 4), PAPER, PAPER, 255, 1).copy()
    write(band, (wide / 2, high / 2), words, small, INK, bold=True, anchor="mm")
    picture.alpha_composite(band, (left + (right - left - wide) // 2, bottom - high - max(1, pen(4))))


def field_picture(colour: str, name: str, key: str, size: tuple[int, int], pen: Pen, lit: bool) -> Image.Image:
    """Paint a field for a colour that can be named, with its player and its key. lit: under the pointer."""
    tone = colour_of(colour)
    edge = GLOW if lit else darker(tone, 0.4)
    picture = sheet(size, pen(12), lighter(tone, 0.12) if lit else tone, edge, 250, max(2, pen(3))).copy()
    width, height = size
    ink = ink_on(tone)
    large, small = min(round(0.36 * height), round(0.5 * width)), min(pen.text(14), round(0.2 * height))
    write(picture, (width / 2, 0.48 * height), LETTERS.get(colour, "?"), large, ink, bold=True, anchor="mm")
    words = fitted(name, width - pen(8), small, True)
    if len(words.rstrip("…")) >= min(3, len(name)):
        write(picture, (width / 2, 0.83 * height), words, small, ink, True, "mm")
    write(picture, (pen(8), 0.06 * height + small * 0.5), key, small, ink, True, "lm")
    return picture


def button_picture(words: str, size: tuple[int, int], pen: Pen, lit: bool) -> Image.Image:
    """Paint a button. lit: under the pointer."""
    picture = sheet(size, pen(12), PAPER_DUE if lit else PAPER, GLOW, 252, max(2, pen(3))).copy()
    paint(Text(words, pen.text(17), INK, bold=True, side="middle"), picture, inside(size, pen))
    return picture


class PlayPanels:
    """The player's panels over the scene; `batch` is in window units.

    strip, fields, button: their places as shown last.
    """

    def __init__(self, hud: Hud) -> None:
        self.hud = hud
        self.batch = Batch()
        low, high = Group(order=0), Group(order=1)
        self._strip, self._line = PanelSprite(self.batch, low), MessageLine(self.batch, low)
        self._button = PanelSprite(self.batch, high)
        self._fields = [PanelSprite(self.batch, high) for _ in range(MOST_COLOURS)]
        self.strip: Strip | None = None
        self.fields: tuple[Rectangle, ...] = ()
        self.button: Rectangle | None = None

    def show(
        self,
        row: OwnCards,
        colours: Sequence[tuple[str, str]],
        go_on: str,
        message: tuple[str, str],
        chance: ShownChance | None,
        pointer: Place,
    ) -> None:
        """Show the player's row, the colours that can be named, a button, and words.

        colours: colour and name of each. go_on: the button's words, "" for no button. message: words and their tone.
        chance: that the card in the hand stays in the bowl.
        """
        pen, table = self.hud.pen, self.hud.layout.table
        ratio = pen.ratio
        strip = self.strip = strip_of(self.hud.layout, len(row.challenges))
        place = strip.place
        self._strip.show((row, strip, pen), place.left, place.top, ratio, lambda: strip_picture(row, strip, pen))
        self.fields = fields_of(table, len(colours)) if colours else ()
        for number, field in enumerate(used(self._fields, len(self.fields))):
            spot, (colour, name) = self.fields[number], colours[number]
            size, lit = spot.pixels(ratio), number == spot_at(self.fields, *pointer)
            key = str(number + 1)
            field.show(
                (colour, name, size, lit, pen), spot.left, spot.top, ratio,
                lambda c=colour, n=name, k=key, s=size, on=lit: field_picture(c, n, k, s, pen, on),  # type: ignore[misc]
            )  # fmt: skip
        self.button = button_of(table) if go_on else None
        if self.button is None:
            self._button.hide()
        else:
            spot = self.button
            size, lit = spot.pixels(ratio), spot.contains(*pointer)
            self._button.show(
                (go_on, size, lit, pen), spot.left, spot.top, ratio,
                lambda: button_picture(go_on, size, pen, lit),
            )  # fmt: skip
        foot = Rectangle(table.left, table.bottom, table.right, table.bottom + message_line(self.hud.layout))
        self._line.show(message, foot, pen, chance, pointer)

    def clicked(self, x: float, y: float) -> tuple[str, int] | None:
        """Return what is at that place of the window, and its index; None for nothing.

        It is one of field, button, own (the player card), challenge, strip.
        """
        field = spot_at(self.fields, x, y)
        if field is not None:
            return "field", field
        if self.button is not None and self.button.contains(x, y):
            return "button", 0
        strip = self.strip
        if strip is None:
            return None
        card = spot_at((strip.own, *strip.challenges), x, y)
        if card is not None:
            return ("challenge", card - 1) if card else ("own", 0)
        return ("strip", 0) if strip.place.contains(x, y) else None
