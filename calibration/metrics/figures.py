"""Figures: every number that a report tells, with its interval, in the one shape that pages, tables and JSON come from.

Most figures are quotients of two sums over matches (`Sums`); where two stores are to be compared, those of every match
are kept, so that matches that began alike can be compared as pairs.

The difference of two figures has the interval of the variance estimates recovered from theirs (MOVER: Zou & Donner,
Statistics in Medicine 27, 2008; for two proportions, Newcombe's hybrid score interval), with the correlation of paired
matches as Zou (Psychological Methods 12, 2007) puts it in. The correlation is that of the linearised residuals
y_i - r x_i of the matches that both have.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sim.batch.clusters import Ratio, quantile
from sim.statistics import LEVEL, Interval

SHARE, CHANCE = "share", "chance"
"""Units: a share is told in percent; a chance is the p-value of a test, and is not compared."""

FEW, FEW_MATCHES = 10, 5
"""Figures of fewer observations, or of observations in fewer matches, are not to be taken seriously."""

Key = str | int


class Sums:
    """Two sums over matches: what is counted, and out of how many. The matches come one after the other.

    `pairs` keeps those of each match besides, to compare them with another store's; without it nothing grows.
    """

    __slots__ = ("_match", "_pairs", "_ratio", "_x", "_y", "total")

    def __init__(self, pairs: bool = True) -> None:
        self.total = 0.0
        """Out of how many in all."""
        self._ratio = Ratio()
        self._match: int | None = None
        self._y = self._x = 0.0
        self._pairs = (array("q"), array("d"), array("d")) if pairs else None

    def add(self, match: int, y: float, x: float = 1.0) -> None:
        """Count a row of a match."""
        if match != self._match:
            self._end()
            self._match = match
        self._y += y
        self._x += x
        self.total += x

    def share(self) -> Interval:
        """The quotient, a proportion."""
        return self._end().share()

    def mean(self) -> Interval:
        """The quotient, if it is no proportion."""
        return self._end().mean()

    @property
    def counted(self) -> float:
        """What is counted, in all."""
        return self._end().y

    @property
    def matches(self) -> int:
        """In how many matches there was something."""
        return self._end().clusters

    def residuals(self) -> dict[int, float] | None:
        """By match, how much more was counted there than the quotient says; None where the matches were not kept."""
        r = self.mean().estimate
        return None if self._pairs is None else {m: y - r * x for m, y, x in zip(*self._pairs, strict=True)}

    def _end(self) -> Ratio:
        """The match that was being counted is over."""
        if self._match is not None:
            self._ratio.add(self._y, self._x)
            if self._pairs is not None:
                matches, y, x = self._pairs
                matches.append(self._match)
                y.append(self._y)
                x.append(self._x)
            self._match, self._y, self._x = None, 0.0, 0.0
        return self._ratio


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    key: a path such as `fall_rate.slot.7`; the first part is what it is, the last which of its kind. label: in words.
    unit: SHARE, CHANCE, or what follows the number (`s`, `minutes`, nothing). count: the observations it rests on.
    """

    key: str
    label: str
    interval: Interval
    count: int
    unit: str = SHARE
    sums: Sums | None = field(default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, object]:
        """Key, label, unit, the three numbers, and the count."""
        return {
            "key": self.key,
            "label": self.label,
            "unit": self.unit,
            **self.interval.to_json(),
            "count": self.count,
        }

    @property
    def few(self) -> bool:
        """It rests on too little to be taken seriously."""
        return self.count < FEW or (self.sums is not None and self.sums.matches < FEW_MATCHES)

    @property
    def text(self) -> str:
        """As people read it."""
        return told(self.interval, self.unit)


def told(interval: Interval, unit: str, signed: bool = False) -> str:
    """An interval as people read it: `12.3 % (10.1 to 14.9)`; a missing bound is told as a question mark."""
    if math.isnan(interval.estimate):
        return "no data"
    scale = 100.0 if unit == SHARE else 1.0
    values = [scale * value for value in (interval.estimate, interval.low, interval.high)]
    digits = 1 if unit == SHARE else _digits(values)
    sign = "+" if signed else ""
    texts = ["?" if math.isnan(v) else f"{0.0 if abs(v) < 0.5 * 10**-digits else v:{sign}.{digits}f}" for v in values]
    after = {SHARE: "points" if signed else "%", CHANCE: ""}.get(unit, unit)
    bounds = "" if texts[1:] == ["?", "?"] else f" ({texts[1]} to {texts[2]})"
    return " ".join(part for part in (texts[0], after) if part) + bounds


def _digits(values: Sequence[float]) -> int:
    """Decimals that show an interval's width with two places that mean something."""
    finite = [value for value in values if not math.isnan(value)]
    if all(value == round(value) for value in finite):
        return 0
    width = max(finite) - min(finite)
    scale = width if width > 0 else max(abs(value) for value in finite)
    return max(0, min(3, 1 - math.floor(math.log10(scale))))


class Ledger:
    """The sums of many figures, by key, filled match by match. `pairs`: see Sums."""

    def __init__(self, pairs: bool = True) -> None:
        self.sums: dict[str, Sums] = {}
        self._pairs = pairs

    def add(self, key: str, match: int, y: float, x: float = 1.0) -> None:
        """Count a row of a match."""
        if key not in self.sums:
            self.sums[key] = Sums(self._pairs)
        self.sums[key].add(match, y, x)

    def of(self, key: str) -> Sums:
        """The sums of that key; empty if nothing was counted."""
        return self.sums.get(key, Sums())

    def share(self, key: str, label: str) -> Figure:
        """A proportion, as a figure."""
        sums = self.of(key)
        return Figure(key, label, sums.share(), round(sums.total), SHARE, sums)

    def number(self, key: str, label: str, unit: str = "") -> Figure:
        """A quotient that is no proportion, as a figure."""
        sums = self.of(key)
        return Figure(key, label, sums.mean(), round(sums.total), unit, sums)

    def group(self, key: str, label: str, order: Iterable[Key], unit: str = SHARE) -> list[Figure]:
        """One figure for each of these, where there is anything; `label` has {} where its name goes."""
        make = self.share if unit == SHARE else lambda path, text: self.number(path, text, unit)
        return [
            make(f"{key}.{part}", label.format(str(part).replace("_", " ")))
            for part in order
            if f"{key}.{part}" in self.sums
        ]


class Values:
    """All values of a quantity, with their matches: for quantiles, whose intervals know of the matches.

    Of one value a match the interval is exact, by order statistics (`sim.batch.clusters.quantile`). Else it is
    Woodruff's (Journal of the American Statistical Association 47, 1952): that of the share of values at or below the
    quantile, clustered by match, read off the distribution.
    """

    __slots__ = ("_pairs", "match", "value")

    def __init__(self, pairs: bool = True) -> None:
        self.match, self.value = array("q"), array("d")
        self._pairs = pairs

    def add(self, match: int, value: float) -> None:
        """Take in a value."""
        self.match.append(match)
        self.value.append(value)

    def _by_match(self) -> Iterator[tuple[int, list[float]]]:
        for match, pairs in groupby(zip(self.match, self.value, strict=True), lambda pair: pair[0]):
            yield match, [value for _, value in pairs]

    def sums(self) -> Sums:
        """For the mean."""
        sums = Sums(self._pairs)
        for match, value in zip(self.match, self.value, strict=True):
            sums.add(match, value)
        return sums

    def quantile(self, p: float) -> Interval:
        """The smallest value with at least a share `p` of the values at or below it."""
        if len(set(self.match)) == len(self.match):
            return quantile(self.value, p)
        ordered = sorted(self.value)
        estimate = _at(ordered, p)
        below = Sums(pairs=False)
        for match, value in zip(self.match, self.value, strict=True):
            below.add(match, value <= estimate)
        share = below.share()
        if math.isnan(share.low):
            return Interval(estimate, math.nan, math.nan)
        # The share at the estimate is p or a little more: the interval is moved down to p.
        moved = share.estimate - p
        return Interval(estimate, _at(ordered, share.low - moved), _at(ordered, share.high - moved))

    def figures(self, key: str, label: str, unit: str) -> list[Figure]:
        """Mean, median and the middle 80 %."""
        sums, count = self.sums(), len(self.value)
        named = (
            (0.5, "p50", "half of them at most"),
            (0.1, "p10", "a tenth at most"),
            (0.9, "p90", "nine tenths at most"),
        )
        return [
            Figure(f"{key}.mean", f"{label}, mean", sums.mean(), count, unit, sums),
            *(Figure(f"{key}.{name}", f"{label}, {text}", self.quantile(p), count, unit) for p, name, text in named),
        ]

    def distribution(self, key: str, label: str, width: float, unit: str) -> list[Figure]:
        """The share of values in steps of `width`, by the thousandths they begin at; what is left above the step that
        holds nine tenths and a half is one step more, `N+`."""
        if not self.value:
            return []
        last = math.floor(_at(sorted(self.value), 0.95) / width + 1e-9) + 1
        steps = [Sums(self._pairs) for _ in range(last + 1)]
        for match, values in self._by_match():
            counts = Counter(min(last, math.floor(value / width + 1e-9)) for value in values)
            for number, sums in enumerate(steps):
                sums.add(match, counts[number], len(values))
        found = []
        for n, sums in enumerate(steps):
            name = f"{key}.distribution.{round(1000 * n * width)}{'+' * (n == last)}"
            text = f"{n * width:g} {unit} or more" if n == last else f"{n * width:g} to {(n + 1) * width:g} {unit}"
            found.append(Figure(name, f"{label}, {text}", sums.share(), len(self.value), SHARE, sums))
        return found


def _at(ordered: Sequence[float], p: float) -> float:
    return ordered[min(len(ordered) - 1, max(0, math.ceil(p * len(ordered) - 1e-9) - 1))]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much larger a figure is in one store than in another.

    paired: the same matches were compared. by_chance: the two-sided p-value that belongs to the interval.
    """

    interval: Interval
    paired: bool

    @property
    def distance(self) -> float:
        """How far from nought, in half widths of the interval on nought's side (NaN without an interval)."""
        d = self.interval
        half = d.estimate - d.low if d.estimate > 0 else d.high - d.estimate
        return 0.0 if d.estimate == 0 else abs(d.estimate) / half if half > 0 else math.nan

    @property
    def by_chance(self) -> float:
        """NaN without an interval."""
        from scipy.stats import norm

        return float(2 * norm.sf(self.distance * norm.ppf(0.5 + LEVEL / 2)))


def difference(one: Figure, other: Figure, paired: bool) -> Difference:
    """one - other. `paired`: matches of the same index had the same seed and seats."""
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
    """Of residuals by match; matches that only one of them has count as unrelated."""
    both = math.fsum(first[match] * second[match] for match in first.keys() & second.keys())
    size = math.sqrt(math.fsum(v * v for v in first.values()) * math.fsum(v * v for v in second.values()))
    return max(-1.0, min(1.0, both / size)) if size > 0 else 0.0
