"""Decisions of a match that a benchmark takes, or looks at, by a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sim.protocols import Line


@dataclass(frozen=True, slots=True)
class Decisions:
    """External bots (`sim.spec.OutsideBots`) that decide by a function, and take in nothing.

    answer: returns the answer to a question, given also what thinks about it as the match itself would; None to wait.
    """

    forfeited: ClassVar[Mapping[str, str]] = {}
    answer: Callable[[Any, Callable[[], Any]], Any]

    def decide(self, question: Any, think: Callable[[], Any], _check: Callable[[Any], None]) -> Any:
        """Return the function's answer."""
        return self.answer(question, think)

    def hear(self, _line: Line) -> None:
        """Do nothing."""

    def tell(self, _by: str, _percept: Line) -> None:
        """Do nothing."""

    def next_s(self, _by: str) -> None:
        """Return None."""
