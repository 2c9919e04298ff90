"""What is counted of a batch of ZIGZAG."""

from sim.batch.zigzag.results import MatchRow, Tally, TurnRow
from sim.batch.zigzag.summary import HEADLINE, METRICS, Figures, to_json, to_text

__all__ = ["HEADLINE", "METRICS", "Figures", "MatchRow", "Tally", "TurnRow", "to_json", "to_text"]
