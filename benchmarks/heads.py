"""What deciding costs: a strategy that looks ahead against one that has learned, and skilled players against casual."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.decisions import Decisions
from sim.batch.job import Task, match_seed, play
from sim.match.seats import seats_from
from sim.protocols import Configuration, Line
from sim.seeds import rng
from sim.spec import match_of
from sim.statistics import Interval, median

GAME = "riff-raff"
SLOW, QUICK = "lookahead", "trained"
_LEAST = 3
"""The fewest comparisons whose median is looked for."""


@dataclass(frozen=True, slots=True)
class Heads:
    """Ratios of processor times, as medians with their intervals.

    thought: of a placement's thought of SLOW over that of QUICK, question by question. match: of a match of four
    skilled players over one of four casual ones, seed by seed. questions, matches: how many ratios there are of each.
    """

    thought: Interval
    questions: int
    match: Interval
    matches: int

    def to_json(self) -> Line:
        """Return it as plain data."""
        return {
            f"{SLOW}_over_{QUICK}": self.thought.to_json(),
            "questions": self.questions,
            "skilled_match_over_casual": self.match.to_json(),
            "matches": self.matches,
        }


def thoughts(configuration: Configuration, seed: int, seconds: float) -> list[float]:
    """Return the ratio of the processor times of SLOW and QUICK for placements of a match.

    They take turns in going first. No more placements are timed once these have taken `seconds`.
    """
    part = match_of(GAME)
    assert part.questions is not None
    assert part.questions.think is not None
    strategies_think = part.questions.think
    ratios: list[float] = []
    spent_s = 0.0

    def answer(question: Any, think: Callable[[], Any]) -> Any:
        nonlocal spent_s
        if question.kind == "place" and (spent_s < seconds or len(ratios) < _LEAST):
            costs = {}
            for strategy in (SLOW, QUICK) if len(ratios) % 2 else (QUICK, SLOW):
                stream, at = rng(seed, "heads", len(ratios)), time.process_time()
                strategies_think(question, strategy, stream)
                costs[strategy] = time.process_time() - at
            ratios.append(costs[SLOW] / costs[QUICK])
            spent_s += sum(costs.values())
        return think()

    seats = seats_from([f"casual:{QUICK}"] * 4, GAME)
    part.open(configuration, seats, match_seed(seed, 0), bots=Decisions(answer)).run()
    return ratios


def matches(configuration: Configuration, seed: int, seconds: float) -> list[float]:
    """Return the ratio of the processor times of a match of skilled players and one of casual ones, seed by seed."""
    tables = {skill: seats_from([skill] * 4, GAME) for skill in ("skilled", "casual")}
    found: list[float] = []
    begun = time.process_time()
    while len(found) < _LEAST or time.process_time() - begun < seconds:
        costs = {}
        for skill in sorted(tables, reverse=bool(len(found) % 2)):
            at = time.process_time()
            play(configuration, Task(len(found), match_seed(seed, len(found)), tables[skill]))
            costs[skill] = time.process_time() - at
        found.append(costs["skilled"] / costs["casual"])
    return found


def measured(configuration: Configuration, seed: int, seconds: float) -> Heads:
    """Compare strategies and players for about `seconds` of processor time each."""
    thought, whole = thoughts(configuration, seed, seconds), matches(configuration, seed, seconds)
    return Heads(median(thought), len(thought), median(whole), len(whole))
