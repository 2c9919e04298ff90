"""The strategies for ZATRE: random, most points now, the whole sheet, and planning for unknown draws."""

from collections.abc import Mapping

from sim.games.zatre.bots.move_generation import Option
from sim.games.zatre.bots.observation import Observation, Strategy
from sim.games.zatre.bots.planner import Planner
from sim.games.zatre.bots.sheet import SheetPlayer
from sim.games.zatre.bots.simple import Greedy, RandomBot

STRATEGIES: Mapping[str, Strategy] = {
    "random": RandomBot(),
    "greedy": Greedy(),
    "sheet": SheetPlayer(),
    "planner": Planner(),
}
"""The strategies by name, weakest first. They keep nothing between decisions, so one object serves every seat."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "greedy", "casual": "sheet", "skilled": "planner"}
"""The usual strategy of each skill profile."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY", "Observation", "Option", "Strategy"]
