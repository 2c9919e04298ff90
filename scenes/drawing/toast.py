"""A message in the upper part of a window where no game is played, such as the lobby and the workshop."""

from __future__ import annotations

from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.message import message_picture
from scenes.drawing.panels import Pen
from scenes.layout.boxes import ENDLESS
from scenes.layout.places import unit_of


class Toast:
    """The picture of one message."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Paint the message again, after a change of colours."""
        self._batch = Batch()
        self._panel = PanelSprite(self._batch, Group(order=0))

    def show(self, words: str, tone: str, size: tuple[float, float, float]) -> None:
        """Show words in a window of that size (width, height, pixels a unit), or none."""
        if not words:
            self._panel.hide()
            return
        width, height, ratio = size
        pen = Pen(unit_of(width, height), ratio)
        room = round(min(0.94 * width, 760 * max(1.0, pen.unit)) * ratio), ENDLESS
        self._panel.show(
            (words, tone, room, pen), width / 2, 0.85 * height, ratio,
            lambda: message_picture(words, tone, room, pen), centred=True,
        )  # fmt: skip

    def draw(self) -> None:
        """Draw the message."""
        self._batch.draw()
