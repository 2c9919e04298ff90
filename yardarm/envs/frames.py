"""Pictures for `render_mode="rgb_array"`: the window's own paintings, put together with Pillow, without a display."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops

from scenes.drawing.canvas import Picture, Point
from scenes.drawing.hands import Cut, shaft_picture, sleeve_picture
from scenes.drawing.palette import INK, PAPER, Colour
from scenes.layout.text import line_px, write
from scenes.window.camera import Rectangle

Pixels = npt.NDArray[np.uint8]
"""A picture as an array of rows from the top, columns, and red, green, blue."""
Stamp: TypeAlias = tuple[Image.Image, tuple[int, int]]
"""A painting as it lies on a sheet, and the pixel of its upper left corner: to put it there again costs little."""
_TEXT_PX = 15
_MARGIN_PX = 10
_BAND_ALPHA = 216
_ARM_MM = 900.0


class Sleeve:
    """The sleeve of a hand, out to the edge of the picture.

    cut: as it is painted. wrist: the middle of the cuff's edge in the frame of a right hand (mm). turn: the direction
    of the arm from there (rad). scale: pixels a millimetre.
    """

    def __init__(self, cut: Cut, wrist: Point, turn: float, scale: float) -> None:
        self._cut, self._wrist, self._turn = cut, wrist, turn
        self._near = sleeve_picture(cut, scale)
        shaft = shaft_picture(cut, scale)
        long = shaft.image.resize((round(_ARM_MM * scale), shaft.image.height))
        self._far = Picture(long, shaft.anchor, shaft.scale)

    def put(self, sheet: Sheet, x: float, y: float, angle: float, colour: Colour, side: int = 1) -> None:
        """Put it to a hand whose origin is at (x, y), turned by `angle` (rad); side: -1 for a left hand."""
        turn = angle + (self._turn if side > 0 else math.pi - self._turn)
        across, up, cos, sin = side * self._wrist[0], self._wrist[1], math.cos(angle), math.sin(angle)
        x, y = x + cos * across - sin * up, y + sin * across + cos * up
        far = self._cut.length_mm
        sheet.put(self._far, x + far * math.cos(turn), y + far * math.sin(turn), turn, colour)
        sheet.put(self._near, x, y, turn, colour)


class Sheet:
    """A part of the world (mm, y up) on a picture of `width` pixels; `scale` is pixels a millimetre.

    background: a picture of the same part and width to begin with, which stays as it is.
    """

    def __init__(self, view: Rectangle, width: int, background: Image.Image | None = None) -> None:
        self.view = view
        self.scale = width / view.width
        size = width, round(view.height * self.scale)
        self.image = Image.new("RGB", size, PAPER) if background is None else background.copy()

    def at(self, point: Point) -> Point:
        """Return the pixel at which a point of the world lies, from the upper left corner."""
        return (point[0] - self.view.left) * self.scale, (self.view.top - point[1]) * self.scale

    def put(
        self,
        picture: Picture,
        x: float,
        y: float,
        angle: float = 0.0,
        tint: Colour = (255, 255, 255),
        tall: float = 1.0,
    ) -> None:
        """Paste a painting where and as `stamp` says."""
        self.paste(self.stamp(picture, x, y, angle, tint, tall))

    def paste(self, stamp: Stamp | None) -> None:
        """Paste what `stamp` of a sheet of the same view and width has returned."""
        if stamp is not None:
            image, place = stamp
            self.image.paste(image, place, image.getchannel("A"))

    def stamp(
        self,
        picture: Picture,
        x: float,
        y: float,
        angle: float = 0.0,
        tint: Colour = (255, 255, 255),
        tall: float = 1.0,
    ) -> Stamp | None:
        """Return a painting with its origin at a point (mm), turned counter-clockwise by `angle` (rad) about it.

        Its scale is that of the sheet, or another. tint: multiplies its colours. tall: how tall it becomes; 1 as it was
        painted, 0 not at all. Returns None where nothing of it is on the sheet.
        """
        if not tall:
            return None
        image, grown = picture.image, self.scale / picture.scale
        if tint != (255, 255, 255):
            image = ImageChops.multiply(image, Image.new("RGBA", image.size, (*tint, 255)))
        ox, oy = self.at((x, y))
        # A pixel of the sheet, seen from the origin, is turned back to find its place in the painting.
        cos, sin = math.cos(angle) / grown, math.sin(angle) / grown
        ax, ay = picture.anchor[0], image.height - picture.anchor[1]
        corners = [
            (ox + grown * grown * (cos * u + sin * v), oy + grown * grown * (cos * v - sin * u))
            for u in (-ax, image.width - ax)
            for v in (-ay * tall, (image.height - ay) * tall)
        ]
        left, top = (max(0, math.floor(min(corner[axis] for corner in corners))) for axis in (0, 1))
        right, bottom = (
            min(size, math.ceil(max(corner[axis] for corner in corners))) for axis, size in enumerate(self.image.size)
        )
        if left >= right or top >= bottom:
            return None
        dx, dy = left - ox, top - oy
        turned = image.transform(
            (right - left, bottom - top),
            Image.Transform.AFFINE,
            (cos, -sin, ax + cos * dx - sin * dy, sin / tall, cos / tall, ay + (sin * dx + cos * dy) / tall),
            Image.Resampling.BICUBIC,
        )
        return turned, (left, top)

    def words(self, lines: Sequence[str], colour: Colour = INK) -> None:
        """Write lines of text over the top of the picture, on a band of paper."""
        height = line_px(_TEXT_PX) * len(lines) + _MARGIN_PX
        band = Image.new("RGBA", (self.image.width, height), (*PAPER, _BAND_ALPHA))
        self.image.paste(band, (0, 0), band.getchannel("A"))
        for number, line in enumerate(lines):
            place = _MARGIN_PX, _MARGIN_PX / 2 + line_px(_TEXT_PX) * (number + 0.5)
            write(self.image, place, line, _TEXT_PX, colour, bold=not number, anchor="lm")

    def pixels(self) -> Pixels:
        """Return the picture as an array of shape (height, width, 3)."""
        return np.array(self.image)
