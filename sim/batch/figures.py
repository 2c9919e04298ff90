"""Sums over matches and the figures made of them, with intervals that allow for observations clustered by match.

Attempts of one match share its ship and its players, so observations come in clusters.

`y` is what is counted and `x` out of how many, one number each per cluster (a match). The estimate is sum y / sum x.
Its variance is that of a ratio of means over independent clusters (the linearised or delta-method estimator, Cochran,
Sampling Techniques, 1977, 6.13):

    var = k/(k-1) sum (y_i - r x_i)^2 / (sum x_i)^2            k clusters with x_i > 0, r = sum y / sum x

`Ratio` keeps sums of the clusters, so its size does not grow with their number. It is made of blocks of `BLOCK` matches
by their index in the run, which are merged in their order: the figures are the same to the last digit in however many
processes they are counted. Sums of squares lose their digits where they are subtracted from each other, so
those of the residuals e_i = y_i - r x_i are kept, and moved to the quotient s of more blocks:

    sum (y_i - s x_i)^2 = sum e_i^2 - 2 (s - r) sum x_i e_i + (s - r)^2 sum x_i^2

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

`Values` keeps every value, since quantiles need them all. `Counted` has what a declared metric (sim/metrics.py) needs.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.batch.blocks import BLOCK, MatchBlock, added_up
from sim.language import _, number
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
    import numpy as np
    from numpy.typing import NDArray

    from sim.batch.blocks import Indices, Numbers, Places

    Sorted = NDArray[Any]

Table = dict[str, Interval]

ALIKE = 0.02
"""The correlation of observations of a match that is assumed as far as a figure has too few events to tell.

`python -m studies.coverage` measures it: by game, half the proportions correlate by less than 0 to 0.04. Hits of throws
into one bowl do by less than 0.02.
"""
_PRIOR = 2.0
"""The number of events that this is worth."""


class Ratio:
    """The quotient of two sums over clusters, with its interval.

    clusters: the number of those with x > 0. y, x: the two sums. pairs: the index, y and x of every match that counts
    anything, block by block, to compare them with another run's; None where they are not kept.
    """

    __slots__ = ("_ee", "_one_each", "_xe", "_xx", "clusters", "pairs", "x", "y")

    def __init__(self, pairs: bool = False) -> None:
        self.clusters = 0
        self.y = self.x = 0.0
        self._xx = self._xe = self._ee = 0.0
        self._one_each = True
        """Whether every cluster is one observation, yes or no."""
        self.pairs: list[tuple[Indices, Numbers, Numbers]] | None = [] if pairs else None

    @classmethod
    def of(cls, y: Iterable[float], x: Iterable[float]) -> Ratio:
        """Return the quotient over these clusters. Raises ValueError for unequal lengths, and as `by_column` does."""
        import numpy as np

        ys, xs = (np.fromiter(each, np.float64)[:, None] for each in (y, x))
        if len(ys) != len(xs):
            raise ValueError(f"expected as many numerators as denominators, found {len(ys)} and {len(xs)}")
        (found,) = cls.by_column(ys, xs)
        return found

    @classmethod
    def by_column(cls, y: Numbers, x: Numbers) -> list[Ratio]:
        """Return the quotient of each column of two tables, with a cluster a row. Clusters with x <= 0 are ignored.

        Raises ValueError unless y and x are finite where x > 0.
        """
        import numpy as np

        found = [cls() for _ in range(y.shape[1])]
        for begin in range(0, len(y), BLOCK):
            rows = slice(begin, begin + BLOCK)
            there = x[rows] > 0
            ys, xs = (np.where(there, values[rows], 0.0) for values in (y, x))
            # What is too large is refused below.
            with np.errstate(over="ignore", invalid="ignore"):
                sum_y, sum_x = _added(ys), _added(xs)
                rest = ys - sum_y / np.where(sum_x > 0, sum_x, 1.0) * xs
                sums = np.stack((sum_y, sum_x, _added(xs * xs), _added(xs * rest), _added(rest * rest)), axis=1)
            if not np.isfinite(sums).all():
                raise ValueError("a sum that is not finite")
            one_each = ((xs == there) & ((ys == 0) | (ys == 1))).all(axis=0)
            clusters = np.count_nonzero(there, axis=0)
            for ratio, count, each, row in zip(found, clusters.tolist(), one_each.tolist(), sums.tolist(), strict=True):
                more = cls()
                more.clusters, more._one_each = count, each
                more.y, more.x, more._xx, more._xe, more._ee = row
                ratio.merge(more)
        return found

    def merge(self, later: Ratio) -> None:
        """Add the clusters of another quotient."""
        if later.clusters:
            y, x = self.y + later.y, self.x + later.x
            (xe, ee), (later_xe, later_ee) = self._about(y / x), later._about(y / x)
            self._xe, self._ee = xe + later_xe, ee + later_ee
            self.y, self.x, self._xx = y, x, self._xx + later._xx
            self.clusters += later.clusters
            self._one_each = self._one_each and later._one_each
        if self.pairs is not None and later.pairs is not None:
            self.pairs += later.pairs

    def _about(self, r: float) -> tuple[float, float]:
        """Return sum x e and sum e^2 for the residuals e of another quotient."""
        by = r - self.y / self.x if self.clusters else 0.0
        return self._xe - by * self._xx, self._ee - by * (2 * self._xe - by * self._xx)

    @property
    def matches(self) -> int:
        """The number of clusters, which are matches."""
        return self.clusters

    def residuals(self) -> dict[int, float] | None:
        """Return y - r x by match, where r is the quotient of all; None if the matches were not kept."""
        if self.pairs is None:
            return None
        r = self.y / self.x if self.clusters else math.nan
        return {
            match: rest
            for matches, y, x in self.pairs
            for match, rest in zip(matches.tolist(), (y - r * x).tolist(), strict=True)
        }

    def share(self, design_effect: float | None = None) -> Interval:
        """Return the quotient as a proportion, with 0 <= y_i <= x_i; bounds are NaN for a single cluster.

        design_effect: that of others like these, at least 1; None: with the correlation `ALIKE` within clusters.
        """
        k = self.clusters
        if k < 2:
            return self._unbounded()
        r = self.y / self.x
        if self._one_each:
            return share_of_single(round(self.y), k)
        expected = self._expected_effect() if design_effect is None else max(1.0, design_effect)
        return share_interval(r, effective_count(r, self.x, self._variance(), expected), t_quantile(k - 1))

    def mean(self) -> Interval:
        """Return the quotient as one of either sign that is no proportion; bounds are NaN for a single cluster."""
        if self.clusters < 2:
            return self._unbounded()
        r, half = self.y / self.x, t_quantile(self.clusters / 2) * math.sqrt(self._variance())
        return Interval(r, r - half, r + half)

    def positive_mean(self, lumps: bool = False) -> Interval:
        """Return the quotient as one that is no proportion and never negative; bounds are NaN for a single cluster.

        lumps: what is counted comes in lumps of unknown size, so that there is no upper bound where there was none.
        Otherwise it is taken to come one by one.
        """
        if self.clusters < 2 or self.y < 0:
            return self.mean()
        if lumps and self.y == 0:
            return Interval(0.0, 0.0, math.nan)
        unseen = self._expected_effect() / self.x
        return positive_interval(self.y / self.x, self._variance(), t_quantile(self.clusters / 2), unseen)

    def _unbounded(self) -> Interval:
        return Interval(self.y / self.x, math.nan, math.nan) if self.clusters else NO_DATA

    def _expected_effect(self) -> float:
        return design_effect_of(self._xx / self.x)

    def _variance(self) -> float:
        relative = self._ee / self.x / self.x
        # Below this it is only the rounding of numerators that were summed up as floats.
        return 0.0 if relative < 1e-18 else self.clusters / (self.clusters - 1) * relative


def _added(table: Numbers) -> Numbers:
    """Return the sums of the columns, added row by row, so that rows of zeros change nothing."""
    import numpy as np

    sums: Numbers = np.add.accumulate(table, axis=0)[-1]
    return sums


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


def share_of_single(count: int, total: int) -> Interval:
    """Return the proportion of observations, each of which is a cluster of its own; bounds are NaN for a single one."""
    if total < 2:
        return Interval(float(count), math.nan, math.nan) if total else NO_DATA
    return share_interval(count / total, total, t_quantile(math.inf))


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
        return _(
            "{mean}, middle 80 %: {low:.0f} to {high:.0f}",
            mean=number_text(self.mean),
            low=self.p10.estimate,
            high=self.p90.estimate,
        )


class Values:
    """All values of a quantity, 8 bytes each, or 4 if they are `whole`; the values of a match follow each other.

    With one value per match the interval of a quantile is exact, by order statistics (`quantile`). Otherwise it is
    Woodruff's (Journal of the American Statistical Association 47, 1952): the interval of the share of values at or
    below the quantile, clustered by match, read off the distribution.

    sums: those of the mean. pairs: keep the indices of the matches, and see `Ratio`.
    """

    def __init__(self, pairs: bool = False, whole: bool = False) -> None:
        import numpy as np

        self.sums = Ratio(pairs)
        self.pairs = pairs
        self._values = [np.zeros(0, np.intc if whole else np.float64)]
        self._sizes: list[NDArray[np.intc]] = [np.zeros(0, np.intc)]
        self._matches: list[Indices] = [np.zeros(0, np.int64)]

    def add(self, matches: Indices, values: Sequence[float] | Numbers, sizes: Sequence[int] | Places) -> None:
        """Add the values of the matches of a block. matches: their indices. sizes: how many each has, perhaps none."""
        import numpy as np

        numbers = np.asarray(sizes, np.float64)
        there = numbers > 0
        self._values.append(np.asarray(values, self._values[0].dtype))
        self._sizes.append(numbers[there].astype(np.intc))
        if self.pairs:
            self._matches.append(matches[there])
        total = added_up(np.repeat(np.arange(len(numbers)), sizes), values, len(numbers))
        self.sums.merge(quotients(total[:, None], numbers[:, None], matches if self.pairs else None)[0])

    def merge(self, later: Values) -> None:
        """Add the values of later matches, kept likewise."""
        self._values += later._values
        self._sizes += later._sizes
        self._matches += later._matches
        self.sums.merge(later.sums)

    @property
    def values(self) -> NDArray[Any]:
        import numpy as np

        return np.concatenate(self._values)

    def numbers(self) -> NDArray[np.intc]:
        """Return how many values each match has that has any."""
        import numpy as np

        return np.concatenate(self._sizes)

    def matches(self) -> Indices:
        """Return the indices of the matches that have values, where pairs are kept."""
        import numpy as np

        return np.concatenate(self._matches)

    def quantiles(self, *shares: float) -> list[Interval]:
        """Return, for each share, the smallest value with at least that share of the values at or below it."""
        import numpy as np

        values, numbers = self.values, self.numbers()
        ordered = np.sort(values)
        if len(numbers) == len(ordered):
            return [_quantile(ordered, p) for p in shares]
        begins = np.cumsum(numbers) - numbers
        unseen = Ratio.of(np.zeros(len(numbers)), numbers).share().high
        found = []
        for p in shares:
            estimate = at_share(ordered, p)
            share = Ratio.of(np.add.reduceat((values <= estimate).astype(np.intp), begins), numbers).share()
            if math.isnan(share.low):
                found.append(Interval(estimate, math.nan, math.nan))
                continue
            # The share at the estimate is p or a little more, so the interval is moved down to p.
            moved = share.estimate - p
            low, high = (at_share(ordered, bound - moved) for bound in (share.low, share.high))
            # A share that none of these values may show by chance: what lies beyond all of them is not known.
            found.append(Interval(estimate, low if p > unseen else math.nan, high if 1 - p > unseen else math.nan))
        return found

    def shares(self, kinds: Places, count: int) -> list[Ratio]:
        """Return the share of each kind among the values. kinds: of each value, a number below `count`."""
        import numpy as np

        numbers, matches = self.numbers(), self.matches()
        ends = np.cumsum(numbers)
        found = [Ratio(self.pairs) for _ in range(count)]
        # Not all matches at once, which would take much memory.
        for begin in range(0, len(numbers), BLOCK):
            here = slice(begin, begin + BLOCK)
            places = np.repeat(np.arange(len(numbers[here])), numbers[here]) * count
            places += kinds[ends[begin] - numbers[begin] : ends[here][-1]]
            y = np.bincount(places, minlength=len(numbers[here]) * count).reshape(-1, count).astype(np.float64)
            x = np.broadcast_to(numbers[here, None].astype(np.float64), y.shape)
            for ratio, more in zip(found, quotients(y, x, matches[here] if self.pairs else None), strict=True):
                ratio.merge(more)
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


def quotients(y: Numbers, x: Numbers, matches: Indices | None) -> list[Ratio]:
    """Return the quotient of each column of the sums of matches. matches: their indices, to keep their pairs."""
    found = Ratio.by_column(y, x)
    if matches is not None:
        there = (y != 0) | (x != 0)
        for n, ratio in enumerate(found):
            rows = there[:, n]
            ratio.pairs = [(matches[rows], y[rows, n], x[rows, n])]
    return found


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a metric, as one process sends them to another.

    sums: the undivided ones, values: all of them, each None if it is not kept. parts: the sums by key of a breakdown
    and part.
    """

    sums: Ratio | None
    values: Values | None
    parts: Mapping[str, dict[Part, Ratio]]

    def merge(self, later: Counts) -> None:
        """Add what was counted of later matches, kept likewise."""
        if self.sums is not None and later.sums is not None:
            self.sums.merge(later.sums)
        if self.values is not None and later.values is not None:
            self.values.merge(later.values)
        for key, known in self.parts.items():
            for part, sums in later.parts[key].items():
                known.setdefault(part, Ratio(sums.pairs is not None)).merge(sums)


class Counted:
    """A metric over the matches so far.

    by: the breakdowns. single: whether the undivided sums are kept. spread: whether all values are kept. pairs, whole:
    see Values.
    """

    __slots__ = ("_by", "_pairs", "_seats", "counts", "metric")

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
        self.counts = Counts(
            Ratio(pairs) if single else None, Values(pairs, whole) if spread else None, {each.key: {} for each in by}
        )
        self._seats, self._by, self._pairs = seats, tuple(by), pairs

    def add(self, block: MatchBlock) -> None:
        matches = block.indices if self._pairs else None
        counts = self.counts
        if counts.sums is not None:
            y, x = block.sums(self.metric)
            counts.sums.merge(quotients(y[:, None], x[:, None], matches)[0])
        if counts.values is not None:
            counts.values.add(block.indices, *block.values(self.metric))
        for by in self._by:
            entries = block.entries(self.metric, by, self._seats)
            # One row a match, one column a part.
            shape = len(block.rows), len(entries.parts)
            at = entries.match * shape[1] + entries.part
            y, x = (added_up(at, each, shape[0] * shape[1]).reshape(shape) for each in (entries.y, entries.x))
            known = counts.parts[by.key]
            for part, sums in zip(entries.parts, quotients(y, x, matches), strict=True):
                known.setdefault(part, Ratio(self._pairs)).merge(sums)

    def interval(self) -> Interval:
        """Return the metric over all matches, not broken down."""
        assert self.counts.sums is not None
        return self.metric.interval(self.counts.sums)

    def ordered(self, by: By) -> list[Part]:
        """Return the parts of a breakdown in their order: all possible ones, or else those that occurred."""
        return sorted(self.counts.parts[by.key], key=by.rank) if by.parts is None else list(by.parts(self._seats))


def whole_distribution(values: Values) -> dict[int, Interval]:
    """Return the share of matches with each whole value, from the least to the greatest; one value per match."""
    import numpy as np

    numbers = np.rint(values.values).astype(np.int64)
    whole = range(int(numbers.min()), int(numbers.max()) + 1) if len(numbers) else range(0)
    return {n: share_of_single(int(np.count_nonzero(numbers == n)), len(numbers)) for n in whole}


def table_json(table: Mapping[str, Interval]) -> dict[str, object]:
    """Return a table of intervals as plain data."""
    return {key: interval.to_json() for key, interval in table.items()}


def count_text(number: int, single: str, many: str) -> str:
    """Return a number with its noun: `1 match`, `2 matches`."""
    return f"{number} {single if number == 1 else many}"


def number_text(value: Interval, digits: int = 1) -> str:
    """Format an interval that is no proportion, with a question mark for a missing bound."""
    if math.isnan(value.estimate):
        return _("no data")
    form = f".{digits}f"
    low, high = ("?" if math.isnan(bound) else number(bound, form) for bound in (value.low, value.high))
    return number(value.estimate, form) + ("" if low == high == "?" else f" ({low}-{high})")
