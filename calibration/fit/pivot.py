"""Angles from positions: about a pivot that is given, or about the middle of the circle on which the positions lie."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.fit.laws import products
from sim.errors import InputError
from sim.statistics import read_number

Floats = NDArray[np.float64]

# Positions keep their distance from a pivot to within this share of it.
_MOST_OFF = 0.1
# A flatter arc does not show its middle: the sd of its radius, as a share.
_MOST_SCALE_SD = 0.15


def about(file: Path, x: Floats, y: Floats, pivot: str | None) -> tuple[Floats, float, str]:
    """Return the angles (rad, from the mean direction) of positions about a pivot, `X,Y` or `fit`.

    With them comes the sd of the share by which all angles may be off alike, as the radius is, and the pivot in words.
    Raises InputError for no pivot, for one from which the positions keep no distance, and for an arc too flat to fit.
    """
    if pivot is None:
        raise InputError(
            "{file}: --pivot: expected X,Y, in the unit of the positions, or fit, found nothing.", file=file
        )
    scale_sd = 0.0
    if pivot.strip().lower() == "fit":
        px, py, radius, sd = _circle(x, y)
        scale_sd = sd / radius
        if not scale_sd <= _MOST_SCALE_SD:
            raise InputError(
                "{file}: --pivot fit: expected an arc that shows its middle, found one that is too flat: say --pivot "
                "X,Y, or let her go from farther out.",
                file=file,
            )
        understood = f"{px:.4g},{py:.4g} (fitted, radius {radius:.4g}, {scale_sd:.1%} sd)"
    else:
        px, py = _given(file, pivot)
        understood = f"{px:g},{py:g}"
    dx, dy = x - px, y - py
    distance = np.hypot(dx, dy)
    off = float(np.median(np.abs(distance - np.median(distance)))) / max(float(np.median(distance)), 1e-300)
    if not off <= _MOST_OFF:
        raise InputError(
            "{file}: --pivot {pivot}: expected a place from which the positions keep their distance, found distances "
            "from {low:.4g} to {high:.4g}: say {other}.",
            file=file,
            pivot=pivot,
            other="--pivot X,Y" if pivot.strip().lower() == "fit" else "--pivot fit",
            low=float(distance.min()),
            high=float(distance.max()),
        )
    middle = math.atan2(float(np.median(dy)), float(np.median(dx)))
    across, along = dy * math.cos(middle) - dx * math.sin(middle), dx * math.cos(middle) + dy * math.sin(middle)
    return np.asarray(np.unwrap(np.arctan2(across, along)), dtype=np.float64), scale_sd, understood


def _given(file: Path, text: str) -> tuple[float, float]:
    try:
        x, y = (read_number(part.strip()) for part in text.split(","))
    except ValueError as error:
        raise InputError("{file}: --pivot: expected X,Y or fit, found {text!r}.", file=file, text=text) from error
    return x, y


def _circle(x: Floats, y: Floats) -> tuple[float, float, float, float]:
    """Return middle, radius, and the radius's sd of the circle that fits positions best; outliers count less."""
    from scipy.optimize import least_squares

    middle = np.array([x.mean(), y.mean()])
    spread = float(np.hypot(*(np.array([x, y]) - middle[:, np.newaxis]).std(axis=1)))
    u, v = (x - middle[0]) / spread, (y - middle[1]) / spread
    # Kasa's circle is too small for a flat arc, but near enough to start from.
    solved, *_ = np.linalg.lstsq(np.stack([2 * u, 2 * v, np.ones_like(u)], axis=1), u**2 + v**2, rcond=None)
    start = [solved[0], solved[1], math.sqrt(max(float(solved[2] + solved[0] ** 2 + solved[1] ** 2), 1e-6))]

    def off(at: Floats) -> Floats:
        return np.asarray(np.hypot(u - at[0], v - at[1]) - at[2], dtype=np.float64)

    noise = max(1.4826 * float(np.median(np.abs(off(np.array(start))))), 1e-6)
    found = least_squares(off, start, loss="soft_l1", f_scale=3 * noise, x_scale=[1.0, 1.0, 1.0])
    left = off(found.x)
    variance = float(np.sum(left**2)) / max(left.size - 3, 1)
    jacobian = np.asarray(found.jac, dtype=np.float64)
    covariance = np.linalg.pinv(products(jacobian, jacobian)) * variance
    px, py, radius = (float(value) for value in found.x)
    sd = math.sqrt(max(float(covariance[2, 2]), 0.0))
    return middle[0] + spread * px, middle[1] + spread * py, abs(spread * radius), sd * spread
