"""How long the phases of a turn last besides thinking: taking a piece up, holding on, tidying, settling an order.

Each draws from a stream of its own, so that no phase changes the luck of another.
"""

from __future__ import annotations

import math

import numpy as np

from sim.people.ex_gaussian import lognormal
from sim.people.skill import Skill
from sim.physics.minimum_jerk import MINIMUM_JERK_PEAK

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
    """Draw the seconds in which pieces, or handfuls of cards, are brought one after the other to where they belong."""
    return math.fsum(lognormal(skill.tidy_median_s, skill.turn_log_sd, rng) for _ in range(pieces))


def talk_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds in which something is settled aloud: who is to come first, or whether a card was out of turn."""
    return lognormal(skill.order_median_s, skill.turn_log_sd, rng)
