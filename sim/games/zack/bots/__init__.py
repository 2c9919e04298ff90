"""The people who play Zack!: seeing a card, working out whose turn it is, throwing, watching the others, challenging.

perception     when a card's face can be seen; the table's measures and tempers (people.toml)
turn_reading   which seat a reader believes due, and how long that takes
attention      following the turns of others, and challenging a slow or wrong neighbour
hand           how long hands take, and the motor noise of a throw
percepts       what a mind sees, and what it does (plans, acts)
planning       plans of the hand made from decisions
random_bot     the random streams of a seat, and tickets for the noise of its hand
mind           one seat's mind: percepts in, acts out; the match drives it

docs/people-zack.md describes the model, its figures and their sources.
"""

from collections.abc import Mapping

from sim.games.zack.bots.perception import TEMPERS

STRATEGIES = TEMPERS
"""The strategies of Zack!, which are tempers: how much risk a player takes in challenging (tables in people.toml)."""
USUAL_STRATEGY: Mapping[str, str] = {"child": "bold", "casual": "steady", "skilled": "steady"}
"""The strategy of each profile unless a seat names another (assumed: children do not wait)."""
