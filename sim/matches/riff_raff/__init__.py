"""A match of Riff Raff: its course, its frames, its words, its record."""

from sim.matches.riff_raff.intents import INTENT
from sim.matches.riff_raff.match import RiffRaffMatch
from sim.matches.riff_raff.match import RiffRaffMatch as Match
from sim.matches.riff_raff.mouse import MEASURED
from sim.matches.riff_raff.practice import Practice
from sim.matches.riff_raff.replay import RiffRaffReplay as Replay

__all__ = ["INTENT", "MEASURED", "Match", "Practice", "Replay", "RiffRaffMatch"]
