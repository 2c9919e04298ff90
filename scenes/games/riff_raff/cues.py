"""The cues of a match of Riff Raff, for sounds and marks, read off its frames."""

from __future__ import annotations

import math

from scenes.playback.cues import APART_S, Cue
from sim.games.riff_raff.match.frame import (
    PieceCaught,
    PieceFalls,
    PieceSlips,
    PieceState,
    PieceView,
    RiffRaffFrame,
    StaticScene,
    TableStage,
)
from sim.match.grammar import does

GRAVITY_MM_S2 = 9806.65
KNOCK_MM_S = 160.0
"""The least change of a piece's velocity between two frames that counts as a knock."""
LOUD_MM_S = 1500.0
HEEL_SHARE = 0.6
"""A heel of this share of the end stop is remarkable; once the ship is back at HEEL_BACK, the next one is."""
HEEL_BACK = 0.4

Velocity = tuple[float, float]
_GOING = (PieceState.FALLING, PieceState.FALLEN)


class Listener:
    """A listener that follows the frames of one match."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._stop_rad = math.radians(static_scene.ship.measures.end_stop_deg)
        self.forget()

    def forget(self) -> None:
        """Begin anew: the next frame is taken as the first."""
        self._before: RiffRaffFrame | None = None
        self._velocities: dict[str, Velocity] = {}
        self._slipped: set[str] = set()
        self._heeling = False

    def hear(self, frame: RiffRaffFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump in time, or for the first frame."""
        before = self._before
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            self.forget()
            before = None
        self._before = frame
        if before is None:
            self._heeling = abs(frame.hull_angle) > HEEL_SHARE * self._stop_rad
            return ()
        return (*self._pieces(before, frame), *self._table(before, frame))

    def _pieces(self, before: RiffRaffFrame, frame: RiffRaffFrame) -> list[Cue]:
        found: list[Cue] = []
        now, dt = frame.time_s, frame.time_s - before.time_s
        new = () if frame.events is before.events else [event for event in frame.events if event not in before.events]
        slipped = {event.name for event in new if isinstance(event, PieceSlips)}
        fallen = {event.name for event in new if isinstance(event, PieceFalls)}
        was = {piece.name: piece for piece in before.pieces}
        velocities: dict[str, Velocity] = {}
        for piece in frame.pieces:
            old = was.get(piece.name)
            if old is None:
                continue
            velocity = (piece.x - old.x) / dt, (piece.y - old.y) / dt
            last = self._velocities.get(piece.name, velocity)
            velocities[piece.name] = velocity
            if piece.name in slipped or (piece.name in fallen and piece.name not in self._slipped):
                found.append(Cue(now, "falls", 0.6, f"The {piece.kind} falls"))
            if piece.name in fallen:
                found.append(Cue(now, "table", min(1.0, max(0.35, math.hypot(*last) / (2 * LOUD_MM_S)))))
            elif piece.name not in slipped:
                found += _knock(old, piece, last, velocity, dt, now)
        found += [
            Cue(now, "catch", 0.8, f"The {event.kind} is caught") for event in new if isinstance(event, PieceCaught)
        ]
        self._velocities = velocities
        self._slipped |= slipped
        return found

    def _table(self, before: RiffRaffFrame, frame: RiffRaffFrame) -> list[Cue]:
        now, found = frame.time_s, []
        share = abs(frame.hull_angle) / self._stop_rad
        if not self._heeling and share > HEEL_SHARE:
            side = "starboard" if frame.hull_angle < 0 else "port"
            found.append(Cue(now, "heel", min(1.0, share), f"She heels to {side}"))
        self._heeling = share > HEEL_SHARE or (self._heeling and share > HEEL_BACK)
        if frame.round != before.round:
            found.append(Cue(now, "round", 1.0, f"Round {frame.round}"))
        if frame.table_stage is not before.table_stage:
            if frame.table_stage is TableStage.LOADING:
                found.append(Cue(now, "turn", 0.5, f"{does(frame.due or '', 'loads')} slot {frame.slot}"))
            elif frame.table_stage is TableStage.OVER:
                found.append(Cue(now, "end", 1.0, "The end"))
        return found


def _knock(old: PieceView, piece: PieceView, last: Velocity, velocity: Velocity, dt: float, now: float) -> list[Cue]:
    """Return the knock of a piece whose velocity (mm/s) has changed from `last` within `dt` (s), or no cue."""
    if piece.state is PieceState.HELD or old.form != piece.form:
        return []
    falls = GRAVITY_MM_S2 * dt if piece.state is PieceState.FALLING else 0.0
    change = math.hypot(velocity[0] - last[0], velocity[1] - last[1] + falls)
    if change < KNOCK_MM_S * (2.5 if piece.state in _GOING else 1.0):
        if old.state is PieceState.HELD:
            return [Cue(now, "knock", 0.25)]
        return []
    return [Cue(now, "knock", min(1.0, change / LOUD_MM_S))]
