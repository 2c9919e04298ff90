"""What is counted of a batch of Riff Raff."""

from sim.batch.riff_raff.results import Tally
from sim.batch.riff_raff.summary import summarise, to_json, to_text

__all__ = ["Tally", "summarise", "to_json", "to_text"]
