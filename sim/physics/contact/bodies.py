"""Bodies built so that the engine is right: their mass properties, convex parts, pose and surfaces; and a pendulum.

Units: millimetre, gram, second, radian. What the engine gets wrong when it is set up carelessly is set up here, once:
the centre of gravity (must precede the pose), concave parts (the engine replaces them by their hulls), friction and
restitution of pairs (the engine only knows products of shapes). The slop and the persistence of contacts are those of a
profile (profiles.py).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pymunk

from sim.physics import Point
from sim.physics.contact.profiles import GRAVITY_MM_S2

REFERENCE_MATERIAL = "wood"


def shape_friction(mu_pair: float) -> float:
    """Return the per-shape friction with which two like surfaces have `mu_pair`: the engine multiplies the two."""
    if not (math.isfinite(mu_pair) and mu_pair >= 0):
        raise ValueError(f"a friction coefficient must be finite and not negative, found {mu_pair}")
    return math.sqrt(mu_pair)


def shape_restitution(e_pair: float) -> float:
    """Return the per-shape elasticity with which two like surfaces have restitution `e_pair`."""
    if not 0 <= e_pair <= 1:
        raise ValueError(f"a restitution must lie between 0 and 1, found {e_pair}")
    return math.sqrt(e_pair)


def shape_coefficients(
    with_reference: Mapping[str, float],
    reference: str = REFERENCE_MATERIAL,
) -> dict[str, float]:
    """Return per-shape coefficients for materials whose PAIR coefficients with a reference material are known.

    The engine knows only products s_i s_j. The reference against itself gives s_ref = sqrt(c_ref,ref); every other
    material follows as s_i = c_i,ref / s_ref. A table of n materials has n(n+1)/2 pairs and n coefficients, so every
    pair without the reference is implied: c_ij = c_i,ref c_j,ref / c_ref,ref.

    Raises ValueError if the reference is missing or zero while others are not, or a coefficient is negative or not
    finite.
    """
    if reference not in with_reference:
        raise ValueError(f"the table lacks the pair {reference}-{reference}")
    for material, value in with_reference.items():
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{material}-{reference}: expected a finite coefficient of at least 0, found {value}")
    root = math.sqrt(with_reference[reference])
    if root == 0 and any(with_reference.values()):
        raise ValueError(f"{reference}-{reference} is 0, so every pair with {reference} is 0: the table cannot hold")
    return {material: value / root if root else 0.0 for material, value in with_reference.items()}


@dataclass(frozen=True, slots=True)
class Surface:
    """Per-shape friction and elasticity, for `pymunk.Shape.friction` and `.elasticity`."""

    friction: float
    elasticity: float

    def apply(self, shape: pymunk.Shape) -> None:
        shape.friction = self.friction
        shape.elasticity = self.elasticity


def like_surface(mu_pair: float, e_pair: float) -> Surface:
    """Return the surface that has these coefficients against another one of its kind."""
    return Surface(shape_friction(mu_pair), shape_restitution(e_pair))


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


def check_convex(polygon: Polygon) -> None:
    """Raise ValueError unless the polygon is its own convex hull: the engine would replace it by the hull silently."""
    area = polygon_properties(polygon).area
    hull_area = pymunk.Poly(None, list(polygon)).area  # of what the engine would really keep
    if abs(hull_area - area) > 1e-6 * hull_area:
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


# Far above any load, so that the gimbal stands still to 1e-9 of the cargo's motion.
_HULL_MASS_G = 1e7
# From the gimbal down to the spring's foot on the ground, and to its head on the hull; any two lengths do.
_SPRING_DEPTH_MM = 1000.0
_SPRING_LEVER_MM = 150.0


def add_pendulum(
    space: pymunk.Space,
    inertia_g_mm2: float,
    righting_g_mm: float,
    gravity_mm_s2: float = GRAVITY_MM_S2,
    across_g_mm: float = 0.0,
) -> pymunk.Body:
    """Add a rigid body that swings about the origin as I th'' = -g (S sin(th) + A cos(th)), without loss.

    S is `righting_g_mm` (negative: top-heavy), A is `across_g_mm`: the sum of m x in the body's own frame.

    A body hung by a joint away from its centre of gravity is moved along its tangent and pulled back every step, which
    costs energy. Here the body's centre is the axis itself. Its translational mass is a large number that nothing reads
    (the joint at its own centre holds it there and exerts no torque), and its moment is the moment about the axis.

    Gravity itself pulls at the origin, where it turns nothing; a spring of zero rest length between (0, -depth) on the
    ground and (0, -lever) on the body turns it by -stiffness x depth x lever x sin(angle). Where A is not 0, the
    spring's end on the body is turned about the axis by atan(A / S), and is as strong as hypot(S, A).
    """
    body = Body(_HULL_MASS_G, inertia_g_mm2)
    ground = space.static_body
    sign = math.copysign(1.0, righting_g_mm)
    turned, moment = math.atan2(sign * across_g_mm, abs(righting_g_mm)), sign * math.hypot(righting_g_mm, across_g_mm)
    stiffness = gravity_mm_s2 * moment / (_SPRING_DEPTH_MM * _SPRING_LEVER_MM)
    end = (_SPRING_LEVER_MM * math.sin(turned), -_SPRING_LEVER_MM * math.cos(turned))
    space.add(
        body,
        pymunk.PivotJoint(ground, body, (0, 0), (0, 0)),
        pymunk.DampedSpring(ground, body, (0, -_SPRING_DEPTH_MM), end, 0, stiffness, 0),
    )
    return body
