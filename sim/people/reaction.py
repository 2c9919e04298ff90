"""Reaction and thinking times: how long before a person begins to act, and whether the act is the wrong one.

One answer is drawn as a whole, because errors depend on haste (docs/explanation/people.md). The time at which it would
be given is an ex-Gaussian. An answer given at that time is wrong

- by a guess, ever less likely the later it is given (a conditional accuracy function that falls exponentially);
- by a slip, at whatever time;
- carried off by an early wrong impulse, which fades as it is suppressed (activation and suppression: Ridderinkhof
  2002; Ulrich et al. 2015). An answer that is not carried off waits until the conflict is settled.

Every function draws the same number of random values whatever the skill, so that two skills on one seed meet the same
luck. scipy is imported inside the functions that need it: a match only samples.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from sim.people.ex_gaussian import ExGaussian, lognormal
from sim.people.skill import Skill

# Nobody reacts faster: athletics calls a start below 100 ms false, because an auditory reaction is "rarely less than
# 100 ms" (Pain & Hibbs, J Sports Sci 25, 2007, who saw as little as 85 ms in sprinters); sight is slower than sound.
FLOOR_MS = 100.0


class Fault(StrEnum):
    """The cause of a wrong answer."""

    NONE = "none"
    GUESS = "guess"
    SLIP = "slip"
    IMPULSE = "impulse"


@dataclass(frozen=True, slots=True)
class Task:
    """A question to a person that wants an answer.

    choices: equally likely answers (1: the answer is known beforehand). go_no_go: the signal might also have asked for
    no answer, with a single answer otherwise. impulse_rate: the mean share of answers that an early wrong impulse
    carries off. conflict_ms: the mean of the time that settling the conflict takes, exponential in a person whose times
    scatter. extra_ms: what else there is to work out. An answer that is carried off spares both times.
    """

    choices: int = 1
    go_no_go: bool = False
    impulse_rate: float = 0.0
    conflict_ms: float = 0.0
    extra_ms: float = 0.0

    def __post_init__(self) -> None:
        """Raise ValueError if choices < 1 or go_no_go comes with more than one choice."""
        if self.choices < 1 or (self.go_no_go and self.choices > 1):
            raise ValueError(f"no reaction is defined for {self.choices} choices with go_no_go={self.go_no_go}")

    def time(self, skill: Skill) -> ExGaussian:
        """Return the distribution of the time (ms) without the cost of further bits, of conflict and of the rest."""
        if self.go_no_go:
            return skill.go_no_go
        return skill.simple if self.choices == 1 else skill.two_choice

    @property
    def decided(self) -> bool:
        """True if something is decided between the signal and the answer, so that it can be hurried or wrong."""
        return self.go_no_go or self.choices > 1


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the seconds from the signal to the hand's first movement, and what is wrong with it.

    With `go_no_go` a fault is an act where none was asked.
    """

    seconds: float
    fault: Fault

    @property
    def wrong(self) -> bool:
        """True for a wrong answer."""
        return self.fault is not Fault.NONE


def answer(skill: Skill, rng: np.random.Generator, task: Task, haste: float = 1.0) -> Answer:
    """Draw an answer; never below the floor of 100 ms. Takes five random values.

    haste: the factor by which a player decides faster than in the measured tasks (below 1: more slowly). It shortens
    what a decision adds to the person's simple reaction; the curves of guesses and impulses stay where they are over
    the time, so that earlier answers are wrong more often. A simple reaction cannot be hurried.
    """
    usual = task.time(skill)
    cost_ms = usual.sample(rng)
    lapses = float(rng.random()) < skill.lapse_rate
    settling, luck = float(rng.standard_exponential()), float(rng.random())
    if usual.sd == 0:
        settling = 1.0
    fault = Fault.NONE
    if task.decided:
        cost_ms = _hurried(cost_ms, skill.simple_mu_ms, haste)
        fault = _fault(_faults(skill, task, usual, cost_ms - usual.mu), luck)
        more_ms = skill.choice_cost_ms_per_bit * math.log2(max(2, task.choices) / 2)
        if fault is not Fault.IMPULSE:
            more_ms += task.conflict_ms * settling + task.extra_ms
        cost_ms += more_ms / haste
    if lapses:
        cost_ms += skill.lapse_delay_ms
    return Answer(max(FLOOR_MS, cost_ms) / 1000.0, fault)


def mean_ms(skill: Skill, task: Task, haste: float = 1.0) -> float:
    """Return the mean time (ms) of answers without lapses and that no impulse carries off, in closed form.

    The few that come sooner than a simple reaction, and cannot be hurried, are left out of account.
    """
    usual = task.time(skill).mean
    if not task.decided:
        return usual
    more_ms = skill.choice_cost_ms_per_bit * math.log2(max(2, task.choices) / 2) + task.conflict_ms + task.extra_ms
    return _hurried(usual, skill.simple_mu_ms, haste) + more_ms / haste


def mean_error_rate(skill: Skill, task: Task, haste: float = 1.0) -> float:
    """Return the share of wrong answers (0 to 1), in closed form: the ceilings of the curves left out."""
    if not task.decided:
        return 0.0
    usual = task.time(skill)
    decision = ExGaussian(_hurried(usual.mu, skill.simple_mu_ms, haste), usual.sigma / haste, usual.tau / haste)
    rate = _plain_rate(skill, task)
    guesses, slips = rate * (1.0 - skill.slip_share), rate * skill.slip_share
    return min(
        1.0,
        guesses * _grown(decision, usual, skill.guess_fade_ms)
        + slips
        + task.impulse_rate * _grown(decision, usual, skill.impulse_fade_ms),
    )


def conflicting(skill: Skill, choices: int = 2) -> Task:
    """Return the task of one of several answers by a cue on the opposite side, which calls up another one."""
    return Task(choices, impulse_rate=skill.conflict_error_rate, conflict_ms=skill.conflict_cost_ms)


def reaction_s(
    skill: Skill, rng: np.random.Generator, choices: int = 1, *, go_no_go: bool = False, conflict: bool = False
) -> float:
    """Draw the seconds from a signal to the hand's first movement; never below the floor of 100 ms.

    conflict: the cue sits on the side opposite to its answer. Raises ValueError as `Task`.
    """
    return answer(skill, rng, _task(skill, choices, go_no_go, conflict)).seconds


def errs(
    skill: Skill, rng: np.random.Generator, choices: int = 1, *, go_no_go: bool = False, conflict: bool = False
) -> bool:
    """Draw whether a reaction is wrong: an act where none was asked (`go_no_go`), or the wrong one of several.

    For the time that goes with it, use `answer`. With one known answer and no reason to hold back there is nothing to
    get wrong. Raises ValueError as `Task`.
    """
    return answer(skill, rng, _task(skill, choices, go_no_go, conflict)).wrong


def card_thought_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds that choosing a card takes (lognormal)."""
    return lognormal(skill.think_card_median_s, skill.think_card_log_sd, rng)


def placement_thought_s(skill: Skill, rng: np.random.Generator) -> float:
    """Draw the seconds that choosing where and how to place takes (lognormal)."""
    return lognormal(skill.think_placement_median_s, skill.think_placement_log_sd, rng)


def _task(skill: Skill, choices: int, go_no_go: bool, conflict: bool) -> Task:
    return conflicting(skill, choices) if conflict and choices > 1 else Task(choices, go_no_go)


def _hurried(time_ms: float, undecided_ms: float, haste: float) -> float:
    """Return a time with all that goes beyond the reaction that needs no decision divided by `haste`."""
    return time_ms if time_ms <= undecided_ms else undecided_ms + (time_ms - undecided_ms) / haste


def _plain_rate(skill: Skill, task: Task) -> float:
    return skill.false_go_rate if task.go_no_go else skill.choice_error_rate


def _faults(skill: Skill, task: Task, usual: ExGaussian, late_ms: float) -> tuple[tuple[Fault, float], ...]:
    """Return the probability of each fault in an answer that is due `late_ms` after the usual mu (often negative)."""
    rate = _plain_rate(skill, task)
    # The worst guess is one by chance alone; nothing holds back a false go.
    ceiling = 1.0 if task.go_no_go else 1.0 - 1.0 / task.choices
    guesses = rate * (1.0 - skill.slip_share) * _share(usual, late_ms, skill.guess_fade_ms)
    impulses = task.impulse_rate * _share(usual, late_ms, skill.impulse_fade_ms)
    return (
        (Fault.IMPULSE, min(1.0, impulses)),
        (Fault.GUESS, min(ceiling, guesses)),
        (Fault.SLIP, rate * skill.slip_share),
    )


def _fault(faults: tuple[tuple[Fault, float], ...], luck: float) -> Fault:
    for fault, probability in faults:
        luck -= probability
        if luck < 0:
            return fault
    return Fault.NONE


def _share(usual: ExGaussian, late_ms: float, fade_ms: float) -> float:
    """Return exp(-late / fade), scaled to a mean of 1 over the usual times."""
    return math.exp(-late_ms / fade_ms) / usual.fading(fade_ms)


def _grown(hurried: ExGaussian, usual: ExGaussian, fade_ms: float) -> float:
    """Return the mean of `_share` over the hurried times: 1 where they are the usual ones."""
    return hurried.fading(fade_ms) * _share(usual, hurried.mu - usual.mu, fade_ms)
