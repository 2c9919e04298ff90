"""A match of ZIGZAG: its course, its people, its frames, its words, its record."""

from sim.matches.zigzag.intents import INTENT, MEASURED
from sim.matches.zigzag.match import ZigzagMatch
from sim.matches.zigzag.match import ZigzagMatch as Match
from sim.matches.zigzag.practice import Practice
from sim.matches.zigzag.replay import ZigzagReplay as Replay

__all__ = ["INTENT", "MEASURED", "Match", "Practice", "Replay", "ZigzagMatch"]
