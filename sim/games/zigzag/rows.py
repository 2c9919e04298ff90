"""The results of a batch of ZIGZAG as rows: one a match, one a card taken, announcement or CONTRE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.batch.rows import LeadTracker
from sim.seat import Seat

Line = Mapping[str, Any]
TAKE, ANNOUNCE, CONTRE = "take", "announce", "contre"
TIE_MS = 50.0
"""The gap below which nobody at the table can say who was first: the window of gaps in the data sheet (D)."""
CALLS = ("zig", "zag", "double_zig", "zig_zag", "double_zag")


@dataclass(frozen=True, slots=True, repr=False)
class TurnRow:
    """One card taken from the tapis, one announcement or one CONTRE.

    match: index in the batch. turn: 1, 2, ... within the match. set, hand: 1, 2, ... seat: of the player who acted.
    kind: take, announce or contre. card: of a take. rivals: hands that reached for the same card at that moment.
    gap_ms: how much later the nearest of them would have covered it, had no other hand been in its way (None: no rival,
    or one that would have come down beside it). tie: within 50 ms. call: of an announcement. success: of an
    announcement or a CONTRE that was judged. box: the box that was ticked for it, level:box. ended: it ended the set.
    time_s, set_s: simulated time, of the match and since the set was dealt.
    """

    match: int
    turn: int
    set: int
    hand: int
    seat: int
    profile: str
    strategy: str
    kind: str
    card: str | None
    rivals: int
    gap_ms: float | None
    tie: bool
    call: str | None
    success: bool | None
    box: str | None
    ended: bool
    time_s: float
    set_s: float

    def __repr__(self) -> str:
        """Return the turn on one line."""
        who = f"seat {self.seat} ({self.profile}:{self.strategy})"
        what = " ".join(filter(None, (self.kind, self.card, self.call)))
        right = {True: ": right", False: ": wrong", None: ""}[self.success]
        return f"<set {self.set}, hand {self.hand}, turn {self.turn}: {who}, {what}{right}>"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match.

    index: in the batch; seed: derived from the run's seed and it. simulated_s: how long it took the people. sets: that
    were won; hands: that were dealt. stopped: the clock ended it before a sheet was complete. takes, contested, ties:
    cards taken from the tapis, those for which several hands reached, those within 50 ms. signs, bluffs: made. powers:
    special cards played. announced, right, contres, confirmed. lead_changes, drama, decided_at: of the standing in
    open boxes (sim/batch/rows.py). boxes, victory: by seat.
    """

    index: int
    seed: int
    simulated_s: float
    sets: int
    hands: int
    stopped: int
    takes: int
    contested: int
    ties: int
    signs: int
    bluffs: int
    powers: int
    announced: int
    right: int
    contres: int
    confirmed: int
    lead_changes: int
    drama: float | None
    decided_at: float
    boxes: tuple[int, ...]
    victory: tuple[float, ...]


@dataclass(slots=True)
class RowCollector:
    """A collector of the rows of one match: `add_line` takes its lines in order, `match_row` needs them all."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    turns: list[TurnRow] = field(default_factory=list)
    _seat_of: dict[str, int] = field(default_factory=dict)
    _physics: Line | None = None
    _outcome: Line = field(default_factory=dict)
    _set: int = 0
    _hand: int = 0
    _set_began_s: float = 0.0
    _sets: int = 0
    _hands: int = 0
    _signs: int = 0
    _bluffs: int = 0
    _powers: int = 0
    _over: bool = False
    _boxes: dict[int, int] = field(default_factory=dict)
    _wanted: int = 0
    _lead: LeadTracker = field(default_factory=LeadTracker)
    _winners: tuple[str, ...] = ()
    _time_s: float = 0.0

    def __post_init__(self) -> None:
        self._seat_of = {seat.name: number for number, seat in enumerate(self.seats)}
        self._boxes = dict.fromkeys(range(len(self.seats) // 2), 0)

    def add_line(self, line: Line) -> None:
        """Take in the next line of the record."""
        match line["stage"]:
            case "physics":
                self._physics = line
            case "outcome":
                self._outcome = line
            case "ruling":
                self._ruling(line)
            case "end":
                self._time_s, self._winners = line["time_s"], tuple(line["winners"])

    def match_row(self) -> MatchRow:
        """Return the row of the whole match. Raises ValueError before its last line was taken in."""
        if not self._winners:
            raise ValueError(f"match {self.index} has not ended")
        takes = [row for row in self.turns if row.kind == TAKE]
        called = [row for row in self.turns if row.kind == ANNOUNCE]
        contres = [row for row in self.turns if row.kind == CONTRE]
        share = 1.0 / len(self._winners)
        # Of each team the first: the standing is the team's.
        ahead = [seat.name for seat in self.seats[: len(self._boxes)] if seat.name in self._winners]
        return MatchRow(
            index=self.index,
            seed=self.seed,
            simulated_s=self._time_s,
            sets=self._sets,
            hands=self._hands,
            stopped=int(not self._over),
            takes=len(takes),
            contested=sum(row.rivals > 0 for row in takes),
            ties=sum(row.tie for row in takes),
            signs=self._signs,
            bluffs=self._bluffs,
            powers=self._powers,
            announced=len(called),
            right=sum(bool(row.success) for row in called),
            contres=len(contres),
            confirmed=sum(bool(row.success) for row in contres),
            lead_changes=self._lead.lead_changes,
            drama=self._lead.drama(ahead),
            decided_at=self._lead.decided_at(ahead),
            boxes=tuple(self._boxes[number % len(self._boxes)] for number in range(len(self.seats))),
            victory=tuple(share * (seat.name in self._winners) for seat in self.seats),
        )

    def _ruling(self, line: Line) -> None:
        events = {event["type"]: event for event in line["events"]}
        self._time_s = line["time_s"]
        physics, self._physics = self._physics, None
        if "game_started" in events:
            level = events["game_started"]["level"]
            self._wanted = 4 * (2 if level == 3 else 1)
            self._stands()
        if "set_started" in events:
            self._set, self._set_began_s = events["set_started"]["set"], line["time_s"]
        if "hand_started" in events:
            self._hand = events["hand_started"]["hand"]
            self._hands += 1
        if "sign_made" in events:
            self._signs += 1
            self._bluffs += events["sign_made"]["means"] is None
        self._powers += self._outcome["line"]["do"] in ("play", "cancel")
        if "card_taken" in events and physics is not None:
            self._take(events["card_taken"], physics)
        if "box_ticked" in events:
            self._boxes[events["box_ticked"]["team"]] += 1
            self._stands()
        judged = events.get("announcement_judged")
        if judged is not None:
            self._called(judged["player"], ANNOUNCE, judged["success"], events, judged["call"])
        elif "contre_judged" in events:
            self._called(events["contre_judged"]["player"], CONTRE, events["contre_judged"]["success"], events)
        self._sets += "set_ended" in events
        self._over = self._over or "game_over" in events

    def _stands(self) -> None:
        """Add the number of boxes that each team has still to tick to the lead tracker."""
        teams = len(self._boxes)
        open_boxes = {seat.name: self._wanted - self._boxes[n % teams] for n, seat in enumerate(self.seats)}
        # Partners have the same boxes: one of each team stands for both, or no player would ever be ahead alone.
        self._lead.add({seat.name: open_boxes[seat.name] for seat in self.seats[:teams]})

    def _take(self, event: Line, physics: Line) -> None:
        # How much later each rival would have been there.
        later = [rival["due_s"] - physics["at_s"] for rival in physics["rivals"] if rival["due_s"] is not None]
        gap_ms = 1000.0 * min(later) if later else None
        self._row(
            event["player"],
            TAKE,
            card=event["card"],
            rivals=len(physics["rivals"]),
            gap_ms=gap_ms,
            tie=gap_ms is not None and abs(gap_ms) < TIE_MS,
        )

    def _called(self, by: str, kind: str, success: bool, events: Mapping[str, Line], call: str | None = None) -> None:
        ticked = events.get("box_ticked")
        box = None if ticked is None else f"{ticked['level']}:{ticked['box']}"
        self._row(by, kind, call=call, success=success, box=box, ended="set_ended" in events)

    def _row(
        self,
        by: str,
        kind: str,
        card: str | None = None,
        rivals: int = 0,
        gap_ms: float | None = None,
        tie: bool = False,
        call: str | None = None,
        success: bool | None = None,
        box: str | None = None,
        ended: bool = False,
    ) -> None:
        number = self._seat_of[by]
        seat = self.seats[number]
        self.turns.append(
            TurnRow(
                match=self.index,
                turn=len(self.turns) + 1,
                set=self._set,
                hand=self._hand,
                seat=number,
                profile=seat.profile,
                strategy=seat.strategy,
                kind=kind,
                card=card,
                rivals=rivals,
                gap_ms=gap_ms,
                tie=tie,
                call=call,
                success=success,
                box=box,
                ended=ended,
                time_s=self._time_s,
                set_s=self._time_s - self._set_began_s,
            )
        )
