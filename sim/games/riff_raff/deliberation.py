"""Background deliberation of bots: a worker process works out what a bot will answer, while the match goes on.

The match lets a bot's thinking time pass, some seconds, before it asks the bot. The question is known when that time
begins, so a worker process has the answer when it is over. If it has not (it died, or was too slow), the match computes
the same answer itself, as it does without a window.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from sim.forecast.worker import Forecaster
from sim.games.riff_raff.bots.deliberation import Deliberation
from sim.people.execution import PlaceIntent

QUESTIONS = ("thought",)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The answer of a deliberation, as the result of a trial of `Thinking`."""

    deliberation: Deliberation
    intent: PlaceIntent
    answers: tuple[bool, ...] = (True,)
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Thinking:
    """A request with one trial: the deliberation itself."""

    deliberation: Deliberation
    count: int = 1
    questions: tuple[str, ...] = QUESTIONS

    @property
    def key(self) -> Hashable:
        """The match's seed, the player and the number of the question."""
        return self.deliberation.seed, self.deliberation.view.me, self.deliberation.count

    def trial(self, _index: int) -> Conclusion:
        """Return the answer."""
        return Conclusion(self.deliberation, self.deliberation.intent())


class Background(Protocol):
    """The part of a `Forecaster` that is needed here."""

    def ask(self, request: Any) -> None:
        """Start to work out `request`, and drop any other."""

    def latest(self, key: Hashable = None) -> Any:
        """Return what is known of the request of that key, or None."""

    def close(self, wait_s: float = 0.0) -> None:
        """Stop the worker."""


class ThinkAhead:
    """A worker for deliberations in a process of the lowest priority; it must be closed."""

    def __init__(self, background: Background | None = None) -> None:
        self._background: Background = background or Forecaster()
        self._begun: Thinking | None = None

    def begin(self, deliberation: Deliberation) -> None:
        """Begin a deliberation whose answer will be asked for soon."""
        self._begun = Thinking(deliberation)
        self._background.ask(self._begun)

    @property
    def busy(self) -> bool:
        """True while the deliberation that was begun last has no answer yet."""
        return self._begun is not None and self.known(self._begun.deliberation) is None

    def known(self, deliberation: Deliberation) -> PlaceIntent | None:
        """Return the answer of exactly this deliberation, with the same view; None if it is not known (yet)."""
        found = self._background.latest(Thinking(deliberation).key)
        if found is None or not found.shown or found.shown[0].deliberation != deliberation:
            return None
        intent: PlaceIntent = found.shown[0].intent
        return intent

    def close(self) -> None:
        """Stop the worker."""
        self._background.close()
