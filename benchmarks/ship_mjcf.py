"""The ship of sim.physics as a MuJoCo model: MJCF text made from the same measures.

MuJoCo's world is three-dimensional. Here x is starboard, z up and y away from the viewer, who looks from the stern;
every section is extruded to its real depth about y = 0, and bodies keep to the plane by their joints: the hull turns on
one hinge, each yard on a hinge of its own, a piece has two slides and a hinge. All hinges turn about -y, so that angles
are counter-clockwise for the viewer, as they are in sim. The model is in SI units (metre, kilogram, second), for which
MuJoCo's defaults are made; sim is in millimetre and gram.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree as Xml

from sim.physics import Point
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import CargoState
from sim.physics.ship.world import wave_line

MM = 1e-3
"""Millimetres in metres, and grams in kilograms."""
G_MM2 = 1e-9
"""g mm2 in kg m2, and g mm2/s2 in N m."""
HINGE = "0 -1 0"
# The hull and what stands on the ground are deeper than anything that meets them.
_HULL_DEPTH_MM = 60.0
_GROUND_DEPTH_MM = 60.0
_SHIP, _CARGO, _GROUND, _BOW, _STERN = 1, 2, 4, 8, 16


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


def ship_mjcf(setup: ShipSetup, cargo: Sequence[CargoState] = (), softness: Softness = SOFTNESS) -> str:
    """Return the ship, table and waves, and these pieces at the origin (poses are state, not model), as MJCF.

    Names: joints `hull`, `low`, `middle`, `top`, and for a piece `NAME/x`, `NAME/y`, `NAME/angle`; bodies `hull`, the
    yards' and the pieces' names; geoms on the ground begin with `ground`. A yard with stops at 0 degrees has no joint.
    """
    root = Xml.Element("mujoco", model="yardarm")
    Xml.SubElement(root, "compiler", angle="radian", autolimits="true", inertiafromgeom="false", balanceinertia="false")
    option = Xml.SubElement(
        root, "option", gravity=_row(0, 0, -setup.gravity_mm_s2 * MM), cone="elliptic", impratio=_row(softness.impratio)
    )
    Xml.SubElement(option, "flag", multiccd="enable", filterparent="disable")
    _defaults(root, setup, softness)
    asset = Xml.SubElement(root, "asset")
    world = Xml.SubElement(root, "worldbody")
    tendons = Xml.SubElement(root, "tendon")
    parts = _Parts(asset)
    _ground(world, parts, setup)
    _hull(world, parts, setup)
    for state in cargo:
        _piece(world, tendons, parts, setup, state, softness)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode")


# -------------------------------------------------------------------------------------------------- parts of the model


@dataclass(slots=True)
class _Parts:
    """Puts convex parts into the model: a box where the part is one, else a convex mesh."""

    asset: Xml.Element

    def polygon(self, body: Xml.Element, name: str, kind: str, corners: Sequence[Point], depth_mm: float) -> None:
        attributes = {"name": name, "class": kind}
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

    def disc(self, body: Xml.Element, name: str, kind: str, radius_mm: float, depth_mm: float) -> None:
        half = depth_mm / 2 * MM
        ends = _row(0, -half, 0, 0, half, 0)
        Xml.SubElement(
            body,
            "geom",
            {"name": name, "class": kind, "type": "cylinder", "fromto": ends, "size": _row(radius_mm * MM)},
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
    kinds = {
        "ship": (setup.wood.friction, _SHIP, _CARGO),
        "cargo": (setup.wood.friction, _CARGO, _SHIP | _CARGO | _GROUND),
        "bow": (setup.wood.friction, _BOW, _SHIP | _CARGO | _BOW | _GROUND),
        "stern": (setup.wood.friction, _STERN, _SHIP | _CARGO | _STERN | _GROUND),
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


def _ground(world: Xml.Element, parts: _Parts, setup: ShipSetup) -> None:
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
            parts.polygon(world, f"ground/wave{side * (index + 1)}", "ground", column, _GROUND_DEPTH_MM)


def _hull(world: Xml.Element, parts: _Parts, setup: ShipSetup) -> None:
    ship, measures = setup.ship, setup.ship.measures
    hull = Xml.SubElement(world, "body", name="hull")
    _hinge(
        hull,
        "hull",
        range=_range(math.radians(measures.end_stop_deg)),
        damping=_row(2 * measures.pivot_viscous_per_s * ship.inertia_g_mm2 * G_MM2),
        frictionloss=_row(measures.pivot_coulomb_s2 * ship.inertia_g_mm2 * G_MM2),
    )
    # Any mass with this first and second moment about the gimbal is the same pendulum; this one is near the real one.
    mass = measures.ball_mass_g + measures.hull_mass_g
    lever = ship.rigid_righting_g_mm / mass
    _inertial(hull, mass, -lever, ship.rigid_inertia_g_mm2 - mass * lever**2)
    for index, part in enumerate(ship.hull_parts):
        parts.polygon(hull, f"hull/hull{index or ''}", "ship", part, _HULL_DEPTH_MM)
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
        _inertial(body, yard.mass_g, half_thickness, yard.moment_g_mm2)
        end, top = yard.length_mm / 2, measures.yard_thickness_mm
        outline = ((-end, 0.0), (end, 0.0), (end, top), (-end, top))
        parts.polygon(body, f"{yard.name}/strip", "ship", outline, measures.yard_depth_mm)


def _piece(
    world: Xml.Element, tendons: Xml.Element, parts: _Parts, setup: ShipSetup, state: CargoState, softness: Softness
) -> None:
    section: Section = setup.pieces[state.kind].forms[state.form]
    if state.name in {"hull", *(yard.name for yard in setup.ship.yards)}:
        raise ValueError(f"a piece cannot be called {state.name}")
    body = Xml.SubElement(world, "body", name=state.name)
    for axis, direction in (("x", "1 0 0"), ("y", "0 0 1")):
        Xml.SubElement(body, "joint", name=f"{state.name}/{axis}", type="slide", axis=direction)
    _hinge(body, f"{state.name}/angle")
    _inertial(body, section.mass_g, 0.0, section.moment_g_mm2)
    # The mean depth: what the wood's density makes of the section's mass (pieces.toml).
    depth = section.areal_density_g_mm2 / (setup.wood.density_g_cm3 * 1e-3)
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


def _hinge(body: Xml.Element, name: str, **attributes: str) -> None:
    Xml.SubElement(body, "joint", {"name": name, "type": "hinge", "axis": HINGE, **attributes})


def _inertial(body: Xml.Element, mass_g: float, height_mm: float, moment_g_mm2: float) -> None:
    # Only the moment about y is ever felt; equal ones about x and z are a body that can exist.
    moment = moment_g_mm2 * G_MM2
    Xml.SubElement(
        body,
        "inertial",
        pos=_row(0, 0, height_mm * MM),
        mass=_row(mass_g * MM),
        diaginertia=_row(moment, moment, moment),
    )


def _range(stop_rad: float) -> str:
    return _row(-stop_rad, stop_rad)


def _impedance(share: float) -> str:
    return _row(share, share, 0.001)


def _row(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)
