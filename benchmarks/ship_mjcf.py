"""The ship of sim.physics as a MuJoCo model: MJCF text made from the same measures.

MuJoCo's world is three-dimensional. Here x is starboard, z up and y away from the viewer, who looks from the stern;
every section is extruded to its real depth, about y = 0 or wherever it lies. There are two ships. The one that keeps to
the plane does so by its joints: the hull turns on one hinge, each yard on a hinge of its own, a piece has two slides
and a hinge. Hinges turn about -y, so that angles are counter-clockwise for the viewer, as they are in sim. The free one
pitches too, on a second hinge of her hull about -x (positive: down by the bow); her pieces are free bodies, and she is
as long as she is. The model is in SI units (metre, kilogram, second), for which MuJoCo's defaults are made; sim is in
millimetre and gram.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree as Xml

from sim.physics import Point
from sim.physics.contact.bodies import polygon_properties
from sim.physics.ship.cargo import ROWS
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import CargoState
from sim.physics.ship.world import wave_line

MM = 1e-3
"""Millimetres in metres, and grams in kilograms."""
G_MM2 = 1e-9
"""g mm2 in kg m2, and g mm2/s2 in N m."""
HINGE = "0 -1 0"
PITCH_HINGE = "-1 0 0"
# In the plane, the hull and what stands on the ground are deeper than anything that meets them.
_PLANE_DEPTH_MM = 60.0
_SHIP, _CARGO, _GROUND, _HULL = 1, 2, 4, 8
_ROWS: dict[str, int] = {row: 16 << index for index, row in enumerate(ROWS)}


@dataclass(frozen=True, slots=True)
class Softness:
    """The softness of MuJoCo's contacts, stops and dry frictions; fixed in seconds, so the same model at every step.

    `contact` is solref of contacts: time constant (s) and damping ratio z. A contact that may not pull gives back e =
    exp(-2 z / sqrt(1 - z^2) atan(sqrt(1 - z^2) / z)) of the speed, which is our wood's 0.2 at z = 0.73; found is 0.145
    there, and 0.185 at 0.65, with four contacts under a crate. From 0.6 down cargo at rest rattles at 960 Hz. `stop` is
    solref of end stops, `dry` of dry friction in joints. `impedance` is solimp's share, held constant, of a
    constraint's acceleration that is enforced; nearer to 1 cargo at rest rattles. `impratio` is how much stiffer
    friction is than the normal force: with MuJoCo's own 1 cargo creeps, with 100 the solver iterates for longer. MuJoCo
    softens any time constant below two steps (`refsafe`), so the model is the same from 400 Hz upwards.
    """

    contact: tuple[float, float] = (0.005, 0.65)
    stop: tuple[float, float] = (0.005, 1.0)
    dry: tuple[float, float] = (0.005, 1.0)
    impedance: float = 0.95
    dry_impedance: float = 0.9999
    impratio: float = 10.0


SOFTNESS = Softness()


def ship_mjcf(
    setup: ShipSetup, cargo: Sequence[CargoState] = (), softness: Softness = SOFTNESS, free: bool = False
) -> str:
    """Return the ship, table and waves, and these pieces at the origin (poses are state, not model), as MJCF.

    Names: joints `hull`, `low`, `middle`, `top`, and for a piece `NAME/x`, `NAME/y`, `NAME/angle`; of a free ship also
    `pitch`, and for a piece its name alone. Bodies `hull`, the yards' and the pieces' names; geoms on the ground begin
    with `ground`. A yard with stops at 0 degrees has no joint.
    """
    root = Xml.Element("mujoco", model="yardarm")
    Xml.SubElement(root, "compiler", angle="radian", autolimits="true", inertiafromgeom="auto", balanceinertia="false")
    option = Xml.SubElement(
        root, "option", gravity=_row(0, 0, -setup.gravity_mm_s2 * MM), cone="elliptic", impratio=_row(softness.impratio)
    )
    Xml.SubElement(option, "flag", multiccd="enable", filterparent="disable")
    _defaults(root, setup, softness)
    asset = Xml.SubElement(root, "asset")
    world = Xml.SubElement(root, "worldbody")
    tendons = Xml.SubElement(root, "tendon")
    parts = _Parts(asset)
    _ground(world, parts, setup, setup.ship.measures.box_width_mm if free else _PLANE_DEPTH_MM)
    _hull(world, parts, setup, free)
    for state in cargo:
        body = _piece_body(world, setup, state)
        if free:
            _free_piece(body, parts, setup, state)
        else:
            _flat_piece(body, tendons, parts, setup, state, softness)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode")


# -------------------------------------------------------------------------------------------------- parts of the model


@dataclass(slots=True)
class _Parts:
    """Puts convex parts into the model: a box where the part is one, else a convex mesh."""

    asset: Xml.Element

    def polygon(
        self, body: Xml.Element, name: str, kind: str, corners: Sequence[Point], depth_mm: float, **more: str
    ) -> None:
        attributes = {"name": name, "class": kind, **more}
        xs, ys = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
        if len(corners) == 4 and len(xs) == 2 and len(ys) == 2:
            attributes |= {
                "type": "box",
                "pos": _row((xs[0] + xs[1]) / 2 * MM, 0, (ys[0] + ys[1]) / 2 * MM),
                "size": _row((xs[1] - xs[0]) / 2 * MM, depth_mm / 2 * MM, (ys[1] - ys[0]) / 2 * MM),
            }
        else:
            prism = [v * MM for side in (-depth_mm / 2, depth_mm / 2) for x, y in corners for v in (x, side, y)]
            Xml.SubElement(self.asset, "mesh", name=name, vertex=_row(*prism))
            attributes |= {"type": "mesh", "mesh": name}
        Xml.SubElement(body, "geom", attributes)

    def disc(self, body: Xml.Element, name: str, kind: str, radius_mm: float, depth_mm: float, **more: str) -> None:
        half = depth_mm / 2 * MM
        ends = _row(0, -half, 0, 0, half, 0)
        Xml.SubElement(
            body,
            "geom",
            {"name": name, "class": kind, "type": "cylinder", "fromto": ends, "size": _row(radius_mm * MM), **more},
        )


def _defaults(root: Xml.Element, setup: ShipSetup, softness: Softness) -> None:
    everything = Xml.SubElement(root, "default")
    stiff, dry = _impedance(softness.impedance), _impedance(softness.dry_impedance)
    Xml.SubElement(
        everything,
        "joint",
        solreflimit=_row(*softness.stop),
        solimplimit=stiff,
        solreffriction=_row(*softness.dry),
        solimpfriction=dry,
    )
    kinds: dict[str, tuple[float, int, int]] = {
        "hull": (setup.wood.friction, _HULL, _CARGO),
        # Mast and yards stand amidships, and are in the way of what is there alone.
        "ship": (setup.wood.friction, _SHIP, _CARGO),
        "cargo": (setup.wood.friction, _CARGO, _SHIP | _CARGO | _GROUND),
        **{row: (setup.wood.friction, bit, _HULL | _CARGO | bit | _GROUND) for row, bit in _ROWS.items()},
        # MuJoCo takes the greater of two coefficients, and the table's is the greater.
        "ground": (max(setup.wood.table_friction, setup.wood.friction), _GROUND, _CARGO),
    }
    for name, (friction, category, meets) in kinds.items():
        one = Xml.SubElement(everything, "default", {"class": name})
        Xml.SubElement(
            one,
            "geom",
            mass="0",
            condim="3",
            friction=_row(friction, 0, 0),
            solref=_row(*softness.contact),
            solimp=stiff,
            contype=str(category),
            conaffinity=str(meets),
        )


def _ground(world: Xml.Element, parts: _Parts, setup: ShipSetup, depth_mm: float) -> None:
    measures = setup.ship.measures
    table = -measures.table_below_mm
    Xml.SubElement(
        world,
        "geom",
        {"name": "ground", "class": "ground", "type": "plane", "pos": _row(0, 0, table * MM), "size": "3 3 1"},
    )
    crests = wave_line(measures.wave_top_mm, measures.box_width_mm / 2)
    for side in (-1, 1):
        for index, ((x0, y0), (x1, y1)) in enumerate(pairwise(crests)):
            column = [(side * x0, table), (side * x1, table), (side * x1, y1), (side * x0, y0)]
            parts.polygon(world, f"ground/wave{side * (index + 1)}", "ground", column, depth_mm)


def _hull(world: Xml.Element, parts: _Parts, setup: ShipSetup, free: bool) -> None:
    ship, measures = setup.ship, setup.ship.measures
    hull = Xml.SubElement(world, "body", name="hull")
    if free:
        # The first hinge stays where it is in space, the second turns with it: as sim rolls in a plane that pitches.
        _gimbal(hull, setup, "pitch", PITCH_HINGE, ship.pitch_inertia_g_mm2)
    _gimbal(hull, setup, "hull", HINGE, ship.inertia_g_mm2)
    # Any mass with this first and second moment about the gimbal is the same pendulum; this one is near the real one.
    mass = measures.ball_mass_g + measures.hull_mass_g
    lever = ship.rigid_righting_g_mm / mass
    rolling, across = ship.rigid_inertia_g_mm2 - mass * lever**2, ship.rigid_pitch_inertia_g_mm2 - mass * lever**2
    turning = measures.hull_mass_g * (measures.hull_length_mm**2 + (2 * ship.hull_half_mm) ** 2) / 12
    _inertial(hull, mass, -lever, (across, rolling, turning) if free else (rolling,) * 3)
    for index, part in enumerate(ship.hull_parts):
        parts.polygon(
            hull, f"hull/hull{index or ''}", "hull", part, measures.hull_length_mm if free else _PLANE_DEPTH_MM
        )
    parts.polygon(hull, "hull/mast", "ship", ship.mast, measures.mast_width_mm)
    half_thickness = measures.yard_thickness_mm / 2
    for yard in ship.yards:
        body = Xml.SubElement(hull, "body", name=yard.name, pos=_row(0, 0, yard.y_mm * MM))
        if yard.tilt_rad:
            body.set("axisangle", f"{HINGE} {yard.tilt_rad!r}")
        if yard.stop_rad:
            _hinge(
                body,
                yard.name,
                range=_range(yard.stop_rad),
                frictionloss=_row(measures.peg_friction_n_mm * MM),
            )
        # A strip: along it there is hardly any moment, and of the depth's part as much about the third axis.
        deep, thin = (yard.mass_g * side**2 / 12 for side in (measures.yard_depth_mm, measures.yard_thickness_mm))
        moment = yard.moment_g_mm2
        moments = (deep + thin, moment, moment - thin + deep) if free else (moment,) * 3
        _inertial(body, yard.mass_g, half_thickness, moments)
        end, top = yard.length_mm / 2, measures.yard_thickness_mm
        outline = ((-end, 0.0), (end, 0.0), (end, top), (-end, top))
        parts.polygon(body, f"{yard.name}/strip", "ship", outline, measures.yard_depth_mm)


def _piece_body(world: Xml.Element, setup: ShipSetup, state: CargoState) -> Xml.Element:
    if state.name in {"hull", "pitch", *(yard.name for yard in setup.ship.yards)}:
        raise ValueError(f"a piece cannot be called {state.name}")
    return Xml.SubElement(world, "body", name=state.name)


def _free_piece(body: Xml.Element, parts: _Parts, setup: ShipSetup, state: CargoState) -> None:
    """Add a piece that moves as it likes; its moments of inertia are those of its geoms."""
    section: Section = setup.pieces[state.kind].forms[state.form]
    Xml.SubElement(body, "freejoint", name=state.name)
    depth = section.depth_mm
    if section.radius_mm is not None:
        # Rolling resistance in space is a property of the contact, with sim's own lever.
        rolling = _row(setup.wood.friction, 0, setup.wood.rolling_friction_mm * MM)
        mass = _row(section.mass_g * MM)
        parts.disc(
            body, f"{state.name}/disc", "cargo", section.radius_mm, depth, mass=mass, condim="6", friction=rolling
        )
    for index, part in enumerate(section.parts):
        mass = _row(polygon_properties(part).area * section.areal_density_g_mm2 * MM)
        parts.polygon(body, f"{state.name}/part{index}", "cargo", part, depth, mass=mass)


def _flat_piece(
    body: Xml.Element, tendons: Xml.Element, parts: _Parts, setup: ShipSetup, state: CargoState, softness: Softness
) -> None:
    """Add a piece that keeps to the plane, and meets the cargo of its row of the deck."""
    section: Section = setup.pieces[state.kind].forms[state.form]
    for axis, direction in (("x", "1 0 0"), ("y", "0 0 1")):
        Xml.SubElement(body, "joint", name=f"{state.name}/{axis}", type="slide", axis=direction)
    _hinge(body, f"{state.name}/angle")
    # Only the moment about y is ever felt; equal ones about x and z are a body that can exist.
    _inertial(body, section.mass_g, 0.0, (section.moment_g_mm2,) * 3)
    depth = section.depth_mm
    if section.radius_mm is not None:
        parts.disc(body, f"{state.name}/disc", state.layer or "cargo", section.radius_mm, depth)
    for index, part in enumerate(section.parts):
        parts.polygon(body, f"{state.name}/part{index}", state.layer or "cargo", part, depth)
    resistance = setup.wood.rolling_friction_mm * section.mass_g * setup.gravity_mm_s2 * G_MM2
    if resistance:
        # Rolling resistance: dry friction against turning relative to the hull, as sim.physics.ship.world has it.
        fixed = Xml.SubElement(
            tendons,
            "fixed",
            name=f"{state.name}/rolling",
            frictionloss=_row(resistance),
            solreffriction=_row(*softness.dry),
            solimpfriction=_impedance(softness.dry_impedance),
        )
        Xml.SubElement(fixed, "joint", joint=f"{state.name}/angle", coef="1")
        Xml.SubElement(fixed, "joint", joint="hull", coef="-1")


def _gimbal(hull: Xml.Element, setup: ShipSetup, name: str, axis: str, inertia_g_mm2: float) -> None:
    """Add one axis of the gimbal: both are damped alike, as shares of the empty ship's moment about each."""
    measures = setup.ship.measures
    _hinge(
        hull,
        name,
        axis,
        range=_range(math.radians(measures.end_stop_deg)),
        damping=_row(2 * measures.pivot_viscous_per_s * inertia_g_mm2 * G_MM2),
        frictionloss=_row(measures.pivot_coulomb_s2 * inertia_g_mm2 * G_MM2),
    )


def _hinge(body: Xml.Element, name: str, axis: str = HINGE, **attributes: str) -> None:
    Xml.SubElement(body, "joint", {"name": name, "type": "hinge", "axis": axis, **attributes})


def _inertial(body: Xml.Element, mass_g: float, height_mm: float, moments_g_mm2: Sequence[float]) -> None:
    Xml.SubElement(
        body,
        "inertial",
        pos=_row(0, 0, height_mm * MM),
        mass=_row(mass_g * MM),
        diaginertia=_row(*(moment * G_MM2 for moment in moments_g_mm2)),
    )


def _range(stop_rad: float) -> str:
    return _row(-stop_rad, stop_rad)


def _impedance(share: float) -> str:
    return _row(share, share, 0.001)


def _row(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)
