"""From the world (mm, y up) to the window (its own units, y up) and back, exactly."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
ZOOM_LEAST, ZOOM_MOST = 0.4, 8.0


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle: in mm a part of the world, in window units a part of the window."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom

    @property
    def centre(self) -> Point:
        """The middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def contains(self, x: float, y: float) -> bool:
        """Return True for a point inside or on the edge."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def pixels(self, ratio: float) -> tuple[int, int]:
        """Return width and height in pixels, `ratio` a unit; at least 8 each."""
        return max(8, round(self.width * ratio)), max(8, round(self.height * ratio))


class Camera:
    """Shows all of `home` (mm) inside `viewport` (window units) until it is zoomed or panned.

    `pixel_ratio` is how many pixels a window unit has on a high-density display.
    """

    def __init__(self, home: Rectangle, viewport: Rectangle, pixel_ratio: float = 1.0) -> None:
        self.home = home
        self.viewport = viewport
        self.pixel_ratio = pixel_ratio
        self.zoom = 1.0
        self.pan: Point = (0.0, 0.0)

    @property
    def scale(self) -> float:
        """Window units a millimetre."""
        fit = min(self.viewport.width / self.home.width, self.viewport.height / self.home.height)
        return max(fit, 1e-3) * self.zoom

    @property
    def pixels_per_mm(self) -> float:
        """Pixels of the screen a millimetre: what art is painted at."""
        return self.scale * self.pixel_ratio

    @property
    def centre(self) -> Point:
        """The point of the world (mm) in the middle of the viewport."""
        x, y = self.home.centre
        return x + self.pan[0], y + self.pan[1]

    @property
    def offset(self) -> Point:
        """Where the world's origin lies in the window."""
        (x, y), (cx, cy), scale = self.viewport.centre, self.centre, self.scale
        return x - cx * scale, y - cy * scale

    def to_screen(self, point: Point) -> Point:
        """A point of the world in window units."""
        (ox, oy), scale = self.offset, self.scale
        return ox + point[0] * scale, oy + point[1] * scale

    def to_world(self, point: Point) -> Point:
        """A point of the window in mm: the inverse of `to_screen`."""
        (ox, oy), scale = self.offset, self.scale
        return (point[0] - ox) / scale, (point[1] - oy) / scale

    def resize(self, viewport: Rectangle, pixel_ratio: float) -> None:
        """The window has another size; zoom and pan stay."""
        self.viewport, self.pixel_ratio = viewport, pixel_ratio

    def zoom_at(self, point: Point, factor: float) -> None:
        """Come nearer (factor > 1) while what lies under that point of the window stays under it."""
        before = self.to_world(point)
        self.zoom = min(ZOOM_MOST, max(ZOOM_LEAST, self.zoom * factor))
        after = self.to_world(point)
        self.pan = (self.pan[0] + before[0] - after[0], self.pan[1] + before[1] - after[1])
        self._keep_in_sight()

    def drag(self, dx: float, dy: float) -> None:
        """The pointer drags the world along by so many window units."""
        self.pan = (self.pan[0] - dx / self.scale, self.pan[1] - dy / self.scale)
        self._keep_in_sight()

    def reset(self) -> None:
        """As at the beginning."""
        self.zoom, self.pan = 1.0, (0.0, 0.0)

    def _keep_in_sight(self) -> None:
        # The middle of the view stays within the home rectangle, so nobody loses the ship.
        reach_x, reach_y = self.home.width / 2, self.home.height / 2
        self.pan = (min(reach_x, max(-reach_x, self.pan[0])), min(reach_y, max(-reach_y, self.pan[1])))
