"""Sleeves as sprites: from the cuff at a hand to beyond the edge of any window, or a forearm that fades out."""

from __future__ import annotations

import math
from functools import partial

from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.canvas import Point
from scenes.drawing.hands import SLICE_MM, Cut, forearm_picture, shaft_picture, sleeve_picture
from scenes.drawing.palette import Colour
from scenes.drawing.sprites import Gallery, fade, place

REACH_MM = 30_000.0
"""The length to which a sleeve is drawn out: more than any window shows of a table, zoomed out as far as it goes."""


class Forearm:
    """A sleeve that fades out towards the elbow, so that it hides little of what lies behind it.

    wrist: the middle of the cuff's edge, in the frame of a right hand (mm). turn: the direction from there along the
    arm in that frame (rad).
    """

    def __init__(self, gallery: Gallery, cut: Cut, wrist: Point, turn: float, batch: Batch, group: Group) -> None:
        self._wrist, self._turn = wrist, turn
        self.near = gallery.art(f"forearm {cut}", partial(forearm_picture, cut), seen=False).sprite(batch, group)

    def place(self, x: float, y: float, angle: float, side: int = 1) -> None:
        """Put the arm to a hand whose origin is at (x, y), turned by `angle` (rad); side: -1 for a left one."""
        place(self.near, *_cuff((x, y), angle, side, self._wrist, self._turn))

    def show(self, visible: bool) -> None:
        """Show or hide it."""
        if self.near.visible != visible:
            self.near.visible = visible

    def fade(self, opacity: float, tint: Colour) -> None:
        """Set its opacity (0 to 1) and its colour."""
        fade(self.near, opacity, tint)


class Sleeve:
    """A sleeve whose painted part ends in a stretch of cloth that is drawn out to REACH_MM.

    wrist: the middle of the cuff's edge, in the frame of a right hand (mm). turn: the direction from there along the
    arm in that frame (rad).
    """

    def __init__(self, gallery: Gallery, cut: Cut, wrist: Point, turn: float, batch: Batch, group: Group) -> None:
        self._cut, self._wrist, self._turn = cut, wrist, turn
        self._arts = (
            gallery.art(f"sleeve {cut}", partial(sleeve_picture, cut)),
            gallery.art(f"shaft {cut}", partial(shaft_picture, cut)),
        )
        self.near, self.far = (art.sprite(batch, group) for art in self._arts)
        self.far.scale_x = REACH_MM / SLICE_MM

    def place(self, x: float, y: float, angle: float, side: int = 1) -> None:
        """Put the sleeve to a hand whose origin is at (x, y), turned by `angle` (rad); side: -1 for a left one."""
        x, y, turn = _cuff((x, y), angle, side, self._wrist, self._turn)
        place(self.near, x, y, turn)
        place(self.far, x + self._cut.length_mm * math.cos(turn), y + self._cut.length_mm * math.sin(turn), turn)

    def show(self, visible: bool) -> None:
        """Show or hide it."""
        if self.near.visible != visible:
            self.near.visible = self.far.visible = visible

    def fade(self, opacity: float, tint: Colour) -> None:
        """Set its opacity (0 to 1) and its colour."""
        fade(self.near, opacity, tint)
        fade(self.far, opacity, tint)

    def drop(self) -> None:
        """Delete the sprites."""
        for art, sprite in zip(self._arts, (self.near, self.far), strict=True):
            art.drop(sprite)


def _cuff(hand: Point, angle: float, side: int, wrist: Point, turn: float) -> tuple[float, float, float]:
    """Return where the cuff's edge is (mm), and the direction of the arm (rad), at a hand turned by `angle`."""
    across, up, c, s = side * wrist[0], wrist[1], math.cos(angle), math.sin(angle)
    along = angle + (turn if side > 0 else math.pi - turn)
    return hand[0] + c * across - s * up, hand[1] + s * across + c * up, along
