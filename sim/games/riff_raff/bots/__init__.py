"""The strategies for Riff Raff: random, simple, looking ahead, and trained."""

from collections.abc import Mapping
from functools import cache

from sim.games.riff_raff.bots.lookahead import Lookahead
from sim.games.riff_raff.bots.observation import Observation, Strategy
from sim.games.riff_raff.bots.simple import RandomBot, Simple
from sim.games.riff_raff.bots.trained import Trained
from sim.seat import strategy_options
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
    "random": "at random",
    "simple": "simple",
    "lookahead": "looks ahead",
    "trained": "practised",
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


__all__ = ["OPTIONS", "PART", "STRATEGIES", "USUAL_STRATEGY", "Observation", "Strategy", "strategy_of"]
