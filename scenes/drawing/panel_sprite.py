"""A picture at a place of the window, painted again when its content has changed; a value that is followed seldom."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from PIL import Image
from pyglet.graphics import Batch, Group
from pyglet.image import Texture
from pyglet.sprite import Sprite

from scenes.drawing.sprites import pixels_of, sprite_of, texture_of
from scenes.window.camera import Rectangle


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
            self._texture.blit_into(pixels_of(image), 0, 0, 0)
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
