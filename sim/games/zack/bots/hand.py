"""Hands at Zack!: how long throwing and picking up take, and the motor noise of a throw.

The noise is drawn as plain numbers, and applied to the release that was meant (sim/physics/bowl/throwing).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from sim.games.zack.bots.perception import HandMeasures
from sim.people.motor import reach_time_s, sideways_error, throw_error
from sim.people.skill import Skill
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.sideways import Aside
from sim.physics.bowl.state import Release
from sim.physics.bowl.throwing import perturb
from sim.seeds import rng

PACE = (0.5, 2.0)


class Card(StrEnum):
    """The kind of card that is thrown: the top card of the pile, a challenge card, or the thrower's player card."""

    ZACK = "zack"
    CHALLENGE = "challenge"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class ThrowIntent:
    """The throw that a player means to make.

    side: -1 from the left of the plane, 1 from its right. distance_mm: from the bowl's middle to the hand at release
    (positive). target_x_mm: where the card is meant to land, 0 in the bowl's middle. pace: multiple of the usual speed
    (0.5 to 2).
    """

    card: Card
    side: int
    distance_mm: float
    target_x_mm: float = 0.0
    pace: float = 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the intent as plain data."""
        return {
            "card": self.card.value,
            "side": self.side,
            "distance_mm": self.distance_mm,
            "target_x_mm": self.target_x_mm,
            "pace": self.pace,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> ThrowIntent:
        """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError on anything else."""
        return ThrowIntent(
            Card(data["card"]),
            int(data["side"]),
            float(data["distance_mm"]),
            float(data["target_x_mm"]),
            float(data["pace"]),
        )


@dataclass(frozen=True, slots=True)
class ThrowNoise:
    """The motor noise of a throw: factors of speed and spin, a turn of the direction (rad), a delay of the release (s).

    Use the direction or the time of release, not both: the direction holds all of the scatter (see Skill). Across
    the plane it errs by `sideways_rad`, and the card is turned with the hand by `turn_rad`.
    """

    speed_factor: float
    direction_rad: float
    spin_factor: float
    release_s: float
    sideways_rad: float = 0.0
    turn_rad: float = 0.0

    def applied(self, meant: Release, setup: BowlSetup) -> Release:
        """Return the release of the card that was meant to leave as `meant` says."""
        left = perturb(meant, self.speed_factor, self.direction_rad, self.spin_factor)
        return self.applied_across(left, setup)

    def applied_across(self, release: Release, setup: BowlSetup) -> Release:
        """Return the release with only the error across the plane, in place of the one it has."""
        offset = abs(release.motion.x) * math.tan(self.sideways_rad)
        return replace(release, aside=Aside(offset, setup.throw.yaw_share * self.turn_rad))


def carried_out(setup: BowlSetup, intent: ThrowIntent, meant: Release, skill: Skill, noise_seed: int) -> Release:
    """Return the release of a card that was meant to leave as `meant` says, with the noise under `noise_seed`."""
    return throw_noise(skill, noise_seed, haste(setup, intent.pace, meant.speed_mm_s)).applied(meant, setup)


def haste(setup: BowlSetup, pace: float, speed_mm_s: float) -> float:
    """Return the factor of a hand's spreads at a pace, held to 0.5 to 2, in a throw that is meant at this speed.

    The scatter of a rapid movement over a given way is proportional to its speed (Schmidt et al., Psychological Review
    86, 1979). The way of the hand is the same whether the card flies near or far.
    """
    return min(PACE[1], max(PACE[0], pace)) * speed_mm_s / setup.throw.usual_speed_mm_s


def throw_noise(skill: Skill, noise_seed: int, haste: float = 1.0) -> ThrowNoise:
    """Return the motor noise of a throw, its spreads times `haste`; (1, 0, 1, 0, 0, 0) for a skill without it."""
    hasty, spinning = _hasty(skill, haste)
    error = throw_error(hasty, rng(noise_seed, "throw"))
    aside = sideways_error(hasty, rng(noise_seed, "sideways"))
    return ThrowNoise(
        speed_factor=error.speed_factor,
        direction_rad=error.direction_rad,
        spin_factor=throw_error(spinning, rng(noise_seed, "spin")).speed_factor,
        release_s=error.release_s,
        sideways_rad=aside.direction_rad,
        turn_rad=aside.turn_rad,
    )


@lru_cache(maxsize=64)
def _hasty(skill: Skill, haste: float) -> tuple[Skill, Skill]:
    """Return the skill in that haste, and the same with the spread of the spin in place of that of the speed."""
    hasty = replace(
        skill,
        throw_speed_cv=skill.throw_speed_cv * haste,
        throw_direction_sd_deg=skill.throw_direction_sd_deg * haste,
        throw_release_sd_ms=skill.throw_release_sd_ms * haste,
    )
    # A spin is a speed of turning: the same law, its own spread and stream.
    return hasty, replace(skill, throw_speed_cv=skill.throw_spin_cv * haste)


def throw_time_s(intent: ThrowIntent, skill: Skill, measures: HandMeasures) -> float:
    """Return the seconds from the hand's first movement to letting go.

    A card from the pile is turned on the way; a challenge or player card lies face up and is first taken from the
    table. Reaching follows Fitts's law with the skill's values; the sum is divided by the pace.
    """
    if intent.card is Card.ZACK:
        before = skill.flip_ms / 1000.0
    else:
        before = reach_time_s(skill, measures.table_way_mm, measures.card_width_mm)
    return (before + reach_time_s(skill, measures.throw_way_mm, measures.throw_width_mm)) / intent.pace


def challenge_time_s(intent: ThrowIntent, seats: int, skill: Skill, measures: HandMeasures) -> float:
    """Return the seconds of a challenge: choosing the colour among the other seats (a cost per bit), and throwing."""
    bits = math.log2(max(1, seats - 1))
    return skill.choice_cost_ms_per_bit * bits / 1000.0 + throw_time_s(intent, skill, measures)


def pick_up_s(skill: Skill, distance_mm: float, measures: HandMeasures) -> float:
    """Return the seconds that the hand needs to fetch a card that lies `distance_mm` away back to the pile."""
    there = reach_time_s(skill, distance_mm, measures.card_width_mm)
    return there + reach_time_s(skill, distance_mm, measures.pile_width_mm)
