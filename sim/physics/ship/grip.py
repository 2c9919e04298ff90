"""How hands hold pieces: firmly at the centre of gravity, or in a pinch from which the piece hangs; and let weight go.

A hand is a kinematic body that a controller moves, with fingers of finite strength. What the fingers of a pinch bear is
limited. They expect their own hand's accelerations and grip half as hard again as these ask for (the margin that people
keep, and their foresight: Westling & Johansson, Exp Brain Res 53, 1984; Flanagan & Wing, Exp Brain Res 95, 1993); wood
that comes in the way meets the rest and the force of pressing, no more. So nobody capsizes the ship by a throw of the
mouse.

The ship is calmed with the piece in the hand: waiting above its place (`CalmWait`), resting it there and giving its
weight slowly (`Easing`). A hand that follows her late, and yields where it is pushed harder than fingers hold, takes
swing out of her; and a weight that comes slowly does not make her swing beyond its heel.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import pymunk

from sim.physics import Point
from sim.physics.contact.bodies import Body
from sim.physics.ship.cargo import Cargo
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import CargoState, Pose
from sim.physics.ship.world import ShipWorld

GRIP_MARGIN = 1.5
GRIP_BELOW_MM = 3.5  # of the upper edge
# Of a piece turned in the fingers, gravity apart; assumed.
SWING_HZ, SWING_DAMPING, STIFFENS_MM_S = 3.2, 0.4, 250.0

Wander = Callable[[float], tuple[float, float, float]]
"""Tremor and drift of a held piece: (dx mm, dy mm, dangle rad) as a function of the time (s) since it was taken up."""


def steady(_t_s: float) -> tuple[float, float, float]:
    """Return no wander at any time: the hand of a statue."""
    return (0.0, 0.0, 0.0)


@dataclass(slots=True)
class Hand:
    """A piece in a hand. `move` sets where the hand shall be one tick later; `release` opens the fingers.

    The fingers carry the piece at its centre of gravity with a force of at most its own weight and a half plus the
    force of pressing, and keep its angle with a torque of that force at a finger's breadth; what is in the way pushes
    it aside beyond that. The joints are the engine's, so nothing here runs inside a step.
    """

    world: ShipWorld
    name: str
    body: pymunk.Body
    joints: tuple[pymunk.Constraint, ...]

    FINGER_BREADTH_MM = 12.0

    @classmethod
    def take(cls, world: ShipWorld, state: CargoState, press_force_mn: float) -> Hand:
        """Put a piece into the world, held at the pose given. Raises KeyError or ValueError as `ShipWorld.add_cargo`
        does.
        """
        cargo = world.add_cargo(state)
        cargo.borne = 1.0
        body = Body(body_type=pymunk.Body.KINEMATIC)
        body.angle = state.pose.angle
        body.position = (state.pose.x, state.pose.y)
        pivot = pymunk.PivotJoint(body, cargo.body, (0, 0), (0, 0))
        turn = pymunk.RotaryLimitJoint(body, cargo.body, 0.0, 0.0)
        strength = 1.5 * cargo.body.mass * world.setup.gravity_mm_s2 + press_force_mn * 1e3
        pivot.max_force = strength
        turn.max_force = strength * cls.FINGER_BREADTH_MM
        for joint in (pivot, turn):
            joint.collide_bodies = False
        world.space.add(body, pivot, turn)
        return cls(world, state.name, body, (pivot, turn))

    def move(self, point: Point, angle: float) -> None:
        """Move so as to be at `point` (world, mm), turned by `angle`, after the next tick."""
        tick_hz = self.world.setup.profile.tick_hz
        x, y = self.body.position
        self.body.velocity = ((point[0] - x) * tick_hz, (point[1] - y) * tick_hz)
        self.body.angular_velocity = (angle - self.body.angle) * tick_hz

    def release(self) -> None:
        """Open the fingers: the piece goes on as it moves now."""
        self.world.space.remove(*self.joints, self.body)
        self.cargo.borne = 0.0

    @property
    def cargo(self) -> Cargo:
        """The piece in the hand."""
        return self.world.cargo[self.name]

    def pose(self) -> Pose:
        return Pose(self.body.position.x, self.body.position.y, self.body.angle)


@dataclass(slots=True)
class Pinch(Hand):
    """A piece between thumb and fingers, hanging from a point near its upper edge."""

    @classmethod
    def pinch(cls, world: ShipWorld, cargo: Cargo, at: Point, angle: float) -> Pinch:
        """Hold a piece that is in the world already, with the fingers at `at` (world, mm)."""
        cargo.borne = 1.0
        body = Body(body_type=pymunk.Body.KINEMATIC)
        body.position = at
        body.angle = angle
        section = cargo.section
        pivot = pymunk.PivotJoint(body, cargo.body, (0, 0), grip_of(section, angle))
        turn = pymunk.DampedRotarySpring(body, cargo.body, 0, 0.0, 0.0)  # as stiff as `hold` says
        for joint in (pivot, turn):
            joint.collide_bodies = False
        world.space.add(body, pivot, turn)
        return cls(world, cargo.name, body, (pivot, turn))

    def hold(self, cargo: Cargo, angle: float, acceleration: Point, press_force_mn: float) -> None:
        """Set the grip so that the piece comes to hang turned by `angle` in a hand with this acceleration (mm/s2)
        ahead.
        """
        pivot, turn = self.joints
        assert isinstance(pivot, pymunk.PivotJoint)
        assert isinstance(turn, pymunk.DampedRotarySpring)
        # Fingers roll a piece so that it hangs below them, whichever way up.
        pivot.anchor_b = grip_of(cargo.section, angle)
        load = cargo.body.mass * math.hypot(acceleration[0], acceleration[1] + self.world.setup.gravity_mm_s2)
        pivot.max_force = GRIP_MARGIN * load + press_force_mn * 1e3
        # One who throws does not let it dangle: the faster, the stiffer.
        arm = math.hypot(*pivot.anchor_b)
        inertia = cargo.section.moment_g_mm2 + cargo.section.mass_g * arm * arm
        rate = swing_rate(self.body.velocity)
        turn.stiffness, turn.damping = inertia * rate**2, 2 * SWING_DAMPING * inertia * rate
        torque = pivot.max_force * self.FINGER_BREADTH_MM
        most = torque / turn.stiffness
        self.body.angle = cargo.body.angle + min(max(angle - cargo.body.angle, -most), most)

    @property
    def grip_in_piece(self) -> Point:
        """The point of the piece that the fingers hold, in the piece's own frame (mm)."""
        pivot = self.joints[0]
        assert isinstance(pivot, pymunk.PivotJoint)
        x, y = pivot.anchor_b
        return x, y

    def grip(self, cargo: Cargo) -> Point:
        """Return the point of the piece that the fingers hold (world, mm)."""
        x, y = cargo.body.local_to_world(self.grip_in_piece)
        return x, y


def swing_rate(velocity: Point) -> float:
    """Return how quickly a piece swings in fingers that move with this velocity (rad/s): the faster, the stiffer."""
    return 2 * math.pi * SWING_HZ * (1.0 + math.hypot(*velocity) / STIFFENS_MM_S)


def grip_of(section: Section, angle: float) -> Point:
    """Return the point at which a section that hangs turned by `angle` is pinched, in its own frame (mm)."""
    low, high = section.core(angle)
    up = high - min(GRIP_BELOW_MM, (high - low) / 3)
    return math.sin(angle) * up, math.cos(angle) * up


@dataclass(slots=True)
class ShipSight:
    """The ship as the eye reports it to the hand: her angle, late by a visuo-motor lag (first order)."""

    lag_s: float
    angle: float

    def look(self, hull_angle: float, dt_s: float) -> float:
        """Return the hull angle (rad) that the hand goes by after another `dt_s`."""
        share = 1.0 if self.lag_s <= 0 else -math.expm1(-dt_s / self.lag_s)
        self.angle += share * (hull_angle - self.angle)
        return self.angle


CALM_FOR_S = 0.3
"""For so long the ship must have been slow enough: at the end of a swing she stands still for a moment. Assumed."""


@dataclass(frozen=True, slots=True)
class Care:
    """A hand's ways with the sway of the ship.

    calm_rad_s: the rate of sway at which she is calm enough. patience_s: the longest wait for it, above the place and
    again on it. ease_s: the time over which a piece that rests on its place is let go; 0 for a hand that does not hold
    on.
    """

    calm_rad_s: float
    patience_s: float
    ease_s: float = 0.0

    @property
    def longest_s(self) -> float:
        """The longest time that all of it takes (s)."""
        return 2.0 * self.patience_s + self.ease_s


@dataclass(slots=True)
class CalmWait:
    """A wait until the ship is calm. It is over at once where she is calm at first sight."""

    care: Care
    begun_s: float
    _calm_since_s: float | None = None
    _looked: bool = False

    def over(self, now_s: float, sway_rad_s: float) -> bool:
        """Take in how fast the ship sways; return True once she has been calm for long enough, or patience is up."""
        calm = sway_rad_s <= self.care.calm_rad_s
        if not calm:
            self._calm_since_s = None
        elif self._calm_since_s is None:
            # One who comes to a calm ship does not wait.
            self._calm_since_s = now_s if self._looked else -math.inf
        self._looked = True
        if self._calm_since_s is not None and now_s - self._calm_since_s >= CALM_FOR_S:
            return True
        return now_s - self.begun_s >= self.care.patience_s


@dataclass(slots=True)
class Easing:
    """A piece that rests on its place in the hand: first until the ship is calm, then while the fingers give way."""

    care: Care
    hand: Hand
    begun_s: float
    _wait: CalmWait = field(init=False)
    _strengths: tuple[float, ...] = field(init=False)
    _eases_since_s: float | None = None

    def __post_init__(self) -> None:
        self._wait = CalmWait(self.care, self.begun_s)
        # Fingers that can bear more than the weight give none of it away at first.
        bears = self.hand.cargo.body.mass * self.hand.world.setup.gravity_mm_s2
        share = min(1.0, bears / self.hand.joints[0].max_force)
        self._strengths = tuple(share * joint.max_force for joint in self.hand.joints)

    def over(self, now_s: float, sway_rad_s: float) -> bool:
        """Take in how fast the ship sways, and from the grip what is due; return True when the fingers shall open."""
        if self._eases_since_s is None:
            if not self._wait.over(now_s, sway_rad_s):
                return False
            self._eases_since_s = now_s
        held = 1.0 - (now_s - self._eases_since_s) / self.care.ease_s
        for joint, strength in zip(self.hand.joints, self._strengths, strict=True):
            joint.max_force = strength * max(0.0, held)
        cargo = self.hand.cargo
        # What the fingers can no longer bear, the wood does.
        cargo.borne = min(1.0, self.hand.joints[0].max_force / (cargo.body.mass * self.hand.world.setup.gravity_mm_s2))
        return held <= 0.0
