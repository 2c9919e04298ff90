"""What a look-ahead bot weighed before a past attempt, worked out again: its thoughts follow from the match's seed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from sim.games.riff_raff.bots import STRATEGIES, strategy_of
from sim.games.riff_raff.bots.lookahead import Candidate, Lookahead
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.seeds import sealed_rng

QUESTIONS = ("weighed",)


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
    questions: tuple[str, ...] = QUESTIONS

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
