"""The free ship in MuJoCo: she rolls and pitches, and every piece is a body in space.

A state of sim's, which keeps to its plane, is one of hers: the plane is the ship's own, and each piece is somewhere
before or abaft it. The way back does not exist for a piece that has turned out of the plane.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.engines import Mujoco, MujocoModel, yard_angles
from benchmarks.ship_mjcf import MM, ship_mjcf
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import CargoState, Snapshot

Vector = npt.NDArray[np.float64]
JointStates = Mapping[str, tuple[Vector, Vector]]
"""Coordinates and rates of every joint, in MuJoCo's units: a ship's whole state."""
# Angles in the plane are counter-clockwise for who looks along +y.
_IN_PLANE = np.array([0.0, -1.0, 0.0])
_BOW_DOWN = np.array([-1.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True)
class Afloat:
    """A state of sim's ship, and what is fore and aft in it.

    pitch: how far she is down by the bow (rad), and how fast. fore: how far each piece is before the mast (mm), and how
    fast it goes there.
    """

    snapshot: Snapshot
    pitch: tuple[float, float]
    fore: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Attitude:
    """The hull's angles (rad) and their rates (rad/s); pitch is down by the bow, roll as sim's angles."""

    pitch: float
    roll: float
    pitch_rate: float = 0.0
    roll_rate: float = 0.0

    def turned(self) -> Vector:
        """Return the hull's rotation as a matrix; its columns are her axes in the world."""
        return _rotation(_BOW_DOWN, self.pitch) @ _rotation(_IN_PLANE, self.roll)

    def body(
        self, place: Vector, angle: float, velocity: Vector | float = 0.0, spin: float = 0.0
    ) -> tuple[Vector, Vector]:
        """Return a free joint's coordinates and rates, for a piece upright in the ship's plane.

        place, velocity: x, forward, up (mm, mm/s) in the hull's frame; angle, spin: in the plane, from the hull's.
        """
        turned = self.turned()
        hull = _rotation(_IN_PLANE, self.roll).T @ (self.pitch_rate * _BOW_DOWN) + self.roll_rate * _IN_PLANE
        orientation = turned @ _rotation(_IN_PLANE, angle)
        moves = turned @ (velocity + np.cross(hull, place)) * MM
        turns = orientation.T @ turned @ (hull + spin * _IN_PLANE)
        halves = [(_BOW_DOWN, self.pitch), (_IN_PLANE, self.roll + angle)]
        return np.concatenate([turned @ place * MM, _quaternion(*halves)]), np.concatenate([moves, turns])


def _rotation(axis: Vector, angle: float) -> Vector:
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Vector = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return turned


def _quaternion(first: tuple[Vector, float], second: tuple[Vector, float]) -> Vector:
    """Return the quaternion of a turn about one axis after another, which turns with the first."""
    (a, u), (b, v) = ((math.cos(angle / 2), math.sin(angle / 2) * axis) for axis, angle in (first, second))
    return np.array([a * b - u @ v, *(a * v + b * u + np.cross(u, v))])


def in_space(setup: ShipSetup, afloat: Afloat) -> dict[str, tuple[Vector, Vector]]:
    """Return the free ship's state that is this one of sim's."""
    hull, (pitch, pitch_rate) = afloat.snapshot.hull, afloat.pitch
    attitude = Attitude(pitch, hull.angle, pitch_rate, hull.spin)
    single = {"pitch": afloat.pitch, "hull": (hull.angle, hull.spin), **yard_angles(setup, afloat.snapshot)}
    joints = {name: (np.array([angle]), np.array([rate])) for name, (angle, rate) in single.items()}
    cos, sin = math.cos(hull.angle), math.sin(hull.angle)
    for piece in afloat.snapshot.cargo:
        pose, (fore, fore_rate) = piece.pose, afloat.fore[piece.name]
        x, z = cos * pose.x + sin * pose.y, cos * pose.y - sin * pose.x
        vx, vz = cos * pose.vx + sin * pose.vy + hull.spin * z, cos * pose.vy - sin * pose.vx - hull.spin * x
        joints[piece.name] = attitude.body(
            np.array([x, fore, z]), pose.angle - hull.angle, np.array([vx, fore_rate, vz]), pose.spin - hull.spin
        )
    return joints


class FreeShip(MujocoModel):
    """The free ship with that cargo; of the cargo's states only names, kinds and forms are read."""

    def __init__(
        self, setup: ShipSetup, cargo: Sequence[CargoState], how: Mujoco, state: JointStates | None = None
    ) -> None:
        import mujoco

        super().__init__(ship_mjcf(setup, cargo, how.softness, free=True), how)
        self._kinematics, self._collide = mujoco.mj_kinematics, mujoco.mj_collision
        self._setup = setup
        self._cargo = tuple(cargo)
        for joint, (position, speed) in (state or {}).items():
            self.set_joint(joint, position, speed)

    def joints(self) -> dict[str, tuple[Vector, Vector]]:
        """Return the whole state."""
        joints = {name: self.data.joint(name) for name in self._joints}
        return {name: (joint.qpos.copy(), joint.qvel.copy()) for name, joint in joints.items()}

    def attitude(self) -> Attitude:
        """Return how the hull lies and turns."""
        pitch, roll = (self.data.joint(name) for name in ("pitch", "hull"))
        return Attitude(float(pitch.qpos[0]), float(roll.qpos[0]), float(pitch.qvel[0]), float(roll.qvel[0]))

    def place(self, name: str) -> Vector:
        """Return x, forward and up (mm) of a piece in the hull's frame."""
        place: Vector = self.attitude().turned().T @ self.data.joint(name).qpos[:3] / MM
        return place

    def put(self, name: str, place: Vector, angle: float) -> None:
        """Put a piece into the ship's plane or before it (`Attitude.body`), at rest in her frame."""
        self.set_joint(name, *self.attitude().body(place, angle))

    def touches(self, name: str) -> bool:
        """Return True if a piece overlaps anything where it is."""
        self._kinematics(self.model, self.data)
        self._collide(self.model, self.data)
        pairs = self.data.contact.geom.tolist() if self.data.ncon else []
        return any(name in (self._piece[first], self._piece[second]) for first, second in pairs)

    def run(self, ticks: int, look_ticks: int) -> frozenset[str]:
        """Let time pass, and return what touched table or waves, or is wholly below the deck at the end."""
        for tick in range(ticks):
            self.tick()
            if tick % look_ticks == 0:
                self.note_landings()
        self.note_landings()
        return frozenset(self.landed) | {piece.name for piece in self._cargo if self._below_deck(piece)}

    def _below_deck(self, piece: CargoState) -> bool:
        section = self._setup.pieces[piece.kind].forms[piece.form]
        w, *xyz = self.data.joint(piece.name).qpos[3:]
        half = math.atan2(float(np.linalg.norm(xyz)), w)
        axis = np.array(xyz) / (np.linalg.norm(xyz) or 1.0)
        up = self.attitude().turned()[:, 2]
        corners = _corners(section, section.depth_mm) @ _rotation(axis, 2 * half).T
        return bool(self.place(piece.name)[2] + (corners @ up).max() < self._setup.ship.deck_mm)


def _corners(section: Section, depth: float) -> Vector:
    """Return the corners of an extruded section, a row each; those of its square for a disc."""
    r = section.radius_mm or 0.0
    outline = section.corners or ((-r, -r), (r, -r), (r, r), (-r, r))
    return np.array([(x, side * depth / 2, z) for side in (-1, 1) for x, z in outline])
