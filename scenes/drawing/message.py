"""The message of the moment in a line of its own, with a chance beside it."""

from __future__ import annotations

from functools import partial

from PIL import Image
from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.chance import ShownChance
from scenes.drawing.hud import PanelSprite
from scenes.drawing.palette import INK, TONES
from scenes.drawing.panels import Pen, around, panel
from scenes.layout.boxes import First, Lines, Row, Text
from scenes.window.camera import Rectangle

SIZE, SMALL, LEAST = 14.0, 11.5, 9.0
"""The height of its letters, of those of a figure, and the least one of its letters (in a 720-line window)."""


class MessageLine:
    """A message in the middle of a room; `place` is where it is shown."""

    def __init__(self, batch: Batch, group: Group) -> None:
        self._panel = PanelSprite(batch, group)

    @property
    def place(self) -> Rectangle | None:
        """The place of the message in the window, None while there is none."""
        return self._panel.place

    def show(
        self,
        message: tuple[str, str],
        room: Rectangle,
        pen: Pen,
        chance: ShownChance | None = None,
        pointer: tuple[float, float] | None = None,
    ) -> None:
        """Show words in a tone, with a chance beside them or alone; hide the line for neither.

        room: it stays in it (window units). pointer: a chance below it shows its interval.
        """
        words, tone = message
        if not words and chance is None:
            self._panel.hide()
            return
        place = self.place
        pointed = place is not None and pointer is not None and place.contains(*pointer)
        size = room.pixels(pen.ratio)
        self._panel.show(
            (words, tone, chance, pointed, size, pen), *room.centre, pen.ratio,
            lambda: message_picture(words, tone, size, pen, chance, pointed), centred=True, inside=room,
        )  # fmt: skip

    def hide(self) -> None:
        """Hide the line until the next `show`."""
        self._panel.hide()


def message_picture(
    words: str, tone: str, room: tuple[int, int], pen: Pen, chance: ShownChance | None = None, pointed: bool = False
) -> Image.Image:
    """Paint a message on paper, on one line in smaller letters rather than on several.

    room: the most that it takes (pixels); several lines may be higher. pointed: as for `ShownChance.box`.
    """
    large, least, colour, bad = pen.text(SIZE), pen.text(LEAST), TONES.get(tone, INK), tone == "bad"
    line = Text(words, large, colour, bold=bad, smallest=least, whole=True)
    said = First([line, Lines(words, least, colour, bold=bad)]) if words else None
    beside = None if chance is None else chance.box(large, pen.text(SMALL), pointed)
    box = Row([said, beside], pen(12))
    return around(box, (room[0], max(room[1], 6 * large)), (pen(9), pen(4)), partial(panel, pen=pen, due=bad))
