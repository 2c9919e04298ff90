"""The first frame of a window: a line of text, shown while the scene is still being made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyglet.graphics import Batch, Group

from scenes.drawing.palette import SKY_MIDDLE
from scenes.drawing.panels import Pen, notice_picture
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.layout.places import unit_of
from scenes.window.viewport import clear
from scenes.window.window import pixel_ratio

if TYPE_CHECKING:
    from pyglet.window import Window


def show_wait(window: Window, words: str) -> None:
    """Draw one frame that says why nothing else is seen yet."""
    pen = Pen(unit_of(window.width, window.height), pixel_ratio(window))
    wide, high = window.get_framebuffer_size()
    picture = notice_picture(words, False, wide, pen)
    batch = Batch()
    sprite = sprite_of(texture_of(picture), batch, Group())
    sprite.scale = 1.0 / pen.ratio
    sprite.position = ((wide - picture.width) / 2 / pen.ratio, (high - picture.height) / 2 / pen.ratio, 0)
    window.switch_to()
    clear(SKY_MIDDLE)
    batch.draw()
    window.flip()
    sprite.delete()
