"""The rows of a batch of Riff Raff: one per match, one per attempt.

They are derived from the lines of a match (sim/match/record.py), so a recorded match gives the same rows as the match
itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.batch.rows import LeadTracker
from sim.protocols import UNRECORDED
from sim.seat import Seat

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True, repr=False)
class TurnRow:
    """An attempt. A turn has one attempt, or as many as pieces were announced, up to the first at which anything falls.

    A piece has fallen if it left the ship, whether a hand caught it or not.

    match: index in the batch. attempt: 1, 2, ... within the match. round, turn: 1, 2, ...; `turn` in the order of play
    of the round. seat: index round the table. announced: pieces announced for this turn. which: 1, 2, ... of them.
    x_mm: the intended place. fate: of the piece being placed: stays, lost or caught. fell: whether any piece fell.
    own_fell: whether the piece being placed did. pieces_fallen, pieces_caught: numbers of pieces that left the ship,
    and of those among them that were caught, the piece being placed included. aboard_*, supply_*: numbers of pieces on
    the ship, and in the player's supply. settled: False if the limit of simulated time ended the attempt. duration_s,
    settle_s: the time of the attempt, and of it the time since the piece was let go. time_s: simulated time of the
    match at the ruling. stirred: whether a piece that lay aboard before was seen to slide or tip
    (sim/physics/ship/attempt.py); None in rows made of a record, which does not hold it.
    """

    match: int
    attempt: int
    round: int
    turn: int
    seat: int
    profile: str
    strategy: str
    slot: int
    piece: str
    stance: str
    x_mm: float
    announced: int
    which: int
    fate: str
    fell: bool
    own_fell: bool
    pieces_fallen: int
    pieces_caught: int
    aboard_before: int
    aboard_after: int
    supply_before: int
    supply_after: int
    settled: bool
    duration_s: float
    settle_s: float
    max_heel_rad: float
    time_s: float
    stirred: bool | None

    def __repr__(self) -> str:
        """Return the turn on one line."""
        who = f"seat {self.seat} ({self.profile}:{self.strategy})"
        return f"<round {self.round}, turn {self.turn}: {who}, {self.piece} on slot {self.slot} {self.fate}>"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match.

    index: in the batch; seed: derived from the run's seed and the index. rounds: rounds begun. simulated_s: the match
    time at the end. ending: emptied or cards_spent. attempts, turns, falls (attempts in which anything fell),
    pieces_fallen, pieces_caught, unsettled: sums over its attempts. lead_changes, drama, decided_at: of the standing
    after every turn (sim/batch/rows.py). pieces_left, victory: by seat; the victory is 1 shared equally by the
    winners.
    """

    index: int
    seed: int
    rounds: int
    simulated_s: float
    ending: str
    attempts: int
    turns: int
    falls: int
    pieces_fallen: int
    pieces_caught: int
    unsettled: int
    lead_changes: int
    drama: float | None
    decided_at: float
    pieces_left: tuple[int, ...]
    victory: tuple[float, ...]


@dataclass(slots=True)
class RowCollector:
    """A collector of the rows of one match: `add_line` takes its lines in order, `match_row` needs them all."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    turns: list[TurnRow] = field(default_factory=list)
    _seat_of: dict[str, int] = field(default_factory=dict)
    _round: int = 1
    _turn: int = 0
    _turns_begun: int = 0
    _announced: int = 1
    _which: int = 1
    _aboard: int = 0
    _supply: dict[str, int] = field(default_factory=dict)
    _intent: Line = field(default_factory=dict)
    _physics: Line = field(default_factory=dict)
    _outcome: Line | None = None
    _lead: LeadTracker = field(default_factory=LeadTracker)
    _ending: str = ""
    _winners: tuple[str, ...] = ()
    _time_s: float = 0.0

    def __post_init__(self) -> None:
        self._seat_of = {seat.name: number for number, seat in enumerate(self.seats)}

    def add_line(self, line: Line) -> None:
        """Read one line of the match."""
        match line["stage"]:
            case "intent" if line["question"] == "place":
                self._intent = line
            case "physics":
                self._physics = line
            case "outcome":
                self._outcome = line
            case "ruling":
                self._ruling(line)
            case "end":
                self._time_s, self._winners = line["time_s"], tuple(line["winners"])

    def match_row(self) -> MatchRow:
        """Return the row of the whole match. Raises ValueError before its last line."""
        if not self._winners:
            raise ValueError(f"match {self.index} has not ended")
        share = 1.0 / len(self._winners)
        return MatchRow(
            index=self.index,
            seed=self.seed,
            rounds=self._round,
            simulated_s=self._time_s,
            ending=self._ending,
            attempts=len(self.turns),
            turns=self._turns_begun,
            falls=sum(row.fell for row in self.turns),
            pieces_fallen=sum(row.pieces_fallen for row in self.turns),
            pieces_caught=sum(row.pieces_caught for row in self.turns),
            unsettled=sum(not row.settled for row in self.turns),
            lead_changes=self._lead.lead_changes,
            drama=self._lead.drama(self._winners),
            decided_at=self._lead.decided_at(self._winners),
            pieces_left=tuple(self._supply[seat.name] for seat in self.seats),
            victory=tuple(share if seat.name in self._winners else 0.0 for seat in self.seats),
        )

    def _ruling(self, line: Line) -> None:
        before, self._supply = self._supply, dict(line["supply"])
        if self._outcome is not None:
            self._attempt(line, before)
            self._outcome = None
        for event in line["events"]:
            match event["type"]:
                case "round_started":
                    self._round, self._turn = event["round"], 0
                case "turn_started":
                    self._turn += 1
                    self._turns_begun += 1
                    self._announced, self._which = 1, 1
                case "announced":
                    self._announced = event["count"]
                case "turn_ended":
                    self._lead.add(self._supply)
                case "match_over":
                    self._ending = event["ending"]

    def _attempt(self, line: Line, supply_before: Mapping[str, int]) -> None:
        outcome, physics, intent = self._outcome, self._physics, self._intent
        assert outcome is not None
        player, fate = outcome["by"], outcome["placed"]
        seat = self.seats[self._seat_of[player]]
        own = fate != "stays"
        fallen = len(outcome["lost"]) + len(outcome["caught"]) + own
        aboard = sum(len(pieces) for pieces in outcome["ship"].values())
        self.turns.append(
            TurnRow(
                match=self.index,
                attempt=len(self.turns) + 1,
                round=self._round,
                turn=self._turn,
                seat=self._seat_of[player],
                profile=seat.profile,
                strategy=seat.strategy,
                slot=intent["slot"],
                piece=outcome["piece"],
                stance=intent["stance"],
                x_mm=intent["x_mm"],
                announced=self._announced,
                which=self._which,
                fate=fate,
                fell=fallen > 0,
                own_fell=own,
                pieces_fallen=fallen,
                pieces_caught=len(outcome["caught"]) + (fate == "caught"),
                aboard_before=self._aboard,
                aboard_after=aboard,
                supply_before=supply_before[player],
                supply_after=self._supply[player],
                settled=outcome["settled"],
                duration_s=physics["duration_s"],
                settle_s=physics["duration_s"] - _released(physics),
                max_heel_rad=physics["max_heel_rad"],
                time_s=line["time_s"],
                stirred=physics.get(UNRECORDED, {}).get("stirred"),
            )
        )
        self._aboard, self._which = aboard, self._which + 1


def _released(physics: Line) -> float:
    """Return the time at which the piece was let go (s), or 0 if it was not."""
    return next((time for time, what, _ in physics["moments"] if what == "releases"), 0.0)
