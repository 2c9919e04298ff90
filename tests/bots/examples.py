"""Bots that the tests seat: good ones, and each way in which one can fail."""

from __future__ import annotations

import time
from typing import Any

from sim.bots.bot import Info, Question


def first(question: Question) -> object:
    """Answer with the first legal answer."""
    return question.legal[0]


class Drawn:
    """Draws a legal answer; counts what it is called for."""

    name, version = "drawn", "1.2"

    def __init__(self, skip: int = 0) -> None:
        self.skip, self.begun, self.seen, self.closed = skip, 0, 0, False
        self.info: Info | None = None
        MADE.append(self)

    def reset(self, info: Info) -> None:
        """Keep the information, and count."""
        self.info, self.begun = info, self.begun + 1

    def see(self, percept: dict[str, Any]) -> None:
        """Count."""
        self.seen += 1

    def act(self, question: Question, rng: Any) -> object:
        """Draw."""
        rng.random(self.skip)
        return question.legal[int(rng.integers(len(question.legal)))]

    def close(self) -> None:
        """Note it."""
        self.closed = True


MADE: list[Drawn] = []
"""All that were made, in order."""


class Wrong:
    """Answers what `kind` of fault says."""

    def __init__(self, kind: str = "illegal") -> None:
        self.kind = kind

    def act(self, question: Question, rng: Any) -> object:
        """Fail."""
        match self.kind:
            case "illegal":
                return {"card": 99}
            case "nothing":
                return None
            case "raises":
                raise ZeroDivisionError("by zero")
            case "exits":
                raise SystemExit(3)
            case "sleeps":
                time.sleep(0.2)
        return question.legal[0]


class NoBot:
    """Has no act."""
