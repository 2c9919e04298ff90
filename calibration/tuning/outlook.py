"""What a search may still hope for: whether any setting is likely to meet the targets, and what is in the way."""

from __future__ import annotations

import itertools
from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.tuning.response import Array, Jump, Response
from calibration.tuning.settings_map import chances
from calibration.tuning.targets import Target
from sim.seeds import rng
from sim.statistics import Interval

HOPELESS = 0.1
"""A search ends where the chance that any setting meets the targets has fallen below this."""
_DRAWS = 400
_LOOKED_AT = 64
"""The points, those that meet the targets most likely, at which the models are drawn from together."""
NEAR, NARROW = 0.1, 0.02
"""A figure is suspected to jump between two points that are no farther apart than NEAR of the range of any parameter,
one sure to be below the band and one above it; from NARROW of one range on it is said to jump."""


@dataclass(frozen=True, slots=True)
class Cliff:
    """Two neighbouring points, one below the band and one above it, that differ in one parameter only.

    figure: its index. column: that of the parameter. low, high: the points (d), that with the lower coordinate first.
    """

    figure: int
    column: int
    low: Array
    high: Array

    @property
    def jump(self) -> Jump:
        """The jump, half way between the points."""
        return Jump(self.column, float(self.low[self.column] + self.high[self.column]) / 2)


def hope(models: Sequence[Response], targets: Sequence[Target], margins: Sequence[float], points: Array) -> float:
    """Return the chance that at any of the points (n, d) all figures lie inside their bands.

    margins: how far inside, as matches must confirm it. It is exact at the points that are looked at, and never less
    than that of the best one.
    """
    inner = [_within(target, margin) for target, margin in zip(targets, margins, strict=True)]
    single = chances(models, inner, points)
    if single.max() >= HOPELESS:
        return float(single.max())
    looked_at = points[np.argsort(-single, kind="stable")[:_LOOKED_AT]]
    inside = np.ones((_DRAWS, len(looked_at)), dtype=bool)
    for n, (model, target) in enumerate(zip(models, inner, strict=True)):
        normals = rng(n, "tune", "hope").standard_normal((_DRAWS, len(looked_at)))
        drawn = model.draws(looked_at, normals)
        inside &= (drawn >= target.low) & (drawn <= target.high)
    return float(inside.any(axis=1).mean())


def _within(target: Target, margin: float) -> Target:
    if target.bound == "=":
        return Target(target.metric, target.value, target.tolerance - margin)
    shift = -margin if target.bound == "<" else margin
    return Target(target.metric, target.value + shift, target.tolerance, target.bound)


def opposite(
    points: Array, found: Sequence[Sequence[Interval]], targets: Sequence[Target], known: Container[int]
) -> Cliff | None:
    """Return the nearest two points between which a figure passes through its whole band, within NEAR; else None.

    found: by point, every figure. known: the figures of which a cliff is known already. Of points that differ in several parameters, the column is that of the widest step.
    """
    best: Cliff | None = None
    for n, target in enumerate(targets):
        if target.bound != "=" or n in known:
            continue
        below = [at for at, each in enumerate(found) if each[n].high < target.low]
        above = [at for at, each in enumerate(found) if each[n].low > target.high]
        for a, b in itertools.product(below, above):
            gap = np.abs(points[a] - points[b])
            if gap.max() > NEAR or (best is not None and gap.max() >= np.abs(best.low - best.high).max()):
                continue
            column = int(gap.argmax())
            low, high = sorted((points[a], points[b]), key=lambda point: float(point[column]))
            best = Cliff(n, column, low, high)
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
