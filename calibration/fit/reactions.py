"""The work of `fit reactions`: an ex-Gaussian for every condition, with intervals that allow for people who differ.

Correct answers are fitted. Times below 100 ms are false starts. A time is a lapse after 1500 ms (or three medians of a
slow task), and where the fitted distribution would produce one that late only once in a thousand such files.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.fit.ex_gaussian_fit import FEWEST_TRIALS, USABLE_MS, fit_ex_gaussian, maximum_likelihood, trial_scores
from sim.errors import InputError
from sim.people.ex_gaussian import ExGaussian
from sim.people.reaction import FLOOR_MS
from sim.statistics import Interval

Floats = NDArray[np.float64]

# The expected number of trials beyond the limit, in the whole condition.
_EXPECTED_BEYOND = 0.001
# A time is a lapse in any case after 1500 ms, or where the task is slow after this many medians.
_LATEST_MEDIANS = 3.0
# With fewer people, differences between them cannot be estimated.
_FEWEST_PEOPLE = 5
_DIFFER_P = 0.05
# The distance, times the root of the trials, that chance exceeds once in a thousand times.
_KOLMOGOROV = 1.95


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial. rt_ms: None if no time was recorded, or if no answer was due."""

    person: str
    rt_ms: float | None
    correct: bool
    condition: str


@dataclass(frozen=True, slots=True)
class ConditionFit:
    """The fit of one condition.

    intervals: of `mu_ms`, `sigma_ms`, `tau_ms`, `mean_ms` and `error_rate`. person_sd_ms: the sd of the people's means.
    people_differ: the intervals of the times are over people instead of trials. misfit: the greatest distance of the
    fitted distribution from that of the trials, 0 if chance makes one as great. latest_share: the share of trials that
    have the latest time.
    """

    intervals: Mapping[str, Interval]
    trials: int
    fitted: int
    too_fast: int
    too_slow: int
    people: int
    person_sd_ms: float
    people_differ: bool
    misfit: float
    latest_share: float

    @property
    def distribution(self) -> ExGaussian:
        """The fitted distribution (ms)."""
        mu, sigma, tau = (self.intervals[key].estimate for key in ("mu_ms", "sigma_ms", "tau_ms"))
        return ExGaussian(mu, sigma, tau)


def fit_reactions(trials: Sequence[Trial]) -> dict[str, ConditionFit]:
    """Fit every condition, in the order of their first trials; none where nobody answers, as on no-go trials.

    Raises InputError for a condition with fewer than 20 correct answers, or with times that do not differ.
    """
    by: dict[str, list[Trial]] = {}
    for trial in trials:
        by.setdefault(trial.condition, []).append(trial)
    answered = {name: found for name, found in by.items() if any(t.correct and t.rt_ms is not None for t in found)}
    return {name: _condition(name, found) for name, found in (answered or by).items()}


def _condition(name: str, trials: list[Trial]) -> ConditionFit:
    timed = [(trial.person, trial.rt_ms) for trial in trials if trial.correct and trial.rt_ms is not None]
    people = np.array([person for person, _ in timed])
    times = np.array([time for _, time in timed], dtype=np.float64)
    if np.sum(times > FLOOR_MS) < FEWEST_TRIALS:
        raise InputError(
            "rt_ms: expected at least {fewest_trials} right answers slower than {floor_ms:g} ms "
            "in condition {name!r}, found {sum}.",
            fewest_trials=FEWEST_TRIALS,
            floor_ms=FLOOR_MS,
            name=name,
            sum=int(np.sum(times > FLOOR_MS)),
        )
    try:
        low, high = _limits(times)
        kept = (times > low) & (times < high)
        best, raw = fit_ex_gaussian(times[kept])
    except InputError as error:
        raise InputError("{error} (condition {name!r}).", error=str(error).rstrip("."), name=name) from error
    who, index = np.unique(people[kept], return_inverse=True)
    differ = _people_differ(times[kept], index)
    intervals = {f"{key}_ms": interval for key, interval in raw.items()}
    if differ:
        stretches = _stretches(best, times[kept], index)
        intervals = {key: _stretched(interval, stretches[key]) for key, interval in intervals.items()}
    intervals["error_rate"] = _error_rate(trials)
    return ConditionFit(
        intervals=intervals,
        trials=len(trials),
        fitted=int(kept.sum()),
        too_fast=int(np.sum(times <= low)),
        too_slow=int(np.sum(times >= high)),
        people=len(who),
        person_sd_ms=_between_people(times[kept], index),
        people_differ=differ,
        misfit=_misfit(best, times[kept]),
        latest_share=float(np.mean(times == times.max())),
    )


def _misfit(best: ExGaussian, times: Floats) -> float:
    """Return the greatest distance of a distribution from that of its times (Kolmogorov and Smirnov); 0 by chance."""
    from scipy.stats import exponnorm

    below = exponnorm.cdf(np.sort(times), best.tau / best.sigma, best.mu, best.sigma)
    steps = np.arange(times.size + 1) / times.size
    distance = float(max(np.max(steps[1:] - below), np.max(below - steps[:-1])))
    return distance if distance * math.sqrt(times.size) > _KOLMOGOROV else 0.0


def _limits(times: Floats) -> tuple[float, float]:
    """Return the least and the greatest time (ms) that belong to the distribution.

    The upper limit is found by iteration: a core without lapses is fitted, and the limit moves to where that fit
    expects almost no time any more.
    """
    proper = times[times > FLOOR_MS]
    middle, late = np.quantile(proper, (0.5, 0.85))
    latest = max(USABLE_MS[1], _LATEST_MEDIANS * float(middle))
    high = min(latest, float(middle + 6 * (late - middle)))
    for _ in range(12):
        core = proper[proper < high]
        if core.size < FEWEST_TRIALS:
            core = proper
        found = maximum_likelihood(core)
        share = _EXPECTED_BEYOND / core.size
        before = high
        high = min(latest, found.quantile(1 - share))
        if np.array_equal(proper < high, proper < before):
            break
    return FLOOR_MS, high


# --- people


def _people_differ(times: Floats, index: NDArray[np.intp]) -> bool:
    """Return True if people's times differ significantly (Kruskal & Wallis) and there are at least _FEWEST_PEOPLE."""
    groups = [times[index == person] for person in range(int(index.max()) + 1)]
    groups = [group for group in groups if group.size >= 2]
    if len(groups) < _FEWEST_PEOPLE:
        return False
    from scipy.stats import kruskal

    return float(kruskal(*groups).pvalue) < _DIFFER_P


def _between_people(times: Floats, index: NDArray[np.intp]) -> float:
    """Return the sd (ms) of the people's own means, without chance (analysis of variance); 0 for one person."""
    groups = [times[index == person] for person in range(int(index.max()) + 1)]
    if len(groups) < 2 or times.size <= len(groups):
        return 0.0
    within = sum(float(np.sum((group - group.mean()) ** 2)) for group in groups) / (times.size - len(groups))
    between = sum(group.size * float(group.mean() - times.mean()) ** 2 for group in groups) / (len(groups) - 1)
    usual = (times.size - sum(group.size**2 for group in groups) / times.size) / (len(groups) - 1)
    return math.sqrt(max(0.0, (between - within) / usual))


def _stretches(best: ExGaussian, times: Floats, index: NDArray[np.intp]) -> dict[str, float]:
    """Return the factor for each interval when people are the random sample instead of trials.

    The sandwich estimator: scores summed by person, over the curvature; and Student's t for the number of people.
    """
    from scipy.stats import t

    scores, information = trial_scores(best, times)
    people = int(index.max()) + 1
    sums = np.zeros((people, scores.shape[1]))
    np.add.at(sums, index, scores)
    inverse = np.linalg.pinv(information)
    robust = inverse @ (sums.T @ sums) @ inverse * people / (people - 1)
    width = float(t.ppf(0.975, people - 1)) / 1.959964
    ratio = np.sqrt(np.maximum(np.diag(robust) / np.maximum(np.diag(inverse), 1e-300), 1.0))
    means = _clustered_variance(times, index)
    plain = float(times.var(ddof=1)) / times.size
    mean_ratio = math.sqrt(max(1.0, means / plain))
    return {
        "mu_ms": float(ratio[0]) * width,
        "sigma_ms": float(ratio[1]) * width,
        "tau_ms": float(ratio[2]) * width,
        "mean_ms": mean_ratio * width,
    }


def _clustered_variance(values: Floats, index: NDArray[np.intp]) -> float:
    """Return the variance of the mean of values that come in clusters."""
    people = int(index.max()) + 1
    sums = np.zeros(people)
    np.add.at(sums, index, values - values.mean())
    return float(np.sum(sums**2)) / values.size**2 * people / max(people - 1, 1)


def _stretched(interval: Interval, factor: float) -> Interval:
    low = interval.estimate - factor * (interval.estimate - interval.low)
    return Interval(interval.estimate, max(0.0, low), interval.estimate + factor * (interval.high - interval.estimate))


def _error_rate(trials: list[Trial]) -> Interval:
    """Return the share of wrong answers, with a Wilson interval for the effective number of trials."""
    from scipy.stats import norm, t

    wrong = np.array([0.0 if trial.correct else 1.0 for trial in trials])
    _, index = np.unique([trial.person for trial in trials], return_inverse=True)
    people, rate = int(index.max()) + 1, float(wrong.mean())
    worth, z = float(wrong.size), float(norm.ppf(0.975))
    if people >= _FEWEST_PEOPLE and 0 < rate < 1:
        effect = _clustered_variance(wrong, index) / (rate * (1 - rate) / wrong.size)
        # Only a design effect that is significantly above 1 counts.
        if effect > 1 + 2 * math.sqrt(2 / (people - 1)):
            worth, z = worth / effect, float(t.ppf(0.975, people - 1))
    centre = (rate + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z / (1 + z * z / worth) * math.sqrt(rate * (1 - rate) / worth + z * z / (4 * worth * worth))
    return Interval(rate, max(0.0, centre - half) if rate > 0 else 0.0, min(1.0, centre + half) if rate < 1 else 1.0)
