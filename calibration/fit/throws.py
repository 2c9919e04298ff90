"""The work of `fit throws`: the scatter of a hand, from throws in the order of their trials, with 95 % intervals.

Standard deviations are about the mean, without outliers. Intervals are valid for scatter that is not normal (Bonett
2006) and for throws that resemble the throw before. The resemblance is the lag-1 correlation, corrected for its
small-sample bias.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.errors import InputError
from sim.statistics import Interval

Floats = NDArray[np.float64]

FEWEST_THROWS = 12
# In a thousand files of sixty normal throws each, about one throw lies this many robust sds off.
_OUTLIER_SDS = 5.0
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class ColumnFit:
    """The fit of one column: mean, sd and lag-1 correlation.

    kept, outliers, missing: numbers of values. standardised: the deviations in sds, in the order of trials, or NaN.
    """

    mean: float
    sd: Interval
    lag1: Interval
    kept: int
    outliers: int
    missing: int
    standardised: Floats


def fit_column(name: str, values: Sequence[float | None], *, circle: float | None = None) -> ColumnFit:
    """Return the scatter of one column in the order of trials. None is missing. circle: a full turn, for angles.

    Raises InputError for fewer than 12 values, or values that do not differ.
    """
    numbers = np.array([math.nan if value is None else value for value in values], dtype=np.float64)
    known = np.isfinite(numbers)
    if int(known.sum()) < FEWEST_THROWS:
        raise InputError(
            "{name}: expected at least {fewest_throws} rows with a number, found {sum}.",
            name=name,
            fewest_throws=FEWEST_THROWS,
            sum=int(known.sum()),
        )
    if circle is not None:
        numbers = _near(numbers, circle)
    kept = known & _inliers(numbers)
    inside = numbers[kept]
    if float(np.ptp(inside)) <= 1e-12 * max(1.0, float(np.max(np.abs(inside)))):
        raise InputError(
            "{name}: expected numbers that differ, found {size} times {inside:g}.",
            name=name,
            size=inside.size,
            inside=inside[0],
        )
    centre = float(inside.mean())
    deviations = np.where(kept, numbers - centre, math.nan)
    lag1 = _lag1(deviations)
    sd = _sd(inside, lag1.estimate)
    standardised = deviations / sd.estimate
    return ColumnFit(centre, sd, lag1, inside.size, int(np.sum(known & ~kept)), int(np.sum(~known)), standardised)


def pooled_lag1(columns: Mapping[str, ColumnFit]) -> Interval:
    """Return the mean of the columns' lag-1 correlations. Its interval allows for columns that vary together."""
    fits = list(columns.values())
    estimate = float(np.mean([fit.lag1.estimate for fit in fits]))
    variance = 0.0
    for first in fits:
        for second in fits:
            both = np.isfinite(first.standardised) & np.isfinite(second.standardised)
            alike = 1.0
            if first is not second:
                alike = float(np.corrcoef(first.standardised[both], second.standardised[both])[0, 1]) ** 2
            variance += alike * _lag1_sd(first) * _lag1_sd(second) / len(fits) ** 2
    half = _Z * math.sqrt(variance)
    return Interval(estimate, max(-1.0, estimate - half), min(1.0, estimate + half))


def cv(column: ColumnFit) -> Interval:
    """Return the sd over the mean.

    The mean is known far better than the sd: its share of the interval is added in quadrature. Raises InputError for a
    mean that is not positive.
    """
    if column.mean <= 0:
        raise InputError("speed: expected speeds above 0, found a mean of {mean:g}.", mean=column.mean)
    value = column.sd.estimate / column.mean
    own = value / math.sqrt(column.kept)
    low = math.log(column.sd.estimate / column.sd.low)
    high = math.log(column.sd.high / column.sd.estimate)
    return Interval(value, value * math.exp(-math.hypot(low, _Z * own)), value * math.exp(math.hypot(high, _Z * own)))


def _near(angles: Floats, circle: float) -> Floats:
    """Return the same angles, none farther than half a turn from their circular mean."""
    turns = angles * math.tau / circle
    middle = math.atan2(float(np.nansum(np.sin(turns))), float(np.nansum(np.cos(turns)))) * circle / math.tau
    return np.asarray(middle + (angles - middle + circle / 2) % circle - circle / 2, dtype=np.float64)


def _inliers(numbers: Floats) -> NDArray[np.bool_]:
    away = np.abs(numbers - np.nanmedian(numbers))
    scale = 1.4826 * float(np.nanmedian(away))
    if scale <= 0:
        return np.isfinite(numbers)
    return np.asarray(away <= _OUTLIER_SDS * scale, dtype=np.bool_)


def _lag1(deviations: Floats) -> Interval:
    """Return the correlation of a throw with the one before, over pairs of neighbours that are both present."""
    before, after = deviations[:-1], deviations[1:]
    both = np.isfinite(before) & np.isfinite(after)
    pairs = int(both.sum())
    if pairs < 5:
        return Interval(0.0, -1.0, 1.0)
    variance = float(np.nanmean(deviations**2))
    raw = float(np.mean(before[both] * after[both])) / variance
    # Kendall & Marriott 1954: the mean is estimated too, so r falls short by (1 + 3 rho) / n.
    estimate = min(max((pairs * raw + 1) / (pairs - 3), -0.99), 0.99)
    half = _Z * math.sqrt(max(1 - estimate**2, 0.02) / pairs) * pairs / (pairs - 3)
    return Interval(estimate, max(-1.0, estimate - half), min(1.0, estimate + half))


def _lag1_sd(column: ColumnFit) -> float:
    return max(column.lag1.high - column.lag1.estimate, column.lag1.estimate - column.lag1.low) / _Z


def _sd(values: Floats, lag1: float) -> Interval:
    """Return the sd with Bonett's interval (Comput. Stat. Data Anal. 50, 2006), widened for correlation."""
    count = values.size
    variance = float(values.var(ddof=1))
    # A correlation that is not significant counts as zero.
    memory = lag1 if abs(lag1) > _Z / math.sqrt(count) else 0.0
    memory = min(max(memory, -0.9), 0.9)
    # The mean follows a drift, so the squares about it are too small.
    variance *= 1 + max(0.0, 2 * memory / (1 - memory)) / count
    share = 1 / (2 * math.sqrt(count - 4))
    trimmed = np.sort(values)[round(share * count) : count - round(share * count)]
    fourth = float(np.sum((values - trimmed.mean()) ** 4))
    kurtosis = count * fourth / float(np.sum((values - values.mean()) ** 2)) ** 2
    worth = (1 + memory**2) / (1 - memory**2)
    small = count / (count - _Z)
    error = small * math.sqrt(max(worth * (kurtosis - (count - 3) / count), 0.2) / (count - 1))
    centre = math.log(small * variance)
    low, high = (math.exp((centre + sign * _Z * error) / 2) for sign in (-1, 1))
    estimate = math.sqrt(variance)
    return Interval(estimate, min(low, estimate), max(high, estimate))
