"""What a throw at Zack! would be that left the hand now: its way, its strength, and whether it stays in the bowl."""

from __future__ import annotations

import math

from scenes.games.zack.play_keys import KeyThrow, needed_near
from scenes.games.zack.play_paths import Aim
from sim.games.zack.match.aiming import arc, stays_in
from sim.games.zack.match.mouse_hand import MouseHand
from sim.physics.bowl.measures import BowlSetup

THROWS_MM_S = 300.0
"""A pointer slower than this does not throw: no way is shown (assumed)."""


def aim_of(setup: BowlSetup, hand: MouseHand, keys: KeyThrow, now_s: float) -> Aim | None:
    """Return the throw that the moving hand, or the keys, would make now; None while nothing is thrown."""
    if keys.steers:
        way = arc(setup, hand.release_at(keys.velocity(now_s)))
        return Aim(hand.place, way, keys.share(now_s) if keys.charging else 0.0, stays_in(setup, way))
    if hand.card is None or not hand.begun or hand.speed_mm_s(now_s) < THROWS_MM_S:
        return None
    release = hand.release(now_s)
    motion = release.motion
    if -hand.side * motion.vx <= 0.0:
        return None
    needed = needed_near(setup, hand, math.radians(setup.throw.flick_elevation_deg))
    way = arc(setup, release)
    return Aim((motion.x, motion.y), way, math.hypot(motion.vx, motion.vy) / needed.middle, stays_in(setup, way))
