"""An attempt by a hand that follows a pointer: a piece hangs from a pinch, is carried, set down or flicked, and caught.

The hand goes where the pointer is, as fast as a hand can; how the piece hangs from it is in grip.py.

A hand comes from before the ship: while it is carried the piece is nearer to the viewer than her plane and meets
nothing. It is brought in as soon as it is over its slot's wood and there is room for it, or where it is let go; what is
thrown where there is no room flies before her until there is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Protocol

from sim.physics import Point
from sim.physics.minimum_jerk import Reach
from sim.physics.pointer import pursue
from sim.physics.ship.attempt import CAP_S, Attempt, Moment, pieces_by_slot
from sim.physics.ship.cargo import Cargo
from sim.physics.ship.catching import REACH_MM, SIDES, Palms, free_sides
from sim.physics.ship.fitting import Probe, free_row, put_fore, within_limits
from sim.physics.ship.flight import Flight, foretell
from sim.physics.ship.grip import Hand, Pinch, grip_of
from sim.physics.ship.letting_go import FLICK_MM_S, Opening, Refusal, judge_letting_go
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import CargoState, Pose
from sim.physics.ship.world import ShipWorld, body_pose, touches

FASTEST_MM_S2 = 60_000.0
"""The greatest acceleration of a hand, about 6 g: assumed. A reach of 150 mm in 0.3 s has 10 000."""
TURN_RAD_S = 7.0  # assumed: a quarter turn of the wrist in 0.22 s
LAG_MM = 3.0
KEEPS_MM = 10.0
CLEAR_MM = 4.0  # below the next yard, which may be tilted
STARTS_MM_S = 20.0
ALARM_MM_S = 120.0
FLOWN_MOST = 360  # places of a path, one a tick: 3 s


@dataclass(frozen=True, slots=True)
class HandTarget:
    """A holding hand's target for one tick: where to be at its end (mm, rad), the stance of the hold, whether to let
    go.

    throws: the velocity (mm/s) with which a hand that lets go throws; None for one that sets down.
    """

    x: float
    y: float
    angle: float
    stance: str
    lets_go: bool = False
    throws: Point | None = None


class HandGuide(Protocol):
    """The source of a hand's targets: a pointer, or the record of one. Ticks count from the taking of the piece."""

    def wish(self, tick: int) -> HandTarget:
        """Return the target of the holding hand for this tick."""
        ...

    def keep(self) -> None:
        """Take note that the hand was to open and does not: it holds on."""
        ...

    def palm(self, tick: int) -> float | None:
        """Return where (mm from the ship's axis) a palm is to be at the end of this tick; None for no place in
        particular.
        """
        ...


@dataclass(frozen=True, slots=True)
class Grasp:
    """The piece taken, the slot it is for, and what the hand can do (its reaches; millinewton; mm).

    fore_mm: how far before the slot's middle the hand, which shows no depth, puts the piece. waiting: the sides on
    which palms wait from the first, -1 for port; None: on that of the hand that is free. Without any nobody catches.
    """

    name: str
    kind: str
    slot: int
    reach: Reach
    press_force_mn: float
    width_mm: float
    fore_mm: float = 0.0
    waiting: tuple[int, ...] | None = None


@dataclass(slots=True)
class GuidedPalms(Palms):
    """Palms that a pointer guides: the one on its side goes where it is, as fast as a hand can.

    moved_s, moved_side: of the first move after something was seen to fall; the wish is enough where the hand is still
    on its way, since it is the person who reacts. falls_side: of what fell.
    """

    wish: float | None = None
    moved_s: float | None = None
    moved_side: int = 0
    falls_side: int = 0
    _speeds: dict[int, float] = field(default_factory=dict)

    def _steer(self, now_s: float, falling: list[Cargo]) -> None:
        dt_s = 1.0 / self.world.setup.profile.tick_hz
        if self.noticed_s is not None and not self.falls_side and falling:
            lowest = min(falling, key=lambda cargo: (cargo.body.position.y, cargo.name))
            self.falls_side = -1 if lowest.body.position.x < 0 else 1
        there = {palm.side: palm for palm in self.palms}
        for side in SIDES:
            before, palm = self._speeds.get(side, 0.0), there.get(side)
            x, _ = self.waits_at(side) if palm is None else palm.body.position
            was = 0.0 if palm is None or palm.since_s == now_s else before
            wish = x
            if self.wish is not None and (self.wish < 0) == (side < 0):
                wish = side * min(max(self.keel_mm(side), abs(self.wish)), REACH_MM)
            fastest = self.hands[side].reach.speed_max_mm_s
            speed, _ = pursue((x, 0.0), (was, 0.0), (wish, 0.0), fastest, FASTEST_MM_S2, dt_s)
            if palm is not None:
                palm.body.velocity = (speed, 0.0)
            self._speeds[side] = speed
            begins = abs(speed) > STARTS_MM_S >= abs(before)
            if begins and self.moved_s is None and self.noticed_s is not None:
                self.moved_s, self.moved_side = now_s, side


class Carrying(Attempt):
    """An attempt under way, by a hand that follows a pointer. `refused` says why it did not open when it should.

    Build it on a fresh world; the piece must not be in it. row, fore_mm: the row of the deck that it goes into,
    and how far before the mast its middle is. touched: has the
    piece met wood? inside: is it in the ship's plane? thrown: did the guide throw it? astray: the slot on which a
    thrown piece lay that never rested on its own; it is taken off the ship again, and counts as fallen. held_back:
    ticks in which the hand could not be where the pointer was. release, motion: how the piece was let go, its pose in
    the ship's frame and in the world's, and its velocity in the world. ship: as she lay then, without the piece.
    flight: as foretold when it was let go. flown: the path of its centre since then (mm, world's frame), a place a
    tick, at most FLOWN_MOST.
    """

    def __init__(self, world: ShipWorld, grasp: Grasp, guide: HandGuide, cap_s: float = CAP_S) -> None:
        super().__init__(world, grasp.name, grasp.kind, cap_s)
        self.grasp = grasp
        self.guide = guide
        self.slot = world.ship.slot(grasp.slot)
        self.row = free_row(world, self.slot)
        self.fore_mm = world.ship.middle_mm(self.slot, self.row)
        self.inside = self.touched = self.flicked = self.thrown = self.alarm = self.returned = False
        self.refused: Refusal | None = None
        self.held_back = 0
        self.ticks_held = 0
        self.trace: list[tuple[float, float, float]] = []
        self.release: Pose | None = None
        self.motion: Pose | None = None
        self.ship = world.snapshot()
        self.flight: Flight | None = None
        self.flown: list[Point] = []
        self.release_velocity: Point = (0.0, 0.0)
        self.release_height_mm = self.lowered_mm_s = 0.0
        self._speed: Point = (0.0, 0.0)
        self._flies = self._came = False
        self.astray: int | None = None
        wish = guide.wish(0)
        self.stance = wish.stance
        self._angle = self._stance_angle(wish)
        self.guided = GuidedPalms(world, dict.fromkeys(SIDES, grasp))
        waiting = free_sides(self.slot.side, hands=1) if grasp.waiting is None else grasp.waiting
        for side in waiting:
            self.guided.wait(side)
        self.catchers = self.guided if waiting else None
        self._take((wish.x, wish.y))
        self._begin("takes")

    @property
    def cargo(self) -> Cargo:
        """The piece in the hand; KeyError once it is gone."""
        return self.world.cargo[self.name]

    @property
    def place(self) -> tuple[float, float, float]:
        """The piece's pose in the ship's frame: its centre of gravity (mm) and its angle (rad)."""
        return self._place(self.cargo)

    def put_back(self) -> None:
        """End the attempt as if nothing had happened; allowed only before the piece has met wood."""
        self.done = self.returned = True

    def _stance_angle(self, wish: HandTarget) -> float:
        return wish.angle + self.world.setup.pieces[self.kind].stances[wish.stance].angle

    def _take(self, at: Point) -> None:
        """Hold the piece, in its stance, with the fingers there."""
        stance = self.world.setup.pieces[self.kind].stances[self.stance]
        section = self.world.setup.pieces[self.kind].forms[stance.form]
        gx, gy = grip_of(section, self._angle)
        cos, sin = math.cos(self._angle), math.sin(self._angle)
        pose = Pose(at[0] - cos * gx + sin * gy, at[1] - sin * gx - cos * gy, self._angle, *self._speed)
        fore = put_fore(self.world.setup, self.slot, self.row, section, self.grasp.fore_mm)
        state = CargoState(self.name, self.kind, stance.form, pose, self.row, fore)
        cargo = self.world.add_cargo(state)
        self.world.hold_before(cargo)
        self.hand = Pinch.pinch(self.world, cargo, at, self._angle)

    # ------------------------------------------------------------------------------------------ a tick

    def _steer(self, hand: Hand, now: float) -> None:
        assert isinstance(hand, Pinch)
        wish = self.guide.wish(self.ticks_held)
        self._look(hand)
        if wish.lets_go:
            opening = self.letting_go(wish.throws is not None or math.hypot(*self._speed) > FLICK_MM_S)
            if isinstance(opening, Opening):
                self._open(hand, now, opening, wish.throws)
                return
            self.refused = opening
            self.guide.keep()
            wish = self.guide.wish(self.ticks_held)
        elif wish.stance != self.stance and not self.inside:
            self._turn_round(hand, wish)
            assert isinstance(self.hand, Pinch)
            hand = self.hand
        self._move(hand, wish)
        self.ticks_held += 1

    def tick(self) -> None:
        """Advance by one control tick."""
        if self.hand is None:
            self.guided.wish = self.guide.palm(self.ticks_held)
            self.ticks_held += 1
            self._enter()
        super().tick()
        if self.flight is not None and len(self.flown) < FLOWN_MOST and self.name in self.world.cargo:
            self.flown.append((self.cargo.body.position.x, self.cargo.body.position.y))

    def _enter(self) -> None:
        """Bring what was thrown before the ship into her plane, as soon as there is room for it."""
        cargo = self.world.cargo.get(self.name)
        if self.inside or cargo is None or cargo.falling:
            return
        x, y, angle = self._place(cargo)
        if not Probe(self.world, cargo.section, angle, cargo.layer).overlaps(x, y):
            self.world.bring_in(cargo)
            self.inside = True

    def _look(self, hand: Pinch) -> None:
        """Bring the piece into the ship's plane where it belongs, take it out where it may not stay."""
        world, cargo = self.world, self.cargo
        x, y, angle = self._place(cargo)
        self.trace.append((x, y, angle))
        meets = self.inside and touches(cargo.body)
        if meets and not self.touched:
            self.touched, self.lowered_mm_s = True, -self._speed[1]
        here = self._near(cargo.section, x, y, angle) and abs(self._beyond(cargo.section, x, angle)) < 0.5
        if self.inside and not here and not meets:
            world.hold_before(cargo)
            self.inside = False
        elif not self.inside and here and not Probe(world, cargo.section, angle, cargo.layer).overlaps(x, y):
            world.bring_in(cargo)
            self.inside = True

    def _place(self, cargo: Cargo) -> tuple[float, float, float]:
        x, y = self.world.to_ship((cargo.body.position.x, cargo.body.position.y))
        return x, y, cargo.body.angle - self.world.hull.angle

    def _near(self, section: Section, x: float, y: float, angle: float) -> bool:
        """Return True if a piece there is over the slot's wood and clear of the next yard."""
        slot = self.slot
        left, _, right, top = section.extent(angle)
        over = x + right > slot.wood_left_mm and x + left < slot.wood_right_mm
        return over and slot.surface_at(x) < y + top < slot.ceiling_mm - CLEAR_MM

    def _beyond(self, section: Section, x: float, angle: float) -> float:
        """Return how far (mm, signed) a piece there would have to move to be between the limits of the slot."""
        return within_limits(self.slot, section, angle, x) - x

    def _move(self, hand: Pinch, wish: HandTarget) -> None:
        cargo, dt = self.cargo, 1.0 / self.world.setup.profile.tick_hz
        here = (hand.body.position.x, hand.body.position.y)
        grip = hand.grip(cargo)
        fastest = self.grasp.reach.speed_max_mm_s
        vx, vy = pursue(here, self._speed, (wish.x, wish.y), fastest, FASTEST_MM_S2, dt)
        x, y = self._held(grip, (here[0] + vx * dt, here[1] + vy * dt), (wish.x, wish.y))
        vx, vy = (x - here[0]) / dt, (y - here[1]) / dt
        if math.hypot(wish.x - x, wish.y - y) > 0.5:
            self.held_back += 1
        turn = TURN_RAD_S * dt
        self._angle += min(max(self._stance_angle(wish) - self._angle, -turn), turn)
        change = ((vx - self._speed[0]) / dt, (vy - self._speed[1]) / dt)
        hand.hold(cargo, self._angle, change, self.grasp.press_force_mn)
        hand.body.velocity = (vx, vy)
        self._speed = (vx, vy)

    def _held(self, grip: Point, there: Point, wish: Point) -> Point:
        """Return where the hand gets to: not away from a piece that is stuck, and not with it into another slot.

        A hand keeps within its slot: that much one sees. A hand well outside of it is before the ship.
        """
        stuck = self.inside and touches(self.cargo.body)
        far = math.dist(there, grip)
        # A hand that moves is ahead of its piece by what it moves in a tick.
        lag = LAG_MM + math.hypot(*self._speed) / self.world.setup.profile.tick_hz
        if stuck and far > lag:
            share = lag / far
            there = grip[0] + (there[0] - grip[0]) * share, grip[1] + (there[1] - grip[1]) * share
        x, y, angle = self._shifted(grip, there)
        back = self._beyond(self.cargo.section, x, angle)
        wished, _, _ = self._shifted(grip, wish)
        keeps = abs(self._beyond(self.cargo.section, wished, angle)) <= KEEPS_MM
        if stuck or (keeps and self._near(self.cargo.section, x, y, angle)):
            hull = self.world.hull.angle
            there = there[0] + math.cos(hull) * back, there[1] + math.sin(hull) * back
        return there

    def _shifted(self, grip: Point, there: Point) -> tuple[float, float, float]:
        """Return the piece's pose in the ship's frame with the fingers at `there`."""
        x, y, angle = self._place(self.cargo)
        cos, sin = math.cos(self.world.hull.angle), math.sin(self.world.hull.angle)
        dx, dy = there[0] - grip[0], there[1] - grip[1]
        return x + cos * dx + sin * dy, y + cos * dy - sin * dx, angle

    def _turn_round(self, hand: Pinch, wish: HandTarget) -> None:
        """Take the piece another way: another side of it faces the viewer, or it is turned half round."""
        at = (hand.body.position.x, hand.body.position.y)
        hand.release()
        self.world.remove_cargo(self.name)
        self.stance = wish.stance
        self._angle = self._stance_angle(wish)
        self._take(at)

    # ------------------------------------------------------------------------------------------ letting go

    def letting_go(self, thrown: bool) -> Opening | Refusal:
        """Return what letting go now would meet; the hand must hold the piece. thrown: if the hand threw it."""
        cargo = self.cargo
        return judge_letting_go(self.world, cargo, self._place(cargo), self.slot, self.inside, thrown)

    def refusal(self, throws: bool = False) -> Refusal | None:
        """Return why the hand would not open now; None where it would, and where it holds nothing.

        throws: its guide would throw.
        """
        if self.hand is None or self.done:
            return None
        found = self.letting_go(throws or math.hypot(*self._speed) > FLICK_MM_S)
        return found if isinstance(found, Refusal) else None

    def _open(self, hand: Pinch, now: float, opening: Opening, throws: Point | None) -> None:
        cargo = self.cargo
        x, y, angle = self._place(cargo)
        stuck = self.inside and touches(cargo.body)
        if throws is not None:
            self.thrown = self._flies = True
            if not stuck:
                # The path says how fast the hand is: so the same gesture throws alike, however the piece swung.
                share = min(1.0, self.grasp.reach.speed_max_mm_s / math.hypot(*throws))
                self._speed = throws[0] * share, throws[1] * share
                cargo.body.velocity = self._speed
        if (opening.x, opening.y) != (x, y):
            x, y = opening.x, opening.y
            cargo.body.position = self.world.from_ship((x, y))
        velocity = cargo.body.velocity
        self.flicked = self.thrown or math.hypot(*self._speed) > FLICK_MM_S
        self.release_velocity = self._speed
        if not self.touched:
            self.lowered_mm_s = -self._speed[1]
        if stuck:
            self.release_height_mm = min(0.0, hand.body.position.y - hand.grip(cargo)[1])
        else:
            self.release_height_mm = self._height(cargo.section, x, y, angle)
        if not self.inside and opening.free:
            self.world.bring_in(cargo)
            self.inside = True
        self.release = Pose(x, y, angle, velocity.x, velocity.y, cargo.body.angular_velocity)
        self.ship = self.world.snapshot().without(self.name)
        (x, y), turned = cargo.body.position, cargo.body.angle
        self.motion = Pose(x, y, turned, velocity.x, velocity.y, cargo.body.angular_velocity)
        self._let_go(hand, now)

    def _let_go(self, hand: Hand, now: float) -> None:
        super()._let_go(hand, now)
        self.flight = foretell(self.world, self.cargo.section, self.row, body_pose(self.cargo.body), self.name)
        self.flown.append(self.flight.path[0])

    def _height(self, section: Section, x: float, y: float, angle: float) -> float:
        """Return the distance down to wood (mm, to 0.1), at most 60."""
        probe, height = Probe(self.world, section, angle, self.row), 0.0
        while height < 60.0 and not probe.overlaps(x, y - height - 0.1):
            height += 0.1
        return height

    # ------------------------------------------------------------------------------------------ watching

    def _note_landings(self, now: float) -> None:
        if self.hand is not None and self.name in self.world.cargo:
            # Waves that a held piece touches are no fall.
            own = self.cargo.body.id
            ground = self.world.touches.ground
            ground[:] = [body_id for body_id in ground if body_id != own]
        super()._note_landings(now)

    def _observe(self, now: float) -> None:
        meets = self.thrown and self.name in self.world.cargo and touches(self.cargo.body)
        if meets:
            self._flies = False
        super()._observe(now)
        if self.hand is None and not self.done:
            rests = meets and all(piece.name != self.name for piece in self._falling)
            self._came = self._came or (rests and self._lies_on() == self.slot.number)
            self.alarm = self.alarm or any(self._alarms(cargo) for cargo in self._falling)

    def _lies_on(self) -> int | None:
        """Return the slot on which the piece lies; None if it is not aboard."""
        return next((slot for slot, names in pieces_by_slot(self.world).items() if self.name in names), None)

    def _finish(self, now: float, settled: bool) -> None:
        """End the attempt; but first take off the ship what was thrown and never came to rest on its slot.

        What slides on from where it rested stays: only where it is put is bound to the slot. What bounces off it was
        not put there. Where taking it off makes the ship swing, what falls is still of this attempt.
        """
        lies = self._lies_on() if self.thrown and not self._came and self.astray is None else None
        if lies not in (None, self.slot.number):
            self.astray = lies
            self.world.remove_cargo(self.name)
            self.fallen.append(self.name)
            self.moments.append(Moment(now, "astray", self.name))
            if settled:
                self._settle.reset(now)
                return
        super()._finish(now, settled)

    def _alarms(self, cargo: Cargo) -> bool:
        """Return True if this piece can be seen to fall; a thrown one flies until it has missed."""
        flies = cargo.name == self.name and self.flicked and not cargo.falling and not touches(cargo.body)
        return cargo.falling or (cargo.body.velocity.y < -ALARM_MM_S and not flies)

    def _let_fall_below(self, piece: Cargo, y: float, angle: float, now: float) -> None:
        # What is thrown upwards, be it from below the deck, is not lost before it has met the ship or fallen.
        if not (self._flies and piece.name == self.name and piece.body.velocity.y > 0):
            super()._let_fall_below(piece, y, angle, now)

    def _hangs_loose(self, piece: Cargo) -> bool:
        return piece.name != self.name
