"""The results of a batch of Zack! as rows: one a match, one a card that left a hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.batch.rows import LeadTracker
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import UNRECORDED
from sim.seat import Seat

Line = Mapping[str, Any]
THROW, PLAYER_CARD, CHALLENGE = "throw", "player_card", "challenge"
SHORT, BEYOND, SIDE, OUT_AGAIN = WAYS = ("short", "beyond", "side", "out_again")
"""The ways in which a card misses: it comes down before the bowl, behind it, over or beside a side wall, or leaves the
bowl after it has touched its inside."""


@dataclass(frozen=True, slots=True, repr=False)
class TurnRow:
    """One card that left a hand.

    match: index in the batch. throw: 1, 2, ... within the match. game: 1, 2, ... seat: index round the table. kind:
    throw (a Zack card), player_card or challenge. face: as printed. on: what the Zack card on top of the bowl was when
    it landed: circle, R, 2R, ... (None: nothing lay there). hit: it came to lie in the bowl. wrong: ruled to be
    out of turn, or a player card too early. undercut: it was ruled before a card that had landed earlier, because it
    lies below it. turn_s: simulated time since the Zack card before left its hand, of a card thrown in turn while play
    was not interrupted (None otherwise). reason, success, cards: of a challenge that was judged: slow or out_of_turn,
    whether it was right, and how many cards were taken (None: no challenge, or one without effect). ended: it won the
    game. settled: False when the cap of simulated time ended it. settle_s: from its landing to its rest (None: it never
    touched the inside). time_s, game_s: simulated time at the ruling, of the
    match and of the game since play began. along_mm, across_mm: where its middle comes down to the height of the rim,
    with nothing in its way, seen in the direction of the throw: beyond the bowl's middle, and to the left of it. way:
    how a card that lies beside the bowl missed it (`WAYS`). These three are None in rows made of a record, which does
    not hold them.
    """

    match: int
    throw: int
    game: int
    seat: int
    profile: str
    strategy: str
    kind: str
    face: str
    on: str | None
    hit: bool
    wrong: bool
    undercut: bool
    turn_s: float | None
    reason: str | None
    success: bool | None
    cards: int | None
    ended: bool
    settled: bool
    settle_s: float | None
    time_s: float
    game_s: float
    along_mm: float | None
    across_mm: float | None
    way: str | None

    def __repr__(self) -> str:
        """Return the turn on one line."""
        who = f"seat {self.seat} ({self.profile}:{self.strategy})"
        how = f"{'hit' if self.hit else 'miss'}{', wrong' if self.wrong else ''}"
        return f"<game {self.game}, throw {self.throw}: {who}, {self.kind} {self.face}: {how}>"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match.

    index: in the batch; seed: derived from the run's seed and it. games: played. simulated_s: how long it took the
    people: before games and between them (dealt_s), and in them (play_s), of that while play was stopped (stopped_s).
    throws, misses: Zack and player cards, and those that fell beside
    the bowl. wrong: out of turn. challenges, upheld: judged, and right. unsettled: cards that did not come to rest.
    lead_changes, drama, decided_at: of the standing in cards (sim/batch/rows.py), summed, and averaged, over
    the games. games_won, cards_left, victory: by seat.
    """

    index: int
    seed: int
    games: int
    simulated_s: float
    dealt_s: float
    play_s: float
    stopped_s: float
    throws: int
    misses: int
    wrong: int
    challenges: int
    upheld: int
    unsettled: int
    lead_changes: int
    drama: float | None
    decided_at: float
    games_won: tuple[int, ...]
    cards_left: tuple[int, ...]
    victory: tuple[float, ...]


@dataclass(slots=True)
class RowCollector:
    """A collector of the rows of one match: `add_line` takes its lines in order, `match_row` needs them all."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    turns: list[TurnRow] = field(default_factory=list)
    _seat_of: dict[str, int] = field(default_factory=dict)
    _faces: dict[str, str] = field(default_factory=dict)
    _last_let_go: float | None = None
    _turn_s: dict[str, float | None] = field(default_factory=dict)
    _release_s: float = 0.0
    _kind: str = THROW
    _physics: Line = field(default_factory=dict)
    _outcome: Line | None = None
    _latest_landing: float = 0.0
    _on: str | None = None
    _game: int = 0
    _began_s: float | None = None
    _dealt_s: float = 0.0
    _play_s: float = 0.0
    _stopped_s: float = 0.0
    _over_s: float = 0.0
    _stop_began_s: float | None = None
    _hands: dict[str, int] = field(default_factory=dict)
    _games_won: dict[str, int] = field(default_factory=dict)
    _lead: LeadTracker = field(default_factory=LeadTracker)
    _games: list[tuple[LeadTracker, str]] = field(default_factory=list)
    _winners: tuple[str, ...] = ()
    _time_s: float = 0.0

    def __post_init__(self) -> None:
        self._seat_of = {seat.name: number for number, seat in enumerate(self.seats)}
        self._games_won = dict.fromkeys(self._seat_of, 0)

    def add_line(self, line: Line) -> None:
        """Take in the next line of the record."""
        match line["stage"]:
            case "intent":
                self._intent(line)
            case "executed":
                self._faces[line["action"]["card"]] = line["action"]["face"]
                self._turn_s[line["action"]["card"]] = self._since_last()
            case "physics":
                self._physics = line
            case "outcome":
                self._outcome = line
                if line["line"] is None:
                    self._card(line, None, ())
            case "ruling":
                self._ruling(line)
            case "end":
                self._time_s, self._winners = line["time_s"], tuple(line["winners"])

    def match_row(self) -> MatchRow:
        """Return the row of the whole match. Raises ValueError before its last line was taken in."""
        if not self._winners:
            raise ValueError(f"match {self.index} has not ended")
        cards = [row for row in self.turns if row.kind != CHALLENGE]
        judged = [row for row in self.turns if row.success is not None]
        dramas = [drama for lead, winner in self._games if (drama := lead.drama((winner,))) is not None]
        return MatchRow(
            index=self.index,
            seed=self.seed,
            games=self._game,
            simulated_s=self._time_s,
            dealt_s=self._dealt_s,
            play_s=self._play_s,
            stopped_s=self._stopped_s,
            throws=len(cards),
            misses=sum(not row.hit for row in cards),
            wrong=sum(row.wrong for row in cards),
            challenges=len(judged),
            upheld=sum(bool(row.success) for row in judged),
            unsettled=sum(not row.settled for row in self.turns),
            lead_changes=sum(lead.lead_changes for lead, _ in self._games),
            drama=math.fsum(dramas) / len(dramas) if dramas else None,
            decided_at=math.fsum(lead.decided_at((winner,)) for lead, winner in self._games) / len(self._games),
            games_won=tuple(self._games_won[seat.name] for seat in self.seats),
            cards_left=tuple(self._hands[seat.name] for seat in self.seats),
            victory=tuple(float(seat.name in self._winners) for seat in self.seats),
        )

    def _intent(self, line: Line) -> None:
        at_s = line["tick"] / TICK_HZ
        if line["question"] == "begin" and self._began_s is None:
            # Play begins when all may throw; the first hand that starts is the first sign of it on record.
            self._began_s = at_s
            self._dealt_s += at_s - self._over_s
        if line["question"] in (THROW, PLAYER_CARD, CHALLENGE):
            self._kind, self._release_s = line["question"], at_s

    def _since_last(self) -> float | None:
        if self._kind != THROW:
            return None
        before, self._last_let_go = self._last_let_go, self._release_s
        return None if before is None else self._release_s - before

    def _ruling(self, line: Line) -> None:
        outcome, self._outcome = self._outcome, None
        events = {event["type"]: event for event in line["events"]}
        if "game_started" in events:
            self._game, self._began_s, self._last_let_go, self._latest_landing = self._game + 1, None, None, 0.0
            self._on = None
        elif outcome is not None and "card" in outcome:
            self._card(outcome, line, events)
        hands = dict(line["hands"])
        if hands != self._hands:
            self._hands = hands
            self._lead.add(hands)
        if "game_stopped" in events or "game_resumed" in events or "card_missed" in events:
            self._last_let_go = None
        if "game_over" in events:
            winner = events["game_over"]["winner"]
            self._games_won[winner] += 1
            self._games.append((self._lead, winner))
            self._lead = LeadTracker()
            self._play_s += line["time_s"] - (self._began_s or 0.0)
            self._over_s = line["time_s"]
        if "game_stopped" in events and self._stop_began_s is None:
            self._stop_began_s = line["time_s"]
        elif ("game_resumed" in events or "game_over" in events) and self._stop_began_s is not None:
            self._stopped_s += line["time_s"] - self._stop_began_s
            self._stop_began_s = None

    def _card(self, outcome: Line, ruling: Line | None, events: Mapping[str, Line] | tuple[()]) -> None:
        by_type: Mapping[str, Line] = events or {}
        name, seat = outcome["card"], self._seat_of[outcome["by"]]
        line = outcome["line"] or {"do": "miss", "card": "player"}
        do = line["do"]
        kind = {"miss": PLAYER_CARD if "card" in line else THROW, "challenge_miss": CHALLENGE}.get(do, do)
        verdict = by_type.get("challenge")
        landed = by_type.get("card_landed") or by_type.get("player_card_landed") or {}
        wrong = bool(landed.get("wrong", False))
        landings = [moment[0] for moment in self._physics["moments"] if moment[1] == "lands"]
        hit = outcome["line"] is not None and do in (THROW, PLAYER_CARD, CHALLENGE)
        undercut = hit and bool(landings) and landings[0] < self._latest_landing
        if hit and landings:
            self._latest_landing = max(self._latest_landing, landings[0])
        time_s = self._time_s if ruling is None else ruling["time_s"]
        self._time_s = time_s
        down = self._physics.get(UNRECORDED, {})
        turn_s = self._turn_s.pop(name, None)
        face = self._faces.pop(name)
        self.turns.append(
            TurnRow(
                match=self.index,
                throw=len(self.turns) + 1,
                game=self._game,
                seat=seat,
                profile=self.seats[seat].profile,
                strategy=self.seats[seat].strategy,
                kind=kind,
                face=face,
                on=self._on,
                hit=hit,
                wrong=wrong,
                undercut=undercut,
                turn_s=turn_s if "card_landed" in by_type and not wrong else None,
                reason=None if verdict is None else outcome["line"]["reason"],
                success=None if verdict is None else verdict["success"],
                cards=None if verdict is None else verdict["cards"],
                ended="game_over" in by_type,
                settle_s=self._physics["moments"][-1][0] - landings[0] if landings else None,
                settled=all(moment[1] != "unsettled" for moment in self._physics["moments"]),
                time_s=time_s,
                game_s=time_s - (self._began_s or 0.0),
                along_mm=down.get("along_mm"),
                across_mm=down.get("across_mm"),
                way=_way(self._physics["moments"], down["along_mm"]) if down else None,
            )
        )
        if "card_landed" in by_type:
            self._on = face.partition(":")[0]
        elif verdict is not None and verdict["taker"] is not None:
            self._on = None


def _way(moments: Sequence[Sequence[Any]], along_mm: float) -> str | None:
    """Return how a card with these moments (time, what, where it then lay) missed; None where it lies in the bowl."""
    if [moment[2] for moment in moments if len(moment) > 2][-1:] != ["beside"]:
        return None
    seen = {moment[1] for moment in moments}
    if "lands" in seen:
        return OUT_AGAIN
    if seen & {"side", "passes"}:
        return SIDE
    return SHORT if along_mm < 0 else BEYOND
