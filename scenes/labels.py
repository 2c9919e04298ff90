"""What the screen calls the words of records and of the command line, so that a person knows them."""

from __future__ import annotations

from sim.seat import PERSON

USUAL_MEASURES = "true to life"
"""The measures of a game without a preset."""
AT_THE_MOUSE = "at the mouse"
STRATEGIES = {
    "random": "at random",
    "thumb": "simple",
    "lookahead": "looks ahead",
    "trained": "practised",
    "greedy": "most points",
    "sheet": "whole sheet",
    "planner": "plans ahead",
    "team": "for the team",
    PERSON: AT_THE_MOUSE,
}
"""By strategy; one that is missing is called by its own name."""


def strategy_label(strategy: str, game: str = "") -> str:
    """Return what the screen calls a strategy; ZIGZAG's greedy bot has no points to count."""
    if (strategy, game) == ("greedy", "zigzag"):
        return "for itself"
    name, mark, options = strategy.partition("?")
    if mark and name in STRATEGIES:
        return f"{strategy_label(name, game)} ({options.replace('&', ', ').replace('=', ' ')})"
    return STRATEGIES.get(strategy, strategy)


def player_labels(profile: str, strategy: str, game: str = "") -> tuple[str, ...]:
    """Return who plays at a seat: the skill and, if a bot has one, the way of playing; then the skill alone."""
    if not strategy or strategy == PERSON:
        return (profile,)
    return f"{profile}, {strategy_label(strategy, game)}", profile
