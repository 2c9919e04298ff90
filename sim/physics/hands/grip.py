"""A hand that holds a piece: a kinematic body that a controller moves, and fingers of finite strength."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pymunk

from sim.physics.contact.bodies import Point
from sim.physics.ship.state import CargoState, Pose
from sim.physics.ship.world import ShipWorld

Wander = Callable[[float], tuple[float, float, float]]
"""Tremor and drift of a held piece: (dx mm, dy mm, dangle rad) as a function of the time (s) since it was taken up."""


def steady(_t_s: float) -> tuple[float, float, float]:
    """The wander of a hand of stone."""
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
        """Put a piece into the world, held at the pose given. Raises as `ShipWorld.add_cargo`."""
        cargo = world.add_cargo(state)
        body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
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

    def pose(self) -> Pose:
        """Where the hand is."""
        return Pose(self.body.position.x, self.body.position.y, self.body.angle)


@dataclass(slots=True)
class ShipSight:
    """The ship as the eye reports it to the hand: her angle, late by a visuo-motor lag (first order)."""

    lag_s: float
    angle: float

    def look(self, hull_angle: float, dt_s: float) -> float:
        """The angle that the hand goes by after another `dt_s`."""
        share = 1.0 if self.lag_s <= 0 else -math.expm1(-dt_s / self.lag_s)
        self.angle += share * (hull_angle - self.angle)
        return self.angle
