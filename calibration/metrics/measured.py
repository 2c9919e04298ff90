"""The figures of a run by their keys, as listed by its game's table of metrics and in its order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from calibration.metrics.figures import CHANCE, Figure, distribution_figures, spread_figures
from calibration.metrics.metrics_reader import StoredRun
from calibration.metrics.survival import Curve, Subjects, curve_figures, kaplan_meier
from sim.batch.assumed import AssumedBands
from sim.batch.blocks import MatchBlock, Waiting
from sim.batch.figures import Counted, Counts, Ratio, whole_distribution
from sim.batch.margins import CellCounts, CellSums, Margins
from sim.batch.ranking import Ranking, ranking
from sim.language import N_, Composed
from sim.metrics import (
    SHARE,
    By,
    Compared,
    Distribution,
    Event,
    Metric,
    MetricTable,
    Part,
    Row,
    Seats,
    SeatTest,
    Spot,
    side_of,
)
from sim.statistics import NO_DATA, Interval

_EXPECTED = 5.0
"""The least number of victories per seat, on average, for the chi-square test (Cochran 1954)."""


@dataclass(frozen=True, slots=True)
class Measured:
    """All figures of a run in the order in which they are shown, and the curves that some of them are points of.

    spots: the turns in each cell of the game's map, if it has one and the store holds it.
    comparisons: of parts at equal strata, by path. note: a sentence where what is left open of figures is not known.
    """

    run: StoredRun
    figures: tuple[Figure, ...]
    curves: Mapping[str, Curve]
    spots: Mapping[Spot, int] = field(default_factory=dict)
    comparisons: Mapping[str, Comparison] = field(default_factory=dict)
    note: str = ""
    _of: Mapping[str, Figure] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_of", {figure.key: figure for figure in self.figures})

    def __getitem__(self, key: str) -> Figure:
        """Return the figure of that key. Raises KeyError."""
        return self._of[key]

    def __contains__(self, key: str) -> bool:
        return key in self._of

    def table(self, key: str) -> dict[str, Figure]:
        """Return the figures of a kind by the last part of their keys: `fall_rate.slot` gives those of the slots."""
        before = f"{key}."
        return {
            figure.key.removeprefix(before): figure
            for figure in self.figures
            if figure.key.startswith(before) and "." not in figure.key[len(before) :]
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Parts compared at equal strata: the counts, the fitted margins, and which parts are extreme, where known."""

    compared: Compared
    by: By
    cells: CellSums = field(repr=False)
    margins: Margins
    ranking: Ranking | None

    @classmethod
    def of(cls, compared: Compared, by: By, cells: CellSums, mix: Mapping[int, float] | None = None) -> Comparison:
        """Return the comparison of what was counted. mix: see `CellSums.margins`."""
        margins = cells.margins(mix)
        return cls(compared, by, cells, margins, ranking(margins))

    @property
    def path(self) -> str:
        """The path with which the keys of its figures begin."""
        return self.compared.path(self.by)

    def figures(self) -> Iterator[Figure]:
        """Yield the figure of each part."""
        for n, part in enumerate(self.margins.parts):
            name = self.by.name(part)
            label = Composed(self.by.label, label=self.compared.label, part=name.replace("_", " "))
            source = _MarginSource(self.margins, n)
            count = round(self.margins.counts[n])
            yield Figure(f"{self.path}.{name}", label, self.margins.interval(part), count, SHARE, source)
        if not math.isnan(self.margins.misfit):
            label = Composed(
                N_("chance of a fit as bad as this one by {part} if the model of equal {cargo} holds"),
                part=self.by.key,
                cargo=self.compared.at,
            )
            fit = Interval(self.margins.misfit, math.nan, math.nan)
            yield Figure(f"{self.compared.key}.fit.{self.by.key}", label, fit, round(sum(self.margins.counts)), CHANCE)

    def to_json(self) -> dict[str, object]:
        """Return the extremes and the check of the fit as plain data."""
        return {
            "extremes": None if self.ranking is None else self.ranking.to_json(),
            "misfit": self.margins.misfit_json(),
        }


@dataclass(frozen=True, slots=True)
class _MarginSource:
    """The matches behind the figure of one part."""

    margins: Margins
    part: int

    @property
    def matches(self) -> int:
        return self.margins.matches

    def residuals(self) -> dict[int, float] | None:
        """Return what each match adds to the figure's deviation; None if that was not kept."""
        kept = self.margins.by_match
        return None if kept is None else {match: float(adds[self.part]) for match, adds in kept.items()}


def at_one_mix(one: Measured, other: Measured) -> tuple[Measured, Measured]:
    """Return two runs with their comparisons over one mix of strata: of both runs, where both have been.

    Otherwise a difference would mix that of the risks with that of the mixes.
    """
    found: tuple[dict[str, Comparison], dict[str, Comparison]] = ({}, {})
    for path in one.comparisons.keys() & other.comparisons.keys():
        both = one.comparisons[path], other.comparisons[path]
        first, second = (each.cells.strata() for each in both)
        mix = {stratum: first[stratum] + second[stratum] for stratum in first if stratum in second}
        if mix:
            for each, into in zip(both, found, strict=True):
                into[path] = Comparison.of(each.compared, each.by, each.cells, mix)
    return _replaced(one, found[0]), _replaced(other, found[1])


def _replaced(measured: Measured, comparisons: Mapping[str, Comparison]) -> Measured:
    new = {figure.key: figure for each in comparisons.values() for figure in each.figures()}
    return replace(
        measured,
        figures=tuple(new.get(figure.key, figure) for figure in measured.figures),
        comparisons={**measured.comparisons, **comparisons},
    )


def with_bands(measured: Measured, bands: AssumedBands) -> Measured:
    """Return the same figures with what is left open of them."""

    def named(figure: Figure) -> Figure:
        # A figure with quantiles is known by its mean.
        return replace(figure, left_open=bands.band(figure.key.removesuffix(".mean"), figure.interval))

    return replace(measured, figures=tuple(map(named, measured.figures)), note=bands.note)


RunCounts = tuple[Sequence[Counts], Sequence[CellCounts], Sequence[Counter[Any]]]
"""The counts of a `FigureCollector` without its table, as one process sends them to another."""


class FigureCollector:
    """The figures of a table over matches that are added one by one. pairs: keep the sums of every match besides."""

    def __init__(self, table: MetricTable, seats: Seats, pairs: bool = False) -> None:
        self._spots: Counter[Spot] = Counter()
        self._waiting = Waiting(self._count)
        self._table, self._seats = table, seats
        self._compared: list[Comparison] | None = None
        self._counted = [
            (entry, Counted(entry, seats, entry.by, entry.single, entry.spread, pairs))
            for entry in table.entries
            if isinstance(entry, Metric)
        ]
        self._cells = [
            (entry, by, CellSums(entry, by, seats, pairs))
            for entry in table.entries
            if isinstance(entry, Compared)
            for by in entry.by
        ]
        self._events = {entry.key: _Event(entry, seats) for entry in table.entries if isinstance(entry, Event)}

    @property
    def spots(self) -> Mapping[Spot, int]:
        """The turns in each cell of the table's map."""
        self._waiting.end()
        return self._spots

    def add(self, match: Row, turns: Sequence[Row]) -> None:
        """Count a match: its row, and the rows of all its turns in their order."""
        self._waiting.add(match, turns)

    def add_block(self, block: MatchBlock) -> None:
        """Count the matches of a block, which follow those that were counted before."""
        self._waiting.end()
        if block.rows:
            self._count(block)

    def _count(self, block: MatchBlock) -> None:
        self._compared = None
        for _, counted in self._counted:
            counted.add(block)
        for _, _, cells in self._cells:
            cells.add(block)
        for event in self._events.values():
            for match, turns in block.matches:
                event.add(match, turns)
        if self._table.spot is not None:
            self._spots.update(spot for spot in map(self._table.spot, block.turns) if spot is not None)

    def counted(self) -> RunCounts:
        """Return what was counted so far."""
        self._waiting.end()
        return (
            [counted.counts for _, counted in self._counted],
            [cells.counts for _, _, cells in self._cells],
            [self._spots, *(subjects for event in self._events.values() for subjects in event.subjects)],
        )

    def merge(self, later: RunCounts) -> None:
        """Add what was counted of later matches, with the same table, seats and `pairs`."""
        self._compared = None
        metrics, cells, tallies = self.counted()
        for counts, more in zip(metrics, later[0], strict=True):
            counts.merge(more)
        for of_cells, more_cells in zip(cells, later[1], strict=True):
            of_cells.merge(more_cells)
        for tally, more_of_it in zip(tallies, later[2], strict=True):
            tally.update(more_of_it)

    def figures(self) -> tuple[list[Figure], list[Curve]]:
        """Return all figures in the order of the table, and the curves."""
        self._waiting.end()
        found: list[Figure] = []
        curves: list[Curve] = []
        counted = iter(self._counted)
        for entry in self._table.entries:
            match entry:
                case Metric():
                    _, here = next(counted)
                    found += _of_metric(here)
                case Distribution():
                    found += self._distribution(entry)
                case SeatTest():
                    found += self._seat_tests(entry)
                case Compared():
                    for comparison in self.comparisons():
                        if comparison.compared is entry:
                            found += comparison.figures()
                case Event():
                    for curve in self._events[entry.key].curves():
                        curves.append(curve)
                        found += curve_figures(curve, entry.what)
        return found, curves

    def comparisons(self) -> Sequence[Comparison]:
        """Return the comparisons of parts at equal strata, as far as anything was counted."""
        self._waiting.end()
        if self._compared is None:
            self._compared = [Comparison.of(*each) for each in self._cells if each[2].counts.matches]
        return self._compared

    def _of(self, key: str) -> Counted:
        """Return what was counted of a metric whose values are kept."""
        return next(
            counted for metric, counted in self._counted if metric.key == key and counted.counts.values is not None
        )

    def _distribution(self, entry: Distribution) -> list[Figure]:
        counted = self._of(entry.metric)
        values, metric = counted.counts.values, counted.metric
        assert values is not None
        if entry.step is not None:
            return distribution_figures(values, metric.key, metric.label, entry.step, metric.unit)
        return [
            Figure(f"{metric.key}.distribution.{n}", Composed(entry.label, part=n), share, len(values.values))
            for n, share in whole_distribution(values).items()
        ]

    def _seat_tests(self, entry: SeatTest) -> Iterator[Figure]:
        wins = next(counted.counts.parts["seat"] for metric, counted in self._counted if metric.key == "wins")
        sides: dict[str, list[str]] = {}
        for seat in self._seats:
            sides.setdefault(side_of(seat), []).append(seat.name)
        for side, names in sides.items():
            if len(names) > 1:
                label = Composed(
                    N_("chance of seats as unequal as these if all seats of {side} were worth the same"), side=side
                )
                victories = [wins[name].y if name in wins else 0.0 for name in names]
                yield Figure(f"{entry.key}.{side}", label, seat_test(victories), round(math.fsum(victories)), CHANCE)


def _of_metric(counted: Counted) -> Iterator[Figure]:
    """Yield the figure of a metric over everything, then those of its parts."""
    metric = counted.metric
    counts = counted.counts
    if counts.values is not None:
        yield from spread_figures(counts.values, metric)
    elif counts.sums is not None:
        yield _figure(metric, metric.key, metric.label, counts.sums)
    for by in metric.by:
        for part in counted.ordered(by):
            sums = counts.parts[by.key].get(part)
            if sums is not None and (by.always or sums.x > 0):
                yield _of_part(metric, by, part, sums)


def _of_part(metric: Metric, by: By, part: Part, sums: Ratio) -> Figure:
    name = by.name(part)
    words = name.replace("_", " ") if by.words is None else by.words(part)
    label = Composed(by.label, label=metric.label, part=words)
    found = _figure(metric, f"{metric.path(by)}.{name}", label, sums)
    return Figure(found.key, label, found.interval, sums.matches, metric.unit, sums) if by.of_matches else found


def _figure(metric: Metric, key: str, label: str, sums: Ratio) -> Figure:
    return Figure(key, label, metric.interval(sums), round(sums.x), metric.unit, sums)


class _Event:
    """The subjects of an event: each match, and each seat in a match, whose time is counted in that seat's turns."""

    def __init__(self, event: Event, seats: Seats) -> None:
        self._event, self._seats = event, seats
        self.subjects: list[Subjects] = [Counter() for _ in (None, *seats)]
        """The matches; then each seat in them, if the event is counted for seats."""

    def add(self, match: Row, turns: Sequence[Row]) -> None:
        of_matches, *of_seats = self.subjects
        of_matches[self._event.time(match, turns)] += 1
        if self._event.label_of_seat is not None:
            own: dict[int, list[Row]] = {}
            for turn in turns:
                own.setdefault(turn.seat, []).append(turn)
            for number, subjects in enumerate(of_seats):
                if number in own:
                    subjects[self._event.time(match, own[number])] += 1

    def curves(self) -> Iterator[Curve]:
        """Yield the curve of the matches, then those of the seats."""
        of_matches, *of_seats = self.subjects
        yield Curve(self._event.key, self._event.label, kaplan_meier(of_matches))
        if self._event.label_of_seat is not None:
            for seat, subjects in zip(self._seats, of_seats, strict=True):
                label = Composed(self._event.label_of_seat, name=seat.name)
                yield Curve(f"{self._event.key}.seat.{seat.name}", label, kaplan_meier(subjects))


def seat_test(victories: Sequence[float]) -> Interval:
    """Return the p-value, without bounds, of equal victories for all seats, by Pearson's chi-square.

    It is NO_DATA if there are too few victories. Shared victories vary less than whole ones, so with them the test is
    conservative.
    """
    from scipy.stats import chisquare

    if math.fsum(victories) / len(victories) < _EXPECTED:
        return NO_DATA
    return Interval(float(chisquare(victories).pvalue), math.nan, math.nan)
