"""What a film's table says besides its rows: by how much all of its angles may be off alike, and what follows of that.

Rows cannot tell an error of scale, since a ship that swings by so much more looks nearly the same; so it is carried
into the intervals of a fit. Dry friction and the angles themselves grow with the scale, drag shrinks, and the frequency
of a swing of amplitude A hardly depends on it: by A^2 / 8 of its square for each share of A^2.
"""

from __future__ import annotations

import dataclasses
import math
import re
from pathlib import Path

from calibration.fit.ship import ShipFit
from sim.files import read_text
from sim.statistics import Interval

_KEY = "angle_scale_sd"
_LINE = re.compile(rf"#\s*{_KEY}\s*[:=]\s*([0-9.eE+-]{{1,24}})")
_MOST_SD = 0.5
_Z = 1.959964
_BY_SCALE = {"coulomb_s2": 1.0, "quadratic": -1.0, "theta0_rad": 1.0, "omega_start_rad_s": 1.0, "zero_rad": 1.0}


def comment(scale_sd: float) -> str:
    """Return the line of a table that says by which share (sd) all of its angles may be off alike."""
    return f"# {_KEY}: {scale_sd:.5f}"


def angle_scale_sd(file: Path) -> float:
    """Return what the comments above the rows of a table say of its scale; 0 where they say nothing."""
    for line in read_text(file).splitlines():
        if not line.startswith("#"):
            break
        found = _LINE.match(line)
        if found:
            value = float(found[1]) if re.fullmatch(r"[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?", found[1]) else 0.0
            return min(value, _MOST_SD)
    return 0.0


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
