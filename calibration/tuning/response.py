"""A model of a figure's response to the parameters, from noisy figures at a few points: a smooth, mostly quadratic one.

On a scale where effects add up (the logit of a proportion, the logarithm of a positive mean, else the figure itself)

    z(u) = b0 + sum b_i x_i + sum c_i (x_i^2 - 1/3) + sum d_ij x_i x_j + g(u),      x = 2 u - 1, u in the unit cube,

with normal priors on the coefficients and g a Gaussian process: the lack of fit of the quadratic. The whole is one
Gaussian process with a known covariance, and the noise of every point is known from the scatter of its matches. The
prior sds of the slopes and of the lack of fit are not fixed: a small grid of them is averaged, each weighted by its
marginal likelihood and by a mild prior. Intervals of the model include the lack of fit, so they are wide away from the
points that were tried. Where a figure was found to jump, a step there is one more term.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sim.statistics import Interval

Array = NDArray[np.float64]
Scale = Literal["logit", "log", "plain"]

_LEVEL_SD = 10.0
_SLOPES = (0.25, 0.5, 1.0, 2.0, 4.0)
_MISFITS = (0.05, 0.1, 0.2, 0.4)
_LENGTHS = (0.3, 0.7)
_NORMAL_95 = 1.959964
ALIKE = 0.5
"""Matches of the same seeds count as independent unless, over all points, they correlate at least so much."""
_MOST_ALIKE = 0.999
# Models whose log likelihood is below the best by more than this are left out.
_FORGOTTEN = 4.0
_MODELS = 10


@dataclass(frozen=True, slots=True)
class Jump:
    """A place where a figure jumps: beyond `at` along one column of the unit cube."""

    column: int
    at: float


@dataclass(frozen=True, slots=True)
class Sums:
    """The two sums of a figure for each match of one point: arrays of the same length."""

    y: Array
    x: Array

    @property
    def value(self) -> float:
        """The quotient of the totals; NaN if nothing was counted."""
        total = float(self.x.sum())
        return float(self.y.sum()) / total if total > 0 else math.nan

    def scatter(self) -> float:
        """Return the variance of the quotient times the number of matches.

        It is the linearised estimator's (sim.batch.figures).
        """
        k = len(self.x)
        if k < 2 or self.x.sum() <= 0:
            return math.nan
        return float(k * k / (k - 1) * ((self.y - self.value * self.x) ** 2).sum() / self.x.sum() ** 2)


def shared_noise(data: Sequence[Sums], matches: Sequence[Sequence[Hashable]]) -> Array:
    """Return the correlations between the points' figures that come from matches of the same seeds, 0 on the diagonal.

    matches: by point, what names each match, the same for the same seed. Means of n and m matches, of which c have the
    same seeds, correlate by c / sqrt(n m) times the correlation of such matches, which is taken to be one for all
    points. All are 0 where that is below `ALIKE`, and where not all matches count.
    """
    places = {name: at for at, name in enumerate(dict.fromkeys(name for names in matches for name in names))}
    there, residuals = (np.zeros((len(data), len(places))) for _ in range(2))
    for n, (sums, names) in enumerate(zip(data, matches, strict=True)):
        if len(sums.x) == len(names) > 1 and sums.scatter() > 0:
            at = [places[name] for name in names]
            there[n, at] = 1.0
            residuals[n, at] = (sums.y - sums.value * sums.x) / math.sqrt(sums.scatter()) / sums.x.mean()
    pairs = ~np.eye(len(data), dtype=bool)
    common, added = (np.einsum("ik,jk->ij", each, there) for each in (there, residuals))
    # About the means over the matches that two points have in common.
    means = added / np.maximum(common, 1.0)
    squares = np.maximum(np.einsum("ik,jk->ij", residuals**2, there) - means * added, 0.0)
    products = float((np.einsum("ik,jk->ij", residuals, residuals) - means * added.T)[pairs].sum())
    size = float(np.sqrt(squares * squares.T)[pairs].sum())
    if products < ALIKE * size or size <= 0:
        return np.zeros((len(data), len(data)))
    counts = np.maximum(there.sum(axis=1), 1.0)
    return np.asarray(min(products / size, _MOST_ALIKE) * common / np.sqrt(np.outer(counts, counts)) * pairs)


def of_quantile(values: Array, p: float) -> Sums:
    """Return sums that stand for a quantile over matches: their quotient is the quantile, their scatter is its own.

    The quantile is the median-unbiased one (Hyndman & Fan, The American Statistician 50, 1996, type 8). Its scatter is
    that of a normal sample, sd * sqrt(p (1 - p)) / pdf(z_p), which is good enough for a search: what is quoted has an
    interval by order statistics.
    """
    from scipy.special import ndtri

    if not len(values):
        return Sums(values, values)
    density = math.exp(-(float(ndtri(p)) ** 2) / 2) / math.sqrt(2 * math.pi)
    wider = math.sqrt(p * (1 - p)) / density
    middle = float(np.quantile(values, p, method="median_unbiased"))
    return Sums(middle + wider * (values - values.mean()), np.ones(len(values)))


@dataclass(frozen=True, slots=True)
class Link:
    """The scale of a figure, with the conversions to it and back."""

    scale: Scale

    def to(self, value: Array | float) -> Array:
        """Return a figure's value on the scale."""
        v = np.asarray(value, dtype=np.float64)
        if self.scale == "logit":
            v = np.clip(v, 1e-9, 1 - 1e-9)
            return np.asarray(np.log(v / (1 - v)))
        return np.log(np.maximum(v, 1e-12)) if self.scale == "log" else v

    def back(self, z: Array | float) -> Array:
        """Return the figure from its value on the scale."""
        v = np.asarray(z, dtype=np.float64)
        if self.scale == "logit":
            return np.asarray(1 / (1 + np.exp(-np.clip(v, -40, 40))))
        return np.exp(np.clip(v, -60, 60)) if self.scale == "log" else v


def link_for(proportion: bool, data: Sequence[Sums]) -> Link:
    """Return the scale that suits a figure: logit of a proportion, logarithm if all values are positive, else plain."""
    if proportion:
        return Link("logit")
    return Link("log" if all(sums.value > 0 for sums in data if not math.isnan(sums.value)) else "plain")


@dataclass(frozen=True, slots=True)
class Noise:
    """The scatter of a figure between matches, pooled over all points, so that a few matches at a point suffice.

    A proportion varies like `spread` times a binomial, a positive mean in proportion to itself, any other figure
    equally everywhere. per_match: the mean count per match.
    """

    link: Link
    spread: float
    per_match: float

    @classmethod
    def of(cls, link: Link, data: Sequence[Sums]) -> Noise:
        """Return the noise pooled over these points."""
        weights, ratios, counted, matches = 0.0, 0.0, 0.0, 0
        for sums in data:
            counted, matches = counted + float(sums.x.sum()), matches + len(sums.x)
            scatter = sums.scatter()
            if math.isnan(scatter):
                continue
            unit = _unit(link, sums.value, float(sums.x.mean()))
            if unit > 0:
                weights += len(sums.x) - 1
                ratios += (len(sums.x) - 1) * scatter / unit
        return cls(link, max(ratios / weights, 1e-6) if weights else 1.0, counted / max(matches, 1))

    def variance(self, value: float, matches: int) -> float:
        """Return the variance of a figure of about `value` over that many matches."""
        return self.spread * _unit(self.link, value, self.per_match) / matches

    def matches_for(self, value: float, half_width: float) -> int:
        """Return the number of matches that gives an interval of about this half width."""
        return matches_for(self.variance(value, 1), half_width)

    def on_scale(self, sums: Sums) -> tuple[float, float]:
        """Return a point's figure on the scale, and its variance there."""
        if self.link.scale == "logit":
            # Half an observation of each kind keeps a proportion of 0 or 1 finite on the scale.
            total = float(sums.x.sum())
            p = (float(sums.y.sum()) + 0.5) / (total + 1)
            return float(self.link.to(p)), self.spread / (total * p * (1 - p))
        r = sums.value
        variance = self.variance(r, len(sums.x))
        return float(self.link.to(r)), variance / r**2 if self.link.scale == "log" else variance


def matches_for(variance: float, half_width: float) -> int:
    """Return the number of matches that gives an interval of about this half width. variance: of a single match."""
    return math.ceil(_NORMAL_95**2 * variance / half_width**2) + 2


def half_width_of(variance: float, matches: float) -> float:
    """Return the half width of an interval over that many matches. variance: of a single match."""
    return _NORMAL_95 * math.sqrt(variance / matches)


def _unit(link: Link, value: float, per_match: float) -> float:
    if link.scale == "logit":
        return value * (1 - value) / per_match if per_match > 0 else 0.0
    return value**2 if link.scale == "log" else 1.0


class Response:
    """The model of one figure, fitted to the sums of some points (n, d) of the unit cube.

    jump: where the figure is known to jump, if it does. shared: the correlations of the points' noise, as
    `shared_noise` returns them (None: it is independent).
    """

    def __init__(
        self,
        points: Array,
        data: Sequence[Sums],
        proportion: bool,
        jump: Jump | None = None,
        shared: Array | None = None,
    ) -> None:
        self.jump = jump
        self.link = link_for(proportion, data)
        self.noise = Noise.of(self.link, data)
        kept = [i for i, sums in enumerate(data) if not math.isnan(sums.value)]
        self._points = points[kept]
        scaled = [self.noise.on_scale(data[i]) for i in kept]
        self._z = np.array([z for z, _ in scaled])
        self._v = np.array([v for _, v in scaled])
        self._shared = np.zeros((len(kept), len(kept))) if shared is None else shared[np.ix_(kept, kept)]
        # Centred and of unit size, so that the grid of slopes suits figures of any unit.
        self._middle = float(np.average(self._z, weights=1 / self._v)) if kept else 0.0
        self._size = 1.0 if self.link.scale != "plain" else max(float(np.std(self._z)), math.sqrt(self._v.mean()), 1e-9)
        self._models = self._fitted()
        d = points.shape[1]
        ours = self._features(self._points)
        # The mean averaged over the models: coefficients of the quadratic, and weights of the process by length.
        self._coefficients = np.zeros(ours.shape[1])
        self._bumps = {m.length: np.zeros(len(ours)) for m in self._models}
        for m in self._models:
            self._coefficients += m.weight * self._prior(d, m.slope) * (ours.T @ m.alpha)
            self._bumps[m.length] += m.weight * m.misfit**2 * m.alpha

    def value(self, points: Array) -> Array:
        """Return the figure at points (m, d), without an interval, which is fast."""
        # Sums instead of matrix products: see _portion.
        mean = (self._features(points) * self._coefficients).sum(axis=1)
        for length, weights in self._bumps.items():
            mean += (_near(points, self._points, length) * weights).sum(axis=1)
        return self.link.back(self._middle + self._size * mean)

    def predict(self, points: Array) -> tuple[Array, Array]:
        """Return mean and standard deviation on the scale, at points (m, d)."""
        step = _portion(len(self._points))
        parts = [self._predicted(points[first : first + step]) for first in range(0, len(points), step)]
        mean, deviation = (np.concatenate(side) for side in zip(*parts, strict=True))
        return mean, deviation

    def _predicted(self, points: Array) -> tuple[Array, Array]:
        near = {length: _near(points, self._points, length) for length in self._bumps}
        features, ours = self._features(points), self._features(self._points)
        mean = np.zeros(len(points))
        square = np.zeros(len(points))
        for model in self._models:
            prior = self._prior(points.shape[1], model.slope)
            cross = (features * prior) @ ours.T + model.misfit**2 * near[model.length]
            mu = cross @ model.alpha
            own = (features**2) @ prior + model.misfit**2
            variance = np.maximum(own - ((model.root @ cross.T) ** 2).sum(axis=0), 0.0)
            mean += model.weight * mu
            square += model.weight * (variance + mu**2)
        deviation = np.sqrt(np.maximum(square - mean**2, 0.0))
        return self._middle + self._size * mean, self._size * deviation

    def draws(self, points: Array, normals: Array) -> Array:
        """Return figures that the model holds for possible, each at all points (m, d) at once: (draws, m).

        normals: standard normal numbers (draws, m).
        """
        ends = np.round(np.cumsum([model.weight for model in self._models]) * len(normals)).astype(int)
        features, ours = self._features(points), self._features(self._points)
        found = []
        for model, part in zip(self._models, np.split(normals, ends[:-1]), strict=True):
            prior = self._prior(points.shape[1], model.slope)
            cross = (features * prior) @ ours.T + model.misfit**2 * _near(points, self._points, model.length)
            reduced = model.root @ cross.T
            own = (features * prior) @ features.T + model.misfit**2 * _near(points, points, model.length)
            values, vectors = np.linalg.eigh(own - reduced.T @ reduced)
            root = vectors * np.sqrt(np.maximum(values, 0.0))
            found.append(cross @ model.alpha + part @ root.T)
        return self.link.back(self._middle + self._size * np.concatenate(found))

    def figure(self, points: Array, spread: float = _NORMAL_95) -> tuple[Array, Array, Array]:
        """Return the figure at points (m, d), and `spread` standard deviations below and above it."""
        mean, deviation = self.predict(points)
        low, high = self.link.back(mean - spread * deviation), self.link.back(mean + spread * deviation)
        return self.link.back(mean), low, high

    def chance(self, points: Array, low: float, high: float) -> Array:
        """Return the chance that the figure at points (m, d) lies between two values: (m,)."""
        from scipy.special import ndtr

        mean, deviation = self.predict(points)
        edges = ((self.link.to(edge) - mean) / np.maximum(deviation, 1e-12) for edge in (low, high))
        below_low, below_high = (ndtr(edge) for edge in edges)
        return np.asarray(np.where(np.isinf(high), 1.0, below_high) - np.where(np.isinf(low), 0.0, below_low))

    def interval(self, point: Array) -> Interval:
        """Return the figure at one point (d), with the model's 95 % interval."""
        value, low, high = self.figure(point[None, :])
        return Interval(float(value[0]), float(low[0]), float(high[0]))

    def _features(self, points: Array) -> Array:
        features = _features(points)
        if self.jump is None:
            return features
        return np.column_stack([features, points[:, self.jump.column] > self.jump.at])

    def _prior(self, d: int, slope: float) -> Array:
        prior = _prior(d, slope)
        return prior if self.jump is None else np.append(prior, _LEVEL_SD**2)

    def _fitted(self) -> list[_Model]:
        n, d = self._points.shape
        z, v = (self._z - self._middle) / self._size, self._v / self._size**2
        features = self._features(self._points)
        near = {length: _near(self._points, self._points, length) for length in _LENGTHS}
        noise = np.diag(v) + np.sqrt(np.outer(v, v)) * self._shared
        found = []
        for slope, misfit, length in itertools.product(_SLOPES, _MISFITS, _LENGTHS):
            prior = self._prior(d, slope)
            covariance = (features * prior) @ features.T + misfit**2 * near[length] + noise
            factor = np.linalg.cholesky(covariance + 1e-9 * np.eye(n))
            root = np.linalg.inv(factor)
            half = root @ z
            likelihood = -0.5 * float(half @ half) - float(np.log(np.diag(factor)).sum())
            # A mild prior about a lack of fit of 0.2 and a slope of 1.
            taste = -0.5 * math.log(misfit / 0.2) ** 2 - 0.5 * (math.log(slope) / 1.5) ** 2
            found.append(_Model(likelihood + taste, slope, misfit, length, root, root.T @ half))
        best = max(model.weight for model in found)
        kept = sorted((m for m in found if m.weight > best - _FORGOTTEN), key=lambda m: -m.weight)[:_MODELS]
        total = sum(math.exp(model.weight - best) for model in kept)
        return [replace(model, weight=math.exp(model.weight - best) / total) for model in kept]


@dataclass(frozen=True, slots=True)
class _Model:
    # weight: in _fitted at first its logarithm, up to a constant.
    weight: float
    slope: float
    misfit: float
    length: float
    root: Array
    alpha: Array


def _portion(known: int) -> int:
    """Return the number of points to process together when `known` points are known.

    Libraries of linear algebra do larger products in threads, which costs more than it gains for matrices as small as
    these, and much more on a busy machine.
    """
    return max(8, min(9_000 // known, 200_000 // known**2))


def _features(points: Array) -> Array:
    x = 2 * points - 1
    d = x.shape[1]
    columns = [np.ones(len(x)), *x.T, *(x.T**2 - 1 / 3)]
    columns += [x[:, i] * x[:, j] for i in range(d) for j in range(i)]
    return np.stack(columns, axis=1)


def _prior(d: int, slope: float) -> Array:
    crossed = d * (d - 1) // 2
    return np.array([_LEVEL_SD**2, *[slope**2] * d, *[(slope / 2) ** 2] * (d + crossed)])


def _near(a: Array, b: Array, length: float) -> Array:
    # Points are farther apart in more dimensions, so the length grows with the cube's diagonal.
    squares = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-squares / (2 * length**2 * a.shape[1])))
