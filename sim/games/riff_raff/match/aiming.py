"""What a flick would do if the hand let go now: its arc, and how strong it would have to be."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.games.riff_raff.match.drills import NaturalFlick
from sim.games.riff_raff.match.table import ShipTable
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.carrying import Carrying
from sim.physics.ship.flight import Flight, foretell
from sim.physics.ship.state import Pose


@dataclass(frozen=True, slots=True)
class Aim:
    """A flick that would be made if the hand let go now.

    hand: where the fingers are (mm, world's frame). speed_mm_s: of the throw. needed_mm_s: the speed that reaches the
    middle of the slot in the same direction, None where none does. hits: whether the arc meets the slot of the card.
    """

    hand: Point
    speed_mm_s: float
    needed_mm_s: float | None
    flight: Flight
    hits: bool


def aim_of_hand(table: ShipTable, now_s: float, done_s: float) -> Aim | None:
    """Return what letting go at `now_s` would do; None where the hand holds nothing or moves no faster than a flick.

    done_s: the match time up to which the physics has gone (s).
    """
    carrying = table.carrying
    throws = table.mouse.flick(now_s) if carrying is not None and table.holds else None
    if carrying is None or throws is None:
        return None
    # The hand goes on for a tick before it opens, and opens at the beginning of one.
    ticks = math.ceil((now_s - done_s) * TICK_HZ - 1e-6) + 1
    return aim_of(carrying, throws, max(1, ticks) / TICK_HZ)


def aim_of(carrying: Carrying, throws: Point, lead_s: float = 0.0) -> Aim | None:
    """Return what a throw with this velocity (mm/s) would do, let go in `lead_s`; None once the hand holds nothing."""
    if carrying.hand is None or carrying.name not in carrying.world.cargo:
        return None
    speed = math.hypot(*throws)
    share = min(1.0, carrying.grasp.speed_max_mm_s / max(speed, 1e-9))
    vx, vy = throws[0] * share, throws[1] * share
    cargo, slot = carrying.cargo, carrying.slot
    (x, y), angle, spin = cargo.body.position, cargo.body.angle, cargo.body.angular_velocity
    motion = Pose(x + vx * lead_s, y + vy * lead_s, angle + spin * lead_s, vx, vy, spin)
    flight = foretell(carrying.world, cargo.section, slot.layer, motion, carrying.name)
    middle = carrying.world.from_ship((slot.centre_mm, slot.surface_mm))
    factor = NaturalFlick(motion.x, motion.y, vx, vy).factor_to(middle)
    hand = carrying.hand.body.position
    return Aim(
        hand=(hand.x, hand.y),
        speed_mm_s=share * speed,
        needed_mm_s=None if factor is None else factor * share * speed,
        flight=flight,
        hits=flight.slot == slot.number,
    )
