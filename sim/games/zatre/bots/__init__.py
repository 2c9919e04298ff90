"""The strategies for ZATRE: random, most points now, the whole sheet, and planning for unknown draws."""

from collections.abc import Mapping
from functools import cache

from sim.games.zatre.bots.move_generation import Option
from sim.games.zatre.bots.observation import Observation, Strategy
from sim.games.zatre.bots.players import ENVY, PLANNER_WAYS, SHEET_WAYS, Greedy, Planner, RandomBot, SheetPlayer
from sim.language import N_
from sim.seat import strategy_options
from sim.spec import BotsPart, StrategyOption

STRATEGIES: Mapping[str, Strategy] = {
    "random": RandomBot(),
    "greedy": Greedy(),
    "sheet": SheetPlayer(),
    "planner": Planner(),
}
"""The strategies by name, weakest first. They keep nothing between decisions, so one object serves every seat."""
_LOOKS = {
    "ways": StrategyOption("for how many of the best ways the next player is thought of", 1, 200, whole=True),
    "envy": StrategyOption("the share of an only rival's next gain that counts against a way", 0, 2),
}
OPTIONS: Mapping[str, Mapping[str, StrategyOption]] = {"sheet": _LOOKS, "planner": _LOOKS}
"""The options of strategies, by the names of both."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "greedy", "casual": "sheet", "skilled": "planner"}
"""The usual strategy of each skill profile."""
LABELS = {
    "random": N_("at random"),
    "greedy": N_("most points"),
    "sheet": N_("whole sheet"),
    "planner": N_("plans ahead"),
}
"""What the screen calls a strategy."""
PART = BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS, LABELS)


@cache
def _tuned(strategy: str) -> Strategy:
    name, found = strategy_options(strategy)
    envy = found.get("envy", ENVY)
    if name == "sheet":
        return SheetPlayer(int(found.get("ways", SHEET_WAYS)), envy)
    return Planner(int(found.get("ways", PLANNER_WAYS)), envy)


def strategy_of(strategy: str) -> Strategy:
    """Return a strategy by its name, with options such as `planner?ways=40`. Raises KeyError."""
    return _tuned(strategy) if "?" in strategy else STRATEGIES[strategy]


__all__ = ["OPTIONS", "PART", "STRATEGIES", "USUAL_STRATEGY", "Observation", "Option", "Strategy", "strategy_of"]
