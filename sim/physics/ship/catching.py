"""Two hands below the ship that try to catch what falls: palms as bodies, with a reaction time and a reach.

People have two hands. The one on the slot's side loads, and only the other waits to catch, on its own side; who holds a
piece with both catches nothing. A hand that has let go comes to where the palm of its side waits, along a path whose
time follows Fitts's law, and is in the way of nothing before; how far it comes fore and aft is not counted. Where a
second person helps, palms of theirs wait on the sides that are left.

The palms wait to port and starboard. Once something has begun to slide or topple visibly, and the reaction time is
over, each palm goes along minimum-jerk paths, whose time follows Fitts's law, to where the next falling piece on its
side should come down. What still lies in a palm when the fingers have closed is caught; so is what keeps leaning on it,
such as a piece between palm and hull. A full hand is closed: what comes next passes it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import pymunk

from sim.physics import Point
from sim.physics.contact.bodies import Body, Poly
from sim.physics.minimum_jerk import Reach, minimum_jerk
from sim.physics.ship.cargo import Cargo
from sim.physics.ship.state import Pose
from sim.physics.ship.world import ShipWorld, touches

PALM_BELOW_MM = 28.0
PALM_THICKNESS_MM = 8.0
FINGER_MM = 12.0
CLOSING_S = 0.06
LEANS_S = 0.3
REACH_MM = 400.0
HOLDS = 2  # pieces in one hand; players report two or three caught at once (FACTS 1.6); assumed
LOOK_AGAIN_S = 0.1
NOTICED_MM = 4.0
NOTICED_RAD = math.radians(12.0)
SIDES = (-1, 1)


def free_sides(slot_side: int, hands: int) -> tuple[int, ...]:
    """Return the sides on which a palm waits while 1 hand or 2 hold a piece for a slot on that side."""
    return (-slot_side,) if hands == 1 else ()


class CatchingHand(Protocol):
    """The measures of a hand that catches."""

    @property
    def width_mm(self) -> float:
        """The width of its palm."""

    @property
    def reach(self) -> Reach:
        """The time that its reaches take."""


@dataclass(frozen=True, slots=True)
class CatchAction:
    """The executed figures of a catch by two hands, drawn before the physics runs.

    reaction_s: from the first visible movement to the hands' start. reach_*: Fitts's law (s, s per bit) and top speed.
    width_mm: of a palm. end_error_mm: how far off a reach of the port and of the starboard hand ends. spare: names of
    pieces that the hands let fall.
    """

    reaction_s: float
    reach_intercept_s: float
    reach_slope_s_per_bit: float
    hand_speed_max_mm_s: float
    width_mm: float
    end_error_mm: tuple[float, float] = (0.0, 0.0)
    spare: tuple[str, ...] = ()

    @property
    def reach(self) -> Reach:
        """The time that reaches of these hands take."""
        return Reach(self.reach_intercept_s, self.reach_slope_s_per_bit, self.hand_speed_max_mm_s)


@dataclass(slots=True)
class Palm:
    """One catching hand. since_s: when it came to where it waits."""

    side: int
    body: pymunk.Body
    start_x: float
    target_x: float
    since_s: float = 0.0
    started_s: float = 0.0
    lasts_s: float = 0.0
    rests: bool = True
    holds: int = 0


@dataclass(slots=True)
class Palms(ABC):
    """The hands that are free, port first, and what they hold in the end. `update` is called once a tick, before it.

    A subclass moves them; what they touch they close on, and a full one stays closed. hands: whose palm it is, by side
    (-1 for port, 1 for starboard). coming: when (s) a hand that has let go will be where the palm of its side waits.
    """

    world: ShipWorld
    hands: Mapping[int, CatchingHand]
    palms: tuple[Palm, ...] = ()
    coming: dict[int, float] = field(default_factory=dict)
    noticed_s: float | None = None
    touched: dict[int, tuple[int, float]] = field(default_factory=dict)
    caught: list[str] = field(default_factory=list)

    def wait(self, side: int, now_s: float = 0.0) -> None:
        """Put a waiting hand into the world, clear of the ship on that side: -1 for port, 1 for starboard."""
        half = self.hands[side].width_mm / 2
        body = Body(body_type=pymunk.Body.KINEMATIC)
        x, y = self.waits_at(side)
        body.position = (x, y)
        shapes: list[pymunk.Shape] = [
            Poly(body, _box(-half, -PALM_THICKNESS_MM, half, 0.0)),
            Poly(body, _box(-half - 4.0, -PALM_THICKNESS_MM, -half, FINGER_MM)),
            Poly(body, _box(half, -PALM_THICKNESS_MM, half + 4.0, FINGER_MM)),
        ]
        self.world.add_palm(body, shapes)
        self.palms = tuple(sorted((*self.palms, Palm(side, body, x, x, now_s)), key=lambda palm: palm.side))

    def waits_at(self, side: int) -> Point:
        """Return where (mm) the palm of that side waits."""
        return side * (self.world.ship.half_beam_mm + 70.0), -PALM_BELOW_MM

    def come(self, at: Point, now_s: float) -> None:
        """Let the hands that held a piece, and let go of it at that point (mm), come to where palms wait."""
        for side in SIDES:
            if any(palm.side == side for palm in self.palms):
                continue
            hand = self.hands[side]
            self.coming[side] = now_s + hand.reach.time_s(math.dist(at, self.waits_at(side)), hand.width_mm)

    def notice(self, now_s: float) -> None:
        """Start the reaction time at the first call: something moves."""
        if self.noticed_s is None:
            self.noticed_s = now_s

    def update(self, now_s: float, falling: list[Cargo], lost: Container[str]) -> None:
        """Steer the palms, and close the fingers on what lies in them and is not yet `lost`."""
        for side in [side for side, there_s in self.coming.items() if now_s >= there_s]:
            del self.coming[side]
            self.wait(side, now_s)
        if self.touched or self.world.touches.palm:
            self._close(now_s, lost)
        self._steer(now_s, falling)

    @abstractmethod
    def _steer(self, now_s: float, falling: list[Cargo]) -> None:
        """Move the palms; `falling` is what can be seen to move."""

    def poses(self) -> tuple[Pose, ...]:
        return tuple(Pose(p.body.position.x, p.body.position.y, 0.0) for p in self.palms)

    def keel_mm(self, side: int) -> float:
        """Return the least distance (mm) of a palm's middle from the ship's axis: no hand reaches under the hull."""
        return self.world.ship.bottom_half_mm + self.hands[side].width_mm / 2

    def _close(self, now_s: float, lost: Container[str]) -> None:
        for piece_id, palm_id in self.world.touches.palm:
            self.touched.setdefault(piece_id, (palm_id, now_s))
        self.world.touches.palm.clear()
        for piece_id, (palm_id, since_s) in list(self.touched.items()):
            cargo = self.world.cargo_of(piece_id)
            if cargo is None or cargo.name in lost:
                del self.touched[piece_id]
            elif now_s >= since_s + CLOSING_S:
                palm = next(palm for palm in self.palms if palm.body.id == palm_id)
                leans = touches(cargo.body, palm.body)
                if self._within(palm, cargo) or (leans and now_s >= since_s + LEANS_S):
                    self._hold(palm, cargo)
                elif not leans:
                    del self.touched[piece_id]

    def _hold(self, palm: Palm, cargo: Cargo) -> None:
        del self.touched[cargo.body.id]
        self.world.remove_cargo(cargo.name)
        self.caught.append(cargo.name)
        palm.holds += 1
        if palm.holds == HOLDS:
            self.world.close_palm(palm.body)

    def _within(self, palm: Palm, cargo: Cargo) -> bool:
        x, y = cargo.body.position - palm.body.position
        return abs(x) <= self.hands[palm.side].width_mm / 2 + 4.0 and 0.0 <= y <= 45.0


@dataclass(slots=True)
class Catchers(Palms):
    """Hands that go by themselves to what falls, after a reaction time and along minimum-jerk paths."""

    hands: Mapping[int, CatchAction]

    @classmethod
    def ready(
        cls, world: ShipWorld, action: CatchAction, sides: Collection[int], helps: CatchAction | None = None
    ) -> Catchers:
        """Put hands that act by themselves into the world, clear of the ship on these sides.

        helps: what a second person does, whose palms wait on the other sides; None for nobody.
        """
        waiting = sides if helps is None else SIDES
        catchers = cls(world, {side: action if helps is None or side in sides else helps for side in SIDES})
        for side in waiting:
            catchers.wait(side)
        return catchers

    def _steer(self, now_s: float, falling: list[Cargo]) -> None:
        dt_s = 1.0 / self.world.setup.profile.tick_hz
        for palm in self.palms:
            started = self.noticed_s is not None and now_s >= self.noticed_s + self.hands[palm.side].reaction_s
            if started and falling:
                self._aim(palm, now_s, falling)
            if palm.rests:
                continue
            share = (now_s + dt_s - palm.started_s) / palm.lasts_s
            palm.rests = share > 1.0 + dt_s / palm.lasts_s  # one tick longer, which stops it
            x = palm.start_x + (palm.target_x - palm.start_x) * minimum_jerk(share)
            palm.body.velocity = ((x - palm.body.position.x) / dt_s, 0.0)

    def _aim(self, palm: Palm, now_s: float, falling: list[Cargo]) -> None:
        if palm.lasts_s and now_s < palm.started_s + LOOK_AGAIN_S:
            return
        action = self.hands[palm.side]
        best: tuple[float, float] | None = None
        for cargo in falling:
            if cargo.name in action.spare or cargo.body.id in self.touched:
                continue  # let go on purpose, or already in a palm: following it would carry it away
            arrival, x = self._landing(cargo)
            if (x < 0) == (palm.side < 0) and arrival >= 0 and (best is None or arrival < best[0]):
                best = (arrival, x)
        if best is None:
            return
        error = action.end_error_mm[0 if palm.side < 0 else 1]
        target = palm.side * min(max(self.keel_mm(palm.side), abs(best[1]) + error), REACH_MM)
        if abs(target - palm.target_x) < 0.1 * action.width_mm:
            return
        palm.start_x, palm.target_x = palm.body.position.x, target
        palm.started_s, palm.rests = now_s, False
        reach_s = action.reach.time_s(abs(target - palm.start_x), action.width_mm)
        palm.lasts_s = max(reach_s, 1.0 / self.world.setup.profile.tick_hz)

    def _landing(self, cargo: Cargo) -> tuple[float, float]:
        """Estimate when (s from now) and where (mm) a piece passes the palms' height.

        A ballistic course, no nearer than the side of the ship; negative seconds when it is already below.
        """
        g = self.world.setup.gravity_mm_s2
        (x, y), (vx, vy) = cargo.body.position, cargo.body.velocity
        drop = y + PALM_BELOW_MM
        if drop < 0:
            return -1.0, x
        fall_s = (vy + math.sqrt(vy * vy + 2 * g * drop)) / g
        landing = x + vx * fall_s
        edge = self.world.ship.hull_half_mm
        return fall_s, math.copysign(max(abs(landing), edge), landing)


def _box(left: float, bottom: float, right: float, top: float) -> list[Point]:
    return [(left, bottom), (right, bottom), (right, top), (left, top)]
