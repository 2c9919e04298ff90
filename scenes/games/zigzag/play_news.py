"""News of a match of ZIGZAG in words: what happened to the person, rulings, and reasons of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenes.games.zigzag.panels import call_shown
from scenes.play.notice import Message, Notice, Rank
from sim.games.zigzag.bots.sign_beliefs import Reason, ReasonKind
from sim.games.zigzag.match.frame import CardGrabbed, FrameEvent, ZigzagFrame
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.cards import Card
from sim.language import N_, _, put_in
from sim.match.grammar import jointly, said_of, whom
from sim.match.seats import YOU

EXPLAINED = 2
"""The number of sets of a match before which it is said what is collected."""
STOPPED = {
    Card.STOP_CHARACTER: (N_("Your creatures do not count."), N_("{name}'s creatures do not count.")),
    Card.STOP_LANDSCAPE: (N_("Your landscapes do not count."), N_("{name}'s landscapes do not count.")),
    Card.STOP_ACCESSORY: (N_("Your accessories do not count."), N_("{name}'s accessories do not count.")),
}
"""What is said of a player behind a STOP."""


def reason_words(reason: Reason, me: str, contre: bool) -> str:
    """Return why a player acts against another, as they would say it to `me`.

    contre: it is a CONTRE, not a card that is played.
    """
    seen = _("you") if reason.seat == me else whom(reason.seat)
    match reason.kind:
        case ReasonKind.SIGN:
            return _("I saw {seen} make a sign.", seen=seen)
        case ReasonKind.CARDS:
            return _(
                "I saw {seen} take {count} cards with {trait}.", seen=seen, count=reason.count, trait=_(reason.trait)
            )
        case ReasonKind.SPOILS:
            return _("You two call anything you have.")
    return _("You two have had time to collect.") if contre else _("I saw nothing: I had to choose someone.")


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
                yield Message(_("That card is yours."), "good", Rank.OUTCOME)
            case CardGrabbed(by, name) if name == aim:
                yield Message(
                    said_of(by, _("Too late: You have it."), _("Too late: {name} has it.")), "bad", Rank.OUTCOME
                )
            case events.AnnouncementJudged(success=success, player=player):
                you, other = _("Your call is right."), _("{name}'s call is right.")
                if not success:
                    you, other = _("Your call is wrong: new cards."), _("{name}'s call is wrong: new cards.")
                yield Message(said_of(called(player), you, other), "good" if success else "bad", Rank.NEWS)
            case events.ContreJudged(success=success, player=player, team=team):
                hit = frame.teams[team].seats if success else (player,)
                words = _("CONTRE: {who} must change cards.")
                if not success:
                    words = _("CONTRE: {who} failed, and must change cards.")
                words = put_in(words, who=jointly([called(name) for name in hit]))
                yield Message(words, "bad" if me in hit else "turn", _rank(me in hit))
            case events.StopPlaced(card=card, target=target):
                words = said_of(called(target), *map(_, STOPPED[card]))
                yield Message(words, "bad" if target == me else "turn", _rank(target == me))
            case events.CardStolen(player=player, target=target) if me in (player, target):
                you, other = _("You take a card from {whom}."), _("{name} takes a card from {whom}.")
                words = said_of(called(player), you, other, whom=whom(called(target)))
                yield Message(words, "good" if player == me else "bad", Rank.OUTCOME)
            case events.HandsExchanged(player=player, target=target) if me in (player, target):
                other = target if player == me else player
                yield Message(
                    _("You and {other} have exchanged hands: look at your cards.", other=other), "bad", Rank.OUTCOME
                )
            case events.PowerCancelled(player=player):
                yield Message(said_of(called(player), _("You cancel it."), _("{name} cancels it.")), "good", Rank.NEWS)
            case events.SetEnded(team=team):
                seats, mine = frame.teams[team].seats, self._ours(team, frame)
                words = _("Your team wins the set.") if mine else _("{names} win the set.", names=jointly(seats))
                yield Message(words, "good" if mine else "bad", Rank.OUTCOME)
            case events.SetStarted(set=number) if learning and number <= EXPLAINED and self._notice().hints:
                yield Message(_("A ZIG has one thing in common, a ZAG two."), "turn", Rank.NEWS)

    def _ours(self, team: int, frame: ZigzagFrame) -> bool:
        return self._me in frame.teams[team].seats

    def _combination(self, frame: ZigzagFrame) -> Iterator[Message]:
        """Yield that the person's hand has become a ZIG or a ZAG."""
        own = next(seat for seat in frame.seats if seat.name == self._me)
        found = own.says_combination
        if found is not None and (frame.set, found) != self._mine:
            yield Message(_("You have a {call}!", call=call_shown(found)), "good", Rank.OUTCOME)

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
