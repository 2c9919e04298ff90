"""What a model leaves over of a recording, and how much of that is waves or slow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.fit.laws import Rows, nearest, predicted

Floats = NDArray[np.float64]

# The most squares (of sds) that one row counts.
_MOST = 25.0


def residuals_of(rows: Rows, parameters: Floats) -> Floats:
    """Return what the best of several laws (laws, 7) leaves over of each row."""
    return rows.values - predicted(nearest(rows, parameters)[np.newaxis], rows.times, rows.rates)[:, 0]


def robust_sd(residuals: Floats) -> float:
    """Return the sd of residuals about 0, by their median."""
    return 1.4826 * float(np.median(np.abs(residuals)))


def slow_part(residuals: Rows, cycle: float) -> Floats:
    """Return the slow part of residuals: the running median over a cycle (s), which a wrong phase does not move."""
    from scipy.ndimage import median_filter

    steps = np.diff(residuals.times)
    width = round(cycle / max(float(np.median(steps)), 1e-9)) if steps.size else 1
    width = min(max(width, 1), residuals.times.size)
    return np.asarray(median_filter(residuals.values, width, mode="nearest"), dtype=np.float64)


def waves(residuals: Rows, cycle: float) -> Floats:
    """Return residuals without their slow part: a camera that wanders is no wrong phase."""
    return residuals.values - slow_part(residuals, cycle)


def squares_of(residuals: Floats, sd: float) -> Floats:
    """Return the squares of residuals (sds), none of them beyond all measure."""
    return np.asarray(np.minimum((residuals / sd) ** 2, _MOST), dtype=np.float64)


def sum_of_waves(rows: Rows, parameters: Floats, cycle: float, sd: float) -> float:
    """Return the sum of the squares (sds) of what a model leaves over, without its slow part."""
    left = Rows(rows.times, residuals_of(rows, parameters))
    return float(np.sum(squares_of(waves(left, cycle), sd)))


def roughness(rows: Rows) -> float:
    """Return the sd of the noise: how far rows are off the cubic through their four neighbours; robust."""
    t, y = rows.times, rows.values
    if t.size < 8:
        return 0.0
    middle = t[2:-2]
    others = [t[:-4], t[1:-3], t[3:-1], t[4:]]
    values = [y[:-4], y[1:-3], y[3:-1], y[4:]]
    ahead, power = np.zeros_like(middle), np.ones_like(middle)
    with np.errstate(divide="ignore", invalid="ignore"):
        for index, (own, value) in enumerate(zip(others, values, strict=True)):
            weight = np.ones_like(middle)
            for place, other in enumerate(others):
                if place != index:
                    weight *= (middle - other) / (own - other)
            ahead += weight * value
            power += weight**2
        off = (y[2:-2] - ahead) / np.sqrt(power)
    off = off[np.isfinite(off)]
    return 1.4826 * float(np.median(np.abs(off))) if off.size else 0.0
