"""Thin rectangles in a plane: corners, bounds, gaps and overlaps. Plain floats; a card is (x, y, angle)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.physics.contact.bodies import Point

Bounds = tuple[float, float, float, float]  # left, bottom, right, top
Corners = tuple[Point, ...]


def corners(x: float, y: float, angle: float, length: float, thickness: float) -> Corners:
    """The four corners, counter-clockwise, the lower left of the unturned card first."""
    c, s = math.cos(angle), math.sin(angle)
    ax, ay = c * length / 2, s * length / 2
    bx, by = -s * thickness / 2, c * thickness / 2
    return (
        (x - ax - bx, y - ay - by),
        (x + ax - bx, y + ay - by),
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
    )


def bounds(x: float, y: float, angle: float, length: float, thickness: float) -> Bounds:
    """The upright rectangle around a card."""
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    width, height = (c * length + s * thickness) / 2, (s * length + c * thickness) / 2
    return x - width, y - height, x + width, y + height


def meet(first: Bounds, second: Bounds, gap: float = 0.0) -> bool:
    """Do two upright rectangles come nearer than this to each other?"""
    return (
        first[0] < second[2] + gap
        and second[0] < first[2] + gap
        and first[1] < second[3] + gap
        and second[1] < first[3] + gap
    )


def separation(first: Sequence[Point], second: Sequence[Point]) -> float:
    """How far two convex polygons are apart, by the axis that separates them best.

    Positive: a lower bound of their distance (exact face to face). Negative: minus the depth of their overlap, the
    least shift that parts them. Both counter-clockwise.
    """
    return max(_best_face(first, second), _best_face(second, first))


def _best_face(faces: Sequence[Point], other: Sequence[Point]) -> float:
    best = -math.inf
    x0, y0 = faces[-1]
    for x1, y1 in faces:
        dx, dy = x1 - x0, y1 - y0
        # The outward normal of a counter-clockwise face is (dy, -dx).
        nearest = min([(px - x0) * dy - (py - y0) * dx for px, py in other]) / math.sqrt(dx * dx + dy * dy)
        if nearest > best:
            best = nearest
        x0, y0 = x1, y1
    return best


def nearer(first: Sequence[Point], second: Sequence[Point], gap: float) -> bool:
    """Is `separation` less than that? The same numbers, but it stops at the first face that tells the two apart."""
    for faces, other in ((first, second), (second, first)):
        x0, y0 = faces[-1]
        for x1, y1 in faces:
            dx, dy = x1 - x0, y1 - y0
            length = math.sqrt(dx * dx + dy * dy)
            for px, py in other:
                if ((px - x0) * dy - (py - y0) * dx) / length < gap:
                    break
            else:
                return False
            x0, y0 = x1, y1
    return True


def disc_separation(polygon: Sequence[Point], centre: Point, radius: float) -> float:
    """The distance from a convex polygon (counter-clockwise) to a disc; negative by the depth of an overlap."""
    px, py = centre
    inside = -math.inf
    nearest = math.inf
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        inside = max(inside, ((px - x0) * dy - (py - y0) * dx) / math.sqrt(square))
        share = min(1.0, max(0.0, ((px - x0) * dx + (py - y0) * dy) / square))
        nearest = min(nearest, math.hypot(px - x0 - share * dx, py - y0 - share * dy))
        x0, y0 = x1, y1
    return (inside if inside < 0 else nearest) - radius
