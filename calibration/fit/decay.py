"""The free decay within a recording: what a hand held before it or stopped, and rows that a film or a sensor spoilt.

The greatest half swing shows where the ship was let go. From there the decay is followed on longer and longer
stretches, so that no swing is miscounted. Where its rows leave the model, the cheapest explanation is sought: pictures
that were lost from a film whose clock counts pictures (a jump of phase), or an end of the swing. Then the model is
followed back to where a hand still held.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.fit.laws import (
    FIRST_CYCLES,
    FULL,
    LAWS,
    Rows,
    descend,
    first_parameters,
    further,
    nearest,
    predicted,
    products,
    stretch,
)
from calibration.fit.swing import Pendulums, swing

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

# A half swing nearly as great as the greatest may be the first; a row this share of it from its end has set off.
_AS_GREAT = 0.93
_SET_OFF = 0.05
# The next stretch, as a multiple: less far while little is known.
_FURTHER, _FAR, _FAR_CYCLES = 1.6, 2.5, 10.0
# A row this many sds off does not follow.
_OFF_SDS = 4.0
# Squares of sds: the most that one row counts, and what a row after the end counts.
_MOST, _ENDED = 25.0, 9.0
# What needs an explanation: more squares than chance (times the root of the rows) allows. An end must take away this
# share of what there is too much, and so many squares.
_CHANCE, _WORTH, _EXPLAINED = 4.0, 0.3, 25.0
# An end shows in so many cycles after it.
_ENDS_CYCLES = 1.5
_FEWEST_ROWS = 12
# Lost pictures (or repeated ones) at one loss, how many squares and which share it must explain, and losses in a stretch.
_FRAMES = (-3, 8)
_JUMP, _WORTH_A_JUMP, _MOST_LOSSES = 25.0, 0.1, 12
# A clock counts pictures if this share of its steps are whole ones, to within this share of one.
_EVEN_SHARE, _EVEN = 0.9, 0.05
# Peaks that share one value, and rows in a run of it, look cut off.
_CUT_PEAKS, _CUT_ROWS = 2, 3


@dataclass(frozen=True, slots=True)
class Decay:
    """A free decay: its rows from 0 s on, with the clock mended, and parameters (laws, 7) that nearly fit them.

    which: its rows in the recording. start_s: its first row there (s). released_s: when a hand let go, stopped_s: when
    something ended it, both None if the recording does not show it. lost: (s, pictures) left out, if positive, or
    repeated. clipped: rows at the limit of the sensor, which are left out. noise: the sd of a row by its neighbours.
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
    model = found.rows.values - _residuals(found.rows, found.parameters)
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
    noise = max(roughness(rows), 2e-4 * rows.span)
    best: tuple[int, _Followed] | None = None
    for first in _let_go(rows, noise):
        later = Rows(rows.times[first:] - rows.times[first], rows.values[first:], rows.rates)
        followed = _follow(later, noise, report)
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
        lost=_lost(rows.times[first:last], followed.rows.times),
        clipped=int(np.sum(~usable[: places[last - 1]])),
        noise=noise,
        cycle_s=followed.cycle,
    )


# --- before anything is fitted


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
    return [row for row in found if rows.times.size - row >= _FEWEST_ROWS] or [0]


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


# --- forwards


@dataclass(slots=True)
class _Followed:
    """A decay as far as it is followed."""

    rows: Rows
    parameters: Floats
    cycle: float
    stopped_s: float | None = None


def _follow(rows: Rows, noise: float, report: Callable[[float], None]) -> _Followed:
    """Follow a decay from its first row (0 s) to the end of the recording or of the swing."""
    cycle, parameters = first_parameters(rows)
    here = _Followed(rows, parameters, cycle)
    end, sd, frame = FIRST_CYCLES * cycle, noise, _frame(rows.times)
    while True:
        count = max(int(np.searchsorted(here.rows.times, end, side="right")), min(30, rows.times.size))
        _extend(here, count, noise, sd, frame)
        report(count / rows.times.size)
        if here.stopped_s is not None or count >= here.rows.times.size:
            return here
        sd = max(noise, _sd(_residuals(_first(here.rows, count), here.parameters)))
        end *= _FAR if end > _FAR_CYCLES * cycle else _FURTHER


def _first(rows: Rows, count: int) -> Rows:
    return rows.part(np.arange(count))


def _residuals(rows: Rows, parameters: Floats) -> Floats:
    """Return what the best of several laws leaves over."""
    return rows.values - predicted(nearest(rows, parameters)[np.newaxis], rows.times, rows.rates)[:, 0]


def _sd(residuals: Floats) -> float:
    return 1.4826 * float(np.median(np.abs(residuals)))


def _extend(here: _Followed, count: int, noise: float, sd: float, frame: float | None) -> None:
    """Fit the first `count` rows; where the model leaves them, mend the clock or end the decay if that explains it.

    sd: by how much the rows so far are off.
    """
    part = _first(here.rows, count)
    known, here.parameters = here.parameters, further(stretch(part, float(part.times[-1])), here.parameters)
    cost = _cost(part, here.parameters, here.cycle, noise)
    enough = count * (1 + _CHANCE / math.sqrt(count))
    if cost <= enough:
        return
    # Before its new rows had pulled at it, the model knew better where they leave it.
    starts = (known, here.parameters)
    best, clock = cost - max(_WORTH * (cost - count), _EXPLAINED), here.rows.times
    if frame is not None:
        for start in starts:
            mended, parameters = _on_a_mended_clock(part, start, here.cycle, noise, frame, enough)
            left = _cost(mended, parameters, here.cycle, noise)
            if left < best:
                best, here.parameters = left, parameters
                late = float(mended.times[-1] - part.times[-1])
                clock = np.concatenate([mended.times, here.rows.times[count:] + late])
    if best > enough:
        whole = count == here.rows.times.size
        ends = min((_ended(part, start, here.cycle, noise, sd) for start in starts), key=lambda found: found.cost)
        if ends.cost < best:
            if not whole and part.times[-1] - part.times[ends.rows] < _ENDS_CYCLES * here.cycle:
                # Too near to the last row: what follows shows what it is.
                here.parameters = known
                return
            here.parameters, here.stopped_s = ends.parameters, float(part.times[ends.rows - 1])
            here.rows = _first(here.rows, ends.rows)
            return
    here.rows = Rows(clock, here.rows.values, here.rows.rates)


@dataclass(frozen=True, slots=True)
class _Ended:
    """A decay that ends: its rows, the parameters (7,) that fit them, and the squares that are left over of all."""

    rows: int
    parameters: Floats
    cost: float


def _ended(rows: Rows, parameters: Floats, cycle: float, noise: float, sd: float) -> _Ended:
    """End a decay where a model leaves it; at an infinite cost if it does not leave rows that are `sd` off."""
    ends = _end(rows, _squares(rows, parameters, cycle, sd), sd)
    if not _FEWEST_ROWS <= ends < rows.times.size:
        return _Ended(rows.times.size, parameters, math.inf)
    shorter = _first(rows, ends)
    again = further(stretch(shorter, float(shorter.times[-1])), parameters)
    rest = float(_after(rows, noise)[ends])
    return _Ended(ends, again, _cost(shorter, again, cycle, noise) + rest)


def _cost(rows: Rows, parameters: Floats, cycle: float, sd: float) -> float:
    return float(np.sum(_squares(rows, parameters, cycle, sd)))


def _on_a_mended_clock(
    rows: Rows, parameters: Floats, cycle: float, sd: float, frame: float, enough: float
) -> tuple[Rows, Floats]:
    """Put lost pictures into the clock, one loss after the other, as long as each explains much.

    Returns the rows and the parameters that fit them. enough: the squares at which nothing is left to be explained.
    """
    for _ in range(_MOST_LOSSES):
        cost = _cost(rows, parameters, cycle, sd)
        if cost <= enough:
            break
        row, frames = _likeliest_loss(rows, parameters, cycle, sd, frame)
        if not frames:
            break
        times = rows.times.copy()
        times[row:] += frames * frame
        if frames < 0 and times[row] < times[row - 1]:
            break
        trial = Rows(times, rows.values, rows.rates)
        again = further(stretch(trial, float(times[-1])), parameters)
        if _cost(trial, again, cycle, sd) > cost - max(_JUMP, _WORTH_A_JUMP * (cost - rows.times.size)):
            break
        rows, parameters = trial, again
    return rows, parameters


def _likeliest_loss(rows: Rows, parameters: Floats, cycle: float, sd: float, frame: float) -> tuple[int, int]:
    """Return the row before which a loss of pictures explains most, and their number; 0 if it explains too little.

    Losses move the model along its slope, and the parameters make up for what they can: by least squares, to first order.
    """
    best = nearest(rows, parameters)[np.newaxis]
    fit = descend(rows, best, rounds=0, laws=(LAWS[FULL],))[1][0]
    residuals = fit.raw - slow_part(Rows(rows.times, fit.raw), cycle)
    slope = (predicted(best, rows.times + frame, rows.rates)[:, 0] - (rows.values - fit.raw)) / frame
    usable = np.abs(residuals) <= max(_OFF_SDS * sd, 2 * float(np.std(residuals)))
    residuals, slope = residuals * usable, slope * usable
    jacobian = fit.jacobian * usable[:, np.newaxis]
    inverse = np.linalg.pinv(products(jacobian, jacobian), rcond=1e-12, hermitian=True)
    after = np.cumsum((slope[:, np.newaxis] * jacobian)[::-1], axis=0)[::-1]
    made_up = np.einsum("ra,ab->rb", after, inverse)
    pull = np.cumsum((slope * residuals)[::-1])[::-1] - made_up @ products(jacobian, residuals[:, np.newaxis])[:, 0]
    stiff = np.cumsum((slope**2)[::-1])[::-1] - np.einsum("ra,ra->r", made_up, after)
    stiff = np.maximum(stiff, 1e-3 * float(np.max(stiff)))
    frames = np.clip(np.round(pull / stiff / frame), *_FRAMES)
    gains = (2 * frames * frame * pull - (frames * frame) ** 2 * stiff) / sd**2
    gains[[0, -1]] = 0.0
    row = int(np.argmax(gains))
    return row, int(frames[row]) if gains[row] > _JUMP else 0


def _lost(clock: Floats, mended: Floats) -> tuple[tuple[float, int], ...]:
    """Return when pictures were lost, on the file's clock (s), and how many; repeated ones are negative."""
    frame = _frame(clock)
    if frame is None:
        return ()
    jumps = np.round((np.diff(mended) - np.diff(clock)) / frame).astype(np.int64)
    return tuple((float(clock[row + 1]), int(jumps[row])) for row in np.flatnonzero(jumps))


def _frame(times: Floats) -> float | None:
    """Return the time from picture to picture, if the clock counts pictures (some may be left out)."""
    steps = np.diff(times)
    usual = float(np.median(steps))
    if usual <= 0:
        return None
    whole = np.abs(steps / usual - np.round(steps / usual)) <= _EVEN
    return float(np.median(steps[whole] / np.round(steps[whole] / usual))) if np.mean(whole) >= _EVEN_SHARE else None


def _end(rows: Rows, squares: Floats, sd: float) -> int:
    """Return the row at which the swing best ends: what follows is at rest, or anything else."""
    return int(np.argmin(np.cumsum(squares) - squares + _after(rows, sd)))


def _after(rows: Rows, sd: float) -> Floats:
    """Return, for each row, the squares that it and all after it leave over if the swing has ended before."""
    left = np.arange(rows.times.size, 0, -1)
    values = (rows.values - rows.values[-1]) / sd
    sums, powers = np.cumsum(values[::-1])[::-1], np.cumsum(values[::-1] ** 2)[::-1]
    return np.asarray(np.minimum(powers - sums**2 / left, _ENDED * left), dtype=np.float64)


def _squares(rows: Rows, parameters: Floats, cycle: float, sd: float) -> Floats:
    """Return the squares by which rows are off (sds, none more than _MOST), apart from a slow drift."""
    residuals = _residuals(rows, parameters)
    residuals -= slow_part(Rows(rows.times, residuals), cycle)
    return np.asarray(np.minimum((residuals / sd) ** 2, _MOST), dtype=np.float64)


def slow_part(residuals: Rows, cycle: float) -> Floats:
    """Return the slow part of residuals: the running median over a cycle (s), which a wrong phase does not move."""
    from scipy.ndimage import median_filter

    steps = np.diff(residuals.times)
    width = round(cycle / max(float(np.median(steps)), 1e-9)) if steps.size else 1
    width = min(max(width, 1), residuals.times.size)
    return np.asarray(median_filter(residuals.values, width, mode="nearest"), dtype=np.float64)


# --- backwards


def _backwards(rows: Rows, followed: _Followed, noise: float) -> tuple[int, float | None, Floats]:
    """Follow a decay back from its first row (0 s) into the rows before.

    Returns how many of them belong to it, when it was let go (s, None if the recording does not show that), and the
    parameters (laws, 7) at the first row that does.
    """
    parameters = nearest(followed.rows, followed.parameters)
    count = rows.times.size
    if not count:
        return 0, None, followed.parameters
    sd = max(noise, _sd(_residuals(followed.rows, followed.parameters)))
    ago = -rows.times[::-1]
    model = _back(parameters, np.concatenate([[0.0], ago]), rates=rows.rates)[1:] + parameters[-1]
    off = ~(np.abs(rows.values[::-1] - model) <= _OFF_SDS * sd)
    # One row alone may be wrong.
    leaves = off & np.append(off[1:], True)
    if not np.any(leaves):
        return count, None, _moved(followed.parameters, float(ago[-1]))
    held = int(np.argmax(leaves))
    since = float(ago[held])
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
