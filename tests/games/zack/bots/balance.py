"""What two strategies throw and take in a game: `python -m tests.games.zack.bots.balance sharp steady [--games 250]`.

Two against two, casual people, single games in mirrored pairs at the table without physics (table.py; one throw in ten
misses): cards a player throws in a game, in turn and out of turn, and cards that the same player takes, by cause.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from sim.games.zack.bots.percepts import Plan
from sim.games.zack.rules import Reason
from sim.people.skill import load_skills
from sim.seeds import derive
from sim.statistics import mean
from studies.zack_without_physics import interval_text
from tests.games.zack.bots.against import MISS_RATE
from tests.games.zack.bots.table import ZackTable

WORDS = {Reason.SLOW: "for being slow", Reason.OUT_OF_TURN: "for throwing out of turn"}
KEYS = (
    "cards thrown in turn",
    "cards thrown out of turn",
    *(f"cards taken {words}" for words in WORDS.values()),
    "cards taken after own challenges",
    *(f"times challenged rightly {words}" for words in WORDS.values()),
    "own challenges that fail",
)


class Counted(ZackTable):
    """A game that counts by seat."""

    def __init__(self, heads: Sequence[str], seed: int) -> None:
        super().__init__([load_skills()["casual"]] * len(heads), seed, heads, MISS_RATE)
        self.counts: list[Counter[str]] = [Counter() for _ in heads]

    def _lands(self, at_s: float, seat: int, name: str, kind: str, missed: bool) -> None:
        if not self.stopped and not missed:
            self.counts[seat][KEYS[0] if seat == self.due else KEYS[1]] += 1
        super()._lands(at_s, seat, name, kind, missed)

    def _challenged(self, at_s: float, seat: int, plan: Plan, missed: bool) -> None:
        before, cards = len(self.story.challenges), len(self.bowl)
        super()._challenged(at_s, seat, plan, missed)
        for _, reason, success in self.story.challenges[before:]:
            assert plan.target is not None
            if success:
                self.counts[plan.target][f"cards taken {WORDS[reason]}"] += cards
                self.counts[plan.target][f"times challenged rightly {WORDS[reason]}"] += 1
            else:
                self.counts[seat]["cards taken after own challenges"] += cards
                self.counts[seat]["own challenges that fail"] += 1


def balance(first: str, second: str, games: int, seed: int) -> dict[str, list[list[float]]]:
    """Of each key, for the first and the second strategy: the mean of its two players in every pair of games."""
    found: dict[str, list[list[float]]] = {key: [[], []] for key in KEYS}
    for pair in range(games // 2):
        both: list[Counter[str]] = [Counter(), Counter()]
        for heads in ([first, second] * 2, [second, first] * 2):
            game = Counted(heads, derive(seed, "balance", pair))
            game.play()
            for head, counts in zip(heads, game.counts, strict=True):
                both[head != first].update(counts)
        for key in KEYS:
            for side in (0, 1):
                found[key][side].append(both[side][key] / 4)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"| a player and game | {args.first} | {args.second} |\n|---|---|---|")
    for key, sides in balance(args.first, args.second, args.games, args.seed).items():
        print(f"| {key} | " + " | ".join(interval_text(mean(side), digits=2) for side in sides) + " |")


if __name__ == "__main__":
    main()
