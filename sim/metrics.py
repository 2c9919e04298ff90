"""Declarations of what is counted of a game's batches: `simulate`, `report`, `--until`, `tune` and exports use them.

A metric is a quotient of two sums over matches, such as attempts that drop something over attempts. It is declared in
the game's metrics.py, in a `MetricTable`. The counting itself is in sim/batch/figures.py.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any, Protocol, TypeVar, cast

from sim.language import N_, _
from sim.report import Chart, Sentence
from sim.seat import Seat
from sim.statistics import Interval, added

SHARE = "share"
"""The unit of a proportion, which is printed in percent."""
ANY_NUMBER = -math.inf, math.inf
"""The range of a figure that can be negative."""

Row = Any
"""A row of a match, or of a turn, of the game that declares a metric."""
Count = Callable[[Row], float]
Seats = tuple[Seat, ...]
Part = str | int
Spot = tuple[int, int, str]
"""A cell of a map, by its column and row, and what happened there."""
PartCounts = Iterable[tuple[Part, float, float]]
"""Tuples (part, numerator, denominator), any number of them for a part."""


T = TypeVar("T")


class Turns(tuple[Row, ...]):
    """The rows of all turns of a match. What a function returns for each is worked out once, for all figures."""

    def __init__(self, _rows: Iterable[Row] = ()) -> None:
        self._known: dict[Callable[[Row], Any], list[Any]] = {}

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Turns:
        """Return these rows as turns: themselves, if they are turns already."""
        return rows if isinstance(rows, Turns) else cls(rows)

    def each(self, function: Callable[[Row], T]) -> Sequence[T]:
        """Return what a function returns for each turn, in their order."""
        found = self._known.get(function)
        if found is None:
            found = self._known[function] = list(map(function, self))
        return found


class Quotient(Protocol):
    """Two sums over matches."""

    @property
    def y(self) -> float:
        """The sum of the numerators."""

    @property
    def x(self) -> float:
        """The sum of the denominators."""

    def share(self) -> Interval:
        """Return the quotient as a proportion."""

    def mean(self) -> Interval:
        """Return the quotient as one of either sign that is no proportion."""

    def positive_mean(self, lumps: bool = False) -> Interval:
        """Return the quotient as one that is no proportion and never negative."""


def one(_row: Row) -> float:
    """Return 1 for any row, to count rows."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Metric:
    """A quotient of two sums over matches.

    label: its name in reports. of, out_of: numerator and denominator, summed over the rows of the turns, or, where
    of_matches or out_of_matches is set, taken from the row of the match. each: the values of one match, in place of
    both where no row has them; their number is the denominator. unit: SHARE, or what follows the number (`s`, nothing).
    spread: quantiles are wanted too, so every value is kept: one per row with a denominator. whole: these values are
    whole numbers. lumps: what is counted comes many at once, so that where there is none nothing is known of how much
    there may be. single: the figure of all is shown, not only those of its parts. by: its breakdowns. one_each: `each`
    returns one value for every match. within: the least and the most that it can be, where it is no proportion.
    """

    key: str
    label: str
    of: Count = one
    out_of: Count = one
    unit: str = SHARE
    by: tuple[By, ...] = ()
    of_matches: bool = False
    out_of_matches: bool = False
    each: Callable[[Row, Sequence[Row]], Sequence[float]] | None = None
    spread: bool = False
    whole: bool = False
    lumps: bool = False
    single: bool = True
    one_each: bool = False
    within: tuple[float, float] = (0.0, math.inf)

    @property
    def proportion(self) -> bool:
        """True if it lies between 0 and 1: all that the numerator counts, the denominator counts too."""
        return self.unit == SHARE

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that it can be."""
        return (0.0, 1.0) if self.proportion else self.within

    @property
    def of_turns(self) -> bool:
        """True if both sums are over rows of turns, so that a column of these can restrict it."""
        return not (self.of_matches or self.out_of_matches or self.each)

    @property
    def once(self) -> bool:
        """True if every match has one value of it, so that it has quantiles over matches."""
        return self.one_each or (self.of_matches and self.out_of_matches and self.out_of is one and not self.each)

    def sums(self, match: Row, turns: Sequence[Row]) -> tuple[float, float]:
        """Return numerator and denominator of one match."""
        if self.each is not None:
            values = self.each(match, turns)
            return added(values), float(len(values))
        rows = Turns.of(turns)
        return (
            float(self.of(match)) if self.of_matches else added(rows.each(self.of)),
            float(self.out_of(match)) if self.out_of_matches else added(rows.each(self.out_of)),
        )

    def values(self, match: Row, turns: Sequence[Row]) -> Sequence[float]:
        """Return the values of a quantity with `spread` in one match."""
        if self.each is not None:
            return self.each(match, turns)
        if self.of_matches:
            return [self.of(match)]
        rows = Turns.of(turns)
        return [value for value, counts in zip(rows.each(self.of), rows.each(self.out_of), strict=True) if counts]

    def interval(self, sums: Quotient) -> Interval:
        """Return the figure, given the sums of all matches."""
        if self.proportion:
            return sums.share()
        return sums.mean() if self.bounds[0] < 0 else sums.positive_mean(self.lumps)

    def path(self, by: By) -> str:
        """Return the path of a breakdown, with which the keys of its figures begin."""
        return f"{self.key}.{by.key}" if by.key else self.key

    def restricted(self, column: str, value: str) -> Metric:
        """Return the same metric over the turns that have this value in a column."""

        def only(count: Count) -> Count:
            return lambda row: float(count(row)) if str(getattr(row, column)) == value else 0.0

        return replace(self, of=only(self.of), out_of=only(self.out_of), by=(), spread=False)


def per_match(
    key: str,
    label: str,
    of: Count,
    out_of: Count = one,
    unit: str = "",
    by: tuple[By, ...] = (),
    *,
    spread: bool = False,
    whole: bool = False,
    lumps: bool = False,
    within: tuple[float, float] = (0.0, math.inf),
) -> Metric:
    """Return a metric whose two sums are over the rows of matches."""
    return Metric(key, label, of, out_of, unit, by, True, True, spread=spread, whole=whole, lumps=lumps, within=within)


def per_seat(
    key: str,
    label: str,
    column: str,
    by: tuple[By, ...],
    *,
    lumps: bool = False,
    within: tuple[float, float] = (0.0, math.inf),
) -> Metric:
    """Return a metric of a column of the match rows that has one value per seat."""
    return Metric(key, label, unit="", by=by, each=lambda match, _: getattr(match, column), lumps=lumps, within=within)


def divided(metric: Metric, *by: By) -> Metric:
    """Return a copy of a metric that is shown by these parts only, for parts that a report lists elsewhere."""
    return replace(metric, by=by, single=False, spread=False)


@dataclass(frozen=True, slots=True)
class By:
    """A breakdown of a metric: its figures are METRIC.KEY.PART, or METRIC.PART where the key is empty.

    label: of a figure, with {label} for the metric's and {part} for the part's. counts: yields what is counted of one
    match, by part. parts: all possible parts, in the order in which they are shown; None: those that occurred, sorted
    (by `rank`, if there is one). always: a part is a figure even if nothing was counted for it. of_matches: a figure
    rests on as many observations as there were matches that count for it. name: formats a part for PART and {part};
    words: for {part} alone, where the two differ. part_of: returns the part of each turn (None: none of them), in a
    breakdown by a property of single turns.
    """

    key: str
    label: str
    counts: Callable[[Metric, Row, Sequence[Row], Seats], PartCounts]
    parts: Callable[[Seats], Iterable[Part]] | None = None
    always: bool = False
    of_matches: bool = False
    name: Callable[[Any], str] = str
    rank: Callable[[Any], Any] | None = None
    words: Callable[[Any], str] | None = None
    part_of: Callable[[Turns, Seats], Sequence[Part | None]] | None = None


def by_each_turn(
    key: str,
    label: str,
    part_of: Callable[[Turns, Seats], Sequence[Part | None]],
    parts: Callable[[Seats], Iterable[Part]] | None = None,
    name: Callable[[Any], str] = str,
    rank: Callable[[Any], Any] | None = None,
    words: Callable[[Any], str] | None = None,
) -> By:
    """Return a breakdown by a property of single turns. Arguments: see By."""

    def counts(metric: Metric, _match: Row, turns: Sequence[Row], seats: Seats) -> PartCounts:
        rows = Turns.of(turns)
        found_parts = part_of(rows, seats)
        found = zip(found_parts, rows.each(metric.of), rows.each(metric.out_of), strict=True)
        if None in found_parts:
            return ((part, y, x) for part, y, x in found if part is not None)
        return cast(PartCounts, found)

    return By(key, label, counts, parts, name=name, rank=rank, words=words, part_of=part_of)


def by_turns(
    key: str,
    label: str,
    part: Callable[[Row], Part | None] | None = None,
    parts: Iterable[Part] | Callable[[Seats], Iterable[Part]] | None = None,
    paired: Callable[[Sequence[Row]], Iterable[tuple[Part | None, Row]]] | None = None,
    name: Callable[[Any], str] = str,
    rank: Callable[[Any], Any] | None = None,
    words: Callable[[Any], str] | None = None,
) -> By:
    """Return a breakdown by a property of a turn: the column `key`, or what `part` returns; None belongs to no part.

    paired: yields each turn with its part, where that depends on the turns before. name, rank, words: see By.
    """

    if paired is None:
        at: Callable[[Row], Part | None] = part or _column(key)
        return by_each_turn(key, label, lambda turns, _: turns.each(at), _parts(parts), name, rank, words)

    def counts(metric: Metric, _match: Row, turns: Sequence[Row], _seats: Seats) -> PartCounts:
        return ((where, metric.of(row), metric.out_of(row)) for where, row in paired(turns) if where is not None)

    return By(key, label, counts, _parts(parts), name=name, rank=rank, words=words)


@lru_cache
def _column(name: str) -> Callable[[Row], Any]:
    """Return the same function for the same column, so that its values are worked out once for all breakdowns."""
    return attrgetter(name)


def by_turns_of_all(
    key: str, label: str, parts: Sequence[Part] | Callable[[Seats], Mapping[Part, int]], column: str
) -> By:
    """Return a breakdown of a metric per match, in which every match counts for every part, even without turns of it.

    parts: all parts, or a function that returns the number of seats of each, so that a figure is that of one seat.
    """

    def counts(metric: Metric, match: Row, turns: Sequence[Row], seats: Seats) -> PartCounts:
        here: defaultdict[Part, float] = defaultdict(float)
        for row in turns:
            here[getattr(row, column)] += metric.of(row)
        times = parts(seats) if callable(parts) else dict.fromkeys(parts, 1)
        x = metric.out_of(match)
        yield from ((part, here[part], x * number) for part, number in times.items())

    return By(key, label, counts, _parts(parts), always=True)


def by_seats(key: str, label: str, part: Callable[[Seat], Part]) -> By:
    """Return a breakdown of a metric with one value per seat by a property of the seat."""

    def counts(metric: Metric, match: Row, turns: Sequence[Row], seats: Seats) -> PartCounts:
        for seat, value in zip(seats, metric.values(match, turns), strict=True):
            yield part(seat), value, 1.0

    return By(key, label, counts, lambda seats: dict.fromkeys(map(part, seats)))


def _parts(
    parts: Iterable[Part] | Callable[[Seats], Iterable[Part]] | None,
) -> Callable[[Seats], Iterable[Part]] | None:
    return parts if parts is None or callable(parts) else lambda _: parts


def named(seat: Seat) -> str:
    return seat.name


def side_of(seat: Seat) -> str:
    """Return skill profile and strategy, as on the command line."""
    return f"{seat.profile}:{seat.strategy}"


def names_of(seats: Seats) -> Iterable[Part]:
    """Return the names of the seats, in their order."""
    return [seat.name for seat in seats]


def seats_of_profiles(seats: Seats) -> Mapping[Part, int]:
    """Return the number of seats of each profile, in the order of the first seat of each."""
    return Counter(seat.profile for seat in seats)


@dataclass(frozen=True, slots=True)
class Distribution:
    """The shares of a metric's values in steps.

    metric: its key; it has `spread`. step: their width; None: whole numbers, one a match, labelled `label`.
    """

    metric: str
    step: float | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """An event that happens once in a match, or not; shown as a curve of the time until it.

    what: the unit in which time is counted, such as `attempt`. time: returns, of one match, when it happened, or else
    when the match ended, and whether it happened. label_of_seat: the label of the same by seat, in that seat's turns
    alone, with {name}.
    """

    key: str
    label: str
    what: str
    time: Callable[[Row, Sequence[Row]], tuple[int, bool]]
    label_of_seat: str | None = None


@dataclass(frozen=True, slots=True)
class SeatTest:
    """A test of seats: the chance of victories as unequal as these, if all seats of a side were equally good."""

    key: str = "seat_test"


@dataclass(frozen=True, slots=True)
class Ends:
    """Words about the parts of a comparison.

    noun: one of them (`slot {}`). most, least: what it does (`drops most`). unclear: `which slot drops most and which
    least`.
    """

    noun: str
    most: str
    least: str
    unclear: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A proportion of turns whose parts are compared at equal strata (sim/batch/margins.py), beside the raw figures.

    metric: what is compared, a whole number for each turn. by: its breakdowns, each by a property of single turns, with
    their words. stratum: returns what is made equal, a whole number; at: the same in words.
    """

    key: str
    label: str
    metric: Metric
    by: Mapping[By, Ends]
    stratum: Callable[[Row], int]
    at: str

    def path(self, by: By) -> str:
        """Return the path of a breakdown, with which the keys of its figures begin."""
        return f"{self.key}.{by.key}"


Entry = Metric | Distribution | Event | SeatTest | Compared
"""An entry of a table."""


@dataclass(frozen=True, slots=True)
class Total:
    """A sum over matches, or over their turns, as `simulate` prints it.

    digits: 0 for a whole number, None for a number as it is.
    """

    of: Count
    digits: int | None = 0
    of_turns: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The figures of a breakdown, as `simulate` prints them.

    path: METRIC.KEY. order: which parts, in which order; None: the breakdown's own. unmet: also parts of which nothing
    was counted. trimmed: without the zeros at both ends.
    """

    path: str
    order: Callable[[Seats], Iterable[Part]] | None = None
    unmet: bool = False
    trimmed: bool = False


@dataclass(frozen=True, slots=True)
class Rankings:
    """The figures of a `Compared`, by its key, as `simulate` prints them: each breakdown with its most and least."""

    compared: str


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Mean and quantiles of a metric with `spread`, and its distribution: DISTRIBUTION (of whole values), or parts."""

    metric: str
    distribution: Distribution | Parts | None = None


Printed = str | Total | Parts | Quantiles | Rankings | Mapping[str, "Printed"]
"""The kinds of value that `simulate` prints under a key; a str is the key of a metric whose quotient is printed."""

MATCHES = Total(lambda _: 1)
SECONDS = Total(lambda match: float(match.simulated_s), 6)


@dataclass(frozen=True, slots=True)
class Highlight:
    """A thing worth seeing in some match of a run, such as the worst fall.

    of: returns, of one match, how great it is there, its time (s), and words about it; None where it does not happen.
    """

    what: str
    of: Callable[[Row, Sequence[Row]], tuple[float, float, str] | None]


def greatest_turn(
    what: str, value: Callable[[Row], float | None], words: str, time_s: Count = attrgetter("time_s")
) -> Highlight:
    """Return a highlight that is one turn: that of the greatest value. words: about it, with its amount as {}."""

    def found(_match: Row, turns: Sequence[Row]) -> tuple[float, float, str] | None:
        valued = ((value(turn), time_s(turn)) for turn in turns)
        known = [(great, at_s) for great, at_s in valued if great]
        if not known:
            return None
        great, at_s = max(known, key=itemgetter(0))
        return great, at_s, _(words).format(f"{abs(great):.0f}")

    return Highlight(what, found)


def deciding_turn(match: Row) -> int:
    """Return the number of the turn after which the winner led alone until the end; the last if nobody did before."""
    return max(1, min(int(match.turns), round(float(match.decided_at) * int(match.turns)) + 1))


def turn_that_decides(number: Callable[[Sequence[Row]], Sequence[int]]) -> Highlight:
    """Return the turn that decides as a highlight, greatest where the winners were farthest behind (`drama`).

    number: returns the number of the turn that each row of turns belongs to, in the order of play.
    """

    def found(match: Row, turns: Sequence[Row]) -> tuple[float, float, str] | None:
        wanted = deciding_turn(match)
        times = [turn.time_s for turn, its in zip(turns, number(turns), strict=True) if its == wanted]
        if not (match.drama and times):
            return None
        return match.drama, times[-1], _("turn {number} of {turns}", number=wanted, turns=match.turns)

    return Highlight(N_("The turn that decides"), found)


@dataclass(frozen=True, slots=True)
class MetricTable:
    """All metrics of a game.

    entries: what a report shows, in its order. others: metrics that only `simulate` prints. printed: what `simulate
    --json` prints, by key. until: the metrics that `--until` accepts and `tune` takes as they are, by name (the keys of
    metrics); primary: the one of them that the progress of a run shows. targets: further metrics of `tune`. spot: the
    cell of a map that a turn belongs to (None: to none), for a game whose report draws one. sentences, charts: what a
    report says first and draws first. decided: what is over when the winner takes the lead for good, after its share.
    highlights: what is worth seeing, the best first.
    """

    entries: tuple[Entry, ...]
    primary: str
    printed: Mapping[str, Printed]
    until: Mapping[str, str]
    others: tuple[Metric, ...] = ()
    targets: Mapping[str, Metric] = field(default_factory=dict)
    spot: Callable[[Row], Spot | None] | None = None
    sentences: tuple[Sentence, ...] = ()
    charts: tuple[Chart, ...] = ()
    decided: str = N_("of the match is over")
    highlights: tuple[Highlight, ...] = ()

    @classmethod
    def of(cls, *entries: Entry) -> MetricTable:
        """Return a table of these entries, with every metric printed and accepted by `--until`.

        The first metric is the primary one.
        """
        metrics = [entry for entry in entries if isinstance(entry, Metric)]
        single = [metric.key for metric in metrics if metric.single]
        printed: dict[str, Printed] = {"matches": MATCHES}
        for metric in metrics:
            if metric.single:
                printed[metric.key] = Quantiles(metric.key) if metric.spread else metric.key
            printed |= {f"{metric.key}_by_{by.key}": Parts(metric.path(by)) for by in metric.by}
        printed["seconds_simulated"] = SECONDS
        return cls(entries, single[0], printed, {key: key for key in single})

    def metrics(self) -> Iterator[Metric]:
        """Yield every metric; those that only `simulate` prints come last."""
        yield from (entry for entry in self.entries if isinstance(entry, Metric))
        yield from self.others

    def metric(self, key: str) -> Metric:
        """Return the metric of that key that is not broken down. Raises KeyError."""
        for metric in self.metrics():
            if metric.key == key and metric.single:
                return metric
        raise KeyError(key)

    def compared(self, key: str) -> Compared:
        """Return what is compared at equal strata under that key. Raises KeyError."""
        for entry in self.entries:
            if isinstance(entry, Compared) and entry.key == key:
                return entry
        raise KeyError(key)

    def divided(self, path: str) -> tuple[Metric, By]:
        """Return a metric and its breakdown of that path, METRIC.KEY. Raises KeyError."""
        for metric in self.metrics():
            for by in metric.by:
                if path == metric.path(by):
                    return metric, by
        raise KeyError(path)

    def goals(self) -> Mapping[str, Metric]:
        """Return the metrics that `--until` accepts, by name."""
        return {name: self.metric(key) for name, key in self.until.items()}


class Summary(Protocol):
    """The figures of a batch, as a game's text reads them; keys and paths are those of its table."""

    @property
    def matches(self) -> int:
        """The number of matches."""

    @property
    def seats(self) -> Seats:
        """The seats of the players."""

    def total(self, key: str) -> int:
        """Return a sum of whole numbers, by the key it is printed under."""

    def table(self, path: str) -> Mapping[str, Interval]:
        """Return a metric by part."""

    def sentence(self, path: str) -> str | None:
        """Return a sentence about the extremes of parts compared at equal strata, where there are two or more."""

    def text(self, path: str, part: Part | None = None, digits: int = 1) -> str:
        """Format a figure, or that of one part: proportions in percent, other numbers to `digits` decimals."""
