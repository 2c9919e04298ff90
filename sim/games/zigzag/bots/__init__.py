"""The people who play ZIGZAG: what they notice, what they want, what their hands do.

worth      how near four cards are to a ZIG or a ZAG
people     the table of what people are like at this game, and the strategies (zigzag.toml)
ties       how often two hands are at a card at the same moment
views      what a mind may know of the table when it decides
mind       one seat's mind: percepts in, deeds out; the match drives it

docs/zigzag.md tells the model, its figures and their sources.
"""

from collections.abc import Mapping

from sim.games.zigzag.bots.people import STRATEGIES

USUAL_STRATEGY: Mapping[str, str] = {"child": "greedy", "casual": "team", "skilled": "watchful"}
"""How each profile plays unless told otherwise (assumed)."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY"]
