"""The strategies for Riff Raff: random, by rule of thumb, and looking ahead."""

from collections.abc import Mapping

from sim.games.riff_raff.bots.heuristic import Heuristic
from sim.games.riff_raff.bots.lookahead import Lookahead
from sim.games.riff_raff.bots.observation import Observation, Strategy
from sim.games.riff_raff.bots.random_bot import RandomBot

STRATEGIES: Mapping[str, Strategy] = {"random": RandomBot(), "thumb": Heuristic(), "lookahead": Lookahead()}
"""The strategies by name, weakest first. They keep nothing between decisions, so one object serves every seat."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "thumb", "casual": "thumb", "skilled": "lookahead"}
"""The usual strategy of each skill profile: planning is a strategy, not a skill of the hands."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY", "Observation", "Strategy"]
