"""Do the intervals hold the truth? `python -m studies.coverage STORE.sqlite [--runs 300 --matches 10 --all]`

The store holds some hundreds of matches, as `yardarm simulate GAME --matches 400 --profile draft --out STORE.sqlite`
keeps them. What they come to together is taken for the truth. Then runs of a few of these matches, drawn at random, are
counted each by itself as a report counts them, and for every figure it is counted how often its interval holds the
truth, and on which side it misses. Printed are the figures that are not held 92 to 98 times in a hundred; with --all,
all of them. Left out are figures of what never happens, and those that fewer than half the runs give an interval.

At the end stands how observations of a match correlate, over the proportions of the game: sim/batch/figures.py assumes
ALIKE where a figure cannot tell.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.metrics.figures import Figure
from calibration.metrics.measured import FigureCollector
from calibration.metrics.metrics_reader import StoredRun, reading
from sim.batch.match_counts import metrics_of
from sim.metrics import MetricTable, Part, Seats
from sim.seeds import rng
from sim.statistics import LEVEL, Interval, rate

Match = tuple[Any, Sequence[Any]]
"""The row of a match and those of its turns."""
FEWEST, MOST = 0.92, 0.98


@dataclass(slots=True)
class Covered:
    """Counts of the runs in which the interval of a figure held the truth, or all of it lay above or below."""

    truth: float
    held: int = 0
    above: int = 0
    below: int = 0

    @property
    def runs(self) -> int:
        """The number of runs in which it had an interval."""
        return self.held + self.above + self.below

    @property
    def share(self) -> Interval:
        """The share of the runs in which it held the truth."""
        return rate(self.held, self.runs)

    def add(self, found: Interval) -> None:
        """Count an interval; a missing bound excludes nothing, and where both are missing there is none."""
        # A bound may equal the truth.
        close = 1e-9 * max(1.0, abs(self.truth))
        if math.isnan(found.low) and math.isnan(found.high):
            return
        if found.low > self.truth + close:
            self.above += 1
        elif found.high < self.truth - close:
            self.below += 1
        else:
            self.held += 1


def all_figures(table: MetricTable, seats: Seats, matches: Sequence[Match]) -> list[Figure]:
    """Return the figures of some matches."""
    collector = FigureCollector(table, seats)
    for match in matches:
        collector.add(*match)
    return collector.figures()[0]


def coverage(
    table: MetricTable, seats: Seats, pool: Sequence[Match], runs: int, matches: int, seed: int
) -> dict[str, Covered]:
    """Return how often the intervals of runs of this many matches of a pool hold what the pool comes to, by figure."""
    truths = {figure.key: figure.interval for figure in all_figures(table, seats, pool)}
    found = {
        key: Covered(truth.estimate) for key, truth in truths.items() if truth.estimate and not math.isnan(truth.low)
    }
    drawing = rng(seed, "coverage")
    for _ in range(runs):
        drawn = drawing.choice(len(pool), matches, replace=False)
        for figure in all_figures(table, seats, [pool[n] for n in sorted(drawn.tolist())]):
            if figure.key in found:
                found[figure.key].add(figure.interval)
    return {key: covered for key, covered in found.items() if covered.runs >= runs / 2}


def correlations(table: MetricTable, seats: Seats, pool: Sequence[Match]) -> Iterator[float]:
    """Yield how observations of a match correlate, for every proportion of turns and its parts."""
    for metric in table.metrics():
        if metric.proportion and metric.of_turns:
            yield from _correlation([metric.sums(*match) for match in pool] if metric.single else [])
            for by in metric.by:
                parts: dict[Part, list[tuple[float, float]]] = defaultdict(list)
                for match, turns in pool:
                    sums: dict[Part, tuple[float, float]] = {}
                    for part, y, x in by.counts(metric, match, turns, seats):
                        known = sums.get(part, (0.0, 0.0))
                        sums[part] = known[0] + y, known[1] + x
                    for part, pair in sums.items():
                        parts[part].append(pair)
                for pairs in parts.values():
                    yield from _correlation(pairs)


def _correlation(pairs: Sequence[tuple[float, float]]) -> Iterator[float]:
    """Yield the correlation that the sums of matches show, if there are enough events and more than one turn each."""
    y, x = np.array([pair for pair in pairs if pair[1] > 0]).reshape(-1, 2).T
    if len(x) < 2 or min(y.sum(), x.sum() - y.sum()) < 20:
        return
    r, size = y.sum() / x.sum(), float((x * x).sum() / x.sum())
    if size > 1.5:
        effect = len(x) / (len(x) - 1) * float(((y - r * x) ** 2).sum()) / x.sum() / (r * (1 - r))
        yield (effect - 1) / (size - 1)


def with_arguments(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the store, and which runs are drawn from it."""
    parser.add_argument("store", type=Path)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def stored_matches(path: Path) -> tuple[MetricTable, StoredRun, list[Match]]:
    """Return the metrics of the game, the run that a store holds, and its matches."""
    with reading(path) as store:
        run = store.run(None, "--run")
        pool: list[Match] = [match for span in store.spans(run) for match in store.block(run, span).matches]
    return whole_table(run.game), run, pool


def whole_table(game: str) -> MetricTable:
    """Return the metrics of a game: those of a report, and those that only `simulate` prints."""
    table = metrics_of(game).table
    return replace(table, entries=(*table.entries, *table.others))


def main() -> None:
    """Print what the matches of a store show."""
    parser = with_arguments(argparse.ArgumentParser(description=__doc__))
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    table, run, pool = stored_matches(given.store)
    found = coverage(table, run.seats, pool, given.runs, given.matches, given.seed)
    within = sum(FEWEST <= covered.share.estimate <= MOST for covered in found.values())
    wide = sum(covered.share.estimate > MOST for covered in found.values())
    print(
        f"{run.game}: {given.runs} runs of {given.matches} of {len(pool)} matches. Of {len(found)} figures, {within} "
        f"are held {100 * FEWEST:.0f} to {100 * MOST:.0f} times in 100, {wide} more often, "
        f"{len(found) - within - wide} less often; {100 * LEVEL:.0f} are promised."
    )
    width = max(map(len, found))
    for key, covered in found.items():
        if given.all or not FEWEST <= covered.share.estimate <= MOST:
            sides = f"above {covered.above}, below {covered.below} of {covered.runs}"
            print(f"  {key:{width}}  {covered.truth:10.4g}  {covered.share.percent():>22}  {sides}")
    alike = np.array(list(correlations(table, run.seats, pool)))
    quarters = ", ".join(f"{value:.3f}" for value in np.quantile(alike, (0.1, 0.5, 0.9)))
    print(f"Correlation within matches of {len(alike)} proportions, a tenth, half, nine tenths below: {quarters}")


if __name__ == "__main__":
    main()
