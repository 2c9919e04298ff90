"""Strategies for Riff Raff, from chance over rule of thumb to looking ahead."""

from collections.abc import Mapping

from sim.games.riff_raff.bots.heuristic import Heuristic
from sim.games.riff_raff.bots.lookahead import Lookahead
from sim.games.riff_raff.bots.observation import Observation, Strategy
from sim.games.riff_raff.bots.random_bot import RandomBot

STRATEGIES: Mapping[str, Strategy] = {"random": RandomBot(), "thumb": Heuristic(), "lookahead": Lookahead()}
"""By name, weakest first. A strategy keeps nothing between decisions, so one object serves every seat."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "thumb", "casual": "thumb", "skilled": "lookahead"}
"""How each profile plays unless told otherwise: planning is a strategy, not a skill of the hands."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY", "Observation", "Strategy"]
