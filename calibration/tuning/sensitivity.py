"""The work of `study sensitivity`: first-order and total Sobol indices of a figure over the bounds of its parameters.

A first-order index is the share of the figure's variance over the box that is explained by one parameter alone, a total
index the share that remains when all others are known (Sobol 1993; Saltelli et al. 2010). They are computed by
`scipy.stats.sobol_indices` on the model of the response (calibration/tuning/response.py), fitted to matches at the
points of a scrambled Sobol sequence: the noise of the figures themselves would count as variance that no parameter
explains.

Intervals are percentiles of a bootstrap over matches (the same matches at every point, as they share their seeds) and
points of the design. The model is fitted again to each draw, so its uncertainty is included.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.tuning.evaluations import Evaluation, Evaluator
from calibration.tuning.response import Array, Response, Sums
from calibration.tuning.space import Space
from calibration.tuning.targets import Figure
from sim.batch.job import CrashingMatch
from sim.errors import InputError
from sim.seeds import rng
from sim.statistics import LEVEL, Interval

STREAM = "sensitivity"
DRAWS = 200
"""The number of draws of the bootstrap."""
_FINE, _ROUGH = 13, 10
"""The powers of two of the sample size for the indices themselves, and for each draw."""
_FLAT = 1e-9


@dataclass(frozen=True, slots=True)
class Influence:
    """The influence of one parameter: its indices, and the figure at its bounds, averaged over all others."""

    first: Interval
    total: Interval
    at_low: Interval
    at_high: Interval


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The result of a study. influences: by parameter. overall: the figure over the whole box. seed: of the study."""

    space: Space
    figure: Figure
    seed: int
    influences: tuple[Influence, ...]
    overall: Interval
    evaluations: tuple[Evaluation, ...]

    @property
    def matches(self) -> int:
        """The number of matches that were played to their end."""
        return sum(evaluation.matches for evaluation in self.evaluations)

    @property
    def crashed(self) -> tuple[CrashingMatch, ...]:
        """The matches that crashed, which no figure counts."""
        return tuple(crash for evaluation in self.evaluations for crash in evaluation.crashed)

    @property
    def seconds(self) -> float:
        """The simulated seconds of all matches."""
        return sum(evaluation.seconds for evaluation in self.evaluations)


def indices(function: Callable[[Array], Array], dimensions: int, power: int, seed: int) -> tuple[Array, Array]:
    """Return first-order and total indices of a function of points (n, dimensions) of the unit cube.

    The function is evaluated on samples of size 2**power. The indices are NaN for a constant function.
    """
    from scipy.stats import sobol_indices, uniform

    probe = function(rng(seed, "tune", "probe").random((256, dimensions)))
    if float(np.ptp(probe)) <= _FLAT * max(1e-12, float(np.abs(probe).max())):
        return np.full(dimensions, math.nan), np.full(dimensions, math.nan)
    if dimensions == 1:
        # Nothing else varies, and sobol_indices needs two dimensions.
        return np.ones(1), np.ones(1)

    def by_columns(x: Array) -> Array:
        return function(np.asarray(x).T)

    box: Any = [uniform()] * dimensions
    found = sobol_indices(func=by_columns, n=2**power, dists=box, rng=rng(seed, "tune", "indices", power))
    return np.asarray(found.first_order), np.asarray(found.total_order)


def study(
    space: Space, figure: Figure, play: Evaluator, points: int, matches: int, seed: int, draws: int = DRAWS
) -> Sensitivity:
    """Play `matches` matches at each of `points` points (a power of two), and compute indices. Raises InputError."""
    unit = design(len(space.parameters), points, seed)
    values = [space.values(point) for point in unit]
    evaluations = tuple(Evaluation(v, STREAM, tuple(play(v, STREAM, 0, matches))) for v in values)
    unit = np.array([space.unit(v) for v in values])
    data = [evaluation.sums(0) for evaluation in evaluations]
    if not any(sums.x.sum() > 0 for sums in data):
        raise InputError(
            "--metric {figure}: nothing that it counts happened, expected more --matches.", figure=figure.name
        )
    proportion = figure.metric.proportion
    whole = _estimates(Response(unit, data, proportion), len(space.parameters), _FINE, seed)
    drawn = []
    stream = rng(seed, "tune", "bootstrap")
    for _ in range(draws):
        again = stream.integers(matches, size=matches)
        chosen = np.bincount(stream.integers(points, size=points), minlength=points)
        sums = [
            # A point counts as often as it was drawn.
            Sums(np.tile(data[n].y[again], times), np.tile(data[n].x[again], times))
            for n, times in enumerate(chosen)
            if times
        ]
        if any(s.x.sum() > 0 for s in sums):
            drawn.append(_estimates(Response(unit[chosen > 0], sums, proportion), len(space.parameters), _ROUGH, seed))
    low, high = _percentiles(drawn)
    at = [Interval(*map(float, triple)) for triple in zip(whole, low, high, strict=True)]
    d = len(space.parameters)
    influences = tuple(Influence(*(at[kind * d + n] for kind in range(4))) for n in range(d))
    return Sensitivity(space, figure, seed, influences, at[4 * d], evaluations)


def design(dimensions: int, points: int, seed: int) -> Array:
    """Return the first `points` points of a scrambled Sobol sequence.

    Raises InputError unless their number is a power of two, and large enough for the parameters.
    """
    from scipy.stats import qmc

    power = points.bit_length() - 1
    if points != 2**power or points < 2 * dimensions + 2:
        least = 2 ** math.ceil(math.log2(2 * dimensions + 2))
        raise InputError(
            "--points: expected a power of two, {least} or more for {dimensions} parameters.",
            least=least,
            dimensions=dimensions,
        )
    return np.asarray(qmc.Sobol(dimensions, rng=rng(seed, "tune", "sensitivity")).random_base2(power))


def _estimates(model: Response, d: int, power: int, seed: int) -> Array:
    """Return first-order and total indices, the figure at the low and high bounds, and overall: (4 d + 1,)."""
    first, total = indices(model.value, d, power, seed)
    sample = rng(seed, "tune", "box").random((1024, d))
    bounds = []
    for bound in (0.0, 1.0):
        for n in range(d):
            there = sample.copy()
            there[:, n] = bound
            bounds.append(float(model.value(there).mean()))
    return np.array([*first, *total, *bounds, float(model.value(sample).mean())])


def _percentiles(drawn: Sequence[Array]) -> tuple[Array, Array]:
    table = np.array(drawn)
    tail = (1 - LEVEL) / 2
    sides = []
    for share in (tail, 1 - tail):
        # A draw in which the figure is constant has no indices.
        columns = [column[~np.isnan(column)] for column in table.T]
        sides.append(np.array([np.quantile(c, share) if len(c) else math.nan for c in columns]))
    return sides[0], sides[1]
