"""A match of Riff Raff: its progress, frames, text and record."""

from sim.games.riff_raff.match.intents import INTENT
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.mouse_hand import MEASURED
from sim.games.riff_raff.match.practice import Practice

__all__ = ["INTENT", "MEASURED", "Practice", "RiffRaffMatch"]
