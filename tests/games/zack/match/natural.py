"""A person who flicks a mouse as people do: a minimum-jerk movement in pixels, uneven in speed and direction."""

from __future__ import annotations

import math

import numpy as np

from sim.games.zack.match import Practice
from sim.people.skill import Skill
from sim.physics.bowl.state import Release
from tests.games.zack.match.by_hand import reach

UNITS_PER_MM = 1.113
"""The scale of the table in a window of 1280 x 720."""
NATURAL = 1500.0
"""The peak speed of a natural flick (pixels a second)."""
WAY, HZ = 320.0, 125
START, START_SD = (550.0, 205.0), (14.0, 14.0)
"""Where a flick begins on average (mm), and how much that differs (mm)."""


def flick(practice: Practice, skill: Skill, rng: np.random.Generator, rise_deg: float, now_s: float) -> Release | None:
    """Flick a card, and return its release; None if it was not let go. now_s: of a clock that only goes on."""
    hand = practice.hand
    speed = NATURAL * (1.0 + skill.throw_speed_cv * rng.standard_normal())
    rise = math.radians(rise_deg + skill.throw_direction_sd_deg * rng.standard_normal())
    x0, y0 = (mean + sd * rng.standard_normal() for mean, sd in zip(START, START_SD, strict=True))
    takes_s = 1.875 * WAY / speed
    hand.steer(now_s, hand.side * x0, y0)
    hand.take(now_s)
    before, step = hand.releases, 0
    while hand.releases == before and step <= takes_s * HZ:
        step += 1
        gone = WAY * reach(step / HZ / takes_s)
        place = x0 * UNITS_PER_MM - gone * math.cos(rise), y0 * UNITS_PER_MM + gone * math.sin(rise)
        # A mouse speaks of whole pixels.
        x, y = (round(value) / UNITS_PER_MM for value in place)
        hand.follow(now_s + step / HZ, hand.side * x, y)
    hand.let_go(now_s + step / HZ)
    # The card leaves the hand in the practice's world too.
    practice.advance(2 / HZ)
    return hand.last_release if hand.releases > before else None
