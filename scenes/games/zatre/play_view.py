"""The view of a frame for a player of ZATRE: their own and their partner's tiles; of the others only the number."""

from __future__ import annotations

from dataclasses import replace

from sim.games.zatre.match.frame import SeatView, TableStage, ZatreFrame


def unseen(frame: ZatreFrame, by: str | None) -> ZatreFrame:
    """Return the frame as `by` sees it: tiles of other sides lie face down until the match is over.

    by: None if nobody may look; then all tiles lie face down.
    """
    if frame.table_stage is TableStage.OVER:
        return frame
    own = next((seat for seat in frame.seats if seat.name == by), None)
    return replace(frame, seats=tuple(seat if _together(own, seat) else _face_down(seat) for seat in frame.seats))


def _together(own: SeatView | None, seat: SeatView) -> bool:
    return own is not None and (seat.name == own.name or (seat.team is not None and seat.team == own.team))


def _face_down(seat: SeatView) -> SeatView:
    return replace(seat, rack=(None,) * len(seat.rack)) if any(seat.rack) else seat
