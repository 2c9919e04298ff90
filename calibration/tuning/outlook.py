"""What a search may still hope for: whether any setting is likely to meet the targets, and what is in the way."""

from __future__ import annotations

import itertools
import math
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.tuning.response import Array, Jump, Response
from calibration.tuning.settings_map import chances
from calibration.tuning.space import Space, Values
from calibration.tuning.targets import Target
from sim.seeds import rng
from sim.statistics import Interval

HOPELESS = 0.15
"""A search ends where the chance that any setting meets the targets has fallen below this."""
_DRAWS = 400
_LOOKED_AT = 64
"""The points, those that meet the targets most likely, at which the models are drawn from together."""
_MOST_FRONTS, _ON_FRONT, _REACH = 3, 12, 200
_INWARDS, _WORTH = 0.1, 0.02
"""A bound is in the way if a step of this share of the range inwards makes the sum of squared misses (tolerances) worse
by more than _WORTH."""
NEAR, NARROW = 0.1, 0.02
"""A figure is suspected to jump between two points that are no farther apart than NEAR of the range of any parameter,
one sure to be below the band and one above it; from NARROW of one range on it is said to jump."""


@dataclass(frozen=True, slots=True)
class Cliff:
    """Two neighbouring points, one below the band and one above it, that differ in one parameter only.

    figure: its index. column: that of the parameter. low, high: the points (d), that with the lower coordinate first.
    rises: whether it is the lower one that is below the band.
    """

    figure: int
    column: int
    low: Array
    high: Array
    rises: bool

    def narrowed(self, points: Array, found: Sequence[Sequence[Interval]], targets: Sequence[Target]) -> Cliff:
        """Return the same cliff between the nearest of all points (n, d) within it that are sure of their side."""
        target, cliff = targets[self.figure], self
        for point, each in zip(points, found, strict=True):
            at = each[self.figure]
            within = cliff.low[self.column] < point[self.column] < cliff.high[self.column]
            if within and target.excludes(at):
                below = at.high < target.low
                cliff = replace(cliff, low=point) if below == self.rises else replace(cliff, high=point)
        return cliff

    @property
    def jump(self) -> Jump:
        """The jump, half way between the points."""
        return Jump(self.column, float(self.low[self.column] + self.high[self.column]) / 2)


def hope(
    models: Sequence[Response], targets: Sequence[Target], margins: Sequence[float], points: Array
) -> tuple[float, Array]:
    """Return the chance that at any of the points (n, d) all figures lie inside their bands, and the likeliest one (d).

    margins: how far inside, as matches must confirm it. It is exact at the points that are looked at, and never less
    than that of the best one.
    """
    inner = [_within(target, margin) for target, margin in zip(targets, margins, strict=True)]
    single = chances(models, inner, points)
    likeliest = points[int(np.argmax(single))]
    if single.max() >= HOPELESS:
        return float(single.max()), likeliest
    looked_at = points[np.argsort(-single, kind="stable")[:_LOOKED_AT]]
    inside = np.ones((_DRAWS, len(looked_at)), dtype=bool)
    for n, (model, target) in enumerate(zip(models, inner, strict=True)):
        normals = rng(n, "tune", "hope").standard_normal((_DRAWS, len(looked_at)))
        drawn = model.draws(looked_at, normals)
        inside &= (drawn >= target.low) & (drawn <= target.high)
    return float(inside.any(axis=1).mean()), likeliest


def _within(target: Target, margin: float) -> Target:
    if target.bound == "=":
        return Target(target.metric, target.value, target.tolerance - margin)
    shift = -margin if target.bound == "<" else margin
    return Target(target.metric, target.value + shift, target.tolerance, target.bound)


def opposite(
    points: Array, found: Sequence[Sequence[Interval]], targets: Sequence[Target], known: Container[int]
) -> Cliff | None:
    """Return the nearest two points between which a figure passes through its whole band, within NEAR; else None.

    found: by point, every figure. known: the figures of which a cliff is known already. Of points that differ in
    several parameters, the column is that of the widest step.
    """
    best: Cliff | None = None
    for n, target in enumerate(targets):
        if target.bound != "=" or n in known:
            continue
        below = [at for at, each in enumerate(found) if each[n].high < target.low]
        above = [at for at, each in enumerate(found) if each[n].low > target.high]
        for a, b in itertools.product(below, above):
            gap = np.abs(points[a] - points[b])
            if gap.max() > NEAR or (best is not None and gap.sum() >= np.abs(best.low - best.high).sum()):
                continue
            column = int(gap.argmax())
            rises = bool(points[a][column] < points[b][column])
            low, high = (points[a], points[b]) if rises else (points[b], points[a])
            best = Cliff(n, column, low, high, rises)
    return best


def between(cliff: Cliff) -> Array | None:
    """Return the point that tells next where the figure jumps, and along which parameter; None: it is known.

    The points are brought to differ in one parameter first, then half way towards each other.
    """
    other = np.delete(np.abs(cliff.low - cliff.high), cliff.column)
    if other.any():
        point = cliff.low.copy()
        point[cliff.column] = cliff.high[cliff.column]
        return point
    if cliff.high[cliff.column] - cliff.low[cliff.column] <= NARROW:
        return None
    return (cliff.low + cliff.high) / 2


@dataclass(frozen=True, slots=True)
class Drop:
    """A figure that jumps between two values of a parameter: its target, and the figure on either side."""

    metric: str
    parameter: str
    values: tuple[float, float]
    figures: tuple[Interval, Interval]


@dataclass(frozen=True, slots=True)
class Compromise:
    """Values at which, by the models, neither of two targets can come nearer unless the other goes farther away."""

    values: Values
    figures: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The models' knowledge of targets that were not met.

    chance: that any setting meets them all. nearest: the figures expected at the values that come nearest. widen: the
    parameters that stand at a bound, with 1 where more of it would help and -1 where less would. confirming: about how
    many matches would confirm the nearest, where it is expected inside every band (None: it is not). alone: for each
    target the figure that comes nearest where all others are met (None: nowhere). drops: where a figure jumps over its
    band. fronts: for each pair of targets, by index, the compromises in the order of the first figure. reach: figures
    of settings spread evenly over the ranges.
    """

    chance: float
    nearest: tuple[Interval, ...]
    widen: tuple[tuple[str, int], ...]
    confirming: int | None
    alone: tuple[float | None, ...]
    drops: tuple[Drop, ...]
    fronts: tuple[tuple[tuple[int, int], tuple[Compromise, ...]], ...]
    reach: tuple[tuple[float, ...], ...]


def outlook_of(
    space: Space,
    targets: Sequence[Target],
    models: Sequence[Response],
    chance: float,
    values: Values,
    points: Array,
    cliffs: Sequence[Cliff],
) -> Outlook:
    """Return what the models know of targets that are not met at `values`. points: of the unit cube, all over it."""
    point = space.unit(values)
    figures = np.stack([model.value(points) for model in models], axis=1)
    return Outlook(
        chance,
        tuple(model.interval(point) for model in models),
        tuple(_widen(space, targets, models, point)),
        _confirming(targets, models, point),
        tuple(_alone(targets, figures, n) for n in range(len(targets))),
        tuple(_drop(space, targets, models, cliff) for cliff in cliffs),
        tuple(
            (pair, tuple(_front(space, targets, models, points, figures, pair)))
            for pair in itertools.islice(itertools.combinations(range(len(targets)), 2), _MOST_FRONTS)
        ),
        tuple(map(tuple, figures[:_REACH].tolist())),
    )


def _beyond(target: Target, values: Array) -> Array:
    """Return how far figures lie outside a band, in tolerances."""
    return np.maximum(np.maximum(target.low - values, values - target.high), 0.0) / target.tolerance


def _widen(space: Space, targets: Sequence[Target], models: Sequence[Response], point: Array) -> list[tuple[str, int]]:
    found = []
    for column, parameter in enumerate(space.parameters):
        if point[column] not in (0.0, 1.0):
            continue
        inwards = point.copy()
        inwards[column] = abs(point[column] - _INWARDS)
        here, there = (
            sum(
                float(target.misses(model.value(at[None, :]))[0]) ** 2
                for model, target in zip(models, targets, strict=True)
            )
            for at in (point, inwards)
        )
        if there > here + _WORTH:
            found.append((parameter.name, 1 if point[column] else -1))
    return found


def _confirming(targets: Sequence[Target], models: Sequence[Response], point: Array) -> int | None:
    needed = []
    for target, model in zip(targets, models, strict=True):
        value = float(model.value(point[None, :])[0])
        room = min(value - target.low, target.high - value)
        if room <= 0:
            return None
        needed.append(model.noise.matches_for(value, room))
    return max(needed)


def _alone(targets: Sequence[Target], figures: Array, which: int) -> float | None:
    met = np.ones(len(figures), dtype=bool)
    for n, target in enumerate(targets):
        met &= (n == which) | (_beyond(target, figures[:, n]) == 0)
    if not met.any():
        return None
    own = figures[met, which]
    return float(own[int(np.argmin(_beyond(targets[which], own)))])


def _drop(space: Space, targets: Sequence[Target], models: Sequence[Response], cliff: Cliff) -> Drop:
    ends = [space.values(point)[cliff.column] for point in (cliff.low, cliff.high)]
    figures = [models[cliff.figure].interval(point) for point in (cliff.low, cliff.high)]
    name = space.parameters[cliff.column].name
    return Drop(targets[cliff.figure].metric, name, (ends[0], ends[1]), (figures[0], figures[1]))


def _front(
    space: Space,
    targets: Sequence[Target],
    models: Sequence[Response],
    points: Array,
    figures: Array,
    pair: tuple[int, int],
) -> list[Compromise]:
    one, other = (np.abs(targets[n].misses(figures[:, n])) for n in pair)
    best, kept = np.inf, []
    for at in np.lexsort((other, one)):
        if other[at] < best:
            best = float(other[at])
            kept.append(int(at))
    thinned = kept[:: max(1, math.ceil(len(kept) / _ON_FRONT))]
    thinned.sort(key=lambda at: float(figures[at, pair[0]]))
    return [
        Compromise(space.values(points[at]), tuple(model.interval(points[at]) for model in models)) for at in thinned
    ]
