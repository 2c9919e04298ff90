"""The ship as measures: geometry, slots, and the pendulum that the empty ship is.

Frame: the gimbal's axis is the origin, x to starboard, y up, the ship upright. Everything here is plain numbers; the
world that moves is sim/physics/ship/world.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal, get_args

import numpy as np
from pydantic import Field

from sim.errors import InputError
from sim.language import Wording
from sim.measures import TomlTable
from sim.physics import Point
from sim.physics.contact.bodies import polygon_properties
from sim.physics.contact.outlines import checked_outline, convex_parts
from sim.physics.contact.profiles import GRAVITY_MM_S2, Profile, load_profile
from sim.physics.ship.pieces import LEAST_DENSITY_G_CM3, MOST_DENSITY_G_CM3, Piece
from sim.physics.ship.state import HALVES, Half, Layer, Pitch, Pose, Snapshot
from sim.statistics import added

SHIP_FILE = Path(__file__).with_name("ship.toml")
SHIP_PROFILES_FILE = Path(__file__).with_name("ship_profiles.toml")
SLOTS = tuple(range(1, 11))
"""The slots of the shipped ship; of another, ask `Ship.slots`."""
YARD_KEYS = tuple(f"{name}_yard_{what}_mm" for what in ("height", "length") for name in ("low", "middle", "top"))
HULL_KEYS = ("hull_width_mm", "hull_bottom_width_mm", "hull_height_mm")
MOST_SLOTS = 20
"""The number of slots of a ship, and so of cards in a hand, may be at most this."""
MOST_YARDS = 8
LEAST_SLOT_MM = 10.0
"""The least wood of a slot, from its mast or its neighbour to its end."""
ROOM_MM = 12.0
"""The least room between one yard and the next above it, and between the deck and the lowest."""
_YARDS = ("low", "middle", "top")
_MOST_MM = 1000.0
HEAVIEST_G = 2000.0
"""Of the ball and of the hull: a ball of steel of 79 mm."""
_Size = Annotated[float, Field(ge=1, le=_MOST_MM)]
_LOCKED = 1e6  # friction with which a joint does not turn at all
_Mm = Annotated[float, Field(ge=-_MOST_MM, le=_MOST_MM)]


class YardMeasures(TomlTable):
    """One of `ship.yards`, from the lowest up.

    height_mm: of its upper side at the mast, above the deck. offset_mm: how far to starboard of its peg its middle is,
    negative to port. tilt_deg: how it is mounted, positive with the starboard end higher. stop_deg: how far it rocks on
    its peg to either side; None: as far as `ship.yard_stop_deg` says.
    """

    height_mm: _Size
    length_mm: _Size
    offset_mm: _Mm = 0.0
    tilt_deg: float = Field(default=0.0, ge=-20, le=20)
    stop_deg: float | None = Field(default=None, ge=0, le=45)


_DECK = YardMeasures.model_construct(height_mm=0.0, length_mm=_MOST_MM, offset_mm=0.0, tilt_deg=0.0)
"""What lies below the lowest yard."""


class ShipMeasures(TomlTable):
    """The measures of the ship (ship.toml says where each comes from).

    deck: four slots as quadrants, two to port and two to starboard, or in a row from port to starboard. A configuration
    without it is of a time when there was only the row, as old records hold them. deck_slots: the number of slots on
    deck: a multiple of four as quadrants, an even number in a row. deck_rows: in how many rows, one before the other,
    pieces stand on either half of a deck of quadrants. yards: any number of them, in place of the three whose keys are
    called low, middle and top. hull: corners of its outline in the ship's frame, in place of its width, bottom width
    and height; it need not be alike on both sides. copy_list_deg: the standard deviation of the list of a copy of this
    ship, in roll and in pitch alike; a match draws it (`copy_of`).
    """

    deck: Literal["quadrants", "row"] = "row"
    deck_slots: int = Field(default=4, ge=0, le=MOST_SLOTS)
    deck_rows: int = Field(default=1, ge=1, le=2)
    yards: Annotated[tuple[YardMeasures, ...], Field(max_length=MOST_YARDS)] | None = None
    hull: Annotated[tuple[tuple[_Mm, _Mm], ...], Field(min_length=3, max_length=64)] | None = None
    ball_mass_g: float = Field(gt=0, le=HEAVIEST_G)
    rod_length_mm: _Size
    hull_mass_g: float = Field(ge=1, le=HEAVIEST_G)
    hull_width_mm: _Size | None = None
    hull_bottom_width_mm: _Size | None = None
    hull_height_mm: _Size | None = None
    hull_length_mm: _Size
    copy_list_deg: float = Field(default=0.0, ge=0, le=10)
    mast_height_mm: _Size
    mast_width_mm: float = Field(ge=1, le=100)
    low_yard_height_mm: _Size | None = None
    middle_yard_height_mm: _Size | None = None
    top_yard_height_mm: _Size | None = None
    low_yard_length_mm: _Size | None = None
    middle_yard_length_mm: _Size | None = None
    top_yard_length_mm: _Size | None = None
    yard_thickness_mm: float = Field(ge=0.5, le=50)
    yard_depth_mm: float = Field(ge=1, le=200)
    yard_stop_deg: float = Field(ge=0, le=45)
    peg_friction_n_mm: float = Field(ge=0, le=_LOCKED)
    slot_gap_mm: float = Field(ge=0, le=100)
    pivot_viscous_per_s: float = Field(ge=0, le=_LOCKED)
    pivot_coulomb_s2: float = Field(ge=0, le=_LOCKED)
    end_stop_deg: float = Field(gt=0, le=170)
    table_below_mm: _Size
    wave_top_mm: float = Field(lt=0, ge=-_MOST_MM)
    box_width_mm: _Size


class WoodMeasures(TomlTable):
    """The surfaces of wood, palm and table: coefficients of pairs."""

    density_g_cm3: float = Field(ge=LEAST_DENSITY_G_CM3, le=MOST_DENSITY_G_CM3)
    friction: float = Field(ge=0, le=2)
    rolling_friction_mm: float = Field(ge=0, le=100)
    restitution: float = Field(ge=0, le=1)
    palm_friction: float = Field(ge=0, le=5)
    table_friction: float = Field(ge=0, le=2)


@dataclass(frozen=True, slots=True)
class Yard:
    """A strip on its peg. `y` is the axis it rocks about (its underside), in the ship's frame.

    tilt_rad: how it is mounted relative to the hull, counter-clockwise. stop_rad: how far it rocks to either side.
    offset_mm: how far to starboard of its peg its middle is. lies_rad: how it lies unladen: as it is mounted, or at the
    stop to which its own weight brings one whose middle is not over the peg.
    """

    name: str
    y_mm: float
    length_mm: float
    mass_g: float
    moment_g_mm2: float
    tilt_rad: float
    stop_rad: float
    offset_mm: float = 0.0
    lies_rad: float = 0.0

    @property
    def ends_mm(self) -> tuple[float, float]:
        """The places of its port and its starboard end along the strip, from the peg, to starboard positive."""
        return self.offset_mm - self.length_mm / 2, self.offset_mm + self.length_mm / 2


@dataclass(frozen=True, slots=True)
class Slot:
    """The place that a card's number sends a piece to: a stretch of deck or half a yard, in the ship's frame.

    `left` and `right` are the limits that a piece must respect while it is put down; an infinite one means that the
    piece may stick out over the ship's side there. `wood_left` and `wood_right` bound the wood itself. `surface` is the
    height of the wood at the mast; on a yard that is mounted askew it rises with `tilt_rad` to starboard. `rows` are
    those of the deck, the one by the mast first; none for a yard, which is in the middle, and for a deck in a row.
    `fore_mm` is how far before the mast its middle is.
    """

    number: int
    yard: str | None
    left_mm: float
    right_mm: float
    wood_left_mm: float
    wood_right_mm: float
    surface_mm: float
    ceiling_mm: float
    rows: tuple[Layer, ...] = ()
    tilt_rad: float = 0.0

    fore_mm: float = 0.0

    def surface_at(self, x_mm: float) -> float:
        """Return the height of the slot's wood at `x_mm`, with its yard as it is mounted."""
        return self.surface_mm + x_mm * math.tan(self.tilt_rad)

    @property
    def half(self) -> Half | None:
        """The half of the deck; None for a yard, which is in the middle, and for a deck in a row."""
        return HALVES[self.rows[0]] if self.rows else None

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
    """The ship's geometry and the pendulum of its rigid part (hull, mast, rod, ball), yards apart.

    hull_parts: the hull as convex polygons. deck_mm: the height of the deck. deck_ends_mm: its port and its starboard
    end. bottom_half_mm: half of the width of the hull's bottom, or the wider side of it. rigid_across_g_mm: sum of m x
    of hull, mast, rod and ball, 0 for a hull that is alike on both sides. list_g_mm: what makes this copy of her list,
    besides.
    """

    measures: ShipMeasures
    hull: tuple[Point, ...]
    hull_parts: tuple[tuple[Point, ...], ...]
    deck_mm: float
    deck_ends_mm: tuple[float, float]
    bottom_half_mm: float
    mast: tuple[Point, ...]
    yards: tuple[Yard, ...]
    slots: tuple[Slot, ...]
    rigid_inertia_g_mm2: float
    rigid_righting_g_mm: float
    rigid_pitch_inertia_g_mm2: float
    rigid_across_g_mm: float = 0.0
    list_g_mm: tuple[float, float] = (0.0, 0.0)

    @property
    def pitch_inertia_g_mm2(self) -> float:
        """J of the empty ship about the axis across her, yards included."""
        depth = self.measures.yard_depth_mm
        return self.rigid_pitch_inertia_g_mm2 + added(
            yard.mass_g * (self.yard_centre_mm(yard) ** 2 + depth**2 / 12) for yard in self.yards
        )

    @property
    def inertia_g_mm2(self) -> float:
        """J: of the empty ship about the gimbal, yards included."""
        return self.rigid_inertia_g_mm2 + added(
            yard.moment_g_mm2 + yard.mass_g * math.hypot(*self.yard_centre(yard)) ** 2 for yard in self.yards
        )

    @property
    def righting_g_mm(self) -> float:
        """S = sum m r with the ball positive: g S sin(heel) rights the empty ship."""
        return self.rigid_righting_g_mm - added(yard.mass_g * self.yard_centre_mm(yard) for yard in self.yards)

    @property
    def own_across_g_mm(self) -> float:
        """A = sum m x of the empty ship as she is designed: g A cos(heel) heels her to starboard."""
        return self.rigid_across_g_mm + added(yard.mass_g * self.yard_centre(yard)[0] for yard in self.yards)

    @property
    def across_g_mm(self) -> float:
        """A of this copy of the ship, which lists on its own account besides."""
        return self.list_g_mm[0] + self.own_across_g_mm

    @property
    def lightest_ball_g(self) -> float:
        """The lightest ball that rights the empty ship, up to the next tenth of a gram."""
        m = self.measures
        above = m.ball_mass_g * m.rod_length_mm - self.righting_g_mm
        return (math.floor(10 * above / m.rod_length_mm) + 1) / 10

    @property
    def natural_frequency_sq_s2(self) -> float:
        """w0^2 = g S / J of the empty ship at small amplitude, or g (S^2 + A^2)^(1/2) / J about her list."""
        return GRAVITY_MM_S2 * math.hypot(self.righting_g_mm, self.own_across_g_mm) / self.inertia_g_mm2

    @property
    def half_beam_mm(self) -> float:
        """Her reach on her wider side; the yards of a ship with her deck in a row are not counted."""
        yards = () if self.measures.deck == "row" else self.yards
        return max([self.hull_half_mm, *(abs(end) for yard in yards for end in yard.ends_mm)])

    @property
    def hull_half_mm(self) -> float:
        """The reach of the hull on her wider side."""
        return max(abs(x) for x, _ in self.hull)

    @property
    def mast_top_mm(self) -> float:
        """The height of the mast's top above the gimbal."""
        return self.deck_mm + self.measures.mast_height_mm

    @property
    def one_sided(self) -> tuple[int, ...]:
        """The places, from 0, of the yards among the yards that have a slot on one side of the mast only."""
        slots = [[slot for slot in self.slots if slot.yard == yard.name] for yard in self.yards]
        return tuple(index for index, own in enumerate(slots) if len(own) == 1)

    def yard_centre(self, yard: Yard) -> Point:
        """Return the strip's centre in the ship's frame, as it lies unladen."""
        half, (cos, sin) = self.measures.yard_thickness_mm / 2, (math.cos(yard.lies_rad), math.sin(yard.lies_rad))
        return yard.offset_mm * cos - half * sin, yard.y_mm + yard.offset_mm * sin + half * cos

    def yard_centre_mm(self, yard: Yard) -> float:
        """Return the height of the strip's centre above the gimbal."""
        return self.yard_centre(yard)[1]

    def yard_index(self, name: str) -> int:
        """Return the place of the yard of this name among the yards, 0 for the lowest."""
        return next(index for index, yard in enumerate(self.yards) if yard.name == name)

    def slot(self, number: int) -> Slot:
        """Return the slot with this number, from 1."""
        return self.slots[number - 1]

    def row_mm(self, row: Layer) -> tuple[float, float]:
        """Return the ends of a row of the deck fore and aft (mm before the mast), the nearer to the mast first."""
        rows, length = self.measures.deck_rows, self.measures.hull_length_mm / 2
        way, beyond = (1.0 if HALVES[row] == "bow" else -1.0), row != HALVES[row]
        return way * length * beyond / rows, way * length * (1 + beyond) / rows

    def middle_mm(self, slot: Slot, row: Layer | None) -> float:
        """Return how far before the mast the middle of a slot's row is; without a row, that of the slot."""
        return slot.fore_mm if row is None else sum(self.row_mm(row)) / 2

    def at_rest(self) -> Snapshot:
        """Return the empty ship as she lies: upright, but for her list and this copy's."""
        moments = self.across_g_mm, self.list_g_mm[1]
        starboard, forward = (math.atan(moment / self.righting_g_mm) for moment in moments)
        return Snapshot(hull=Pose(0.0, 0.0, 0.0 - starboard), pitch=Pitch(forward))


@dataclass(frozen=True, slots=True)
class ShipSetup:
    """The ship, the wood, the pieces and the precision that a world is built from, besides its state."""

    ship: Ship
    wood: WoodMeasures
    pieces: Mapping[str, Piece]
    profile: Profile
    gravity_mm_s2: float = GRAVITY_MM_S2
    stepped: Profile = field(init=False, compare=False, repr=False)
    """The precision with more steps, if some piece is so thin that it needs them."""

    def __post_init__(self) -> None:
        finer = max((piece.finer for piece in self.pieces.values()), default=1)
        steps = finer * self.profile.steps_per_tick
        object.__setattr__(self, "stepped", replace(self.profile, steps_per_tick=steps))


def copy_of(setup: ShipSetup, rng: np.random.Generator) -> ShipSetup:
    """Return the setup with a ship as wood comes out of a box: with a small list of her own, drawn from `rng`."""
    sd = math.radians(setup.ship.measures.copy_list_deg)
    starboard, forward = (setup.ship.righting_g_mm * math.tan(sd * draw) for draw in rng.standard_normal(2).tolist())
    return replace(setup, ship=replace(setup.ship, list_g_mm=(starboard, forward)))


def load_ship_profile(name: str) -> Profile:
    """Return the shipped profile for the ship called `name`. Raises InputError for an unknown name."""
    return load_profile(name, SHIP_PROFILES_FILE)


def _solid(polygon: tuple[Point, ...], mass_g: float) -> tuple[float, float, float]:
    """Return the moment of inertia about the gimbal of a flat polygon of mass `mass_g`, and its first m x and m y."""
    p = polygon_properties(polygon)
    cx, cy = p.centroid
    return mass_g * (p.second_moment / p.area + cx * cx + cy * cy), mass_g * cx, mass_g * cy


def build_ship(measures: ShipMeasures, wood: WoodMeasures, where: str) -> Ship:
    """Build the ship from its measures. Raises InputError where that is impossible (`where` names the file)."""
    m = measures
    mast = m.mast_width_mm / 2
    hull = _hull(m, where)
    deck, ends = _deck(hull, mast, where)
    yards = _yards(m, where)
    columns = _columns(m, where)
    on_yards = sum(sum(_sides(yard.offset_mm, yard.length_mm, m)) for yard in yards)
    if not 2 <= m.deck_slots + on_yards <= MOST_SLOTS:
        raise InputError(
            "{where}: ship.deck_slots: expected 2 to {most_slots} slots in all, found "
            "{deck_slots} on deck and {on_yards} on {yards} yards.",
            where=where,
            most_slots=MOST_SLOTS,
            deck_slots=m.deck_slots,
            on_yards=on_yards,
            yards=len(yards),
        )
    if columns and min(-ends[0], ends[1]) - mast - (2 * columns - 1) * m.slot_gap_mm < LEAST_SLOT_MM * columns:
        words = Wording("a slot") if columns == 1 else Wording("{count} slots", count=_COUNTS.get(columns, columns))
        key = "hull_width_mm" if m.hull is None else "hull"
        raise InputError(
            "{where}: ship.{key}: expected room for {words} on either side of the mast.",
            where=where,
            key=key,
            words=words,
        )
    if m.table_below_mm < m.rod_length_mm:
        raise InputError(
            "{where}: ship.table_below_mm: expected the table below the ball (rod_length_mm).", where=where
        )
    mast_outline = ((-mast, deck), (mast, deck), (mast, deck + m.mast_height_mm), (-mast, deck + m.mast_height_mm))
    density = wood.density_g_cm3 * 1e-3
    hull_inertia, hull_across, hull_first = _solid(hull, m.hull_mass_g)
    # Across the ship the hull spans its width, along her its length; both as of a box.
    across = max(x for x, _ in hull) - min(x for x, _ in hull)
    longer = m.hull_mass_g * (m.hull_length_mm**2 - across**2) / 12
    mast_mass = density * math.pi * mast**2 * m.mast_height_mm  # a round dowel
    mast_inertia, _, mast_first = _solid(mast_outline, mast_mass)
    # The ball is steel, of the radius that its mass gives it: its own inertia is 2/5 m r^2.
    ball_radius = (m.ball_mass_g / 7.85e-3 * 3 / (4 * math.pi)) ** (1 / 3)
    ball_inertia = m.ball_mass_g * (m.rod_length_mm**2 + 0.4 * ball_radius**2)
    built = []
    for index, yard in enumerate(yards):
        name = _YARDS[index] if len(yards) == len(_YARDS) else f"yard{index + 1}"
        mass = density * yard.length_mm * m.yard_thickness_mm * m.yard_depth_mm
        moment = mass * (yard.length_mm**2 + m.yard_thickness_mm**2) / 12
        stop = math.radians(m.yard_stop_deg if yard.stop_deg is None else yard.stop_deg)
        tilt, offset = math.radians(yard.tilt_deg), yard.offset_mm
        lies = tilt + _rocked(mass, offset, stop, m.peg_friction_n_mm)
        y = deck + yard.height_mm - m.yard_thickness_mm
        built.append(Yard(name, y, yard.length_mm, mass, moment, tilt, stop, offset, lies))
    parts = (hull,) if m.hull is None else convex_parts(hull)
    corners = {y: max(abs(x) for x, other in hull if other == y) for _, y in hull}
    if built and max(y for _, y in hull) > _ceiling(built[0]):
        raise InputError("{where}: ship.hull: expected bulwarks no higher than the lowest yard.", where=where)
    ship = Ship(
        measures=m,
        hull=hull,
        hull_parts=parts,
        deck_mm=deck,
        deck_ends_mm=ends,
        bottom_half_mm=corners[min(corners)],
        mast=mast_outline,
        yards=tuple(built),
        slots=_slots(m, hull, ends, deck, columns, tuple(built)),
        rigid_inertia_g_mm2=hull_inertia + mast_inertia + ball_inertia,
        rigid_righting_g_mm=m.ball_mass_g * m.rod_length_mm - hull_first - mast_first,
        rigid_pitch_inertia_g_mm2=hull_inertia + longer + mast_inertia + ball_inertia,
        # Exactly none for a hull that is its own image, whatever its corners add up to.
        rigid_across_g_mm=0.0 if {(-x, y) for x, y in hull} == set(hull) else hull_across,
    )
    _check_stands(ship, where)
    return ship


def _rocked(mass_g: float, offset_mm: float, stop_rad: float, friction_n_mm: float) -> float:
    """Return how far its own weight turns a yard on its peg (rad, counter-clockwise): not at all, or to its stop."""
    turns = 1e-6 * mass_g * GRAVITY_MM_S2 * abs(offset_mm) > friction_n_mm
    return -math.copysign(stop_rad, offset_mm) if turns else 0.0


def _check_stands(ship: Ship, where: str) -> None:
    """Raise InputError for a ship that lies down when she is empty."""
    m, lightest = ship.measures, ship.lightest_ball_g
    if m.ball_mass_g >= lightest:
        heel = math.degrees(math.atan2(abs(ship.own_across_g_mm), ship.righting_g_mm))
        if heel < m.end_stop_deg:
            return
        raise InputError(
            "{where}: ship.end_stop_deg: expected a hull and yards with which she lists less than that empty, found "
            "{heel:.3g} degrees.",
            where=where,
            heel=heel,
        )
    if lightest > HEAVIEST_G:
        raise InputError(
            "{where}: ship.rod_length_mm: expected a rod on which a ball of at most "
            "{heaviest_g:g} g rights the ship, found {rod_length_mm:g}.",
            where=where,
            heaviest_g=HEAVIEST_G,
            rod_length_mm=m.rod_length_mm,
        )
    raise InputError(
        "{where}: ship.ball_mass_g: {ball_mass_g:g} g cannot right her; the lightest ball that does is {lightest:g} g.",
        where=where,
        ball_mass_g=m.ball_mass_g,
        lightest=lightest,
    )


_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


def _hull(m: ShipMeasures, where: str) -> tuple[Point, ...]:
    """Return the hull's outline: that of `ship.hull`, or of the three measures of a hull with flared sides."""
    given = {key: getattr(m, key) for key in HULL_KEYS if getattr(m, key) is not None}
    if m.hull is None:
        missing = [key for key in HULL_KEYS if key not in given]
        if missing:
            raise InputError(
                "{where}: ship.{missing}: expected a number, or an outline as ship.hull.",
                where=where,
                missing=missing[0],
            )
        for key in HULL_KEYS[:2]:
            if given[key] > m.box_width_mm:
                raise InputError(
                    "{where}: ship.{key}: expected a hull no wider than its box (box_width_mm, "
                    "{box_width_mm:g}), found {given:g}.",
                    where=where,
                    key=key,
                    box_width_mm=m.box_width_mm,
                    given=given[key],
                )
        half, bottom, deck = given["hull_width_mm"] / 2, given["hull_bottom_width_mm"] / 2, given["hull_height_mm"]
        return ((-bottom, 0.0), (bottom, 0.0), (half, deck), (-half, deck))
    if given:
        raise InputError(
            "{where}: ship.{given}: expected none beside ship.hull, the hull's outline.",
            where=where,
            given=next(iter(given)),
        )
    try:
        hull = checked_outline(m.hull)
    except ValueError as error:
        raise InputError("{where}: ship.hull: {error}.", where=where, error=error) from error
    if min(y for _, y in hull) != 0.0:
        lowest = min(y for _, y in hull)
        raise InputError(
            "{where}: ship.hull: expected its lowest corners on the gimbal's axis (y = 0), found y = {lowest:g}.",
            where=where,
            lowest=lowest,
        )
    widest = 2 * max(abs(x) for x, _ in hull)
    if widest > m.box_width_mm:
        raise InputError(
            "{where}: ship.hull: expected a hull no wider than its box (box_width_mm, "
            "{box_width_mm:g}), the gimbal in its middle, found {widest:g}.",
            where=where,
            box_width_mm=m.box_width_mm,
            widest=widest,
        )
    return hull


def _deck(hull: tuple[Point, ...], mast: float, where: str) -> tuple[float, tuple[float, float]]:
    """Return the height and the two ends of the deck: the hull's level upper side that the mast stands on."""
    level = [
        (y0, (x1, x0))
        for (x0, y0), (x1, y1) in zip(hull, [*hull[1:], hull[0]], strict=True)
        if y0 == y1 and x1 <= -mast and x0 >= mast
    ]
    above = [y for x, y in hull if abs(x) < mast]
    if not level or max(above, default=-math.inf) > max(level)[0]:
        raise InputError("{where}: ship.hull: expected a level deck, on both sides of the mast at x = 0.", where=where)
    return max(level)


def _yards(m: ShipMeasures, where: str) -> tuple[YardMeasures, ...]:
    """Return the yards from the lowest up: those of `ship.yards`, or the three that have keys of their own."""
    given = {key: getattr(m, key) for key in YARD_KEYS if getattr(m, key) is not None}
    if m.yards is None:
        missing = [key for key in YARD_KEYS if key not in given]
        if missing:
            raise InputError(
                "{where}: ship.{missing}: expected a number, or all yards as [[ship.yards]].",
                where=where,
                missing=missing[0],
            )
        heights, lengths = [given[key] for key in YARD_KEYS[:3]], [given[key] for key in YARD_KEYS[3:]]
        if not 2 * m.yard_thickness_mm < heights[0] < heights[1] < heights[2] <= m.mast_height_mm:
            raise InputError(
                "{where}: ship.low_yard_height_mm: expected the yards one above the other, none above the mast.",
                where=where,
            )
        if min(lengths) < 4 * m.mast_width_mm:
            raise InputError("{where}: ship.top_yard_length_mm: expected yards at least four masts wide.", where=where)
        for key, length in zip(YARD_KEYS[3:], lengths, strict=True):
            if length > m.box_width_mm:
                raise InputError(
                    "{where}: ship.{key}: expected a yard no longer than the box is wide (box_width_mm, "
                    "{box_width_mm:g}), found {length:g}.",
                    where=where,
                    key=key,
                    box_width_mm=m.box_width_mm,
                    length=length,
                )
        return tuple(YardMeasures(height_mm=h, length_mm=w) for h, w in zip(heights, lengths, strict=True))
    if given:
        raise InputError(
            "{where}: ship.{given}: expected no measure of a yard by name where [[ship.yards]] "
            "lists them; the lowest one is ship.yards.0.",
            where=where,
            given=next(iter(given)),
        )
    for index, yard in enumerate(m.yards):
        key = f"{where}: ship.yards.{index}"
        if yard.height_mm > m.mast_height_mm:
            raise InputError(
                "{key}.height_mm: expected a yard no higher than the mast (mast_height_mm, "
                "{mast_height_mm:g}), found {height_mm:g}.",
                key=key,
                mast_height_mm=m.mast_height_mm,
                height_mm=yard.height_mm,
            )
        if not 4 * m.mast_width_mm <= yard.length_mm <= m.box_width_mm:
            raise InputError(
                "{key}.length_mm: expected a yard at least four masts long ({mast_width_mm:g}) and "
                "no longer than the box is wide (box_width_mm, {box_width_mm:g}), found "
                "{length_mm:g}.",
                key=key,
                mast_width_mm=4 * m.mast_width_mm,
                box_width_mm=m.box_width_mm,
                length_mm=yard.length_mm,
            )
        below = m.yards[index - 1] if index else _DECK
        reach = abs(yard.offset_mm) + yard.length_mm / 2
        if abs(yard.offset_mm) > yard.length_mm / 2 or 2 * reach > m.box_width_mm:
            raise InputError(
                "{key}.offset_mm: expected a yard that reaches its peg and ends within the box (box_width_mm, "
                "{box_width_mm:g}), found one from {port:g} to {starboard:g} mm.",
                key=key,
                box_width_mm=m.box_width_mm,
                port=yard.offset_mm - yard.length_mm / 2,
                starboard=yard.offset_mm + yard.length_mm / 2,
            )
        # The ends of two yards that are mounted askew come nearest on one side.
        slopes = math.tan(math.radians(yard.tilt_deg)) - math.tan(math.radians(below.tilt_deg))
        ends = (
            max(each.offset_mm - each.length_mm / 2 for each in (yard, below)),
            min(each.offset_mm + each.length_mm / 2 for each in (yard, below)),
        )
        nearest = max(-end * slopes for end in ends)
        room = yard.height_mm - m.yard_thickness_mm - below.height_mm - nearest
        if room < ROOM_MM:
            what = f"ship.yards.{index - 1}" if index else "the deck"
            raise InputError(
                "{key}.height_mm: expected at least {room_mm:g} mm of room above {what}, the yards "
                "from the lowest up, found {room:.3g}.",
                key=key,
                room_mm=ROOM_MM,
                what=what,
                room=room,
            )
    return m.yards


def _columns(m: ShipMeasures, where: str) -> int:
    """Return the number of slots beside each other on either side of the mast."""
    step = 2 if m.deck == "row" else 4
    if m.deck_slots % step:
        expected = "an even number for a row" if m.deck == "row" else "a multiple of 4 for quadrants"
        raise InputError(
            "{where}: ship.deck_slots: expected {expected}, found {deck_slots}.",
            where=where,
            expected=expected,
            deck_slots=m.deck_slots,
        )
    return m.deck_slots // step


def _slots(
    m: ShipMeasures,
    hull: tuple[Point, ...],
    ends: tuple[float, float],
    deck: float,
    columns: int,
    yards: tuple[Yard, ...],
) -> tuple[Slot, ...]:
    inner, wide = m.mast_width_mm / 2 + m.slot_gap_mm, math.inf
    ceiling = _ceiling(yards[0]) if yards else wide
    # A bulwark at the deck's end keeps pieces in: nothing is put down across it.
    corners = [hull.index((end, deck)) for end in ends]
    bulwarks = [any(hull[near % len(hull)][1] > deck for near in (at - 1, at + 1)) for at in corners]
    outwards = [
        _outwards(inner, abs(end), m.slot_gap_mm, columns, bulwark) for end, bulwark in zip(ends, bulwarks, strict=True)
    ]
    port = [(-right, -left, -wood_right, -wood_left) for left, right, wood_left, wood_right in reversed(outwards[0])]
    starboard = outwards[1]
    halves: tuple[Half | None, ...] = (None,) if m.deck == "row" else ("bow", "stern")
    lever = {None: 0.0, "bow": m.hull_length_mm / 4, "stern": -m.hull_length_mm / 4}
    deck_spans = [(span, end) for end in halves for span in (*port, *starboard)]
    slots = [
        Slot(number, None, *span, deck, ceiling, _rows(end, m.deck_rows), fore_mm=lever[end])
        for number, (span, end) in enumerate(deck_spans, start=1)
    ]
    ceilings = [*(_ceiling(yard) for yard in yards[1:]), wide]
    for yard, ceiling in zip(yards, ceilings, strict=False):
        surface, lies = yard.y_mm + m.yard_thickness_mm, yard.lies_rad
        left, right = (end * math.cos(lies) for end in yard.ends_mm)
        spans = (-wide, -inner, left, -inner), (inner, wide, inner, right)
        for span, there in zip(spans, _sides(yard.offset_mm, yard.length_mm, m), strict=True):
            if there:
                slots.append(Slot(len(slots) + 1, yard.name, *span, surface, ceiling, (), lies))
    return tuple(slots)


def _sides(offset_mm: float, length_mm: float, m: ShipMeasures) -> tuple[bool, bool]:
    """Return whether a yard has a slot to port and to starboard: one off its middle may be too short on one side."""
    short = length_mm / 2 - abs(offset_mm) - m.mast_width_mm / 2 - m.slot_gap_mm < LEAST_SLOT_MM
    return not (short and offset_mm > 0.0), not (short and offset_mm < 0.0)


def _outwards(
    inner: float, half: float, gap: float, columns: int, bulwark: bool
) -> list[tuple[float, float, float, float]]:
    """Return the slots on one side of the deck from the mast outwards: both limits, and both ends of the wood (mm)."""
    found = []
    for column in range(columns):
        near = inner if column == 0 else (inner * (columns - column) + half * column) / columns + gap / 2
        last = column == columns - 1
        far = half if last else (inner * (columns - column - 1) + half * (column + 1)) / columns - gap / 2
        found.append((near, math.inf if last and not bulwark else far, near, far))
    return found


def _rows(half: Half | None, count: int) -> tuple[Layer, ...]:
    return tuple(row for row in get_args(Layer) if half is not None and HALVES[row] == half)[:count]


def _ceiling(yard: Yard) -> float:
    """Return the height that what lies below a yard can reach anywhere: its lower end, where it lies askew."""
    return yard.y_mm + min(end * math.sin(yard.lies_rad) for end in yard.ends_mm)
