"""Does play pay at ZIGZAG? `python -m calibration.zigzag_ladder`: each strategy against the next weaker, equal hands.

Partners play alike and sit diagonally, so there is one table, ABAB, and its mirror image with the same seed; the two
are one observation. The number of matches is fixed beforehand.
"""

from __future__ import annotations

import argparse

from sim.batch.clusters import clustered_rate
from sim.batch.runner import Task, run_tasks
from sim.configuration import changed_configuration
from sim.matches.seats import NAMES, Seat
from sim.seeds import derive
from sim.statistics import Interval

PROFILE = "casual"
STEPS = (("greedy", "random"), ("team", "greedy"), ("watchful", "team"))
"""Stronger first."""
MINUTES = 20.0
"""Undecided matches are stopped then: most boxes win."""
PAIRS = 40
"""Mirrored pairs of a step: 80 matches."""


def tasks(stronger: str, weaker: str, pairs: int, seed: int) -> list[Task]:
    """That many mirrored pairs, the mirror image right behind its match."""
    found = []
    for pair in range(pairs):
        at = derive(seed, "zigzag-ladder", stronger, weaker, pair)
        for side in range(2):
            order = (stronger, weaker) if side == 0 else (weaker, stronger)
            seats = tuple(Seat(name, PROFILE, order[number % 2]) for number, name in zip(range(4), NAMES, strict=False))
            found.append(Task(2 * pair + side, at, seats))
    return found


def duel(stronger: str, weaker: str, pairs: int, seed: int, jobs: int = 1) -> Interval:
    """The stronger pair's share of the victories, over that many mirrored pairs of matches."""
    todo = tasks(stronger, weaker, pairs, seed)
    configuration = changed_configuration("zigzag", {"table": {"most_minutes": MINUTES}})
    won = [0.0] * pairs
    for task, (row, _) in zip(todo, run_tasks(configuration, todo, jobs), strict=True):
        ours = [seat.strategy == stronger for seat in task.seats]
        won[task.index // 2] += sum(share for share, our in zip(row.victory, ours, strict=True) if our)
    return clustered_rate(won, [2.0] * pairs)


def main() -> None:
    """Tell the ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    print(f"Two against two, {2 * asked.pairs} matches a step, seed {asked.seed}, {PROFILE} hands (95 % intervals).")
    for stronger, weaker in STEPS:
        share = duel(stronger, weaker, asked.pairs, asked.seed, asked.jobs)
        verdict = "holds" if share.estimate >= 0.6 and share.low > 0.5 else "does not hold"
        print(f"  {stronger:10} over {weaker:10} {share.percent():>22}  {verdict}", flush=True)


if __name__ == "__main__":
    main()
