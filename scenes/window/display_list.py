"""A list of all that a scene would draw, for a listener: which pictures, where, in what order. Pages are made of it.

Windows, films and stills are drawn, and there is no listener.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from PIL import Image

if TYPE_CHECKING:
    from pyglet.image import Texture

Clip = tuple[int, int, int, int]
"""Left, bottom, width and height in pixels: nothing is drawn beyond it."""
numbers = count()
"""Each sprite and each set of quads takes one, by which a listener knows it again."""


class SpriteItem(NamedTuple):
    """A picture turned clockwise by `rotation` (degrees) about its anchor, which lies at (x, y).

    texture: what `picture_of` knows it by. scale_x, scale_y: units of the batch a pixel. colour: multiplied by the
    opacity, and the opacity, 0 to 255.
    """

    texture: Texture
    x: float
    y: float
    rotation: float
    scale_x: float
    scale_y: float
    colour: tuple[int, int, int, int]


class Listener(Protocol):
    """A receiver of what is drawn, from back to front."""

    def layer(self, clip: Clip | None) -> None:
        """Begin a batch, drawn with the window's view of now."""

    def fill(self, colour: tuple[int, int, int], clip: Clip | None) -> None:
        """Fill the window, or the clip, with a colour."""

    def sprite(self, number: int, item: SpriteItem) -> None:
        """Draw a sprite."""

    def quads(self, number: int, quads: object) -> None:
        """Draw a `Quads` (scenes/drawing/quads.py)."""


class _Reporting:
    listener: Listener | None = None
    clip: Clip | None = None


_now = _Reporting()
_pictures: WeakKeyDictionary[Texture, Image.Image] = WeakKeyDictionary()


def listener() -> Listener | None:
    """Return the listener, None while everything is drawn."""
    return _now.listener


@contextmanager
def reporting_to(listener: Listener | None) -> Iterator[None]:
    """Report what would be drawn to a listener, and note the pictures of all textures made meanwhile."""
    before, _now.listener = _now.listener, listener
    try:
        yield
    finally:
        _now.listener = before


@contextmanager
def clipped_to(clip: Clip) -> Iterator[None]:
    """Report this clip with all that is drawn."""
    before, _now.clip = _now.clip, clip
    try:
        yield
    finally:
        _now.clip = before


def clip() -> Clip | None:
    """Return the clip that holds now, None for none."""
    return _now.clip


def note_picture(texture: Texture, picture: Image.Image) -> None:
    """Note which picture a texture shows, if there is a listener."""
    if _now.listener is not None:
        _pictures[texture] = picture


def picture_of(texture: Texture) -> Image.Image:
    """Return the picture noted last. Raises KeyError for a texture made without a listener."""
    return _pictures[texture]
