"""How a card leaves a hand at the mouse: its place, velocity and spin, from the state of the pointer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from sim.measures import TomlTable, check, shipped
from sim.physics.air import Motion
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
