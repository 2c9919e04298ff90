"""A match of ZIGZAG: its course, its people, its frames, its words, its record."""

from sim.games.zigzag.match.intents import INTENT, MEASURED
from sim.games.zigzag.match.match import ZigzagMatch
from sim.games.zigzag.match.match import ZigzagMatch as Match
from sim.games.zigzag.match.practice import Practice

__all__ = ["INTENT", "MEASURED", "Match", "Practice", "ZigzagMatch"]
