"""The view of a frame for a player of ZIGZAG: their own cards, and of the others what they show."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scenes.games.zigzag.art import BACK
from sim.games.zigzag.match.frame import SeatView, ZigzagFrame

GESTURE = "gesture"
"""A sign whose meaning the viewer does not know."""


def unread(frame: ZigzagFrame, me: str, open_to: Collection[str] = ()) -> ZigzagFrame:
    """Return the frame as `me` sees it: others' cards from behind, and other teams' signs without their meaning.

    It has no events, as some of these are secret. open_to: players whose cards `me` sees all the same.
    """
    team = next(seat.team for seat in frame.seats if seat.name == me)
    seats = tuple(_seen(seat, me, team, seat.name in open_to) for seat in frame.seats)
    return replace(frame, seats=seats, events=())


def _seen(seat: SeatView, me: str, team: int, is_open: bool) -> SeatView:
    if seat.name == me:
        return replace(seat, knows=())
    partner = seat.team == team
    signs = seat.sign is not None or seat.bluff
    return replace(
        seat,
        cards=seat.cards if is_open else (BACK,) * len(seat.cards),
        says_combination=seat.says_combination if is_open else None,
        knows=(),
        sign=(seat.sign if partner else GESTURE) if signs and not (partner and seat.bluff) else None,
        bluff=seat.bluff and partner,
        constraint=None if seat.constraint is None else (seat.constraint[0], ""),
    )
