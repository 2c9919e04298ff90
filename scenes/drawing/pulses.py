"""Rings that grow and fade again and again round a place: round the player who is due, or what is to be done next."""

from __future__ import annotations

from collections.abc import Hashable

from PIL import Image, ImageDraw
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.palette import GLOW, PAPER_DUE, Colour
from scenes.drawing.panels import FINE, Pen
from scenes.drawing.sprites import fade, sprite_of, texture_of

PULSE_HZ, RING = 0.8, 34.0
"""How often a pulse grows in a second, and its radius (units of a 720-line window)."""


class Pulses:
    """Pulses over a scene, in window units; `batch` draws them. Wall time moves them."""

    def __init__(self) -> None:
        self.batch = Batch()
        self._group = Group(order=0)
        self._pen = Pen(1.0, 1.0)
        self._rings: dict[Hashable, Sprite] = {}
        self._clock_s = 0.0

    def resize(self, pen: Pen) -> None:
        """Paint them with `pen` from now on; end those that are shown."""
        self._pen = pen
        for ring in self._rings.values():
            ring.delete()
        self._rings = {}

    def update(self, wall_s: float) -> None:
        """Move them on by `wall_s` of wall time."""
        self._clock_s += wall_s

    def pulse(self, key: Hashable, at: tuple[float, float] | None, colour: Colour = GLOW) -> None:
        """Draw a ring round a place (window units), until called with None."""
        ring = self._rings.get(key)
        if at is None:
            if ring is not None:
                ring.visible = False
            return
        if ring is None:
            ring = self._rings[key] = self._ring()
        phase = (self._clock_s * PULSE_HZ) % 1.0
        ring.update(x=at[0], y=at[1], scale=(0.45 + 0.55 * phase) / self._pen.ratio)
        fade(ring, 0.9 * (1.0 - phase) ** 1.5, colour)
        if not ring.visible:
            ring.visible = True

    def _ring(self) -> Sprite:
        image = ring_picture(round(RING * self._pen.unit * self._pen.ratio))
        return sprite_of(texture_of(image, (image.width / 2, image.height / 2)), self.batch, self._group)


def ring_picture(radius_px: int) -> Image.Image:
    """Return a white ring to be tinted, of that radius."""
    side, width = 2 * max(8, radius_px) * FINE, max(2, radius_px // 9) * FINE
    fine = Image.new("RGBA", (side, side), (*PAPER_DUE, 0))
    ImageDraw.Draw(fine).ellipse((width, width, side - width, side - width), outline=(255, 255, 255, 255), width=width)
    return fine.reduce(FINE)
