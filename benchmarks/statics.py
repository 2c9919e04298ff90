"""Is it the same ship? Both engines against closed forms: how she swings and rests, how wood slides and bounces."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.engines import Mujoco, Pymunk, pymunk_places
from benchmarks.free_ship import FreeShip
from benchmarks.ship_mjcf import MM
from sim.games.riff_raff.configuration import build
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.measures import merged
from sim.physics.contact.profiles import GRAVITY_MM_S2, TICK_HZ
from sim.physics.ship.measures import Ship, ShipSetup
from sim.physics.ship.state import CargoState, Pose, Snapshot

STEPS_PER_TICK = 8
# An impact needs finer steps than a swing: MuJoCo's contact lasts a few milliseconds.
_IMPACT_STEPS_PER_TICK = 64
# Nothing that takes energy out of her, and yards that are one with the mast.
_UNDAMPED = {"pivot_viscous_per_s": 0.0, "pivot_coulomb_s2": 0.0, "yard_stop_deg": 0.0, "end_stop_deg": 170.0}
_TILT_RAD = math.pi / 4


@dataclass(frozen=True, slots=True)
class FreeCheck:
    """One figure of the free ship by its closed form and as it was found."""

    what: str
    unit: str
    closed_form: float
    found: float


@dataclass(frozen=True, slots=True)
class Check:
    """One figure by its closed form and as each engine has it."""

    what: str
    unit: str
    closed_form: float
    pymunk: float
    mujoco: float


class _Either:
    """A ship in one of the engines: the hull's angle, a piece's place, and one tick at a time."""

    def __init__(
        self,
        engine: str,
        setup: ShipSetup,
        snapshot: Snapshot,
        tilt_rad: float = 0.0,
        steps_per_tick: int = STEPS_PER_TICK,
    ) -> None:
        self.tick: Callable[[], None]
        self.hull: Callable[[], float]
        self.places: Callable[[], dict[str, tuple[float, float, float]]]
        if engine == "pymunk":
            world = Pymunk(steps_per_tick).world(setup, snapshot)
            g = setup.gravity_mm_s2
            world.space.gravity = (g * math.sin(tilt_rad), -g * math.cos(tilt_rad))
            self.tick, self.hull, self.places = world.tick, lambda: world.hull.angle, lambda: pymunk_places(world)
        else:
            ship = Mujoco(steps_per_tick).world(setup, snapshot, snapshot.cargo)
            g = setup.gravity_mm_s2 * MM
            ship.model.opt.gravity[:] = (g * math.sin(tilt_rad), 0.0, -g * math.cos(tilt_rad))
            self.tick, self.hull, self.places = ship.tick, lambda: ship.angle("hull"), ship.places


def _setup(wood: dict[str, Any], **ship: float) -> ShipSetup:
    tree = merged(dict(load_riff_raff().tree), {"wood": wood, "ship": ship})
    return build(tree, "benchmarks", "play").setup


def _heeled(angle_rad: float, setup: ShipSetup) -> Snapshot:
    """Return the empty ship turned about her gimbal, at rest."""
    sin, cos = math.sin(angle_rad), math.cos(angle_rad)
    centres = [setup.ship.yard_centre_mm(yard) for yard in setup.ship.yards]
    return Snapshot(Pose(0.0, 0.0, angle_rad), tuple(Pose(-sin * y, cos * y, angle_rad) for y in centres))


def _turns(advance: Callable[[], None], angle: Callable[[], float], count: int) -> tuple[list[float], list[float]]:
    """Return the hull's next turns, by a parabola through three ticks each: angles (rad), times (s) since the start."""
    angles, times = [], []
    last, now = angle(), angle()
    for tick in range(200 * TICK_HZ):
        advance()
        following = angle()
        if tick and (now - last) * (following - now) < 0:
            bend, slope = following - 2 * now + last, (following - last) / 2
            angles.append(now - slope**2 / (2 * bend))
            times.append((tick - slope / bend) / TICK_HZ)
            if len(angles) == count:
                return angles, times
        last, now = now, following
    raise RuntimeError("the ship does not swing")


def _period(engine: str, amplitude_rad: float) -> float:
    setup = _setup({}, **_UNDAMPED)
    ship = _Either(engine, setup, _heeled(amplitude_rad, setup))
    return _period_of(ship.tick, ship.hull)


def _period_of(advance: Callable[[], None], angle: Callable[[], float]) -> float:
    _, times = _turns(advance, angle, 11)
    return (times[-1] - times[0]) / 5


def _swings_for(amplitude_rad: float, inertia_g_mm2: float, ship: Ship) -> float:
    """Return the period (s) of a pendulum with the empty ship's righting moment and this moment of inertia."""
    from scipy.special import ellipk

    slow = math.sqrt(inertia_g_mm2 / (GRAVITY_MM_S2 * ship.righting_g_mm))
    return 4 * slow * float(ellipk(math.sin(amplitude_rad / 2) ** 2))


def _viscous_rate(engine: str) -> float:
    """Measure the decay of small swings, per second."""
    setup = _setup({}, **{**_UNDAMPED, "pivot_viscous_per_s": 0.4})
    ship = _Either(engine, setup, _heeled(math.radians(4), setup))
    angles, times = _turns(ship.tick, ship.hull, 5)
    return math.log(abs(angles[0] / angles[-1])) / (times[-1] - times[0])


def _dry_loss(engine: str) -> float:
    """Measure what dry friction at the gimbal takes off every half swing, in degrees."""
    dry = load_riff_raff().setup.ship.measures.pivot_coulomb_s2
    setup = _setup({}, **{**_UNDAMPED, "pivot_coulomb_s2": dry})
    ship = _Either(engine, setup, _heeled(math.radians(6), setup))
    angles, _ = _turns(ship.tick, ship.hull, 5)
    return math.degrees(abs(angles[0]) - abs(angles[-1])) / 4


def _heel(engine: str) -> tuple[float, float]:
    """Measure the heel under a crate on slot 3, and tan th = m x / (S - m y) of where the crate is; degrees."""
    setup = _setup({"rolling_friction_mm": 0.0}, **{**_UNDAMPED, "pivot_viscous_per_s": 3.0})
    crate, slot = setup.pieces["crate"], setup.ship.slot(3)
    stance = crate.stances["upright"]
    pose = Pose(slot.centre_mm, slot.surface_mm - stance.seat_mm, stance.angle)
    ship = _Either(engine, setup, Snapshot(cargo=(CargoState("crate", "crate", stance.form, pose),)))
    for _ in range(10 * TICK_HZ):
        ship.tick()
    x, y, _ = ship.places()["crate"]
    closed = math.atan(crate.mass_g * x / (setup.ship.righting_g_mm - crate.mass_g * y))
    return -math.degrees(ship.hull()), math.degrees(closed)


def _slide(engine: str) -> float:
    """Measure how fast a crate gathers speed on a table tilted by 45 degrees (mm/s2), over 0.1 s."""
    ship, _ = _crate_over_table(engine, 0.0, _TILT_RAD, STEPS_PER_TICK)
    ticks = TICK_HZ // 20
    xs = []
    for _ in range(3):
        xs.append(_in_world(ship)[0])
        for _ in range(ticks):
            ship.tick()
    return (xs[2] - 2 * xs[1] + xs[0]) * (TICK_HZ / ticks) ** 2


def _bounce(engine: str) -> float:
    """Measure the share of its speed that a crate dropped flat on the table by 60 mm has after the first impact."""
    drop = 60.0
    ship, ground = _crate_over_table(engine, drop, 0.0, _IMPACT_STEPS_PER_TICK)
    heights = []
    for _ in range(TICK_HZ // 5):
        ship.tick()
        heights.append(_in_world(ship)[1] - ground)
    lowest = next(i for i in range(1, len(heights)) if heights[i] < heights[i + 1])
    top = max(range(lowest, len(heights) - 1), key=lambda i: heights[i])
    before, apex, after = heights[top - 1 : top + 2]
    return math.sqrt((apex - (after - before) ** 2 / (8 * (after - 2 * apex + before))) / drop)


def _crate_over_table(engine: str, drop_mm: float, tilt_rad: float, steps: int) -> tuple[_Either, float]:
    """Return a crate `drop_mm` above the table below the ship, and its height when it stands there."""
    # The hull, which also feels a tilted gravity, is held by a great viscosity; waves and hull are out of the way.
    setup = _setup({"rolling_friction_mm": 0.0}, **{**_UNDAMPED, "pivot_viscous_per_s": 1000.0})
    stance = setup.pieces["crate"].stances["upright"]
    ground = -setup.ship.measures.table_below_mm - stance.seat_mm
    crate = CargoState("crate", "crate", stance.form, Pose(0.0, ground + drop_mm, stance.angle))
    return _Either(engine, setup, Snapshot(cargo=(crate,)), tilt_rad, steps), ground


def _in_world(ship: _Either) -> tuple[float, float]:
    x, y, _ = ship.places()["crate"]
    cos, sin = math.cos(ship.hull()), math.sin(ship.hull())
    return cos * x - sin * y, sin * x + cos * y


def checks() -> list[Check]:
    """Measure the figures of both engines at 960 Hz (impact: 7680 Hz) beside their closed forms. Raises ImportError.

    The restitution is for looking: MuJoCo's contacts are springs, whose answer to an impact is not a coefficient.
    """
    ship, wood = load_riff_raff().setup.ship, load_riff_raff().setup.wood
    found = []
    for degrees in (5.0, 30.0):
        amplitude = math.radians(degrees)
        closed = _swings_for(amplitude, ship.inertia_g_mm2, ship)
        both = [_period(engine, amplitude) for engine in ("pymunk", "mujoco")]
        found.append(Check(f"period from {degrees:.0f} degrees", "s", closed, *both))
    found.append(Check("viscous decay", "1/s", 0.4, _viscous_rate("pymunk"), _viscous_rate("mujoco")))
    loss = math.degrees(2 * ship.measures.pivot_coulomb_s2 / ship.natural_frequency_sq_s2)
    found.append(Check("dry loss a half swing", "deg", loss, _dry_loss("pymunk"), _dry_loss("mujoco")))
    (ours, closed_ours), (theirs, closed_theirs) = _heel("pymunk"), _heel("mujoco")
    found.append(Check("heel under a crate", "deg", (closed_ours + closed_theirs) / 2, ours, theirs))
    tilted = GRAVITY_MM_S2 * (math.sin(_TILT_RAD) - wood.table_friction * math.cos(_TILT_RAD))
    found.append(Check("sliding at 45 degrees", "mm/s2", tilted, _slide("pymunk"), _slide("mujoco")))
    found.append(Check("restitution", "", wood.restitution, _bounce("pymunk"), _bounce("mujoco")))
    return found


def free_checks() -> list[FreeCheck]:
    """Measure how the free ship swings about both axes, and leans under a crate at her bow. Raises ImportError."""
    amplitude = math.radians(5.0)
    ship = load_riff_raff().setup.ship
    found = []
    for what, joint, inertia in (
        ("period of roll", "hull", ship.inertia_g_mm2),
        ("period of pitch", "pitch", ship.pitch_inertia_g_mm2),
    ):
        free = FreeShip(_setup({}, **_UNDAMPED), (), Mujoco(STEPS_PER_TICK))
        free.set_joint(joint, amplitude, 0.0)
        closed = _swings_for(amplitude, inertia, ship)
        found.append(FreeCheck(what, "s", closed, _period_of(free.tick, partial(free.angle, joint))))
    return [*found, *_free_leans()]


def _free_leans() -> list[FreeCheck]:
    """Measure roll and pitch under a crate at the bow: tan = moment across the axis / righting moment less m z."""
    setup = _setup({"rolling_friction_mm": 0.0}, **{**_UNDAMPED, "pivot_viscous_per_s": 3.0})
    crate, slot = setup.pieces["crate"], setup.ship.slot(3)
    stance = crate.stances["upright"]
    state = CargoState("crate", "crate", stance.form, Pose(0.0, 0.0, 0.0))
    free = FreeShip(setup, (state,), Mujoco(STEPS_PER_TICK))
    free.put("crate", np.array([slot.centre_mm, slot.fore_mm, slot.surface_mm - stance.seat_mm]), stance.angle)
    for _ in range(10 * TICK_HZ):
        free.tick()
    (x, forward, z), lies = free.place("crate"), free.attitude()
    mass, righting = crate.mass_g, setup.ship.righting_g_mm
    roll = math.atan2(mass * x, righting - mass * z)
    # What rights her against pitch is what roll has left of the height of either.
    left = math.cos(roll) * (righting - mass * z) + math.sin(roll) * mass * x
    closed = (roll, math.atan2(mass * forward, left))
    return [
        FreeCheck(f"{what} under a crate", "deg", math.degrees(form), math.degrees(angle))
        for what, form, angle in zip(("heel", "pitch"), closed, (-lies.roll, lies.pitch), strict=True)
    ]
