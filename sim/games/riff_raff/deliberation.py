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
from sim.people.execution import PlaceIntent

QUESTIONS = ("thought",)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """An answer that was thought out: a trial of `Thinking`."""

    thought: Thought
    intent: PlaceIntent
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
        """Match, player and number of the question."""
        return self.thought.seed, self.thought.view.me, self.thought.count

    def trial(self, _index: int) -> Conclusion:
        """Return the answer."""
        return Conclusion(self.thought, self.thought.intent())


class Background(Protocol):
    """A `Foreseer`, as far as it is needed."""

    def ask(self, request: Any) -> None:
        """Work out `request`, and nothing else any more."""

    def latest(self, key: Hashable = None) -> Any:
        """Return what is known of the request of that key, or None."""

    def close(self, wait_s: float = 0.0) -> None:
        """Stop."""


class ThinkAhead:
    """Work thoughts out in a process of the lowest priority; to be closed in the end."""

    def __init__(self, background: Background | None = None) -> None:
        self._background: Background = background or Foreseer()

    def begin(self, thought: Thought) -> None:
        """Begin with a thought that will be asked for soon."""
        self._background.ask(Thinking(thought))

    def known(self, thought: Thought) -> PlaceIntent | None:
        """Return what came of exactly this thought, seen from exactly this table; None where it is not known (yet)."""
        found = self._background.latest(Thinking(thought).key)
        if found is None or not found.shown or found.shown[0].thought != thought:
            return None
        intent: PlaceIntent = found.shown[0].intent
        return intent

    def close(self) -> None:
        """Stop thinking."""
        self._background.close()
