"""The free decay within a recording: what a hand held before it or stopped, and rows that a film or a sensor spoilt.

The greatest half swing shows where the ship was let go. From there the decay is followed to its end
(calibration/fit/following.py), and then back to where a hand still held.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.fit.following import FEWEST_ROWS, STILL, Followed, follow
from calibration.fit.laws import Rows, nearest, predicted
from calibration.fit.left_over import residuals_of, robust_sd, roughness
from calibration.fit.lost_pictures import losses
from calibration.fit.swing import Pendulums, swing

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

# A half swing nearly as great as the greatest may be the first; a row this share of it from its end has set off.
_AS_GREAT = 0.93
_SET_OFF = 0.05
# Any model of a real swing may be this share of its range off.
_LEAST_NOISE = 0.005
# A hand holds for this share of a cycle or longer.
_LEAST_HELD = 0.05
# A row this many sds off does not follow.
_OFF_SDS = 4.0
# Peaks that share one value, and rows in a run of it, look cut off.
_CUT_PEAKS, _CUT_ROWS = 2, 3


@dataclass(frozen=True, slots=True)
class Decay:
    """A free decay: its rows from 0 s on, with the clock mended, and parameters (laws, 7) that nearly fit them.

    which: its rows in the recording. start_s: its first row there (s). released_s: when a hand let go, stopped_s: when
    something ended it, both None if the recording does not show it. lost: (s, pictures) left out, if positive, or
    repeated. clipped: rows at the limit of the sensor, which are left out. noise: by how much (sd) rows may be off.
    cycle_s: the length of a swing.
    """

    rows: Rows
    parameters: Floats
    which: NDArray[np.int64]
    start_s: float
    released_s: float | None
    stopped_s: float | None
    lost: tuple[tuple[float, int], ...]
    clipped: int
    noise: float
    cycle_s: float


def free_decay(recording: Rows, report: Callable[[float], None]) -> Decay:
    """Find the free decay in a recording. report: called with the share of the recording that has been followed."""
    cut = _cut_off(recording.values)
    found = _decay(recording, ~cut, report)
    if not np.any(cut):
        return found
    model = found.rows.values - residuals_of(found.rows, found.parameters)
    inside = np.array([float(np.min(found.rows.values)), float(np.max(found.rows.values))])
    beyond = np.maximum(inside[0] - model, model - inside[1])
    if float(np.max(beyond, initial=0.0)) > 3 * found.noise or _model_beyond(recording, found, cut):
        return found
    return _decay(recording, np.ones_like(cut), report)


def _model_beyond(recording: Rows, found: Decay, cut: Mask) -> bool:
    """Return True if the model goes beyond the limit where rows are cut off."""
    times = recording.times - found.start_s
    there = cut & (times >= 0) & (times <= found.rows.times[-1])
    if not np.any(there):
        return False
    parameters = nearest(found.rows, found.parameters)
    model = predicted(parameters[np.newaxis], np.concatenate([[0.0], times[there]]), recording.rates)[1:, 0]
    limit = recording.values[there]
    middle = float(parameters[-1])
    return float(np.mean((model - limit) * np.sign(limit - middle))) > 2 * found.noise


def _decay(recording: Rows, usable: Mask, report: Callable[[float], None]) -> Decay:
    places = np.flatnonzero(usable)
    rows = recording.part(places)
    noise = max(roughness(rows), _LEAST_NOISE * rows.span)
    best: tuple[int, Followed] | None = None
    for first in _let_go(rows, noise):
        later = Rows(rows.times[first:] - rows.times[first], rows.values[first:], rows.rates)
        followed = follow(later, noise, report)
        if best is None or followed.rows.times[-1] > best[1].rows.times[-1]:
            best = first, followed
        if followed.stopped_s is None or followed.rows.times[-1] > 1.5 * followed.cycle:
            break
    assert best is not None
    first, followed = best
    begins, last = float(rows.times[first]), first + followed.rows.times.size
    ends = float(rows.times[last - 1]) - begins
    earlier = Rows(rows.times[:first] - begins, rows.values[:first], rows.rates)
    more, released, parameters = _backwards(earlier, followed, noise)
    start = first - more
    clock = np.concatenate([rows.times[start:first] - begins, followed.rows.times])
    return Decay(
        rows=Rows(clock - clock[0], rows.values[start:last], rows.rates),
        parameters=parameters,
        which=places[start:last],
        start_s=float(rows.times[start]),
        released_s=None if released is None else begins + released,
        stopped_s=None if followed.stopped_s is None else begins + ends,
        lost=losses(rows.times[first:last], followed.rows.times),
        clipped=int(np.sum(~usable[: places[last - 1]])),
        noise=noise,
        cycle_s=followed.cycle,
    )


# --- before anything is fitted


def _cut_off(values: Floats) -> Mask:
    """Return a mask of rows at the limit of a sensor: peaks that end in runs of one and the same value."""
    cut = np.zeros(values.size, dtype=np.bool_)
    for limit in (float(np.max(values)), float(np.min(values))):
        at = values == limit
        edges = np.flatnonzero(np.diff(np.concatenate([[False], at, [False]]).astype(np.int8)))
        lengths = edges[1::2] - edges[::2]
        if int(np.sum(lengths >= _CUT_ROWS)) >= _CUT_PEAKS:
            cut |= at
    return cut


def _let_go(rows: Rows, noise: float) -> list[int]:
    """Return the rows from which the greatest half swings are under way, in order; the first row if there are none."""
    from scipy.ndimage import median_filter

    values = median_filter(rows.values, 3, mode="nearest")
    low, high = np.quantile(values, (0.01, 0.99))
    turns = _turning_points(values, max(8 * noise, 0.05 * float(high - low)))
    if len(turns) < 3:
        return [0]
    heights = np.abs(np.diff(values[turns]))
    found = []
    for index in np.flatnonzero(heights >= _AS_GREAT * heights.max())[:4]:
        here, there = turns[index], turns[index + 1]
        away = np.abs(values[here:there] - values[here])
        found.append(here + int(np.flatnonzero(away <= _SET_OFF * heights[index] + 3 * noise)[-1]))
    return [row for row in found if rows.times.size - row >= FEWEST_ROWS] or [0]


def _turning_points(values: Floats, least: float) -> list[int]:
    """Return the rows at which a series turns back by more than `least`, alternately lows and highs."""
    turns: list[int] = []
    low = high = 0
    rising: bool | None = None
    for row, value in enumerate(values.tolist()):
        if value > values[high]:
            high = row
        if value < values[low]:
            low = row
        if rising is not False and values[high] - value > least:
            turns.append(high)
            rising, low = False, row
        elif rising is not True and value - values[low] > least:
            turns.append(low)
            rising, high = True, row
        if rising:
            low = row
        elif rising is False:
            high = row
    last = high if rising else low
    return [*turns, last] if rising is not None else turns


# --- backwards


def _backwards(rows: Rows, followed: Followed, noise: float) -> tuple[int, float | None, Floats]:
    """Follow a decay back from its first row (0 s) into the rows before.

    Returns how many of them belong to it, when it was let go (s, None if the recording does not show that), and the
    parameters (laws, 7) at the first row that does.
    """
    parameters = nearest(followed.rows, followed.parameters)
    count = rows.times.size
    if not count:
        return 0, None, followed.parameters
    sd = max(noise, robust_sd(residuals_of(followed.rows, followed.parameters)))
    ago = -rows.times[::-1]
    model = _back(parameters, np.concatenate([[0.0], ago]), rates=rows.rates)[1:] + parameters[-1]
    off = ~(np.abs(rows.values[::-1] - model) <= _OFF_SDS * sd)
    # One row alone may be wrong.
    leaves = off & np.append(off[1:], True)
    if not np.any(leaves):
        return count, None, _moved(followed.parameters, float(ago[-1]))
    held = int(np.argmax(leaves))
    since = float(ago[held])
    moves = float(np.std(rows.values[: count - held])) / max(float(np.std(model[held:])), 1e-12)
    if STILL < moves < 1 / STILL or ago[-1] - since < _LEAST_HELD * followed.cycle:
        # No hand holds, only a model that is not quite right.
        return count, None, _moved(followed.parameters, float(ago[-1]))
    reach = 0.2 * followed.cycle
    grid = np.linspace(max(since - reach, 0.0), since + reach, 200)
    speeds = _back(parameters, np.concatenate([[0.0], grid]), rates=True)[1:]
    turns = np.flatnonzero(np.sign(speeds[1:]) != np.sign(speeds[:-1]))
    let_go = float(grid[turns[np.argmin(np.abs(grid[turns] - since))]]) if turns.size else since
    more = min(int(np.searchsorted(ago, let_go, side="right")), held)
    return more, -let_go, _moved(followed.parameters, float(ago[more - 1]) if more else 0.0)


def _back(parameters: Floats, ago: Floats, *, rates: bool) -> Floats:
    """Return the angles without the zero (rad), or rates (rad/s), at times before the first row (s, ascending)."""
    log_w2, viscous, coulomb, quadratic, theta, omega, _ = parameters
    columns = (math.exp(log_w2), -viscous, -coulomb, -quadratic, theta, -omega)
    values = swing(Pendulums(*(np.array([value]) for value in columns)), ago, rates=rates)[:, 0]
    return -values if rates else values


def _moved(parameters: Floats, ago: float) -> Floats:
    """Return the parameters (laws, 7) of the same decays, seen from an earlier row."""
    result = parameters.copy()
    if ago > 0:
        times = np.array([0.0, ago])
        for law in result:
            theta, omega = (float(_back(law, times, rates=rates)[1]) for rates in (False, True))
            if math.isfinite(theta) and math.isfinite(omega):
                law[4:6] = theta, omega
    return result
