"""The strategies for Riff Raff: random, simple, looking ahead, and trained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from sim.games.riff_raff.bots.lookahead import Lookahead
from sim.games.riff_raff.bots.observation import Observation, Strategy
from sim.games.riff_raff.bots.simple import RandomBot, Simple
from sim.games.riff_raff.bots.trained import Trained
from sim.language import N_
from sim.people.execution import PlaceIntent
from sim.seat import strategy_options
from sim.seeds import sealed_rng
from sim.spec import BotsPart, StrategyOption

STRATEGIES: Mapping[str, Strategy] = {
    "random": RandomBot(),
    "simple": Simple(),
    "lookahead": Lookahead(),
    "trained": Trained(),
}
"""The strategies by name, weakest first. They keep nothing between decisions, so one object serves every seat."""
OPTIONS: Mapping[str, Mapping[str, StrategyOption]] = {
    "lookahead": {
        "tries": StrategyOption("how often a promising place is tried in mind", 1, 200, whole=True),
        "candidates": StrategyOption("how many places are tried", 1, 40, whole=True),
    },
    "trained": {
        "haste": StrategyOption("how much more the highest slot is worth at first, in pieces", 0, 2),
        "captaincy": StrategyOption("what it is worth to become the captain, in pieces", 0, 2),
        "wait": StrategyOption("what it costs if another player loads the same slot before, in pieces", 0, 2),
    },
}
"""The options of strategies, by the names of both."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "simple", "casual": "simple", "skilled": "trained"}
"""The usual strategy of each skill profile."""
LABELS = {
    "random": N_("at random"),
    "simple": N_("simple"),
    "lookahead": N_("looks ahead"),
    "trained": N_("practised"),
}
"""What the screen calls a strategy."""
PART = BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS, LABELS)


@cache
def _tuned(strategy: str) -> Strategy:
    name, options = strategy_options(strategy)
    if name == "lookahead":
        return Lookahead(**{key: int(value) for key, value in options.items()})
    if name == "trained":
        return Trained(**options)
    raise KeyError(strategy)


def strategy_of(strategy: str) -> Strategy:
    """Return a strategy by its name, with options such as `lookahead?tries=20`. Raises KeyError."""
    return _tuned(strategy) if "?" in strategy else STRATEGIES[strategy]


DELIBERATE = ("lookahead",)
"""The strategies that take longer than a frame lasts: usually 0.2 s, up to 0.6 s."""


@dataclass(frozen=True, slots=True)
class Deliberation:
    """A question of a match to a strategy. view: what its player sees. seed: the match's. count: its number."""

    strategy: str
    view: Observation
    seed: int
    count: int

    def intent(self) -> PlaceIntent:
        """Return the strategy's answer."""
        stream = sealed_rng(self.seed, "mind", self.view.me, self.count)
        return strategy_of(self.strategy).place(self.view, stream)


class Ahead(Protocol):
    """A worker for deliberations while a match goes on (sim.games.riff_raff.deliberation)."""

    def begin(self, deliberation: Deliberation) -> None:
        """Begin a deliberation whose answer will be asked for soon."""

    def known(self, deliberation: Deliberation) -> PlaceIntent | None:
        """Return the answer of exactly this deliberation; None if it is not known (yet)."""


__all__ = [
    "DELIBERATE",
    "OPTIONS",
    "PART",
    "STRATEGIES",
    "USUAL_STRATEGY",
    "Ahead",
    "Deliberation",
    "Observation",
    "Strategy",
    "strategy_of",
]
