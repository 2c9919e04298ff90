"""What the screen calls the words of records and of the command line, so that a person knows them."""

from __future__ import annotations

from sim.seat import PERSON
from sim.spec import bots_of

USUAL_MEASURES = "true to life"
"""The measures of a game without a preset."""
AT_THE_MOUSE = "at the mouse"


def strategy_label(strategy: str, game: str) -> str:
    """Return what the screen calls a strategy of a game; one without a label is called by its own name."""
    labels = bots_of(game).labels
    name, mark, options = strategy.partition("?")
    if name == PERSON:
        return AT_THE_MOUSE
    if mark and name in labels:
        return f"{labels[name]} ({options.replace('&', ', ').replace('=', ' ')})"
    return labels.get(strategy, strategy)


def player_labels(profile: str, strategy: str, game: str) -> tuple[str, ...]:
    """Return who plays at a seat: the skill and, if a bot has one, the way of playing; then the skill alone."""
    if not strategy or strategy == PERSON:
        return (profile,)
    return f"{profile}, {strategy_label(strategy, game)}", profile
