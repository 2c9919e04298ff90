"""How a card leaves a hand: the throw that a practised hand means, and what an imprecise one makes of it.

No randomness here: the noise is drawn in sim/players and handed in as numbers.
"""

from __future__ import annotations

import math
from functools import lru_cache

from sim.errors import InputError
from sim.physics.air import Motion, fly
from sim.physics.bowl_measures import BowlSetup
from sim.physics.bowl_state import Release

_FLIGHT_STEP_S = 1 / 240
_FLIGHT_CAP_S = 2.0
_SCAN = 24
_REFINE = 10
# A practised hand allows for its own scatter: the speed that is right on the mean of these throws (speed factor, rise).
_SCATTER = tuple((speed, rise) for speed in (0.92, 1.0, 1.08) for rise in (-0.06, 0.0, 0.06))


def perturb(
    release: Release,
    speed_factor: float = 1.0,
    direction_rad: float = 0.0,
    spin_factor: float = 1.0,
    late_s: float = 0.0,
) -> Release:
    """The same throw with errors: faster, higher (direction_rad > 0, card and all), spinning more, let go late.

    A card let go late has gone on with the hand for that time: it leaves further along its path, and turned further.
    """
    x, y, angle, vx, vy, omega = release.motion
    turn = math.copysign(direction_rad, direction_rad * (1.0 if vx >= 0 else -1.0))
    c, s = math.cos(turn) * speed_factor, math.sin(turn) * speed_factor
    vx, vy, omega = c * vx - s * vy, s * vx + c * vy, omega * spin_factor
    return Release(Motion(x + vx * late_s, y + vy * late_s, angle + turn + omega * late_s, vx, vy, omega))


def _release(setup: BowlSetup, x: float, y: float, side: int, speed: float, spin_rad_s: float) -> Release:
    """The flick at that speed, towards `side` (1: to the right); a throw to the left is its mirror image."""
    rise = math.radians(setup.throw.elevation_deg)
    pitch = rise + math.radians(setup.throw.presentation_deg)
    return Release(Motion(x, y, side * pitch, side * speed * math.cos(rise), speed * math.sin(rise), side * spin_rad_s))


def lands_at(setup: BowlSetup, release: Release, height_mm: float) -> float:
    """Where the middle of a card thrown like this comes down through that height, if nothing is in its way (mm)."""
    motion = release.motion
    for _ in range(math.ceil(_FLIGHT_CAP_S / _FLIGHT_STEP_S)):
        after = fly(setup.plate, setup.air, motion, _FLIGHT_STEP_S, setup.gravity_mm_s2)
        if after.vy < 0 and after.y <= height_mm:
            share = (motion.y - height_mm) / (motion.y - after.y) if motion.y > height_mm else 0.0
            return motion.x + share * (after.x - motion.x)
        motion = after
    return motion.x


def _ballistic_speed(setup: BowlSetup, reach_mm: float, drop_mm: float) -> float:
    """The speed at which a body without air flies that far while it comes down by that much."""
    rise = math.radians(setup.throw.elevation_deg)
    fall = drop_mm + reach_mm * math.tan(rise)
    return reach_mm / math.cos(rise) * math.sqrt(setup.gravity_mm_s2 / (2 * fall))


@lru_cache(maxsize=4096)
def aimed_throw(setup: BowlSetup, from_x_mm: float, from_y_mm: float, target_x_mm: float) -> Release:
    """The throw, free of noise, that a practised hand makes from there to bring cards down over `target_x_mm`.

    Starts from the ballistic speed, then corrects for the air by trial shots, as practice does: the speed at which the
    hand's usual scatter is centred on the target at the height of the rim. Raises InputError if the hand is not above
    the rim or right over the target.
    """
    reach, drop = abs(target_x_mm - from_x_mm), from_y_mm - setup.bowl.depth_mm
    if drop <= 0 or reach < 1:
        raise InputError(
            f"throw: expected a hand beside the target and above the rim ({setup.bowl.depth_mm:g} mm), "
            f"found {reach:g} mm beside it at {from_y_mm:g} mm."
        )
    side = 1 if target_x_mm > from_x_mm else -1
    spin = setup.throw.backspin_rad_s

    def misses(speed: float) -> tuple[float, float]:
        """Root mean square and mean of the miss, in the direction of the throw."""
        meant = _release(setup, from_x_mm, from_y_mm, side, speed, spin)
        found = [
            side * (lands_at(setup, perturb(meant, factor, rise), setup.bowl.depth_mm) - target_x_mm)
            for factor, rise in _SCATTER
        ]
        return math.sqrt(math.fsum(miss * miss for miss in found) / len(found)), math.fsum(found) / len(found)

    plain = _ballistic_speed(setup, reach, drop)
    tried = {}
    for index in range(_SCAN):
        speed = plain * (0.5 + 1.5 * index / (_SCAN - 1))
        tried[speed] = misses(speed)[0]
    best = min(tried, key=lambda speed: tried[speed])
    width = plain * 1.5 / (_SCAN - 1)
    for _ in range(_REFINE):
        width /= 2
        for speed in (best - width, best + width):
            tried[speed] = misses(speed)[0]
        best = min((best - width, best, best + width), key=lambda speed: tried[speed])
    return _release(setup, from_x_mm, from_y_mm, side, best, spin)
