"""What matches in step are worth: `python -m studies.in_step GAME KEY=VALUE [...] [--matches 60] [--ordinary]`

A game is played as shipped and with these keys changed, with the same seeds: in step where it has such matches, so that
luck is drawn part by part (`report --against --trials`), or with --ordinary as `simulate` does. Printed is, by figure,
its change with the interval of pairs, and the gain: how many times as many unpaired matches would tell as much, by the
variance, with an interval from resampled pairs. Then 1,000 comparisons of a third of the pairs each, drawn at random,
are made as a report makes them: how often the interval holds the change of all pairs.

Measured at ZIGZAG and ZATRE: see `docs/explanation/statistics.md`.
"""

from __future__ import annotations

import math
import time
import tomllib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.metrics.figures import CHANCE, difference
from calibration.metrics.measured import Measured
from calibration.metrics.metrics_reader import StoredRun
from calibration.reports.same_matches import measured
from sim.batch.job import MatchResult, Task, match_seed, play
from sim.configuration import changed_configuration
from sim.match.seats import seats_from
from sim.measures import nested
from sim.protocols import Configuration
from sim.seeds import rng
from sim.statistics import Interval, rate
from studies import arguments

RESAMPLES, REPETITIONS = 500, 1_000
Residuals = NDArray[np.float64]


def gain(one: Residuals, other: Residuals) -> float:
    """Return the variance of an unpaired difference over that of a paired one; infinity where nothing differs."""
    apart = float(((one - other) ** 2).sum())
    return float((one**2 + other**2).sum()) / apart if apart > 0 else math.inf


def gain_interval(one: Residuals, other: Residuals) -> Interval:
    """Return the gain with a 95 % interval by the bootstrap over pairs."""
    draws = rng(1, "in step", "gain").integers(len(one), size=(RESAMPLES, len(one)))
    low, high = np.quantile([gain(one[drawn], other[drawn]) for drawn in draws], (0.025, 0.975), method="lower")
    return Interval(gain(one, other), float(low), float(high))


def residuals(found: Measured, key: str, matches: int) -> Residuals | None:
    """Return what each match adds to the deviation of a figure; None where that is not known."""
    sums = found[key].sums if key in found else None
    known = None if sums is None else sums.residuals()
    return None if known is None else np.array([known.get(index, 0.0) for index in range(matches)])


def covered(run: StoredRun, one: Sequence[MatchResult], other: Sequence[MatchResult], keys: Sequence[str]) -> list[int]:
    """Return, by figure, how many of `REPETITIONS` comparisons hold the change of all pairs."""
    both = [measured(run, results) for results in (one, other)]
    truth = {key: both[1][key].interval.estimate - both[0][key].interval.estimate for key in keys}
    held = dict.fromkeys(keys, 0)
    for number in range(REPETITIONS):
        drawn = rng(number, "in step", "pairs").integers(len(one), size=max(2, len(one) // 3))
        some = [measured(run, [_numbered(results[at], n) for n, at in enumerate(drawn)]) for results in (one, other)]
        for key in keys:
            if all(key in each for each in some):
                change = difference(some[1][key], some[0][key], paired=True).interval
                held[key] += change.low - 1e-9 <= truth[key] <= change.high + 1e-9
    return [held[key] for key in keys]


def _numbered(result: MatchResult, index: int) -> MatchResult:
    row, turns = result
    return replace(row, index=index), [replace(turn, match=index) for turn in turns]


def main() -> None:
    """Print the table."""
    parser = arguments.parser(__doc__, "matches", "seed", matches=60)
    parser.add_argument("game")
    parser.add_argument("changes", nargs="+", metavar="KEY=VALUE")
    parser.add_argument("--ordinary", action="store_true")
    given = parser.parse_args()
    changes = {key: tomllib.loads(f"value = {value}")["value"] for key, value in (c.split("=") for c in given.changes)}
    seats = seats_from(("casual",) * 4, given.game)

    def results(configuration: Configuration) -> list[MatchResult]:
        seeds = ((index, match_seed(given.seed, index)) for index in range(given.matches))
        return [play(configuration, Task(*each, seats, in_step=not given.ordinary)) for each in seeds]

    begun = time.process_time()
    designs = [changed_configuration(given.game, nested(tree)) for tree in ({}, changes)]
    before, after = map(results, designs)
    each_s = (time.process_time() - begun) / (2 * given.matches)
    run = StoredRun("", given.game, given.seed, seats, "play", "", given.matches, None, None, {}, {}, 0, ())
    first, second = measured(run, before), measured(run, after)
    keys = [f.key for f in first.figures if "." not in f.key.removesuffix(".mean") and f.unit != CHANCE]
    keys = [key for key in keys if residuals(first, key, 1) is not None and residuals(second, key, 1) is not None]
    print(f"{given.matches} matches of each design, {each_s:.2f} s of processor time a match")
    print(f"{'figure':24}{'as shipped':>12}{'change':>12}{'+-':>9}   {'gain':24}held in {REPETITIONS}")
    for key, held in zip(keys, covered(run, before, after, keys), strict=True):
        change = difference(second[key], first[key], paired=True).interval
        one, other = residuals(first, key, given.matches), residuals(second, key, given.matches)
        assert one is not None
        assert other is not None
        words = f"{key:24}{first[key].interval.estimate:12.3f}{change.estimate:+12.3f}"
        worth = gain_interval(one, other)
        words += f"{(change.high - change.low) / 2:9.3f}   "
        words += f"{f'{worth.estimate:.1f} ({worth.low:.1f} to {worth.high:.1f})':24}"
        print(words + rate(held, REPETITIONS).percent(), flush=True)


if __name__ == "__main__":
    arguments.run(main)
