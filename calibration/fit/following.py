"""A decay followed on longer and longer stretches, so that no swing is miscounted, to its end.

Where rows leave the model, an explanation is sought: pictures that were lost (calibration/fit/lost_pictures.py), or an
end of the swing, after which rows are at rest or anything else.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.fit.laws import FIRST_CYCLES, Rows, first_parameters, further, nearest, predicted, stretch
from calibration.fit.left_over import residuals_of, robust_sd, squares_of, sum_of_waves
from calibration.fit.lost_pictures import frame_of, with_losses

Floats = NDArray[np.float64]

FEWEST_ROWS = 12
# The next stretch, as a multiple: less far while little is known.
_FURTHER, _FAR, _FAR_CYCLES = 1.6, 2.5, 10.0
# The squares (of sds) that a row after the end counts.
_ENDED = 9.0
# What needs an explanation: more squares than chance (times the root of the rows) allows. An end must take away this
# share of what there is too much, losses this one, and both at least _LEAST squares.
_CHANCE, _END_WORTH, _LOSSES_WORTH, _LEAST = 4.0, 0.3, 0.7, 25.0
# A model that is wrong leaves much over anyway: after some stretches without an explanation, more by this factor needs
# one.
_MORE, _PATIENCE = 1.2, 3
# An end shows in this number of cycles after it, of which one moves by less than this share of what the model
# would, or by more than its inverse.
_ENDS_CYCLES, STILL = 1.5, 0.5


@dataclass(slots=True)
class Followed:
    """A decay as far as it is followed: its rows on a mended clock, parameters (laws, 7) that fit them, a cycle (s).

    stopped_s: the time of its last row on that clock, if it was stopped. usual: the squares that a row leaves over.
    """

    rows: Rows
    parameters: Floats
    cycle: float
    stopped_s: float | None = None
    usual: float = 1.0
    unexplained: int = 0


def follow(rows: Rows, noise: float, report: Callable[[float], None]) -> Followed:
    """Follow a decay from its first row (0 s) to the end of the recording or of the swing.

    noise: by how much (sd) rows may be off. report: called with the share of the rows that is done.
    """
    cycle, parameters = first_parameters(rows)
    here = Followed(rows, parameters, cycle)
    end, sd, frame = FIRST_CYCLES * cycle, noise, frame_of(rows.times)
    while True:
        count = max(int(np.searchsorted(here.rows.times, end, side="right")), min(30, rows.times.size))
        off = _extend(here, count, noise, sd, frame)
        report(count / rows.times.size)
        if here.stopped_s is not None or count >= here.rows.times.size:
            return here
        sd = max(noise, robust_sd(off))
        end *= _FAR if end > _FAR_CYCLES * cycle else _FURTHER


def _first(rows: Rows, count: int) -> Rows:
    return rows.part(np.arange(count))


def _extend(here: Followed, count: int, noise: float, sd: float, frame: float | None) -> Floats:
    """Fit the first `count` rows; where the model leaves them, mend the clock or end the decay if that explains it.

    sd: by how much the rows so far are off. Returns by how much those that belong to the decay are off now.
    """
    part = _first(here.rows, count)
    # Before its new rows had pulled at it, the model knew better where they leave it.
    known, here.parameters = here.parameters, further(stretch(part, float(part.times[-1])), here.parameters)
    off = residuals_of(part, here.parameters)
    cost = float(np.sum(squares_of(off, noise)))
    enough = count * max(1 + _CHANCE / math.sqrt(count), _MORE * here.usual)
    if cost <= enough:
        return off
    starts = (known, here.parameters)
    if frame is not None:
        waving = sum_of_waves(part, here.parameters, here.cycle, noise)
        best = waving - max(_LOSSES_WORTH * (waving - count), _LEAST)
        for start in starts if waving > enough else ():
            mended, parameters = with_losses(part, start, here.cycle, noise, frame, enough)
            left = sum_of_waves(mended, parameters, here.cycle, noise)
            if left < best:
                best, here.parameters = left, parameters
                late = float(mended.times[-1] - part.times[-1])
                clock = np.concatenate([mended.times, here.rows.times[count:] + late])
        if here.parameters is not starts[1]:
            here.rows = Rows(clock, here.rows.values, here.rows.rates)
            cost = _sum(_first(here.rows, count), here.parameters, noise)
    if cost > enough:
        _end(here, count, cost, (known, here.parameters), noise, sd)
    return residuals_of(_first(here.rows, min(count, here.rows.times.size)), here.parameters)


def _end(here: Followed, count: int, cost: float, starts: tuple[Floats, ...], noise: float, sd: float) -> None:
    """End a decay among its first `count` rows, if that explains rows that leave over `cost` squares."""
    part = _first(here.rows, count)
    ends = min((_ended(part, start, here.cycle, noise, sd) for start in starts), key=lambda found: found.cost)
    if ends.cost > cost - max(_END_WORTH * (cost - count), _LEAST):
        here.unexplained += 1
        if here.unexplained >= _PATIENCE:
            here.usual = cost / count
    elif count < here.rows.times.size and part.times[-1] - part.times[ends.rows] < _ENDS_CYCLES * here.cycle:
        # Too near to the last row: what follows shows what it is.
        here.parameters = starts[0]
    else:
        here.parameters, here.stopped_s = ends.parameters, float(part.times[ends.rows - 1])
        here.rows = _first(here.rows, ends.rows)


def _sum(rows: Rows, parameters: Floats, sd: float) -> float:
    return float(np.sum(squares_of(residuals_of(rows, parameters), sd)))


@dataclass(frozen=True, slots=True)
class _Ended:
    """A decay that ends: its rows, the parameters that fit them, and the squares that are left over of all rows."""

    rows: int
    parameters: Floats
    cost: float


def _ended(rows: Rows, parameters: Floats, cycle: float, noise: float, sd: float) -> _Ended:
    """End a decay where a model leaves it; at an infinite cost if the rows swing on, or are not `sd` off."""
    squares = squares_of(residuals_of(rows, parameters), sd)
    ends = int(np.argmin(np.cumsum(squares) - squares + _after(rows, sd)))
    if not FEWEST_ROWS <= ends < rows.times.size:
        return _Ended(rows.times.size, parameters, math.inf)
    after = rows.part((rows.times >= rows.times[ends]) & (rows.times <= rows.times[ends] + cycle))
    model = predicted(nearest(rows, parameters)[np.newaxis], np.append(0.0, after.times), rows.rates)[1:, 0]
    moves = float(np.std(after.values)) / max(float(np.std(model)), 1e-12)
    if STILL < moves < 1 / STILL:
        return _Ended(rows.times.size, parameters, math.inf)
    shorter = _first(rows, ends)
    again = further(stretch(shorter, float(shorter.times[-1])), parameters)
    return _Ended(ends, again, _sum(shorter, again, noise) + float(_after(rows, noise)[ends]))


def _after(rows: Rows, sd: float) -> Floats:
    """Return, for each row, the squares that it and all after it leave over if the swing has ended before."""
    left = np.arange(rows.times.size, 0, -1)
    values = (rows.values - rows.values[-1]) / sd
    sums, powers = np.cumsum(values[::-1])[::-1], np.cumsum(values[::-1] ** 2)[::-1]
    return np.asarray(np.minimum(powers - sums**2 / left, _ENDED * left), dtype=np.float64)
