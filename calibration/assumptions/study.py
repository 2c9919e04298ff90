"""The study of what assumptions leave open: matches at draws of all assumed values, and the figures made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.assumptions.drawing import Assumptions, draws, features, features_of
from calibration.assumptions.shares import Band, Share, Shares, shares_of, spread_of
from calibration.tuning.evaluations import Evaluation, Evaluator, stream_seed
from calibration.tuning.response import Array
from calibration.tuning.targets import Figure
from sim.batch.job import CrashingMatch
from sim.errors import InputError
from sim.statistics import Interval

Flags = npt.NDArray[np.bool_]

STREAM = "assumptions"
USUAL = 16
"""The matches that are played with the values as they are, in multiples of those at a draw."""
FEWEST = 8
"""The fewest points at which something must be counted for a figure."""


@dataclass(frozen=True, slots=True)
class Open:
    """One figure, with the band that the assumptions leave it.

    usual: with the values as they are, with its sampling interval. band: what the assumptions leave; None, as are the
    shares, where too little was counted. points: at which something was counted. caused, noise: the variances between
    points by the assumptions and by chance. flat: chance alone may have made all differences between points. shares:
    None if flat.
    """

    figure: Figure
    usual: Interval
    points: int
    band: Band | None = None
    caused: float = math.nan
    noise: float = math.nan
    flat: bool = True
    shares: Shares | None = None

    def ranked(self, assumptions: Assumptions) -> list[tuple[str, Share]]:
        """Return the assumptions by name with their shares, the greatest first; none if there are no shares."""
        if self.shares is None:
            return []
        pairs = zip((part.name for part in assumptions.parts), self.shares.parts, strict=True)
        return sorted(pairs, key=lambda pair: (-pair[1].share.estimate, pair[0]))


@dataclass(frozen=True, slots=True)
class AssumptionsStudy:
    """The result. refused: draws that could not be built. usual: the matches with the shipped values."""

    assumptions: Assumptions
    seed: int
    found: tuple[Open, ...]
    usual: Evaluation
    points: tuple[Evaluation, ...]
    refused: int

    @property
    def matches(self) -> int:
        """The number of matches at draws that were played to their end."""
        return sum(point.matches for point in self.points)

    @property
    def crashed(self) -> tuple[CrashingMatch, ...]:
        """The matches that crashed, which no figure counts."""
        return tuple(crash for one in (self.usual, *self.points) for crash in one.crashed)

    @property
    def run_seed(self) -> int:
        """The seed with which `simulate` plays the same matches."""
        return stream_seed(self.seed, STREAM)


def study(
    assumptions: Assumptions,
    figures: Sequence[Figure],
    play: Evaluator,
    points: int,
    matches: int,
    seed: int,
) -> AssumptionsStudy:
    """Play `matches` matches at each of `points` draws, and USUAL times as many with the values as they are.

    Raises InputError.
    """
    shares, refused = draws(assumptions, points, seed)
    usual = Evaluation((), STREAM, tuple(play((), STREAM, 0, USUAL * matches)))
    evaluations = tuple(Evaluation(values, STREAM, tuple(play(values, STREAM, 0, matches))) for values in shares)
    columns = features(assumptions, shares)
    ends = [
        None if part.first.among else features_of(part, np.array([0.0, 1.0 - 1e-9, part.first.usual_share]))
        for part in assumptions.parts
    ]
    found = []
    for n, (figure, interval) in enumerate(zip(figures, usual.intervals(figures), strict=True)):
        y, x, counted = counted_sums(evaluations, n)
        found.append(_open(figure, interval, (y, x), [f[counted] for f in columns], ends, seed))
    return AssumptionsStudy(assumptions, seed, tuple(found), usual, evaluations, refused)


def counted_sums(points: Sequence[Evaluation], index: int) -> tuple[Array, Array, Flags]:
    """Return the sums of a figure where something was counted, both (counted, matches), and at which points it was."""
    sums = [point.sums(index) for point in points]
    y, x = np.array([one.y for one in sums]), np.array([one.x for one in sums])
    counted = x.sum(axis=1) > 0
    return y[counted], x[counted], counted


def _open(
    figure: Figure,
    usual: Interval,
    sums: tuple[Array, Array],
    columns: Sequence[Array],
    ends: Sequence[Array | None],
    seed: int,
) -> Open:
    y, x = sums
    if len(y) < FEWEST:
        return Open(figure, usual, len(y))
    spread = spread_of(y, x)
    flat = spread.flat
    shares = None if flat else shares_of(spread, columns, ends, seed)
    band = spread.band(seed, *figure.metric.bounds)
    return Open(figure, usual, len(y), band, spread.caused, spread.noise, flat, shares)


def check_counts(points: int, matches: int) -> None:
    """Raise InputError unless there are points enough to see them differ, and matches enough to see chance."""
    if points < FEWEST:
        raise InputError("--points: expected at least {fewest}, found {points}.", fewest=FEWEST, points=points)
    if matches < 2:
        raise InputError("--matches: expected at least 2 at each point, to see how they vary.")
