"""Reaction and thinking times: how long before a person begins to act, and whether the act is the wrong one.

Every function draws the same number of random values whatever the skill, so that two skills on one seed meet the same
luck. scipy is imported inside the functions that need it: a match only samples.
"""

from __future__ import annotations

import math

import numpy as np

from sim.people.ex_gaussian import ExGaussian
from sim.people.lognormal import lognormal
from sim.people.skill import Skill

# Nobody reacts faster: athletics calls a start below 100 ms false, because an auditory reaction is "rarely less than
# 100 ms" (Pain & Hibbs, J Sports Sci 25, 2007, who saw as little as 85 ms in sprinters); sight is slower than sound.
FLOOR_MS = 100.0


def reaction_s(
    skill: Skill, rng: np.random.Generator, choices: int = 1, *, go_no_go: bool = False, conflict: bool = False
) -> float:
    """Draw the seconds from a signal to the hand's first movement; never below the floor of 100 ms.

    `choices` equally likely answers (1: the answer is known beforehand); `go_no_go`: the signal might also have asked
    for no answer, with a single answer otherwise; `conflict`: the cue sits on the side opposite to its answer. Raises
    ValueError if choices < 1 or go_no_go comes with more than one choice.
    """
    cost_ms = _distribution(skill, choices, go_no_go).sample(rng)
    if choices > 2:
        cost_ms += skill.choice_cost_ms_per_bit * (math.log2(choices) - 1.0)
    if conflict:
        cost_ms += skill.conflict_cost_ms
    if float(rng.random()) < skill.lapse_rate:
        cost_ms += skill.lapse_delay_ms
    return max(FLOOR_MS, cost_ms) / 1000.0


def errs(
    skill: Skill, rng: np.random.Generator, choices: int = 1, *, go_no_go: bool = False, conflict: bool = False
) -> bool:
    """Draw whether the reaction is wrong: an act where none was asked (`go_no_go`), or the wrong one of several.

    True for a wrong one. With one known answer and no reason to hold back there is nothing to get wrong. Raises
    ValueError as reaction_s.
    """
    _distribution(skill, choices, go_no_go)
    rate = skill.false_go_rate if go_no_go else skill.choice_error_rate if choices > 1 else 0.0
    if conflict and choices > 1:
        rate += skill.conflict_error_rate
    return float(rng.random()) < rate


def card_thought_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds that choosing a card takes (lognormal)."""
    return lognormal(skill.think_card_median_s, skill.think_card_log_sd, rng)


def placement_thought_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds that choosing where and how to place takes (lognormal)."""
    return lognormal(skill.think_placement_median_s, skill.think_placement_log_sd, rng)


def _distribution(skill: Skill, choices: int, go_no_go: bool) -> ExGaussian:
    if choices < 1 or (go_no_go and choices > 1):
        raise ValueError(f"no reaction is defined for {choices} choices with go_no_go={go_no_go}")
    if go_no_go:
        return skill.go_no_go
    return skill.simple if choices == 1 else skill.two_choice
