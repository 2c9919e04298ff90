"""The ship as measures: geometry, slots, and the pendulum that the empty ship is.

Frame: the gimbal's axis is the origin, x to starboard, y up, the ship upright. Everything here is plain numbers; the
world that moves is sim/physics/ship/world.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from sim.errors import InputError
from sim.measures import TomlTable
from sim.physics import Point
from sim.physics.contact.bodies import polygon_properties
from sim.physics.contact.profiles import GRAVITY_MM_S2, Profile, load_profile
from sim.physics.ship.pieces import Piece
from sim.physics.ship.state import Layer

SHIP_FILE = Path(__file__).with_name("ship.toml")
SHIP_PROFILES_FILE = Path(__file__).with_name("ship_profiles.toml")
SLOTS = tuple(range(1, 11))
DECK_SLOTS = (1, 2, 3, 4)
YARDS = ("low", "middle", "top")


class ShipMeasures(TomlTable):
    """The measures of the ship (ship.toml says where each comes from).

    deck: four slots as quadrants, two to port and two to starboard, or in a row from port to starboard. A configuration
    without it is of a time when there was only the row, as old records hold them.
    """

    deck: Literal["quadrants", "row"] = "row"
    ball_mass_g: float = Field(gt=0)
    rod_length_mm: float = Field(gt=0)
    hull_mass_g: float = Field(gt=0)
    hull_width_mm: float = Field(gt=0)
    hull_bottom_width_mm: float = Field(gt=0)
    hull_height_mm: float = Field(gt=0)
    mast_height_mm: float = Field(gt=0)
    mast_width_mm: float = Field(gt=0)
    low_yard_height_mm: float = Field(gt=0)
    middle_yard_height_mm: float = Field(gt=0)
    top_yard_height_mm: float = Field(gt=0)
    low_yard_length_mm: float = Field(gt=0)
    middle_yard_length_mm: float = Field(gt=0)
    top_yard_length_mm: float = Field(gt=0)
    yard_thickness_mm: float = Field(gt=0)
    yard_depth_mm: float = Field(gt=0)
    yard_stop_deg: float = Field(ge=0, le=45)
    peg_friction_n_mm: float = Field(ge=0)
    slot_gap_mm: float = Field(ge=0)
    pivot_viscous_per_s: float = Field(ge=0)
    pivot_coulomb_s2: float = Field(ge=0)
    end_stop_deg: float = Field(gt=0, le=170)
    table_below_mm: float = Field(gt=0)
    wave_top_mm: float = Field(lt=0)
    box_width_mm: float = Field(gt=0)


class WoodMeasures(TomlTable):
    """The surfaces of wood, palm and table: coefficients of pairs."""

    density_g_cm3: float = Field(gt=0)
    friction: float = Field(ge=0, le=2)
    rolling_friction_mm: float = Field(ge=0)
    restitution: float = Field(ge=0, le=1)
    palm_friction: float = Field(ge=0, le=5)
    table_friction: float = Field(ge=0, le=2)


@dataclass(frozen=True, slots=True)
class Yard:
    """A strip on its peg. `y` is the axis it rocks about (its underside), in the ship's frame."""

    name: str
    y_mm: float
    length_mm: float
    mass_g: float
    moment_g_mm2: float


@dataclass(frozen=True, slots=True)
class Slot:
    """The place that a card's number sends a piece to: a stretch of deck or half a yard, in the ship's frame.

    `left` and `right` are the limits that a piece must respect while it is put down; an infinite one means that the
    piece may stick out over the ship's side there. `wood_left` and `wood_right` bound the wood itself. `layer` is the
    half of the deck; None for a yard, which stands in the middle, and for a deck in a row.
    """

    number: int
    yard: str | None
    left_mm: float
    right_mm: float
    wood_left_mm: float
    wood_right_mm: float
    surface_mm: float
    ceiling_mm: float
    layer: Layer | None = None

    @property
    def centre_mm(self) -> float:
        """The middle of the slot's wood."""
        return (self.wood_left_mm + self.wood_right_mm) / 2

    @property
    def side(self) -> int:
        """-1 to port of the mast, +1 to starboard."""
        return -1 if self.centre_mm < 0 else 1


@dataclass(frozen=True, slots=True)
class Ship:
    """The ship's geometry and the pendulum of its rigid part (hull, mast, rod, ball), yards apart."""

    measures: ShipMeasures
    hull: tuple[Point, ...]
    mast: tuple[Point, ...]
    yards: tuple[Yard, ...]
    slots: tuple[Slot, ...]
    rigid_inertia_g_mm2: float
    rigid_righting_g_mm: float

    @property
    def inertia_g_mm2(self) -> float:
        """J: of the empty ship about the gimbal, yards included."""
        return self.rigid_inertia_g_mm2 + sum(
            yard.moment_g_mm2 + yard.mass_g * self.yard_centre_mm(yard) ** 2 for yard in self.yards
        )

    @property
    def righting_g_mm(self) -> float:
        """S = sum m r with the ball positive: g S sin(heel) rights the empty ship."""
        return self.rigid_righting_g_mm - sum(yard.mass_g * self.yard_centre_mm(yard) for yard in self.yards)

    @property
    def natural_frequency_sq_s2(self) -> float:
        """w0^2 = g S / J of the empty ship at small amplitude."""
        return GRAVITY_MM_S2 * self.righting_g_mm / self.inertia_g_mm2

    @property
    def half_beam_mm(self) -> float:
        """Half of the ship's greatest width; the yards of a ship with her deck in a row are not counted."""
        yards = () if self.measures.deck == "row" else self.yards
        return max([self.measures.hull_width_mm, *(yard.length_mm for yard in yards)]) / 2

    def yard_centre_mm(self, yard: Yard) -> float:
        """Return the height of the strip's centre above the gimbal."""
        return yard.y_mm + self.measures.yard_thickness_mm / 2

    def slot(self, number: int) -> Slot:
        """Return the slot with this number, 1 to 10."""
        return self.slots[number - 1]


@dataclass(frozen=True, slots=True)
class ShipSetup:
    """The ship, the wood, the pieces and the precision that a world is built from, besides its state."""

    ship: Ship
    wood: WoodMeasures
    pieces: Mapping[str, Piece]
    profile: Profile
    gravity_mm_s2: float = GRAVITY_MM_S2


def load_ship_profile(name: str) -> Profile:
    """Return the shipped profile for the ship called `name`. Raises InputError for an unknown name."""
    return load_profile(name, SHIP_PROFILES_FILE)


def _solid(polygon: tuple[Point, ...], mass_g: float) -> tuple[float, float]:
    """Return the moment of inertia and the first moment (m y) about the gimbal of a flat polygon of mass `mass_g`."""
    p = polygon_properties(polygon)
    cx, cy = p.centroid
    return mass_g * (p.second_moment / p.area + cx * cx + cy * cy), mass_g * cy


def build_ship(measures: ShipMeasures, wood: WoodMeasures, where: str) -> Ship:
    """Build the ship from its measures. Raises InputError where that is impossible (`where` names the file)."""
    m = measures
    half, bottom, deck = m.hull_width_mm / 2, m.hull_bottom_width_mm / 2, m.hull_height_mm
    mast = m.mast_width_mm / 2
    heights = (m.low_yard_height_mm, m.middle_yard_height_mm, m.top_yard_height_mm)
    lengths = (m.low_yard_length_mm, m.middle_yard_length_mm, m.top_yard_length_mm)
    if not 2 * m.yard_thickness_mm < heights[0] < heights[1] < heights[2] <= m.mast_height_mm:
        raise InputError(
            f"{where}: ship.low_yard_height_mm: expected the yards one above the other, none above the mast."
        )
    if min(lengths) < 4 * m.mast_width_mm:
        raise InputError(f"{where}: ship.top_yard_length_mm: expected yards at least four masts wide.")
    slots, words = (2, "two slots") if m.deck == "row" else (1, "a slot")
    if half - mast - (2 * slots - 1) * m.slot_gap_mm < 10 * slots:
        raise InputError(f"{where}: ship.hull_width_mm: expected room for {words} on either side of the mast.")
    for key, width in (("hull_width_mm", m.hull_width_mm), ("hull_bottom_width_mm", m.hull_bottom_width_mm)):
        if width > m.box_width_mm:
            raise InputError(
                f"{where}: ship.{key}: expected a hull no wider than its box (box_width_mm, {m.box_width_mm:g}),"
                f" found {width:g}."
            )
    if m.table_below_mm < m.rod_length_mm:
        raise InputError(f"{where}: ship.table_below_mm: expected the table below the ball (rod_length_mm).")
    hull = ((-bottom, 0.0), (bottom, 0.0), (half, deck), (-half, deck))
    mast_outline = ((-mast, deck), (mast, deck), (mast, deck + m.mast_height_mm), (-mast, deck + m.mast_height_mm))
    density = wood.density_g_cm3 * 1e-3
    hull_inertia, hull_first = _solid(hull, m.hull_mass_g)
    mast_mass = density * math.pi * mast**2 * m.mast_height_mm  # a round dowel
    mast_inertia, mast_first = _solid(mast_outline, mast_mass)
    # The ball is steel, of the radius that its mass gives it: its own inertia is 2/5 m r^2.
    ball_radius = (m.ball_mass_g / 7.85e-3 * 3 / (4 * math.pi)) ** (1 / 3)
    ball_inertia = m.ball_mass_g * (m.rod_length_mm**2 + 0.4 * ball_radius**2)
    yards = []
    for name, height, length in zip(YARDS, heights, lengths, strict=True):
        mass = density * length * m.yard_thickness_mm * m.yard_depth_mm
        moment = mass * (length**2 + m.yard_thickness_mm**2) / 12
        yards.append(Yard(name, deck + height - m.yard_thickness_mm, length, mass, moment))
    return Ship(
        measures=m,
        hull=hull,
        mast=mast_outline,
        yards=tuple(yards),
        slots=_slots(m, half, deck, mast, tuple(yards)),
        rigid_inertia_g_mm2=hull_inertia + mast_inertia + ball_inertia,
        rigid_righting_g_mm=m.ball_mass_g * m.rod_length_mm - hull_first - mast_first,
    )


def _slots(m: ShipMeasures, half: float, deck: float, mast: float, yards: tuple[Yard, ...]) -> tuple[Slot, ...]:
    inner, gap = mast + m.slot_gap_mm, m.slot_gap_mm
    middle = (inner + half) / 2
    wide = math.inf
    under_low = yards[0].y_mm
    layers: tuple[Layer | None, ...] = (None,) * len(DECK_SLOTS)
    deck_spans = [
        (-wide, -middle - gap / 2, -half, -middle - gap / 2),
        (-middle + gap / 2, -inner, -middle + gap / 2, -inner),
        (inner, middle - gap / 2, inner, middle - gap / 2),
        (middle + gap / 2, wide, middle + gap / 2, half),
    ]
    if m.deck == "quadrants":
        layers = ("bow", "bow", "stern", "stern")
        deck_spans = 2 * [(-wide, -inner, -half, -inner), (inner, wide, inner, half)]
    slots = [
        Slot(number, None, *span, deck, under_low, layer)
        for number, span, layer in zip(DECK_SLOTS, deck_spans, layers, strict=True)
    ]
    ceilings = [*(yard.y_mm for yard in yards[1:]), wide]
    for index, (yard, ceiling) in enumerate(zip(yards, ceilings, strict=True)):
        surface, end = yard.y_mm + m.yard_thickness_mm, yard.length_mm / 2
        slots.append(Slot(5 + 2 * index, yard.name, -wide, -inner, -end, -inner, surface, ceiling))
        slots.append(Slot(6 + 2 * index, yard.name, inner, wide, inner, end, surface, ceiling))
    return tuple(slots)
