"""News of a match of ZIGZAG in words at the place where they happen, reasons of others, and banners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scenes.games.zigzag.panels import CALLS, word
from sim.games.zigzag.bots.sign_beliefs import Reason, ReasonKind
from sim.games.zigzag.match.frame import CardGrabbed, FrameEvent, ZigzagFrame
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.cards import Card
from sim.match.grammar import does, jointly, whom

if TYPE_CHECKING:
    from scenes.drawing.callouts import Callouts

Point = tuple[float, float]
REASON_S = 4.0
"""How long a reason is shown: it is a sentence (s)."""
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


class TableCallouts:
    """The news of a match, said at their places.

    place_of: returns where a player's cards are (window units). sheet_of: returns where a team's score sheet is.
    to_screen: returns where a place on the table is (mm to window units).
    """

    def __init__(
        self,
        me: str,
        callouts: Callouts,
        place_of: Callable[[str], Point],
        sheet_of: Callable[[int], Point],
        to_screen: Callable[[Point], Point],
    ) -> None:
        self._me, self._callouts = me, callouts
        self._place_of, self._sheet_of, self._to_screen = place_of, sheet_of, to_screen
        self.forget()

    def forget(self) -> None:
        """Take the next frame for the first, of which nothing is said."""
        self._number: int | None = None
        self._places: dict[str, Point] = {}
        self._spoken: dict[str, float] = {}
        self._mine: tuple[int, str | None] = (0, None)

    def read(self, frame: ZigzagFrame, aim: str | None, learning: bool) -> None:
        """Show what has happened since the frame before.

        aim: the name of the card that the person's hand goes for, or went for until now. learning: reasons are given.
        """
        first = self._number is None
        number = -1 if self._number is None else self._number
        if not first:
            for event in frame.events:
                if event.number > number:
                    self._say(event, frame, aim, learning)
            self._say_combination(frame)
        if learning:
            self._say_reasons(frame, silent=first)
        self._number = frame.events[-1].number if frame.events else number
        self._places = {card.name: (card.x, card.y) for card in frame.cards}
        own = next(seat for seat in frame.seats if seat.name == self._me)
        self._mine = frame.set, own.says_combination

    # ------------------------------------------------------------------------------------------ one thing each

    def _at(self, name: str) -> Callable[[], Point]:
        return lambda: self._place_of(name)

    def _ours(self, team: int, frame: ZigzagFrame) -> bool:
        return self._me in frame.teams[team].seats

    def _say(self, event: FrameEvent, frame: ZigzagFrame, aim: str | None, learning: bool) -> None:
        me, say = self._me, self._callouts.say
        match event.what:
            case CardGrabbed(by, name) if by == me and name in self._places:
                say("Yours", self._to_screen(self._places[name]), "good")
            case CardGrabbed(by, name) if name == aim and name in self._places:
                say(f"Too late: {does(by, 'has')} it", self._to_screen(self._places[name]), "bad")
            case events.AnnouncementJudged(success=success, player=player):
                say("Right!" if success else "Wrong: new cards", self._at(player), "good" if success else "bad")
            case events.ContreJudged(success=success, player=player, team=team):
                hit = frame.teams[team].seats if success else (player,)
                for name in hit:
                    say("Caught: new cards" if success else "Failed: new cards", self._at(name), "bad")
            case events.StopPlaced(card=card, target=target):
                say(f"{'Your' if target == me else 'Their'} {STOPPED[card]} do not count", self._at(target), "bad")
            case events.CardStolen(player=player, target=target) if me in (player, target):
                say("-1 card", self._at(target), "good" if player == me else "bad")
                say("+1 card", self._at(player), "good" if player == me else "bad")
            case events.HandsExchanged(player=player, target=target) if me in (player, target):
                other = target if player == me else player
                self._callouts.banner(f"You and {other} have exchanged hands: look at your cards.", "bad")
            case events.PowerCancelled(player=player):
                say("Cancelled", self._at(player), "good")
            case events.SetEnded(team=team):
                seats, mine = frame.teams[team].seats, self._ours(team, frame)
                words = "Your team wins the set" if mine else f"{jointly(seats)} win the set"
                say(words, self._at(me), "good" if mine else "bad")
            case events.BoxTicked(team=team, box=box):
                say(
                    f"{CALLS[word(box.value)]} ticked",
                    lambda: self._sheet_of(team),
                    "good" if self._ours(team, frame) else "bad",
                )
            case events.SetStarted(set=number) if learning and number <= EXPLAINED:
                self._callouts.banner("A ZIG has one thing in common, a ZAG two.", "turn")

    def _say_combination(self, frame: ZigzagFrame) -> None:
        """Show that the person's hand has become a ZIG or a ZAG."""
        own = next(seat for seat in frame.seats if seat.name == self._me)
        found = own.says_combination
        if found is not None and (frame.set, found) != self._mine:
            self._callouts.say(f"A {CALLS.get(word(found), found)}!", self._at(self._me), "good")

    def _say_reasons(self, frame: ZigzagFrame, silent: bool) -> None:
        """Show why others act against the person's team, once for each time that they speak."""
        team = next(view.seats for view in frame.teams if self._me in view.seats)
        for seat in frame.seats:
            voice = seat.voice
            if voice is None or self._spoken.get(seat.name) == voice.at_s:
                continue
            self._spoken[seat.name] = voice.at_s
            if not silent and voice.reason is not None and voice.reason.seat in team and seat.name not in team:
                words = reason_words(voice.reason, self._me, voice.is_contre)
                self._callouts.say(f"“{words}”", self._at(seat.name), "turn", REASON_S)
