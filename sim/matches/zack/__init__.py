"""A match of Zack!: its course, its people, its frames, its words, its record."""

from sim.matches.zack.intents import INTENT, MEASURED
from sim.matches.zack.match import ZackMatch
from sim.matches.zack.match import ZackMatch as Match
from sim.matches.zack.practice import Practice
from sim.matches.zack.replay import ZackReplay as Replay

__all__ = ["INTENT", "MEASURED", "Match", "Practice", "Replay", "ZackMatch"]
