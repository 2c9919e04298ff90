"""The next thing to do at a table of ZIGZAG, in a few words for the person at the mouse."""

from __future__ import annotations

from collections.abc import Callable

from scenes.games.zigzag.panels import CALLS, word
from sim.games.zigzag.intents import DrawCard, PickUpCard
from sim.games.zigzag.match.frame import SeatView, TableStage, ZigzagFrame
from sim.match.intents import Intent

HAND = 4


def what_next(frame: ZigzagFrame, own: SeatView, signed: str | None, may: Callable[[Intent], bool]) -> str:
    """Return the next thing to do, or the empty string if there is nothing to say.

    own: the person's seat. signed: the sign that the partner has made in this set. may: returns True if an intent would
    be allowed, were the hand free.
    """
    if frame.table_stage is TableStage.OVER:
        return ""
    if frame.table_stage is TableStage.CHECKING:
        return "Cards are shown."
    if frame.table_stage is TableStage.DEALING:
        return "Cards are dealt." if frame.set else "Your partner sits diagonally; sleeves of one colour are a team."
    if signed is not None:
        return f"Your partner has signed {CALLS.get(word(signed), signed)}: announce it, or wait for a double."
    if own.waiting:
        if may(PickUpCard(by=own.name)):
            return "Pick up your card: Space."
        if len(own.cards) < HAND and may(DrawCard(by=own.name)):
            return "You have too few cards: draw one (Space)."
        return "Drag a card to the tapis, or click a special card to play it."
    if own.says_combination is not None:
        call = CALLS.get(word(own.says_combination), own.says_combination)
        return f"You have a {call}: sign it to your partner, who announces it."
    if len(own.cards) < HAND:
        return "Grab a card from the tapis; where there is none, draw (Space)."
    return "" if own.passed else "Drag a card to the tapis to exchange it, or N: no more."
