"""Panels in the window: one picture at its place, those of every game's scene, the line before the first frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from PIL import Image
from pyglet.graphics import Group
from pyglet.image import Texture
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.key_words import WATCH_KEYS
from scenes.drawing.palette import SKY_MIDDLE
from scenes.drawing.panels import (
    MarkPainter,
    Pen,
    Remote,
    StripEntry,
    help_panel,
    hinted,
    names_strip,
    notice_picture,
    remote_panel,
    ticker_panel,
)
from scenes.drawing.sprites import put_picture, sprite_of, texture_of
from scenes.layout.places import unit_of
from scenes.window.camera import Rectangle
from scenes.window.viewport import clear
from scenes.window.window import pixel_ratio
from sim.protocols import Frame

if TYPE_CHECKING:
    from pyglet.window import Window

LEVELS = 5


class PanelSprite:
    """A picture at a place of the window."""

    def __init__(self, batch: Batch, group: Group) -> None:
        self._batch, self._group = batch, group
        self._key: Hashable = None
        self._painted = (0, 0)
        self._placed = (0.0, 0.0, 0.0)
        """Where the sprite is (window units), and its scale."""
        self._sprite: Sprite | None = None
        self._texture: Texture | None = None

    @property
    def place(self) -> Rectangle | None:
        """The place of the picture in the window, None while it is hidden."""
        if self._sprite is None or not self._sprite.visible:
            return None
        left, top, scale = self._placed
        return Rectangle(left, top - self._painted[1] * scale, left + self._painted[0] * scale, top)

    def show(
        self,
        key: Hashable,
        left: float,
        top: float,
        ratio: float,
        paint: Callable[[], Image.Image],
        centred: bool = False,
        inside: Rectangle | None = None,
    ) -> None:
        """Show a picture with its upper left corner (or centre) there; it is painted only if `key` has changed.

        left, top: window units; ratio: pixels a unit. inside: the part of the window that the picture must not leave.
        """
        if self._sprite is None or key != self._key:
            self._put(paint())
            self._key = key
        assert self._sprite is not None
        if centred:
            left, top = left - self._painted[0] / ratio / 2, top + self._painted[1] / ratio / 2
        if inside is not None:
            wide, high = self._painted[0] / ratio, self._painted[1] / ratio
            left = max(inside.left, min(left, inside.right - wide))
            top = min(inside.top, max(top, inside.bottom + high))
        placed = round(left * ratio) / ratio, round(top * ratio) / ratio, 1.0 / ratio
        if placed != self._placed:
            self._placed = x, y, scale = placed
            self._sprite.update(x=x, y=y, scale=scale)
        if not self._sprite.visible:
            self._sprite.visible = True

    def _put(self, image: Image.Image) -> None:
        if self._texture is not None and image.size == self._painted:
            # Reuse the texture: a new one would make a new group, for which the batch has to be sorted again.
            put_picture(self._texture, image)
            return
        self._painted = image.size
        self._texture = texture = texture_of(image, (0.0, image.height))
        if self._sprite is None:
            self._sprite = sprite_of(texture, self._batch, self._group, plain=True)
        else:
            self._sprite.image = texture

    def hide(self) -> None:
        """Hide the picture until the next `show`."""
        if self._sprite is not None and self._sprite.visible:
            self._sprite.visible = False


T = TypeVar("T")


def used(panels: Sequence[PanelSprite], count: int) -> Sequence[PanelSprite]:
    """Return the first `count` panels, and hide the others."""
    for panel in panels[count:]:
        panel.hide()
    return panels[:count]


class Seldom(Generic[T]):
    """The latest value of something, taken over `every_s` seconds after the last one at the earliest."""

    def __init__(self, every_s: float) -> None:
        self._every_s = every_s
        self._at_s = -math.inf
        self._value: T | None = None

    def follow(self, value: T, now_s: float) -> T:
        """Return the value that counts now."""
        if self._value is None or (value != self._value and now_s >= self._at_s + self._every_s):
            self._value, self._at_s = value, now_s
        return self._value


class Panels:
    """The panels over a scene; a game's own panels derive from it.

    groups: layers to draw on, the lowest first. fold: whether the player has folded the panels away (True) or unfolded
    them (False); None: as there is room. result_shown: whether the result is shown; not where a screen says it.
    result_hint: what is written below it.
    """

    def __init__(self) -> None:
        self.batch = Batch()
        self.help_shown, self.result_shown = False, True
        self.result_hint = ""
        self.fold: bool | None = None
        self.keys: Sequence[tuple[str, str]] = WATCH_KEYS
        self.ratio = 1.0
        self.pen = Pen(1.0, 1.0)
        self.groups = [Group(order=order) for order in range(LEVELS)]
        self._ticker, self._remote, self._strip = (PanelSprite(self.batch, self.groups[0]) for _ in range(3))
        self._help = PanelSprite(self.batch, self.groups[-1])
        self._size = (0.0, 0.0)

    def pixels(self, place: Rectangle) -> tuple[int, int]:
        """Return width and height of a place in pixels."""
        return place.pixels(self.ratio)

    def put(self, panel: PanelSprite, place: Rectangle, key: Hashable, paint: Callable[[], Image.Image]) -> None:
        """Show a panel there; it is painted only if `key`, the size or the pixel ratio has changed."""
        panel.show((key, self.pixels(place), self.ratio), place.left, place.top, self.ratio, paint)

    def show_ticker(self, place: Rectangle | None, frame: Frame) -> None:
        """Show the latest lines of the ticker; hide the panel if there is no place or no line."""
        if place is None or not frame.ticker:
            self._ticker.hide()
            return
        last, spot = frame.ticker[-1], place
        key = (len(frame.ticker), last.time_s, last.text)
        self.put(self._ticker, spot, key, lambda: ticker_panel(frame.ticker, self.pixels(spot), self.pen))

    def show_remote(self, place: Rectangle | None, remote: Remote | None, note: str) -> None:
        """Show speed and state of the playback; hide the panel if there is no place or no playback."""
        if place is None or remote is None:
            self._remote.hide()
            return
        spot, content = place, (remote.words, remote.paused, note)
        self.put(self._remote, spot, content, lambda: remote_panel(remote, note, self.pixels(spot), self.pen))

    def show_strip(
        self, place: Rectangle | None, entries: Sequence[StripEntry], paint_mark: MarkPainter | None = None
    ) -> None:
        """Show everybody's name and score in the line that replaces folded panels; hide it if there is no place."""
        if place is None:
            self._strip.hide()
            return
        spot, content = place, tuple(entries)
        self.put(self._strip, spot, content, lambda: names_strip(content, self.pixels(spot), self.pen, paint_mark))

    def show_result(
        self,
        panel: PanelSprite,
        key: Hashable,
        middle: tuple[float, float],
        wide: float,
        paint: Callable[[tuple[int, int]], Image.Image],
    ) -> None:
        """Show the result centred on `middle`, at most `wide` units wide, and wholly inside the window.

        paint: makes the picture, given the greatest width and height in pixels.
        """
        if not self.result_shown:
            panel.hide()
            return
        width, height = self._size
        room = round(min(wide, 0.98 * width) * self.ratio), round(0.98 * height * self.ratio)
        window = Rectangle(0.0, 0.0, width, height)
        hint, pen = self.result_hint, self.pen
        panel.show(
            (key, room, hint),
            *middle,
            self.ratio,
            lambda: hinted(paint(room), hint, room[0], pen) if hint else paint(room),
            centred=True,
            inside=window,
        )

    def show_help(self, width: float, height: float) -> None:
        """Show the keys in the middle of a window of that size if `help_shown`, else hide them."""
        if not self.help_shown:
            self._help.hide()
            return
        space = round(width * 0.96 * self.ratio), round(height * 0.96 * self.ratio)
        self._help.show(
            (space, self.ratio, tuple(self.keys)),
            width / 2,
            height / 2,
            self.ratio,
            lambda: help_panel(self.keys, space, self.pen),
            centred=True,
        )


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
