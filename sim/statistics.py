"""Intervals: every rate and mean that Yardarm prints carries a 95 % interval made here.

scipy is imported inside the functions, so that naming an interval costs the command line nothing, and only its special
functions: `scipy.stats` takes longer to import than a short run to simulate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from sim.language import _, number

LEVEL = 0.95
_FEW = 3


def added(values: Iterable[float]) -> float:
    """Return a sum, added one after the other: how sum() rounds depends on Python's version."""
    return float(reduce(add, values, 0.0))


def read_number(text: str) -> float:
    """Return the number of a text, a hundredth of it before a percent sign. Raises ValueError."""
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the bounds of its 95 % interval (NaN where there is no data)."""

    estimate: float
    low: float
    high: float

    def to_json(self) -> dict[str, float | None]:
        """Return the three numbers; one that is missing or infinite is null, because JSON has neither."""
        values = {"estimate": self.estimate, "low": self.low, "high": self.high}
        return {key: round(value, 6) if math.isfinite(value) else None for key, value in values.items()}

    @classmethod
    def from_json(cls, values: Mapping[str, float | None]) -> Interval:
        """Return the interval of which `to_json` made these values."""
        known = {key: math.nan if value is None else value for key, value in values.items()}
        return cls(**known)

    def percent(self) -> str:
        """Return the interval as people read it: `12.3 % (10.1-14.9)`."""
        if math.isnan(self.estimate):
            return _("no data")
        if math.isnan(self.low):
            return _("{share:.1f} % (no interval)", share=100 * self.estimate)
        estimate, low, high = (number(100 * each, ".1f") for each in (self.estimate, self.low, self.high))
        return f"{estimate} % ({low}-{high})"

    def points(self, digits: int = 1) -> str:
        """Return a difference of shares in percentage points: `+12.3 (+10.1 to +14.9)`."""
        if math.isnan(self.estimate):
            return _("no data")
        estimate, low, high = (number(100 * value, f"+.{digits}f") for value in (self.estimate, self.low, self.high))
        if math.isnan(self.low):
            return _("{estimate} (no interval)", estimate=estimate)
        return _("{estimate} ({low} to {high})", estimate=estimate, low=low, high=high)


NO_DATA = Interval(math.nan, math.nan, math.nan)


def rate(successes: int, trials: int) -> Interval:
    """Return a proportion with its Wilson score interval (Wilson 1927; Newcombe 1998, method 3).

    Raises ValueError for more successes than trials, or fewer than none.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"expected 0 to {trials} successes, found {successes}")
    if trials == 0:
        return NO_DATA
    from scipy.special import ndtri

    share, z = successes / trials, float(ndtri(0.5 + LEVEL / 2))
    # The terms stand as in scipy.stats.binomtest, to the last bit.
    scale = 2 * (trials + z**2)
    centre = (2 * trials * share + z**2) / scale
    half = z / scale * math.sqrt(4 * trials * share * (1 - share) + z**2)
    return Interval(
        share,
        0.0 if successes == 0 else centre - half,
        1.0 if successes == trials else centre + half,
    )


def mean(values: Sequence[float]) -> Interval:
    """Return a mean with Student's t interval; a single value has no interval."""
    count = len(values)
    if count == 0:
        return NO_DATA
    centre = math.fsum(values) / count
    if count == 1:
        return Interval(centre, math.nan, math.nan)
    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    half = t_quantile(count - 1) * math.sqrt(variance / count)
    return Interval(centre, centre - half, centre + half)


def median(values: Iterable[float]) -> Interval:
    """Return the median with the interval between two order statistics (binomial: assumes no distribution)."""
    ordered = sorted(float(value) for value in values)
    count = len(ordered)
    if count == 0:
        return NO_DATA
    centre = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    low = binomial_quantile((1 - LEVEL) / 2, count, 0.5) - 1
    if low < 0:
        return Interval(centre, math.nan, math.nan)
    return Interval(centre, ordered[low], ordered[count - 1 - low])


def positive_mean(values: Sequence[float]) -> Interval:
    """Return the mean of measured values, none below 0, with `positive_interval`; a single value has no interval."""
    found, count = mean(values), len(values)
    if count < 2:
        return found
    q = t_quantile(count - 1)
    error = (found.high - found.estimate) / q
    return positive_interval(found.estimate, error**2, q)


def share_interval(r: float, n_eff: float, q: float) -> Interval:
    """Return a proportion with the Wilson interval for `n_eff` observations. q: half its width in standard errors.

    Wilson's bound is too near beside up to `_FEW` events, or up to that many of the rest: there the exact one-sided one
    takes its place (Brown, Cai & DasGupta, Statistical Science 16, 2001, 4.1.1).
    """
    from scipy.special import betaincinv

    spread = q * q / n_eff
    centre = (r + spread / 2) / (1 + spread)
    half = math.sqrt(max(0.0, spread * r * (1 - r) + spread * spread / 4)) / (1 + spread)

    def low(share: float, bound: float) -> float:
        events = share * n_eff
        exact = float(betaincinv(events, n_eff - events + 1, 1 - LEVEL)) if 0 < events <= _FEW else bound
        # At 0 the bound is 0 itself, up to rounding.
        return max(0.0, min(bound, exact, share))

    return Interval(r, low(r, centre - half), 1 - low(1 - r, 1 - centre - half))


def positive_interval(r: float, variance: float, q: float, unseen: float = 0.0) -> Interval:
    """Return a mean that cannot be below 0, given its variance, with bounds that cannot be either.

    The variance is taken to grow with the mean, as that of a count does: the bounds are the m with (r - m)^2 =
    q^2 variance m / r. It is the limit of Wilson's interval where a proportion is small, and allows for the skewness of
    what is bounded below as a logarithm would, to the second order. q: half its width in standard errors. unseen: the
    variance, as a multiple of the mean, that is assumed where nothing scatters.
    """
    if variance == 0:
        reach = q * q * unseen
        return Interval(r, max(0.0, r - reach), r + reach)
    shift = q * q * variance / (2 * r)
    high = r + shift + math.sqrt(q * q * variance + shift * shift)
    return Interval(r, r * r / high, high)


def paired_difference(first: Sequence[float], second: Sequence[float]) -> Interval:
    """Return the mean of second - first over pairs that share their seeds."""
    return mean([b - a for a, b in zip(first, second, strict=True)])


def paired_rate_difference(first: Sequence[bool], second: Sequence[bool]) -> Interval:
    """Return the rate of `second` minus that of `first` over pairs that share their seeds (Newcombe 1998, method 10).

    "Improved confidence intervals for the difference between binomial proportions based on paired data", Statistics in
    Medicine 17: the two Wilson intervals, joined by the correlation of the pairs with its continuity correction. Unlike
    Student's it has a width where no pair differs.
    """
    pairs = list(zip(second, first, strict=True))
    if not pairs:
        return NO_DATA
    count = len(pairs)
    both, one, other = pairs.count((True, True)), pairs.count((True, False)), pairs.count((False, True))
    neither = count - both - one - other
    p, q = rate(both + one, count), rate(both + other, count)
    spread = math.sqrt((both + one) * (other + neither) * (both + other) * (one + neither))
    product = float(both * neither - one * other)
    if product > 0:
        product = max(0.0, product - count / 2)
    phi = product / spread if spread > 0 else 0.0

    def reach(here: float, there: float) -> float:
        return math.sqrt(max(0.0, here**2 - 2 * phi * here * there + there**2))

    difference = p.estimate - q.estimate
    low = difference - reach(p.estimate - p.low, q.high - q.estimate)
    high = difference + reach(p.high - p.estimate, q.estimate - q.low)
    return Interval(difference, low, high)


def t_quantile(freedom: float) -> float:
    """Return half the width of a 95 % interval in standard errors, by Student's t with these degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + LEVEL / 2))


def binomial_quantile(q: float, trials: int, p: float) -> int:
    """Return the smallest number of successes that at least a share `q` of binomial draws do not exceed."""
    from scipy.special import bdtr, bdtrik

    found = max(0, math.ceil(float(bdtrik(q, trials, p))))
    # Where the inverse, a real number, lies a rounding above a whole one.
    return found - 1 if found >= 1 and float(bdtr(found - 1, trials, p)) >= q else found
