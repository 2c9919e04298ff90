"""What is counted of a batch of Riff Raff."""

from sim.batch.riff_raff.results import MatchRow, Tally, TurnRow
from sim.batch.riff_raff.summary import HEADLINE, METRICS, summarise, to_json, to_text

__all__ = ["HEADLINE", "METRICS", "MatchRow", "Tally", "TurnRow", "summarise", "to_json", "to_text"]
