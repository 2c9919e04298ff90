"""The world of the ship: hull on its gimbal, yards on their pegs, cargo, table and waves, in pymunk.

Built afresh from plain data for every trial and never copied; a snapshot is plain data again, and a world built from it
continues from exactly those poses and velocities. Knows slots as places, and no rule of any game.

The hull is an exact pendulum, so no joint of hers drifts or loses energy; no Python runs inside a step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pymunk

from sim.physics import Point, Pose2D
from sim.physics.contact.bodies import Body, Circle, Poly, add_pendulum, shape_coefficients, shape_restitution
from sim.physics.contact.engine_batches import poses_of, run_steps
from sim.physics.contact.ground import Finish, Ground
from sim.physics.contact.profiles import new_space
from sim.physics.ship.cargo import (
    ABOARD,
    BEFORE_FILTER,
    CARGO_FILTERS,
    FALLING,
    GROUND,
    HULL,
    PALM,
    SHIP,
    SPILLED_FILTERS,
    Cargo,
    falling_filter,
)
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.pieces import Section
from sim.physics.ship.pitch import LOOK_TICKS, Level, Pitching
from sim.physics.ship.state import UPRIGHT, CargoState, Fore, Pose, Snapshot

_PIECE, _GROUND, _PALM = 1, 2, 3  # collision types
_SHIP_FILTER = pymunk.ShapeFilter(categories=SHIP, mask=ABOARD | FALLING)
_HULL_FILTER = pymunk.ShapeFilter(categories=HULL, mask=ABOARD | FALLING)
_GROUND_FILTER = pymunk.ShapeFilter(categories=GROUND, mask=ABOARD | FALLING)
_PALM_FILTER = pymunk.ShapeFilter(categories=PALM, mask=FALLING)

_FIRST_ITERATIONS = 300


@dataclass(slots=True)
class Touches:
    """The contacts that the engine's callbacks noted during the last steps, in order; they note and do nothing else.

    overboard: the pieces that have gone over bow or stern.
    """

    ground: list[int] = field(default_factory=list)
    palm: list[tuple[int, int]] = field(default_factory=list)
    overboard: list[Cargo] = field(default_factory=list)


class ShipWorld:
    """A ship under way: `tick()` advances it by one control tick."""

    def __init__(self, setup: ShipSetup, snapshot: Snapshot = UPRIGHT) -> None:
        self.setup = setup
        self.ship = setup.ship
        self.ticks = 0
        self.cargo: dict[str, Cargo] = {}
        self.touches = Touches()
        self.space = new_space(setup.profile, setup.gravity_mm_s2)
        wood = setup.wood
        pairs = {"wood": wood.friction, "table": wood.table_friction, "palm": wood.palm_friction}
        # Wood without friction slides on everything: the engine multiplies.
        self._friction = shape_coefficients(pairs if wood.friction else dict.fromkeys(pairs, 0.0))
        self._dt = setup.stepped.dt_s
        self._steps = setup.stepped.steps_per_tick
        self._by_body: dict[int, Cargo] = {}
        self._identity = b""
        self._rows: list[int] = []
        self._in_order: list[Cargo] = []
        self._looked: list[Pose2D] | None = None  # the poses at the end of this tick, if she was looked at
        self._elasticity = shape_restitution(wood.restitution)
        self.hull = self._build_hull(snapshot.hull)
        self.yards = self._build_yards(snapshot)
        self.pitching = Pitching(setup, self._levels(), snapshot.pitch.angle, snapshot.pitch.rate)
        self._build_ground()
        touches = self.touches
        self.space.on_collision(
            _PIECE, _GROUND, begin=lambda arbiter, _s, _d: touches.ground.append(arbiter.bodies[0].id)
        )
        self.space.on_collision(
            _PIECE,
            _PALM,
            begin=lambda arbiter, _s, _d: touches.palm.append((arbiter.bodies[0].id, arbiter.bodies[1].id)),
        )
        for state in snapshot.cargo:
            self.add_cargo(state)

    # ------------------------------------------------------------------------------------------ building

    def _shape(
        self, shape: pymunk.Shape, shape_filter: pymunk.ShapeFilter, material: str = "wood", kind: int = 0
    ) -> pymunk.Shape:
        shape.friction = self._friction[material]
        shape.elasticity = self._elasticity
        shape.filter = shape_filter
        if kind:
            shape.collision_type = kind
        return shape

    def _build_hull(self, pose: Pose) -> pymunk.Body:
        ship, measures, space = self.ship, self.ship.measures, self.space
        hull = add_pendulum(
            space,
            ship.rigid_inertia_g_mm2,
            ship.rigid_righting_g_mm,
            self.setup.gravity_mm_s2,
            across_g_mm=ship.list_g_mm[0] + ship.rigid_across_g_mm,
        )
        _set_pose(hull, pose)
        ground = space.static_body
        stop = math.radians(measures.end_stop_deg)
        viscous = 2 * measures.pivot_viscous_per_s * ship.inertia_g_mm2
        dry = measures.pivot_coulomb_s2 * ship.inertia_g_mm2
        self.mast = self._shape(Poly(hull, list(ship.mast)), _SHIP_FILTER)
        space.add(
            *(self._shape(Poly(hull, list(part)), _HULL_FILTER) for part in ship.hull_parts),
            self.mast,
            pymunk.RotaryLimitJoint(ground, hull, -stop, stop),
        )
        if viscous:
            space.add(pymunk.DampedRotarySpring(ground, hull, 0, 0, viscous))
        if dry:
            motor = pymunk.SimpleMotor(ground, hull, 0)
            motor.max_force = dry
            space.add(motor)
        return hull

    def _build_yards(self, snapshot: Snapshot) -> tuple[pymunk.Body, ...]:
        measures, hull = self.ship.measures, self.hull
        half_thickness = measures.yard_thickness_mm / 2
        friction = measures.peg_friction_n_mm * 1e6  # newton millimetres in g mm2/s2
        bodies = []
        for index, yard in enumerate(self.ship.yards):
            body = Body(yard.mass_g, yard.moment_g_mm2)
            if snapshot.yards:
                _set_pose(body, snapshot.yards[index])
            else:
                x, y = hull.local_to_world(self.ship.yard_centre(yard))
                spin = hull.angular_velocity
                _set_pose(body, Pose(x, y, hull.angle + yard.lies_rad, -spin * y, spin * x, spin))
            corner = yard.length_mm / 2
            outline = [
                (-corner, -half_thickness),
                (corner, -half_thickness),
                (corner, half_thickness),
                (-corner, half_thickness),
            ]
            peg = pymunk.PivotJoint(hull, body, (0, yard.y_mm), (0.0 - yard.offset_mm, -half_thickness))
            # What a step along the tangent takes the strip off its circle is put back whole in the next, by a real
            # velocity: that keeps the energy. Put back bit by bit, as is the engine's way, it would be lost.
            peg.error_bias = 0.0
            self.space.add(
                body,
                self._shape(Poly(body, outline), _SHIP_FILTER),
                peg,
                pymunk.RotaryLimitJoint(hull, body, yard.tilt_rad - yard.stop_rad, yard.tilt_rad + yard.stop_rad),
            )
            if friction:
                motor = pymunk.SimpleMotor(hull, body, 0)
                motor.max_force = friction
                self.space.add(motor)
            bodies.append(body)
        return tuple(bodies)

    def _levels(self) -> list[Level]:
        measures = self.ship.measures
        deck = Level(self.ship.deck_mm, measures.hull_length_mm / 2, list(self.hull.shapes))
        return [
            deck,
            *(
                Level(yard.y_mm + measures.yard_thickness_mm, measures.yard_depth_mm / 2, list(body.shapes))
                for yard, body in zip(self.ship.yards, self.yards, strict=True)
            ),
        ]

    def _build_ground(self) -> None:
        measures = self.ship.measures
        table, *waves = _ground(measures.table_below_mm, measures.wave_top_mm, measures.box_width_mm / 2)
        shape = self._shape(Poly(self.space.static_body, table), _GROUND_FILTER, "table", _GROUND)
        self.space.add(shape)
        self._waves = Ground(self.space, shown=shape)
        finish = Finish(self._friction["table"], self._elasticity, _GROUND, _GROUND_FILTER)
        for wave in waves:
            self._waves.add(wave, finish)

    def add_cargo(self, state: CargoState) -> Cargo:
        """Put a piece into the world. Raises KeyError for an unknown kind or form, ValueError for a name in use."""
        if state.name in self.cargo:
            raise ValueError(f"the world already holds {state.name}")
        section = self.setup.pieces[state.kind].forms[state.form]
        body = Body(section.mass_g, section.moment_g_mm2)
        _set_pose(body, state.pose)
        shapes = section_shapes(section, body)
        meets = SPILLED_FILTERS if state.fore.spilled else CARGO_FILTERS
        for shape in shapes:
            self._shape(shape, meets[state.layer], kind=_PIECE)
        self.space.add(body, *shapes)
        depth = section.depth_mm
        cargo = Cargo(state.name, state.kind, state.form, section, body, shapes, None, state.layer, state.fore, depth)
        self._start_rolling_friction(cargo)
        self.pitching.expect()
        self.cargo[state.name] = cargo
        self._by_body[body.id] = cargo
        self._looked = None
        return cargo

    def remove_cargo(self, name: str) -> Cargo:
        """Take a piece out of the world."""
        cargo = self.cargo.pop(name)
        del self._by_body[cargo.body.id]
        self._looked = None
        self._stop_rolling_friction(cargo)
        self.space.remove(*cargo.shapes, cargo.body)
        return cargo

    def _start_rolling_friction(self, cargo: Cargo) -> None:
        resistance = self.setup.wood.rolling_friction_mm * cargo.section.mass_g * self.setup.gravity_mm_s2
        if resistance:
            # Rolling resistance: wood that rocks or rolls on wood loses m g b per radian. Without it a hooked sailor
            # would swing for ever on the frictionless edge that two ideal bodies meet in.
            cargo.rolling = pymunk.SimpleMotor(self.hull, cargo.body, 0)
            cargo.rolling.max_force = resistance
            self.space.add(cargo.rolling)

    def _stop_rolling_friction(self, cargo: Cargo) -> None:
        if cargo.rolling is not None:
            self.space.remove(cargo.rolling)
            cargo.rolling = None

    def add_palm(self, body: pymunk.Body, shapes: Sequence[pymunk.Shape]) -> None:
        """Put a catching hand (kinematic) into the world: it meets only what already falls."""
        friction = self._friction["palm"]
        for shape in shapes:
            shape.filter, shape.friction, shape.elasticity, shape.collision_type = _PALM_FILTER, friction, 0.05, _PALM
        self.space.add(body, *shapes)

    def close_palm(self, body: pymunk.Body) -> None:
        """Close a hand: from now on nothing meets it."""
        for shape in body.shapes:
            shape.filter = pymunk.ShapeFilter(categories=PALM, mask=0)

    # ------------------------------------------------------------------------------------------ running

    @property
    def time_s(self) -> float:
        """Simulated time since this world was built."""
        return self.ticks / self.setup.profile.tick_hz

    @property
    def heel(self) -> float:
        """The hull's angle, positive to starboard (rad)."""
        return -self.hull.angle

    @property
    def sway_rad_s(self) -> float:
        """The rate (rad/s) at which she turns, on both axes together."""
        return math.hypot(self.hull.angular_velocity, self.pitching.rate)

    def tick(self) -> None:
        """Advance by one control tick (1/120 s)."""
        self._looked = None
        steps = self._steps
        if self.ticks == 0:
            # The engine starts from the forces that it found in the step before; in a new world it knows none, and a
            # laden yard would give way by millimetres until its few iterations have found them.
            self.space.iterations = _FIRST_ITERATIONS
            self.space.step(self._dt)
            self.space.iterations = self.setup.profile.iterations
            steps -= 1
        if steps:
            run_steps(self.space, self._dt, steps)
        self.ticks += 1
        self.pitching.advance()
        if self.ticks % LOOK_TICKS == 0:
            cargo, places = self.places()
            for piece in self.pitching.look(cargo, places, self.hull.angle):
                self._spill(piece)
            self._looked = places

    def _spill(self, cargo: Cargo) -> None:
        """Let a piece go over an edge fore or aft: from a yard down to that half of the deck, or overboard."""
        way = math.copysign(1.0, cargo.fore.mm)
        if cargo.level == 0:
            cargo.before = True
            self.let_fall(cargo)
            self.touches.overboard.append(cargo)
            return
        cargo.layer = "bow" if way > 0 else "stern"
        clear = (self.ship.measures.yard_depth_mm + cargo.depth_mm) / 2
        cargo.fore, cargo.level = Fore(way * clear, spilled=True), -1
        self.pitching.grip(cargo, 1.0)
        cargo.meet(SPILLED_FILTERS[cargo.layer])

    def cargo_of(self, body_id: int) -> Cargo | None:
        """Return the piece with this body, None if it is no longer here."""
        return self._by_body.get(body_id)

    def let_fall(self, cargo: Cargo, spared: bool = False) -> None:
        """Mark a piece as off the ship: from now on catching hands can meet it, unless they mean to spare it.

        What falls before the ship, or over her bow or stern, does not meet her.
        """
        cargo.falling = True
        self._stop_rolling_friction(cargo)
        self.pitching.grip(cargo, 1.0)
        cargo.meet(falling_filter(cargo.before, spared))

    def hold_before(self, cargo: Cargo) -> None:
        """Hold a piece before the ship, nearer to the viewer than her plane: it meets nothing there."""
        cargo.before = True
        self._stop_rolling_friction(cargo)
        cargo.meet(BEFORE_FILTER)

    def bring_in(self, cargo: Cargo) -> None:
        """Bring a piece back into the ship's plane, where it meets wood."""
        cargo.before = False
        if cargo.rolling is None:
            self._start_rolling_friction(cargo)
        cargo.meet(CARGO_FILTERS[cargo.layer])

    def ship_frame(self) -> tuple[list[Cargo], npt.NDArray[np.float64]]:
        """Return the pieces and, in their order, x, y (mm) and angle (rad) in the hull's frame; shape (n, 3)."""
        cargo, places = self.places()
        return cargo, np.array(places).reshape(-1, 3)

    def places(self) -> tuple[list[Cargo], list[Pose2D]]:
        """Return the pieces and, in their order, their poses in the hull's frame.

        The list of pieces is the same one as last time if no body has come or gone.
        """
        if self._looked is not None:
            return self._in_order, self._looked
        identity, poses = poses_of(self.space)
        if identity != self._identity:
            self._identity = identity
            ids = memoryview(identity).cast("P").tolist()
            self._in_order = [self._by_body[body_id] for body_id in ids if body_id in self._by_body]
            self._rows = [3 * row for row, body_id in enumerate(ids) if body_id in self._by_body]
        hull = self.hull.angle
        cos, sin = math.cos(hull), math.sin(hull)
        # A dozen pieces: a plain loop is quicker than arrays.
        places: list[Pose2D] = []
        for row in self._rows:
            x, y = poses[row], poses[row + 1]
            places.append((cos * x + sin * y, cos * y - sin * x, poses[row + 2] - hull))
        return self._in_order, places

    def to_ship(self, point: Point) -> Point:
        """Transform a point of the world into the hull's frame."""
        x, y = self.hull.world_to_local(point)
        return x, y

    def from_ship(self, point: Point) -> Point:
        """Transform a point of the hull's frame into the world."""
        x, y = self.hull.local_to_world(point)
        return x, y

    def snapshot(self) -> Snapshot:
        """Return the state as plain data. A world built from it has no memory of contacts: rebuild always or never."""
        return Snapshot(
            body_pose(self.hull),
            tuple(body_pose(yard) for yard in self.yards),
            tuple(CargoState(c.name, c.kind, c.form, body_pose(c.body), c.layer, c.fore) for c in self.cargo.values()),
            self.pitching.state(),
        )

    def is_finite(self) -> bool:
        """Return False when a body has run away to infinity or NaN."""
        bodies = [self.hull, *self.yards, *(c.body for c in self.cargo.values())]
        return all(math.isfinite(v) for b in bodies for v in (*b.position, b.angle, *b.velocity, b.angular_velocity))

    def energy(self) -> float:
        """Return the mechanical energy in the plane (g mm2/s2), zero with the empty ship upright at rest."""
        g = self.setup.gravity_mm_s2
        ship, hull = self.ship, self.hull
        energy = 0.5 * hull.moment * hull.angular_velocity**2
        energy += g * ship.rigid_righting_g_mm * (1 - math.cos(hull.angle))
        energy += g * (ship.list_g_mm[0] + ship.rigid_across_g_mm) * math.sin(hull.angle)
        for yard, body in zip(ship.yards, self.yards, strict=True):
            energy += _kinetic(body) + body.mass * g * (body.position.y - ship.yard_centre_mm(yard))
        for cargo in self.cargo.values():
            energy += _kinetic(cargo.body) + cargo.body.mass * g * cargo.body.position.y
        return energy


def touches(body: pymunk.Body, other: pymunk.Body | None = None) -> bool:
    """Return True if the body touched anything (or `other`) in the last step."""
    found = False

    def note(arbiter: pymunk.Arbiter) -> None:
        nonlocal found
        found = found or other is None or other in arbiter.bodies

    body.each_arbiter(note)
    return found


def section_shapes(section: Section, body: pymunk.Body | None) -> list[pymunk.Shape]:
    """Return the engine's shapes of a section, about its centre of gravity."""
    if section.radius_mm is not None:
        return [Circle(body, section.radius_mm)]
    return [Poly(body, part) for part in section.parts]


def wave_line(top_mm: float, half_width_mm: float) -> list[Point]:
    """Return the crests of the cardboard waves on one side of the ship, from the middle outwards (x >= 0)."""
    inner, steps, depth = 0.32 * half_width_mm, 24, 7.0
    points = []
    for step in range(steps + 1):
        x = inner + (half_width_mm - inner) * step / steps
        phase = 3 * math.pi * (x - inner) / (half_width_mm - inner)
        points.append((x, top_mm - depth * (1 - math.cos(phase)) / 2))
    return points


@cache
def _ground(table_below_mm: float, wave_top_mm: float, half_width_mm: float) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of what does not move: the table and, column by column, the waves on both sides."""
    table = -table_below_mm
    # 200 mm of table: nothing that falls here gets through that in one step.
    outlines: list[tuple[Point, ...]] = [
        ((-3000.0, table - 200.0), (3000.0, table - 200.0), (3000.0, table), (-3000.0, table))
    ]
    for side in (-1, 1):
        for (x0, y0), (x1, y1) in pairwise(wave_line(wave_top_mm, half_width_mm)):
            outlines.append(((side * x0, table), (side * x1, table), (side * x1, y1), (side * x0, y0)))
    return tuple(outlines)


def _set_pose(body: pymunk.Body, pose: Pose) -> None:
    # Our bodies have their centre of gravity at their own origin, so angle and position do not disturb each other.
    body.angle = pose.angle
    body.position = (pose.x, pose.y)
    body.velocity = (pose.vx, pose.vy)
    body.angular_velocity = pose.spin


def _kinetic(body: pymunk.Body) -> float:
    # Not body.kinetic_energy, which leaves the factor 1/2 out.
    return 0.5 * (body.mass * body.velocity.length**2 + body.moment * body.angular_velocity**2)


def body_pose(body: pymunk.Body) -> Pose:
    """Return a body's pose and rates in the world's frame."""
    (x, y), (vx, vy) = body.position, body.velocity
    return Pose(x, y, body.angle, vx, vy, body.angular_velocity)
