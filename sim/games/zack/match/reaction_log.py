"""What a person at the table had to read, and how soon the hand moved on it: lines of the hand log (hand_log.py)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.games.zack.bots.percepts import Landed, Missed, Percept, Resumed, Shown, Stopped
from sim.games.zack.bots.turn_reading import SIDES, CardFace, due_of, opposite_share
from sim.match.hand_log_schema import reaction
from sim.protocols import Line

TURN, MISS = "turn", "miss"


@dataclass(frozen=True, slots=True)
class Cue:
    """What calls for a movement: from when there is light of it (s), who is due by it, what had to be worked out.

    bits: of the choice among the seats, none where all hear it; conflict: right and left of a thrower who sits
    nearer opposite than beside.
    """

    what: str
    at_s: float
    due: int
    bits: float
    conflict: bool


class Eyes:
    """Follows what a person sees."""

    def __init__(self, seat: int, seats: int, lag_s: float) -> None:
        """Follow the person on `seat` of `seats`, who sees everything `lag_s` after it has happened."""
        self.seat, self._seats, self._lag_s = seat, seats, lag_s
        self.forget()

    def forget(self) -> None:
        """Begin a new game."""
        self._cue: Cue | None = None
        # Of the card that leaves the hand now: it calls for what comes after it.
        self._next: Cue | None = None
        self._read: dict[str, int] = {}

    def sees(self, percept: Percept) -> None:
        """Take in what has happened."""
        match percept:
            case Shown(at_s, card, face) | Landed(at_s, card, face):
                # A card that was read in flight says nothing new when it lands.
                due = due_of(face, self._seats)
                if self._read.get(card) != due:
                    self._read[card] = due
                    cue = Cue(TURN, at_s + self._lag_s, due, *self._reading(face))
                    if face.thrower == self.seat and isinstance(percept, Shown):
                        self._next = cue
                    else:
                        self._cue, self._next = cue, None
            case Missed(at_s, _, seat, _, turn):
                self._read.clear()
                what, due = MISS if seat == self.seat else TURN, due_of(turn, self._seats)
                self._cue = Cue(what, at_s + self._lag_s, due, 0.0, conflict=False)
            case Resumed(at_s, seat):
                self._read.clear()
                self._cue = Cue(TURN, at_s + self._lag_s, seat, 0.0, conflict=False)
            case Stopped():
                self._read.clear()
                self._cue = self._next = None

    def _reading(self, face: CardFace) -> tuple[float, bool]:
        """Return bits of choice and whether left and right conflict, as bots count them (turn_reading.py)."""
        across = opposite_share(self.seat, face.thrower, self._seats) >= 0.5
        return math.log2(self._seats), face.carried in SIDES and across

    def moves(self, at_s: float, what: str) -> Line | None:
        """Return the line of the log for a hand that moves since `at_s`, to throw (turn) or to take up a card (miss).

        None where it moved before the cue lit up, or the cue was answered already.
        """
        cue = self._cue
        if what == TURN:
            self._cue, self._next = self._next, None
        if cue is None or cue.what != what or at_s < cue.at_s:
            return None
        if cue is self._cue:
            self._cue = None
        return reaction(
            what,
            1000.0 * (at_s - cue.at_s),
            bits=cue.bits,
            conflict=cue.conflict,
            correct=what == MISS or cue.due == self.seat,
        )
