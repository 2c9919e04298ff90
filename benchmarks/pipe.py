"""The time that a question to a bot in another process takes: written, read there, answered at once, and read here."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import partial

from benchmarks.decisions import Decisions
from sim.bots.bot import Info, Question
from sim.bots.kept import Started
from sim.bots.process import BotProcess
from sim.configuration import load_configuration
from sim.match.seats import seats_from
from sim.match.turn_based import TurnBasedMatch
from sim.protocols import Line
from sim.spec import match_of
from sim.statistics import Interval, median

QUESTIONS = 1000
_GAME = "riff-raff"
_TIME_S = 10.0
_UNTIMED = 20
_BOT = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["do"] == "hello":
        print(json.dumps({"id": said["id"], "name": "prompt", "wants": ["legal"]}), flush=True)
    elif "id" in said:
        print(json.dumps({"id": said["id"], "pick": 0}), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Piped:
    """The times of questions (ms): their median with its interval, the slowest of twenty, and how many they were."""

    median_ms: Interval
    p95_ms: float
    questions: int

    def to_json(self) -> Line:
        """Return it as plain data."""
        return {"question_ms": self.median_ms.to_json(), "p95_ms": round(self.p95_ms, 4), "questions": self.questions}


def first_question(seed: int) -> tuple[Question, Line]:
    """Return the first question of a match of four at Riff Raff, and what never changes in that match."""
    configuration, part = load_configuration(_GAME), match_of(_GAME)
    assert part.questions is not None
    match = part.open(
        configuration, seats_from(("casual",) * 4, _GAME), seed, bots=Decisions(lambda _question, _think: None)
    )
    assert isinstance(match, TurnBasedMatch)
    asked = next(match.questions())
    legal = part.questions.legal(asked)
    table = part.questions.table(configuration)
    return Question(asked.by[0], asked.kind, part.questions.view(asked), lambda: legal), table


def measured(seed: int, questions: int = QUESTIONS) -> Piped:
    """Ask a bot in another process, which answers at once, the same question many times."""
    question, table = first_question(seed)
    names = ("Anne", "Bert", "Cleo", "Dirk")
    player = BotProcess(partial(Started, [sys.executable, "-c", _BOT]), {})
    times: list[float] = []
    try:
        player.begin(Info(_GAME, question.by, names, ("casual",) * 4, table, seed, _TIME_S))
        for number in range(questions + _UNTIMED):
            begun = time.perf_counter()
            player.ask(question, number, _TIME_S)
            times.append(1000.0 * (time.perf_counter() - begun))
    finally:
        player.end()
    del times[:_UNTIMED]
    return Piped(median(times), sorted(times)[int(0.95 * len(times))], len(times))
