"""The theatre in a window: the match, below it a caption of what goes on, and darkness between two shots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.key_words import WATCH_KEYS
from scenes.drawing.palette import GLOW, INK, PAPER, mix
from scenes.drawing.panels import Pen
from scenes.drawing.sprites import fade, sprite_of, texture_of
from scenes.layout.boxes import Column, First, Row, Spacer, Text, paint
from scenes.layout.places import unit_of
from scenes.layout.text import text_height
from scenes.playback.theatre import Theatre
from scenes.playback.watch_view import WatchScene
from scenes.window.camera import Rectangle
from sim.language import N_, _

if TYPE_CHECKING:
    from pyglet.window import Window

GROUND = mix(INK, (0, 0, 0), 0.6)


def caption_height(width: float, height: float) -> float:
    """Return the height of the caption in a window of that size, in its units."""
    unit = unit_of(width, height)
    return min(2.1 * text_height(23.0, unit), 0.2 * height)


def caption_picture(title: str, outcome: str, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the caption: one line of large words, and beside or below it the outcome, in small ones."""
    high = size[1]
    large, small = min(pen.text(23), round(0.6 * high)), min(pen.text(17), round(0.42 * high))
    title_box = Text(title, large, PAPER, bold=True, whole=True)
    outcome_box = Text(outcome, small, GLOW, whole=True) if outcome else None
    # Two lines, if they have to be.
    large, small = min(large, round(0.42 * high)), min(small, round(0.34 * high))
    lines = [Text(title, large, PAPER, bold=True, side="middle"), Text(outcome, small, GLOW, side="middle")]
    line = Row([Spacer(grow=1), title_box, outcome_box, Spacer(grow=1)], pen(16))
    below = Column([Spacer(grow=1), *lines[: 2 if outcome else 1], Spacer(grow=1)])
    picture = Image.new("RGBA", size, (*GROUND, 255))
    paint(First([line, below]), picture, (pen(14), 0, size[0] - 2 * pen(14), high))
    return picture


class TheatreScene(WatchScene):
    """The scene of a match's dramatic moments."""

    playback: Theatre

    def _measure(self, width: float, height: float, pixel_ratio: float) -> None:
        super()._measure(width, height, pixel_ratio)
        words = caption_height(*self.size)
        self.caption = Rectangle(0.0, self.place.bottom, self.place.right, self.place.bottom + words)
        self.place = Rectangle(0.0, self.caption.top, *self.size)

    def _make(self) -> None:
        super()._make()
        keys = {
            "R": N_("this moment again"),
            "← →": N_("5 seconds back, on in the play"),
            "The bar": N_("click: the next moment there"),
        }
        self.scene.hud.keys = tuple(
            (key, keys.get(" ".join(key.split()), what)) for key, what in WATCH_KEYS if key != "T"
        )
        self._batch = Batch()
        low, high = Group(order=0), Group(order=1)
        self._words = PanelSprite(self._batch, low)
        self._dark: Sprite = sprite_of(texture_of(Image.new("RGB", (4, 4), (0, 0, 0))), self._batch, high)

    def show_match(self) -> None:
        """Move everything to the playback's current time."""
        self.scene.show(self.playback.shown(), self.clock_s, self.remote)
        self.show_bar(self.playback.spans)
        shot, now = self.playback.shot, self.playback.now
        if shot is None or now is None:
            title, outcome = (
                _("Looking for the drama"),
                _("{seconds:.0f} s simulated", seconds=self.playback.frame_buffer.ends_s),
            )
        else:
            title, outcome = shot.title, shot.outcome if now.outcome_seen else ""
        place, ratio = self.caption, self.ratio
        unit = unit_of(*self.size)
        size = place.pixels(ratio)
        pen = Pen(unit, ratio)
        key = title, outcome, size
        self._words.show(key, place.left, place.top, ratio, lambda: caption_picture(title, outcome, size, pen))
        self._dark.update(
            x=self.place.left, y=self.place.bottom, scale_x=self.place.width / 4, scale_y=self.place.height / 4
        )
        fade(self._dark, 0.55 if now is None else now.dark)

    def draw_match(self, window: Window) -> None:
        """Draw what was shown last."""
        super().draw_match(window)
        self._batch.draw()
