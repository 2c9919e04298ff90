"""Bots that the tests seat: good ones, and each way in which one can fail."""

from __future__ import annotations

import time
from typing import Any

from sim.bots.bot import Info, Question
from tests.bots.diary import Diary


def first(question: Question) -> object:
    """Answer with the first legal answer."""
    return question.legal[0]


class Drawn:
    """Draws a legal answer; notes what it is called for."""

    name, version = "drawn", "1.2"

    def __init__(self, skip: int = 0) -> None:
        self.skip, self.diary = skip, Diary()

    def reset(self, info: Info) -> None:
        """Note it."""
        self.diary.note(players=info.players, table=info.table)

    def see(self, percept: dict[str, Any]) -> None:
        """Note it."""
        self.diary.note(saw=percept)

    def act(self, question: Question, rng: Any) -> object:
        """Draw."""
        rng.random(self.skip)
        return question.legal[int(rng.integers(len(question.legal)))]

    def close(self) -> None:
        """Note it."""
        self.diary.note(closed=True)


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
