"""By how much all angles of a recording may be off alike, and what follows of that for a fit.

Rows cannot tell an error of scale, since a ship that swings by so much more looks nearly the same; so it is carried
into the intervals. Dry friction and the angles themselves grow with the scale, drag shrinks, and the frequency of a
swing of amplitude A hardly depends on it: by A^2 / 8 of its square for each share of A^2.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Sequence

from calibration.fit.ship import ShipFit
from sim.statistics import Interval

_KEY = "angle_scale_sd"
_LINE = re.compile(rf"# ?{_KEY}: (0?\.\d{{1,12}})")
_Z = 1.959964
_BY_SCALE = {"coulomb_s2": 1.0, "quadratic": -1.0, "theta0_rad": 1.0, "omega_start_rad_s": 1.0, "zero_rad": 1.0}


def comment(scale_sd: float) -> str:
    """Return the line of a table that says by which share (sd) all of its angles may be off alike."""
    return f"# {_KEY}: {scale_sd:.5f}"


def scale_sd_in(comments: Sequence[str]) -> float:
    """Return what the comments of a table say of the scale of its angles; 0 where they say nothing."""
    found = next(filter(None, map(_LINE.match, comments)), None)
    return float(found[1]) if found else 0.0


def with_scale_error(fit: ShipFit, scale_sd: float) -> ShipFit:
    """Return a fit whose intervals hold, although all angles may be off by a share of that sd."""
    if not scale_sd:
        return fit
    amplitude = abs(fit.value("theta0_rad"))
    shares = {**_BY_SCALE, "omega0_sq_s2": amplitude**2 / 4}
    intervals = {
        key: _wider(interval, _Z * scale_sd * abs(shares.get(key, 0.0) * interval.estimate))
        for key, interval in fit.intervals.items()
    }
    return dataclasses.replace(fit, intervals=intervals)


def _wider(interval: Interval, by: float) -> Interval:
    middle = interval.estimate
    low, high = math.hypot(middle - interval.low, by), math.hypot(interval.high - middle, by)
    return Interval(middle, max(0.0, middle - low) if interval.low >= 0 else middle - low, middle + high)
