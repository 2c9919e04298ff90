"""The square in which a part of the design, such as a piece or the card, is drawn large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyglet.graphics import Batch

from scenes.drawing import palette
from scenes.window.camera import Camera, Point, Rectangle
from scenes.window.viewport import clear, clipped, draw_in
from scenes.workshop.figures import DrawingBoard, Marks, View
from sim.workshop.drawing import Body, Shape

if TYPE_CHECKING:
    from pyglet.window import Window

MARGIN = 1.35
"""The side of the square, in widths or heights of the part."""


class PartSquare:
    """The square. marks: the handles of the part."""

    def __init__(self) -> None:
        self.place = Rectangle(0, 0, 1, 1)
        self.marks = Marks(Batch())
        self._drawing = DrawingBoard()
        self._camera = Camera(Rectangle(-1, -1, 1, 1), Rectangle(0, 0, 1, 1))
        self._body = Body("part", ())

    def resize(self, place: Rectangle, ratio: float) -> None:
        """Take a place in the window (units, of `ratio` pixels each)."""
        self.place = place
        self._camera.resize(Rectangle(0, 0, place.width, place.height), ratio)

    def to_window(self, point: Point) -> Point:
        """Convert a point of the part (mm) to window units."""
        x, y = self._camera.to_screen(point)
        return self.place.left + x, self.place.bottom + y

    def to_design(self, x: float, y: float) -> Point:
        """Convert a point of the window to the frame of the part (mm)."""
        return self._camera.to_world((x - self.place.left, y - self.place.bottom))

    def show(self, shapes: tuple[Shape, ...], still: bool) -> None:
        """Show the part, fitted into the square unless the paper is to lie still."""
        self._body = Body("part", shapes)
        if not still:
            sides = [
                (x + sign * (shape.radius_mm or 0.0), y + sign * (shape.radius_mm or 0.0))
                for shape in shapes
                for x, y in shape.points
                for sign in (-1, 1)
            ]
            (left, right), (low, high) = ((min(side), max(side)) for side in zip(*sides, strict=True))
            x, y, half = (left + right) / 2, (low + high) / 2, MARGIN * max(right - left, high - low) / 2
            self._camera.home = Rectangle(x - half, y - half, x + half, y + half)
        self._drawing.show((self._body,))

    def draw(self, window: Window, size: tuple[float, float], ratio: float) -> None:
        """Draw the part and its handles into a window of `size`."""
        left, bottom = round(self.place.left * ratio), round(self.place.bottom * ratio)
        with clipped(left, bottom, *self.place.pixels(ratio)):
            clear(palette.PAPER_DUE)
        draw_in(window, View(self._drawing, self._camera, (self._body,)), self.place, size, ratio)
        self.marks.batch.draw()
