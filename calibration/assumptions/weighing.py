"""The draws of a study weighed by what people report: approximate Bayesian computation over the matches it has played.

The prior is the draws: every assumption over its range. A draw weighs as much as all statements together are likely
there, taken as independent; the weights sum to 1. As few draws may carry nearly all of it, every result comes with the
effective number of draws (Kish: one over the sum of squared weights) and with what leaving each statement out changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.assumptions.drawing import Assumption
from calibration.assumptions.reports import Report, Reports
from calibration.assumptions.shares import TAILS, Band, Spread, spread_of, weighted_quantiles
from calibration.assumptions.study import AssumptionsStudy, Open, counted_sums
from calibration.tuning.response import Array
from sim.measures import Plain, Span
from sim.seeds import rng
from sim.statistics import Interval

FEW = 20
"""The effective number of draws below which the result is not to be relied on."""
_QUANTILES = (TAILS[0], 0.5, TAILS[1])
_AGAIN = 400
"""The number of draws of the bootstrap of a median."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One report at the draws.

    before, after: the means of its figure, by all draws alike and by weight; NaN where it was counted nowhere.
    ignored: the draws at which its figure was not counted. alone, without: the effective number of draws by this report
    alone, and by all others.
    """

    name: str
    report: Report
    before: float
    after: float
    ignored: int
    alone: float
    without: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """A figure by weight. band: None where too little was counted. left_out: the ends of the band, by left out name."""

    one: Open
    band: Band | None
    left_out: dict[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Moved:
    """An assumption before and after: the 2.5, 50 and 97.5 % points of its shares, as drawn and by weight.

    median: the one after, with its interval of a bootstrap.
    """

    part: Assumption
    before: tuple[float, ...]
    after: tuple[float, ...]
    median: Interval
    shares: Array
    weights: Array

    @property
    def clear(self) -> bool:
        """True if chance alone does not explain that its median has moved."""
        return not self.median.low <= self.before[1] <= self.median.high

    @property
    def far(self) -> float:
        """The way its median has moved, as a part of the range of shares."""
        return abs(self.after[1] - self.before[1])

    def chances(self, span: Span) -> Iterator[tuple[Plain, float, float]]:
        """Yield each word that a value may be with its chances before and after."""
        words = [span.at(float(share)) for share in self.shares]
        for word in span.among:
            there = np.array([each == word for each in words])
            yield word, float(there.mean()), float(self.weights[there].sum())


@dataclass(frozen=True, slots=True)
class Weighing:
    """All of it. weights: of the draws in their order."""

    reports: Reports
    weights: Array
    judged: tuple[Judged, ...]
    figures: tuple[Weighed, ...]
    moved: tuple[Moved, ...]

    @property
    def effective(self) -> float:
        """The effective number of draws."""
        return effective(self.weights)

    @property
    def few(self) -> bool:
        return self.effective < FEW

    @property
    def ranked(self) -> list[Moved]:
        """The assumptions that have moved by more than chance, the farthest first."""
        return sorted((one for one in self.moved if one.clear), key=lambda one: (-one.far, one.part.name))


def effective(weights: Array) -> float:
    """Return the effective number of draws of weights of any sum."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def weigh(found: AssumptionsStudy, reports: Reports, names: Sequence[str]) -> Weighing:
    """Weigh the draws of a study. names: of all figures that its matches were summed for, in their order."""
    spoken = [_at_draws(found, reports, report.figure, names) for report in reports.by_name.values()]
    # Where every match crashed nothing speaks for a draw.
    played = np.array([float(point.matches > 0) for point in found.points])
    pairs = zip(reports.by_name.values(), spoken, strict=True)
    likelihoods = played * np.array([report.likelihoods(figures, noise) for report, (figures, noise, _) in pairs])
    product = likelihoods.prod(axis=0)
    weights = product / product.sum()
    others = [played * np.delete(likelihoods, n, axis=0).prod(axis=0) for n in range(len(spoken))]
    judged = []
    for n, (name, report) in enumerate(reports.by_name.items()):
        expected = spoken[n][2]
        known = np.isfinite(expected)
        before, after = (_mean(expected[known], by[known]) for by in (played, weights))
        alone, without = effective(likelihoods[n]), effective(others[n])
        judged.append(Judged(name, report, before, after, int((~known).sum()), alone, without))
    left_out = dict(zip(reports.by_name, others, strict=True))
    figures = tuple(_weighed(one, found, n, weights, left_out) for n, one in enumerate(found.found))
    table = np.array([point.values for point in found.points])
    moved = tuple(_moved(part, table[:, n], weights, found.seed) for n, part in enumerate(found.assumptions.parts))
    return Weighing(reports, weights, tuple(judged), figures, moved)


def _at_draws(found: AssumptionsStudy, reports: Reports, name: str, names: Sequence[str]) -> tuple[Array, ...]:
    """Return a figure at each draw, the variances of its chance, and what it is expected to be without that, all (n,).

    A figure is NaN where it was not counted.
    """
    n = len(found.points)
    if name in reports.computed:
        compute = reports.computed[name]
        shown = np.array(
            [compute(found.assumptions.configuration(point.values)) for point in found.points], dtype=float
        )
        return shown, np.zeros(n), shown
    y, x, counted = counted_sums(found.points, names.index(name))
    figures, noise, expected = np.full(n, np.nan), np.zeros(n), np.full(n, np.nan)
    if counted.sum() >= 2:
        spread, counts = spread_of(y, x), x.sum(axis=1)
        figures[counted], expected[counted] = spread.figures, spread.shrunk
        # One variance for what is counted once: that of a draw by itself would be 0 where its few matches are alike.
        noise[counted] = float((spread.chance * counts).mean()) / counts + spread.luck
    return figures, noise, expected


def _mean(values: Array, weights: Array) -> float:
    return float((values * weights).sum() / weights.sum()) if len(values) else float("nan")


def _weighed(one: Open, found: AssumptionsStudy, index: int, weights: Array, left_out: dict[str, Array]) -> Weighed:
    if one.band is None:
        return Weighed(one, None, {})
    y, x, counted = counted_sums(found.points, index)
    spread: Spread = spread_of(y, x)
    bounds = one.figure.metric.bounds
    band = spread.band(found.seed, *bounds, weights[counted])
    ends = {name: np.clip(spread.ends(each[counted]), *bounds) for name, each in left_out.items()}
    return Weighed(one, band, {name: (float(low), float(high)) for name, (low, high) in ends.items()})


def _moved(part: Assumption, shares: Array, weights: Array, seed: int) -> Moved:
    n = len(shares)
    alike = np.full(n, 1 / n)
    before, after = (weighted_quantiles(shares, each, _QUANTILES) for each in (alike, weights))
    stream = rng(seed, "assumptions", "reports")
    medians = []
    for _ in range(_AGAIN):
        chosen = stream.integers(n, size=n)
        medians.append(weighted_quantiles(shares[chosen], weights[chosen], (0.5,))[0])
    low, high = np.quantile(medians, TAILS)
    median = Interval(float(after[1]), float(min(low, after[1])), float(max(high, after[1])))
    return Moved(part, tuple(map(float, before)), tuple(map(float, after)), median, shares, weights)
