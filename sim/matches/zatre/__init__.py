"""A match of ZATRE: its course, its frames, its words, its record."""

from sim.matches.zatre.intents import INTENT, MEASURED
from sim.matches.zatre.match import ZatreMatch
from sim.matches.zatre.match import ZatreMatch as Match
from sim.matches.zatre.practice import Practice
from sim.matches.zatre.replay import ZatreReplay as Replay

__all__ = ["INTENT", "MEASURED", "Match", "Practice", "Replay", "ZatreMatch"]
