"""Would intervals that correct for skewness hold better? `python -m studies.skewness STORE.sqlite [--runs --matches]`

For every mean of a game, runs of a few matches are drawn from a store as in studies/coverage.py, and four intervals are
made of each: today's, Johnson's (Journal of the American Statistical Association 73, 1978), Hall's (Journal of the
Royal Statistical Society B 54, 1992), and what lies in today's or in Hall's. Printed is how often they hold what the
whole store comes to, and how wide they are beside today's.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.batch.figures import Ratio
from sim.metrics import Metric
from sim.seeds import rng
from sim.statistics import t_quantile
from studies.coverage import FEWEST, MOST, Match, stored_matches, with_arguments

Clusters = NDArray[np.float64]
"""A row a match: what is counted, and out of how many."""
Bounds = tuple[float, float]


def means(metrics: Iterable[Metric], pool: Sequence[Match]) -> Iterator[tuple[str, bool, Clusters]]:
    """Yield the key of each undivided mean, whether it is never negative, and its clusters."""
    for metric in metrics:
        if metric.single and not metric.proportion:
            clusters = np.array([metric.sums(*match) for match in pool], float)
            if clusters[:, 0].any():
                yield metric.key, metric.bounds[0] >= 0, clusters


def today(clusters: Clusters, positive: bool) -> Bounds:
    """Return the bounds that reports give."""
    ratio = Ratio.of(*clusters.T)
    found = ratio.positive_mean() if positive else ratio.mean()
    return found.low, found.high


def _moments(clusters: Clusters) -> tuple[float, float, float, int]:
    """Return the quotient, its standard error, the skewness of the residuals, and the number of clusters."""
    y, x = clusters[clusters[:, 1] > 0].T
    r, k = y.sum() / x.sum(), len(x)
    residuals = y - r * x
    spread = math.sqrt((residuals**2).mean())
    skewness = (residuals**3).mean() / spread**3 if spread else 0.0
    return r, math.sqrt(k * k / (k - 1)) * spread / x.sum(), skewness, k


def johnson(clusters: Clusters, positive: bool) -> Bounds:
    """Return the bounds moved by the skewness."""
    r, error, skewness, k = _moments(clusters)
    q = t_quantile(k / 2)
    moved = r + error * skewness * (1 + 2 * q * q) / (6 * math.sqrt(k))
    return moved - q * error, moved + q * error


def hall(clusters: Clusters, positive: bool) -> Bounds:
    """Return the bounds by the cubic transformation that makes the quotient symmetric."""
    r, error, skewness, k = _moments(clusters)
    root = math.sqrt(k)

    def inverse(q: float) -> float:
        if abs(skewness) < 1e-9:
            return q
        return 3 * root / skewness * (float(np.cbrt(1 + skewness * (q / root - skewness / (6 * k)))) - 1)

    q = t_quantile(k / 2)
    return r - error * inverse(q), r - error * inverse(-q)


def either(clusters: Clusters, positive: bool) -> Bounds:
    """Return the bounds that hold today's interval and Hall's."""
    (low, high), (lower, higher) = today(clusters, positive), hall(clusters, positive)
    return min(low, lower), max(high, higher)


METHODS: tuple[Callable[[Clusters, bool], Bounds], ...] = (today, johnson, hall, either)


def coverage(clusters: Clusters, positive: bool, runs: int, matches: int, drawing: Any) -> tuple[Clusters, Clusters]:
    """Return for each method the share of runs that hold the truth, and the mean width."""
    y, x = clusters.sum(axis=0)
    held, width = np.zeros((2, len(METHODS)))
    counted = 0
    for _ in range(runs):
        drawn = clusters[drawing.choice(len(clusters), matches, replace=False)]
        if np.count_nonzero(drawn[:, 1] > 0) < 2 or not drawn[:, 0].any():
            continue
        counted += 1
        for n, method in enumerate(METHODS):
            low, high = method(drawn, positive)
            held[n] += low - 1e-9 <= y / x <= high + 1e-9
            width[n] += high - low
    return held / max(1, counted), width / max(1, counted)


def main() -> None:
    """Print what the matches of a store show."""
    given = with_arguments(argparse.ArgumentParser(description=__doc__)).parse_args()
    table, _, pool = stored_matches(given.store)
    drawing = rng(given.seed, "skewness")
    names = [method.__name__ for method in METHODS]
    print(f"{given.runs} runs of {given.matches} of {len(pool)} matches, held of 100, and width beside today's")
    print(f"{'':24} skewness" + "".join(f"{name:>9}" for name in names))
    all_held, all_widths = [], []
    for key, positive, clusters in means(table.metrics(), pool):
        held, width = coverage(clusters, positive, given.runs, given.matches, drawing)
        all_held.append(held)
        all_widths.append(width / width[0])
        print(f"{key:24} {_moments(clusters)[2]:8.1f}" + "".join(f"{100 * share:9.1f}" for share in held))
    shares, widths = np.array(all_held), np.nanmean(all_widths, axis=0)
    for n, name in enumerate(names):
        few, many = np.count_nonzero(shares[:, n] < FEWEST), np.count_nonzero(shares[:, n] > MOST)
        print(f"{name}: {few} of {len(shares)} too seldom, {many} too often, {widths[n]:.2f} times as wide")


if __name__ == "__main__":
    main()
