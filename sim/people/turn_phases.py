"""The phases of a turn with a piece, besides thinking: taking it up, waiting for calm, tidying, settling an order.

Each draws from a stream of its own, so that no phase changes the luck of another.
"""

from __future__ import annotations

import math

import numpy as np

from sim.people.lognormal import lognormal
from sim.people.skill import Skill
from sim.physics.hands.minimum_jerk import MINIMUM_JERK_PEAK
from sim.physics.ship.holding import Care

CARRY_MM = 400.0
"""From a player's supply to the ship: assumed, half a small table's width."""


def pick_up_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds in which a piece is taken up, turned to its stance and carried to the ship."""
    return lognormal(skill.take_median_s, skill.turn_log_sd, rng) + carry_s(skill)


def carry_s(skill: Skill) -> float:
    """Return the seconds in which a piece is carried over: a minimum-jerk path with the skill's peak speed."""
    return MINIMUM_JERK_PEAK * CARRY_MM / skill.carry_speed_mm_s


def hold_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds for which one holds on to a piece although the ship is calm, before the fingers give way."""
    return lognormal(skill.hold_median_s, skill.turn_log_sd, rng)


def tidy_s(skill: Skill, rng: np.random.Generator, pieces: int) -> float:
    """Draw the seconds in which fallen pieces, one after the other, are put back before a player."""
    return math.fsum(lognormal(skill.tidy_median_s, skill.turn_log_sd, rng) for _ in range(pieces))


def order_talk_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds in which a captain says who is to come first."""
    return lognormal(skill.order_median_s, skill.turn_log_sd, rng)


def care(skill: Skill, rng: np.random.Generator) -> Care | None:
    """Draw what a hand does about the ship's sway at one placement; None for a hand that knows no patience."""
    holds_on = float(rng.random()) < skill.hold_share
    ease_s = lognormal(skill.ease_median_s, skill.turn_log_sd, rng)
    if skill.calm_patience_s == 0.0:
        return None
    return Care(math.radians(skill.calm_roll_deg_s), skill.calm_patience_s, ease_s if holds_on else 0.0)
