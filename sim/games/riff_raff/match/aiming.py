"""What a flick would do if the hand let go now: its arc, and how strong it would have to be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sim.games.riff_raff.match.drills import NaturalFlick
from sim.games.riff_raff.match.table import ShipTable
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.pointer import pursue
from sim.physics.ship.carrying import FASTEST_MM_S2, Carrying
from sim.physics.ship.flight import Flight, foretell
from sim.physics.ship.grip import SWING_DAMPING, Pinch, swing_rate
from sim.physics.ship.state import Pose


@dataclass(frozen=True, slots=True)
class Aim:
    """A flick that would be made if the hand let go now.

    hand: where the fingers are (mm, world's frame). speed_mm_s: of the throw. needed_mm_s: the speed that reaches the
    middle of the slot in the same direction, None where none does. hits: whether the arc meets the slot of the card.
    fresh: how soon it is gone as the hand rests, from 1 (it moves) to 0.
    """

    hand: Point
    speed_mm_s: float
    needed_mm_s: float | None
    flight: Flight
    hits: bool
    fresh: float = 1.0


def aim_of_hand(table: ShipTable, now_s: float, done_s: float) -> Aim | None:
    """Return what letting go at `now_s` would do; None where the hand holds nothing or moves no faster than a flick.

    done_s: the match time up to which the physics has gone (s).
    """
    carrying, mouse = table.carrying, table.mouse
    throws = mouse.flick(now_s) if carrying is not None and table.holds else None
    if carrying is None or throws is None or not mouse.path:
        return None
    # As `Mouse` does: the hand goes on for a tick before it opens, and opens at the beginning of one.
    leaves_s = mouse.leaves_s(now_s)
    place, since_s = (mouse.path[-1][:2], done_s) if done_s >= leaves_s else (mouse.pointing.at(leaves_s), leaves_s)
    ticks = max(1, math.ceil((now_s - done_s) * TICK_HZ - 1e-6) + 1)
    path = [
        mouse.pointing.at(end_s)
        if end_s <= leaves_s
        else (place[0] + throws[0] * (end_s - since_s), place[1] + throws[1] * (end_s - since_s))
        for end_s in (done_s + tick / TICK_HZ for tick in range(1, ticks + 1))
    ]
    return aim_of(carrying, throws, path, mouse.pointing.last_motion(now_s).fresh)


def aim_of(carrying: Carrying, throws: Point, path: Sequence[Point] = (), fresh: float = 1.0) -> Aim | None:
    """Return what a throw with this velocity (mm/s) would do; None once the hand holds nothing.

    path: where the hand is to be at the end of each tick until it opens (mm, world's frame). fresh: see `Aim`.
    """
    hand = carrying.hand
    if not isinstance(hand, Pinch) or carrying.name not in carrying.world.cargo:
        return None
    speed = math.hypot(*throws)
    share = min(1.0, carrying.grasp.reach.speed_max_mm_s / max(speed, 1e-9))
    vx, vy = throws[0] * share, throws[1] * share
    slot = carrying.slot
    x, y, angle, spin = _at_release(carrying, hand, path)
    motion = Pose(x, y, angle, vx, vy, spin)
    flight = foretell(carrying.world, carrying.cargo.section, carrying.row, motion, carrying.name)
    factor = NaturalFlick(x, y, vx, vy).factor_to(
        carrying.world.from_ship((slot.centre_mm, slot.surface_at(slot.centre_mm)))
    )
    return Aim(
        hand=(hand.body.position.x, hand.body.position.y),
        speed_mm_s=share * speed,
        needed_mm_s=None if factor is None else factor * share * speed,
        flight=flight,
        hits=flight.slot == slot.number,
        fresh=fresh,
    )


def _at_release(carrying: Carrying, hand: Pinch, path: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the piece's centre (mm), angle (rad) and spin (rad/s) once the hand has gone along this path, and opens.

    It swings in the fingers as `Pinch` holds it: each change of the hand's velocity turns it about them.
    """
    cargo, world, dt = carrying.cargo, carrying.world, 1.0 / TICK_HZ
    body, section, steps = cargo.body, cargo.section, world.setup.profile.steps_per_tick
    gx, gy = hand.grip_in_piece
    inertia = section.moment_g_mm2 + section.mass_g * (gx * gx + gy * gy)
    (x, y), (vx, vy) = hand.body.position, hand.body.velocity
    place, speed = (x, y), (vx, vy)
    grip = hand.grip(cargo)
    # What the piece is behind the hand: a step at each new velocity, which the joint makes good bit by bit.
    behind = (grip[0] - x, grip[1] - y)
    kept = hand.joints[0].error_bias ** dt
    angle, spin = body.angle, body.angular_velocity
    for wish in path:
        changed = pursue(place, speed, wish, carrying.grasp.reach.speed_max_mm_s, FASTEST_MM_S2, dt)
        rate = swing_rate(speed)
        for step in range(steps):
            # The engine turns it by the spin of the step before.
            angle += spin * dt / steps
            rx, ry = _turned(-gx, -gy, angle)
            if step == 0:
                spin -= section.mass_g * (rx * (changed[1] - speed[1]) - ry * (changed[0] - speed[0])) / inertia
            pulls = rate * rate * (hand.body.angle - angle) - section.mass_g * world.setup.gravity_mm_s2 * rx / inertia
            spin = (spin + pulls * dt / steps) * math.exp(-2 * SWING_DAMPING * rate * dt / steps)
        jump = ((changed[0] - speed[0]) * dt / steps, (changed[1] - speed[1]) * dt / steps)
        behind = (kept * behind[0] - jump[0], kept * behind[1] - jump[1])
        place, speed = (place[0] + changed[0] * dt, place[1] + changed[1] * dt), changed
    rx, ry = _turned(-gx, -gy, angle)
    return place[0] + behind[0] + rx, place[1] + behind[1] + ry, angle, spin


def _turned(x: float, y: float, by: float) -> Point:
    cos, sin = math.cos(by), math.sin(by)
    return cos * x - sin * y, sin * x + cos * y
