"""What is counted of a game that counts nothing itself: its matches, their length, who won; and the lookup of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.batch.figures import Groups, Spread, Table, Values, count_text, per_match, told
from sim.seat import Seat
from sim.spec import MetricsPart, game_of


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One ruling. match: index in the batch. turn: 1, 2, ... within the match. time_s: match time of the ruling."""

    match: int
    turn: int
    time_s: float


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match. turns: number of rulings. victory: by seat; 1 shared equally by the winners."""

    index: int
    seed: int
    turns: int
    simulated_s: float
    victory: tuple[float, ...]


@dataclass(slots=True)
class RowCollector:
    """Turns the lines of one match into its rows: `tell` takes the lines in order, `match_row` needs them all."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    turns: list[TurnRow] = field(default_factory=list)
    _end: Mapping[str, Any] | None = None

    def tell(self, line: Mapping[str, Any]) -> None:
        """Take in one line."""
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


@dataclass(frozen=True, slots=True)
class Summary:
    """A batch in figures. wins: by the names of seats."""

    matches: int
    turns: Spread
    minutes: Spread
    wins: Table


class Figures:
    """The figures of matches that were all played by these seats."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.matches = 0
        self._names = [seat.name for seat in seats]
        self._turns, self._minutes, self._wins = Values(whole=True), Values(), Groups[str]()

    def add(self, match: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Count a match: its row, and the rows of all its turns in their order."""
        self.matches += 1
        self._turns.add(len(turns))
        self._minutes.add(match.simulated_s / 60)
        self._wins.add((name, share, 1) for name, share in zip(self._names, match.victory, strict=True))

    def summary(self) -> Summary:
        """Return the figures of the matches so far. Raises ValueError before the first."""
        if not self.matches:
            raise ValueError("no match was counted")
        return Summary(self.matches, self._turns.spread(), self._minutes.spread(), self._wins.table(self._names))


METRICS = {
    "turns": per_match(lambda match: match.turns),
    "minutes": per_match(lambda match: match.simulated_s / 60),
}


def to_json(summary: Summary) -> dict[str, object]:
    """Return the figures as `simulate --json` prints them."""
    return {
        "matches": summary.matches,
        "turns": summary.turns.to_json(),
        "minutes": summary.minutes.to_json(),
        "wins_by_seat": told(summary.wins),
    }


def to_text(summary: Summary, seats: tuple[Seat, ...]) -> str:
    """Return the figures for people: a few lines and a small table."""
    lines = [
        count_text(summary.matches, "match", "matches"),
        "(in brackets: 95 % intervals)",
        "",
        f"  turns    {summary.turns.text()}",
        f"  minutes  {summary.minutes.text()}",
        "",
        f"  {'seat':24}{'wins':>24}",
    ]
    who = {seat.name: f"{seat.name} ({seat.profile}, {seat.strategy})" for seat in seats}
    return "\n".join([*lines, *(f"  {who[name]:24}{share.percent():>24}" for name, share in summary.wins.items())])


MATCH_COUNTS = MetricsPart(MatchRow, TurnRow, RowCollector, Figures, METRICS, "turns", to_json, to_text)


def metrics_of(game: str) -> MetricsPart:
    """Return what is counted of a batch of a game, which is little for a game without metrics of its own."""
    spec = game_of(game)
    return MATCH_COUNTS if spec.metrics is None else spec.metrics()
