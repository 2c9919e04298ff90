"""Contacts: how finely a world is stepped, how surfaces meet, and how bodies are built so that the engine is right.

Units: millimetre, gram, second, radian. Everything the engine gets wrong when it is set up carelessly is set up here,
once: the slop (absolute, so it belongs to a scale), the persistence (0 switches collisions off), friction and
restitution of a pair (the engine multiplies), the centre of gravity (must precede the pose), concave parts (hulled).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pymunk

from sim.errors import InputError
from sim.files import read_toml

GRAVITY_MM_S2 = 9806.65
TICK_HZ = 120
PROFILES_FILE = Path(__file__).with_name("profiles.toml")
REFERENCE_MATERIAL = "wood"

Point = tuple[float, float]
Polygon = Sequence[Point]


@dataclass(frozen=True, slots=True)
class Profile:
    """How finely a world is stepped.

    A world advances in control ticks of 1/tick_hz s, each of `steps_per_tick` engine steps. `collision_slop_mm` is the
    overlap the engine leaves alone, `collision_bias` the share of a larger overlap left after one second,
    `collision_persistence` the number of steps an ended contact is remembered.
    """

    name: str
    steps_per_tick: int
    iterations: int
    collision_slop_mm: float
    collision_bias: float
    collision_persistence: int
    tick_hz: int = TICK_HZ

    @property
    def step_hz(self) -> int:
        """Engine steps per second."""
        return self.tick_hz * self.steps_per_tick

    @property
    def dt_s(self) -> float:
        """The engine's step."""
        return 1.0 / self.step_hz


_PROFILE_KEYS: dict[str, type] = {
    "steps_per_tick": int,
    "iterations": int,
    "collision_slop_mm": float,
    "collision_bias": float,
    "collision_persistence": int,
}


def _number(file: Path, key: str, entry: Any) -> float:
    value = entry.get("value") if isinstance(entry, dict) else entry
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"{file}: {key}: expected a finite number, found {value!r}.")
    return value


@cache
def load_profiles(file: Path = PROFILES_FILE) -> Mapping[str, Profile]:
    """All profiles of a file, by name. Raises InputError."""
    profiles = {}
    for name, table in read_toml(file).items():
        values: dict[str, Any] = {}
        if not isinstance(table, dict) or set(table) != set(_PROFILE_KEYS):
            raise InputError(f"{file}: {name}: expected exactly the keys {', '.join(_PROFILE_KEYS)}.")
        for key, kind in _PROFILE_KEYS.items():
            number = _number(file, f"{name}.{key}", table[key])
            if number <= 0 or kind(number) != number:
                raise InputError(f"{file}: {name}.{key}: expected a positive {kind.__name__}, found {number!r}.")
            values[key] = kind(number)
        profiles[name] = Profile(name=name, **values)
    return profiles


def load_profile(name: str) -> Profile:
    """The shipped profile of that name. Raises InputError for an unknown name."""
    profiles = load_profiles()
    if name not in profiles:
        raise InputError(f"--profile: expected one of {', '.join(profiles)}, found {name!r}.")
    return profiles[name]


def new_space(profile: Profile, gravity_mm_s2: float = GRAVITY_MM_S2) -> pymunk.Space:
    """An empty space with gravity downwards and the profile's contact settings.

    Raises ValueError for a persistence below 1: the engine then loses every collision (a ball falls through the floor).
    """
    if profile.collision_persistence < 1:
        raise ValueError(f"collision_persistence must be at least 1, found {profile.collision_persistence}")
    space = pymunk.Space()
    space.gravity = (0.0, -gravity_mm_s2)
    space.iterations = profile.iterations
    space.collision_slop = profile.collision_slop_mm
    space.collision_bias = profile.collision_bias
    space.collision_persistence = profile.collision_persistence
    return space


# ------------------------------------------------------------------------------------------------ surfaces


def shape_friction(mu_pair: float) -> float:
    """The per-shape friction with which two like surfaces have `mu_pair`: the engine multiplies the two."""
    if not (math.isfinite(mu_pair) and mu_pair >= 0):
        raise ValueError(f"a friction coefficient must be finite and not negative, found {mu_pair}")
    return math.sqrt(mu_pair)


def shape_restitution(e_pair: float) -> float:
    """The per-shape elasticity with which two like surfaces have restitution `e_pair`."""
    if not 0 <= e_pair <= 1:
        raise ValueError(f"a restitution must lie between 0 and 1, found {e_pair}")
    return math.sqrt(e_pair)


def shape_coefficients(
    with_reference: Mapping[str, float],
    reference: str = REFERENCE_MATERIAL,
    also: Mapping[tuple[str, str], float] | None = None,
    tolerance: float = 0.01,
) -> dict[str, float]:
    """Per-shape coefficients for materials whose PAIR coefficients with a reference material are known.

    The engine knows only products s_i s_j. The reference against itself gives s_ref = sqrt(c_ref,ref); every other
    material follows as s_i = c_i,ref / s_ref. A table of n materials has n(n+1)/2 pairs and n coefficients, so every
    pair without the reference is implied: c_ij = c_i,ref c_j,ref / c_ref,ref. Pairs stated in `also` are checked
    against that and nothing is averaged away.

    Raises ValueError if the reference is missing or zero while others are not, a coefficient is negative or not finite,
    or a stated pair differs from the implied one by more than `tolerance` (relative).
    """
    if reference not in with_reference:
        raise ValueError(f"the table lacks the pair {reference}-{reference}")
    for material, value in with_reference.items():
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{material}-{reference}: expected a finite coefficient of at least 0, found {value}")
    root = math.sqrt(with_reference[reference])
    if root == 0 and any(with_reference.values()):
        raise ValueError(f"{reference}-{reference} is 0, so every pair with {reference} is 0: the table cannot hold")
    shapes = {material: value / root if root else 0.0 for material, value in with_reference.items()}
    for (first, second), stated in (also or {}).items():
        implied = shapes[first] * shapes[second]
        if abs(stated - implied) > tolerance * max(stated, implied):
            raise ValueError(
                f"{first}-{second}: the table says {stated:g}, but the engine multiplies, and the pairs with "
                f"{reference} make it {implied:g}"
            )
    return shapes


@dataclass(frozen=True, slots=True)
class Surface:
    """Per-shape friction and elasticity, for `pymunk.Shape.friction` and `.elasticity`."""

    friction: float
    elasticity: float

    def apply(self, shape: pymunk.Shape) -> None:
        """Give a shape this surface."""
        shape.friction = self.friction
        shape.elasticity = self.elasticity


def like_surface(mu_pair: float, e_pair: float) -> Surface:
    """The surface that has these coefficients against another one of its kind."""
    return Surface(shape_friction(mu_pair), shape_restitution(e_pair))


# ------------------------------------------------------------------------------------------------ bodies


@dataclass(frozen=True, slots=True)
class MassProperties:
    """Area (mm2), centroid (mm) and polar second moment of area about the centroid (mm4) of one or more polygons."""

    area: float
    centroid: Point
    second_moment: float


def polygon_properties(polygon: Polygon) -> MassProperties:
    """Closed-form properties of a simple polygon, either orientation (Green's theorem).

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
    """The properties of several non-overlapping polygons taken as one body."""
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
    """A dynamic body of convex parts (corners in mm in the body's own frame) with the mass of its material.

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
    """The corners of an upright rectangle about its own centre, counter-clockwise."""
    x, y = width_mm / 2, height_mm / 2
    return [(-x, -y), (x, -y), (x, y), (-x, y)]
