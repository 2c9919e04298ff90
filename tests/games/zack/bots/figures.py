"""Figures of the heads of Zack!: `python -m tests.games.zack.bots.figures [--games 100]`.

Four steady players alike play without physics (table.py: cards land after 0.35 s and nobody misses).
"""

from __future__ import annotations

import argparse

from sim.batch.figures import clustered_rate, quantile
from sim.games.zack.rules import Reason
from sim.people.skill import PROFILES, load_skills
from sim.statistics import Interval, mean
from tests.games.zack.bots.table import Story, ZackTable


def told(found: Interval, scale: float = 1.0, digits: int = 1) -> str:
    return f"{scale * found.estimate:.{digits}f} ({scale * found.low:.{digits}f}-{scale * found.high:.{digits}f})"


def rows(stories: list[Story]) -> dict[str, str]:
    found = {
        "seconds from one card to the next (median)": told(
            quantile([wait for story in stories for wait in story.waits_s], 0.5), digits=2
        ),
        "length of a game, s": told(mean([story.seconds for story in stories]), digits=0),
        "cards thrown": told(mean([float(len(story.throws)) for story in stories]), digits=0),
        "of them out of turn, %": told(
            clustered_rate([float(s.wrong) for s in stories], [float(len(s.throws)) for s in stories]), 100
        ),
    }
    for words, reason in (("slow", Reason.SLOW), ("out-of-turn", Reason.OUT_OF_TURN)):
        ours = [[good for _, why, good in story.challenges if why is reason] for story in stories]
        found[f"{words} challenges a game"] = told(mean([float(len(one)) for one in ours]))
        found["of them successful, %" + " " * (reason is Reason.OUT_OF_TURN)] = told(
            clustered_rate([float(sum(one)) for one in ours], [float(len(one)) for one in ours]), 100, 0
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    count = parser.parse_args().games
    skills = load_skills()
    tables = [rows([ZackTable([skills[name]] * 4, seed).play() for seed in range(count)]) for name in PROFILES]
    print("| | " + " | ".join(PROFILES) + " |\n|---|" + "---|" * len(PROFILES))
    for key in tables[0]:
        print(f"| {key.strip()} | " + " | ".join(table[key] for table in tables) + " |")


if __name__ == "__main__":
    main()
