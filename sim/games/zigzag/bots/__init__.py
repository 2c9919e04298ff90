"""The people who play ZIGZAG: what they notice, what they want, what their hands do.

hand_value    how near four cards are to a ZIG or a ZAG
people        the measures of people at this game, and the strategies (people.toml)
observation   what a mind may know of the table when it decides, and what it can notice
sign_beliefs  what a mind believes about the opponents' hands
calls         what to collect, and what to call
exchanging    what to throw, and what to take
powers        the use of special cards
mind          one seat's mind: percepts in, intents out; the match drives it

docs/zigzag.md describes the model, its figures and their sources.
"""

from collections.abc import Mapping

from sim.games.zigzag.bots.people import STRATEGIES

USUAL_STRATEGY: Mapping[str, str] = {"child": "greedy", "casual": "team", "skilled": "watchful"}
"""The strategy of each profile unless a seat names another (assumed)."""

__all__ = ["STRATEGIES", "USUAL_STRATEGY"]
