"""Survival and hazard by turn, where some matches end before the event has happened.

Time is counted in turns (1, 2, ...), one subject a match, so subjects are independent. The survival curve is the
product-limit estimator (Kaplan & Meier 1958) with log-log bands on Greenwood's variance, by scipy.stats.ecdf; the
hazard of a turn is the share of those still at risk to whom it happens then, with the interval of a proportion.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, TypeAlias

from calibration.metrics.figures import Figure
from sim.language import N_, Composed
from sim.statistics import LEVEL, NO_DATA, Interval, rate, share_interval, t_quantile

Subjects: TypeAlias = Counter[tuple[int, bool]]
"""How many subjects there are of each turn and verdict, as `kaplan_meier` takes them."""


@dataclass(frozen=True, slots=True)
class Survival:
    """Curves over the turns 1, 2, ..., each a tuple of that length.

    at_risk: subjects still under observation to whom it had not happened before the turn. events: subjects to whom it
    happened at the turn. survival: the chance that it has not happened by the end of the turn. hazard: the chance that
    it happens at the turn, if not before.
    """

    turns: tuple[int, ...]
    at_risk: tuple[int, ...]
    events: tuple[int, ...]
    survival: tuple[Interval, ...]
    hazard: tuple[Interval, ...]

    @property
    def median(self) -> Interval:
        """The first turn by which it has happened to half, and the turns where the band crosses one half.

        NaN where the curve (or its band) stays above one half.
        """
        return Interval(
            self._crosses([point.estimate for point in self.survival]),
            self._crosses([point.low for point in self.survival]),
            self._crosses([point.high for point in self.survival]),
        )

    def _crosses(self, values: Sequence[float]) -> float:
        return next((float(t) for t, v in zip(self.turns, values, strict=True) if v <= 0.5), math.nan)


def kaplan_meier(subjects: Mapping[tuple[int, bool], int]) -> Survival:
    """Return the curves of subjects. Raises ValueError for a turn below 1.

    subjects: how many there are of each turn and verdict: the turn at which it happened and True, or else that at which
    they were last observed and False.
    """
    if any(turn < 1 for turn, _ in subjects):
        raise ValueError("expected a turn of at least 1 for every subject")
    turns = tuple(range(1, max((turn for turn, _ in subjects), default=0) + 1))
    events = tuple(subjects.get((turn, True), 0) for turn in turns)
    last_seen = [subjects.get((turn, False), 0) for turn in turns]
    ending = list(map(sum, zip(events, last_seen, strict=True)))
    at_risk = tuple(reversed(list(accumulate(reversed(ending)))))
    return Survival(
        turns,
        at_risk,
        events,
        _survival(turns, at_risk, events, last_seen),
        tuple(map(_hazard, events, at_risk)),
    )


def _hazard(events: int, at_risk: int) -> Interval:
    return share_interval(events / at_risk, at_risk, t_quantile(math.inf)) if at_risk else NO_DATA


def _survival(
    turns: Sequence[int], at_risk: Sequence[int], events: Sequence[int], last_seen: Sequence[int]
) -> tuple[Interval, ...]:
    if not any(events):
        # Without any event the spread is unknown: the band is the Wilson interval of no events.
        return tuple(map(_nothing, at_risk))
    import warnings

    import numpy as np
    from scipy.stats import CensoredData, ecdf

    times = np.asarray(turns, dtype=float)
    sample = CensoredData(np.repeat(times, events), right=np.repeat(times, last_seen))
    curve: Any = ecdf(sample).sf
    with warnings.catch_warnings():
        # The band has no value where the curve has reached 0; see `_bounded`.
        warnings.simplefilter("ignore", RuntimeWarning)
        band = curve.confidence_interval(LEVEL, method="log-log")
    points = (Interval(*(float(line.evaluate(turn)) for line in (curve, band.low, band.high))) for turn in turns)
    return tuple(_bounded(point, at_risk[0]) for point in points)


def _bounded(point: Interval, n: int) -> Interval:
    """Return a point of the curve, with a Wilson interval where the log-log band has no value (at 1 and 0)."""
    if point.estimate >= 1.0:
        return _nothing(n)
    return Interval(0.0, 0.0, rate(0, n).high) if point.estimate <= 0.0 else point


def _nothing(n: int) -> Interval:
    wilson = rate(n, n)
    return NO_DATA if n == 0 else Interval(1.0, wilson.low, 1.0)


@dataclass(frozen=True, slots=True)
class Curve:
    """The survival until an event. key: the beginning of the keys of its points."""

    key: str
    label: str
    survival: Survival


def curve_figures(curve: Curve, what: str) -> Iterable[Figure]:
    """Yield the points of a curve as figures: `KEY.median`, `KEY.survival.N` and `KEY.hazard.N`."""
    found = curve.survival
    first = found.at_risk[0] if found.at_risk else 0
    yield Figure(
        f"{curve.key}.median",
        Composed(N_("{label}: half of them by this {what}"), label=curve.label, what=what),
        found.median,
        first,
        "",
    )
    points: Sequence[tuple[str, str, Sequence[object]]] = (
        ("survival", N_("{label}: not yet after {what} {number}"), found.survival),
        ("hazard", N_("{label}: now, if not before, at {what} {number}"), found.hazard),
    )
    for name, words, line in points:
        for turn, at_risk, point in zip(found.turns, found.at_risk, line, strict=True):
            label = Composed(words, label=curve.label, what=what, number=turn)
            yield Figure(f"{curve.key}.{name}.{turn}", label, point, at_risk)  # type: ignore[arg-type]
