"""The people who play Zack!: seeing a card, working out whose turn it is, throwing, watching the others, challenging.

perception     when a card's face can be seen; the table's measures and tempers (people.toml)
turn_reading   which seat a reader believes due, and how long that takes
attention      following the turns of others, and challenging a slow or wrong neighbour
hand           how long hands take, and the motor noise of a throw
percepts       what a mind sees, and what it does (plans, acts)
planning       plans of the hand made from decisions
random_bot     the random streams of a seat, and tickets for the noise of its hand
mind           one seat's mind: percepts in, acts out; the match drives it

docs/explanation/people.md describes the model and its sources.
"""

from collections.abc import Mapping

from sim.games.zack.bots.perception import TEMPERS, Temper, ZackPeople, shipped_strategies
from sim.language import N_
from sim.seat import strategy_options
from sim.spec import BotsPart, StrategyOption

STRATEGIES = (*TEMPERS, "sharp", "daring")
"""The strategies of Zack!: tempers, how much risk a player takes in challenging, and what was found by search.

The latter are the tables `strategy` of people.toml: `daring` is sharp, and throws without reading while few cards lie
in the bowl.
"""
USUAL_STRATEGY: Mapping[str, str] = {"child": "bold", "casual": "steady", "skilled": "steady"}
"""The strategy of each profile unless a seat names another (assumed: children do not wait)."""
_OPTIONS = {
    "haste": StrategyOption("how fast it is decided whose turn it is, and how often wrongly", 0.5, 2),
    "risk": StrategyOption("what the patience before a challenge is divided by", 0.05, 20),
    "confidence": StrategyOption("the chance of having read right below which nothing is challenged", 0, 1),
    "recheck_share": StrategyOption("the share of what looks out of turn that is read again first", 0, 1),
    "choose_self_share": StrategyOption("the share of choose cards that go to their own thrower", 0, 1),
    "challenge_pace": StrategyOption("the speed of the hand that challenges", 0.5, 2),
    "unread_cards": StrategyOption("below how many cards in the bowl one throws without reading", 0, 72, whole=True),
}
OPTIONS: Mapping[str, Mapping[str, StrategyOption]] = dict.fromkeys(STRATEGIES, _OPTIONS)
"""The options of strategies, by the names of both: what people.toml says of a temper, in other words."""
LABELS = {
    "bold": N_("bold"),
    "steady": N_("steady"),
    "cautious": N_("cautious"),
    "sharp": N_("sharp"),
    "daring": N_("daring"),
}
"""What the screen calls a strategy."""
PART = BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS, LABELS)


def temper_of(people: ZackPeople, strategy: str) -> Temper:
    """Return the temper of a strategy at a table, with options such as `bold?risk=4`. Raises KeyError."""
    name, options = strategy_options(strategy)
    if name in shipped_strategies():
        name, options = "steady", {**shipped_strategies()[name], **options}
    return people.tempers[name].model_copy(update=options)
