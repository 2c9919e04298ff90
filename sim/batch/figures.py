"""What figures of a batch are made of: each takes in the matches one by one and keeps no row.

A game's `Figures` (sim/batch/GAME/summary.py) hands every match, whole, to a few of these. `Counted` and `Groups` keep
sums, the same number of them however many matches there are; `Values` keeps each value as a plain number, since
quantiles need them all.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sim.batch.clusters import Ratio, quantile
from sim.statistics import Interval

Key = TypeVar("Key", bound=Hashable)
Table = dict[str, Interval]


def one(_row: Any) -> float:
    """Each row counts as one."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that is a quotient of two sums over matches, such as attempts that drop something over attempts.

    `of` and `out_of` count a row of a turn, or, where `of_matches` or `out_of_matches` says so, the row of a match.
    proportion: nothing is counted above that is not counted below, so that the figure lies between 0 and 1.
    """

    of: Callable[[Any], float]
    out_of: Callable[[Any], float] = one
    proportion: bool = True
    of_matches: bool = False
    out_of_matches: bool = False

    def sums(self, match: Any, turns: Iterable[Any]) -> tuple[float, float]:
        """The two sums of one match."""
        rows = list(turns)
        return (
            float(self.of(match)) if self.of_matches else float(sum(map(self.of, rows))),
            float(self.out_of(match)) if self.out_of_matches else float(sum(map(self.out_of, rows))),
        )

    def interval(self, ratio: Ratio) -> Interval:
        """The figure, of the sums of all matches."""
        return ratio.share() if self.proportion else ratio.mean()


def per_match(of: Callable[[Any], float], out_of: Callable[[Any], float] = one, proportion: bool = False) -> Metric:
    """A figure of which the row of a match tells both sums."""
    return Metric(of, out_of, proportion, of_matches=True, out_of_matches=True)


class Counted:
    """A metric over the matches so far."""

    __slots__ = ("metric", "ratio")

    def __init__(self, metric: Metric) -> None:
        self.metric, self.ratio = metric, Ratio()

    def add(self, match: Any, turns: Iterable[Any]) -> None:
        """Count a match."""
        self.ratio.add(*self.metric.sums(match, turns))

    def interval(self) -> Interval:
        """The figure."""
        return self.metric.interval(self.ratio)


class Groups(Generic[Key]):
    """A metric by group, such as falls by slot. A key may be anything hashable, also a tuple: slot and piece."""

    __slots__ = ("_proportion", "_ratios")

    def __init__(self, proportion: bool = True) -> None:
        self._proportion = proportion
        self._ratios: dict[Key, Ratio] = {}

    @property
    def keys(self) -> frozenset[Key]:
        """The groups that were met."""
        return frozenset(self._ratios)

    def add(self, counts: Iterable[tuple[Key, float, float]]) -> None:
        """Count one match, all of it: (group, y, x) of each row."""
        here: dict[Key, list[float]] = {}
        for key, y, x in counts:
            sums = here.get(key)
            if sums is None:
                here[key] = [y, x]
            else:
                sums[0] += y
                sums[1] += x
        for key, (y, x) in here.items():
            if key not in self._ratios:
                self._ratios[key] = Ratio()
            self._ratios[key].add(y, x)

    def interval(self, key: Key) -> Interval:
        """The figure of one group; without data where it was not met."""
        ratio = self._ratios.get(key, Ratio())
        return ratio.share() if self._proportion else ratio.mean()

    def table(self, keys: Iterable[Key]) -> Table:
        """The figures of these groups, in this order; those that were not met are left out."""
        return {str(key): self.interval(key) for key in keys if key in self._ratios}


@dataclass(frozen=True, slots=True)
class Spread:
    """A quantity of which every match has one value, or a few: its mean and quantiles."""

    mean: Interval
    p10: Interval
    p50: Interval
    p90: Interval

    def to_json(self) -> dict[str, object]:
        """Intervals under mean, p10, p50 and p90."""
        return {name: getattr(self, name).to_json() for name in ("mean", "p10", "p50", "p90")}

    def text(self) -> str:
        """In words, without decimals for the quantiles."""
        return f"{number_text(self.mean)}, middle 80 %: {self.p10.estimate:.0f} to {self.p90.estimate:.0f}"


class Values:
    """The values of a quantity: 8 bytes each, 4 where they are `whole`.

    The mean is clustered by match; the quantiles are those of the values, and whole where these are.
    """

    __slots__ = ("_ratio", "values")

    def __init__(self, whole: bool = False) -> None:
        self._ratio = Ratio()
        self.values: array[float] = array("i" if whole else "d")

    def add(self, *values: float) -> None:
        """Take in the values of one match."""
        self.values.extend(values)
        self._ratio.add(sum(values), len(values))

    def spread(self) -> Spread:
        """What they come to."""
        return Spread(self._ratio.mean(), *(quantile(self.values, p) for p in (0.1, 0.5, 0.9)))


def told(table: Mapping[str, Interval]) -> dict[str, object]:
    """A table of intervals as plain data."""
    return {key: interval.to_json() for key, interval in table.items()}


def count_text(number: int, single: str, many: str) -> str:
    """`1 match`, `2 matches`."""
    return f"{number} {single if number == 1 else many}"


def number_text(value: Interval, digits: int = 1) -> str:
    """An interval that is no proportion, in words."""
    if value.estimate != value.estimate:
        return "no data"
    bounds = f" ({value.low:.{digits}f}-{value.high:.{digits}f})" if value.low == value.low else ""
    return f"{value.estimate:.{digits}f}{bounds}"
