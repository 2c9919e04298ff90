"""What the screen calls the words of records and of the command line, so that a person knows them."""

from __future__ import annotations

from sim.language import N_, _
from sim.seat import PERSON
from sim.spec import bots_of

WORDS = (N_("child"), N_("casual"), N_("skilled"), N_("draft"), N_("play"), N_("reference"))
"""The names of skills and of precisions, as texts."""
USUAL_MEASURES = N_("true to life")
"""The measures of a game without a preset."""
AT_THE_MOUSE = N_("at the mouse")


def strategy_label(strategy: str, game: str) -> str:
    """Return what the screen calls a strategy of a game; one without a label is called by its own name."""
    labels = bots_of(game).labels
    name, mark, options = strategy.partition("?")
    if name == PERSON:
        return _(AT_THE_MOUSE)
    if mark and name in labels:
        return f"{_(labels[name])} ({options.replace('&', ', ').replace('=', ' ')})"
    return _(labels.get(strategy, strategy))


def player_labels(profile: str, strategy: str, game: str) -> tuple[str, ...]:
    """Return who plays at a seat: the skill and, if a bot has one, the way of playing; then the skill alone."""
    if not strategy or strategy == PERSON:
        return (_(profile),)
    return f"{_(profile)}, {strategy_label(strategy, game)}", _(profile)
