"""Persons: one drawn from a profile for each seat, the same through a match.

A profile's reactions are those of all its people together: an ex-Gaussian (mu, sigma, tau), of which a share `s` of the
variance lies between people. One person's are an ex-Gaussian too, with a mean and a scatter of its own:

    mean       the profile's, and a normal of sd sqrt(s) times the profile's sd
    sigma, tau the profile's, both times sqrt(1 - s) g, where g is lognormal with a mean square of 1

so that all people together have the profile's mean and variance exactly, and its distribution within 0.03. Slow people
also vary more: g goes up with the person's slowness (`person_scatter_speed_share`). Where people do not differ in their
mean (s = 0), they do not differ in their scatter either.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from sim.people.ex_gaussian import ExGaussian
from sim.people.skill import Skill
from sim.seat import Seat
from sim.seeds import rng


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
    lasting = rng(seed, "person", name).standard_normal(7)
    today = rng(seed, "person", name, "session", session).standard_normal(7)
    stable = skill.person_stable_share
    own: np.ndarray = math.sqrt(stable) * lasting + math.sqrt(1.0 - stable) * today
    speed, *parts = (float(value) for value in own)
    changes: dict[str, float] = {}
    for (task, times, sd_ms), part, own_scatter in zip(_tasks(skill), parts[:3], parts[3:], strict=True):
        # One speed of the person in all tasks, and a part that belongs to the task.
        slowness = _mixed(skill.person_common_share, speed, part)
        scatter = _mixed(skill.person_scatter_speed_share, slowness, own_scatter)
        share = between_share(times, sd_ms)
        log_sd = skill.person_scatter_log_sd if share else 0.0
        factor = math.sqrt(1.0 - share) * math.exp(log_sd * scatter - log_sd**2)
        mean_ms = times.mean + math.sqrt(share) * times.sd * slowness
        changes[f"{task}_mu_ms"] = mean_ms - factor * times.tau
        changes[f"{task}_sigma_ms"] = factor * times.sigma
        changes[f"{task}_tau_ms"] = factor * times.tau
        changes[f"{task}_person_sd_ms"] = 0.0
    return replace(skill, **changes)


def between_share(times: ExGaussian, person_sd_ms: float) -> float:
    """Return the share (0 to 1) of the variance of these reactions that people's differences of that sd make up."""
    return min(1.0, (person_sd_ms / times.sd) ** 2) if times.sd > 0 else 0.0


def _mixed(share: float, one: float, other: float) -> float:
    """Return a standard normal number of which that share of the variance is `one`, from two of them."""
    return math.sqrt(share) * one + math.sqrt(1.0 - share) * other


def _tasks(skill: Skill) -> tuple[tuple[str, ExGaussian, float], ...]:
    return (
        ("simple", skill.simple, skill.simple_person_sd_ms),
        ("go_no_go", skill.go_no_go, skill.go_no_go_person_sd_ms),
        ("two_choice", skill.two_choice, skill.two_choice_person_sd_ms),
    )
