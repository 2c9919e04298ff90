"""What a batch counts, and what a report says and draws of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sim.batch import match_counts
from sim.batch.players import MINUTES, WINS
from sim.metrics import Distribution, Metric, MetricTable
from sim.protocols import Line
from sim.report import Bars
from sim.spec import MetricsPart


@dataclass(frozen=True, slots=True)
class TurnRow:
    match: int
    turn: int
    gained: int


class RowCollector(match_counts.RowCollector):
    def add_line(self, line: Line) -> None:
        if line["stage"] != "ruling":
            super().add_line(line)
        for event in line.get("events", ()):
            self.turns.append(TurnRow(self.index, len(self.turns) + 1, event["gained"]))


GAINED = Metric("gained", "points of a turn", lambda row: row.gained, unit="", spread=True)
LOST = Metric("lost_rate", "turns that bring nothing", lambda row: row.gained == 0)
TABLE = replace(
    MetricTable.of(LOST, GAINED, Distribution("gained", 5.0), *WINS, MINUTES),
    sentences=("A turn brings {gained.mean} points; {lost_rate} of the turns bring nothing.",),
    charts=(Bars("What a turn brings", "gained.distribution", "points", "turns", 5.0, 0.001),),
)
PART = MetricsPart(match_counts.MatchRow, TurnRow, RowCollector, TABLE)
