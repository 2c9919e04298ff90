"""Words at the place where something happens at a table of Zack!: in or missed, challenges and their reasons, cards
that go to a player; and a pulse round the hand of the player who is due.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from scenes.drawing.callouts import Callouts
from scenes.drawing.palette import lighter
from scenes.games.zack.art import colour_of
from scenes.games.zack.view import seen
from sim.games.zack.match.frame import (
    CardState,
    CardView,
    Challenged,
    GameWon,
    Judged,
    PlayStopped,
    TableStage,
    Verdict,
    ZackFrame,
)
from sim.match.grammar import does, whom, whose
from sim.match.seats import YOU

REASON_S = 4.5
"""How long the reason for a challenge is shown: it is new, and has to be read."""
PlaceOf = Callable[[str], tuple[float, float] | None]


class Commentary:
    """A listener to the frames of a match or a practice, which says what happens at the place where it does.

    me: the person. place_of: returns where a player is in the window. to_screen: from mm of the section to the window.
    middle: returns where rulings are explained.
    """

    def __init__(
        self,
        callouts: Callouts,
        me: str,
        place_of: PlaceOf,
        to_screen: Callable[[tuple[float, float]], tuple[float, float]],
        middle: Callable[[], tuple[float, float]],
    ) -> None:
        self._callouts, self._me = callouts, me
        self._place_of, self._to_screen, self._middle = place_of, to_screen, middle
        self._in_bowl: frozenset[str] = frozenset()
        self._beside: frozenset[str] = frozenset()
        self._heard_s = -math.inf

    def hear(self, frame: ZackFrame, learning: bool) -> None:
        """Announce what is new in this frame. learning: reasons are given, and mistakes are named."""
        first, last_s = math.isinf(self._heard_s), self._heard_s
        self._cards(frame, learning, silent=first)
        self._heard_s = max((frame.time_s if first else last_s, *(event.at_s for event in frame.events)))
        for event in frame.events:
            if first or event.at_s <= last_s:
                continue
            match event:
                case Challenged():
                    words = challenge_words(frame, event, self._me)
                    mine = self._me in (event.by, event.against)
                    tone = "bad" if event.against == self._me else "turn"
                    if mine or learning:
                        self._at(event.by, words, tone, REASON_S)
                case Judged(_, verdict):
                    self._judged(frame, verdict, learning)
                case PlayStopped():
                    self._callouts.banner("Stop!", "turn")
                case GameWon(_, game, winner):
                    words = f"{does(called(winner, self._me), 'wins')} game {game}"
                    self._callouts.banner(words, "good" if winner == self._me else "turn")

    def _cards(self, frame: ZackFrame, learning: bool, *, silent: bool) -> None:
        """Announce where the person's own cards came to lie, and any cards that missed."""
        cards = {card.name: card for card in frame.cards}
        entries = {entry.name: entry for entry in frame.bowl}
        inside = frozenset(entries)
        for name in inside - self._in_bowl:
            card, entry = cards.get(name), entries[name]
            if silent or card is None or entry.by != self._me:
                continue
            wrong = learning and entry.wrong
            self._near(card, "In, but it was not your turn" if wrong else "In!", "bad" if wrong else "good")
        beside = frozenset(name for name, card in cards.items() if card.state is CardState.BESIDE)
        for name in beside - self._beside:
            if not silent and name not in inside:
                self._near(cards[name], "Missed", "bad")
        self._in_bowl, self._beside = inside, beside

    def _judged(self, frame: ZackFrame, verdict: Verdict, learning: bool) -> None:
        words = verdict_reason(frame, verdict, self._me)
        if learning and words:
            self._callouts.say(words, self._middle, "good" if verdict.success else "bad", REASON_S)
        if verdict.taker is not None and verdict.cards:
            to = whom(called(verdict.taker, self._me))
            self._at(verdict.taker, f"+{verdict.cards} to {to}", "bad" if verdict.taker == self._me else "turn")

    def point_out(self, frame: ZackFrame, learning: bool, depths: Mapping[str, float]) -> None:
        """Mark the hand of the player who is due by a pulse, while that is shown.

        depths: how far behind the section each player's hand is (mm).
        """
        due = next((seat for seat in frame.seats if seat.is_due), None)
        shown = learning and due is not None and len(frame.seats) > 1 and frame.table_stage is TableStage.PLAYING
        for seat in frame.seats:
            hand = seat.hand
            at = self._to_screen(seen(hand.x, hand.y, depths.get(seat.name, 0.0))) if shown and seat is due else None
            self._callouts.pulse(seat.name, at, lighter(colour_of(seat.colour), 0.45))

    def _near(self, card: CardView, words: str, tone: str) -> None:
        self._callouts.say(words, self._to_screen(seen(card.x, card.y)), tone)

    def _at(self, name: str, words: str, tone: str, lasts_s: float | None = None) -> None:
        place = self._place_of(name)
        if place is None:
            return
        if lasts_s is None:
            self._callouts.say(words, place, tone)
        else:
            self._callouts.say(words, place, tone, lasts_s)


def called(name: str, me: str) -> str:
    """Return a player's name as the person at the table reads it: their own is You."""
    return YOU if name == me else name


def turn_of(frame: ZackFrame, name: str, me: str) -> str:
    """Return whose turn, with the colour that cards call it by: `Anne's turn (red)`, `your turn (blue)`."""
    colour = next((seat.colour for seat in frame.seats if seat.name == name), "")
    owner = "your" if name == me else whose(name)
    return f"{owner} turn ({colour})"


def challenge_words(frame: ZackFrame, event: Challenged, me: str) -> str:
    """Return who challenges whom and why: `Ben challenges you: it was Anne's turn (red)`."""
    if event.reason == "slow":
        why = f"too slow, and it is {turn_of(frame, event.against, me)}"
    else:
        why = "out of turn" if event.due is None else f"it was {turn_of(frame, event.due, me)}"
    return f"{does(called(event.by, me), 'challenges')} {whom(called(event.against, me))}: {why}"


def verdict_reason(frame: ZackFrame, verdict: Verdict, me: str) -> str:
    """Return in plain words why a challenge was right or wrong; "" where nothing is to be added."""
    was = does(called(verdict.against, me), "was")
    if verdict.reason == "slow":
        return f"{was} due and too slow" if verdict.success else f"{was} not too slow"
    if not verdict.success:
        return f"{was} not out of turn"
    return "" if verdict.due is None else f"It was {turn_of(frame, verdict.due, me)}"
