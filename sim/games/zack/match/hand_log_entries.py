"""Lines of the hand log (sim/match/hand_log.py): throws, with what a practised hand would have done, and reactions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, cast

from sim.errors import InputError
from sim.games.zack.bots.hand import Card
from sim.games.zack.bots.percepts import Landed, Missed, Percept, Resumed, Shown, Stopped
from sim.games.zack.bots.turn_reading import SIDES, CardFace, due_of, opposite_share
from sim.games.zack.configuration import ZackConfiguration
from sim.match.hand_log import Meant, Reacted, Thrown
from sim.physics.air import Motion
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release
from sim.physics.bowl.throwing import aimed_throw, ballistic_speed
from sim.protocols import Line

MIDDLE_MM = 0.0


def _measures(motion: Motion, side: int) -> Meant:
    """Return speed, rise and backspin of a throw from that side."""
    return Meant(math.hypot(motion.vx, motion.vy), math.atan2(motion.vy, -side * motion.vx), -side * motion.omega)


def meant_throw(configuration: ZackConfiguration, side: int, x_mm: float, y_mm: float) -> Release | None:
    """Return approximately a practised hand's throw from there to the bowl's middle; None where there is none.

    An exact one takes trial shots, for which a frame is too short. So this is the throw from the usual place of hands,
    found once, with its speed scaled by the ratio of the speeds that a body without air needs from the two places.
    """
    setup, table = configuration.setup, configuration.table
    usual = usual_throw(setup, side, table.seat_distance_mm, table.hand_height_mm)
    drop, reach = y_mm - setup.bowl.depth_mm, abs(x_mm - MIDDLE_MM)
    rise = setup.throw.flick_elevation_deg
    if reach < 1 or drop + reach * math.tan(math.radians(rise)) <= 0:
        return None

    def plain(distance: float, height: float) -> float:
        return ballistic_speed(setup, math.radians(rise), distance, height - setup.bowl.depth_mm)

    factor = plain(reach, y_mm) / plain(table.seat_distance_mm, table.hand_height_mm)
    motion = usual.motion
    return Release(Motion(x_mm, y_mm, motion.angle, motion.vx * factor, motion.vy * factor, motion.omega))


def usual_throw(setup: BowlSetup, side: int, distance_mm: float, height_mm: float) -> Release:
    """Return the throw of a practised hand from the usual place of hands."""
    return aimed_throw(setup, side * distance_mm, height_mm, MIDDLE_MM)


def throw_line(configuration: ZackConfiguration, card: Card, side: int, release: Release) -> Line:
    """Return the line for a card with that release, meant for the bowl's middle."""
    motion = release.motion
    try:
        meant = meant_throw(configuration, side, motion.x, motion.y)
    except InputError:
        meant = None
    thrown = _measures(motion, side)
    return Thrown(
        card=cast(Any, card.value),
        side=cast(Any, side),
        distance_mm=abs(motion.x),
        aim_x_mm=MIDDLE_MM,
        speed_mm_s=thrown.speed_mm_s,
        elevation_rad=thrown.elevation_rad,
        spin_rad_s=thrown.spin_rad_s,
        meant=None if meant is None else _measures(meant.motion, side),
    ).line()


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
        self.seat, self._seats, self.lag_s = seat, seats, lag_s
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
                    cue = Cue(TURN, at_s + self.lag_s, due, *self._reading(face))
                    if face.thrower == self.seat and isinstance(percept, Shown):
                        self._next = cue
                    else:
                        self._cue, self._next = cue, None
            case Missed(at_s, _, seat, _, turn):
                self._read.clear()
                what, due = MISS if seat == self.seat else TURN, due_of(turn, self._seats)
                self._cue = Cue(what, at_s + self.lag_s, due, 0.0, conflict=False)
            case Resumed(at_s, seat):
                self._read.clear()
                self._cue = Cue(TURN, at_s + self.lag_s, seat, 0.0, conflict=False)
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
