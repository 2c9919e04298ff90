"""How a card leaves a hand at the mouse, from the state of the pointer; where it flies, and how fast for the bowl."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pydantic import Field

from sim.measures import TomlTable, check, shipped
from sim.physics import Point
from sim.physics.air import Motion, steady_flight
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release
from sim.physics.pointer import PointerState

GESTURE_FILE = Path(__file__).with_name("gesture.toml")


class GestureMeasures(TomlTable):
    """The table [gesture]: see gesture.toml."""

    window_ms: float = Field(gt=0)
    still_ms: float = Field(gt=0)
    still_mm: float = Field(gt=0)
    turn_up_mm: float = Field(gt=0)
    turn_up_ms: float = Field(gt=0)
    hold_ms: float = Field(gt=0)
    least_mm_s: float = Field(ge=0)


class ReachMeasures(TomlTable):
    """The table [reach]: how far behind its line, how low and how high a hand goes."""

    behind_mm: float = Field(gt=0)
    low_mm: float = Field(ge=0)
    high_mm: float = Field(gt=0)


class MostMeasures(TomlTable):
    """The table [most]: the limits of a hand."""

    speed_mm_s: float = Field(gt=0)
    spin_rad_s: float = Field(gt=0)
    spin_step_rad_s: float = Field(gt=0)


@dataclass(frozen=True, slots=True)
class HandMeasures:
    """The checked contents of gesture.toml."""

    gesture: GestureMeasures
    reach: ReachMeasures
    most: MostMeasures


@cache
def shipped_hand_measures() -> HandMeasures:
    tables = shipped(GESTURE_FILE)
    return HandMeasures(
        check(GestureMeasures, tables["gesture"], GESTURE_FILE.name, "gesture"),
        check(ReachMeasures, tables["reach"], GESTURE_FILE.name, "reach"),
        check(MostMeasures, tables["most"], GESTURE_FILE.name, "most"),
    )


def presentation_rad(setup: BowlSetup, backspin_rad_s: float) -> float:
    """Return the angle (rad) at which a hand holds up the leading edge for a throw with that backspin.

    It goes from the glide's angle (no spin, edge well up) to the flick's (spinning, nearly flat) in proportion to the
    backspin, and stays at the flick's beyond.
    """
    throw = setup.throw
    usual = throw.flick_backspin_rad_s - throw.glide_backspin_rad_s
    share = 0.0 if usual == 0 else min(1.0, max(0.0, (backspin_rad_s - throw.glide_backspin_rad_s) / usual))
    flick, glide = math.radians(throw.flick_presentation_deg), math.radians(throw.glide_presentation_deg)
    return glide + (flick - glide) * share


def release_of(
    setup: BowlSetup, state: PointerState, towards: int, backspin_rad_s: float, most: MostMeasures
) -> Release:
    """Return the release of a card from a hand in that state; `towards` is 1 for a throw to the right, -1 to the left.

    The card has the hand's velocity, limited to what hands can do. It lies in the hand as for a throw with that
    backspin, and spins with it and with the turning of the hand's own path.
    """
    speed = state.speed
    held = 1.0 if speed <= most.speed_mm_s else most.speed_mm_s / speed
    vx, vy = state.vx * held, state.vy * held
    # A card that is dropped, or thrown backwards, lies in the hand as for a forward throw.
    rise = math.atan2(vy, towards * vx) if towards * vx > 0 else 0.0
    angle = towards * (rise + presentation_rad(setup, backspin_rad_s))
    spin = towards * backspin_rad_s + (state.turn_rad_s if towards * vx > 0 else 0.0)
    spin = min(most.spin_rad_s, max(-most.spin_rad_s, spin))
    return Release(Motion(state.x, state.y, angle, vx, vy, spin))


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
