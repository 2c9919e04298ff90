"""Bots that think as long as a test wants them to."""

from __future__ import annotations

import threading
from typing import Any

from sim.bots.bot import Info, Question

GATE = threading.Event()
"""Set while the bots here may answer."""


class Thoughtful:
    """Draws a legal answer once the gate is open. Keeps what it hears and is asked. version: of the bot."""

    name = "thoughtful"

    def __init__(self, version: int = 1) -> None:
        self.version = version
        self.matches: list[list[Any]] = []
        MADE.append(self)

    def reset(self, info: Info) -> None:
        """Begin a list of what is heard and asked in this match."""
        self.matches.append([])

    def see(self, percept: dict[str, Any]) -> None:
        """Keep."""
        self.matches[-1].append(percept)

    def act(self, question: Question, rng: Any) -> object:
        """Wait, and draw."""
        GATE.wait(20.0)
        self.matches[-1].append(question.kind)
        return question.legal[int(rng.integers(len(question.legal)))]


MADE: list[Thoughtful] = []
"""All that were made, in order."""


class Moody:
    """Draws from a stream of its own, so that it never plays the same match again."""

    name, version = "moody", "1"
    drawn = 0

    def act(self, question: Question) -> object:
        """Take another answer at every question that was ever asked."""
        Moody.drawn += 1
        return question.legal[Moody.drawn * 7 % len(question.legal)]
