"""News of a match of ZIGZAG in words: what happened to the person, rulings, and reasons of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenes.games.zigzag.panels import CALLS, word
from scenes.play.notice import Message, Notice, Rank
from sim.games.zigzag.bots.sign_beliefs import Reason, ReasonKind
from sim.games.zigzag.match.frame import CardGrabbed, FrameEvent, ZigzagFrame
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.cards import Card
from sim.match.grammar import does, jointly, whom, whose
from sim.match.seats import YOU

EXPLAINED = 2
"""The number of sets of a match before which it is said what is collected."""
STOPPED = {
    Card.STOP_CHARACTER: "creatures",
    Card.STOP_LANDSCAPE: "landscapes",
    Card.STOP_ACCESSORY: "accessories",
}
"""What does not count any more for a player behind a STOP."""


def reason_words(reason: Reason, me: str, contre: bool) -> str:
    """Return why a player acts against another, as they would say it to `me`.

    contre: it is a CONTRE, not a card that is played.
    """
    seen = "you" if reason.seat == me else whom(reason.seat)
    match reason.kind:
        case ReasonKind.SIGN:
            return f"I saw {seen} make a sign."
        case ReasonKind.CARDS:
            return f"I saw {seen} take {reason.count} cards with {reason.trait}."
        case ReasonKind.SPOILS:
            return "You two call anything you have."
    return "You two have had time to collect." if contre else "I saw nothing: I had to choose someone."


class News:
    """The news of a match, as they concern one person.

    notice: returns where they are said.
    """

    def __init__(self, me: str, notice: Callable[[], Notice]) -> None:
        self._me, self._notice = me, notice
        self.forget()

    def forget(self) -> None:
        """Take the next frame for the first, of which nothing is said."""
        self._number: int | None = None
        self._spoken: dict[str, float] = {}
        self._mine: tuple[int, str | None] = (0, None)

    def read(self, frame: ZigzagFrame, aim: str | None, learning: bool) -> None:
        """Announce what has happened since the frame before.

        aim: the name of the card that the person's hand goes for, or went for until now. learning: reasons are given.
        """
        first = self._number is None
        number = -1 if self._number is None else self._number
        said: list[Message] = []
        if learning:
            said += self._reasons(frame, silent=first)
        if not first:
            for event in frame.events:
                if event.number > number:
                    said += self._news(event, frame, aim, learning)
            said += self._combination(frame)
        for one in said:
            self._notice().say(one.words, one.tone, one.rank)
        self._number = frame.events[-1].number if frame.events else number
        own = next(seat for seat in frame.seats if seat.name == self._me)
        self._mine = frame.set, own.says_combination

    # ------------------------------------------------------------------------------------------ one thing each

    def _called(self, name: str) -> str:
        """Return a player's name as the person reads it: their own is You."""
        return YOU if name == self._me else name

    def _news(self, event: FrameEvent, frame: ZigzagFrame, aim: str | None, learning: bool) -> Iterator[Message]:
        me, called = self._me, self._called
        match event.what:
            case CardGrabbed(by, name) if by == me:
                yield Message("That card is yours.", "good", Rank.OUTCOME)
            case CardGrabbed(by, name) if name == aim:
                yield Message(f"Too late: {does(by, 'has')} it.", "bad", Rank.OUTCOME)
            case events.AnnouncementJudged(success=success, player=player):
                ruled = "is right" if success else "is wrong: new cards"
                yield Message(f"{whose(called(player))} call {ruled}.", "good" if success else "bad", Rank.NEWS)
            case events.ContreJudged(success=success, player=player, team=team):
                hit = frame.teams[team].seats if success else (player,)
                ruled = "must change cards" if success else "failed, and must change cards"
                who = jointly([called(name) for name in hit])
                yield Message(f"CONTRE: {who} {ruled}.", "bad" if me in hit else "turn", _rank(me in hit))
            case events.StopPlaced(card=card, target=target):
                words = f"{whose(called(target))} {STOPPED[card]} do not count."
                yield Message(words, "bad" if target == me else "turn", _rank(target == me))
            case events.CardStolen(player=player, target=target) if me in (player, target):
                words = f"{does(called(player), 'takes')} a card from {whom(called(target))}."
                yield Message(words, "good" if player == me else "bad", Rank.OUTCOME)
            case events.HandsExchanged(player=player, target=target) if me in (player, target):
                other = target if player == me else player
                yield Message(f"You and {other} have exchanged hands: look at your cards.", "bad", Rank.OUTCOME)
            case events.PowerCancelled(player=player):
                yield Message(f"{does(called(player), 'cancels')} it.", "good", Rank.NEWS)
            case events.SetEnded(team=team):
                seats, mine = frame.teams[team].seats, self._ours(team, frame)
                words = "Your team wins the set." if mine else f"{jointly(seats)} win the set."
                yield Message(words, "good" if mine else "bad", Rank.OUTCOME)
            case events.SetStarted(set=number) if learning and number <= EXPLAINED and self._notice().hints:
                yield Message("A ZIG has one thing in common, a ZAG two.", "turn", Rank.NEWS)

    def _ours(self, team: int, frame: ZigzagFrame) -> bool:
        return self._me in frame.teams[team].seats

    def _combination(self, frame: ZigzagFrame) -> Iterator[Message]:
        """Yield that the person's hand has become a ZIG or a ZAG."""
        own = next(seat for seat in frame.seats if seat.name == self._me)
        found = own.says_combination
        if found is not None and (frame.set, found) != self._mine:
            yield Message(f"You have a {CALLS.get(word(found), found)}!", "good", Rank.OUTCOME)

    def _reasons(self, frame: ZigzagFrame, silent: bool) -> Iterator[Message]:
        """Yield why others act against the person's team, once for each time that they speak."""
        team = next(view.seats for view in frame.teams if self._me in view.seats)
        for seat in frame.seats:
            voice = seat.voice
            if voice is None or self._spoken.get(seat.name) == voice.at_s:
                continue
            self._spoken[seat.name] = voice.at_s
            if not silent and voice.reason is not None and voice.reason.seat in team and seat.name not in team:
                words = reason_words(voice.reason, self._me, voice.is_contre)
                yield Message(f"{seat.name}: “{words}”", "turn", Rank.NEWS)


def _rank(mine: bool) -> Rank:
    return Rank.OUTCOME if mine else Rank.NEWS
