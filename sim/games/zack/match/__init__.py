"""The match of Zack!: its course, its players, its frames, its texts, its record."""

from sim.games.zack.match.intents import INTENT, MEASURED
from sim.games.zack.match.match import ZackMatch
from sim.games.zack.match.match import ZackMatch as Match
from sim.games.zack.match.practice import Practice

__all__ = ["INTENT", "MEASURED", "Match", "Practice", "ZackMatch"]
