"""A frame as a player may see it: neither whose turn it is nor what was a mistake, since finding out is the game."""

from __future__ import annotations

from dataclasses import replace

from sim.games.zack.match.frame import CardState, TableStage, ZackFrame

_ON_THE_WAY = (CardState.AIR, CardState.MOVING)


def everybody_knows(frame: ZackFrame) -> bool:
    """Return True if all players are shown who is due.

    They are at the beginning and after a stop, until a card shows its face.
    """
    if frame.table_stage is not TableStage.PLAYING:
        return True
    shows = any(card.state in _ON_THE_WAY or (card.state is CardState.HELD and card.face_up) for card in frame.cards)
    return not frame.bowl and not shows


def unread(frame: ZackFrame) -> ZackFrame:
    """Return the frame without what a player has to find out: whose turn it is, and whose card was out of turn."""
    known = everybody_knows(frame)
    return replace(
        frame,
        due=frame.due if known else None,
        seats=tuple(
            replace(
                seat,
                believes=None,
                is_due=seat.is_due and known,
                clock_s=seat.clock_s if known else None,
            )
            for seat in frame.seats
        ),
        cards=tuple(replace(card, wrong=False) if card.wrong else card for card in frame.cards),
        bowl=tuple(replace(entry, wrong=False) if entry.wrong else entry for entry in frame.bowl),
    )
