"""The coverage of a league's intervals: how many of them hold what is true, in leagues of players of known strength.

    python -m studies.league_coverage --leagues 300

Strengths are drawn anew for every league, with equal chances up to 250 points from 0. The two matches of a pair are
correlated as in leagues that were played: -0.35 (Riff Raff), -0.1 (ZATRE), 0.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.league.rating import POINTS, Pair, Ratings
from sim.seeds import rng
from sim.statistics import Interval, rate

SPREAD = 250.0
"""The farthest that a strength is from 0 (Elo points)."""
BEST = 2000.0
"""The strength of a player who practically always wins (Elo points)."""


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of league. alike: the correlation of the two matches of a pair. best: whether one player always wins."""

    players: int
    pairs: int
    alike: float
    best: bool = False

    def __str__(self) -> str:
        """Return the case in words."""
        best = ", one of whom always wins" if self.best else ""
        return f"{self.players} players{best}, {self.pairs} pairs, correlation {self.alike:+.2f}"


CASES = (
    Case(2, 6, -0.35),
    Case(2, 6, 0.0),
    Case(2, 30, -0.35),
    Case(4, 3, -0.35),
    Case(4, 4, -0.1),
    Case(4, 16, -0.1),
    Case(4, 4, -0.1, best=True),
    Case(4, 16, -0.1, best=True),
)


def strengths(case: Case, chance: np.random.Generator) -> np.ndarray:
    """Draw the strengths of the players (Elo points)."""
    found = chance.uniform(-SPREAD, SPREAD, case.players)
    if case.best:
        found[-1] = BEST
    return found


def drawn(true: np.ndarray, pairs: int, alike: float, chance: np.random.Generator) -> list[Pair]:
    """Draw the pairs of a league. alike: the correlation of the two matches, or as near to it as there can be."""
    found = []
    for first, second in combinations(range(len(true)), 2):
        share = share_of(true[first] - true[second])
        both = max(0.0, 2 * share - 1, share * share + alike * share * (1 - share))
        chances = (1 - 2 * share + both, 2 * (share - both), both)
        found += [Pair(first, second, won / 2) for won in chance.choice(3, pairs, p=chances)]
    return found


def share_of(points: float) -> float:
    """Return the share of the victories that a player expects who is better by these points."""
    return float(1.0 / (1.0 + np.exp(-points / POINTS)))


def looks(case: Case, seed: int, number: int) -> Iterator[tuple[str, bool]]:
    """Yield for each interval of a league what it is of, and whether it holds what is true."""
    chance = rng(seed, "league coverage", str(case), number)
    true = strengths(case, chance)
    pairs = drawn(true, case.pairs, case.alike, chance)
    found, anchored = Ratings(case.players, pairs), Ratings(case.players, pairs, anchor=0)
    zero = true[list(found.core)].mean()
    for player in range(case.players):
        yield "Elo", holds(found.intervals[player], true[player] - zero)
        if player:
            yield "difference of Elo", holds(anchored.intervals[player], true[player] - true[0])
        expected = [share_of(true[player] - true[other]) for other in range(case.players) if other != player]
        yield "share of victories", holds(found.victories(player), float(np.mean(expected)))
    for first, second in combinations(range(case.players), 2):
        yield "share against each other", holds(found.against(first, second), share_of(true[first] - true[second]))


def holds(found: Interval, true: float) -> bool:
    """Return True if an interval holds a value."""
    return bool(found.low <= true <= found.high)


def main() -> None:
    """Play leagues and print how many intervals hold what is true, with the interval of each figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--leagues", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for case in CASES:
        held, all_looks = Counter[str](), Counter[str]()
        for number in range(options.leagues):
            for what, hold in looks(case, options.seed, number):
                held[what] += hold
                all_looks[what] += 1
        print(f"{case}:")
        for what, count in all_looks.items():
            print(f"  {what}: {rate(held[what], count).percent()}", flush=True)


if __name__ == "__main__":
    main()
