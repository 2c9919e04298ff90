"""What is counted of a batch of ZATRE."""

from sim.batch.zatre.results import MatchRow, Tally, TurnRow
from sim.batch.zatre.summary import HEADLINE, METRICS, Figures, to_json, to_text

__all__ = ["HEADLINE", "METRICS", "Figures", "MatchRow", "Tally", "TurnRow", "to_json", "to_text"]
