"""One impact in the plane in closed form, and the same impact in the engine.

A body meets a level table at one point: restitution e of the approach speed (Newton), friction of coefficient mu
(Coulomb), impulses only. With r the contact point from the centre of mass, the contact velocity is
(vx - om r_y, vy + om r_x); the friction impulse stops the sliding if mu allows it. It is what the engine solves by
iteration, so the two must agree: see tests/physics/test_contact.py.

Units: mm, mm/s, rad, rad/s; y up, angles counter-clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import pymunk
from numpy.typing import NDArray

from sim.physics.contact.bodies import Polygon as Corners
from sim.physics.contact.bodies import Surface, check_convex, like_surface, polygon_properties
from sim.physics.contact.profiles import Profile, new_space

Floats = NDArray[np.float64]
# A facet is 0.13 mm of a 70 x 50 mm rim: engine and closed form then differ by 0.2 % of the speed, in proportion to it.
ELLIPSE_CORNERS = 1440
CLEARANCE_MM = 5.0
LONGEST_FLIGHT_S = 0.1
ITERATIONS = 100
_FLAT_MM = 1e-9


class Plate(Protocol):
    """A rigid plate with a convex rim: mass (g), gyration radius (mm)."""

    @property
    def mass_g(self) -> float: ...
    @property
    def gyration_radius_mm(self) -> float: ...

    def contact(self, angle: Any) -> tuple[Any, Any]:
        """Return the lowest point of the rim from the centre of mass (mm) at an angle or an array of angles."""
        ...

    def rim(self) -> Sequence[tuple[float, float]]:
        """Return the corners that the engine gets (mm from the centre of mass, at angle 0)."""
        ...


@dataclass(frozen=True, slots=True)
class Ellipse:
    """A plate with an elliptic rim: mass (g), gyration radius (mm), semi-axes (mm, at angle 0 along x and y)."""

    mass_g: float
    gyration_radius_mm: float
    a_mm: float
    b_mm: float

    def contact(self, angle: Any) -> tuple[Any, Any]:
        """Return the lowest point of the rim, see Plate."""
        sine, cosine = np.sin(angle), np.cos(angle)
        height = np.hypot(self.a_mm * sine, self.b_mm * cosine)
        return -(self.a_mm**2 - self.b_mm**2) * sine * cosine / height, -height

    def rim(self) -> Sequence[tuple[float, float]]:
        """Return a polygon of ELLIPSE_CORNERS corners on the rim."""
        turns = [2 * math.pi * i / ELLIPSE_CORNERS for i in range(ELLIPSE_CORNERS)]
        return [(self.a_mm * math.cos(turn), self.b_mm * math.sin(turn)) for turn in turns]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex plate: mass (g), gyration radius (mm), corners (mm from the centre of mass, at angle 0)."""

    mass_g: float
    gyration_radius_mm: float
    corners_mm: tuple[tuple[float, float], ...]

    def contact(self, angle: Any) -> tuple[Any, Any]:
        """Return the lowest corner, see Plate; of a plate that lands flat on a side, the middle of that side."""
        x, y = np.array(self.corners_mm).T
        turned = np.asarray(angle)[..., None]
        sine, cosine = np.sin(turned), np.cos(turned)
        heights = sine * x + cosine * y
        down = heights.min(axis=-1)
        lowest = heights <= down[..., None] + _FLAT_MM
        across = np.where(lowest, cosine * x - sine * y, 0.0).sum(axis=-1) / lowest.sum(axis=-1)
        return across, down

    def rim(self) -> Sequence[tuple[float, float]]:
        """Return the corners."""
        return self.corners_mm


def even_polygon(mass_g: float, corners_mm: Corners, gyration_radius_mm: float | None = None) -> Polygon:
    """Return a convex plate of the same thickness everywhere, its centre of mass at the centroid of the corners.

    gyration_radius_mm: the measured one, else that of such a plate. Raises ValueError for corners that are not finite,
    not convex, or enclose no area.
    """
    check_convex(corners_mm)
    properties = polygon_properties(corners_mm)
    cx, cy = properties.centroid
    own = math.sqrt(properties.second_moment / properties.area)
    return Polygon(mass_g, gyration_radius_mm or own, tuple((x - cx, y - cy) for x, y in corners_mm))


@dataclass(frozen=True, slots=True)
class Motion:
    """Velocities of one body or, as arrays, of many: mm/s and rad/s."""

    vx: Any
    vy: Any
    om: Any


@dataclass(frozen=True, slots=True)
class Compliance:
    """Shares of turns out of the plane in a contact's inverse mass, times the mass: normal, along the friction, across.

    With r_z the contact's distance out of the plane and I the inverse inertia per mass: r_z^2 I_xx, r_z^2 I_yy and
    -r_z^2 I_xy.
    """

    normal: Any = 0.0
    sliding: Any = 0.0
    cross: Any = 0.0


IN_PLANE = Compliance()


def rigid_impact(
    before: Motion,
    arm: tuple[Any, Any],
    gyration_radius_mm: float,
    friction: float,
    restitution: float,
    compliance: Compliance = IN_PLANE,
) -> Motion:
    """Return the motion after the impact, elementwise over arrays; a contact that does not approach is left alone.

    `arm` is the contact point from the centre of mass. The stick impulse is tried first, and where it needs more
    friction than there is, the friction is mu times the normal impulse in its direction. compliance: of a contact out
    of the plane, of a body that does not yet turn out of it.
    """
    rx, ry = (np.asarray(part, dtype=float) for part in arm)
    vx, vy, om = (np.asarray(part, dtype=float) for part in (before.vx, before.vy, before.om))
    k2 = gyration_radius_mm**2
    normal, sliding = vy + om * rx, vx - om * ry
    nn, tt = 1 + rx**2 / k2 + compliance.normal, 1 + ry**2 / k2 + compliance.sliding
    nt = -rx * ry / k2 + compliance.cross
    wanted = -(1 + restitution) * normal
    determinant = nn * tt - nt**2
    jn = (wanted * tt + sliding * nt) / determinant
    jt = (-sliding * nn - wanted * nt) / determinant
    slips = np.abs(jt) > friction * jn
    direction = np.sign(jt)
    jn = np.where(slips, wanted / (nn + nt * friction * direction), jn)
    jt = np.where(slips, friction * direction * jn, jt)
    hits = normal < 0
    jn, jt = np.where(hits, jn, 0.0), np.where(hits, jt, 0.0)
    return Motion(vx + jt, vy + jn, om + (rx * jn - ry * jt) / k2)


def throw_at_table(
    body: Plate,
    angle: float,
    before: Motion,
    friction: float,
    restitution: float,
    profile: Profile,
) -> tuple[Motion, float, bool]:
    """Throw one plate at a level table in the engine.

    Returns its motion and angle once it is free again, and whether it hit the table.

    It starts `CLEARANCE_MM` of approach before the impact, so that it would touch at `angle` moving as `before` says;
    where within a step it touches is left to chance, as in a game. Without gravity, because the states before and after
    are those of the impact alone. It ends after 0.05 s in contact at the latest.

    Two corners that are in the table at once are solved one after the other. Far from each other they are solved truly
    in ITERATIONS; where they are nearly in one place, as on the rim of an ellipse, the first takes most of the blow,
    and which is first depends on left and right. So the throw is made twice, as it is and as a mirror shows it, and the
    mean of both is returned.
    """
    rx, ry = body.contact(angle)
    approach = -(before.vy + before.om * rx)
    if approach <= 0:
        return before, angle, False
    space = replace(profile, iterations=max(profile.iterations, ITERATIONS))
    # A plate as slow as can be would make the quotient infinite.
    flight_s = CLEARANCE_MM / max(approach, CLEARANCE_MM / LONGEST_FLIGHT_S)
    one, other = (
        _thrown(body, side, -ry, angle, before, flight_s, like_surface(friction, restitution), space)
        for side in (1.0, -1.0)
    )
    (vx, vy, om, turned, hit), (vx_too, vy_too, om_too, turned_too, hit_too) = one, other
    after = Motion((vx + vx_too) / 2, (vy + vy_too) / 2, (om + om_too) / 2)
    return after, (turned + turned_too) / 2, hit or hit_too


def _thrown(
    body: Plate, side: float, height_mm: float, angle: float, before: Motion, flight_s: float, surface: Surface,
    profile: Profile,
) -> tuple[float, float, float, float, bool]:  # fmt: skip
    """Throw a plate, with side -1 as a mirror shows it; return vx, vy, spin and angle, as they are, and whether it hit.

    height_mm: of its centre when it touches.
    """
    space = new_space(profile, gravity_mm_s2=0.0)
    table = pymunk.Poly(space.static_body, [(-1e4, -1e3), (1e4, -1e3), (1e4, 0.0), (-1e4, 0.0)])
    # The moment is the measured one, not the polygon's.
    mover = pymunk.Body(body.mass_g, body.mass_g * body.gyration_radius_mm**2)
    mover.angle = side * (angle - before.om * flight_s)
    mover.position = (-side * before.vx * flight_s, height_mm - before.vy * flight_s)
    mover.velocity = (side * before.vx, before.vy)
    mover.angular_velocity = side * before.om
    rim = pymunk.Poly(mover, [(side * x, y) for x, y in body.rim()])
    for shape in (table, rim):
        surface.apply(shape)
    space.add(mover, rim, table)
    hit = False
    for _ in range(math.ceil((2 * flight_s + 0.05) / profile.dt_s)):
        space.step(profile.dt_s)
        touching = _touches(mover)
        if hit and not touching:
            break
        hit = hit or touching
    return side * mover.velocity.x, mover.velocity.y, side * mover.angular_velocity, side * mover.angle, hit


def _touches(body: pymunk.Body) -> bool:
    touching: list[bool] = []
    body.each_arbiter(lambda arbiter: touching.append(arbiter.total_impulse.length > 0))
    return any(touching)
