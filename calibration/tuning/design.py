"""Points of the unit cube that fill it evenly, and the point that suits the targets best."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from calibration.tuning.response import Array, Response
from calibration.tuning.space import Space
from calibration.tuning.targets import Target
from sim.seeds import rng

_TRIES = 300
_CLOUD = 10
"""The cloud of points that are compared has 2 to this power."""
_MOST_CORNERS = 256
# A search about a point: this many points within this reach, again and again, ever nearer.
_ABOUT, _REACH, _ZOOMS = 64, 0.15, 12
# A deviation of this share of the tolerance weighs as much as moving across the whole range of a parameter.
_FINE = 0.1
DOUBT = 2.5
"""A point is out of the question if the model is this many standard deviations away from the band."""


def first_points(dimensions: int, seed: int) -> Array:
    """Five evenly spaced points of a line; of a cube a Latin hypercube (each bound of each parameter is tried) whose
    nearest points are as far apart as they come in a few hundred draws. Shape (n, dimensions)."""
    if dimensions == 1:
        return np.linspace(0, 1, 5)[:, None]
    count = max(8, 4 * dimensions)
    stream = rng(seed, "tune", "design")
    best, apart = None, -1.0
    for _ in range(_TRIES):
        points = np.stack([stream.permutation(count) for _ in range(dimensions)], axis=1) / (count - 1)
        squares = ((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2)
        nearest = float(squares[~np.eye(count, dtype=bool)].min())
        if nearest > apart:
            best, apart = points, nearest
    assert best is not None
    return best


def cloud(dimensions: int, seed: int) -> Array:
    """Many points (n, dimensions): a scrambled Sobol sequence and the corners."""
    from scipy.stats import qmc

    points = qmc.Sobol(dimensions, rng=rng(seed, "tune", "cloud")).random_base2(_CLOUD)
    if 2**dimensions > _MOST_CORNERS:
        return np.asarray(points)
    return np.vstack([points, np.array(list(itertools.product((0.0, 1.0), repeat=dimensions)))])


class Choice:
    """What the models say of where to go."""

    def __init__(self, space: Space, targets: Sequence[Target], seed: int) -> None:
        self._space, self._targets = space, tuple(targets)
        self._home = space.unit(space.usual)
        even = cloud(len(space.parameters), seed)
        self._cloud = space.snapped(even)
        # Where it stands, and about it.
        self._offsets = np.vstack([np.zeros(len(space.parameters)), 2 * even[:_ABOUT] - 1])

    def misses(self, models: Sequence[Response], points: Array) -> Array:
        """Return how far the models' figures are from the values, in tolerances: (points, targets)."""
        return np.stack(
            [(m.value(points) - t.value) / t.tolerance for m, t in zip(models, self._targets, strict=True)], axis=1
        )

    def possible(self, models: Sequence[Response], points: Array) -> Array:
        """Return where no model is sure that its band is missed: (points,), 0 or 1."""
        found = np.ones(len(points))
        for model, target in zip(models, self._targets, strict=True):
            _, low, high = model.figure(points, DOUBT)
            found *= (high >= target.low) & (low <= target.high)
        return found

    def best(self, models: Sequence[Response], tried: Array) -> tuple[Array, bool]:
        """Return the next point to try: where all targets are met best and, about as well, nearest to the usual values.

        Where the models are sure that it misses, it is the best of those where they are not. The second is False where
        they are sure of every point: then it is the one that comes nearest to the targets.
        """
        points = np.vstack([self._cloud, tried, self._home[None, :]])
        cost = self._cost(models, points)
        possible = self.possible(models, points)
        refined = self._refined(models, points[np.argsort(cost, kind="stable")[:4]])
        at = int(np.argmin(self._cost(models, refined)))
        point = refined[at]
        if self.possible(models, point[None, :])[0]:
            return point, True
        if possible.any():
            return points[int(np.argmin(np.where(possible > 0, cost, np.inf)))], True
        return point, False

    def _cost(self, models: Sequence[Response], points: Array) -> Array:
        miss = ((self.misses(models, points) / _FINE) ** 2).sum(axis=1)
        return np.asarray(miss + ((points - self._home) ** 2).sum(axis=1))

    def _refined(self, models: Sequence[Response], starts: Array) -> Array:
        """Return the same points and where a search about each leads, in ever smaller steps; as they would be tried."""
        fixed = np.array([p.whole for p in self._space.parameters])
        found = list(starts)
        for start in starts:
            point, reach = start, _REACH
            for _ in range(_ZOOMS):
                about = np.clip(point + reach * np.where(fixed, 0.0, self._offsets), 0, 1)
                point = about[int(np.argmin(self._cost(models, about)))]
                reach *= 0.6
            found.append(point)
        return np.array([self._space.unit(self._space.values(u)) for u in found])
