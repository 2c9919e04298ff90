"""What is counted of a batch of Zack!."""

from sim.batch.zack.results import Tally
from sim.batch.zack.summary import summarise, to_json, to_text

__all__ = ["Tally", "summarise", "to_json", "to_text"]
