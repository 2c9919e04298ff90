"""The ship as one rigid pendulum on either axis: how she swings on with cargo that lies still, while nobody loads her.

Between two turns nothing moves on her, so no engine is needed; her yards and her cargo turn with her.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.measures import Ship, ShipSetup
from sim.physics.ship.state import CargoState, Pitch, Pose, Snapshot
from sim.physics.turning import turned

_DT_S = 1.0 / TICK_HZ


@dataclass(frozen=True, slots=True)
class Pendulum:
    """A pendulum I a'' = -g (S sin a + A cos a) - 2 v J a' - c J sgn a', between two stops.

    viscous_per_s, dry_s2: 2 v J / I and c J / I, where J is of the empty ship, whose friction it is.
    """

    inertia_g_mm2: float
    righting_g_mm: float
    across_g_mm: float
    viscous_per_s: float
    dry_s2: float
    stop_rad: float

    @staticmethod
    def of(ship: Ship, empty_g_mm2: float, inertia_g_mm2: float, righting_g_mm: float, across_g_mm: float) -> Pendulum:
        """Return the pendulum that the laden ship is on one axis; empty_g_mm2: J of the empty one."""
        measures, own = ship.measures, empty_g_mm2 / inertia_g_mm2
        return Pendulum(
            inertia_g_mm2,
            righting_g_mm,
            across_g_mm,
            2 * measures.pivot_viscous_per_s * own,
            measures.pivot_coulomb_s2 * own,
            math.radians(measures.end_stop_deg),
        )

    def run(self, angle: float, rate: float, gravity_mm_s2: float, ticks: int = 1) -> tuple[float, float]:
        """Return angle (rad) and rate (rad/s) some ticks later; semi-implicit, so that no swing gains energy."""
        upright = _DT_S * gravity_mm_s2 * self.righting_g_mm / self.inertia_g_mm2
        aside = _DT_S * gravity_mm_s2 * self.across_g_mm / self.inertia_g_mm2
        kept, dry, stop = 1.0 - _DT_S * self.viscous_per_s, _DT_S * self.dry_s2, self.stop_rad
        for _ in range(ticks):
            rate = kept * rate - upright * math.sin(angle) - aside * math.cos(angle)
            if rate > dry:
                rate -= dry
            elif rate < -dry:
                rate += dry
            else:
                rate = 0.0
            angle += _DT_S * rate
            if not -stop <= angle <= stop:
                angle, rate = math.copysign(stop, angle), 0.0
        return angle, rate


@dataclass(slots=True)
class Swing:
    """A ship that swings on from a snapshot, all that is on her at rest in her own frame."""

    setup: ShipSetup
    start: Snapshot
    ticks: int = 0
    _roll: Pendulum = field(init=False)
    _pitch: Pendulum = field(init=False)
    _now: tuple[float, float, float, float] = field(init=False)

    def __post_init__(self) -> None:
        ship, hull, pitch = self.setup.ship, self.start.hull, self.start.pitch
        roll_inertia, pitch_inertia = ship.inertia_g_mm2, ship.pitch_inertia_g_mm2
        righting, across, ahead = ship.righting_g_mm, ship.across_g_mm, ship.list_g_mm[1]
        for state in self.start.cargo:
            section = self.setup.pieces[state.kind].forms[state.form]
            mass, (x, y) = section.mass_g, turned(state.pose.x, state.pose.y, -hull.angle)
            roll_inertia += section.moment_g_mm2 + mass * (x * x + y * y)
            pitch_inertia += mass * (y * y + state.fore.mm**2)
            righting -= mass * y
            across += mass * x
            ahead += mass * state.fore.mm
        self._roll = Pendulum.of(ship, ship.inertia_g_mm2, roll_inertia, righting, across)
        self._pitch = Pendulum.of(ship, ship.pitch_inertia_g_mm2, pitch_inertia, righting, -ahead)
        self._now = (hull.angle, hull.spin, pitch.angle, pitch.rate)

    def at(self, ticks: int) -> Snapshot:
        """Return the ship at this number of control ticks after the start, or of the latest asked for so far."""
        roll, spin, pitch, rate = self._now
        g = self.setup.gravity_mm_s2
        further = max(0, ticks - self.ticks)
        roll, spin = self._roll.run(roll, spin, g, further)
        pitch, rate = self._pitch.run(pitch, rate, g, further)
        self.ticks, self._now = self.ticks + further, (roll, spin, pitch, rate)
        return self._turned(roll, spin, Pitch(pitch, rate))

    def _turned(self, roll: float, spin: float, pitch: Pitch) -> Snapshot:
        by = roll - self.start.hull.angle

        def carried(pose: Pose) -> Pose:
            x, y = turned(pose.x, pose.y, by)
            return Pose(x, y, pose.angle + by, -spin * y, spin * x, spin)

        cargo: Sequence[CargoState] = [replace(state, pose=carried(state.pose)) for state in self.start.cargo]
        return Snapshot(carried(self.start.hull), tuple(map(carried, self.start.yards)), tuple(cargo), pitch)
