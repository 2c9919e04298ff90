"""The tray: what a player can click (cards, words or pieces in a row at the foot of the window) below the message.

Pure arithmetic and pictures: window units with y up for places, pixels with y down inside a picture; no window needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from PIL import Image, ImageDraw

from scenes.drawing.key_words import choice_key
from scenes.drawing.message import LEAST
from scenes.drawing.palette import GLOW, INK, INK_SOFT, PAPER, PAPER_DUE, TONES, Colour, mix
from scenes.drawing.panels import Pen, panel, sheet
from scenes.games.riff_raff.layout import digit_height
from scenes.games.riff_raff.panels import Icons, card
from scenes.layout.boxes import Column, First, Text, paint
from scenes.layout.places import PanelLayout, spot_at
from scenes.layout.text import fitted, least_text, line_px, width_px, write
from scenes.window.camera import Rectangle

CARD_SHAPE = 0.70
BACK, BACK_BY_KEYS = "Let go here to put it back", "Enter sets it down, Esc puts it back"
TITLE_EMS = 36.0
"""The least width of a tray, in heights of its text: a message and the chance that a piece holds fit in it."""


class Sort(StrEnum):
    """The sorts of items in a tray."""

    CARD = "card"
    PIECE = "piece"
    WORDS = "words"
    DRILL = "drill"


@dataclass(frozen=True, slots=True)
class Item:
    """An item to click. value: the answer that it stands for. count: of pieces left. key: its key on the keyboard."""

    sort: Sort
    value: object
    words: str = ""
    count: int = 1
    key: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    """The place of the tray, its items, and the place of each of them. back: what is said of the piece in the hand."""

    place: Rectangle
    items: tuple[Item, ...]
    spots: tuple[Rectangle, ...]
    back: str

    def at(self, x: float, y: float) -> int | None:
        """Return the index of the item at that place of the window, None for none."""
        return spot_at(self.spots, x, y)


def room_for(layout: PanelLayout) -> float:
    """Return the height that the tray takes from the foot of the ship's place (window units)."""
    return _row(layout) + _title(layout) + 22.0 * layout.unit


def _row(layout: PanelLayout) -> float:
    return max(46.0, min(74.0 * layout.unit, 0.125 * (layout.table.height + layout.table.bottom)))


def _title(layout: PanelLayout) -> float:
    return 1.5 * max(least_text(), 14.0 * layout.unit)


def lay_out(layout: PanelLayout, items: Sequence[Item], back: str = BACK) -> Tray:
    """Return the tray with these items side by side, made narrower where they would not fit.

    It is as wide as they need and its words: what is beside it belongs to the table.
    """
    gap = max(4.0, 8.0 * layout.unit)
    ship = layout.table
    bottom = ship.bottom + gap
    place = Rectangle(ship.left + gap, bottom, ship.right - gap, bottom + _row(layout) + _title(layout) + gap)
    row = _row(layout)
    width = place.width - 2 * gap
    between = max(2.0, 5.0 * layout.unit)
    widest = {Sort.CARD: row * CARD_SHAPE, Sort.PIECE: 1.15 * row, Sort.WORDS: 5.0 * row, Sort.DRILL: 1.3 * row}
    wanted = [widest[item.sort] for item in items]
    share = min(1.0, (width - between * (len(items) - 1)) / max(1.0, sum(wanted)))
    across = share * sum(wanted) + between * (len(items) - 1)
    half = min(place.width, max(across + 2 * gap, TITLE_EMS * layout.text(14))) / 2
    place = Rectangle(place.centre[0] - half, place.bottom, place.centre[0] + half, place.top)
    x = place.centre[0] - across / 2
    spots = []
    for wide in wanted:
        spots.append(Rectangle(x, place.bottom + gap / 2, x + share * wide, place.bottom + gap / 2 + row))
        x += share * wide + between
    return Tray(place, tuple(items), tuple(spots), back)


def _size(tray: Tray, pen: Pen) -> tuple[int, int]:
    ratio = pen.ratio
    return tray.place.pixels(ratio)


def chance_place(tray: Tray, pen: Pen) -> tuple[float, float, int]:
    """Return where the chance is on a tray without items: its middle (window units), and its letters' height (px)."""
    width, height = _size(tray, pen)
    large = pen.text(19)
    down = (height + _base(pen)) / 2 - 0.45 * large
    return tray.place.left + width / 2 / pen.ratio, tray.place.top - down / pen.ratio, large


def _base(pen: Pen) -> int:
    """Return the baseline of the title (pixels from the tray's upper edge)."""
    return pen(6) + round(0.86 * pen.text(14))


def tray_picture(
    tray: Tray, message: tuple[str, str], has_chance: bool, colour: Colour, hover: int | None, pen: Pen, icons: Icons
) -> Image.Image:
    """Paint the tray, as large as its place.

    message: the message of the moment, and its tone. has_chance: the chance is written over the tray (`chance_place`)
    and needs room. hover: the index of the item under the pointer.
    """
    words, tone = message
    ratio = pen.ratio
    size = _size(tray, pen)
    picture = panel(size, pen, due=True)
    text, small, base, left = pen.text(14), pen.text(12.5), _base(pen), pen(11)
    top = base - text
    head = Text(words, text, TONES[tone], bold=True, smallest=pen.text(LEAST), whole=True)
    paint(head, picture, (left, top, size[0] - 2 * left, line_px(text)))
    if not tray.items:
        top = base + (round(1.5 * pen.text(19)) if has_chance else 0)
        back = Text(tray.back, small, INK_SOFT, side="middle")
        paint(back, picture, (left, top, size[0] - 2 * left, size[1] - top))
    for index, (item, spot) in enumerate(zip(tray.items, tray.spots, strict=True)):
        box = (
            round((spot.left - tray.place.left) * ratio),
            round((tray.place.top - spot.top) * ratio),
            max(6, round(spot.width * ratio)),
            max(6, round(spot.height * ratio)),
        )
        _item(picture, item, box, colour, index == hover, pen, icons)
    return picture


def _item(
    picture: Image.Image,
    item: Item,
    box: tuple[int, int, int, int],
    colour: Colour,
    hover: bool,
    pen: Pen,
    icons: Icons,
) -> None:
    x, y, wide, high = box
    if item.sort is Sort.CARD:
        shown = card(wide, min(high, round(wide / CARD_SHAPE)), colour, int(str(item.value)), False)
        lift = pen(4) if hover else 0
        picture.alpha_composite(shown, (x, max(0, y + high - shown.height - lift)))
        if hover:
            frame = (x, y + high - shown.height - lift, x + wide - 1, y + high - 1 - lift)
            ImageDraw.Draw(picture).rounded_rectangle(frame, max(2, wide // 7), outline=(*GLOW, 255), width=pen(2.5))
        return
    there = item.count > 0
    ground = mix(PAPER, PAPER_DUE, 1.0 if hover and there else 0.0)
    edge = GLOW if hover and there else mix(PAPER, INK_SOFT, 0.35 if there else 0.15)
    picture.alpha_composite(
        sheet((wide, high), pen(7), ground, edge, 255, pen(2.5 if hover and there else 1.2)), (x, y)
    )
    small = pen.text(12)
    if item.sort is Sort.PIECE:
        side = max(8, min(wide, high) - pen(10))
        name = fitted(item.words, wide - pen(6), small)
        if high >= side + round(0.7 * small) and name == item.words:
            side = max(8, min(side, high - pen(6) - round(1.25 * small)))
            tone = INK if there else INK_SOFT
            foot = y + high - pen(4) - round(0.2 * small)
            write(picture, (x + wide / 2, foot), name, small, tone, anchor="ms")
            # As low as the name allows, at most in the middle: count and key have the corners above.
            top = min(y + (high - side) // 2, foot - round(0.95 * small) - side)
            top = max(y + pen(3), top)
        else:
            top = y + (high - side) // 2
        kind = str(item.value)
        picture.alpha_composite(icons.icon(kind, side, ghost=not there), (x + (wide - side) // 2, top))
        if item.count > 1:
            digit = round(digit_height(13.0, pen.unit) * pen.ratio)
            at = (x + wide - pen(4), y + pen(2) + round(0.8 * digit))
            _in_corner(picture, at, f"{item.count}", digit, INK, ground, True)
        if item.key and there:
            words = choice_key(int(item.key))
            at = (x + pen(5) + width_px(words, small), y + pen(3) + small)
            _in_corner(picture, at, words, small, INK_SOFT, ground, False)
        return
    drill = item.sort is Sort.DRILL
    line = Text(
        item.words,
        min(pen.text(13), round(0.3 * high)) if drill else pen.text(16),
        INK,
        bold=True,
        smallest=pen.text(11),
        whole=True,
        side="middle",
    )
    # A list that is too wide for one line is written on several.
    lines = [replace(line, words=part, whole=False, grow=1) for part in item.words.split(" " if drill else ", ")]
    paint(First([line, Column(lines)]), picture, (x + pen(4), y + pen(2), wide - 2 * pen(4), high - 2 * pen(2)))


def _in_corner(
    picture: Image.Image, at: tuple[int, int], words: str, size: int, tone: Colour, ground: Colour, bold: bool
) -> None:
    """Write a count or a key that ends at `at`, with paper behind it: on a narrow item the piece reaches below it."""
    right, base = at
    left, gap = right - width_px(words, size, bold), max(1, size // 10)
    box = (left - gap, base - round(0.78 * size) - gap, right + gap - 1, base + gap)
    ImageDraw.Draw(picture).rounded_rectangle(box, 2 * gap, fill=(*ground, 255))
    write(picture, at, words, size, tone, bold=bold, anchor="rs")
