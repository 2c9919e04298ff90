"""What is said at the table, and where: what held, what was caught, who gets what fell, who is captain.

It needs no window. It is read off the frames of a match, one after the other; frames may be skipped.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from sim.games.riff_raff import rules
from sim.games.riff_raff.match.frame import (
    FrameEvent,
    PieceAstray,
    PieceEvent,
    PieceState,
    PieceView,
    RiffRaffFrame,
    Ruled,
    StaticScene,
    TableStage,
)
from sim.match.grammar import does, whom
from sim.physics import Point

_GONE = (PieceState.FALLING, PieceState.FALLEN)


@dataclass(frozen=True, slots=True)
class Said:
    """Words at a place on the ship (mm, world's frame, so far before the mast), or beside the panel of a seat.

    place and seat: both None for a banner. tone: a name in `scenes.drawing.palette.TONES`.
    """

    words: str
    tone: str
    place: Point | None = None
    fore_mm: float = 0.0
    seat: int | None = None


class OutcomeReader:
    """A reader of the frames of one match or practice."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._scene = static_scene
        self._before: RiffRaffFrame | None = None
        self._seen: dict[str, PieceView] = {}
        self._placed: str | None = None
        self._captain: str | None = None

    def read(self, frame: RiffRaffFrame) -> list[Said]:
        """Return what is to be said since the frame before; nothing for the first frame."""
        before, self._before = self._before, frame
        if frame.table_stage is TableStage.LOADING and (before is None or before.table_stage is not TableStage.LOADING):
            self._seen.clear()
            self._placed = None
        for piece in frame.pieces:
            self._seen[piece.name] = piece
            if piece.state is PieceState.HELD:
                self._placed = piece.name
        if before is None:
            return []
        new = () if frame.events is before.events else [event for event in frame.events if event not in before.events]
        said = [*self._catches(new), *self._rulings(frame, new, {piece.name for piece in before.pieces})]
        # A practice has no rules: its attempt speaks for itself.
        if not frame.rounds and frame.table_stage is TableStage.RULED is not before.table_stage:
            said += self._tried(frame)
        return said

    def _catches(self, new: list[FrameEvent] | tuple[()]) -> Iterator[Said]:
        for event in new:
            if isinstance(event, PieceEvent) and event.what == "caught" and event.name in self._seen:
                piece = self._seen[event.name]
                yield Said("Caught", "good", (piece.x, piece.y), piece.fore_mm)
            elif isinstance(event, PieceAstray) and event.name in self._seen:
                piece = self._seen[event.name]
                yield Said(f"Slot {event.slot}, not {event.card}", "bad", (piece.x, piece.y), piece.fore_mm)

    def _rulings(self, frame: RiffRaffFrame, new: list[FrameEvent] | tuple[()], before: set[str]) -> Iterator[Said]:
        """Yield what is to be said of an attempt's rulings; before: the names of the pieces in the frame before."""
        ruled = [event.event for event in new if isinstance(event, Ruled)]
        lost = [event for event in ruled if isinstance(event, rules.PieceLost)]
        for event in ruled:
            match event:
                case rules.PieceLoaded():
                    if self._placed is None:
                        # Nobody saw it being placed: it is the one that was not there before.
                        self._placed = next((piece.name for piece in frame.pieces if piece.name not in before), None)
                    yield self._held(frame, event.slot)
                    self._placed = None
                case rules.PieceReturned():
                    yield Said(f"Back to {whom(event.player)}", "bad", seat=_seat(frame, event.player))
                case rules.CaptainNamed() if event.captain != self._captain:
                    self._captain = event.captain
                    yield Said(f"{does(event.captain, 'is')} captain", "turn")
        if lost:
            player, count = lost[0].player, len(lost)
            place = self._where_lost() or self._slot_place(frame, lost[0].slot)
            yield Said(f"Lost: {_pieces(count)} to {whom(player)}", "bad", place)
            yield Said(f"+{count} to {whom(player)}", "bad", seat=_seat(frame, player))
            self._seen.clear()
            self._placed = None

    def _tried(self, frame: RiffRaffFrame) -> Iterator[Said]:
        fallen = sum(piece.state in _GONE for piece in frame.pieces)
        if fallen:
            yield Said(f"Lost: {_pieces(fallen)}", "bad", self._where_lost())
        elif self._placed is not None and any(piece.name == self._placed for piece in frame.pieces):
            yield self._held(frame, frame.slot or 1)

    def _held(self, frame: RiffRaffFrame, slot: int) -> Said:
        for piece in frame.pieces:
            if piece.name == self._placed:
                return Said("Held", "good", (piece.x, piece.y), piece.fore_mm)
        return Said("Held", "good", self._slot_place(frame, slot))

    def _where_lost(self) -> Point | None:
        """Return the middle of what lies beside the ship; None if that was not seen."""
        gone = [piece for piece in self._seen.values() if piece.state in _GONE]
        if not gone:
            return None
        return sum(piece.x for piece in gone) / len(gone), sum(piece.y for piece in gone) / len(gone)

    def _slot_place(self, frame: RiffRaffFrame, slot: int) -> Point:
        """Return the middle of a slot's wood in the world."""
        found, angle = self._scene.ship.slot(slot), frame.hull_angle
        x, y = found.centre_mm, found.surface_at(found.centre_mm)
        return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def _seat(frame: RiffRaffFrame, name: str) -> int:
    return next(index for index, seat in enumerate(frame.seats) if seat.name == name)


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"
