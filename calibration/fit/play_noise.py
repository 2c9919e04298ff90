"""The scatter of a hand that occasionally slips: mean and sd with 95 % intervals.

A value beyond 3.5 sds is a slip and is left out. Normal scatter that is left out with it (1 in 2150) is corrected for,
so that clean data give the sd itself, with 96 % of the precision of the usual estimate. Intervals are those of
chi-square and Student's t, widened where the scatter has heavier tails than the normal or a movement resembles the one
before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.fit.throws import FEWEST_THROWS, fit_column
from sim.errors import InputError
from sim.statistics import Interval

Floats = NDArray[np.float64]

FEWEST = 20
"""The fewest movements of a kind for which a figure is given."""
CUT_SDS = 3.5
_ROUNDS = 60
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Scatter:
    """The mean and the sd with their intervals. freedom: degrees of freedom of the sd. kept: values without slips."""

    mean: Interval
    sd: Interval
    freedom: float
    kept: int
    slips: int


def scatter(values: Sequence[float]) -> Scatter | None:
    """Return the scatter of values in the order of the trials.

    The sd is zero if they do not differ. Returns None for fewer than 20 values, or if too few remain without slips.
    """
    from scipy.stats import chi2, t

    found = np.asarray(values, dtype=np.float64)
    if found.size < FEWEST:
        return None
    inside = _within(found)
    kept = found[inside]
    centre, sd = _moments(kept)
    if kept.size < FEWEST_THROWS:
        return None
    if sd <= _ROUNDING * max(1.0, abs(centre)):
        same, none = Interval(centre, centre, centre), Interval(0.0, 0.0, 0.0)
        return Scatter(same, none, kept.size - 1.0, int(kept.size), int(found.size - kept.size))
    second, fourth = _cut_normal()
    weight = ((kept - centre) / sd) ** 2 - second
    # The variance of log(sd) is 1 / (2 freedom): that of normal scatter, or more for heavier tails.
    spread = fourth - second**2
    freedom = (kept.size - 1) * spread / 2 * min(1.0, spread / float(np.mean(weight**2)))
    memory = _memory(found, inside)
    freedom *= (1 - memory**2) / (1 + memory**2)
    low, high = (sd * math.sqrt(freedom / float(chi2.ppf(p, freedom))) for p in (0.975, 0.025))
    worth = kept.size * (1 - max(0.0, memory)) / (1 + max(0.0, memory))
    half = float(t.ppf(0.975, freedom)) * sd / math.sqrt(worth)
    return Scatter(
        Interval(centre, centre - half, centre + half),
        Interval(sd, low, high),
        freedom,
        int(kept.size),
        int(found.size - kept.size),
    )


def cv_of(logs: Scatter) -> Interval:
    """Return the coefficient of variation of a lognormal quantity, from the scatter of its logarithms."""
    return Interval(*(math.sqrt(math.expm1(sd * sd)) for sd in (logs.sd.estimate, logs.sd.low, logs.sd.high)))


def mean_of(logs: Scatter) -> Interval:
    """Return the mean of a lognormal quantity, from the scatter of its logarithms (Cox's interval: Zhou & Gao 1997)."""
    from scipy.stats import t

    sd = logs.sd.estimate
    quantile = float(t.ppf(0.975, logs.freedom))
    own = (logs.mean.high - logs.mean.estimate) / quantile
    centre = logs.mean.estimate + sd * sd / 2
    half = quantile * math.hypot(own, sd * sd / math.sqrt(2 * logs.freedom))
    return Interval(math.exp(centre), math.exp(centre - half), math.exp(centre + half))


def _cut_normal() -> tuple[float, float]:
    """Return the second and fourth moment of a standard normal truncated at CUT_SDS."""
    density = math.exp(-(CUT_SDS**2) / 2) / math.sqrt(math.tau)
    share = math.erf(CUT_SDS / math.sqrt(2))
    second = 1 - 2 * CUT_SDS * density / share
    return second, 3 * second - 2 * CUT_SDS**3 * density / share


def _moments(kept: Floats) -> tuple[float, float]:
    """Return the mean and sd of the normal distribution that these values are the truncated part of."""
    return float(kept.mean()), math.sqrt(float(kept.var(ddof=1)) / _cut_normal()[0])


def _within(found: Floats) -> NDArray[np.bool_]:
    """Return a mask of the values that are not slips: the fixed point from the median and the median deviation."""
    centre = float(np.median(found))
    away = np.abs(found - centre)
    sd = 1.4826 * float(np.median(away))
    if sd <= 1e-6 * float(away.mean()):
        sd = float(away.mean())  # most values are equal, except for rounding
    inside = away <= max(CUT_SDS * sd, _ROUNDING * max(1.0, abs(centre)))
    for _ in range(_ROUNDS):
        centre, sd = _moments(found[inside])
        now = np.abs(found - centre) <= max(CUT_SDS * sd, _ROUNDING * max(1.0, abs(centre)))
        if np.array_equal(now, inside):
            break
        inside = now
    return np.asarray(inside, dtype=np.bool_)


def _memory(found: Floats, inside: NDArray[np.bool_]) -> float:
    """Return the lag-1 correlation of the movements, or 0 if it is not significant."""
    numbers = [float(value) if kept else None for value, kept in zip(found, inside, strict=True)]
    try:
        lag1 = fit_column("movement", numbers).lag1.estimate
    except InputError:
        return 0.0  # most values are equal, except for rounding
    return min(0.9, max(-0.9, lag1)) if abs(lag1) > 1.96 / math.sqrt(inside.sum()) else 0.0
