"""The tray below the board for the player at the mouse: tiles to take, what there is to do, and the button."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from scenes.drawing.palette import GLOW, INK, INK_SOFT, PAPER, PAPER_EDGE, TONES, darker, mix
from scenes.drawing.panels import FINE, Pen, panel
from scenes.games.zatre.art import rack_image, tile_image
from scenes.layout.boxes import First, Lines, Text, paint
from scenes.layout.places import PanelLayout, spot_at
from scenes.layout.text import least_text, text_height
from scenes.window.camera import Rectangle
from sim.language import N_, _

BUTTON = N_("Place (Enter)")
SHORT_BUTTON = N_("Place")


def tray_height(height: float, unit: float) -> float:
    """Return the height of the tray in window units, for a table part of the window of that height."""
    return min(max(82.0 * unit, 2.6 * text_height(14, unit) + 14 * unit, 3.6 * least_text()), 0.3 * height)


def room_for(layout: PanelLayout) -> float:
    """Return the height that the tray takes from the foot of the board's place (window units)."""
    return tray_height(layout.table.height, layout.unit)


@dataclass(frozen=True, slots=True)
class Tray:
    """The places of the tray's parts in window units. tiles: in the order of the hand."""

    place: Rectangle
    rack: Rectangle
    tiles: tuple[Rectangle, ...]
    words: Rectangle
    button: Rectangle

    def tile_at(self, x: float, y: float) -> int | None:
        """Return the number of the tile under a point, or None."""
        return spot_at(self.tiles, x, y)


def lay_out(board: Rectangle, height: float, unit: float, count: int) -> Tray:
    """Lay out the tray, `height` units high, at the foot of the board's part of the window, for `count` tiles."""
    gap = max(3.0, 6.0 * unit)
    place = Rectangle(board.left + gap, board.bottom + gap, board.right - gap, board.bottom + height)
    pad = max(3.0, 6.0 * unit)
    slots = max(3, count)
    high = place.height - 2 * pad
    side = min(high * 0.86, 0.42 * place.width / slots / 1.1)
    rack = Rectangle(place.left + pad, place.bottom + pad, place.left + pad + slots * 1.1 * side + 0.1 * side + 4,
                     place.top - pad)  # fmt: skip
    step = 1.1 * side
    foot = rack.bottom + min(0.14 * rack.height, rack.height - side)
    tiles = tuple(
        Rectangle(
            rack.left + 0.1 * side + 2 + n * step, foot, rack.left + 0.1 * side + 2 + n * step + side, foot + side
        )
        for n in range(count)
    )
    # As wide as its word, and no wider than a third of the tray.
    wide = min(
        max(0.62 * text_height(15, unit) * len(_(SHORT_BUTTON)) + 18 * unit, 0.2 * place.width), 0.3 * place.width
    )
    button = Rectangle(place.right - pad - wide, place.bottom + pad, place.right - pad, place.top - pad)
    words = Rectangle(rack.right + pad, place.bottom + pad, button.left - pad, place.top - pad)
    return Tray(place, rack, tiles, words, button)


@dataclass(frozen=True, slots=True)
class Look:
    """The contents of the tray.

    tiles: the tiles on the rack; None for one that is gone or face down. words: what there is to do; bad: they refuse
    something. ready: the turn may be confirmed. hot: the tile under the pointer, -1 for the button. due: it is the
    player's turn.
    """

    tiles: tuple[int | None, ...]
    words: str
    bad: bool
    ready: bool
    hot: int | None
    due: bool


def tray_picture(tray: Tray, look: Look, pen: Pen) -> Image.Image:
    ratio, place = pen.ratio, tray.place
    size = place.pixels(ratio)
    picture = panel(size, pen, look.due)

    def spot(part: Rectangle) -> tuple[int, int, int, int]:
        return (
            round((part.left - place.left) * ratio), round((place.top - part.top) * ratio),
            round((part.right - place.left) * ratio), round((place.top - part.bottom) * ratio),
        )  # fmt: skip

    left, top, right, bottom = spot(tray.rack)
    if right - left > 4 and bottom - top > 4:
        picture.alpha_composite(rack_image((right - left, bottom - top)), (left, top))
    for number, (value, part) in enumerate(zip(look.tiles, tray.tiles, strict=True)):
        x0, y0, x1, _ = spot(part)
        if value is None:
            continue
        if look.hot == number:
            ImageDraw.Draw(picture).rounded_rectangle(
                (x0 - 3, y0 - 3, x1 + 3, y0 + (x1 - x0) + 3), (x1 - x0) // 6, fill=(*GLOW, 255)
            )
        picture.alpha_composite(tile_image(value, max(4, x1 - x0)), (x0, y0))
    left, top, right, bottom = spot(tray.words)
    tone, least = TONES["bad"] if look.bad else INK, pen.text(1)
    words = Lines(look.words, pen.text(14), tone, bold=look.bad, smallest=least)
    paint(words, picture, (left, top, max(10, right - left), bottom - top))
    _button(picture, look, spot(tray.button), pen)
    return picture


def _button(picture: Image.Image, look: Look, box: tuple[int, int, int, int], pen: Pen) -> None:
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    if wide < 8 or high < 8:
        return
    fine = Image.new("RGBA", (wide * FINE, high * FINE), (*PAPER, 0))
    tone = TONES["good"] if look.ready else mix(PAPER, PAPER_EDGE, 0.45)
    if look.ready and look.hot == -1:
        tone = darker(tone, 0.25)
    ImageDraw.Draw(fine).rounded_rectangle(
        (0, 0, fine.width - 1, fine.height - 1), pen(9) * FINE, fill=(*tone, 255),
        outline=(*(GLOW if look.ready else PAPER_EDGE), 255), width=max(2, pen(2)) * FINE,
    )  # fmt: skip
    picture.alpha_composite(fine.reduce(FINE), (left, top))
    tone = PAPER if look.ready else INK_SOFT
    whole, short = (
        Text(words, pen.text(15), tone, bold=True, smallest=least, whole=True, side="middle")
        for words, least in ((_(BUTTON), pen.text(15)), (_(SHORT_BUTTON), 8))
    )
    paint(First([whole, short]), picture, (left + 4, top, wide - 8, high))
