"""A match of ZATRE: its progress, frames, text and record."""

from sim.games.zatre.match.intents import INTENT, MEASURED
from sim.games.zatre.match.match import ZatreMatch
from sim.games.zatre.match.practice import Practice

__all__ = ["INTENT", "MEASURED", "Practice", "ZatreMatch"]
