"""Intervals for figures whose observations come in clusters: the attempts of one match share its ship and its people.

`y` is what is counted and `x` out of how many, one number each a cluster (a match). The estimate is sum y / sum x. Its
variance is that of a ratio of means over independent clusters (the linearised or delta-method estimator, Cochran,
Sampling Techniques, 1977, 6.13):

    var = k/(k-1) sum (y_i - r x_i)^2 / (sum x_i)^2            k clusters with x_i > 0, r = sum y / sum x

`clustered_rate` turns it into an interval for a proportion as surveys do (Korn & Graubard 1998, with the Wilson score
interval in place of Clopper and Pearson's, which Franco et al. 2019 found to cover best): the Wilson interval for
n_eff = r (1 - r) / var observations, at most sum x, with Student's quantile of k - 1 degrees of freedom. Where every
cluster says the same (r is 0 or 1, var is 0) nothing is known of the clustering, and each cluster counts as one
observation. `clustered_mean` is r with Student's quantile and is meant for quotients that are no proportions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.statistics import LEVEL, NO_DATA, Interval


def clustered_rate(y: Sequence[float], x: Sequence[float]) -> Interval:
    """A proportion with 0 <= y_i <= x_i; bounds are NaN for a single cluster. Raises ValueError for unequal lengths."""
    pairs, r, variance = _ratio(y, x)
    if not pairs or len(pairs) == 1:
        return NO_DATA if not pairs else Interval(r, math.nan, math.nan)
    total = math.fsum(x_i for _, x_i in pairs)
    n_eff = min(total, r * (1 - r) / variance) if variance > 0 else min(total, float(len(pairs)))
    q = _quantile(len(pairs) - 1)
    spread = q * q / n_eff
    centre = (r + spread / 2) / (1 + spread)
    half = math.sqrt(max(0.0, spread * r * (1 - r) + spread * spread / 4)) / (1 + spread)
    # At r = 0 and r = 1 the bound is r itself, up to rounding.
    return Interval(r, max(0.0, min(centre - half, r)), min(1.0, max(centre + half, r)))


def clustered_mean(y: Sequence[float], x: Sequence[float]) -> Interval:
    """A quotient of sums that is no proportion; bounds are NaN for a single cluster."""
    pairs, r, variance = _ratio(y, x)
    if not pairs:
        return NO_DATA
    if len(pairs) == 1:
        return Interval(r, math.nan, math.nan)
    half = _quantile(len(pairs) - 1) * math.sqrt(variance)
    return Interval(r, r - half, r + half)


def quantile(values: Sequence[float], p: float) -> Interval:
    """A quantile with its distribution-free interval by order statistics (exact binomial; NaN where data are too few).

    The estimate is the smallest value with at least a share `p` of the values at or below it.
    """
    if not values:
        return NO_DATA
    from scipy.stats import binom

    ordered, n = sorted(values), len(values)
    estimate = ordered[max(0, math.ceil(p * n - 1e-9) - 1)]
    # The number of values at or below the quantile is binomial: P(X_(l) <= quantile <= X_(u)) = P(l <= B <= u - 1).
    tail = (1 - LEVEL) / 2
    low, high = int(binom.ppf(tail, n, p)), int(binom.ppf(1 - tail, n, p)) + 1
    return Interval(
        estimate,
        ordered[low - 1] if low >= 1 else math.nan,
        ordered[high - 1] if high <= n else math.nan,
    )


def _ratio(y: Sequence[float], x: Sequence[float]) -> tuple[list[tuple[float, float]], float, float]:
    pairs = [(y_i, x_i) for y_i, x_i in zip(y, x, strict=True) if x_i > 0]
    if not pairs:
        return [], math.nan, math.nan
    total = math.fsum(x_i for _, x_i in pairs)
    r = math.fsum(y_i for y_i, _ in pairs) / total
    k = len(pairs)
    squares = math.fsum((y_i - r * x_i) ** 2 for y_i, x_i in pairs)
    # Residues of rounding are no variance.
    if k == 1 or squares < 1e-18 * total * total:
        return pairs, r, 0.0
    return pairs, r, k / (k - 1) * squares / total**2


def _quantile(freedom: int) -> float:
    from scipy.stats import t

    return float(t.ppf(0.5 + LEVEL / 2, freedom))
