"""A canvas measured in millimetres: art is painted large with Pillow and then reduced, so every edge is smooth.

A canvas is an opaque sheet of colour and, apart from it, a mask of the parts that belong to the picture. Colour may
therefore be painted beyond an outline, and the picture still ends exactly at it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from scenes.drawing.palette import Colour

Point = tuple[float, float]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture. `anchor`: its origin, in pixels from the lower left corner; `scale`: pixels a millimetre."""

    image: Image.Image
    anchor: Point
    scale: float


class Canvas:
    """A sheet from (left, bottom) to (right, top), in mm with y up, at `scale` pixels a millimetre when finished."""

    def __init__(
        self, left: float, bottom: float, right: float, top: float, scale: float, colour: Colour, oversample: int = 4
    ) -> None:
        # One clear pixel all round, so that a turned picture has smooth outer edges too.
        self.scale = scale
        self.oversample = oversample
        self.left = left - 1.5 / scale
        self.bottom = bottom - 1.5 / scale
        self.columns = math.ceil((right - self.left) * scale + 1.5)
        self.rows = math.ceil((top - self.bottom) * scale + 1.5)
        self.fine = scale * oversample
        size = (self.columns * oversample, self.rows * oversample)
        self.sheet = Image.new("RGB", size, colour)
        self.mask = Image.new("L", size, 0)
        self._ink = ImageDraw.Draw(self.sheet, "RGBA")
        self._cut = ImageDraw.Draw(self.mask)

    def at(self, point: Point) -> Point:
        """Return the pixel of the fine sheet at which a point in mm lies, y down."""
        return (point[0] - self.left) * self.fine, self.sheet.height - (point[1] - self.bottom) * self.fine

    # ------------------------------------------------------------------------------------------ the mask

    def cut(self, points: Sequence[Point], there: int = 255) -> None:
        """Add a polygon to the picture's mask (`there` = 0: take it out)."""
        self._cut.polygon([self.at(point) for point in points], fill=there)

    def cut_disc(self, centre: Point, radius: float) -> None:
        """Add a disc to the picture's mask."""
        self._cut.ellipse(self._box(centre, radius, radius), fill=255)

    # ------------------------------------------------------------------------------------------ colour

    def fill(self, points: Sequence[Point], colour: Colour, alpha: int = 255) -> None:
        """Colour a polygon."""
        self._ink.polygon([self.at(point) for point in points], fill=(*colour, alpha))

    def line(self, points: Sequence[Point], colour: Colour, width: float, alpha: int = 255) -> None:
        """Colour a stroke of `width` mm with round joints."""
        self._ink.line(
            [self.at(point) for point in points],
            fill=(*colour, alpha),
            width=max(1, round(width * self.fine)),
            joint="curve",
        )

    def disc(
        self, centre: Point, radius: float, colour: Colour, alpha: int = 255, radius_y: float | None = None
    ) -> None:
        """Colour a disc, or an ellipse."""
        self._ink.ellipse(self._box(centre, radius, radius if radius_y is None else radius_y), fill=(*colour, alpha))

    def ring(
        self,
        centre: Point,
        radius: float,
        colour: Colour,
        width: float,
        alpha: int = 255,
        radius_y: float | None = None,
    ) -> None:
        """Colour the line of a circle or an ellipse."""
        self._ink.ellipse(
            self._box(centre, radius, radius if radius_y is None else radius_y),
            outline=(*colour, alpha),
            width=max(1, round(width * self.fine)),
        )

    def _box(self, centre: Point, rx: float, ry: float) -> tuple[float, float, float, float]:
        x, y = self.at(centre)
        return x - rx * self.fine, y - ry * self.fine, x + rx * self.fine, y + ry * self.fine

    def positions(self) -> tuple[Array, Array]:
        """Return x and y in mm of the fine sheet's pixels, of shapes (1, columns) and (rows, 1)."""
        x: Array = self.left + (np.arange(self.sheet.width, dtype=np.float64) + 0.5) / self.fine
        y: Array = self.bottom + (self.sheet.height - np.arange(self.sheet.height, dtype=np.float64) - 0.5) / self.fine
        return x[None, :], y[:, None]

    def tint(self, factor: Array) -> None:
        """Multiply the colour of each pixel by `factor`, which broadcasts to (rows, columns) of the fine sheet."""
        factors = np.broadcast_to(factor, self.sheet.size[::-1]).astype(np.float32)
        pixels = np.asarray(self.sheet, dtype=np.float32)
        pixels *= factors[..., None]
        self._replace(pixels)

    def grain(self, seed: int, strength: float = 0.07, upright: bool = False, ring_mm: float = 2.6) -> None:
        """Draw wood grain along x (or along y, if `upright`); `ring_mm` is the distance of the rings."""
        x, y = self.positions()
        along, across = (y, x) if upright else (x, y)
        rng = np.random.default_rng(seed)
        a, b, c = rng.uniform(0, 2 * math.pi, 3)
        warp = 1.1 * np.sin(along / 21 + a) + 0.5 * np.sin(along / 8.3 + across / 9 + b)
        rings = np.sin(2 * math.pi * (across + warp) / ring_mm + c)
        fibres = np.sin(2 * math.pi * (across + 0.4 * warp) / (0.37 * ring_mm) + 1.7 * np.sin(along / 13 + b))
        self.tint(1 + strength * (0.7 * rings + 0.3 * fibres))

    def bevel(self, depth_mm: float = 1.0, light: float = 0.28, shade: float = 0.30) -> None:
        """Round the edges: lit from the upper left, with a thin dark rim, so that the picture looks like solid wood."""
        reach = max(1.0, depth_mm * self.fine)
        soft = self.mask.filter(ImageFilter.GaussianBlur(reach * 0.55))
        shift = round(reach * 0.6)
        lit = np.asarray(ImageChops.offset(soft, -shift, -shift), dtype=np.float32)
        shaded = np.asarray(ImageChops.offset(soft, shift, shift), dtype=np.float32)
        slope = (shaded - lit) / 255.0  # negative where the edge faces the light
        rim = 1 - np.asarray(self.mask.filter(ImageFilter.GaussianBlur(0.22 * self.fine)), dtype=np.float32) / 255.0
        up = np.clip(-slope * (light * 2), 0, 1)
        dark = (1 - np.clip(slope * (shade * 2), 0, 1)) * (1 - 0.75 * np.clip(2 * rim, 0, 1))
        pixels = np.asarray(self.sheet, dtype=np.float32)
        lighter = 255 - pixels
        lighter *= up[..., None]
        pixels += lighter
        pixels *= dark[..., None]
        self._replace(pixels)

    def _replace(self, pixels: npt.NDArray[np.float32]) -> None:
        self.sheet = Image.fromarray(np.clip(pixels, 0, 255, out=pixels).astype(np.uint8))
        self._ink = ImageDraw.Draw(self.sheet, "RGBA")

    # ------------------------------------------------------------------------------------------ the result

    def finish(self) -> Picture:
        """Return the picture at its final size."""
        colour = self.sheet.reduce(self.oversample)
        colour.putalpha(self.mask.reduce(self.oversample))
        return Picture(colour, (-self.left * self.scale, -self.bottom * self.scale), self.scale)


def soft_sheet(width: int, height: int, soft: int) -> Image.Image:
    """Paint a white sheet of that many pixels, to be tinted, that fades out over `soft` of them at its edges."""
    sheet = Image.new("L", (width, height), 0)
    sheet.paste(255, (soft, soft, width - soft, height - soft))
    image = Image.new("RGB", (width, height), (255, 255, 255))
    image.putalpha(sheet.filter(ImageFilter.GaussianBlur(soft / 2.2)))
    return image
