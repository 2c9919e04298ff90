"""Intervals: every rate and mean that Yardarm prints carries a 95 % interval made here.

scipy is imported inside the functions, so that naming an interval costs the command line nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the bounds of its 95 % interval (NaN where there is no data)."""

    estimate: float
    low: float
    high: float

    def to_json(self) -> dict[str, float | None]:
        """The three numbers; a missing one is null, because JSON has no NaN."""
        values = {"estimate": self.estimate, "low": self.low, "high": self.high}
        return {key: None if math.isnan(value) else round(value, 6) for key, value in values.items()}

    def percent(self) -> str:
        """As people read it: `12.3 % (10.1-14.9)`."""
        if math.isnan(self.estimate):
            return "no data"
        if math.isnan(self.low):
            return f"{100 * self.estimate:.1f} % (no interval)"
        return f"{100 * self.estimate:.1f} % ({100 * self.low:.1f}-{100 * self.high:.1f})"


NO_DATA = Interval(math.nan, math.nan, math.nan)


def rate(successes: int, trials: int) -> Interval:
    """A proportion with its Wilson score interval (Wilson 1927), by scipy.stats.binomtest."""
    if trials == 0:
        return NO_DATA
    from scipy.stats import binomtest

    interval = binomtest(successes, trials).proportion_ci(LEVEL, method="wilson")
    return Interval(successes / trials, float(interval.low), float(interval.high))


def mean(values: Sequence[float]) -> Interval:
    """A mean with Student's t interval; a single value has no interval."""
    count = len(values)
    if count == 0:
        return NO_DATA
    centre = math.fsum(values) / count
    if count == 1:
        return Interval(centre, math.nan, math.nan)
    from scipy.stats import t

    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    half = float(t.ppf(0.5 + LEVEL / 2, count - 1)) * math.sqrt(variance / count)
    return Interval(centre, centre - half, centre + half)


def median(values: Iterable[float]) -> Interval:
    """The median with the interval between two order statistics (binomial: no assumption on the distribution)."""
    from scipy.stats import binom

    ordered = sorted(float(value) for value in values)
    count = len(ordered)
    if count == 0:
        return NO_DATA
    centre = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    low = int(binom.ppf((1 - LEVEL) / 2, count, 0.5)) - 1
    if low < 0:
        return Interval(centre, math.nan, math.nan)
    return Interval(centre, ordered[low], ordered[count - 1 - low])


def paired_difference(first: Sequence[float], second: Sequence[float]) -> Interval:
    """The mean of second - first over pairs that share their seeds."""
    return mean([b - a for a, b in zip(first, second, strict=True)])
