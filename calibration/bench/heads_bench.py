"""What deciding costs: a strategy that looks ahead against one that has learned, and skilled players against casual."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.batch.runner import Task, match_seed, play
from sim.match.seats import seats_from
from sim.match.turn_based import Question
from sim.protocols import Configuration, Line
from sim.seeds import rng
from sim.spec import game_of
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


class _Timed:
    """Decisions as the match takes them itself (`sim.spec.OutsideBots`), those of placements timed by both strategies.

    ratios: of the processor times of SLOW and QUICK for each placement; they take turns in going first.
    """

    def __init__(self, think: Callable[[Any, str, np.random.Generator], Line], seed: int, most_s: float) -> None:
        """Set how a strategy answers a question, and for how long placements are timed (s of processor time)."""
        self.ratios: list[float] = []
        self._think, self._seed, self._left_s = think, seed, most_s

    def decide(self, question: Question[Any, Any], think: Callable[[], Any], _check: Callable[[Any], None]) -> Any:
        """Return the match's own answer, after both strategies have thought about a placement."""
        if question.kind == "place" and (self._left_s > 0.0 or len(self.ratios) < _LEAST):
            costs = {}
            for strategy in (SLOW, QUICK) if len(self.ratios) % 2 else (QUICK, SLOW):
                stream, at = rng(self._seed, "heads", len(self.ratios)), time.process_time()
                self._think(question, strategy, stream)
                costs[strategy] = time.process_time() - at
            self.ratios.append(costs[SLOW] / costs[QUICK])
            self._left_s -= sum(costs.values())
        return think()

    def hear(self, _line: Line) -> None:
        """Do nothing."""

    def tell(self, _by: str, _percept: Line) -> None:
        """Do nothing."""

    def next_s(self, _by: str) -> None:
        """Return None."""


def thoughts(configuration: Configuration, seed: int, seconds: float) -> list[float]:
    """Return the ratio of the processor times of SLOW and QUICK for each placement of a match, or of its first ones."""
    part = game_of(GAME).match()
    assert part.questions is not None
    assert part.questions.think is not None
    timed = _Timed(part.questions.think, seed, seconds)
    part.open(configuration, seats_from([f"casual:{QUICK}"] * 4, GAME), match_seed(seed, 0), bots=timed).run()
    return timed.ratios


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
