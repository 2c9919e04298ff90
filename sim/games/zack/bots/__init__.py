"""The people who play Zack!: seeing a card, working out whose turn it is, throwing, watching the others, challenging.

perception     when who sees a card's face; the table's measures and tempers (zack.toml)
turn_reading   which seat a reader believes due, and how long that takes
attention      who follows whose turn, and what one does about a slow or wrong neighbour
hand           how long hands take, and the motor noise of a throw
percepts       what a mind sees, and what it does (plans, acts)
planning       from a decision to a plan of the hand
mind           one seat's mind: percepts in, acts out; the match drives it

docs/people-zack.md describes the model, its figures and their sources.
"""

from collections.abc import Mapping

from sim.games.zack.bots.perception import TEMPERS

STRATEGIES = TEMPERS
"""A strategy of Zack! is a temper: what one makes of one's chances to challenge. The tables are in zack.toml."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "bold", "casual": "steady", "skilled": "steady"}
"""How each profile plays unless a seat says otherwise (assumed: children do not wait)."""
