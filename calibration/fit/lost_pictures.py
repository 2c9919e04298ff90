"""Pictures that a film lost although its clock counts pictures: jumps of phase, found and put in.

A loss moves the model along its slope from one row on, and the parameters make up for part of that. How much every
possible loss would explain follows to first order from the least squares of the fit (a score test), at once for all
rows. The likeliest is put in, the fit made anew, and so on.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.fit.laws import FULL, LAWS, Rows, descend, further, nearest, predicted, products, stretch
from calibration.fit.left_over import sum_of_waves, waves

Floats = NDArray[np.float64]

# Lost (or repeated) pictures at one loss, how many squares and which share it must explain, and losses in a stretch.
_FRAMES = (-3, 8)
_LEAST, _SHARE, _MOST_LOSSES = 25.0, 0.1, 12
# A loss is sharp: a clock that falls behind slowly, over this number of cycles, explains less.
_RAMP_CYCLES = 3.0
_OFF_SDS = 4.0
# A clock counts pictures if this share of its steps are whole ones, to within this share of one.
_EVEN_SHARE, _EVEN = 0.9, 0.05


def frame_of(times: Floats) -> float | None:
    """Return the time from picture to picture (s), if a clock counts pictures; some may be left out."""
    steps = np.diff(times)
    usual = float(np.median(steps))
    if usual <= 0:
        return None
    counts = np.round(steps / usual)
    whole = (np.abs(steps / usual - counts) <= _EVEN) & (counts > 0)
    return float(np.median(steps[whole] / counts[whole])) if np.mean(whole) >= _EVEN_SHARE else None


def with_losses(
    rows: Rows, parameters: Floats, cycle: float, sd: float, frame: float, enough: float
) -> tuple[Rows, Floats]:
    """Put lost pictures into a clock, one loss after the other, as long as each explains much.

    Returns the rows and the parameters (laws, 7) that fit them. sd: by how much rows may be off. enough: the sum of
    squares (sds) at which nothing is left to be explained.
    """
    for _ in range(_MOST_LOSSES):
        before = sum_of_waves(rows, parameters, cycle, sd)
        if before <= enough:
            break
        row, likeliest = _likeliest(rows, parameters, cycle, sd, frame)
        if not likeliest:
            break
        # The first order is a little off for losses that are long.
        tried = [
            (frames, *_lost_at(rows, parameters, row, frames * frame))
            for frames in range(likeliest - 1, likeliest + 2)
            if frames and frames * frame >= rows.times[row - 1] - rows.times[row]
        ]
        if not tried:
            break
        after, (frames, trial, again) = min(
            ((sum_of_waves(trial, again, cycle, sd), (frames, trial, again)) for frames, trial, again in tried),
            key=lambda one: one[0],
        )
        ramp = np.clip((rows.times - rows.times[row]) / (_RAMP_CYCLES * cycle) + 0.5, 0.0, 1.0)
        slowly = Rows(np.maximum.accumulate(rows.times + frames * frame * ramp), rows.values, rows.rates)
        worth = max(_LEAST, _SHARE * (before - rows.times.size))
        if after > before - worth or sum_of_waves(slowly, again, cycle, sd) < after + _LEAST:
            break
        rows, parameters = trial, again
    return rows, parameters


def _lost_at(rows: Rows, parameters: Floats, row: int, late: float) -> tuple[Rows, Floats]:
    """Return rows that are late (s) from one row on, and the parameters that fit them."""
    times = rows.times.copy()
    times[row:] += late
    trial = Rows(times, rows.values, rows.rates)
    return trial, further(stretch(trial, float(times[-1])), parameters)


def _likeliest(rows: Rows, parameters: Floats, cycle: float, sd: float, frame: float) -> tuple[int, int]:
    """Return the row before which a loss explains most, and its pictures; 0 if it explains too little."""
    best = nearest(rows, parameters)[np.newaxis]
    fit = descend(rows, best, rounds=0, laws=(LAWS[FULL],))[1][0]
    residuals = waves(Rows(rows.times, fit.raw), cycle)
    slope = (predicted(best, rows.times + frame, rows.rates)[:, 0] - (rows.values - fit.raw)) / frame
    usable = np.abs(residuals) <= max(_OFF_SDS * sd, 2 * float(np.std(residuals)))
    residuals, slope = residuals * usable, slope * usable
    jacobian = np.nan_to_num(fit.jacobian * usable[:, np.newaxis])
    inverse = np.linalg.pinv(products(jacobian, jacobian), rcond=1e-12, hermitian=True)
    after = np.cumsum((slope[:, np.newaxis] * jacobian)[::-1], axis=0)[::-1]
    made_up = np.einsum("ra,ab->rb", after, inverse)
    own = products(jacobian, residuals[:, np.newaxis])[:, 0]
    pull = np.cumsum((slope * residuals)[::-1])[::-1] - np.einsum("ra,a->r", made_up, own)
    stiff = np.cumsum((slope**2)[::-1])[::-1] - np.einsum("ra,ra->r", made_up, after)
    stiff = np.maximum(stiff, 1e-3 * float(np.max(stiff)))
    frames = np.clip(np.round(pull / stiff / frame), *_FRAMES)
    gains = (2 * frames * frame * pull - (frames * frame) ** 2 * stiff) / sd**2
    gains[[0, -1]] = 0.0
    row = int(np.argmax(gains))
    return row, int(frames[row]) if gains[row] > _LEAST else 0


def losses(clock: Floats, mended: Floats) -> tuple[tuple[float, int], ...]:
    """Return when pictures were lost, on the clock of a file (s), and how many; repeated ones are negative."""
    frame = frame_of(clock)
    if frame is None:
        return ()
    jumps = np.round((np.diff(mended) - np.diff(clock)) / frame).astype(np.int64)
    return tuple((float(clock[row + 1]), int(jumps[row])) for row in np.flatnonzero(jumps))
