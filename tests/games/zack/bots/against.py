"""Two strategies at the table without physics: `python -m tests.games.zack.bots.against 'steady?haste=1.6' steady`.

Two against two, casual people, single games in mirrored pairs (table.py; one throw in ten misses).
"""

from __future__ import annotations

import argparse

from calibration.league.sides import both_ways, ladder_of
from sim.batch.figures import clustered_rate
from sim.people.skill import load_skills
from sim.seeds import derive
from sim.statistics import Interval
from tests.games.zack.bots.table import ZackTable

MISS_RATE = 0.1


def victories(first: str, second: str, pairs: int, seed: int) -> Interval:
    """The first strategy's share of the games; one that nobody has won counts half for either."""
    tables, skill = ladder_of("zack").tables, load_skills()["casual"]
    won = []
    for pair in range(pairs):
        letters = tables[pair % len(tables)]
        share = 0.0
        for seated in both_ways(letters):
            heads = [first if letter == "A" else second for letter in seated]
            game = ZackTable([skill] * len(heads), derive(seed, "against", pair), heads, MISS_RATE)
            winner = game.play().winner
            share += 0.5 if winner is None else seated[winner] == "A"
        won.append(share)
    return clustered_rate(won, [2.0] * pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = victories(args.first, args.second, args.pairs, args.seed)
    print(f"{args.first} against {args.second}: {found.percent()} of {2 * args.pairs} games")


if __name__ == "__main__":
    main()
