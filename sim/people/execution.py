"""From intent to executed action: what a player means, and the motor noise that turns it into what the hands do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from sim.people.ex_gaussian import lognormal
from sim.people.motor import Tremor, placement_error, reach_error_mm, reach_of
from sim.people.reaction import reaction_s
from sim.people.skill import Skill
from sim.physics.ship.carrying import Grasp
from sim.physics.ship.catching import CatchAction
from sim.physics.ship.grip import Care, Wander
from sim.physics.ship.loading import LoadAction
from sim.seeds import rng


class Catch(StrEnum):
    """The pieces that a player means to catch: all that fall, all but the one being placed, none."""

    ALL = "all"
    OTHERS = "others"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PlaceIntent:
    """A meant placement: the piece, its stance, the slot, and where along it the centre of gravity goes.

    x_mm is in the ship's frame, 0 at the mast. hands: how many hold the piece, 1 or 2; what loads cannot wait to catch.
    """

    kind: str
    stance: str
    slot: int
    x_mm: float
    catch: Catch = Catch.ALL
    hands: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "piece": self.kind,
            "stance": self.stance,
            "slot": self.slot,
            "x_mm": self.x_mm,
            "catch": str(self.catch),
            "hands": self.hands,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> PlaceIntent:
        """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError on anything else."""
        return PlaceIntent(
            str(data["piece"]),
            str(data["stance"]),
            int(data["slot"]),
            float(data["x_mm"]),
            Catch(data["catch"]),
            int(data["hands"]),
        )


def execute(intent: PlaceIntent, name: str, skill: Skill, noise_seed: int, helper: Skill | None = None) -> LoadAction:
    """Return the placement of the piece called `name` as hands of this skill carry it out under a seed of noise.

    helper: the skill of a second person who helps to catch; None for nobody.
    """
    holding = held_by(skill, intent.hands)
    error = placement_error(holding, rng(noise_seed, "placement"))
    return LoadAction(
        name=name,
        kind=intent.kind,
        stance=intent.stance,
        slot=intent.slot,
        x_mm=intent.x_mm + error.dx_mm,
        fore_mm=fore_error_mm(holding, noise_seed),
        angle_rad=error.dangle_rad,
        open_height_mm=error.dy_mm,
        lowering_speed_mm_s=skill.lowering_speed_mm_s * error.speed_factor,
        press_force_mn=skill.press_force_mn,
        lag_s=skill.visuomotor_lag_ms / 1000.0,
        catch=_catch(intent, name, skill, rng(noise_seed, "catch")),
        care=care(skill, rng(noise_seed, "care")),
        hands=intent.hands,
        helps=None if helper is None else _catch(intent, name, helper, rng(noise_seed, "help")),
    )


def held_by(skill: Skill, hands: int) -> Skill:
    """Return the skill with the placement errors of 1 hand or of 2.

    Assumed: two hands that hold a piece err independently of each other, and it goes where they put it on average. So
    the standard deviations of its place, its angle and the height of its release are those of one hand over the root
    of 2; tremor, reactions and reaches stay.
    """
    share = 1.0 / math.sqrt(hands)
    return replace(
        skill,
        placement_sd_mm=share * skill.placement_sd_mm,
        placement_angle_sd_deg=share * skill.placement_angle_sd_deg,
        release_height_sd_mm=share * skill.release_height_sd_mm,
    )


def fore_error_mm(skill: Skill, noise_seed: int) -> float:
    """Return how far before or behind its place a hand of this skill puts a piece; as far as it is off sideways."""
    return skill.placement_sd_mm * float(rng(noise_seed, "fore").standard_normal())


def grasp_of(skill: Skill, name: str, kind: str, slot: int, waiting: tuple[int, ...] | None = None) -> Grasp:
    """Return the piece taken for that slot by a hand of this skill that follows a pointer.

    waiting: the sides on which palms wait from the first; None: on that of the other hand.
    """
    return Grasp(name, kind, slot, reach_of(skill), skill.press_force_mn, skill.catch_width_mm, waiting=waiting)


def wander(skill: Skill, noise_seed: int) -> Wander:
    """Return the tremor of the hold that goes with `execute` under the same seed."""
    return Tremor.drawn(skill, rng(noise_seed, "tremor")).offset


def _catch(intent: PlaceIntent, name: str, skill: Skill, stream: np.random.Generator) -> CatchAction | None:
    if intent.catch is Catch.NONE:
        return None
    width, reach = skill.catch_width_mm, reach_of(skill)
    return CatchAction(
        # Most of what stirs on a swaying ship is harmless, so seeing it is a go/no-go signal.
        reaction_s=reaction_s(skill, stream, go_no_go=True),
        reach_intercept_s=reach.intercept_s,
        reach_slope_s_per_bit=reach.slope_s_per_bit,
        hand_speed_max_mm_s=reach.speed_max_mm_s,
        width_mm=width,
        end_error_mm=(reach_error_mm(skill, stream, width), reach_error_mm(skill, stream, width)),
        spare=(name,) if intent.catch is Catch.OTHERS else (),
    )


def care(skill: Skill, rng: np.random.Generator) -> Care | None:
    """Draw what a hand does about the ship's sway at one placement; None for a hand that knows no patience."""
    holds_on = float(rng.random()) < skill.hold_share
    ease_s = lognormal(skill.ease_median_s, skill.turn_log_sd, rng)
    if skill.calm_patience_s == 0.0:
        return None
    return Care(math.radians(skill.calm_roll_deg_s), skill.calm_patience_s, ease_s if holds_on else 0.0)
