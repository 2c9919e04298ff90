"""The cards of a game's first minute: a strip above the table, one card at a time, each with one thing to try.

The table has the window below the strip, so that a card covers nothing, and the mouse stays free for what is tried.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from scenes.drawing import palette
from scenes.drawing.palette import darker, lighter
from scenes.drawing.panels import Pen, sheet
from scenes.guide import FirstCard, Glance, Guide
from scenes.layout.boxes import ENDLESS, Box, Column, Lines, Row, Text, paint
from scenes.layout.places import unit_of
from scenes.layout.text import width_px, write
from scenes.window.camera import Rectangle

if TYPE_CHECKING:
    from pyglet.graphics import Batch

    from scenes.drawing.panel_sprite import PanelSprite

TEXT, TITLE = 14.0, 16.0
MOST_SHARE = 0.34
"""The strip takes at most this share of the window's height: letters are made smaller until it does."""
LEAST_PX = 9
NEXT, SKIP = "Next (F3)", "Skip all (Esc)"


@dataclass(frozen=True, slots=True)
class StripLayout:
    """The places of the strip (window units, y up) and the height of its letters (pixels)."""

    pen: Pen
    text: int
    strip: Rectangle
    next: Rectangle
    skip: Rectangle


class FirstCards:
    """The cards of a game, the first one in front. `over` once the last one is done, or all were skipped.

    last: the label of the last card's button.
    """

    def __init__(self, guide: Guide, last: str) -> None:
        self._cards, self._last = guide.cards, last
        self.number = 0
        self._begun: Hashable = None
        self._hover = ""
        self._batch: Batch | None = None
        self._panel: PanelSprite | None = None
        self._layout: StripLayout | None = None

    @property
    def over(self) -> bool:
        """True if no card is left."""
        return self.number >= len(self._cards)

    @property
    def card(self) -> FirstCard | None:
        """The card in front, or None if they are over."""
        return None if self.over else self._cards[self.number]

    @property
    def layout(self) -> StripLayout | None:
        """The places of the strip, once it has been laid out."""
        return self._layout

    def next(self) -> None:
        self.number += 1
        self._begun = None

    def skip(self) -> None:
        self.number = len(self._cards)

    def watch(self, glance: Glance) -> None:
        """Go on to the next card if the thing to try was done."""
        card = self.card
        if card is None or card.progress is None:
            return
        now = card.progress(glance)
        if self._begun is None:
            self._begun = now
        elif now != self._begun:
            self.next()

    # ------------------------------------------------------------------------------------------ mouse

    def pointer(self, x: float, y: float) -> None:
        self._hover = self._button(x, y)

    def press(self, x: float, y: float) -> bool:
        """Press the button there; return True if the strip is there at all."""
        if self._layout is None or not self._layout.strip.contains(x, y):
            return False
        button = self._button(x, y)
        if button == "next":
            self.next()
        elif button == "skip":
            self.skip()
        return True

    def _button(self, x: float, y: float) -> str:
        layout = self._layout
        if layout is None:
            return ""
        return "next" if layout.next.contains(x, y) else "skip" if layout.skip.contains(x, y) else ""

    # ------------------------------------------------------------------------------------------ pictures

    def lay_out(self, width: float, height: float, ratio: float) -> float:
        """Lay the strip out for a window of that size in units; return its height: that of the longest card."""
        pen = Pen(unit_of(width, height), ratio)
        text = pen.text(TEXT)
        while text > LEAST_PX and self._high(text, width, pen) > MOST_SHARE * height * ratio:
            text -= 1
        high = self._high(text, width, pen) / ratio
        strip = Rectangle(0.0, height - high, width, height)
        wide, tall, pad = self._button_wide(text, pen) / ratio, 1.9 * text / ratio, pen(10) / ratio
        gap = pad / 2
        left, middle = width - pad - wide, strip.bottom + high / 2
        self._layout = StripLayout(
            pen,
            text,
            strip,
            Rectangle(left, middle + gap / 2, left + wide, middle + gap / 2 + tall),
            Rectangle(left, middle - gap / 2 - tall, left + wide, middle - gap / 2),
        )
        return high

    def _button_wide(self, text: int, pen: Pen) -> int:
        return max(width_px(label, text, True) for label in (NEXT, SKIP, self._last)) + 2 * pen(12)

    def _room(self, text: int, width: float, pen: Pen) -> int:
        return max(60, round(width * pen.ratio) - self._button_wide(text, pen) - 4 * pen(10))

    def _high(self, text: int, width: float, pen: Pen) -> int:
        room = self._room(text, width, pen), ENDLESS
        highs = [_words(card, "", text, pen).wanted(room)[1] for card in self._cards]
        return max(*highs, round(4.4 * text)) + 2 * pen(9)

    def show(self, size: tuple[float, float, float]) -> None:
        """Move and paint the strip for a window of that size (width, height, pixels a unit)."""
        if self.over:
            return
        if self._panel is None:
            # Imported here, so that cards that are not drawn need no display.
            from pyglet.graphics import Batch, Group

            from scenes.drawing.panel_sprite import PanelSprite

            self._batch = Batch()
            self._panel = PanelSprite(self._batch, Group(order=0))
        self.lay_out(*size)
        layout = self._layout
        assert layout is not None
        key = (self.number, self._hover, layout, palette.PAPER)
        self._panel.show(key, 0.0, layout.strip.top, size[2], self._paint)

    def _paint(self) -> Image.Image:
        layout, card = self._layout, self.card
        assert layout is not None
        assert card is not None
        pen, text = layout.pen, layout.text
        width, height = layout.strip.pixels(pen.ratio)
        picture = Image.new("RGBA", (width, height), (*palette.PAPER, 255))
        picture.paste(palette.PAPER_EDGE, (0, height - max(1, pen(2)), width, height))
        words = _words(card, f"{self.number + 1} of {len(self._cards)}", text, pen)
        room = self._room(text, layout.strip.width, pen)
        paint(words, picture, (pen(10), pen(9), room, height - 2 * pen(9)))
        last = self.number == len(self._cards) - 1
        self._paint_button(picture, layout.next, self._last if last else NEXT, "next")
        self._paint_button(picture, layout.skip, SKIP, "skip")
        return picture

    def _paint_button(self, picture: Image.Image, place: Rectangle, label: str, name: str) -> None:
        layout = self._layout
        assert layout is not None
        pen, main = layout.pen, name == "next"
        fill = palette.TONES["turn"] if main else lighter(palette.PAPER, 0.6)
        if self._hover == name:
            fill = lighter(fill, 0.14) if main else palette.PAPER_DUE
        size = place.pixels(pen.ratio)
        box = sheet(
            size, pen(8), fill, darker(fill, 0.25) if main else palette.PAPER_EDGE, 255, max(1, pen(1.2))
        ).copy()
        ink = (255, 255, 255) if main else palette.INK
        write(box, (size[0] / 2, size[1] / 2), label, layout.text, ink, bold=main, anchor="mm")
        top = round((layout.strip.top - place.top) * pen.ratio)
        picture.alpha_composite(box, (round(place.left * pen.ratio), max(0, top)))

    def draw(self) -> None:
        """Draw the strip."""
        if self._batch is not None and not self.over:
            self._batch.draw()


def _words(card: FirstCard, count: str, text: int, pen: Pen) -> Box:
    """Return what a card says, in letters of `text` pixels. count: which one of all it is."""
    title = Text(card.title, round(text * TITLE / TEXT), palette.INK, bold=True)
    head = Row([title, Text(count, text, palette.INK_SOFT, whole=True, spare=1)], pen(12))
    to_try = Lines(f"Try: {card.to_try}", text, palette.TONES["turn"], bold=True, whole=True)
    return Column([head, Lines(card.text, text, palette.INK, whole=True), to_try])
