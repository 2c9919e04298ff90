"""What is counted of a batch of Riff Raff."""

from sim.batch.riff_raff.results import MatchRow, Tally, TurnRow
from sim.batch.riff_raff.summary import HEADLINE, METRICS, Figures, to_json, to_text

__all__ = ["HEADLINE", "METRICS", "Figures", "MatchRow", "Tally", "TurnRow", "to_json", "to_text"]
