"""Bots that think as long as a test wants them to."""

from __future__ import annotations

from typing import Any

from sim.bots.bot import Info, Question
from tests.bots.diary import Diary, diaries, wait_at_gate


class Thoughtful:
    """Draws a legal answer once the gate is open. Notes what it hears and is asked. version: of the bot."""

    name = "thoughtful"

    def __init__(self, version: int = 1) -> None:
        self.version = version
        self.diary = Diary()

    def reset(self, info: Info) -> None:
        """Note that a match begins."""
        self.diary.note(begins=info.me)

    def see(self, percept: dict[str, Any]) -> None:
        """Note it."""
        self.diary.note(heard=percept)

    def act(self, question: Question, rng: Any) -> object:
        """Wait, and draw."""
        wait_at_gate()
        self.diary.note(asked=question.kind)
        return question.legal[int(rng.integers(len(question.legal)))]


def last_match() -> list[dict[str, Any]]:
    """Return what the bot that was made last has noted of its last match."""
    noted = diaries()[-1]
    begins = max(number for number, line in enumerate(noted) if "begins" in line)
    return noted[begins + 1 :]


class Moody:
    """Draws from a stream of its own, so that it never plays the same match again."""

    name, version = "moody", "1"
    drawn = 0

    def act(self, question: Question) -> object:
        """Take another answer at every question that was ever asked."""
        Moody.drawn += 1
        return question.legal[Moody.drawn * 7 % len(question.legal)]
