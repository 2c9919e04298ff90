"""The metrics of a game that defines none itself (matches, length, victories), and the lookup of a game's metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.batch.metrics import figure_lines, heading, matches_text, seat_lines
from sim.batch.players import MINUTES, WINS
from sim.language import N_, _
from sim.metrics import MATCHES, MetricTable, Parts, Quantiles, Summary, per_match
from sim.seat import Seat
from sim.spec import MetricsPart, game_of, load_part


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A ruling. match: index in the batch. turn: 1, 2, ... within the match. time_s: match time of the ruling."""

    match: int
    turn: int
    time_s: float


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match. turns: number of rulings. victory: share of the victory by seat; winners have equal parts of 1."""

    index: int
    seed: int
    turns: int
    simulated_s: float
    victory: tuple[float, ...]


@dataclass(slots=True)
class RowCollector:
    """A collector of the rows of one match: `add_line` takes its lines in order, `match_row` needs them all."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    turns: list[TurnRow] = field(default_factory=list)
    _end: Mapping[str, Any] | None = None

    def add_line(self, line: Mapping[str, Any]) -> None:
        """Read one line of the match."""
        if line["stage"] == "ruling":
            self.turns.append(TurnRow(self.index, len(self.turns) + 1, line["time_s"]))
        elif line["stage"] == "end":
            self._end = line

    def match_row(self) -> MatchRow:
        """Return the row of the whole match. Raises ValueError before its last line."""
        if self._end is None:
            raise ValueError(f"match {self.index} has not ended")
        winners = self._end["winners"]
        victory = tuple(1.0 / len(winners) if seat.name in winners else 0.0 for seat in self.seats)
        return MatchRow(self.index, self.seed, len(self.turns), self._end["time_s"], victory)


TABLE = MetricTable(
    entries=(
        *WINS,
        per_match("turns", N_("turns in a match"), lambda match: match.turns, spread=True, whole=True),
        MINUTES,
    ),
    primary="turns",
    printed={
        "matches": MATCHES,
        "turns": Quantiles("turns"),
        "minutes": Quantiles("minutes"),
        "wins_by_seat": Parts("wins.seat"),
    },
    until={"turns": "turns", "minutes": "minutes"},
)


def to_text(summary: Summary) -> str:
    """Format the figures as a few lines and a small table."""
    lines = [
        *heading(matches_text(summary.matches)),
        *figure_lines(((_("turns"), summary.text("turns")), (_("minutes"), summary.text("minutes"))), 9),
        *seat_lines(summary, ((_("wins"), 24, "wins.seat"),)),
    ]
    return "\n".join(lines)


MATCH_COUNTS = MetricsPart(MatchRow, TurnRow, RowCollector, TABLE, to_text)


def metrics_of(game: str) -> MetricsPart:
    """Return the metrics part of a game: its own, or `MATCH_COUNTS` for a game without metrics."""
    return load_part(game_of(game), "metrics", MetricsPart) or MATCH_COUNTS
