"""A drawing surface for the cards: small opaque drawings in millimetres, y up, painted large and reduced."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from scenes.drawing.palette import Colour

Point = tuple[float, float]


class Ink:
    """A transparent sheet of `wide` x `high` mm, origin in the middle, at `scale` pixels a millimetre when finished."""

    def __init__(self, wide: float, high: float, scale: float, oversample: int = 2) -> None:
        self.oversample = oversample
        self.fine = scale * oversample
        columns, rows = round(wide * scale), round(high * scale)
        self.image = Image.new("RGBA", (columns * oversample, rows * oversample), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self.image)

    def _at(self, point: Point) -> Point:
        return self.image.width / 2 + point[0] * self.fine, self.image.height / 2 - point[1] * self.fine

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(point) for point in points], fill=(*colour, 255))

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a polyline with round joints and ends; the width is in mm."""
        at = [self._at(point) for point in points]
        self._draw.line(at, fill=(*colour, 255), width=max(1, round(width * self.fine)), joint="curve")
        for end in (points[0], points[-1]):
            self.disc(end, width / 2, colour)

    def disc(self, centre: Point, radius: float, colour: Colour, radius_y: float | None = None) -> None:
        """Fill a disc, or an ellipse if `radius_y` is given."""
        x, y = self._at(centre)
        rx, ry = radius * self.fine, (radius if radius_y is None else radius_y) * self.fine
        self._draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=(*colour, 255))

    def ring(self, centre: Point, radius: float, colour: Colour, width: float) -> None:
        """Draw the outline of a circle."""
        x, y = self._at(centre)
        r = radius * self.fine
        stroke = max(1, round(width * self.fine))
        self._draw.ellipse((x - r, y - r, x + r, y + r), outline=(*colour, 255), width=stroke)

    def arc(self, centre: Point, radius: float, begin_deg: float, end_deg: float, colour: Colour, width: float) -> None:
        """Draw an arc of a circle; angles run clockwise from the right."""
        x, y = self._at(centre)
        r = radius * self.fine
        stroke = max(1, round(width * self.fine))
        self._draw.arc((x - r, y - r, x + r, y + r), begin_deg, end_deg, fill=(*colour, 255), width=stroke)

    def box(self, left: float, bottom: float, right: float, top: float, colour: Colour, radius: float = 0.0) -> None:
        """Fill a rectangle with rounded corners."""
        (x0, y0), (x1, y1) = self._at((left, top)), self._at((right, bottom))
        self._draw.rounded_rectangle((x0, y0, x1, y1), radius * self.fine, fill=(*colour, 255))

    def done(self) -> Image.Image:
        """Return the drawing at its final size."""
        return self.image.reduce(self.oversample)
