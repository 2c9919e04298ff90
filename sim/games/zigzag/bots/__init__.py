"""The people who play ZIGZAG: what they notice, what they want, what their hands do.

hand_value    how near four cards are to a ZIG or a ZAG
people        the measures of people at this game, and the strategies (people.toml)
observation   what a mind may know of the table when it decides, and what it can notice
sign_beliefs  what a mind believes about the opponents' hands
calls         what to collect, and what to call
exchanging    what to throw, and what to take
powers        the use of special cards
mind          one seat's mind: percepts in, intents out; the match drives it

docs/explanation/people.md describes the model and its sources.
"""

from collections.abc import Mapping

from sim.games.zigzag.bots.people import TABLED, StrategySettings, ZigzagPeople
from sim.language import N_
from sim.seat import strategy_options
from sim.spec import BotsPart, StrategyOption

STRATEGIES = (*TABLED, "shrewd")
"""The strategies of ZIGZAG, the weaker ones first.

`shrewd` was found by search and not among people: it is watchful, and for the last ZIG-ZAG it collects the ZAG until
the partner has one, because a ZIG that waits cannot answer a CONTRE.
"""
USUAL_STRATEGY: Mapping[str, str] = {"child": "greedy", "casual": "team", "skilled": "watchful"}
"""The strategy of each profile unless a seat names another (assumed)."""

_OPTIONS = {
    "keen": StrategyOption("how often a card of the tapis is wanted at all", 0, 1),
    "watch": StrategyOption("how much of the opponents' signs and of what they take is looked at", 0, 1),
    "threshold": StrategyOption("the certainty from which a CONTRE is called; 1: never", 0, 1),
    "guard": StrategyOption("the worth, in cards, of a hand that can answer a CONTRE", 0, 1),
    "bluff": StrategyOption("the share of the hands in which a false sign is made", 0, 1),
}
OPTIONS: Mapping[str, Mapping[str, StrategyOption]] = dict.fromkeys(STRATEGIES, _OPTIONS)
"""The options of strategies, by the names of both: what people.toml says of a strategy, in other words."""
LABELS = {
    "random": N_("at random"),
    "greedy": N_("for itself"),
    "team": N_("for the team"),
}
"""What the screen calls a strategy."""
PART = BotsPart(STRATEGIES, USUAL_STRATEGY, OPTIONS, LABELS)


def settings_of(people: ZigzagPeople, strategy: str) -> StrategySettings:
    """Return the settings of a strategy at a table, with options such as `team?bluff=0.3`. Raises KeyError."""
    name, options = strategy_options(strategy)
    if name == "shrewd":
        return people.strategies["watchful"].model_copy(update={"late_zig": True, **options})
    return people.strategies[name].model_copy(update=options)


__all__ = ["OPTIONS", "PART", "STRATEGIES", "USUAL_STRATEGY", "settings_of"]
