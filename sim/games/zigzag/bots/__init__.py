"""The people who play ZIGZAG: what they notice, what they want, what their hands do.

hand_value    how near four cards are to a ZIG or a ZAG
people        the table of what people are like at this game, and the strategies (people.toml)
reaction_gap  how often two hands are at a card at the same moment
observation   what a mind may know of the table when it decides, and what it can notice
mind          one seat's mind: percepts in, intents out; the match drives it

docs/zigzag.md tells the model, its figures and their sources.
"""

from collections.abc import Mapping

from sim.games.zigzag.bots.people import STRATEGIES

USUAL_STRATEGY: Mapping[str, str] = {"child": "greedy", "casual": "team", "skilled": "watchful"}
"""How each profile plays unless told otherwise (assumed)."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY"]
