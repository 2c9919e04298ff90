"""The figures that `simulate` makes of a game's metrics (sim/metrics.py), summed match by match, as JSON and as text.

Matches come in the order of their indices. Some tens of bytes at most are kept per match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sim.batch.assumed import AssumedBand, AssumedBands, statement
from sim.batch.blocks import MatchBlock, Waiting
from sim.batch.figures import Counted, Ratio, Spread, Table, number_text, table_json, whole_distribution
from sim.batch.margins import CellSums
from sim.batch.ranking import ranking
from sim.language import _, _n
from sim.metrics import (
    By,
    Compared,
    MetricTable,
    Part,
    Parts,
    Printed,
    Quantiles,
    Rankings,
    Row,
    Seats,
    Summary,
    Total,
)
from sim.seat import Seat
from sim.statistics import Interval
from sim.text_table import text_table

Figure = Interval | Spread | Table


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """The figures of a batch that `simulate` prints.

    figures: by key or path of the metric, those with a distribution by its path too. totals: by the key that they are
    printed under, nested ones as OUTER.INNER. shares: keys and paths of the proportions. printed: what is printed, in
    its order, as plain data. left_open: what nobody has measured leaves open, by the names that `tune`
    uses, where it is known. sentences: about the extremes of parts compared at equal strata, by path.
    """

    matches: int
    seats: Seats
    figures: Mapping[str, Figure]
    shares: frozenset[str]
    totals: Mapping[str, float]
    printed: Mapping[str, object]
    left_open: Mapping[str, AssumedBand] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)

    def with_bands(self, bands: AssumedBands) -> BatchSummary:
        """Return the same summary with what is left open of its figures."""
        intervals = {
            name: found.mean if isinstance(found, Spread) else found
            for name, found in self.figures.items()
            if not isinstance(found, dict)
        }
        pairs = ((name, bands.band(name, found)) for name, found in intervals.items())
        return replace(self, left_open={name: band for name, band in pairs if band is not None})

    def left_open_json(self) -> dict[str, object]:
        """Return the bands as plain data, by figure."""
        return {name: band.to_json() for name, band in self.left_open.items()}

    def interval(self, key: str) -> Interval:
        """Return a metric, not broken down."""
        found = self.figures[key]
        assert isinstance(found, Interval)
        return found

    def spread(self, key: str) -> Spread:
        """Return the mean and quantiles of a metric."""
        found = self.figures[key]
        assert isinstance(found, Spread)
        return found

    def table(self, path: str) -> Table:
        """Return a metric by part."""
        found = self.figures[path]
        assert isinstance(found, dict)
        return found

    def total(self, key: str) -> int:
        """Return a sum of whole numbers."""
        return int(self.totals[key])

    def sentence(self, path: str) -> str | None:
        """Return a sentence about the extremes of parts compared at equal strata, where there are two or more."""
        return self.sentences.get(path)

    def text(self, path: str, part: Part | None = None, digits: int = 1) -> str:
        """Format a figure, or that of one part: proportions in percent, other numbers to `digits` decimals."""
        found = self.figures[path]
        share = path in self.shares
        if isinstance(found, Spread):
            text = found.text()
        else:
            interval = found if isinstance(found, Interval) else found[str(part)]
            text = interval.percent() if share else number_text(interval, digits)
        return text if part is not None else statement(text, self.left_open.get(path), share)


class BatchFigures:
    """The figures of matches that were all played by these seats; matches are added one by one, and few are kept."""

    def __init__(self, table: MetricTable, seats: Seats) -> None:
        self.matches = 0
        self._table, self._seats = table, seats
        self._waiting = Waiting(self._count)
        self._wanted: dict[str, Total] = {}
        self._totals: dict[str, float] = {}
        self._metrics: dict[str, Counted] = {}
        """The metrics by key, or by path where they are broken down."""
        self._cells: dict[str, CellSums] = {}
        """The counts of what is compared at equal strata, by path."""
        for key, printed in table.printed.items():
            self._want(key, printed)

    def add(self, match: Row, turns: Sequence[Row]) -> None:
        """Add a match: its row, and the rows of all its turns in their order."""
        self.matches += 1
        self._waiting.add(match, turns)

    def _count(self, block: MatchBlock) -> None:
        for key, total in self._wanted.items():
            self._totals[key] += block.total(total)
        for counted in self._metrics.values():
            counted.add(block)
        for cells in self._cells.values():
            cells.add(block)

    def summary(self) -> BatchSummary:
        """Return the figures of the matches so far. Raises ValueError before the first."""
        if not self.matches:
            raise ValueError("no match was counted")
        self._waiting.end()
        figures: dict[str, Figure] = {}
        sentences: dict[str, str] = {}
        printed = {key: self._shown(key, each, figures, sentences) for key, each in self._table.printed.items()}
        shares = frozenset(path.partition(" ")[0] for path, each in self._metrics.items() if each.metric.proportion)
        shares |= self._cells.keys()
        return BatchSummary(
            self.matches, self._seats, figures, shares, dict(self._totals), printed, sentences=sentences
        )

    def _want(self, key: str, printed: Printed) -> None:
        """Create the sums that a printed figure needs."""
        match printed:
            case str():
                metric = self._table.metric(printed)
                self._metrics.setdefault(f"{printed} single", Counted(metric, self._seats))
            case Total():
                self._wanted[key], self._totals[key] = printed, 0.0
            case Parts():
                metric, by = self._table.divided(printed.path)
                self._metrics.setdefault(printed.path, Counted(metric, self._seats, (by,), single=False))
            case Quantiles():
                metric = self._table.metric(printed.metric)
                self._metrics[printed.metric] = Counted(
                    metric, self._seats, single=False, spread=True, whole=metric.whole
                )
                if isinstance(printed.distribution, Parts):
                    self._want(key, printed.distribution)
            case Rankings():
                compared = self._table.compared(printed.compared)
                for by in compared.by:
                    self._cells[compared.path(by)] = CellSums(compared, by, self._seats)
            case _:
                for inner, each in printed.items():
                    self._want(f"{key}.{inner}", each)

    def _shown(self, key: str, printed: Printed, figures: dict[str, Figure], sentences: dict[str, str]) -> object:
        """Return what is printed under a key, and enter it into `figures`, and its sentences into `sentences`."""
        match printed:
            case str():
                interval = figures[printed] = self._metrics[f"{printed} single"].interval()
                return interval.to_json()
            case Total():
                total = self._totals[key]
                return total if printed.digits is None else round(total, printed.digits or None)
            case Parts():
                table = figures[printed.path] = self._parts(printed)
                return table_json(table)
            case Quantiles():
                counted = self._metrics[printed.metric]
                values = counted.counts.values
                assert values is not None
                spread = figures[printed.metric] = values.spread(counted.metric)
                found = spread.to_json()
                if isinstance(printed.distribution, Parts):
                    found["distribution"] = self._shown(key, printed.distribution, figures, sentences)
                elif printed.distribution is not None:
                    whole = {str(n): share for n, share in whole_distribution(values).items()}
                    figures[f"{printed.metric}.distribution"] = whole
                    found["distribution"] = table_json(whole)
                return found
            case Rankings():
                compared = self._table.compared(printed.compared)
                return {by.key: self._ranked(compared, by, figures, sentences) for by in compared.by}
            case _:
                return {
                    inner: self._shown(f"{key}.{inner}", each, figures, sentences) for inner, each in printed.items()
                }

    def _ranked(
        self, compared: Compared, by: By, figures: dict[str, Figure], sentences: dict[str, str]
    ) -> dict[str, object]:
        """Return the figures of a breakdown at equal strata and their extremes, and enter them."""
        path = compared.path(by)
        margins = self._cells[path].margins()
        table = figures[path] = {str(part): margins.interval(part) for part in margins.parts}
        ranked = ranking(margins)
        if ranked is not None:
            sentences[path] = ranked.sentence(compared, by, Interval.percent)
        return {
            "parts": table_json(table),
            "extremes": None if ranked is None else ranked.to_json(),
            "misfit": margins.misfit_json(),
        }

    def _parts(self, printed: Parts) -> Table:
        metric, by = self._table.divided(printed.path)
        counted = self._metrics[printed.path]
        sums = counted.counts.parts[by.key]
        order = counted.ordered(by) if printed.order is None else list(printed.order(self._seats))
        table = {
            str(part): metric.interval(sums[part] if part in sums else Ratio())
            for part in order
            if printed.unmet or part in sums
        }
        if not printed.trimmed:
            return table
        parts = list(table)
        seen = [n for n, part in enumerate(parts) if table[part].estimate > 0]
        return {part: table[part] for part in parts[seen[0] : seen[-1] + 1]}


def matches_text(number: int) -> str:
    """Return a number of matches with its noun."""
    return _n("{count} match", "{count} matches", number)


def heading(*counts: str) -> list[str]:
    """Return the lines above the figures: what was counted, and what stands in brackets."""
    return [", ".join(counts), _("(in brackets: 95 % intervals)"), ""]


def figure_lines(rows: Sequence[tuple[str, object]], width: int = 31) -> list[str]:
    """Return one line of text per row, given as label and figure. width: the least of the labels."""
    return text_table([(f"  {label}", str(figure)) for label, figure in rows], "<<", [width])


def part_words(name: str) -> str:
    """Return the name of a part, such as a piece or a skill, in the language that is spoken."""
    strong, over, weak = name.partition(" over ")
    return _("{strong} over {weak}", strong=_(strong), weak=_(weak)) if over else _(name.replace("_", " "))


def table_lines(
    summary: Summary,
    head: str,
    width: int,
    columns: Sequence[tuple[str, int, str] | tuple[str, int, str, int]],
    label: Callable[[str], str] = part_words,
) -> list[str]:
    """Return the lines of a table of parts, after an empty line.

    head, width: of the column with the names of the parts, which `label` formats. columns: head, width, path and
    decimals of each; widths are the least ones. The rows are the parts of the first column.
    """
    (_, _, first, *_), *_ = columns
    rows = [(f"  {head}", *(title for title, *_ in columns))]
    for part in summary.table(first):
        cells = (summary.text(path, part, digits[0] if digits else 1) for _, _, path, *digits in columns)
        rows.append((f"  {label(part)}", *cells))
    align = "<" + "".join(">" if wide else "<" for _, wide, *_ in columns)
    # The two spaces before a cell are part of its width.
    widths = [max(0, wide - 2) for _, wide, *_ in columns]
    return ["", *text_table(rows, align, [width + 2 if widths[0] else width, *widths])]


def who(seat: Seat) -> str:
    """Format a seat's name, profile and strategy."""
    return f"{seat.name} ({_(seat.profile)}, {seat.strategy})"


def seat_lines(summary: Summary, columns: Sequence[tuple[str, int, str] | tuple[str, int, str, int]]) -> list[str]:
    """Return the lines of a table by seat."""
    names = {seat.name: who(seat) for seat in summary.seats}
    return table_lines(summary, _("seat"), 24, columns, names.__getitem__)


def table_text(summary: BatchSummary) -> str:
    """Format the figures of a game that has no text of its own: each figure under its key."""
    rows = []
    for path, found in summary.figures.items():
        parts = found if isinstance(found, dict) else [None]
        rows += [(f"  {path}" if part is None else f"  {path}.{part}", summary.text(path, part)) for part in parts]
    return "\n".join(
        [
            *heading(matches_text(summary.matches)),
            *text_table(rows, "<<", [31]),
        ]
    )
