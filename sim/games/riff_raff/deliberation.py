"""Bots that think long think in the background, while the match lets them think: a window goes on meanwhile.

A player of a table takes seconds to think, and the match lets these seconds pass before it asks. What it will ask is
known when they begin, so a worker process has the answer when they are over. Where it has not (it died, or was too
slow), the match works the same answer out by itself, as it does without a window.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from sim.forecast.worker import Foreseer
from sim.games.riff_raff.bots.deliberation import Thought

QUESTIONS = ("thought",)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What came of a thought."""

    thought: Thought
    intent: dict[str, Any]
    answers: tuple[bool, ...] = (True,)
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Thinking:
    """A request with one trial: the thought itself."""

    thought: Thought
    count: int = 1
    questions: tuple[str, ...] = QUESTIONS

    @property
    def key(self) -> Hashable:
        """Which question of which match."""
        return self.thought.seed, self.thought.view.me, self.thought.count

    def trial(self, _index: int) -> Conclusion:
        """The answer."""
        return Conclusion(self.thought, self.thought.intent())


class Background(Protocol):
    """What of a `Foreseer` is needed."""

    def ask(self, request: Any) -> None:
        """Work this out, and nothing else any more."""

    def latest(self, key: Hashable = None) -> Any:
        """What is known of it, or None."""

    def close(self, wait_s: float = 0.0) -> None:
        """End it."""


class ThinkAhead:
    """Works thoughts out in a process of the lowest priority; `close` it in the end."""

    def __init__(self, background: Background | None = None) -> None:
        self._background: Background = background or Foreseer()

    def begin(self, thought: Thought) -> None:
        """This will be asked soon."""
        self._background.ask(Thinking(thought))

    def known(self, thought: Thought) -> dict[str, Any] | None:
        """What came of exactly this thought, seen from exactly this table; None where that is not known (yet)."""
        found = self._background.latest(Thinking(thought).key)
        if found is None or not found.shown or found.shown[0].thought != thought:
            return None
        intent: dict[str, Any] = found.shown[0].intent
        return intent

    def close(self) -> None:
        """Nothing more is thought."""
        self._background.close()
