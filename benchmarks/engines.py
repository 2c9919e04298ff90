"""One placement carried out by either engine: the same state put in, the same few figures read out.

Both are stepped a control tick (1/120 s) at a time, as a match would, and asked every third tick what has landed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from benchmarks.placements import Placement
from benchmarks.ship_mjcf import MM, SOFTNESS, Softness, ship_mjcf
from sim.errors import InputError
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.measures import ShipSetup, load_ship_profile
from sim.physics.ship.state import CargoState, Fore, Pitch, Snapshot
from sim.physics.ship.world import ShipWorld

Coordinates = float | npt.NDArray[np.float64]
SECONDS = 4.0
LOOK_TICKS = 3


def need_mujoco() -> None:
    """Raise InputError where MuJoCo, which is optional, is missing."""
    if find_spec("mujoco") is None:
        raise InputError("expected MuJoCo to be installed: pip install -r benchmarks/requirements.txt.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a placement after some seconds.

    `fell` names the pieces that touched table or waves, or that are wholly below the deck at the end. `places` are x, y
    (mm) and angle (rad) of every piece in the hull's frame, `hull_rad` is the hull's angle. `build_s` and `step_s` are
    processor seconds, for building the world and for stepping it. `sound` is false where the engine ran away.
    """

    fell: frozenset[str]
    places: Mapping[str, tuple[float, float, float]]
    hull_rad: float
    build_s: float
    step_s: float
    sound: bool


class Engine(Protocol):
    """A way to carry out a placement."""

    @property
    def label(self) -> str:
        """The engine's name in tables."""

    @property
    def step_hz(self) -> int:
        """Steps a second."""

    def run(self, setup: ShipSetup, placement: Placement, seconds: float = SECONDS) -> Outcome:
        """Run the placement, from its snapshot, for `seconds`."""


@dataclass(frozen=True, slots=True)
class Pymunk:
    """sim.physics.ship.world.ShipWorld, with the reference's contact settings and any number of steps a tick.

    All cargo is amidships, so that she does not pitch: the other engine has her plane alone.
    """

    steps_per_tick: int

    @property
    def label(self) -> str:
        """The engine's name in tables."""
        return "pymunk"

    @property
    def step_hz(self) -> int:
        """Steps a second."""
        return TICK_HZ * self.steps_per_tick

    def run(self, setup: ShipSetup, placement: Placement, seconds: float = SECONDS) -> Outcome:
        """Run the placement, from its snapshot, for `seconds`."""
        begun = time.process_time()
        world = self.world(setup, placement.snapshot)
        world.add_cargo(replace(placement.placed, fore=Fore()))
        built = time.process_time()
        for _ in range(round(seconds * TICK_HZ)):
            world.tick()
        ended = time.process_time()
        landed = frozenset(piece.name for i in world.touches.ground if (piece := world.cargo_of(i)) is not None)
        places = pymunk_places(world)
        fell = landed | below_deck(setup, placement.cargo, places)
        return Outcome(fell, places, world.hull.angle, built - begun, ended - built, world.is_finite())

    def world(self, setup: ShipSetup, snapshot: Snapshot) -> ShipWorld:
        """Build the ship's world at this step."""
        profile = replace(load_ship_profile("reference"), name=self.label, steps_per_tick=self.steps_per_tick)
        amidships = tuple(replace(piece, fore=Fore()) for piece in snapshot.cargo)
        return ShipWorld(replace(setup, profile=profile), replace(snapshot, cargo=amidships, pitch=Pitch()))


@dataclass(frozen=True, slots=True)
class Mujoco:
    """The same ship in MuJoCo with one of its integrators (`implicitfast`, `Euler`, `discrete`).

    Solver, iterations and tolerances are MuJoCo's own; how soft contacts are is not (`Softness`).
    """

    steps_per_tick: int
    integrator: str = "implicitfast"
    softness: Softness = SOFTNESS

    @property
    def label(self) -> str:
        """The engine's name in tables."""
        return f"MuJoCo {self.integrator}"

    @property
    def step_hz(self) -> int:
        """Steps a second."""
        return TICK_HZ * self.steps_per_tick

    def run(self, setup: ShipSetup, placement: Placement, seconds: float = SECONDS) -> Outcome:
        """Run the placement, from its snapshot, for `seconds`. Raises ImportError without MuJoCo."""
        begun = time.process_time()
        ship = self.world(setup, placement.snapshot, placement.cargo)
        built = time.process_time()
        for tick in range(round(seconds * TICK_HZ)):
            ship.tick()
            if tick % LOOK_TICKS == 0:
                ship.note_landings()
        ended = time.process_time()
        ship.note_landings()
        places = ship.places()
        fell = frozenset(ship.landed) | below_deck(setup, placement.cargo, places)
        return Outcome(fell, places, ship.angle("hull"), built - begun, ended - built, ship.is_sound())

    def world(self, setup: ShipSetup, snapshot: Snapshot, cargo: Sequence[CargoState]) -> MujocoShip:
        """Build the ship at this step, hull and yards as in the snapshot, and that cargo. Raises ImportError."""
        return MujocoShip(setup, snapshot, cargo, self)


def pymunk_places(world: ShipWorld) -> dict[str, tuple[float, float, float]]:
    """Return x, y (mm) and angle (rad) of every piece in the hull's frame."""
    cargo, poses = world.ship_frame()
    return {piece.name: (x, y, angle) for piece, (x, y, angle) in zip(cargo, poses.tolist(), strict=True)}


def yard_angles(setup: ShipSetup, snapshot: Snapshot) -> dict[str, tuple[float, float]]:
    """Return how far each yard has rocked from the way it is mounted (rad), and how fast."""
    hull = snapshot.hull
    return {
        yard.name: (pose.angle - hull.angle - yard.tilt_rad, pose.spin - hull.spin)
        for yard, pose in zip(setup.ship.yards, snapshot.yards, strict=False)
    }


class MujocoModel:
    """A MuJoCo model of a ship and its state, in steps of a control tick."""

    def __init__(self, mjcf: str, how: Mujoco) -> None:
        import mujoco

        self._step = mujoco.mj_step
        self.model: Any = mujoco.MjModel.from_xml_string(mjcf)
        self.data: Any = mujoco.MjData(self.model)
        model = self.model
        model.opt.timestep = 1.0 / how.step_hz
        model.opt.integrator = getattr(mujoco.mjtIntegrator, f"mjINT_{how.integrator.upper()}")
        # A state that has run away must be seen, not replaced by the first one.
        model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
        self._steps = how.steps_per_tick
        self._joints = {model.joint(i).name: i for i in range(model.njnt)}
        ground = [model.geom(i).name.startswith("ground") for i in range(model.ngeom)]
        self._ground = frozenset(i for i, is_ground in enumerate(ground) if is_ground)
        self._piece = {i: model.body(model.geom_bodyid[i]).name for i in range(model.ngeom)}
        self.landed: set[str] = set()

    def set_joint(self, joint: str, position: Coordinates, speed: Coordinates) -> None:
        """Set a joint's coordinates and their rates, in MuJoCo's units; nothing where the ship has no such joint."""
        if joint in self._joints:
            self.data.joint(joint).qpos[:] = position
            self.data.joint(joint).qvel[:] = speed

    def angle(self, joint: str) -> float:
        """Return a joint's coordinate: rad for a hinge, m for a slide."""
        return float(self.data.qpos[self.model.jnt_qposadr[self._joints[joint]]])

    def tick(self) -> None:
        """Advance by one control tick (1/120 s)."""
        self._step(self.model, self.data, nstep=self._steps)

    def note_landings(self) -> None:
        """Note which pieces touch table or waves now."""
        if self.data.ncon:
            for first, second in self.data.contact.geom.tolist():
                if first in self._ground:
                    self.landed.add(self._piece[second])
                elif second in self._ground:
                    self.landed.add(self._piece[first])

    def is_sound(self) -> bool:
        """Return False when MuJoCo has warned of a bad state or the state is not finite."""
        return not any(warning.number for warning in self.data.warning) and bool(np.isfinite(self.data.qpos).all())


class MujocoShip(MujocoModel):
    """The ship that keeps to the plane, read and set in the units and the plane of sim."""

    def __init__(self, setup: ShipSetup, snapshot: Snapshot, cargo: Sequence[CargoState], how: Mujoco) -> None:
        super().__init__(ship_mjcf(setup, cargo, how.softness), how)
        self._names = [piece.name for piece in cargo]
        self.set_joint("hull", snapshot.hull.angle, snapshot.hull.spin)
        for name, (angle, spin) in yard_angles(setup, snapshot).items():
            self.set_joint(name, angle, spin)
        for piece in cargo:
            pose = piece.pose
            self.set_joint(f"{piece.name}/x", pose.x * MM, pose.vx * MM)
            self.set_joint(f"{piece.name}/y", pose.y * MM, pose.vy * MM)
            self.set_joint(f"{piece.name}/angle", pose.angle, pose.spin)

    def places(self) -> dict[str, tuple[float, float, float]]:
        """Return x, y (mm) and angle (rad) of every piece in the hull's frame."""
        hull = self.angle("hull")
        cos, sin = math.cos(hull), math.sin(hull)
        found = {}
        for name in self._names:
            x, y = self.angle(f"{name}/x") / MM, self.angle(f"{name}/y") / MM
            found[name] = (cos * x + sin * y, cos * y - sin * x, self.angle(f"{name}/angle") - hull)
        return found


def below_deck(
    setup: ShipSetup, cargo: Sequence[CargoState], places: Mapping[str, tuple[float, float, float]]
) -> frozenset[str]:
    """Return the pieces whose highest point is below the deck, in the hull's frame: nothing aboard is."""
    deck = setup.ship.deck_mm
    below = set()
    for piece in cargo:
        _, y, angle = places[piece.name]
        section = setup.pieces[piece.kind].forms[piece.form]
        if math.isfinite(y) and y < deck and y + section.extent(angle)[3] < deck:
            below.add(piece.name)
    return frozenset(below)
