"""What the results of all games have in common: rows, one a match and one a turn, flat enough to be columns of tables.

They are derived from the lines that a match tells (sim/matches/record.py), so a recorded match gives the same rows as
the match itself. What a turn is, and what is counted of it, is the game's: sim/batch/GAME/results.py.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

from sim.batch.clusters import clustered_mean, clustered_rate, quantile
from sim.matches.seats import NAMES, Seat
from sim.statistics import Interval, mean

Cell = int | float | str | None
Table = dict[str, Interval]


class Tally(Protocol):
    """Turns the told lines of one match into its rows."""

    turns: list[Any]

    def tell(self, line: Mapping[str, Any]) -> None:
        """Take in one line."""

    def match_row(self) -> Any:
        """The row of the whole match. Raises ValueError before its last line was told."""


class BatchRoom(Protocol):
    """What a game's module in sim.batch offers.

    MatchRow begins with `index` and `seed`; TurnRow with `match` and the number of the turn within the match. METRICS
    are the figures of `simulate --json` that are single intervals, by their names there; HEADLINE is the one that tells
    how a run is going.
    """

    MatchRow: type[Any]
    TurnRow: type[Any]
    METRICS: Mapping[str, Metric]
    HEADLINE: str

    def Tally(self, index: int, seed: int, seats: tuple[Seat, ...]) -> Tally:  # noqa: N802 - it is a class there
        """An empty tally of a match."""

    def summarise(self, batch: Rows, seats: tuple[Seat, ...]) -> Any:
        """The figures of a batch."""

    def to_json(self, summary: Any) -> dict[str, object]:
        """The figures as `simulate --json` prints them."""

    def to_text(self, summary: Any, seats: tuple[Seat, ...]) -> str:
        """The figures for people."""


class Rows(Protocol):
    """The rows of a batch, match by match. The turns may be read from a file each time they are asked for."""

    @property
    def matches(self) -> Sequence[Any]:
        """One row a match."""

    @property
    def turns(self) -> Iterable[Any]:
        """One row a turn; can be gone through any number of times."""


class Batch:
    """The rows of a batch in memory, as they come."""

    def __init__(self) -> None:
        self.matches: list[Any] = []
        self.turns: list[Any] = []

    def add(self, row: Any, turns: Iterable[Any]) -> None:
        """Take in a match."""
        self.matches.append(row)
        self.turns += turns


def columns(row: Any) -> dict[str, Cell]:
    """A row as the flat columns of a table: a bool is 0 or 1, a tuple by seat becomes x_1, x_2, ... (None: nobody)."""
    flat: dict[str, Cell] = {}
    for item in fields(row):
        value = getattr(row, item.name)
        if isinstance(value, tuple):
            padded = [*value, *[None] * (len(NAMES) - len(value))]
            flat |= {f"{item.name}_{seat}": cell for seat, cell in enumerate(padded, start=1)}
        else:
            flat[item.name] = int(value) if isinstance(value, bool) else value
    return flat


@dataclass(frozen=True, slots=True)
class Spread:
    """A quantity of which every match has one value: its mean, quantiles and distribution."""

    mean: Interval
    p10: Interval
    p50: Interval
    p90: Interval

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of these values."""
        return cls(mean(values), quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9))

    def to_json(self) -> dict[str, object]:
        """Intervals under mean, p10, p50 and p90."""
        return {name: getattr(self, name).to_json() for name in ("mean", "p10", "p50", "p90")}

    def text(self) -> str:
        """In words, without decimals for the quantiles."""
        return f"{number_text(self.mean)}, middle 80 %: {self.p10.estimate:.0f} to {self.p90.estimate:.0f}"


def one(_row: Any) -> float:
    """Each row counts as one."""
    return 1.0


def _nothing(_row: Any) -> float:
    return 0.0


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

    def interval(self, y: Sequence[float], x: Sequence[float]) -> Interval:
        """The figure of these sums, one pair a match."""
        return (clustered_rate if self.proportion else clustered_mean)(y, x)


class Sums:
    """Two sums for each match that has rows of a group; the rows come match by match."""

    __slots__ = ("_match", "x", "y")

    def __init__(self) -> None:
        self._match: int | None = None
        self.y, self.x = array("d"), array("d")

    def add(self, match: int, y: float, x: float) -> None:
        """Count a row."""
        if match != self._match:
            self._match = match
            self.y.append(0.0)
            self.x.append(0.0)
        self.y[-1] += y
        self.x[-1] += x

    def share(self) -> Interval:
        """Their quotient, a proportion."""
        return clustered_rate(self.y, self.x)


class Clustered:
    """Sums over the rows of each match: the clusters of an interval."""

    def __init__(self, batch: Rows) -> None:
        self.matches = batch.matches
        self.index = [row.index for row in batch.matches]
        self.turns = batch.turns

    def figure(self, metric: Metric) -> Interval:
        """A metric over the whole batch."""
        of = _nothing if metric.of_matches else metric.of
        y, x = self.sums(of, _nothing if metric.out_of_matches else metric.out_of)
        if metric.of_matches:
            y = [float(metric.of(row)) for row in self.matches]
        if metric.out_of_matches:
            x = [float(metric.out_of(row)) for row in self.matches]
        return metric.interval(y, x)

    def sums(self, of: Callable[[Any], float], out_of: Callable[[Any], float] = one) -> tuple[list[float], list[float]]:
        """Sums of two quantities over the rows of each match, in the order of the matches."""
        y, x = dict.fromkeys(self.index, 0.0), dict.fromkeys(self.index, 0.0)
        for row in self.turns:
            y[row.match] += of(row)
            x[row.match] += out_of(row)
        return list(y.values()), list(x.values())

    def share(self, of: Callable[[Any], float], out_of: Callable[[Any], float] = one) -> Interval:
        """The quotient of the two sums, a proportion."""
        return clustered_rate(*self.sums(of, out_of))

    def table(self, of: Callable[[Any], float], key: Callable[[Any], Hashable], order: Iterable[Hashable]) -> Table:
        """The share of each group of rows, in this order; groups without rows are left out."""
        parts: dict[Hashable, Sums] = {}
        for row in self.turns:
            found = key(row)
            if found not in parts:
                parts[found] = Sums()
            parts[found].add(row.match, of(row), 1.0)
        return {str(k): parts[k].share() for k in order if k in parts}


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
