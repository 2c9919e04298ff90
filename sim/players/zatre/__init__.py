"""Strategies for ZATRE: chance, the most points now, the whole sheet, and planning with unknown draws."""

from collections.abc import Mapping

from sim.players.zatre.planner import Planner
from sim.players.zatre.sheet import SheetPlayer
from sim.players.zatre.simple import Chance, Greedy
from sim.players.zatre.view import Strategy, View
from sim.players.zatre.ways import Option

STRATEGIES: Mapping[str, Strategy] = {
    "random": Chance(),
    "greedy": Greedy(),
    "sheet": SheetPlayer(),
    "planner": Planner(),
}
"""By name, weakest first. A strategy keeps nothing between decisions, so one object serves every seat."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "greedy", "casual": "sheet", "skilled": "planner"}
"""How each profile plays unless told otherwise."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY", "Option", "Strategy", "View"]
