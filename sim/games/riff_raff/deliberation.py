"""Thoughts of bots, worked out in the background: before a match asks for them, and again of a past attempt.

The match lets a bot's thinking time pass, some seconds, before it asks the bot. The question is known when that time
begins, so a worker process has the answer when it is over. If it has not (it died, or was too slow), the match computes
the same answer itself, as it does without a window. What a look-ahead bot weighed before a past attempt follows from
the match's seed.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from sim.forecast.worker import Forecaster
from sim.games.riff_raff.bots import STRATEGIES, Deliberation, strategy_of
from sim.games.riff_raff.bots.lookahead import Candidate, Lookahead
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.people.execution import PlaceIntent
from sim.seeds import sealed_rng


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
    questions: tuple[str, ...] = ("thought",)

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


@dataclass(frozen=True, slots=True)
class Weighed:
    """The places that a bot considered, the one that came out best first, as the result of a trial of `Weighing`.

    agrees: whether that is the one it took; where it is not, another head decided than the one that is here.
    """

    candidates: tuple[Candidate, ...]
    agrees: bool
    answers: tuple[bool, ...] = (True,)
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Weighing:
    """A request with one trial: the thoughts before an attempt of the match with this seed."""

    past: PastAttempt
    seed: int
    count: int = 1
    questions: tuple[str, ...] = ("weighed",)

    @property
    def key(self) -> Hashable:
        """The match's seed and the number of the attempt."""
        return "weighing", self.seed, self.past.number

    def trial(self, _index: int) -> Weighed:
        past = self.past
        bot = strategy_of(past.strategy)
        assert isinstance(bot, Lookahead)
        candidates = bot.weigh(past.view, sealed_rng(self.seed, "mind", past.by, past.question))
        best = candidates[0].option.intent if candidates else None
        agrees = best is not None and replace(best, catch=past.intent.catch) == past.intent
        return Weighed(tuple(candidates), agrees)


def why_not_weighed(past: PastAttempt) -> str | None:
    """Return the reason why there is nothing to show of what a player weighed; None if there is something."""
    if past.executed is None:
        return "A person's thoughts are in no record."
    bot = strategy_of(past.strategy) if past.strategy.partition("?")[0] in STRATEGIES else None
    if bot is None:
        return f"The strategy {past.strategy} is not here, so its thoughts cannot be worked out again."
    if not isinstance(bot, Lookahead):
        return f"{past.by} tries nothing in mind: {past.strategy} is no look-ahead bot."
    return None
