"""Intervals for figures whose observations come in clusters: the attempts of one match share its ship and its people.

`y` is what is counted and `x` out of how many, one number each a cluster (a match). The estimate is sum y / sum x. Its
variance is that of a ratio of means over independent clusters (the linearised or delta-method estimator, Cochran,
Sampling Techniques, 1977, 6.13):

    var = k/(k-1) sum (y_i - r x_i)^2 / (sum x_i)^2            k clusters with x_i > 0, r = sum y / sum x

`Ratio` takes in the clusters one by one and keeps five sums of them, so it is as small after a million as after ten:

    sum (y_i - r x_i)^2 = sum y_i^2 - 2 r sum x_i y_i + r^2 sum x_i^2

That difference would lose its digits in floating point. The sums are therefore kept exactly, as whole numbers of a
unit (a power of two), and rounded once, at the end: a figure depends on its clusters and not on their order.

`share` turns the variance into an interval for a proportion as surveys do (Korn & Graubard 1998, with the Wilson score
interval in place of Clopper and Pearson's, which Franco et al. 2019 found to cover best): the Wilson interval for
n_eff = r (1 - r) / var observations, at most sum x, with Student's quantile of k - 1 degrees of freedom. Where every
cluster says the same (r is 0 or 1, var is 0) nothing is known of the clustering, and each cluster counts as one
observation. `mean` is r with Student's quantile and is meant for quotients that are no proportions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sim.statistics import LEVEL, NO_DATA, Interval, binomial_quantile, t_quantile


class Ratio:
    """The quotient of two sums over clusters, with its interval, of which only sums are kept."""

    __slots__ = ("_unit", "_x", "_xx", "_xy", "_y", "_yy", "clusters")

    def __init__(self) -> None:
        self.clusters = 0
        """How many had x > 0."""
        self._unit = 1
        self._x = self._y = self._xx = self._xy = self._yy = 0

    @classmethod
    def of(cls, y: Iterable[float], x: Iterable[float]) -> Ratio:
        """Of these clusters. Raises ValueError for unequal lengths."""
        found = cls()
        for y_i, x_i in zip(y, x, strict=True):
            # Also what numpy counts.
            found.add(float(y_i), float(x_i))
        return found

    @property
    def y(self) -> float:
        """The sum of the numerators."""
        return self._y / self._unit

    def add(self, y: float, x: float = 1) -> None:
        """Take in a cluster; one without x says nothing. Raises ValueError or OverflowError unless both are finite."""
        if x <= 0:
            return
        # Of a float the denominator is a power of two, of an int it is 1.
        y_units, y_parts = y.as_integer_ratio()
        x_units, x_parts = x.as_integer_ratio()
        if y_parts != self._unit or x_parts != self._unit:
            self._refine(max(y_parts, x_parts))
            y_units *= self._unit // y_parts
            x_units *= self._unit // x_parts
        self.clusters += 1
        self._y += y_units
        self._x += x_units
        self._yy += y_units * y_units
        self._xy += x_units * y_units
        self._xx += x_units * x_units

    def share(self) -> Interval:
        """As a proportion, 0 <= y_i <= x_i; bounds are NaN for a single cluster."""
        k = self.clusters
        if k < 2:
            return self._unbounded()
        r, variance = self._y / self._x, self._variance()
        total = self._x / self._unit
        n_eff = min(total, r * (1 - r) / variance) if variance > 0 else min(total, float(k))
        q = t_quantile(k - 1)
        spread = q * q / n_eff
        centre = (r + spread / 2) / (1 + spread)
        half = math.sqrt(max(0.0, spread * r * (1 - r) + spread * spread / 4)) / (1 + spread)
        # At r = 0 and r = 1 the bound is r itself, up to rounding.
        return Interval(r, max(0.0, min(centre - half, r)), min(1.0, max(centre + half, r)))

    def mean(self) -> Interval:
        """As a quotient that is no proportion; bounds are NaN for a single cluster."""
        if self.clusters < 2:
            return self._unbounded()
        r, half = self._y / self._x, t_quantile(self.clusters - 1) * math.sqrt(self._variance())
        return Interval(r, r - half, r + half)

    def _unbounded(self) -> Interval:
        return Interval(self._y / self._x, math.nan, math.nan) if self.clusters else NO_DATA

    def _variance(self) -> float:
        x, y = self._x, self._y
        # All of it times x^2, so that it stays whole; quotients of whole numbers are rounded correctly.
        squares = self._yy * x * x - 2 * y * x * self._xy + y * y * self._xx
        relative = squares / x**4
        # Residues of rounding, in numerators that were summed up as floats, are no variance.
        return 0.0 if relative < 1e-18 else self.clusters / (self.clusters - 1) * relative

    def _refine(self, parts: int) -> None:
        """Count in units at least so fine."""
        if parts > self._unit:
            finer = parts // self._unit
            self._unit = parts
            self._x, self._y = self._x * finer, self._y * finer
            finer *= finer
            self._xx, self._xy, self._yy = self._xx * finer, self._xy * finer, self._yy * finer


def clustered_rate(y: Sequence[float], x: Sequence[float]) -> Interval:
    """A proportion with 0 <= y_i <= x_i; bounds are NaN for a single cluster. Raises ValueError for unequal lengths."""
    return Ratio.of(y, x).share()


def clustered_mean(y: Sequence[float], x: Sequence[float]) -> Interval:
    """A quotient of sums that is no proportion; bounds are NaN for a single cluster."""
    return Ratio.of(y, x).mean()


def quantile(values: Sequence[float], p: float) -> Interval:
    """A quantile with its distribution-free interval by order statistics (exact binomial; NaN where data are too few).

    The estimate is the smallest value with at least a share `p` of the values at or below it.
    """
    n = len(values)
    if not n:
        return NO_DATA
    import numpy as np

    ordered = np.sort(np.asarray(values))
    estimate = ordered[max(0, math.ceil(p * n - 1e-9) - 1)]
    # The number of values at or below the quantile is binomial: P(X_(l) <= quantile <= X_(u)) = P(l <= B <= u - 1).
    tail = (1 - LEVEL) / 2
    low, high = binomial_quantile(tail, n, p), binomial_quantile(1 - tail, n, p) + 1
    return Interval(
        estimate.item(),
        ordered[low - 1].item() if low >= 1 else math.nan,
        ordered[high - 1].item() if high <= n else math.nan,
    )
