"""New matches of both designs of a comparison in which luck is drawn part by part, the same for both.

In ordinary matches of one seed everybody's luck is counted on from the beginning, so after the first decision that
differs nothing is alike any more. In these (`sim.spec.MatchPart.in_step`) the next part begins alike again. They are
matches as all others are, so their figures are those of matches; only the differences are known closer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from calibration.metrics.measured import FigureCollector, Measured
from calibration.metrics.metrics_reader import StoredRun
from calibration.reports.against import Change, compare, graded_tables
from calibration.reports.page import paragraph
from sim.batch.job import CrashingMatch, MatchResult, Task, match_seed, tried
from sim.batch.match_counts import metrics_of
from sim.errors import InputError
from sim.language import _
from sim.protocols import Configuration
from sim.seeds import derive
from sim.web_page import escape


@dataclass(frozen=True, slots=True)
class SameMatches:
    """The changes of all figures between two designs, from as many matches of each."""

    matches: int
    changes: tuple[Change, ...]

    def to_json(self) -> dict[str, object]:
        """Return the figures with their differences (one - other) as plain data."""
        return {"matches": self.matches, "figures": [change.to_json() for change in self.changes]}

    def html(self, first: str, second: str) -> Iterator[str]:
        """Yield the figures as a table, and what they are of. first, second: names of `other` and `one` (HTML)."""
        words = _(
            "{matches} new matches of each design, by the same people. Luck is drawn part by part, the same for both "
            "designs, so their matches stay alike for longer, and a change is known closer than from others.",
            matches=self.matches,
        )
        yield paragraph(escape(words))
        yield from graded_tables(self.changes, first, second)


def same_matches(
    one: StoredRun,
    designs: tuple[Configuration, Configuration],
    matches: int,
    mapped: Callable[..., Iterable[Any]] = map,
) -> SameMatches:
    """Play that many matches of both designs, by the people of `one`, and return what changes.

    designs: that of `one`, and the other. mapped: as `sim.batch.engines.spread` yields it. Raises InputError for
    external bots.
    """
    if any(seat.from_outside for seat in one.seats):
        raise InputError("--trials: {run} has external bots, expected players of the house.", run=one.key)
    seed = derive(one.seed, "in step")
    tasks = [Task(index, match_seed(seed, index), one.seats, in_step=True) for index in range(matches)]
    found, other = (measured(one, mapped(tried, [design] * matches, tasks)) for design in designs)
    return SameMatches(matches, tuple(compare(found, other)))


def measured(run: StoredRun, results: Iterable[MatchResult | CrashingMatch]) -> Measured:
    """Return all figures of matches of `run` that were played just now, to be compared in pairs.

    Those that crashed count in none.
    """
    collector = FigureCollector(metrics_of(run.game).table, run.seats, pairs=True)
    for result in results:
        if not isinstance(result, CrashingMatch):
            collector.add(*result)
    figures, _curves = collector.figures()
    return Measured(run, tuple(figures), {}, collector.spots, {})
