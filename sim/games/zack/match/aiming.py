"""Where a card would fly that leaves a person's hand now, and how fast it has to be for the bowl."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from sim.games.zack.match.gesture import release_of, shipped_hand_measures
from sim.physics import Point
from sim.physics.air import steady_flight
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release
from sim.physics.pointer import PointerState

STEP_S, _COARSE_S = 1 / 120, 1 / 60
"""The step of the arc that is drawn, and of those with which a speed is looked for."""
LONGEST_S = 1.5
"""The longest flight that is followed."""
INSIDE_SHARE = 0.85
"""A card whose middle comes down at most this share of the half opening from the bowl's middle stays in (measured).

`tests/games/zack/match/test_aiming.py` holds it against the bowl's own world.
"""
_STEEPEST_DOWN, _STEEPEST_UP = math.radians(-28.0), math.radians(42.0)
"""The directions for which a speed is looked for: a card thrown more steeply down comes down before the bowl."""
_SLOWEST, _FASTEST, _WIDENS, _HALVINGS = 400.0, 5000.0, 1.3, 6


@dataclass(frozen=True, slots=True)
class Speeds:
    """The speeds (mm/s) at which a card comes down in the bowl: the least, that for the middle, and the greatest."""

    least: float
    middle: float
    most: float


def arc(setup: BowlSetup, release: Release, step_s: float = STEP_S) -> list[Point]:
    """Return the way of a card until it comes down to the height of the rim, with a point every `step_s`.

    Cards that lie in the bowl already are not heeded.
    """
    motion, fly_on = release.motion, steady_flight(setup.plate, setup.air, setup.gravity_mm_s2)
    rim, points = setup.bowl.depth_mm, [(release.motion.x, release.motion.y)]
    for _ in range(math.ceil(LONGEST_S / step_s)):
        after = fly_on(motion, step_s, 1)
        if after.vy < 0 and after.y <= rim:
            share = (motion.y - rim) / (motion.y - after.y) if motion.y > rim else 0.0
            points.append((motion.x + share * (after.x - motion.x), min(rim, motion.y)))
            break
        points.append((after.x, after.y))
        motion = after
    return points


def stays_in(setup: BowlSetup, way: list[Point]) -> bool:
    """Return True if a card that goes this way (`arc`) comes down in the bowl, far enough from its walls to stay."""
    x, y = way[-1]
    return y <= setup.bowl.depth_mm and abs(x) <= INSIDE_SHARE * setup.half_opening_mm


@lru_cache(maxsize=1024)
def speeds_in(
    setup: BowlSetup, side: int, x_mm: float, y_mm: float, rise_rad: float, backspin_rad_s: float
) -> Speeds | None:
    """Return the speeds at which a card from there comes down in the bowl; None where there are none.

    side: 1 for a hand on the right. rise_rad: the direction above the horizontal, towards the bowl; held to what a hand
    throws at a bowl.
    """
    rise = min(_STEEPEST_UP, max(_STEEPEST_DOWN, rise_rad))
    most = shipped_hand_measures().most
    towards = -side

    def beyond(speed: float) -> float:
        """Return how far beyond the bowl's middle the card comes down (mm)."""
        state = PointerState(x_mm, y_mm, towards * speed * math.cos(rise), speed * math.sin(rise), 0.0)
        release = release_of(setup, state, towards, backspin_rad_s, most)
        return towards * arc(setup, release, _COARSE_S)[-1][0]

    half = INSIDE_SHARE * setup.half_opening_mm
    found, low = [], _SLOWEST
    for way in (-half, 0.0, half):
        high = low
        while beyond(high) < way:
            high *= _WIDENS
            if high > _FASTEST:
                return None
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if beyond(middle) < way else (low, middle)
        found.append((low + high) / 2)
    return Speeds(*found)
