"""The cues that a person at the table had to read, and how soon the hand moved on them: lines of the hand log."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from sim.games.zack.bots.percepts import Landed, Missed, Percept, Resumed, Shown, Stopped
from sim.games.zack.bots.turn_reading import SIDES, CardFace, due_of, opposite_share
from sim.match.hand_log import Reacted
from sim.protocols import Line

TURN: Literal["turn"] = "turn"
MISS: Literal["miss"] = "miss"


@dataclass(frozen=True, slots=True)
class Cue:
    """A call for a movement: the time of its light (s), the seat due by it, and what had to be worked out.

    bits: of the choice among the seats, 0 where all hear it. conflict: right and left of a thrower who sits nearer
    opposite than beside.
    """

    what: Literal["turn", "miss"]
    at_s: float
    due: int
    bits: float
    conflict: bool


class Eyes:
    """The view of a person: the last cues that they saw and have not answered."""

    def __init__(self, seat: int, seats: int, lag_s: float) -> None:
        """Follow the person on `seat` of `seats`, who sees everything `lag_s` after it has happened."""
        self.seat, self._seats, self._lag_s = seat, seats, lag_s
        self.forget()

    def forget(self) -> None:
        """Forget all cues: a new game begins."""
        self._cue: Cue | None = None
        # The cue in the card that leaves the person's own hand now: it calls for the movement after that.
        self._next: Cue | None = None
        self._read: dict[str, int] = {}

    def sees(self, percept: Percept) -> None:
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
        """Return the bits of choice and whether left and right conflict, as bots count them (turn_reading.py)."""
        across = opposite_share(self.seat, face.thrower, self._seats) >= 0.5
        return math.log2(self._seats), face.carried in SIDES and across

    def moves(self, at_s: float, what: Literal["turn", "miss"]) -> Line | None:
        """Return the line for a hand that moves since `at_s`, to throw (turn) or to take up a card (miss).

        None where it moved before the cue lit up, or the cue was answered already.
        """
        cue = self._cue
        if what == TURN:
            self._cue, self._next = self._next, None
        if cue is None or cue.what != what or at_s < cue.at_s:
            return None
        if cue is self._cue:
            self._cue = None
        return Reacted(
            cue=what,
            bits=cue.bits,
            conflict=cue.conflict,
            rt_ms=1000.0 * (at_s - cue.at_s),
            correct=what == MISS or cue.due == self.seat,
        ).line()
