"""What a game's draws of all that is assumed say of a figure once some of it is measured.

The figure at a draw is a sum of smooth functions, one of each assumption, and of what they do together and chance
does. The functions are a Gaussian process: Legendre polynomials of degree 1 to 3 with the prior of shares.py, whose
size, and what is left, are those of the greatest marginal likelihood (Rasmussen & Williams, Gaussian Processes for
Machine Learning, 2006, 2.7 and 5.4.1). Where a value was measured, its function at each draw is replaced by that at the
measured value; at a draw the function is taken as the other draws say it, so that nothing is taken away that only this
draw's chance has made. The band is then that of the draws, as `study assumptions` has it for draws as they are.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from calibration.assumptions.drawing import Assumption, features_of
from calibration.assumptions.shares import Band, Spread, spread_of
from calibration.tuning.response import Array
from sim.errors import InputError
from sim.files import read_text
from sim.measures import Span
from sim.seeds import rng
from sim.statistics import Interval
from sim.untrusted_text import read_json

STEPS = 1000
"""The parts of a range in which shipped draws have their shares."""
_WEIGHTS = np.array([1.0, 0.2, 0.06])
_SIZES = np.array([0.001, 0.003, 0.01, 0.03, 0.1, 0.3])
_LEFT = np.array([0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
_AGAIN = 200
_TAILS = (0.025, 0.975)


class _Value(BaseModel):
    key: str
    value: bool | int | float | str
    range: tuple[float, float] | None = None
    among: list[bool | int | float | str] = []


class _Part(BaseModel):
    name: str
    values: list[_Value]


class _Draws(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)

    game: str
    configuration: str
    figure: str
    label: str
    unit: str
    bounds: tuple[float, float | None]
    assumptions: list[_Part]
    shares: list[list[int]]
    y: list[list[float]]
    x: list[list[float]]


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Draws of all assumptions and a figure at each.

    shares: (draws, assumptions). gains: of each assumption the weights by which its features become its function, as
    the posterior's mean and as draws from it (1 + _AGAIN, k). there: its function at each draw, as the other draws say
    it (draws, assumptions).
    """

    configuration: str
    figure: str
    label: str
    unit: str
    bounds: tuple[float, float]
    parts: tuple[Assumption, ...]
    shares: Array
    spread: Spread
    gains: tuple[Array, ...]
    there: Array

    def index_of(self, key: str) -> int | None:
        """Return which assumption holds a dotted key; None for a key that is not assumed."""
        return next((n for n, part in enumerate(self.parts) if key in part.spans), None)

    def band(self, known: Mapping[str, Span], seed: int = 1) -> Band:
        """Return the band of the figure once these values, by dotted key, are known to their ranges."""
        measured = self._measured(known)
        moved = self._moved(measured, 0)
        n, alike = len(moved), np.ones(len(moved))
        ends = np.clip(self._with(moved).ends(alike), *self.bounds)
        stream = rng(seed, "measure", "band")
        drawn = []
        for again in range(1, _AGAIN + 1):
            chosen = stream.integers(n, size=n)
            spread = self._with(self._moved(measured, again)[chosen], self.spread.chance[chosen])
            drawn.append(spread.ends(alike) + math.sqrt(self.spread.luck) * stream.standard_normal())
        low, high = np.clip(np.quantile(np.array(drawn), _TAILS, axis=0), *self.bounds)
        rows = zip(ends.tolist(), low.tolist(), high.tolist(), strict=True)
        return Band(*(Interval(end, min(least, end), max(most, end)) for end, least, most in rows))

    def worths(self, keys: Sequence[str], known: Mapping[str, Span]) -> list[Interval | None]:
        """Return for each of these values which part of the band's width goes if it is measured too.

        None where no draw tells. The width is taken to go with the root of the variance that is left. Nothing goes
        where something is known already that the value is drawn together with.
        """
        measured = self._measured(known)
        left = self._with(self._moved(measured, 0)).caused
        return [self._worth(self.index_of(key), measured, left) for key in keys]

    def _worth(self, n: int | None, measured: Collection[int], left: float) -> Interval | None:
        if n is None:
            return None
        if n in measured or left <= 0:
            return Interval(0.0, 0.0, 0.0)
        caused = (features_of(self.parts[n], self.shares[:, n]) @ self.gains[n][1:].T).var(axis=0)
        taken = 1 - np.sqrt(np.clip(1 - caused / left, 0.0, 1.0))
        low, high = np.quantile(taken, _TAILS)
        return Interval(float(taken.mean()), float(low), float(high))

    def _measured(self, known: Mapping[str, Span]) -> dict[int, Array]:
        """Return shares that stand for what is known of an assumption: one a draw, spread as its range says."""
        found: dict[int, list[Array]] = {}
        for key, measured in known.items():
            n = self.index_of(key)
            if n is not None:
                evenly = rng(1, "measure", key).permutation((np.arange(len(self.shares)) + 0.5) / len(self.shares))
                values = np.array([measured.at(share) for share in evenly.tolist()], dtype=float)
                found.setdefault(n, []).append(share_of(self.parts[n].spans[key], values))
        # What is drawn together answers together: the figure knows of several measured values of it only their mean.
        return {n: np.mean(each, axis=0) for n, each in found.items()}

    def _moved(self, measured: Mapping[int, Array], sample: int) -> Array:
        figures = self.spread.figures.copy()
        for n, shares in measured.items():
            figures += features_of(self.parts[n], shares) @ self.gains[n][sample] - self.there[:, n]
        return np.asarray(figures)

    def _with(self, figures: Array, chance: Array | None = None) -> Spread:
        return Spread(figures, self.spread.chance if chance is None else chance, self.spread.luck, self.spread.freedom)


def share_of(span: Span, values: Array) -> Array:
    """Return the shares at which a span has these numbers, or nearly; beyond an end of it, that of the end."""
    if span.whole:
        return np.clip((values - span.low + 0.5) / (span.high - span.low + 1), 0.0, 1.0 - 1e-9)
    points = {span.low: 0.0, float(span.value): span.usual_share, span.high: 1.0}
    return np.asarray(np.interp(values, list(points), list(points.values())))


def read_ensemble(path: Path) -> Ensemble:
    """Read the draws that a game ships. Raises InputError."""
    try:
        found = _Draws.model_validate(read_json(read_text(path), finite=True))
    except (ValueError, ValidationError, RecursionError) as error:
        raise InputError("{path}: expected the draws that studies.open_sizes writes.", path=path) from error
    parts = tuple(Assumption(part.name, {one.key: _span(one) for one in part.values}) for part in found.assumptions)
    y, x = np.array(found.y), np.array(found.x)
    counted = x.sum(axis=1) > 0
    spread = spread_of(y[counted], x[counted])
    shares = (np.array(found.shares)[counted] + 0.5) / STEPS
    low, high = found.bounds
    bounds = (low, math.inf if high is None else high)
    columns = [features_of(part, shares[:, n]) for n, part in enumerate(parts)]
    gains, there = _fitted(spread.figures, columns)
    return Ensemble(
        found.configuration, found.figure, found.label, found.unit, bounds, parts, shares, spread, gains, there
    )


def _span(one: _Value) -> Span:
    low, high = one.range or (0.0, 0.0)
    return Span(one.value, low, high, tuple(one.among), "")


def _fitted(figures: Array, columns: Sequence[Array]) -> tuple[tuple[Array, ...], Array]:
    """Return the gains of each assumption (1 + _AGAIN, k), and its function at each draw by the others (n, parts)."""
    size = float(figures.std(ddof=1)) or 1.0
    z = (figures - figures.mean()) / size
    weights = [_WEIGHTS[: f.shape[1]] if f.shape[1] <= len(_WEIGHTS) else np.ones(f.shape[1]) for f in columns]
    table, prior = np.concatenate(columns, axis=1), np.concatenate(weights)
    kernel = (table * prior) @ table.T
    scale, left = _likeliest(z, kernel)
    inverse = np.linalg.inv(scale * kernel + left * np.eye(len(z)))
    stream = rng(1, "measure", "gains")
    # Matheron's rule: a draw from the prior, moved by what it and its noise leave unexplained.
    before = stream.standard_normal((_AGAIN, len(prior))) * np.sqrt(scale * prior)
    noise = stream.standard_normal((_AGAIN, len(z))) * math.sqrt(left)
    rest = np.vstack([z, z - before @ table.T - noise]) @ inverse
    gains = size * (np.vstack([np.zeros(len(prior)), before]) + rest @ (table * scale * prior))
    ends = np.cumsum([len(each) for each in weights])[:-1]
    own = rest[0] / np.diag(inverse)
    there = []
    for f, weight in zip(columns, weights, strict=True):
        part = scale * (f * weight) @ f.T
        there.append(size * (part @ rest[0] - np.einsum("ij,ji->i", part, inverse) * own))
    return tuple(np.split(gains, ends, axis=1)), np.array(there).T


def _likeliest(z: Array, kernel: Array) -> tuple[float, float]:
    """Return the prior's scale and the variance left of the greatest marginal likelihood, for z of unit variance."""
    values, vectors = np.linalg.eigh(kernel)
    squares = (vectors.T @ z) ** 2

    def loss(pair: tuple[float, float]) -> float:
        variances = pair[0] * np.maximum(values, 0.0) + pair[1]
        return float((squares / variances + np.log(variances)).sum())

    return min(((float(scale), float(left)) for scale in _SIZES for left in _LEFT), key=loss)
