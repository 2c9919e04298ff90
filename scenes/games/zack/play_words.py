"""What is said at a table of Zack!: in or missed, challenges, rulings and who takes the cards; and who is due."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from scenes.play.notice import Message, Notice, Rank
from sim.games.zack.match.frame import (
    CardState,
    Challenged,
    GameWon,
    Judged,
    SeatView,
    TableStage,
    Verdict,
    ZackFrame,
)
from sim.games.zack.match.text import challenges
from sim.language import _, _n, put_in
from sim.match.grammar import said_of
from sim.match.seats import YOU


class Commentary:
    """A listener to the frames of a match or a practice, which says what happens, as it concerns one person.

    notice: returns where it is said. me: the person.
    """

    def __init__(self, notice: Callable[[], Notice], me: str) -> None:
        self._notice, self._me = notice, me
        self._in_bowl: frozenset[str] = frozenset()
        self._beside: frozenset[str] = frozenset()
        self._heard_s = -math.inf

    def hear(self, frame: ZackFrame, learning: bool) -> None:
        """Announce what is new in this frame. learning: reasons are given, and mistakes are named."""
        first, last_s = math.isinf(self._heard_s), self._heard_s
        said = list(self._cards(frame, learning, silent=first))
        self._heard_s = max((frame.time_s if first else last_s, *(event.at_s for event in frame.events)))
        for event in frame.events:
            if first or event.at_s <= last_s:
                continue
            match event:
                case Challenged():
                    mine = self._me in (event.by, event.against)
                    tone = "bad" if event.against == self._me else "turn"
                    said.append(Message(challenge_words(event, self._me), tone, Rank.OUTCOME if mine else Rank.NEWS))
                case Judged(_, verdict):
                    said.append(self._judged(frame, verdict))
                case GameWon(_, game, winner) if frame.table_stage is not TableStage.OVER:
                    you, other = _("You win game {game}."), _("{name} wins game {game}.")
                    words = said_of(called(winner, self._me), you, other, game=game)
                    said.append(Message(words, "good" if winner == self._me else "turn", Rank.OUTCOME))
        for one in said:
            self._notice().say(one.words, one.tone, one.rank)

    def _cards(self, frame: ZackFrame, learning: bool, *, silent: bool) -> Iterator[Message]:
        """Yield where the person's own cards came to lie."""
        cards = {card.name: card for card in frame.cards}
        entries = {entry.name: entry for entry in frame.bowl}
        inside = frozenset(entries)
        for name in inside - self._in_bowl:
            if silent or entries[name].by != self._me:
                continue
            if learning and entries[name].wrong:
                yield Message(_("In, but it was not your turn."), "bad", Rank.OUTCOME)
            else:
                yield Message(_("In!"), "good", Rank.OUTCOME)
        beside = frozenset(name for name, card in cards.items() if card.state is CardState.BESIDE)
        alone = len(frame.seats) == 1
        # At a match it is said for as long as the card may be taken up and thrown again.
        if alone and not silent and beside - self._beside - inside:
            yield Message(_("Missed."), "bad", Rank.OUTCOME)
        self._in_bowl, self._beside = inside, beside

    def _judged(self, frame: ZackFrame, verdict: Verdict) -> Message:
        mine = self._me in (verdict.by, verdict.against, verdict.taker)
        tone = "bad" if verdict.taker == self._me else "good" if verdict.by == self._me and verdict.success else "turn"
        return Message(verdict_words(frame, verdict, self._me), tone, Rank.OUTCOME if mine else Rank.NEWS)


def pointed_out(frame: ZackFrame, learning: bool) -> SeatView | None:
    """Return the player who is due, where that is to be shown."""
    shown = learning and len(frame.seats) > 1 and frame.table_stage is TableStage.PLAYING
    return next((seat for seat in frame.seats if seat.is_due), None) if shown else None


def called(name: str, me: str) -> str:
    """Return a player's name as the person at the table reads it: their own is You."""
    return YOU if name == me else name


def turn_of(frame: ZackFrame, name: str, me: str) -> str:
    """Return whose turn, with the colour that cards call it by: `Anne's turn (red)`, `your turn (blue)`."""
    colour = next((seat.colour for seat in frame.seats if seat.name == name), "")
    you, other = _("your turn ({colour})"), _("{name}'s turn ({colour})")
    return said_of(called(name, me), you, other, colour=_(colour))


def challenge_words(event: Challenged, me: str) -> str:
    """Return who challenges whom and why: `Ben challenges you: out of turn`."""
    words = _("{challenges}: too slow.") if event.reason == "slow" else _("{challenges}: out of turn.")
    return put_in(words, challenges=challenges(called(event.by, me), called(event.against, me)))


def verdict_words(frame: ZackFrame, verdict: Verdict, me: str) -> str:
    """Return whether a challenge was right, who takes the cards, and whose turn it was: for all to learn from."""
    ruled = _("Right") if verdict.success else _("Wrong")
    if verdict.taker is not None:
        ruled = _("{ruled}: {takes}", ruled=ruled, takes=_takes(called(verdict.taker, me), verdict.cards))
    if verdict.due is not None:
        ruled = _("{ruled}; it was {turn}", ruled=ruled, turn=turn_of(frame, verdict.due, me))
    return f"{ruled}."


def _takes(name: str, count: int) -> str:
    if count == 0:
        return said_of(name, _("you take no cards"), _("{name} takes no cards"))
    if name == YOU:
        return _n("you take {count} card", "you take {count} cards", count)
    return _n("{name} takes {count} card", "{name} takes {count} cards", count, name=name)
