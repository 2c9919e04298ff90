"""Bots that the tests seat at the games in which everybody acts at once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from sim.bots.bot import Question
from sim.errors import IllegalAction
from sim.protocols import Line
from tests.bots.diary import Diary


class Drawn:
    """Draws among the legal answers; notes all that it sees and is asked. every_s: when it wants to be asked again."""

    name, version = "drawn", "2"

    def __init__(self, every_s: float = 0.0) -> None:
        self.every_s, self.diary = every_s, Diary()

    def see(self, percept: dict[str, Any]) -> None:
        """Note it."""
        self.diary.note(heard=percept)

    def act(self, question: Question, rng: np.random.Generator) -> object:
        """Note it, and draw."""
        self.diary.note(kind=question.kind, now_s=question.now_s, view=question.view, legal=list(question.legal))
        return question.legal[int(rng.integers(len(question.legal)))]

    def next(self, now_s: float) -> float | None:
        """Ask for the next time."""
        return now_s + self.every_s if self.every_s else None


def hasty(question: Question) -> object:
    """Throw, take or lay as soon as it is possible, without a look at whose turn it is."""
    return question.legal[0]


class Never:
    """Names no time."""

    def act(self, question: Question) -> object:
        """Do nothing."""
        return {"do": "nothing"}

    def next(self, now_s: float) -> object:
        """Return what is no time."""
        return math.nan


class Noted:
    """Bots of a match (`sim.spec.OutsideBots`) that answer by a function, and note what they are asked and hear."""

    forfeited: ClassVar[Mapping[str, str]] = {}

    def __init__(self, answer: Any, wish: object = None) -> None:
        self.answer, self.wish = answer, wish
        self.heard: list[Line] = []
        self.refused: list[str] = []

    def decide(self, question: Any, think: Any, check: Any) -> Any:
        """Return what the answer means, or what stands in for it."""
        try:
            found = question.read(self.answer(question))
            check(found)
        except IllegalAction as refused:
            self.refused.append(str(refused))
            return think().in_place_of("illegal")
        return found

    def hear(self, line: Line) -> None:
        """Never called at these games."""
        raise AssertionError(line)

    def tell(self, by: str, percept: Line) -> None:
        """Note it."""
        self.heard.append(percept)

    def next_s(self, by: str) -> object:
        """Return the wish."""
        return self.wish
