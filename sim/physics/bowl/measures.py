"""The bowl and its cards as measures: what a bowl's world is built from, besides its state.

Frame: x to the right, y up, y = 0 is the table's top, x = 0 the bowl's middle. A card's angle 0 is flat, face up.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pydantic import Field

from sim.errors import InputError
from sim.measures import TomlTable, check, shipped
from sim.physics import Point
from sim.physics.air import Air, Plate, build_air, shipped_air_table
from sim.physics.bowl.outline import contains, fault_of, inner_outline, wall_parts
from sim.physics.bowl.round_bowl import chord, cut_outline, cut_parts
from sim.physics.contact.profiles import GRAVITY_MM_S2, Profile, load_profile

BOWL_FILE = Path(__file__).with_name("bowl.toml")
CARD_PROFILES_FILE = Path(__file__).with_name("card_profiles.toml")
SECTIONS = ("card", "bowl", "throw", "air")
LIGHTEST_G_M2 = 10.0
"""The lightest card: the thinnest tissue paper."""
MOST_POINTS = 24
"""The most points of a bowl's section."""


class CardMeasures(TomlTable):
    """The table [card]: size, stock, and what its surfaces are like (pair coefficients).

    round: a disc, whose length and span are its diameter. mass_g: of one card, in place of the mass that its size and
    stock give.
    """

    length_mm: float = Field(gt=5, le=500)
    span_mm: float = Field(gt=5, le=500)
    round: bool = False
    areal_density_g_m2: float = Field(ge=LIGHTEST_G_M2, le=5000)
    mass_g: float | None = Field(default=None, gt=0, le=200)
    thickness_mm: float = Field(ge=0.3, le=5)
    friction: float = Field(gt=0, le=2)
    bowl_friction: float = Field(ge=0, le=2)
    table_friction: float = Field(ge=0, le=2)
    restitution: float = Field(gt=0, le=0.9)
    bowl_restitution: float = Field(ge=0, le=0.9)
    table_restitution: float = Field(ge=0, le=0.9)


class BowlMeasures(TomlTable):
    """The table [bowl]: its section, and its clear width across it.

    The opening is the clear width between the walls of the section at the rim. The width has a default for records from
    before a throw could err sideways. round: the section is that of a bowl that was turned, whose width is its opening,
    whatever `width_mm` says. section: the inside of the right half as points (x, y), from the floor's middle
    to the rim, as shares of half the opening and of the height from floor to rim; None: a flat floor and walls at
    `wall_angle_deg`.
    """

    opening_mm: float = Field(gt=0, le=2000)
    width_mm: float = Field(gt=0, le=2000)
    round: bool = False
    depth_mm: float = Field(gt=0, le=500)
    wall_thickness_mm: float = Field(ge=0.5, le=50)
    wall_angle_deg: float = Field(ge=0, le=60)
    rim_radius_mm: float = Field(gt=0, le=25)
    floor_thickness_mm: float = Field(ge=0.5, le=50)
    section: tuple[Point, ...] | None = Field(default=None, min_length=2, max_length=MOST_POINTS)


class ThrowMeasures(TomlTable):
    """The table [throw]: how a practised hand lets go of a card."""

    usual_speed_mm_s: float = Field(gt=0, le=20_000)
    yaw_share: float = Field(ge=0, le=10)
    flick_elevation_deg: float = Field(ge=0, le=80)
    flick_presentation_deg: float = Field(ge=-90, le=90)
    flick_backspin_rad_s: float = Field(ge=-100, le=100)
    glide_elevation_deg: float = Field(ge=0, le=80)
    glide_presentation_deg: float = Field(ge=-90, le=90)
    glide_backspin_rad_s: float = Field(ge=-100, le=100)


@dataclass(frozen=True, slots=True)
class BowlSetup:
    """The card, the bowl, the throw, the air and the precision that a world is built from, besides its state.

    `air` is that of the card's own span over chord.
    """

    plate: Plate
    card: CardMeasures
    bowl: BowlMeasures
    throw: ThrowMeasures
    air: Air
    profile: Profile
    gravity_mm_s2: float = GRAVITY_MM_S2

    @property
    def half_opening_mm(self) -> float:
        """From the middle to the wall's inner face, at the rim."""
        return self.bowl.opening_mm / 2

    @property
    def half_width_mm(self) -> float:
        """From the middle to a side wall's inner face, across the plane; side walls stand upright."""
        return self.half_opening_mm if self.bowl.round else self.bowl.width_mm / 2

    @property
    def shaped(self) -> bool:
        """True for a bowl that is no box: with a section of its own, or round."""
        return self.bowl.section is not None or self.bowl.round

    @property
    def cut_mm(self) -> float:
        """The distance from the middle of the ends of a card that lies there: where it meets a round bowl."""
        return self.plate.span_mm / 2 if self.bowl.round else 0.0

    @property
    def radii(self) -> tuple[Point, ...]:
        """The right half of the section in mm, from the middle of the floor to the rim: of a round bowl its radii."""
        section = self.bowl.section
        if section is None:
            section = ((0.0, 0.0), (self.half_floor_mm / self.half_opening_mm, 0.0), (1.0, 1.0))
        floor, high = self.bowl.floor_thickness_mm, self.top_mm - self.bowl.floor_thickness_mm
        return tuple((x * self.half_opening_mm, floor + y * high) for x, y in section)

    @property
    def half_floor_mm(self) -> float:
        """From the middle to the wall's inner face, at the floor; at the table's height where no section is given."""
        section = self.bowl.section
        if section is not None:
            return self.half_opening_mm * max(x for x, y in section if y == 0)
        return self.half_opening_mm - self._lean

    @property
    def half_outside_mm(self) -> float:
        """From the middle to the outermost point of wall and rim."""
        wall, rim = self.bowl.wall_thickness_mm, self.bowl.rim_radius_mm
        return _half_outside_mm(self) if self.shaped else self.half_opening_mm + max(wall, wall / 2 + rim)

    @property
    def _lean(self) -> float:
        return (self.bowl.depth_mm - self.bowl.rim_radius_mm) * math.tan(math.radians(self.bowl.wall_angle_deg))

    @property
    def top_mm(self) -> float:
        """The height at which the walls end, below the round rim."""
        return self.bowl.depth_mm - self.bowl.rim_radius_mm

    def inside(self) -> tuple[Point, ...]:
        """Return the section's inner outline, from the left end of the wall to the right one."""
        low, high, floor = self.half_floor_mm, self.half_opening_mm, self.bowl.floor_thickness_mm
        if self.bowl.round:
            return cut_outline(self.radii, self.cut_mm)
        if self.bowl.section is not None:
            return inner_outline(self.bowl.section, high, floor, self.top_mm)
        return (-high, self.top_mm), (-low, floor), (low, floor), (high, self.top_mm)

    def holds(self) -> Callable[[float, float], bool]:
        """Return a function of a point (x, y) of the section: True if a card whose middle is there is in the bowl.

        A card that lies over the rim is in the bowl if its middle is over the opening.
        """
        half, rim = self.half_opening_mm, self.bowl.depth_mm
        if not self.shaped:
            return lambda x, _y: abs(x) < half
        hollow = (*self.inside(), (half, rim), (-half, rim))
        return lambda x, y: abs(x) < half if y >= rim else contains(hollow, x, y)

    def parts(self) -> tuple[tuple[Point, ...], ...]:
        """Return the bowl without its rims as convex polygons, counter-clockwise."""
        if self.bowl.round:
            wall, floor = self.bowl.wall_thickness_mm, self.bowl.floor_thickness_mm
            return cut_parts(self.radii, self.cut_mm, wall, floor)
        if self.bowl.section is not None:
            return wall_parts(self.inside(), self.bowl.wall_thickness_mm)
        low, high, thick, top = self.half_floor_mm, self.half_opening_mm, self.bowl.wall_thickness_mm, self.top_mm
        floor = self.bowl.floor_thickness_mm
        right = ((low, 0.0), (low + thick, 0.0), (high + thick, top), (high, top))
        left = tuple((-x, y) for x, y in reversed(right))
        return ((-low, 0.0), (low, 0.0), (low, floor), (-low, floor)), left, right

    def cut(self) -> tuple[tuple[Point, ...], ...]:
        """Return the wood of the section as convex polygons: of a round bowl as thick as it is where it is cut."""
        return wall_parts(self.inside(), self.bowl.wall_thickness_mm) if self.bowl.round else self.parts()

    def rims(self) -> tuple[Point, ...]:
        """Return the middles of the round rims, left and right; of a round bowl first where a card's ends meet it."""
        half = self.bowl.wall_thickness_mm / 2
        if self.bowl.round:
            outer, y = self.half_opening_mm + half, self.top_mm
            inner = chord(outer, self.cut_mm)
            return (-inner, y), (inner, y), (-outer, y), (outer, y)
        if self.bowl.section is not None:
            (x0, y0), (x1, y1) = self.inside()[-2:]
            long = math.hypot(x1 - x0, y1 - y0)
            x, y = x1 + half * (y1 - y0) / long, y1 - half * (x1 - x0) / long
        else:
            x, y = self.half_opening_mm + half, self.top_mm
        return (-x, y), (x, y)

    def brims(self) -> tuple[tuple[Point, ...], ...]:
        """Return what lies between the inner and the outer rim of a round bowl on either side; of others nothing."""
        if not self.bowl.round:
            return ()
        _, (inner, y), _, (outer, _) = self.rims()
        low, high = y - self.bowl.rim_radius_mm, y + self.bowl.rim_radius_mm
        return tuple(
            ((left, low), (right, low), (right, high), (left, high))
            for left, right in ((-outer, -inner), (inner, outer))
        )


@lru_cache(maxsize=64)
def _half_outside_mm(setup: BowlSetup) -> float:
    # Asked for every card that is drawn.
    corners = (x for part in setup.parts() for x, _ in part)
    return max(setup.rims()[-1][0] + setup.bowl.rim_radius_mm, *corners)


@cache
def shipped_bowl_tables() -> Mapping[str, Any]:
    """Return the plain values of the sections [card], [bowl], [throw] and [air], as a configuration holds them."""
    return {**shipped(BOWL_FILE), "air": shipped_air_table()}


def load_card_profile(name: str) -> Profile:
    """Return the shipped profile for cards called `name`. Raises InputError for an unknown name."""
    return load_profile(name, CARD_PROFILES_FILE)


def build_bowl(tree: Mapping[str, Any], where: str, profile: str = "play") -> BowlSetup:
    """Build the set-up of a plain tree with the sections [card], [bowl], [throw], [air]; others are not looked at.

    Raises InputError, naming `where` and the key, for values that cannot be built.
    """
    card = check(CardMeasures, tree.get("card", {}), where, "card")
    bowl = check(BowlMeasures, tree.get("bowl", {}), where, "bowl")
    throw = check(ThrowMeasures, tree.get("throw", {}), where, "throw")
    law = build_air(tree.get("air", {}), where)
    if card.round and card.span_mm != card.length_mm:
        raise InputError(
            "{where}: card.span_mm: expected the diameter of a round card (card.length_mm, {length_mm:g}), found "
            "{span_mm:g}.",
            where=where,
            length_mm=card.length_mm,
            span_mm=card.span_mm,
        )
    area_m2 = 1e-6 * card.length_mm * card.span_mm * (math.pi / 4 if card.round else 1.0)
    mass = card.mass_g or card.areal_density_g_m2 * area_m2
    if mass < LIGHTEST_G_M2 * area_m2:
        raise InputError(
            "{where}: card.mass_g: expected at least {lightest_g_m2:.3g} g for a card of this size, found {mass:g}.",
            where=where,
            lightest_g_m2=LIGHTEST_G_M2 * area_m2,
            mass=mass,
        )
    plate = Plate(card.length_mm, card.span_mm, card.thickness_mm, mass, card.round)
    setup = BowlSetup(plate, card, bowl, throw, law.over(plate), load_card_profile(profile))
    if card.thickness_mm * 10 > card.length_mm:
        raise InputError(
            "{where}: card.thickness_mm: expected a card at least ten times as long as thick.", where=where
        )
    if bowl.rim_radius_mm < bowl.wall_thickness_mm / 2:
        raise InputError("{where}: bowl.rim_radius_mm: expected at least half the wall's thickness.", where=where)
    if bowl.depth_mm < bowl.floor_thickness_mm + 2 * bowl.rim_radius_mm:
        raise InputError(
            "{where}: bowl.depth_mm: expected a rim above the floor (floor_thickness_mm, rim_radius_mm).", where=where
        )
    if bowl.section is not None:
        _check_section(bowl, bowl.section, where)
    room = 2 * chord(setup.half_floor_mm if bowl.section is None else setup.half_opening_mm, setup.cut_mm)
    if room < card.length_mm:
        what = "a floor on which a card can lie flat" if bowl.section is None else "a mouth that a card goes through"
        raise InputError(
            "{where}: bowl.opening_mm: expected {what} (card.length_mm, {length_mm:g}), found {room:g}.",
            where=where,
            what=what,
            length_mm=card.length_mm,
            room=room,
        )
    if not bowl.round and bowl.width_mm < card.span_mm:
        raise InputError(
            "{where}: bowl.width_mm: expected room for a card across the bowl (card.span_mm, "
            "{span_mm:g}), found {width_mm:g}.",
            where=where,
            span_mm=card.span_mm,
            width_mm=bowl.width_mm,
        )
    return setup


def _check_section(bowl: BowlMeasures, section: tuple[Point, ...], where: str) -> None:
    if bowl.wall_angle_deg:
        raise InputError(
            "{where}: bowl.wall_angle_deg: expected 0 where bowl.section says how the walls stand.", where=where
        )
    if bowl.floor_thickness_mm < bowl.wall_thickness_mm:
        raise InputError(
            "{where}: bowl.floor_thickness_mm: expected at least the wall's thickness where bowl.section is given.",
            where=where,
        )
    fault = fault_of(section)
    if fault is None and bowl.round and any(b < a for (_, a), (_, b) in itertools.pairwise(section)):
        fault = "expected a section that never falls on its way outwards where bowl.round is true"
    if fault is not None:
        raise InputError("{where}: bowl.section: {fault}.", where=where, fault=fault)
