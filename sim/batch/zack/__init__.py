"""What is counted of a batch of Zack!."""

from sim.batch.zack.results import MatchRow, Tally, TurnRow
from sim.batch.zack.summary import HEADLINE, METRICS, Figures, to_json, to_text

__all__ = ["HEADLINE", "METRICS", "Figures", "MatchRow", "Tally", "TurnRow", "to_json", "to_text"]
