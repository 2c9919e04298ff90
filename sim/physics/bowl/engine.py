"""Cards that touch something: table, bowl and every card in the engine, a few of them awake, the rest lying still.

A resting card is a static shape; only what moves, and what lies right beside something that moves, is a body. A step is
never so long that a card could move deep into another: with D the travel allowed, a block of time is cut into as many
steps as the fastest cards need. So nothing can pass through a card, a wall or the table, however thin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pymunk

from sim.physics.air import Motion, drag_kick
from sim.physics.bowl.card_geometry import Bounds, Corners, bounds, corners, lying_outline, nearer
from sim.physics.bowl.measures import BowlSetup
from sim.physics.contact.bodies import Body, Poly, box, shape_coefficients
from sim.physics.contact.engine_batches import Overlap, bodies_of, motions_of, run_steps
from sim.physics.contact.ground import BeginsToTouch, Finish, Ground, Pointer, pointer
from sim.physics.contact.profiles import new_space

CARD, TABLE, BOWL, RIM = 1, 2, 3, 4  # collision types
TABLE_HALF_MM = 5000.0
_TABLE_DEPTH_MM = 200.0
# The travel of two cards towards each other in one step, as a share of a card's thickness, is at most this over the
# profile's steps a tick: an eighth at play, and finer where the profile is.
_TRAVEL = 3.0
# Cards over the bowl (lane 0) meet the bowl and each other, those beside it only the table and cards in their own lane.
_TABLE_ONLY, _LANES = 1, {0: 2, -1: 4, 1: 8}
# A card that is faster than this, or has moved so far, wakes what lies within reach.
_WAKE_MM_S = 50.0
_WAKE_MM = 0.08
_REACH_MM = 0.25
_AHEAD_MM = 8.0  # resting cards so near are looked at again, until the card has moved that far
# A step grows by this at most from one block to the next: the engine starts from the forces of the step before, times
# the ratio of the steps, so that a sudden growth gives the blow of an impact back several times over.
_GROWTH = 1.2
# Slower than this the air slows a card of any size by less than a thousandth of gravity.
_STILL_AIR_MM_S = 20.0
# What a card in a lane (the bowl: 0) meets: the table, and what is in the same lane.
_FILTERS = {
    lane: pymunk.ShapeFilter(categories=category, mask=category | _TABLE_ONLY) for lane, category in _LANES.items()
}


_TABLE_FILTER = pymunk.ShapeFilter(categories=_TABLE_ONLY)
_TABLE = (
    (-TABLE_HALF_MM, -_TABLE_DEPTH_MM),
    (TABLE_HALF_MM, -_TABLE_DEPTH_MM),
    (TABLE_HALF_MM, 0.0),
    (-TABLE_HALF_MM, 0.0),
)

_HERE = pymunk.Transform.identity()


@dataclass(frozen=True, slots=True)
class Resting:
    """A card that lies still: part of the ground. `woke_at` is where it was when it last woke its neighbours."""

    motion: Motion
    woke_at: Motion
    corners: Corners
    bounds: Bounds
    shape: Pointer
    lane: int = 0


@dataclass(slots=True)
class Awake:
    """A card as a body, and where it was when it last woke its neighbours. `lane` as in sideways.Course."""

    body: pymunk.Body
    shape: pymunk.Poly
    motion: Motion
    speed: float
    woke_at: Motion
    lane: int = 0
    looked_at: Motion | None = None
    ahead: Sequence[tuple[str, Resting]] = ()


@dataclass(slots=True)
class Touch:
    """A card has begun to touch something: table, bowl, rim or the card called `other`."""

    name: str
    kind: int
    other: str | None


class CardEngine:
    """The contact phase. Give it the cards at rest; `wake` and `enter` make them move, `advance` moves them.

    `woken` are resting cards that were woken, `begun` the contacts that began, until the caller clears them
    (`touches`).
    """

    def __init__(self, setup: BowlSetup, watch: Overlap | None = None) -> None:
        self.setup = setup
        self.watch = watch
        self.resting: dict[str, Resting] = {}
        self.awake: dict[str, Awake] = {}
        self.woken: list[str] = []
        self._names: dict[Pointer, str] = {}
        self._by_body: dict[int, Awake] = {}
        self._rows: list[Awake] | None = None  # in the engine's order; None: bodies came or went since it was asked
        self._half_length = setup.plate.length_mm / 2
        self._box = box(setup.plate.length_mm, setup.plate.thickness_mm)
        self._size = setup.plate.length_mm, setup.plate.thickness_mm
        self._dt = math.inf  # the last step
        self._travel_mm = _TRAVEL / setup.profile.steps_per_tick * setup.plate.thickness_mm
        card = setup.card
        self.space = new_space(setup.profile, setup.gravity_mm_s2)
        friction = shape_coefficients(
            {"card": card.friction, "bowl": card.bowl_friction, "table": card.table_friction}, "card"
        )
        elasticity = shape_coefficients(
            {"card": card.restitution, "bowl": card.bowl_restitution, "table": card.table_restitution}, "card"
        )
        self._finishes = {
            lane: Finish(friction["card"], elasticity["card"], CARD, meets) for lane, meets in _FILTERS.items()
        }
        self._ground = Ground(self.space)
        self._ground.add(_TABLE, Finish(friction["table"], elasticity["table"], TABLE, _TABLE_FILTER))
        for part in setup.parts():
            self._ground.add(part, Finish(friction["bowl"], elasticity["bowl"], BOWL, _FILTERS[0]))
        rim = Finish(friction["bowl"], elasticity["bowl"], RIM, _FILTERS[0])
        for at in setup.rims():
            self._ground.add_disc(setup.bowl.rim_radius_mm, at, rim)
        for part in setup.brims():
            self._ground.add(part, rim)
        begins = BeginsToTouch()
        self.begun = begins.begun
        for kind in (CARD, TABLE, BOWL, RIM):
            self.space.on_collision(CARD, kind, begin=begins, data=kind)

    # ------------------------------------------------------------------------------------------ who is here

    def rest(self, name: str, motion: Motion, woke_at: Motion | None = None, lane: int = 0) -> None:
        """Lay a card to rest at this pose; it may be awake (its lane is known then) or not here yet."""
        if name in self.awake:
            woke_at, lane = self.awake[name].woke_at, self.awake[name].lane
            self.leave(name)
        pose = (motion.x, motion.y, motion.angle)
        outline, around = lying_outline(*pose, *self._size)
        shape = self._ground.add(outline, self._finishes[lane])
        self._names[shape] = name
        for awake in self.awake.values():
            awake.looked_at = None
        still = Motion(*pose, 0.0, 0.0, 0.0)
        self.resting[name] = Resting(still, woke_at or still, outline, around, shape, lane)

    def enter(self, name: str, motion: Motion, woke_at: Motion | None = None, lane: int = 0) -> None:
        """Make a body of a card that is not here yet."""
        plate = self.setup.plate
        body = Body(plate.mass_g, plate.moment_g_mm2)
        body.position = motion.x, motion.y
        body.angle = motion.angle
        body.velocity = motion.vx, motion.vy
        body.angular_velocity = motion.omega
        shape = Poly(body, self._box, _HERE)
        shape.friction, shape.elasticity, shape.collision_type, shape.filter = self._finishes[lane]
        self._names[pointer(shape)] = name
        self.space.add(body, shape)
        self.awake[name] = self._by_body[body.id] = Awake(
            body, shape, motion, self._speed(motion), woke_at or motion, lane
        )
        self._rows = None

    def move_aside(self, name: str, lane: int) -> None:
        """Move an awake card to another lane."""
        card = self.awake[name]
        card.lane, card.looked_at, card.ahead = lane, None, ()
        card.shape.filter = _FILTERS[lane]

    def strike(self, name: str, motion: Motion) -> None:
        """Give an awake card the velocity of `motion`, as a blow does."""
        card = self.awake[name]
        card.motion, card.speed = motion, self._speed(motion)
        card.body.velocity = motion.vx, motion.vy
        card.body.angular_velocity = motion.omega

    def leave(self, name: str) -> None:
        """Remove an awake card."""
        card = self.awake.pop(name)
        del self._names[pointer(card.shape)], self._by_body[card.body.id]
        self.space.remove(card.shape, card.body)
        self._rows = None

    def take(self, name: str) -> Resting:
        card = self.resting.pop(name)
        del self._names[card.shape]
        self._ground.remove(card.shape)
        return card

    def wake(self, name: str) -> None:
        """Make a body of a resting card, not yet moving."""
        card = self.take(name)
        self.enter(name, card.motion, card.woke_at, card.lane)
        self.woken.append(name)

    def near(self, outline: Corners, around: Bounds, reach_mm: float, lane: int) -> list[str]:
        """Return the names of the resting cards within reach of a card in that lane."""
        return [
            name
            for name, card in self._within(self.resting.items(), around, reach_mm, lane)
            if nearer(card.corners, outline, reach_mm)
        ]

    def _within(
        self, cards: Iterable[tuple[str, Resting]], around: Bounds, reach_mm: float, lane: int
    ) -> list[tuple[str, Resting]]:
        """Return those of `cards` that lie in that lane and whose bounds come within `reach_mm` of `around`."""
        left, bottom, right, top = around
        left, bottom, right, top = left - reach_mm, bottom - reach_mm, right + reach_mm, top + reach_mm
        found = []
        for named in cards:
            card = named[1]
            a, b, c, d = card.bounds
            if b < top and bottom < d and a < right and left < c and card.lane == lane:
                found.append(named)
        return found

    # ------------------------------------------------------------------------------------------ running

    def _speed(self, motion: Motion) -> float:
        """Return an upper bound of the speed (mm/s) of any point of a card."""
        return math.hypot(motion.vx, motion.vy) + abs(motion.omega) * self._half_length

    def advance(self, block_s: float, least_steps: int) -> None:
        """Let `block_s` pass in at least `least_steps` steps."""
        falling = self.setup.gravity_mm_s2 * block_s
        hypot, half = math.hypot, self._half_length
        fastest = second = 0.0
        for card in list(self.awake.values()):
            speed = card.speed
            if speed > fastest:
                fastest, second = speed, fastest
            elif speed > second:
                second = speed
            if speed <= _WAKE_MM_S:
                # As `_moved` has it.
                x, y, angle, _, _, _ = card.motion
                was_x, was_y, was_angle, _, _, _ = card.woke_at
                if hypot(x - was_x, y - was_y) + abs(angle - was_angle) * half <= _WAKE_MM:
                    continue
            card.woke_at = card.motion
            self._wake_beside(card, (speed + falling) * block_s + _REACH_MM)
        travel = (fastest + second + falling) * block_s  # what has just been woken does not move yet
        steps = max(least_steps, math.ceil(travel / self._travel_mm))
        # A step starts from the forces of the one before, times the ratio of the two steps: the blow of an impact,
        # doubled, would be a blow out of nothing. Steps may shrink at once but grow only slowly.
        steps = max(steps, math.ceil(block_s / (self._dt * _GROWTH)))
        self._dt = block_s / steps
        (run_steps if self.watch is None else self.watch.run_steps)(self.space, self._dt, steps)
        self._read()

    def _wake_beside(self, card: Awake, reach_mm: float) -> None:
        """Wake the resting cards within reach of an awake one."""
        looks = card.looked_at is None or self._moved(card.motion, card.looked_at) + reach_mm > _AHEAD_MM
        if not (looks or card.ahead):
            return
        x, y, angle = card.motion[:3]
        around = bounds(x, y, angle, *self._size)
        if looks:
            card.looked_at = card.motion
            card.ahead = self._within(self.resting.items(), around, reach_mm + _AHEAD_MM, card.lane)
        close = self._within(card.ahead, around, reach_mm, card.lane)
        if close:
            outline = corners(x, y, angle, *self._size)
            for name, still in close:
                if self.resting.get(name) is still and nearer(still.corners, outline, reach_mm):
                    self.wake(name)

    def _read(self) -> None:
        """Read the motions of the awake cards from the engine."""
        rows = self._rows
        if rows is None:
            here = self._by_body
            rows = self._rows = [here[number] for number in bodies_of(self.space) if number in here]
        half, hypot, new = self._half_length, math.hypot, tuple.__new__
        # The static body comes last, if there is one.
        for card, row in zip(rows, motions_of(self.space), strict=False):
            card.motion = new(Motion, row)
            _, _, _, vx, vy, omega = row
            card.speed = hypot(vx, vy) + abs(omega) * half

    def _moved(self, here: Motion, there: Motion) -> float:
        """Return an upper bound of how far (mm) any point of a card has moved between two poses."""
        x, y, angle, _, _, _ = here
        was_x, was_y, was_angle, _, _, _ = there
        return math.hypot(x - was_x, y - was_y) + abs(angle - was_angle) * self._half_length

    def fastest(self) -> float:
        """Return an upper bound of the speed of any point of any awake card (mm/s)."""
        return max((card.speed for card in self.awake.values()), default=0.0)

    def blow(self, dt_s: float) -> None:
        """Apply to the awake cards what the air does in `dt_s`."""
        plate, air = self.setup.plate, self.setup.air
        for card in self.awake.values():
            if card.speed > _STILL_AIR_MM_S:
                x, y, angle, vx, vy, omega = card.motion
                dvx, dvy, domega = drag_kick(plate, air, vx, vy, angle, omega, dt_s)
                card.motion = Motion(x, y, angle, vx + dvx, vy + dvy, omega + domega)
                card.body.velocity = card.motion.vx, card.motion.vy
                card.body.angular_velocity = card.motion.omega

    def motion(self, name: str) -> Motion:
        """Return the motion of an awake card."""
        return self.awake[name].motion

    def touches(self) -> list[Touch]:
        """Return the contacts that began since the last call, in order, and forget them."""
        found = []
        for kind, first, second in self.begun:
            names = [self._names.get(first), self._names.get(second)]
            for one, other in (names, names[::-1]):
                if one is not None and one in self.awake:
                    found.append(Touch(one, kind, other))
        self.begun.clear()
        return found

    def touching(self, name: str) -> bool:
        """Return True if this awake card touches anything now."""
        found: list[bool] = []
        self.awake[name].body.each_arbiter(lambda _arbiter: found.append(True))
        return bool(found)


def build_engine(
    setup: BowlSetup, resting: Iterable[tuple[str, Motion, Motion | None, int]], watch: Overlap | None = None
) -> CardEngine:
    """Build an engine with these cards at rest: name, motion, where each last woke its neighbours, and its lane."""
    engine = CardEngine(setup, watch)
    for name, motion, woke_at, lane in resting:
        engine.rest(name, motion, woke_at, lane)
    return engine
