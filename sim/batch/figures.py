"""Sums over matches and the figures made of them, with intervals that allow for observations clustered by match.

Attempts of one match share its ship and its players, so observations come in clusters.

`y` is what is counted and `x` out of how many, one number each per cluster (a match). The estimate is sum y / sum x.
Its variance is that of a ratio of means over independent clusters (the linearised or delta-method estimator, Cochran,
Sampling Techniques, 1977, 6.13):

    var = k/(k-1) sum (y_i - r x_i)^2 / (sum x_i)^2            k clusters with x_i > 0, r = sum y / sum x

`Ratio` adds the clusters one by one and keeps five sums of them, so its size does not grow with their number:

    sum (y_i - r x_i)^2 = sum y_i^2 - 2 r sum x_i y_i + r^2 sum x_i^2

That difference would lose its digits in floating point. The sums are therefore kept exactly, as whole numbers of a
unit (a power of two), and rounded once, at the end: a figure depends on its clusters and not on their order.

`share` turns the variance into an interval for a proportion as surveys do (Korn & Graubard 1998, with the Wilson score
interval in place of Clopper and Pearson's, which Franco et al. 2019 found to cover best): the Wilson interval for
n_eff = sum x / deff observations, with Student's quantile of k - 1 degrees of freedom. The design effect deff is
var sum x / (r (1 - r)), the variance as a multiple of that of independent observations (Kish, Survey Sampling, 1965,
8.2). Few events say little of how they cluster, and none says nothing: a single one always looks independent. So the
estimate is averaged with the design effect that similar figures have, which weighs as much as `_PRIOR` events:

    deff = (_PRIOR (1 + (m - 1) ALIKE) + e var sum x / (r (1 - r))) / (_PRIOR + e)

where e counts the events, or the rest if it is less, and m = sum x^2 / sum x observations are in a cluster. Where every
cluster is one observation, yes or no, there is nothing to cluster, and the interval is Wilson's own.

`positive_mean` is r with bounds above 0 (`positive_interval`), for quotients that are no proportions and cannot be
negative. `mean` is r with bounds at equal distance, for those that can. Student's quantile of k - 1 degrees of freedom
would be right if matches were normal. But they have long tails: the excess kurtosis of the figures of all games is
about 2 (`python -m studies.coverage`), so that their variance is known as from half as many (Box, Biometrika 40, 1953).
So both take the quantile of k / 2.

`Ratio` keeps the sums of whole clusters, `Sums` those of rows as they come, `Values` every value, since quantiles need
them all, and `Counted` what a declared metric (sim/metrics.py) needs of these.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any

from sim.batch.blocks import MatchBlock, added_up
from sim.batch.exact_sums import ROWS, exact_sums
from sim.metrics import By, Metric, Part, Seats
from sim.statistics import (
    LEVEL,
    NO_DATA,
    Interval,
    binomial_quantile,
    positive_interval,
    share_interval,
    t_quantile,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.batch.blocks import Numbers, Places

    Sorted = NDArray[Any]

Table = dict[str, Interval]

ALIKE = 0.02
"""The correlation of observations of a match that is assumed as far as a figure has too few events to tell.

`python -m studies.coverage` measures it: by game, half the proportions correlate by less than 0 to 0.04. Hits of throws
into one bowl do by less than 0.02 (docs/bowl.md).
"""
_PRIOR = 2.0
"""The number of events that this is worth."""


class Ratio:
    """The quotient of two sums over clusters, with its interval; only sums are kept."""

    __slots__ = ("_unit", "_x", "_xx", "_xy", "_y", "_yy", "clusters")

    def __init__(self) -> None:
        self.clusters = 0
        """The number of clusters with x > 0."""
        self._unit = 1
        self._x = self._y = self._xx = self._xy = self._yy = 0

    @classmethod
    def of(cls, y: Iterable[float], x: Iterable[float]) -> Ratio:
        """Return the quotient over these clusters. Raises ValueError for unequal lengths."""
        found = cls()
        for y_i, x_i in zip(y, x, strict=True):
            # Converts numpy's numbers too.
            found.add(float(y_i), float(x_i))
        return found

    @property
    def y(self) -> float:
        """The sum of the numerators."""
        return self._y / self._unit

    @property
    def x(self) -> float:
        """The sum of the denominators."""
        return self._x / self._unit

    def add(self, y: float, x: float = 1, number: int = 1) -> None:
        """Add a cluster, or a number of clusters that are alike; with x <= 0 they are ignored.

        Raises ValueError or OverflowError unless y and x are finite.
        """
        if x <= 0:
            return
        # The denominator of a float is a power of two, that of an int 1.
        y_units, y_parts = y.as_integer_ratio()
        x_units, x_parts = x.as_integer_ratio()
        if y_parts != self._unit or x_parts != self._unit:
            self._refine(max(y_parts, x_parts))
            y_units *= self._unit // y_parts
            x_units *= self._unit // x_parts
        self.clusters += number
        self._y += number * y_units
        self._x += number * x_units
        self._yy += number * y_units * y_units
        self._xy += number * x_units * y_units
        self._xx += number * x_units * x_units

    @classmethod
    def by_column(cls, y: Numbers, x: Numbers) -> list[Ratio]:
        """Return the quotient of each column of two tables, with a cluster a row, as `add` would make it.

        Raises ValueError or OverflowError unless y and x are finite where x > 0.
        """
        import numpy as np

        found = [cls() for _ in range(y.shape[1])]
        for begin in range(0, len(y), ROWS):
            rows = slice(begin, begin + ROWS)
            left_out = x[rows] <= 0
            nought = np.zeros(())
            here_y, here_x = (np.where(left_out, nought, values[rows]) for values in (y, x))
            exact = exact_sums(here_y, here_x)
            if exact is None:
                for ratio, ys, xs in zip(found, here_y.T.tolist(), here_x.T.tolist(), strict=True):
                    for y_i, x_i in zip(ys, xs, strict=True):
                        ratio.add(y_i, x_i)
                continue
            clusters = np.count_nonzero(~left_out, axis=0).tolist()
            for ratio, number, *sums in zip(found, clusters, *exact.sums, strict=True):
                more = cls()
                more.clusters, more._unit = number, exact.unit
                more._y, more._x, more._yy, more._xy, more._xx = sums
                ratio.merge(more)
        return found

    def merge(self, other: Ratio) -> None:
        """Add the clusters of another quotient."""
        self._refine(other._unit)
        times = self._unit // other._unit
        self.clusters += other.clusters
        self._y += times * other._y
        self._x += times * other._x
        self._yy += times * times * other._yy
        self._xy += times * times * other._xy
        self._xx += times * times * other._xx

    def share(self, design_effect: float | None = None) -> Interval:
        """Return the quotient as a proportion, with 0 <= y_i <= x_i; bounds are NaN for a single cluster.

        design_effect: that of others like these, at least 1; None: with the correlation `ALIKE` within clusters.
        """
        k = self.clusters
        if k < 2:
            return self._unbounded()
        r = self._y / self._x
        if self._one_yes_or_no_each():
            return share_interval(r, k, t_quantile(math.inf))
        expected = self._expected_effect() if design_effect is None else max(1.0, design_effect)
        return share_interval(r, effective_count(r, self.x, self._variance(), expected), t_quantile(k - 1))

    def mean(self) -> Interval:
        """Return the quotient as one of either sign that is no proportion; bounds are NaN for a single cluster."""
        if self.clusters < 2:
            return self._unbounded()
        r, half = self._y / self._x, t_quantile(self.clusters / 2) * math.sqrt(self._variance())
        return Interval(r, r - half, r + half)

    def positive_mean(self, lumps: bool = False) -> Interval:
        """Return the quotient as one that is no proportion and never negative; bounds are NaN for a single cluster.

        lumps: what is counted comes in lumps of unknown size, so that there is no upper bound where there was none.
        Otherwise it is taken to come one by one.
        """
        if self.clusters < 2 or self._y < 0:
            return self.mean()
        if lumps and self._y == 0:
            return Interval(0.0, 0.0, math.nan)
        unseen = self._expected_effect() / self.x
        return positive_interval(self._y / self._x, self._variance(), t_quantile(self.clusters / 2), unseen)

    def _unbounded(self) -> Interval:
        return Interval(self._y / self._x, math.nan, math.nan) if self.clusters else NO_DATA

    def _one_yes_or_no_each(self) -> bool:
        """Return True if every x is 1 and every y is 0 or 1."""
        whole = self._unit * self.clusters
        return self._x == whole and self._xx == self._unit * whole and self._yy == self._unit * self._y

    def _expected_effect(self) -> float:
        return design_effect_of(self._xx / (self._x * self._unit))

    def _variance(self) -> float:
        x, y = self._x, self._y
        # All terms are multiplied by x^2, so that they stay whole; quotients of whole numbers are rounded correctly.
        squares = self._yy * x * x - 2 * y * x * self._xy + y * y * self._xx
        relative = squares / x**4
        # Below this it is only the rounding of numerators that were summed up as floats.
        return 0.0 if relative < 1e-18 else self.clusters / (self.clusters - 1) * relative

    def _refine(self, parts: int) -> None:
        """Make the unit, 1 / `_unit`, as fine as 1 / `parts` at least."""
        if parts > self._unit:
            finer = parts // self._unit
            self._unit = parts
            self._x, self._y = self._x * finer, self._y * finer
            finer *= finer
            self._xx, self._xy, self._yy = self._xx * finer, self._xy * finer, self._yy * finer


def design_effect_of(size: float) -> float:
    """Return the design effect of clusters of `size` observations each that correlate by `ALIKE`."""
    return 1 + max(0.0, size - 1) * ALIKE


def effective_count(r: float, count: float, variance: float, expected: float) -> float:
    """Return how many independent observations tell as much of a proportion as `count` clustered ones.

    variance: of the proportion. expected: the design effect of figures like this one.
    """
    events = count * min(r, 1 - r)
    found = variance * count / (r * (1 - r)) if events > 0 else 0.0
    return count * (_PRIOR + events) / (_PRIOR * expected + events * found)


def clustered_rate(y: Sequence[float], x: Sequence[float]) -> Interval:
    """Return sum y / sum x as a proportion, with 0 <= y_i <= x_i; bounds are NaN for a single cluster.

    Raises ValueError for unequal lengths.
    """
    return Ratio.of(y, x).share()


def quantile(values: Sequence[float], p: float) -> Interval:
    """Return a quantile with its distribution-free interval by order statistics.

    The interval is exact (binomial), and NaN where data are too few. The estimate is the smallest value with at least a
    share `p` of the values at or below it.
    """
    import numpy as np

    return _quantile(np.sort(np.asarray(values)), p)


def _quantile(ordered: Sorted, p: float) -> Interval:
    n = len(ordered)
    if not n:
        return NO_DATA
    estimate = ordered[max(0, math.ceil(p * n - 1e-9) - 1)]
    # The number of values at or below the quantile is binomial: P(X_(l) <= quantile <= X_(u)) = P(l <= B <= u - 1).
    tail = (1 - LEVEL) / 2
    low, high = binomial_quantile(tail, n, p), binomial_quantile(1 - tail, n, p) + 1
    return Interval(
        estimate.item(),
        ordered[low - 1].item() if low >= 1 else math.nan,
        ordered[high - 1].item() if high <= n else math.nan,
    )


class Sums:
    """Two sums over matches, added row by row; the rows of a match follow each other.

    With `pairs` the sums of each match are kept as well, to compare them with another store's; without, memory does not
    grow.
    """

    __slots__ = ("_match", "_pairs", "_ratio", "_x", "_y")

    def __init__(self, pairs: bool = True) -> None:
        self._ratio = Ratio()
        self._match: int | None = None
        self._y = self._x = 0.0
        self._pairs = (array("q"), array("d"), array("d")) if pairs else None

    def add(self, match: int, y: float, x: float = 1.0) -> None:
        """Add a row of a match, or the sums of all its rows."""
        if match != self._match:
            self._end()
            self._match = match
        self._y += y
        self._x += x

    def add_alike(self, y: float, x: float, number: int) -> None:
        """Add a number of matches whose rows have the same sums. Only without `pairs`."""
        assert self._pairs is None
        self._end().add(y, x, number)

    def add_all(self, ratio: Ratio, matches: NDArray[Any], y: Numbers, x: Numbers) -> None:
        """Add the sums of later matches. ratio: their quotient. matches: their indices."""
        self._end().merge(ratio)
        if self._pairs is not None:
            # A match that counts nothing at all is no pair.
            there = (x != 0) | (y != 0)
            numbers, tops, bottoms = self._pairs
            numbers.frombytes(matches[there].tobytes())
            tops.frombytes(y[there].tobytes())
            bottoms.frombytes(x[there].tobytes())

    def merge(self, later: Sums) -> None:
        """Add the sums of later matches, kept likewise."""
        self._end().merge(later._end())
        if self._pairs is not None and later._pairs is not None:
            matches, y, x = later._pairs
            self._pairs[0].extend(matches)
            self._pairs[1].extend(y)
            self._pairs[2].extend(x)

    def share(self) -> Interval:
        """Return the quotient as a proportion."""
        return self._end().share()

    def mean(self) -> Interval:
        """Return the quotient as one of either sign that is no proportion."""
        return self._end().mean()

    def positive_mean(self, lumps: bool = False) -> Interval:
        """Return the quotient as one that is no proportion and never negative. lumps: see Ratio."""
        return self._end().positive_mean(lumps)

    @property
    def y(self) -> float:
        """The sum of the numerators."""
        return self._end().y

    @property
    def x(self) -> float:
        """The sum of the denominators."""
        return self._end().x

    @property
    def matches(self) -> int:
        """The number of matches with a denominator above 0."""
        return self._end().clusters

    def residuals(self) -> dict[int, float] | None:
        """Return y - r x by match, where r is the quotient of all; None if the matches were not kept."""
        r = self.mean().estimate
        return None if self._pairs is None else {m: y - r * x for m, y, x in zip(*self._pairs, strict=True)}

    def _end(self) -> Ratio:
        """Close the match that is being counted, and return the sums of all."""
        if self._match is not None:
            self._ratio.add(self._y, self._x)
            # A match that counts nothing at all is no pair.
            if self._pairs is not None and (self._x or self._y):
                matches, y, x = self._pairs
                matches.append(self._match)
                y.append(self._y)
                x.append(self._x)
            self._match, self._y, self._x = None, 0.0, 0.0
        return self._ratio


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean and quantiles of a quantity that has one value or a few per match."""

    mean: Interval
    p10: Interval
    p50: Interval
    p90: Interval

    def to_json(self) -> dict[str, object]:
        """Return the intervals under mean, p10, p50 and p90."""
        return {name: getattr(self, name).to_json() for name in ("mean", "p10", "p50", "p90")}

    def text(self) -> str:
        """Format the mean with its interval and the range from p10 to p90, quantiles without decimals."""
        return f"{number_text(self.mean)}, middle 80 %: {self.p10.estimate:.0f} to {self.p90.estimate:.0f}"


class Values:
    """All values of a quantity, 8 bytes each, or 4 if they are `whole`; the values of a match follow each other.

    With one value per match the interval of a quantile is exact, by order statistics (`quantile`). Otherwise it is
    Woodruff's (Journal of the American Statistical Association 47, 1952): the interval of the share of values at or
    below the quantile, clustered by match, read off the distribution. `pairs`: see Sums.
    """

    __slots__ = ("_last", "_matches", "_sizes", "pairs", "sums", "values")

    def __init__(self, pairs: bool = True, whole: bool = False) -> None:
        self.values: array[float] = array("i" if whole else "d")
        self.sums = Sums(pairs)
        """The sums of the mean."""
        self.pairs = pairs
        self._last: int | None = None
        # The number of values per match; None while every match has one.
        self._sizes: array[int] | None = None
        self._matches = array("q") if pairs else None

    def add(self, match: int, *values: float) -> None:
        """Add values of a match."""
        if not values:
            return
        more = len(values)
        if match != self._last:
            if self._sizes is None and more > 1:
                self._sizes = array("i", repeat(1, len(self.values)))
            if self._sizes is not None:
                self._sizes.append(more)
            if self._matches is not None:
                self._matches.append(match)
            self._last = match
        else:
            if self._sizes is None:
                self._sizes = array("i", repeat(1, len(self.values)))
            self._sizes[-1] += more
        self.values.extend(values)
        # One after the other: how sum() rounds depends on Python's version.
        total = 0.0
        for value in values:
            total += value
        self.sums.add(match, total, more)

    def add_all(self, matches: NDArray[Any], values: Sequence[float] | Numbers, sizes: Sequence[int] | Places) -> None:
        """Add the values of later matches. matches: their indices. sizes: how many values each has, perhaps none."""
        import numpy as np

        numbers = np.asarray(sizes, np.intc)
        there = numbers > 0
        if not there.any():
            return
        if self._sizes is None and numbers.max() > 1:
            self._sizes = array("i", repeat(1, len(self.values)))
        if self._sizes is not None:
            self._sizes.frombytes(numbers[there].tobytes())
        if self._matches is not None:
            self._matches.frombytes(matches[there].tobytes())
        self._last = int(matches[there][-1])
        self.values.extend(array(self.values.typecode, values))
        total = added_up(np.repeat(np.arange(len(numbers)), numbers), values, len(numbers))
        x = numbers.astype(np.float64)
        (ratio,) = Ratio.by_column(total[:, None], x[:, None])
        self.sums.add_all(ratio, matches, total, x)

    def merge(self, later: Values) -> None:
        """Add the values of later matches, kept likewise."""
        if self._sizes is None and later._sizes is not None:
            self._sizes = array("i", repeat(1, len(self.values)))
        if self._sizes is not None:
            self._sizes.extend(repeat(1, len(later.values)) if later._sizes is None else later._sizes)
        self.values.extend(later.values)
        self.sums.merge(later.sums)
        if self._matches is not None and later._matches is not None:
            self._matches.extend(later._matches)
        self._last = later._last if later.values else self._last

    def matches(self) -> Sequence[int]:
        """Return the indices of the matches that have values; their numbers 0, 1, ... where pairs are not kept."""
        return range(len(self.numbers())) if self._matches is None else self._matches

    def numbers(self) -> NDArray[Any]:
        """Return how many values each match has, as whole numbers."""
        import numpy as np

        return np.ones(len(self.values), np.intp) if self._sizes is None else np.array(self._sizes, np.intp)

    def quantiles(self, *shares: float) -> list[Interval]:
        """Return, for each share, the smallest value with at least that share of the values at or below it."""
        import numpy as np

        values = np.array(self.values)
        ordered = np.sort(values)
        if self._sizes is None:
            return [_quantile(ordered, p) for p in shares]
        numbers = self.numbers()
        begins = np.cumsum(numbers) - numbers
        nothing = Ratio()
        for y, x, number in alike(np.zeros_like(numbers), numbers):
            nothing.add(y, x, number)
        unseen = nothing.share().high
        found = []
        for p in shares:
            estimate = at_share(ordered, p)
            below = Ratio()
            for y, x, number in alike(np.add.reduceat((values <= estimate).astype(np.intp), begins), numbers):
                below.add(y, x, number)
            share = below.share()
            if math.isnan(share.low):
                found.append(Interval(estimate, math.nan, math.nan))
                continue
            # The share at the estimate is p or a little more, so the interval is moved down to p.
            moved = share.estimate - p
            low, high = (at_share(ordered, bound - moved) for bound in (share.low, share.high))
            # A share that none of these values may show by chance: what lies beyond all of them is not known.
            found.append(Interval(estimate, low if p > unseen else math.nan, high if 1 - p > unseen else math.nan))
        return found

    def quantile(self, p: float) -> Interval:
        """Return the smallest value with at least a share `p` of the values at or below it."""
        (found,) = self.quantiles(p)
        return found

    def spread(self, metric: Metric) -> Spread:
        """Return the mean and the quantiles of a metric whose values these are."""
        return Spread(metric.interval(self.sums), *self.quantiles(0.1, 0.5, 0.9))


def at_share(ordered: Sorted, p: float) -> float:
    """Return the smallest of these sorted values with at least a share `p` of them at or below it."""
    found: float = ordered[min(len(ordered) - 1, max(0, math.ceil(p * len(ordered) - 1e-9) - 1))].item()
    return found


def alike(y: NDArray[Any], x: NDArray[Any]) -> Iterator[tuple[int, int, int]]:
    """Yield the different pairs of two arrays of whole numbers from 0 on, and how often each occurs."""
    import numpy as np

    width = int(x.max(initial=0)) + 1
    for pair, number in zip(*np.unique(y * width + x, return_counts=True), strict=True):
        yield *divmod(int(pair), width), int(number)


@dataclass(frozen=True, slots=True)
class Counts:
    """The sums and values of a `Counted` without its metric, as one process sends them to another."""

    sums: Sums | None
    values: Values | None
    parts: Mapping[str, Mapping[Part, Sums]]


class Counted:
    """A metric over the matches so far: its sums, those of its parts, and its values, each only if asked for.

    by: the breakdowns. single: whether the undivided sums are kept. spread: whether all values are kept. pairs, whole:
    see Values.
    """

    __slots__ = ("_by", "_pairs", "_seats", "metric", "parts", "sums", "values")

    def __init__(
        self,
        metric: Metric,
        seats: Seats,
        by: Collection[By] = (),
        single: bool = True,
        spread: bool = False,
        pairs: bool = False,
        whole: bool = False,
    ) -> None:
        self.metric = metric
        self.values = Values(pairs, whole) if spread else None
        self.sums = Sums(pairs) if single else None
        """The undivided sums, if they are kept."""
        self.parts: dict[str, dict[Part, Sums]] = {each.key: {} for each in by}
        """The sums by key of a breakdown and part."""
        self._seats, self._by, self._pairs = seats, tuple(by), pairs

    def add(self, block: MatchBlock) -> None:
        """Add the matches of a block."""

        if self.sums is not None:
            y, x = block.sums(self.metric)
            (ratio,) = Ratio.by_column(y[:, None], x[:, None])
            self.sums.add_all(ratio, block.indices, y, x)
        if self.values is not None:
            self.values.add_all(block.indices, *block.values(self.metric))
        for by in self._by:
            entries = block.entries(self.metric, by, self._seats)
            # One row a match, one column a part.
            shape = len(block.rows), len(entries.parts)
            at = entries.match * shape[1] + entries.part
            y, x = (added_up(at, each, shape[0] * shape[1]).reshape(shape) for each in (entries.y, entries.x))
            known = self.parts[by.key]
            for n, (part, ratio) in enumerate(zip(entries.parts, Ratio.by_column(y, x), strict=True)):
                in_all = known.get(part)
                if in_all is None:
                    in_all = known[part] = Sums(self._pairs)
                in_all.add_all(ratio, block.indices, y[:, n], x[:, n])

    def counted(self) -> Counts:
        """Return what was counted so far."""
        return Counts(self.sums, self.values, self.parts)

    def merge(self, later: Counts) -> None:
        """Add what was counted of later matches, kept likewise."""
        if self.sums is not None and later.sums is not None:
            self.sums.merge(later.sums)
        if self.values is not None and later.values is not None:
            self.values.merge(later.values)
        for key, known in self.parts.items():
            for part, sums in later.parts[key].items():
                known.setdefault(part, Sums(self._pairs)).merge(sums)

    def interval(self) -> Interval:
        """Return the metric over all matches, not broken down."""
        sums = self.sums
        assert sums is not None
        return self.metric.interval(sums)

    def ordered(self, by: By) -> list[Part]:
        """Return the parts of a breakdown in their order: all possible ones, or else those that occurred."""
        return sorted(self.parts[by.key], key=by.rank) if by.parts is None else list(by.parts(self._seats))


def whole_distribution(values: Values) -> dict[int, Interval]:
    """Return the share of matches with each whole value, from the least to the greatest; one value per match."""
    counts = Counter(map(round, values.values))
    found = {}
    for n in range(min(counts, default=0), max(counts, default=-1) + 1):
        share = Ratio()
        for y, number in ((1, counts[n]), (0, len(values.values) - counts[n])):
            share.add(y, 1, number)
        found[n] = share.share()
    return found


def table_json(table: Mapping[str, Interval]) -> dict[str, object]:
    """Return a table of intervals as plain data."""
    return {key: interval.to_json() for key, interval in table.items()}


def count_text(number: int, single: str, many: str) -> str:
    """Return a number with its noun: `1 match`, `2 matches`."""
    return f"{number} {single if number == 1 else many}"


def number_text(value: Interval, digits: int = 1) -> str:
    """Format an interval that is no proportion, with a question mark for a missing bound."""
    if math.isnan(value.estimate):
        return "no data"
    low, high = ("?" if math.isnan(bound) else f"{bound:.{digits}f}" for bound in (value.low, value.high))
    return f"{value.estimate:.{digits}f}" + ("" if low == high == "?" else f" ({low}-{high})")
