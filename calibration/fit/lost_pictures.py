"""Pictures that a film lost although its clock counts pictures: jumps of phase, found and put in.

A loss moves the model along its slope from one row on, and the parameters make up for part of that. How much every
possible loss would explain follows to first order from the least squares of the fit (a score test), at once for all
rows. The likeliest is put in, the fit made anew, and so on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.fit.laws import FULL, LAWS, LawFit, Rows, descend, further, nearest, products, stretch
from calibration.fit.left_over import sum_of_waves, waves

Floats = NDArray[np.float64]

# Lost (or repeated) pictures at one loss, how many squares and which share it must explain, and losses in a stretch.
_PICTURES = np.array([-1, 1, 2, 3, 4, 5, 6, 7, 8])
_LEAST, _SHARE, _MOST_LOSSES = 25.0, 0.1, 12
# A loss is sharp: a clock that falls behind slowly, over this number of cycles, explains less.
_RAMP_CYCLES, _SHARP = 3.0, 10.0
# In the last fit: the squares that moving a loss must explain, how many losses are expected besides those found, by how
# many squares losses that count may be behind the likeliest, and the least effect of a loss, in those of the greatest.
_MOVED, _UNSEEN, _SLIGHT, _STIFF = 2.0, 1.0, 32.0, 1e-5
_OFF_SDS = 4.0
# What is computed may be off by this (rad, or rad/s) itself.
_LEAST_SD = 1e-8
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
    trial = Rows(_late(rows.times, row, late), rows.values, rows.rates)
    return trial, further(stretch(trial, float(trial.times[-1])), parameters)


def _likeliest(rows: Rows, parameters: Floats, cycle: float, sd: float, frame: float) -> tuple[int, int]:
    """Return the row before which a loss explains most, and its pictures; 0 if it explains too little."""
    fit = descend(rows, nearest(rows, parameters)[np.newaxis], rounds=0, laws=(LAWS[FULL],))[1][0]
    residuals = waves(Rows(rows.times, fit.raw), cycle)
    usable = np.abs(residuals) <= max(_OFF_SDS * sd, 2 * float(np.std(residuals)))
    used = np.nan_to_num(fit.jacobian * usable[:, np.newaxis])
    row, pictures, gain = _effects(replace(fit, residuals=residuals * usable, jacobian=used), frame).best(sd)
    return row, pictures if gain > _LEAST else 0


# --- the last fit


def sharper(rows: Rows, clock: Floats, parameters: Floats, frame: float, cycle: float) -> Rows:
    """Return rows with the losses that are surer than chance put into their clock, each where it fits best.

    Pictures that are there twice are rare, and not looked for. clock: the times (s) that count pictures. parameters: of
    a fit to the rows, (7,). cycle: s.
    """
    fit, count = _refitted(rows, parameters), rows.times.size
    for _ in range(2 * _MOST_LOSSES):
        effects, sd = _effects(fit, frame), max(math.sqrt(fit.rss / count), _LEAST_SD)
        for instead in (*_jumps(clock, rows.times, frame), (0, 0)):
            row, pictures, gain = effects.best(sd, instead, fewest=1)
            least = _MOVED if instead[1] else sure_gain(count)
            times = _late(_late(rows.times, instead[0], -instead[1] * frame), row, pictures * frame)
            if gain <= least or np.any(np.diff(times) < 0):
                continue
            trial = Rows(times, rows.values, rows.rates)
            again = _refitted(trial, fit.parameters)
            if count * again.better(fit) > least and (
                instead[1] or _is_sharp(rows, again, row, pictures * frame, cycle)
            ):
                rows, fit = trial, again
                break
        else:
            break
    return rows


def sure_gain(rows: int) -> float:
    """Return how many squares (sds) a loss must explain: as many as make its place and pictures likelier than none."""
    return 2 * math.log(_PICTURES.size * rows)


def left_open(fit: LawFit, worth: float, clock: Floats, mended: Floats, frame: float) -> tuple[Floats, float]:
    """Return by how much (a covariance, (7, 7)) the parameters may be off through losses not found or not there.

    To first order every loss that was found could be another, and one more could be anywhere, each by its likelihood.
    worth: the effective number of rows. Returned, too: the squares (sds) by which that one makes the law likelier.
    """
    effects, count = _effects(fit, frame), fit.residuals.size
    sd = max(math.sqrt(fit.rss / worth), _LEAST_SD)
    found = [(max(row - (clock.size - count), 0), k) for row, k in _jumps(clock, mended, frame)]
    total = np.zeros((fit.parameters.size, fit.parameters.size))
    for row, pictures in found:
        gains = effects.gains(sd, (row, pictures))
        which, where = np.nonzero(gains > np.max(gains) - _SLIGHT)
        off = _PICTURES[which, np.newaxis] * effects.moved[where] - pictures * effects.moved[row]
        total += _spread(gains[which, where], off)[0]
    gains = effects.gains(sd) + 2 * math.log((len(found) + _UNSEEN) / (_PICTURES.size * count))
    which, where = np.nonzero(gains > np.max(gains) - _SLIGHT)
    off = _PICTURES[which, np.newaxis] * effects.moved[where]
    spread, likelier = _spread(np.append(gains[which, where], 0.0), np.append(off, np.zeros((1, len(total))), axis=0))
    return total + spread, likelier


def _spread(gains: Floats, off: Floats) -> tuple[Floats, float]:
    """Return the mean square (7, 7) of what is off, (cases, 7), by likelihood, and the squares that all explain."""
    most = float(np.max(gains))
    weights = np.exp((gains - most) / 2)
    whole = float(np.sum(weights))
    return products(off * (weights / whole)[:, np.newaxis], off), most + 2 * math.log(whole)


def _refitted(rows: Rows, parameters: Floats) -> LawFit:
    return descend(rows, parameters[np.newaxis], rounds=6, tolerance=0.1, laws=(LAWS[FULL],))[1][0]


def _late(times: Floats, row: int, late: float) -> Floats:
    """Return times that are late (s) from a row on."""
    return np.concatenate([times[:row], times[row:] + late])


def _is_sharp(rows: Rows, fit: LawFit, row: int, late: float, cycle: float) -> bool:
    """Return True if a fit with a loss explains more than one whose clock falls behind slowly."""
    ramp = np.clip((rows.times - rows.times[row]) / (_RAMP_CYCLES * cycle) + 0.5, 0.0, 1.0)
    slowly = Rows(np.maximum.accumulate(rows.times + late * ramp), rows.values, rows.rates)
    return rows.times.size * fit.better(_refitted(slowly, fit.parameters)) > _SHARP


def _jumps(clock: Floats, mended: Floats, frame: float) -> list[tuple[int, int]]:
    """Return the rows before which pictures were put into a clock, and how many."""
    jumps = np.round((np.diff(mended) - np.diff(clock)) / frame).astype(np.int64)
    return [(int(row) + 1, int(jumps[row])) for row in np.flatnonzero(jumps)]


@dataclass(frozen=True, slots=True)
class _Effects:
    """To first order, by row: the effects of one picture lost before it, when the parameters make up for what they can.

    pull, stiff: k pictures there lower the sum of squares by 2 k pull - k^2 stiff. moved: by how much the parameters
    (rows, 7) move the other way. after, squares: sums from each row on of the effect times the derivatives, and of its
    square.
    """

    pull: Floats
    stiff: Floats
    moved: Floats
    after: Floats
    squares: Floats

    def gains(self, sd: float, instead: tuple[int, int] = (0, 0)) -> Floats:
        """Return the squares (sds) that losses explain, (_PICTURES, rows), instead of one of a row and its pictures."""
        row, pictures = instead
        both = self.squares[np.maximum(np.arange(self.squares.size), row)] - self.moved @ self.after[row]
        without = 2 * self.pull[row] + pictures * self.stiff[row]
        k = _PICTURES[:, np.newaxis]
        return np.asarray(
            (k * (2 * self.pull + 2 * pictures * both - k * self.stiff) - pictures * without) / sd**2, dtype=np.float64
        )

    def best(self, sd: float, instead: tuple[int, int] = (0, 0), fewest: int = -1) -> tuple[int, int, float]:
        """Return the row before which a loss explains most, its pictures, and the squares (sds) that it explains."""
        gains = self.gains(sd, instead)
        gains[:, [0, -1]] = -math.inf
        gains[fewest > _PICTURES] = -math.inf
        which, row = np.unravel_index(int(np.argmax(gains)), gains.shape)
        return int(row), int(_PICTURES[which]), float(gains[which, row])


def _effects(fit: LawFit, frame: float) -> _Effects:
    """Return the effects of a picture lost, from one picture to the next taking `frame` seconds."""
    log_w2, viscous, coulomb, quadratic, theta, omega, _ = fit.parameters.tolist()
    pull = math.exp(log_w2) * math.sin(theta) + 2 * viscous * omega + quadratic * omega * abs(omega)
    # She is later everywhere if she starts later on her way.
    later = np.array([0.0, 0.0, 0.0, 0.0, omega, -pull - coulomb * np.sign(omega or -theta), 0.0])
    slope = frame * (fit.jacobian @ later)
    active = fit.jacobian * fit.active
    scale = 1 / np.sqrt(np.maximum(np.sum(active**2, axis=0), 1e-300)) * fit.active
    inverse = np.linalg.pinv(products(active, active) * np.outer(scale, scale), rcond=1e-12, hermitian=True)
    inverse *= np.outer(scale, scale)
    after = _from_here_on(slope[:, np.newaxis] * active)
    moved = np.einsum("ra,ab->rb", after, inverse)
    own = products(active, fit.residuals[:, np.newaxis])[:, 0]
    squares = _from_here_on(slope**2)
    stiff = squares - np.sum(moved * after, axis=1)
    return _Effects(
        pull=_from_here_on(slope * fit.residuals) - moved @ own,
        # At the ends a loss changes nothing that the parameters cannot make up for.
        stiff=np.maximum(stiff, _STIFF * float(np.max(stiff))),
        moved=moved,
        after=after,
        squares=squares,
    )


def _from_here_on(values: Floats) -> Floats:
    return np.asarray(np.cumsum(values[::-1], axis=0)[::-1], dtype=np.float64)


def losses(clock: Floats, mended: Floats) -> tuple[tuple[float, int], ...]:
    """Return when pictures were lost, on the clock of a file (s), and how many; repeated ones are negative."""
    frame = frame_of(clock)
    jumps = [] if frame is None else _jumps(clock, mended, frame)
    return tuple((float(clock[row]), pictures) for row, pictures in jumps)
