"""Figures: the numbers of a report with their intervals, in the one form that pages, tables and JSON are made from.

Most figures are quotients of two sums over matches (`Ratio`). Where two stores are compared, the sums of every match
are kept, so that matches that began alike can be compared as pairs.

The interval of the difference of two figures is recovered from the variance estimates of theirs (MOVER: Zou & Donner,
Statistics in Medicine 27, 2008; for two proportions, Newcombe's hybrid score interval), with the correlation of paired
matches as in Zou (Psychological Methods 12, 2007). The correlation is that of the linearised residuals y_i - r x_i of
the matches that both have.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sim.batch.assumed import TO, AssumedBand
from sim.batch.figures import Values, at_share
from sim.language import N_, Composed, _, number
from sim.metrics import SHARE, Metric
from sim.statistics import LEVEL, Interval

CHANCE = "chance"
"""The unit of a test's p-value, which is not compared. SHARE is the unit of proportions, printed in percent."""

FEW, FEW_MATCHES = 10, 5
"""The numbers of observations and of matches below which a figure is marked as unreliable."""

_MOST_STEPS = 1000

Key = str | int


class OverMatches(Protocol):
    """A figure's parts, match by match."""

    @property
    def matches(self) -> int:
        """The number of matches that count for the figure."""

    def residuals(self) -> dict[int, float] | None:
        """Return what each match adds to the figure's deviation, up to a common factor; None if that was not kept."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    key: a path such as `fall_rate.slot.7`; the first part is the kind, the last names one of the kind. label: in
    English words, which `_` says in another language. unit: SHARE, CHANCE, or the unit after the number (`s`,
    `minutes`, nothing). count: the number of observations. left_open: by what nobody has measured, where that is known.
    """

    key: str
    label: str
    interval: Interval
    count: int
    unit: str = SHARE
    sums: OverMatches | None = field(default=None, repr=False, compare=False)
    left_open: AssumedBand | None = None

    def to_json(self) -> dict[str, object]:
        """Return key, label, unit, estimate, bounds and count."""
        return {
            "key": self.key,
            "label": self.label,
            "unit": self.unit,
            **self.interval.to_json(),
            "count": self.count,
            **({} if self.left_open is None else {"assumptions": self.left_open.to_json()}),
        }

    @property
    def few(self) -> bool:
        """True if there are too few observations, or matches, to take the figure seriously."""
        return self.count < FEW or (self.sums is not None and self.sums.matches < FEW_MATCHES)

    @property
    def text(self) -> str:
        """The figure with its interval and unit, for people."""
        return format_interval(self.interval, self.unit)


def format_interval(interval: Interval, unit: str, signed: bool = False) -> str:
    """Return an interval as text: `12.3 % (10.1 to 14.9)`, with a question mark for a missing bound.

    signed: write a plus sign, and for SHARE `points` instead of `%`.
    """
    if math.isnan(interval.estimate):
        return _("no data")
    scale = 100.0 if unit == SHARE else 1.0
    values = [scale * value for value in (interval.estimate, interval.low, interval.high)]
    digits = 1 if unit == SHARE else _digits(values)
    sign = "+" if signed else ""
    form = f"{sign}.{digits}f"
    texts = ["?" if math.isnan(v) else number(0.0 if abs(v) < 0.5 * 10**-digits else v, form) for v in values]
    after = {SHARE: _("points") if signed else "%", CHANCE: ""}.get(unit, _(unit))
    bounds = "" if texts[1:] == ["?", "?"] else f" ({texts[1]}{_(TO)}{texts[2]})"
    return " ".join(part for part in (texts[0], after) if part) + bounds


def _digits(values: Sequence[float]) -> int:
    """Return the number of decimals that shows an interval's width with two significant digits, at most 3."""
    finite = [value for value in values if not math.isnan(value)]
    if all(value == round(value) for value in finite):
        return 0
    width = max(finite) - min(finite)
    scale = width if width > 0 else max(abs(value) for value in finite)
    return max(0, min(3, 1 - math.floor(math.log10(scale))))


def spread_figures(values: Values, metric: Metric) -> list[Figure]:
    """Return mean, median and the middle 80 % of a metric whose values these are."""
    sums, count = values.sums, len(values.values)
    key, label, unit = metric.key, metric.label, metric.unit
    named = (
        (0.5, "p50", N_("{label}, half of them at most")),
        (0.1, "p10", N_("{label}, a tenth at most")),
        (0.9, "p90", N_("{label}, nine tenths at most")),
    )
    return [
        Figure(f"{key}.mean", Composed(N_("{label}, mean"), label=label), metric.interval(sums), count, unit, sums),
        *(
            Figure(f"{key}.{name}", Composed(words, label=label), found, count, unit)
            for found, (_p, name, words) in zip(values.quantiles(*(p for p, *_names in named)), named, strict=True)
        ),
    ]


def distribution_figures(values: Values, key: str, label: str, width: float, unit: str) -> list[Figure]:
    """Return the share of values in steps of `width`, named by their lower edges in thousandths, from 0 or the least.

    The values above the step that contains the 95 % quantile form one more step, `N+`. Raises ValueError if that step
    would be beyond the thousandth.
    """
    all_values = values.values
    if not len(all_values):
        return []
    import numpy as np

    last = math.floor(at_share(np.sort(all_values), 0.95) / width + 1e-9) + 1
    if last > _MOST_STEPS:
        raise ValueError(f"{label}: one in twenty or more is beyond {_MOST_STEPS * width:g} {unit}")
    step_of = np.minimum(last, np.floor(all_values / width + 1e-9)).astype(np.intp)
    first = min(0, int(step_of.min()))
    steps = values.shares(step_of - first, last + 1 - first)
    found = []
    for n, sums in enumerate(steps, start=first):
        name = f"{key}.distribution.{round(1000 * n * width)}{'+' * (n == last)}"
        words = N_("{label}, {low:g} {unit} or more") if n == last else N_("{label}, {low:g} to {high:g} {unit}")
        text = Composed(words, label=label, low=n * width, high=(n + 1) * width, unit=unit)
        found.append(Figure(name, text, sums.share(), len(all_values), SHARE, sums))
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between a figure in one store and in another.

    paired: the same matches were compared.
    """

    interval: Interval
    paired: bool

    @property
    def distance(self) -> float:
        """The distance from zero in half widths of the interval on zero's side (NaN without an interval)."""
        d = self.interval
        half = d.estimate - d.low if d.estimate > 0 else d.high - d.estimate
        return 0.0 if d.estimate == 0 else abs(d.estimate) / half if half > 0 else math.nan

    @property
    def by_chance(self) -> float:
        """The two-sided p-value that belongs to the interval (NaN without an interval)."""
        from scipy.stats import norm

        return float(2 * norm.sf(self.distance * norm.ppf(0.5 + LEVEL / 2)))


def difference(one: Figure, other: Figure, paired: bool) -> Difference:
    """Return `one` minus `other`. paired: matches of the same index had the same seed and seats."""
    a, b = one.interval, other.interval
    first, second = (figure.sums.residuals() if paired and figure.sums else None for figure in (one, other))
    together = first is not None and second is not None
    rho = correlation(first, second) if first is not None and second is not None else 0.0
    d = a.estimate - b.estimate
    below, above = a.estimate - a.low, a.high - a.estimate
    theirs_below, theirs_above = b.estimate - b.low, b.high - b.estimate
    low = d - math.sqrt(max(0.0, below**2 + theirs_above**2 - 2 * rho * below * theirs_above))
    high = d + math.sqrt(max(0.0, above**2 + theirs_below**2 - 2 * rho * above * theirs_below))
    return Difference(Interval(d, low, high), together)


def correlation(first: Mapping[int, float], second: Mapping[int, float]) -> float:
    """Return the correlation of residuals by match. A match that only one of them has counts as uncorrelated."""
    both = math.fsum(first[match] * second[match] for match in first.keys() & second.keys())
    size = math.sqrt(math.fsum(v * v for v in first.values()) * math.fsum(v * v for v in second.values()))
    return max(-1.0, min(1.0, both / size)) if size > 0 else 0.0
