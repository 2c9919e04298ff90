"""The rows of a batch of ZATRE: one per match, one per turn.

They are derived from the lines of a match (sim/games/zatre/match/match.py), so a recorded match gives the same rows as
the match itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.batch.rows import LeadTracker, Signed
from sim.seat import Seat

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True, repr=False)
class TurnRow:
    """A turn, also one in which nothing can be placed. The seat of a team's turn is that of the partner who decided.

    match: index in the batch. turn: 1, 2, ... within the match; the first is the starter's with three tiles. seat:
    index round the table. held: the number of tiles of the player when placing (of a team: of both). placed, kept: of
    these. ways: the number of ways to place them by the rules. tens, elevens, twelves: runs that counted. crosses: x2
    cells ticked. points: written down, before any doubling or bonus. gained: growth of the grand total, bonus and
    doubling included. bag: tiles left in it. thought_s: time from the draw to the first tile put down. time_s:
    simulated time of the match at the ruling.
    """

    match: int
    turn: int
    seat: int
    profile: str
    strategy: str
    held: int
    placed: int
    kept: int
    ways: int
    tens: int
    elevens: int
    twelves: int
    crosses: int
    points: Signed
    gained: Signed
    bag: int
    thought_s: float
    time_s: float

    @property
    def runs(self) -> int:
        """The number of runs that counted."""
        return self.tens + self.elevens + self.twelves

    def __repr__(self) -> str:
        """Return the turn on one line."""
        who = f"seat {self.seat} ({self.profile}:{self.strategy})"
        return f"<turn {self.turn}: {who}, {self.placed} of {self.held} tiles placed, {self.points} points>"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match.

    index: in the batch; seed: derived from the run's seed and the index. turns: played, the starter's first included.
    simulated_s: the match time at the end. ending: the ending by the rules. start_draws: rounds of drawing until one
    player alone had the most points. starter: index of the seat that began. starter_victory: the starter's share of the
    victory (with that of a partner, if there is one). starter_ahead: the starter's total less the mean of the other
    sheets. winning_score: the highest total. tiles_left: not placed at the end, with players or in the bag. passes:
    turns in which nothing could be placed. lead_changes, drama, decided_at: of the totals after every turn
    (sim/batch/rows.py). scores, rows_complete, crosses, minus: by seat, the same for partners. victory: by
    seat; 1 shared equally by the winners.
    """

    index: int
    seed: int
    turns: int
    simulated_s: float
    ending: str
    start_draws: int
    starter: int
    starter_victory: float
    starter_ahead: float
    winning_score: Signed
    tiles_left: int
    passes: int
    lead_changes: int
    drama: float | None
    decided_at: float
    scores: tuple[Signed, ...]
    rows_complete: tuple[int, ...]
    crosses: tuple[int, ...]
    minus: tuple[Signed, ...]
    victory: tuple[float, ...]


@dataclass(slots=True)
class RowCollector:
    """A collector of the rows of one match: `add_line` takes its lines in order, `match_row` needs them all."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    turns: list[TurnRow] = field(default_factory=list)
    _seat_of: dict[str, int] = field(default_factory=dict)
    _start: Line = field(default_factory=dict)
    _outcome: Line | None = None
    _ruling: Line = field(default_factory=dict)
    _totals: dict[str, int] = field(default_factory=dict)
    _moments: list[dict[str, int]] = field(default_factory=list)
    _winners: tuple[str, ...] = ()
    _time_s: float = 0.0

    def __post_init__(self) -> None:
        self._seat_of = {seat.name: number for number, seat in enumerate(self.seats)}
        self._totals = dict.fromkeys(self._seat_of, 0)

    def add_line(self, line: Line) -> None:
        """Read one line of the match."""
        match line["stage"]:
            case "outcome" if line["what"] == "start":
                self._start = line
            case "outcome":
                self._outcome = line
            case "ruling":
                self._judge(line)
            case "end":
                self._time_s, self._winners = line["time_s"], tuple(line["winners"])

    def match_row(self) -> MatchRow:
        """Return the row of the whole match. Raises ValueError before its last line."""
        if not self._winners:
            raise ValueError(f"match {self.index} has not ended")
        names, last = list(self._seat_of), self._ruling
        share = 1.0 / len(self._winners)
        sheets = self._sheets
        victory = {name: share if name in self._winners else 0.0 for name in names}
        # Partners share one sheet: its total is taken from one of them, the victory from both.
        with_starter = next(group for group in sheets if self._start["by"] in group)
        others = [self._totals[group[0]] for group in sheets if group is not with_starter]
        # The standing is how much each player is short of the best final total.
        best, lead = max(self._totals.values()), LeadTracker()
        for moment in self._moments:
            lead.add({name: best - total for name, total in moment.items()})
        return MatchRow(
            index=self.index,
            seed=self.seed,
            turns=len(self.turns),
            simulated_s=self._time_s,
            ending=last["ending"],
            start_draws=len(self._start["draws"]),
            starter=self._seat_of[self._start["by"]],
            starter_victory=sum(victory[name] for name in with_starter),
            starter_ahead=self._totals[with_starter[0]] - sum(others) / len(others),
            winning_score=best,
            tiles_left=sum(last["kept"].values()) + last["bag"],
            passes=sum(row.placed == 0 for row in self.turns),
            lead_changes=lead.lead_changes,
            drama=lead.drama([group[0] for group in sheets if group[0] in self._winners]),
            decided_at=lead.decided_at([group[0] for group in sheets if group[0] in self._winners]),
            scores=tuple(self._totals[name] for name in names),
            rows_complete=tuple(last["rows_complete"][name] for name in names),
            crosses=tuple(last["crosses"][name] for name in names),
            minus=tuple(last["minus"][name] for name in names),
            victory=tuple(victory[name] for name in names),
        )

    @property
    def _sheets(self) -> list[list[str]]:
        """The groups of players who share a sheet; without teams, one player each."""
        return list(self._start["teams"].values()) or [[name] for name in self._seat_of]

    def _judge(self, line: Line) -> None:
        before, self._totals = self._totals, dict(line["totals"])
        self._ruling = line
        outcome, self._outcome = self._outcome, None
        if outcome is None:
            return
        self._moments.append({group[0]: self._totals[group[0]] for group in self._sheets})
        by, gains = outcome["by"], line["gains"]
        seat = self.seats[self._seat_of[by]]
        placed, held = len(outcome["tiles"]), len(outcome["held"])
        self.turns.append(
            TurnRow(
                match=self.index,
                turn=len(self.turns) + 1,
                seat=self._seat_of[by],
                profile=seat.profile,
                strategy=seat.strategy,
                held=held,
                placed=placed,
                kept=held - placed,
                ways=outcome["ways"],
                tens=gains["10"],
                elevens=gains["11"],
                twelves=gains["12"],
                crosses=gains["x2"],
                points=gains["points"],
                gained=self._totals[by] - before[by] + line["minus"][by],
                bag=line["bag"],
                thought_s=outcome["thought_s"],
                time_s=line["time_s"],
            )
        )
