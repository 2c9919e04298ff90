"""The match of ZIGZAG: its table, its players, its frames, its texts, its record."""

from sim.games.zigzag.match.match import ZigzagMatch
from sim.games.zigzag.match.match import ZigzagMatch as Match
from sim.games.zigzag.match.practice import Practice

__all__ = ["Match", "Practice", "ZigzagMatch"]
