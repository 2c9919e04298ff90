"""What is left open of a figure, and which assumptions carry it: numbers from figures at points drawn at random.

The figure was measured in the same few matches (by seed) at every point, so it varies between points by what is
assumed and by chance. Chance is what a two-way analysis of variance leaves when points and matches are taken out:
matches that are lucky everywhere are lucky for no point (`spread_of`). The variance of the figure between points less
that of chance is what the assumptions cause, and the figures of the points, drawn together about their mean by the root
of that share, are their distribution: its 2.5 and 97.5 % points are the band (`Spread.band`). Intervals are percentiles
of a bootstrap over points, with the luck of the matches added.

A first-order Sobol index is the share of the variance that one assumption causes alone, averaged over all others (Sobol
1993). With some fifty assumptions and one or two hundred points it is taken from the given data by a regression on
orthonormal polynomials of each assumption in which every assumption either matters or does not (spike and slab, by
Gibbs sampling: George & McCulloch, JASA 88, 1993; in groups: Xu & Ghosh, Bayesian Analysis 10, 2015). What the
regression leaves beyond chance is caused by several together, or by waves that polynomials of degree 3 do not follow.
The intervals are those of the posterior, so they know that most assumptions may matter little or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.tuning.response import Array
from sim.seeds import rng
from sim.statistics import LEVEL, Interval

DRAWS = 2000
"""The number of draws of the bootstrap."""
_BURN, _KEPT = 300, 1500
"""The steps of the Gibbs sampler that are dropped, and kept."""
_WEIGHTS = np.array([1.0, 0.2, 0.06])
"""The prior variances of the coefficients of degree 1 to 3, relative to that of degree 1: responses are smooth."""
_SIZES = np.array([0.003, 0.01, 0.03, 0.1, 0.3, 1.0])
"""The prior variances of degree 1 that are averaged, in units of the figure's variance."""
_DOUBT = (1 - LEVEL) / 2
TAILS = (_DOUBT, 1 - _DOUBT)
_NORMAL = np.array([-1.6, -0.8, -0.4, 0.0, 0.4, 0.8, 1.6]) / math.sqrt(0.96)
"""Seven equally likely values of unit variance that stand for a normal distribution."""


@dataclass(frozen=True, slots=True)
class Band:
    """The ends between which the assumptions leave a figure in 95 of 100 draws, each with its 95 % interval."""

    low: Interval
    high: Interval

    def to_json(self) -> dict[str, object]:
        """Return both ends as plain data."""
        return {"low": self.low.to_json(), "high": self.high.to_json()}


@dataclass(frozen=True, slots=True)
class Spread:
    """The figure at each point and its variances.

    figures: (n,). chance: (n,), the variance of chance at each point. luck: the variance of the mean over matches, the
    same at every point. freedom: the degrees of freedom of chance at each point.
    """

    figures: Array
    chance: Array
    luck: float
    freedom: float

    @property
    def noise(self) -> float:
        """The variance of chance, averaged over points."""
        return float(self.chance.mean())

    @property
    def caused(self) -> float:
        """The variance that the assumptions cause: that between points less that of chance, or 0."""
        return max(float(self.figures.var(ddof=1)) - self.noise, 0.0)

    @property
    def flat(self) -> bool:
        """True if chance alone may have made the figures differ this much (F test at 2.5 %)."""
        if self.noise <= 0:
            return float(self.figures.var()) == 0
        from scipy.special import fdtrc

        n = len(self.figures)
        ratio = float(self.figures.var(ddof=1)) / self.noise
        return float(fdtrc(n - 1, n * self.freedom, ratio)) > _DOUBT

    def band(self, seed: int, least: float = -math.inf, most: float = math.inf, weights: Array | None = None) -> Band:
        """Return the band, with intervals of a bootstrap over points.

        least, most: what no figure can go beyond. weights: of the points (n,), of any sum; None: all alike.
        """
        stream = rng(seed, "assumptions", "bootstrap")
        n = len(self.figures)
        each = np.ones(n) if weights is None else weights
        drawn = []
        for _ in range(DRAWS):
            chosen = stream.integers(n, size=n)
            ends = _ends(self.figures[chosen], float(self.chance[chosen].mean()), each[chosen])
            drawn.append(ends + math.sqrt(self.luck) * stream.standard_normal())
        low, high = np.clip(self.ends(each), least, most)
        bounds = np.clip(np.quantile(np.array(drawn), TAILS, axis=0), least, most)
        return Band(
            Interval(float(low), float(min(bounds[0, 0], low)), float(max(bounds[1, 0], low))),
            Interval(float(high), float(min(bounds[0, 1], high)), float(max(bounds[1, 1], high))),
        )

    @property
    def shrunk(self) -> Array:
        """The figures as they are expected to be without their noise (empirical Bayes): (n,)."""
        return _shrunk(self.figures, self.noise)[0]

    def ends(self, weights: Array) -> Array:
        """Return the ends of the band alone: (2,)."""
        return _ends(self.figures, self.noise, weights)


def _ends(figures: Array, noise: float, weights: Array) -> Array:
    """Return the 2.5 and 97.5 % points of the weighed figures without noise of this variance.

    What a figure is without its noise is a normal distribution of its own (empirical Bayes), for which a few of its
    quantiles stand. Figures alone would do if all weighed alike; weights may have chosen among them by their noise.
    """
    expected, kept = _shrunk(figures, noise)
    known = expected[:, None] + math.sqrt(kept * noise) * _NORMAL
    return weighted_quantiles(known.ravel(), np.repeat(weights, len(_NORMAL)), TAILS)


def _shrunk(figures: Array, noise: float) -> tuple[Array, float]:
    """Return figures drawn towards their mean by the share of their variance that is noise, and the share kept."""
    variance = float(figures.var(ddof=1))
    kept = max(variance - noise, 0.0) / variance if variance > 0 else 0.0
    mean = float(figures.mean())
    return np.asarray(mean + kept * (figures - mean)), kept


def weighted_quantiles(values: Array, weights: Array, at: Sequence[float]) -> Array:
    """Return quantiles of weighed values, linear between the middles of their steps (Hazen's if all weigh alike)."""
    order = np.argsort(values, kind="stable")
    steps = np.cumsum(weights[order])
    return np.asarray(np.interp(at, (steps - weights[order] / 2) / steps[-1], values[order]))


def spread_of(y: Array, x: Array) -> Spread:
    """Return figure and chance at each point, given the two sums of each match there, both (points, matches).

    At least 2 matches and 2 points, and something counted at each point. The figure is the quotient of the sums; what
    a match adds to it is linearised as in sim/batch/figures.py.
    """
    n, m = y.shape
    figures = y.sum(axis=1) / x.sum(axis=1)
    own = (y - figures[:, None] * x) / x.mean(axis=1)[:, None]
    common = own.mean(axis=0)
    # One match in n is lost to the common luck.
    chance = ((own - common) ** 2).sum(axis=1) / (m - 1) / m * n / (n - 1)
    luck = max(float(common.var(ddof=1)) / m - float(chance.mean()) / n, 0.0)
    return Spread(np.asarray(figures), np.asarray(chance), luck, float(m - 1))


@dataclass(frozen=True, slots=True)
class Share:
    """The part of one assumption: the share of the variance caused, and the probability that it matters at all.

    ends: the figure at the low and the high end of the assumption, averaged over all others; None where it has no
    ends. usual: the same at its usual value. moved: `ends` again, with intervals of the change from the usual value.
    """

    share: Interval
    matters: float
    ends: tuple[Interval, Interval] | None
    usual: float = math.nan
    moved: tuple[Interval, Interval] | None = None


@dataclass(frozen=True, slots=True)
class Shares:
    """The parts of all assumptions, in their order, and what only several cause together."""

    parts: tuple[Share, ...]
    together: Interval


def shares_of(spread: Spread, features: Sequence[Array], ends: Sequence[Array | None], seed: int) -> Shares:
    """Return the shares of the assumptions in the variance caused.

    features: of each assumption (n, k), orthonormal over its range. ends: the features at its low and high end and at
    its usual value (3, k), or None.
    """
    mean, size = float(spread.figures.mean()), float(spread.figures.std(ddof=1))
    z = (spread.figures - mean) / size
    noise = spread.noise / size**2
    steps = _sampled(z, features, rng(seed, "assumptions", "gibbs"))
    # einsum, as libraries of linear algebra would do such products in threads, which costs more than it gains here.
    parts = np.stack(
        [np.einsum("sk,nk->sn", steps.coefficients[j], f - f.mean(axis=0)) for j, f in enumerate(features)]
    )
    # (assumptions, steps, points)
    caused = parts.sum(axis=0).var(axis=1) + np.maximum(steps.left - noise, 0.0)
    single = parts.var(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = np.where(caused > 0, np.minimum(single / caused, 1.0), 0.0)
        together = np.where(caused > 0, np.clip(1 - single.sum(axis=0) / caused, 0.0, 1.0), 0.0)
    found = []
    for j, end in enumerate(ends):
        matters = float((np.abs(steps.coefficients[j]).sum(axis=1) > 0).mean())
        if end is None:
            found.append(Share(_interval(shares[j]), matters, None))
            continue
        low, high, here = (mean + size * (steps.coefficients[j] @ (end - features[j].mean(axis=0)).T)).T
        usual = float(here.mean())
        moved = _interval(low - here + usual), _interval(high - here + usual)
        found.append(Share(_interval(shares[j]), matters, (_interval(low), _interval(high)), usual, moved))
    return Shares(tuple(found), _interval(together))


def _interval(values: Array) -> Interval:
    low, high = np.quantile(values, TAILS)
    return Interval(float(values.mean()), float(low), float(high))


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of the sampler. coefficients: of each group (steps, k). left: the variance left (steps,)."""

    coefficients: list[Array]
    left: Array


def _sampled(z: Array, features: Sequence[Array], stream: np.random.Generator) -> _Steps:
    """Draw coefficients and the variance left from their posterior, for figures z of unit variance."""
    n, d = len(z), len(features)
    groups = [f - f.mean(axis=0) for f in features]
    products = [f.T @ f for f in groups]
    weights = [_WEIGHTS[: f.shape[1]] if f.shape[1] <= len(_WEIGHTS) else np.ones(f.shape[1]) for f in groups]
    coefficients: list[Array] = [np.zeros(f.shape[1]) for f in groups]
    rest = z - z.mean()
    left, size, often = 1.0, 0.1, min(0.5, 4 / d)
    kept: list[list[Array]] = [[] for _ in groups]
    lefts = []
    for step in range(_BURN + _KEPT):
        for j in range(d):
            group, old = groups[j], coefficients[j]
            target = rest + group @ old if old.any() else rest
            prior = size * weights[j]
            precision = products[j] / left + np.diag(1 / prior)
            root = np.linalg.cholesky(precision)
            half = np.linalg.solve(root, group.T @ target / left)
            gain = 0.5 * float(half @ half) - float(np.log(np.diag(root)).sum()) - 0.5 * float(np.log(prior).sum())
            odds = math.log(often) - math.log1p(-often) + gain
            new = np.zeros(len(old))
            if stream.random() < 1 / (1 + math.exp(-max(min(odds, 50.0), -50.0))):
                new[:] = np.linalg.solve(root.T, half + stream.standard_normal(len(old)))
            rest = target - group @ new if new.any() else target
            coefficients[j] = new
        active = [(c, w) for c, w in zip(coefficients, weights, strict=True) if c.any()]
        left = float(rest @ rest) / 2 / stream.gamma((n - 1) / 2)
        often = float(np.clip(stream.beta(1 + len(active), d / 4 + d - len(active)), 1e-6, 1 - 1e-6))
        size = _size(active, stream)
        if step >= _BURN:
            for j, found in enumerate(coefficients):
                kept[j].append(found)
            lefts.append(left)
    return _Steps([np.array(found) for found in kept], np.array(lefts))


def _size(active: Sequence[tuple[Array, Array]], stream: np.random.Generator) -> float:
    """Draw the prior variance of degree 1, given the coefficients of the assumptions that matter."""
    squares = sum(float((c**2 / w).sum()) for c, w in active)
    count = sum(len(c) for c, _ in active)
    log = -squares / (2 * _SIZES) - count / 2 * np.log(_SIZES)
    chances = np.exp(log - log.max())
    return float(stream.choice(_SIZES, p=chances / chances.sum()))
