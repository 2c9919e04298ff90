"""The bowl and its cards as measures: what a bowl's world is built from, besides its state.

Frame: x to the right, y up, y = 0 is the table's top, x = 0 the bowl's middle. A card's angle 0 is flat, face up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from sim.errors import InputError
from sim.measures import TomlTable, check, shipped
from sim.physics import Point
from sim.physics.air.air import Air, Plate, build_air, shipped_air_table
from sim.physics.contact.profiles import GRAVITY_MM_S2, Profile, load_profile

BOWL_FILE = Path(__file__).with_name("bowl.toml")
CARD_PROFILES_FILE = Path(__file__).with_name("card_profiles.toml")
SECTIONS = ("card", "bowl", "throw", "air")


class CardMeasures(TomlTable):
    """The table [card]: size, stock, and what its surfaces are like (pair coefficients)."""

    length_mm: float = Field(gt=5, le=500)
    span_mm: float = Field(gt=5, le=500)
    areal_density_g_m2: float = Field(gt=0, le=5000)
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
    before a throw could err sideways.
    """

    opening_mm: float = Field(gt=0, le=2000)
    width_mm: float = Field(default=120.0, gt=0, le=2000)
    depth_mm: float = Field(gt=0, le=500)
    wall_thickness_mm: float = Field(ge=0.5, le=50)
    wall_angle_deg: float = Field(ge=0, le=60)
    rim_radius_mm: float = Field(gt=0, le=25)
    floor_thickness_mm: float = Field(ge=0.5, le=50)


class ThrowMeasures(TomlTable):
    """The table [throw]: how a practised hand lets go of a card. `yaw_share` has a default for older records."""

    yaw_share: float = Field(default=1.0, ge=0, le=10)

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
        return self.bowl.width_mm / 2

    @property
    def half_floor_mm(self) -> float:
        """From the middle to the wall's inner face, at the table's height."""
        return self.half_opening_mm - self._lean

    @property
    def half_outside_mm(self) -> float:
        """From the middle to the outermost point of wall and rim."""
        wall, rim = self.bowl.wall_thickness_mm, self.bowl.rim_radius_mm
        return self.half_opening_mm + max(wall, wall / 2 + rim)

    @property
    def _lean(self) -> float:
        return (self.bowl.depth_mm - self.bowl.rim_radius_mm) * math.tan(math.radians(self.bowl.wall_angle_deg))

    def walls(self) -> tuple[tuple[Point, ...], ...]:
        """Return the left and the right wall, each four corners, counter-clockwise."""
        low, high, thick = self.half_floor_mm, self.half_opening_mm, self.bowl.wall_thickness_mm
        top = self.bowl.depth_mm - self.bowl.rim_radius_mm
        right = ((low, 0.0), (low + thick, 0.0), (high + thick, top), (high, top))
        return tuple((-x, y) for x, y in reversed(right)), right

    def rims(self) -> tuple[Point, Point]:
        """Return the middles of the two round rims, left and right."""
        x = self.half_opening_mm + self.bowl.wall_thickness_mm / 2
        y = self.bowl.depth_mm - self.bowl.rim_radius_mm
        return (-x, y), (x, y)

    def floor(self) -> tuple[Point, ...]:
        """Return the bowl's floor, four corners, counter-clockwise."""
        half, top = self.half_floor_mm, self.bowl.floor_thickness_mm
        return (-half, 0.0), (half, 0.0), (half, top), (-half, top)


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
    mass = card.areal_density_g_m2 * 1e-6 * card.length_mm * card.span_mm
    plate = Plate(card.length_mm, card.span_mm, card.thickness_mm, mass)
    setup = BowlSetup(plate, card, bowl, throw, law.over(plate), load_card_profile(profile))
    if card.thickness_mm * 10 > card.length_mm:
        raise InputError(f"{where}: card.thickness_mm: expected a card at least ten times as long as thick.")
    if bowl.rim_radius_mm < bowl.wall_thickness_mm / 2:
        raise InputError(f"{where}: bowl.rim_radius_mm: expected at least half the wall's thickness.")
    if bowl.depth_mm < bowl.floor_thickness_mm + 2 * bowl.rim_radius_mm:
        raise InputError(f"{where}: bowl.depth_mm: expected a rim above the floor (floor_thickness_mm, rim_radius_mm).")
    if 2 * setup.half_floor_mm < card.length_mm:
        raise InputError(f"{where}: bowl.opening_mm: expected a floor on which a card can lie flat (card.length_mm).")
    if bowl.width_mm < card.span_mm:
        raise InputError(f"{where}: bowl.width_mm: expected room for a card across the bowl (card.span_mm).")
    return setup
