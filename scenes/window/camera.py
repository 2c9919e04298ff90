"""Conversion between the world (mm, y up) and the window (its own units, y up), exact both ways."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
ZOOM_LEAST, ZOOM_MOST = 0.4, 8.0


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle: part of the world if in mm, part of the window if in window units."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """The distance from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance from bottom to top."""
        return self.top - self.bottom

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def contains(self, x: float, y: float) -> bool:
        """Return True for a point inside the rectangle or on its edge."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def towards(self, other: Rectangle, share: float) -> Rectangle:
        """Return the rectangle at `share` (0 to 1) of the way to another one."""
        return Rectangle(
            self.left + (other.left - self.left) * share,
            self.bottom + (other.bottom - self.bottom) * share,
            self.right + (other.right - self.right) * share,
            self.top + (other.top - self.top) * share,
        )

    def pixels(self, ratio: float) -> tuple[int, int]:
        """Return width and height in pixels, `ratio` pixels a unit; at least 8 each."""
        return max(8, round(self.width * ratio)), max(8, round(self.height * ratio))


class Camera:
    """A view of the world that shows all of `home` (mm) inside `viewport` (window units) until it is zoomed or panned.

    `pixel_ratio`: pixels a window unit, more than 1 on a high-density display. whole: all of the table is asked for, by
    a viewer to whom a scene that moves its home shows a part.
    """

    def __init__(self, home: Rectangle, viewport: Rectangle, pixel_ratio: float = 1.0) -> None:
        self.home = home
        self.viewport = viewport
        self.pixel_ratio = pixel_ratio
        self.whole = False
        self.zoom = 1.0
        self.pan: Point = (0.0, 0.0)

    @property
    def scale(self) -> float:
        """Window units a millimetre."""
        fit = min(self.viewport.width / self.home.width, self.viewport.height / self.home.height)
        return max(fit, 1e-3) * self.zoom

    @property
    def pixels_per_mm(self) -> float:
        """Pixels of the screen a millimetre, the scale at which art is painted."""
        return self.scale * self.pixel_ratio

    @property
    def centre(self) -> Point:
        """The point of the world (mm) in the middle of the viewport."""
        x, y = self.home.centre
        return x + self.pan[0], y + self.pan[1]

    @property
    def offset(self) -> Point:
        """The world's origin in window units."""
        (x, y), (cx, cy), scale = self.viewport.centre, self.centre, self.scale
        return x - cx * scale, y - cy * scale

    def to_screen(self, point: Point) -> Point:
        """Convert a point of the world (mm) to window units."""
        (ox, oy), scale = self.offset, self.scale
        return ox + point[0] * scale, oy + point[1] * scale

    def to_world(self, point: Point) -> Point:
        """Convert a point of the window (units) to mm; the inverse of `to_screen`."""
        (ox, oy), scale = self.offset, self.scale
        return (point[0] - ox) / scale, (point[1] - oy) / scale

    def resize(self, viewport: Rectangle, pixel_ratio: float) -> None:
        """Fit the view into another viewport; zoom and pan stay."""
        self.viewport, self.pixel_ratio = viewport, pixel_ratio

    def zoom_at(self, point: Point, factor: float) -> None:
        """Zoom by `factor` (> 1: nearer) and keep what lies under `point` (window units) where it is."""
        before = self.to_world(point)
        self.zoom = min(ZOOM_MOST, max(ZOOM_LEAST, self.zoom * factor))
        after = self.to_world(point)
        self.pan = (self.pan[0] + before[0] - after[0], self.pan[1] + before[1] - after[1])
        self._keep_in_sight()

    def drag(self, dx: float, dy: float) -> None:
        """Move the world with the pointer, by `dx` and `dy` window units."""
        self.pan = (self.pan[0] - dx / self.scale, self.pan[1] - dy / self.scale)
        self._keep_in_sight()

    def reset(self) -> None:
        """Undo zoom and pan, and what was asked for."""
        self.zoom, self.pan, self.whole = 1.0, (0.0, 0.0), False

    def _keep_in_sight(self) -> None:
        # The middle of the view stays within the home rectangle, so that the table cannot be lost from sight.
        reach_x, reach_y = self.home.width / 2, self.home.height / 2
        self.pan = (min(reach_x, max(-reach_x, self.pan[0])), min(reach_y, max(-reach_y, self.pan[1])))
