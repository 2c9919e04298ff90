"""Persons: one drawn from a profile for each seat, the same through a match.

A profile's reactions are those of all its people together: an ex-Gaussian (mu, sigma, tau). A share `s` of its variance
lies between people. A normal and an exponential can be taken apart so that the parts add up to the same distribution
again: with c = sqrt(1 - s),

    normal sd sigma    = normal sd c sigma + normal sd sqrt(s) sigma
    exponential tau    = exponential c tau + (nothing with probability c, else an exponential of mean tau)

The first parts are an ex-Gaussian (mu, c sigma, c tau): one person's reactions about that person's own speed. The
second parts are how much later that person is than the fastest. So reactions of people drawn at random are distributed
exactly as the profile says, and two of them are as close as ever; one person's own are closer to each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from sim.people.ex_gaussian import ExGaussian
from sim.people.skill import Skill
from sim.seat import Seat
from sim.seeds import rng

_HALVINGS = 60
_UNIT = NormalDist()


def seated(seats: Iterable[Seat], skills: Mapping[str, Skill], seed: int) -> dict[str, Skill]:
    """Return the skill of the person on each seat, by name, in the match of that seed.

    skills: the profiles by name. A seat that a person plays keeps its profile: their nerves are their own.
    """
    return {
        seat.name: skills[seat.profile] if seat.is_person else drawn(skills[seat.profile], seed, seat.name)
        for seat in seats
    }


def drawn(skill: Skill, seed: int, name: str, session: int = 0) -> Skill:
    """Return the skill of the person `name` under `seed`, in one session.

    The same person in another session is a little faster or slower: `person_stable_share` of what makes a person's
    speed lasts, the rest belongs to the day. The skill that is returned has no difference between people left in it.
    """
    lasting = rng(seed, "person", name).standard_normal(4)
    today = rng(seed, "person", name, "session", session).standard_normal(4)
    stable = skill.person_stable_share
    own: np.ndarray = math.sqrt(stable) * lasting + math.sqrt(1.0 - stable) * today
    common, *special = (float(value) for value in own)
    shared = skill.person_common_share
    changes: dict[str, float] = {}
    for (task, times, sd_ms), part in zip(_tasks(skill), special, strict=True):
        # One speed of the person in all tasks, and a part that belongs to the task: together standard normal again.
        score = math.sqrt(shared) * common + math.sqrt(1.0 - shared) * part
        share = between_share(times, sd_ms)
        keeps = math.sqrt(1.0 - share)
        changes[f"{task}_mu_ms"] = times.mu + slowness_ms(times, share, score)
        changes[f"{task}_sigma_ms"] = keeps * times.sigma
        changes[f"{task}_tau_ms"] = keeps * times.tau
        changes[f"{task}_person_sd_ms"] = 0.0
    return replace(skill, **changes)


def between_share(times: ExGaussian, person_sd_ms: float) -> float:
    """Return the share (0 to 1) of the variance of these reactions that people's differences of that sd make up."""
    return min(1.0, (person_sd_ms / times.sd) ** 2) if times.sd > 0 else 0.0


def slowness_ms(times: ExGaussian, share: float, score: float) -> float:
    """Return how much later than mu a person's own mu lies (ms; negative for the fast).

    score: the person's place among all people, as a standard normal number. It is the quantile there of the second
    parts above, found by halving: their distribution function is closed, its inverse is not.
    """
    sd, keeps = math.sqrt(share) * times.sigma, math.sqrt(1.0 - share)
    if share == 0.0:
        return 0.0
    place = _UNIT.cdf(score)
    low, high = -9.0 * sd - 1.0, 9.0 * sd + 40.0 * times.tau + 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        below = keeps * _step(middle, sd) + (1.0 - keeps) * ExGaussian(0.0, sd, times.tau).below(middle)
        low, high = (middle, high) if below < place else (low, middle)
    return (low + high) / 2


def _tasks(skill: Skill) -> tuple[tuple[str, ExGaussian, float], ...]:
    return (
        ("simple", skill.simple, skill.simple_person_sd_ms),
        ("go_no_go", skill.go_no_go, skill.go_no_go_person_sd_ms),
        ("two_choice", skill.two_choice, skill.two_choice_person_sd_ms),
    )


def _step(x: float, sd: float) -> float:
    """Return P(N < x) for a normal of that sd about 0."""
    return float(x >= 0) if sd == 0 else _UNIT.cdf(x / sd)
