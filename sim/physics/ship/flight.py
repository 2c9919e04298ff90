"""The flight of a piece that is let go: its arc up to the first contact, foretold without stepping a world.

The path is that of the engine's own steps in closed form. The ship swings on as a pendulum with all that lies on her,
so the piece is followed in her frame, where her wood stands still; there the engine itself says what touches what.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pymunk

from sim.physics import Point
from sim.physics.contact.bodies import Body
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.cargo import CARGO_FILTERS, GROUND
from sim.physics.ship.fitting import PRESSED_MM, slot_at
from sim.physics.ship.measures import Slot
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import Layer, Pose
from sim.physics.ship.world import ShipWorld, section_shapes

LONGEST_S = 3.0
_NEAR_MM = 1.0  # wood may give way by as much before the piece is there

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight up to its first contact.

    path: the centre of gravity (mm, world's frame) at every control tick, and at the contact. aboard: the same in the
    ship's frame, as she moves. end: the pose at the contact, world's frame. time_s: of the contact, from letting go.
    slot: the number of the slot that is met from above, None for anything else. meets: False if nothing is touched
    within `LONGEST_S`.
    """

    path: tuple[Point, ...]
    aboard: tuple[Point, ...]
    end: Pose
    time_s: float
    slot: int | None
    meets: bool


def foretell(world: ShipWorld, section: Section, layer: Layer | None, motion: Pose, name: str | None = None) -> Flight:
    """Return the flight of a section let go with this motion (world's frame) from the ship as she is now.

    layer: the row of the deck whose cargo it meets. name: of the piece itself, if it is in the world already.
    """
    setup, own = world.setup, None if name is None else world.cargo[name].body
    dt, every = setup.stepped.dt_s, setup.stepped.steps_per_tick
    reach = section.reach_mm
    steps = np.arange(_steps_down(world, motion, reach) + 1, dtype=np.float64)
    # The engine moves a body by the velocity of the step before, and then lets gravity pull.
    x = motion.x + motion.vx * dt * steps
    y = motion.y + motion.vy * dt * steps - setup.gravity_mm_s2 * dt * dt * steps * (steps - 1) / 2
    hull = _hull_angles(world, steps * dt, own)
    angle = motion.angle + _turns(world, section, motion, hull)
    # Where all this is seen from a ship that stays as she is now.
    back = world.hull.angle - hull
    seen_x, seen_y = _turned(x, y, back)
    close = _near_ship(world, seen_x, seen_y, reach, own)
    low = y - reach < world.ship.measures.wave_top_mm + _NEAR_MM
    contact = _Contact(world, section, layer, own)
    # What is let go in wood flies before the ship until there is room for it.
    before = bool(close[0]) and bool(contact.wood(x[0], y[0], angle[0]))
    last, slot, meets = len(steps) - 1, None, False
    for n in (np.flatnonzero((close | low)[1:]) + 1).tolist():
        wood = contact.wood(seen_x[n], seen_y[n], angle[n] + back[n]) if close[n] else []
        if before and wood:
            wood = []
        elif before:
            before = n % every != 0
        if wood or (low[n] and contact.ground(x[n], y[n], angle[n])):
            last, meets = n, True
            slot = _slot_met(world, wood, world.to_ship((float(seen_x[n]), float(seen_y[n]))), layer)
            break
    nodes = [*range(0, last, every), last]
    aboard = _turned(x[nodes], y[nodes], -hull[nodes])
    return Flight(
        _points(x[nodes], y[nodes]),
        _points(*aboard),
        Pose(float(x[last]), float(y[last]), float(angle[last])),
        last * dt,
        slot,
        meets,
    )


# -------------------------------------------------------------------------------------------------------- motion


def _points(x: Floats, y: Floats) -> tuple[Point, ...]:
    return tuple(zip(x.tolist(), y.tolist(), strict=True))


def _turned(x: Floats, y: Floats, by: Floats) -> tuple[Floats, Floats]:
    """Return points turned about the origin, the ship's gimbal (rad, counter-clockwise)."""
    cos, sin = np.cos(by), np.sin(by)
    return cos * x - sin * y, sin * x + cos * y


def _steps_down(world: ShipWorld, motion: Pose, reach: float) -> int:
    """Return the number of the engine's steps until the piece is below the table's surface, or `LONGEST_S`."""
    g, drop = world.setup.gravity_mm_s2, motion.y + reach + world.ship.measures.table_below_mm
    falls_s = (motion.vy + math.sqrt(max(0.0, motion.vy**2 + 2 * g * drop))) / g
    return math.ceil(min(LONGEST_S, max(0.0, falls_s)) / world.setup.stepped.dt_s) + 2


def _turns(world: ShipWorld, section: Section, motion: Pose, hull: Floats) -> Floats:
    """Return how far the piece has turned after each step (rad), on a hull that has these angles.

    Rolling friction brakes its spin in the air too (`ShipWorld.bring_in`), until it turns with the ship.
    """
    dt, setup = world.setup.profile.dt_s, world.setup
    brake = setup.wood.rolling_friction_mm * section.mass_g * setup.gravity_mm_s2 / section.moment_g_mm2 * dt
    ships = np.diff(hull, append=2 * hull[-1] - hull[-2]) / dt
    way = math.copysign(1.0, motion.spin - world.hull.angular_velocity)
    spins = motion.spin - way * brake * np.arange(len(hull))
    caught_up = np.flatnonzero(way * (spins - ships) <= 0.0)
    if brake and len(caught_up):
        spins[caught_up[0] :] = ships[caught_up[0] :]
    return dt * np.concatenate(([0.0], np.cumsum(spins[:-1])))


def _hull_angles(world: ShipWorld, times_s: Floats, own: pymunk.Body | None) -> Floats:
    """Return the hull's angle at each time from now: a pendulum with yards and cargo fast on her."""
    ship, g, dt = world.ship, world.setup.gravity_mm_s2, 1.0 / TICK_HZ
    measures = ship.measures
    inertia, righting, across = ship.inertia_g_mm2, ship.righting_g_mm, ship.across_g_mm
    for cargo in world.cargo.values():
        body, mass = cargo.body, cargo.body.mass
        if body is not own and not cargo.falling:
            cx, cy = world.to_ship((body.position.x, body.position.y))
            inertia += body.moment + mass * (cx * cx + cy * cy)
            righting -= mass * cy
            across += mass * cx
    viscous = 2 * measures.pivot_viscous_per_s * ship.inertia_g_mm2 / inertia
    dry = measures.pivot_coulomb_s2 * ship.inertia_g_mm2 / inertia
    late = 1.0 - 1.0 / world.setup.profile.steps_per_tick
    angle, speed = world.hull.angle, world.hull.angular_velocity
    angles = [angle]
    for _ in range(math.ceil(float(times_s[-1]) * TICK_HZ)):
        pull = -g * (righting * math.sin(angle) + across * math.cos(angle)) / inertia - viscous * speed
        pull -= math.copysign(min(dry, abs(speed) / dt), speed)
        # As the engine does in as many steps as a tick has: a step moves by the speed of the step before.
        angle += speed * dt + pull * dt * dt / 2 * late
        speed += pull * dt
        angles.append(angle)
    return np.interp(times_s * TICK_HZ, np.arange(len(angles)), angles)


# -------------------------------------------------------------------------------------------------------- contact


class _Contact:
    """A piece held against the world as it stands now, to see what it touches."""

    def __init__(self, world: ShipWorld, section: Section, layer: Layer | None, own: pymunk.Body | None) -> None:
        self._query, self._own = world.space.shape_query, own
        self._body = Body(body_type=pymunk.Body.KINEMATIC)
        meets = CARGO_FILTERS[layer]
        self._wood, self._ground = (section_shapes(section, self._body) for _ in range(2))
        for shapes, mask in ((self._wood, meets.mask & ~GROUND), (self._ground, GROUND)):
            for shape in shapes:
                shape.filter = pymunk.ShapeFilter(categories=meets.categories, mask=mask)

    def wood(self, x: float, y: float, angle: float) -> list[pymunk.Shape]:
        """Return the shapes of the ship and her cargo that it overlaps there."""
        return self._touched(self._wood, x, y, angle)

    def ground(self, x: float, y: float, angle: float) -> bool:
        """Return True if it overlaps table or waves there."""
        return bool(self._touched(self._ground, x, y, angle))

    def _touched(self, shapes: list[pymunk.Shape], x: float, y: float, angle: float) -> list[pymunk.Shape]:
        self._body.position, self._body.angle = (float(x), float(y)), float(angle)
        hits = [hit.shape for shape in shapes for hit in self._query(shape)]
        return [shape for shape in hits if shape.body is not self._own]


def _near_ship(world: ShipWorld, x: Floats, y: Floats, reach: float, own: pymunk.Body | None) -> npt.NDArray[np.bool_]:
    """Return at which places (world's frame) a circle of that radius comes near what belongs to the ship."""
    bodies = [world.hull, *world.yards, *(cargo.body for cargo in world.cargo.values())]
    boxes = np.array([shape.bb for body in bodies if body is not own for shape in body.shapes])
    left, bottom, right, top = boxes.T[:, :, None]
    away_x = np.maximum(np.maximum(left - x, x - right), 0.0)
    away_y = np.maximum(np.maximum(bottom - y, y - top), 0.0)
    found: npt.NDArray[np.bool_] = (away_x**2 + away_y**2 < (reach + _NEAR_MM) ** 2).any(axis=0)
    return found


def _slot_met(world: ShipWorld, wood: list[pymunk.Shape], at: Point, layer: Layer | None) -> int | None:
    """Return the slot whose wood, or cargo, is met from above by a piece there (ship's frame); None for none."""
    x, y = at
    slots = []
    for shape in wood:
        if shape is world.mast:
            continue
        if shape.body is world.hull:
            slots.append(slot_at(world.ship, None, x, layer))
        elif shape.body in world.yards:
            slots.append(slot_at(world.ship, world.ship.yards[world.yards.index(shape.body)].name, x, layer))
        else:
            slots.append(_slot_below(world, x, y, layer))
    return next((slot.number for slot in slots if y > slot.surface_at(x) - PRESSED_MM), None)


def _slot_below(world: ShipWorld, x: float, y: float, layer: Layer | None) -> Slot:
    below = [yard.name for yard in world.ship.yards if yard.y_mm < y]
    return slot_at(world.ship, below[-1] if below else None, x, layer)
