"""A message in the upper part of the window, where no game has anything to click, that vanishes after a while."""

from __future__ import annotations

from functools import partial

from PIL import Image
from pyglet.graphics import Batch, Group

from scenes.drawing import palette
from scenes.drawing.hud import PanelSprite
from scenes.drawing.panels import Pen, around, panel
from scenes.layout.boxes import ENDLESS, Lines
from scenes.layout.places import unit_of

SHOWN_S = 7.0


class Toast:
    """One message at a time, the latest."""

    def __init__(self) -> None:
        self._words, self._bad, self._left_s = "", False, 0.0
        self._said: set[str] = set()
        self.forget()

    def forget(self) -> None:
        """Paint the message again, after a change of colours."""
        self._batch = Batch()
        self._panel = PanelSprite(self._batch, Group(order=0))

    @property
    def words(self) -> str:
        """The message shown now, or empty."""
        return self._words if self._left_s > 0 else ""

    def say(self, words: str, bad: bool = False) -> None:
        """Show a message for SHOWN_S."""
        self._words, self._bad, self._left_s = words, bad, SHOWN_S

    def say_once(self, words: str, bad: bool = False) -> None:
        """Show a message unless it was shown with `say_once` before."""
        if words not in self._said:
            self._said.add(words)
            self.say(words, bad)

    def hush(self) -> None:
        """End the message."""
        self._left_s = 0.0

    def update(self, wall_s: float) -> None:
        """Count down the time of the message by wall time."""
        self._left_s -= wall_s

    def show(self, size: tuple[float, float, float]) -> None:
        """Move and paint the sprite for a window of that size (width, height, pixels a unit)."""
        if not self.words:
            self._panel.hide()
            return
        width, height, ratio = size
        pen = Pen(unit_of(width, height), ratio)
        room = round(min(0.94 * width, 760 * max(1.0, pen.unit)) * ratio)
        key = (self._words, room, pen)
        self._panel.show(key, width / 2, 0.85 * height, ratio, lambda: self._paint(room, pen), centred=True)

    def _paint(self, room: int, pen: Pen) -> Image.Image:
        words = Lines(self._words, pen.text(14), palette.TONES["bad" if self._bad else "plain"])
        return around(words, (room, ENDLESS), (pen(12), pen(9)), partial(panel, pen=pen, due=True))

    def draw(self) -> None:
        """Draw the message."""
        self._batch.draw()
