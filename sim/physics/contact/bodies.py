"""Bodies built so that the engine is right: their mass properties, their convex parts, their pose.

Units: millimetre, gram, second, radian. What the engine gets wrong when it is set up carelessly is set up here, once:
the centre of gravity (must precede the pose) and concave parts (the engine replaces them by their hulls). The slop and
the persistence of contacts are those of a profile (profiles.py), friction and restitution those of a pair
(coefficients.py).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pymunk

from sim.physics import Point
from sim.physics.contact.coefficients import Surface

Polygon = Sequence[Point]


class Poly(pymunk.Poly):
    """A `pymunk.Poly` whose attributes are set directly.

    pymunk sets them by a function of Python that only serves type checkers, and that makes building bodies slower.
    """

    __setattr__ = object.__setattr__  # type: ignore[assignment]


class Circle(pymunk.Circle):
    """A `pymunk.Circle` whose attributes are set directly, as those of `Poly`."""

    __setattr__ = object.__setattr__  # type: ignore[assignment]


class Body(pymunk.Body):
    """A `pymunk.Body` whose attributes are set directly, as those of `Poly`."""

    __setattr__ = object.__setattr__  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class MassProperties:
    """Area (mm2), centroid (mm) and polar second moment of area about the centroid (mm4) of one or more polygons."""

    area: float
    centroid: Point
    second_moment: float


def polygon_properties(polygon: Polygon) -> MassProperties:
    """Return the mass properties of a simple polygon in closed form, either orientation (Green's theorem).

    Raises ValueError for fewer than three corners, corners that are not finite, or no area.
    """
    if len(polygon) < 3 or not all(math.isfinite(x) and math.isfinite(y) for x, y in polygon):
        raise ValueError(f"a polygon needs at least three finite corners, found {list(polygon)}")
    # About the first corner: far from the origin the sums would cancel badly.
    ox, oy = polygon[0]
    points = [(x - ox, y - oy) for x, y in polygon]
    area = first_x = first_y = second = 0.0
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        cross = x0 * y1 - x1 * y0
        area += cross / 2
        first_x += (x0 + x1) * cross / 6
        first_y += (y0 + y1) * cross / 6
        second += (x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1) * cross / 12
    if area == 0:
        raise ValueError(f"a polygon needs an area, found {list(polygon)}")
    cx, cy = first_x / area, first_y / area
    # second / area keeps its sign under either orientation; the parallel-axis theorem moves it to the centroid.
    return MassProperties(abs(area), (ox + cx, oy + cy), abs(area) * (second / area - cx * cx - cy * cy))


def combine(properties: Sequence[MassProperties]) -> MassProperties:
    """Return the mass properties of several non-overlapping polygons as one body."""
    area = math.fsum(p.area for p in properties)
    cx = math.fsum(p.area * p.centroid[0] for p in properties) / area
    cy = math.fsum(p.area * p.centroid[1] for p in properties) / area
    second = math.fsum(
        p.second_moment + p.area * ((p.centroid[0] - cx) ** 2 + (p.centroid[1] - cy) ** 2) for p in properties
    )
    return MassProperties(area, (cx, cy), second)


def check_convex(polygon: Polygon, tolerance: float = 1e-6) -> None:
    """Raise ValueError unless the polygon is its own convex hull: the engine would replace it by the hull silently."""
    area = polygon_properties(polygon).area
    hull_area = pymunk.Poly(None, list(polygon)).area  # of what the engine would really keep
    if abs(hull_area - area) > tolerance * hull_area:
        raise ValueError(f"a part must be convex: its area is {area:g} mm2, its hull's {hull_area:g} mm2")


def convex_parts_body(
    parts: Sequence[Polygon],
    areal_density_g_mm2: float,
    surface: Surface,
    position: Point = (0.0, 0.0),
    angle: float = 0.0,
    radius_mm: float = 0.0,
) -> tuple[pymunk.Body, list[pymunk.Poly]]:
    """Build a dynamic body of convex parts (corners in mm in the body's own frame) with the mass of its material.

    The own frame's origin lands at `position` and the frame is turned by `angle`; the centre of gravity is wherever the
    parts put it (`body.center_of_gravity`). `radius_mm` rounds the corners outwards and does not count for the mass.
    Neither body nor shapes are added to a space. Parts of one body are meant to touch, not to overlap: an overlap would
    count twice. Raises ValueError for a part that is not convex or finite, or a density that is not positive.
    """
    if not parts:
        raise ValueError("a body needs at least one part")
    if not (math.isfinite(areal_density_g_mm2) and areal_density_g_mm2 > 0):
        raise ValueError(f"an areal density must be positive, found {areal_density_g_mm2}")
    if not all(map(math.isfinite, (*position, angle))):
        raise ValueError(f"a pose must be finite, found {position}, {angle}")
    for part in parts:
        check_convex(part)
    whole = combine([polygon_properties(part) for part in parts])
    body = pymunk.Body(whole.area * areal_density_g_mm2, whole.second_moment * areal_density_g_mm2)
    # The order matters: set after the pose, the centre of gravity makes the geometry jump at the first step; and the
    # angle turns about the centre of gravity, so the position of the own frame's origin comes last.
    body.center_of_gravity = whole.centroid
    body.angle = angle
    body.position = position
    shapes = []
    for part in parts:
        shape = pymunk.Poly(body, list(part), radius=radius_mm)
        surface.apply(shape)
        shapes.append(shape)
    return body, shapes


def box(width_mm: float, height_mm: float) -> list[Point]:
    """Return the corners of an upright rectangle about its own centre, counter-clockwise."""
    x, y = width_mm / 2, height_mm / 2
    return [(-x, -y), (x, -y), (x, y), (-x, y)]
