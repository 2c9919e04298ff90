"""A match of Riff Raff: its course, its frames, its words, its record."""

from sim.games.riff_raff.match.intents import INTENT
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.match import RiffRaffMatch as Match
from sim.games.riff_raff.match.mouse_hand import MEASURED
from sim.games.riff_raff.match.practice import Practice
from sim.games.riff_raff.match.replay import RiffRaffReplay as Replay

__all__ = ["INTENT", "MEASURED", "Match", "Practice", "Replay", "RiffRaffMatch"]
