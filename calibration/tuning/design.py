"""The points of the unit cube to try: an even design to begin with, then the points that suit the targets best."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from calibration.tuning.response import Array, Response
from calibration.tuning.settings_map import chances
from calibration.tuning.space import Space
from calibration.tuning.targets import Target
from sim.seeds import rng

_TRIES = 300
_CLOUD = 10
"""The cloud has 2 to this power points, besides the corners."""
_MOST_CORNERS = 256
# A search about a point: the number of points, their reach, and the number of rounds with ever smaller reach.
_ABOUT, _REACH, _ZOOMS = 64, 0.15, 12
WHOLE_RANGE = 0.5
"""A miss of this share of a tolerance weighs as much as moving across the whole range of a parameter, smaller ones in
proportion. At most half of it is then given up for values nearer to the usual ones, so a quarter of a tolerance."""
_AS_GOOD = 0.25
"""The usual values are as good as any others where the models place them within this share of every tolerance."""
DOUBT = 2.5
"""A point is ruled out if the model is at least this many standard deviations away from the band."""


def first_points(dimensions: int, seed: int) -> Array:
    """Return the points (n, dimensions) of the first design.

    Five evenly spaced points on a line; else a Latin hypercube in which each bound of each parameter is tried, with the
    greatest least distance between points among _TRIES draws.
    """
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
    """Return many points (n, dimensions): a scrambled Sobol sequence and, if they are not too many, the corners."""
    from scipy.stats import qmc

    points = qmc.Sobol(dimensions, rng=rng(seed, "tune", "cloud")).random_base2(_CLOUD)
    if 2**dimensions > _MOST_CORNERS:
        return np.asarray(points)
    return np.vstack([points, np.array(list(itertools.product((0.0, 1.0), repeat=dimensions)))])


class Choice:
    """The choice of the next point, by the models."""

    def __init__(self, space: Space, targets: Sequence[Target], seed: int) -> None:
        self._space, self._targets = space, tuple(targets)
        self._home = space.unit(space.usual)
        even = cloud(len(space.parameters), seed)
        self._cloud = space.snapped(even)
        # Offsets of a search: the point itself, and points about it.
        self._offsets = np.vstack([np.zeros(len(space.parameters)), 2 * even[:_ABOUT] - 1])

    @property
    def points(self) -> Array:
        """The points (n, d) of the unit cube that are always looked at."""
        return np.vstack([self._cloud, self._home])

    def misses(self, models: Sequence[Response], points: Array) -> Array:
        """Return how far the models' figures are from where the targets aim, in tolerances: (points, targets)."""
        return np.stack([t.misses(m.value(points)) for m, t in zip(models, self._targets, strict=True)], axis=1)

    def possible(self, models: Sequence[Response], points: Array) -> Array:
        """Return 1 for points at which no model is sure that its band is missed, else 0: (points,)."""
        found = np.ones(len(points))
        for model, target in zip(models, self._targets, strict=True):
            _, low, high = model.figure(points, DOUBT)
            found *= (high >= target.low) & (low <= target.high)
        return found

    def best(self, models: Sequence[Response], tried: Array) -> tuple[Array, bool]:
        """Return the next point to try, and False if the models are sure that every point misses.

        The usual values come first, if they are as good as any others. Else the point is the one that meets all targets
        best, with a small cost for the distance from the usual values. If
        the models are sure that it misses, it is the best of the points where they are not; if they are sure
        everywhere, the one nearest to the targets.
        """
        home = self._home[None, :]
        if np.abs(self.misses(models, home)).max() <= _AS_GOOD:
            return self._home, True
        points = np.vstack([self._cloud, tried, home])
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

    def likeliest(self, models: Sequence[Response], tried: Array) -> tuple[Array, float]:
        """Return the point that meets all targets most likely, by the models, and its chance."""
        points = np.vstack([self._cloud, tried, self._home[None, :]])
        found = chances(models, self._targets, points)
        at = int(np.argmax(found))
        return points[at], float(found[at])

    def _cost(self, models: Sequence[Response], points: Array) -> Array:
        miss = ((self.misses(models, points) / WHOLE_RANGE) ** 2).sum(axis=1)
        return np.asarray(miss + ((points - self._home) ** 2).sum(axis=1))

    def _refined(self, models: Sequence[Response], starts: Array) -> Array:
        """Return the starts and the end of a search about each, rounded to values that can be tried.

        Each search goes on in ever smaller steps.
        """
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
