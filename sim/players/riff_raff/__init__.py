"""Strategies for Riff Raff, from chance over rule of thumb to looking ahead."""

from collections.abc import Mapping

from sim.players.riff_raff.chance import Chance
from sim.players.riff_raff.lookahead import Lookahead
from sim.players.riff_raff.thumb import Thumb
from sim.players.riff_raff.view import Strategy, View

STRATEGIES: Mapping[str, Strategy] = {"random": Chance(), "thumb": Thumb(), "lookahead": Lookahead()}
"""By name, weakest first. A strategy keeps nothing between decisions, so one object serves every seat."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "thumb", "casual": "thumb", "skilled": "lookahead"}
"""How each profile plays unless told otherwise: planning is a strategy, not a skill of the hands."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY", "Strategy", "View"]
