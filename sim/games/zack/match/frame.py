"""A Zack! match at one moment, for drawings, texts and recorders: plain values, nothing live.

The plane is a vertical section through the bowl's middle: x to the right, y up (mm), y = 0 is the table's top.
`ZackMatch.static_scene` holds what never changes during a match, `ZackMatch.frame()` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from sim.match.frame import leaps, turned
from sim.physics.bowl.measures import BowlSetup
from sim.protocols import TickerLine


class TableStage(StrEnum):
    """The stage of the table."""

    DEALING = "dealing"  # between games, and before the first
    PLAYING = "playing"  # all players act at once
    STOPPED = "stopped"  # after a challenge or a stop card: what lands goes back
    CHOOSING = "choosing"  # the thrower of the choose card names a colour
    OVER = "over"


class HandState(StrEnum):
    """The state of a seat's throwing hand."""

    REST = "rest"
    FETCHING = "fetching"  # it fetches a card from beside the bowl
    THROWING = "throwing"  # it takes a card and moves towards the bowl
    FOLLOWING = "following"  # it has let go just now


class CardState(StrEnum):
    """The state of a drawn card."""

    HELD = "held"  # in the hand that is about to throw it
    AIR = "air"
    MOVING = "moving"  # it touches something and moves
    BOWL = "bowl"  # at rest in the bowl
    BESIDE = "beside"  # at rest on the table


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in the section.

    face: as printed: circle:red, R, 2R, L, 2L, again, back, choose, swap, mirror; player:red for a player card;
    challenge:red for a challenge card, red being the colour challenged. by: who threw it. wrong: ruled to have been
    thrown out of turn. face_up: False while the back shows. z: where its middle is across the section, away from the
    viewer; yaw: how far it is turned about the upright (rad, counter-clockwise from above). aside: True once it is
    known to come down beside a side wall.
    """

    name: str
    face: str
    by: str
    x: float
    y: float
    angle: float
    state: CardState
    wrong: bool = False
    face_up: bool = True
    z: float = 0.0
    yaw: float = 0.0
    aside: bool = False

    def interpolate(self, later: CardView | None, share: float) -> CardView:
        """Return the card at `share` (0 to 1) of the way to `later`; unmoved if it leaps, or is gone then.

        A hand's next card is another one.
        """
        if later is None or later.face != self.face or leaps(self.x, self.y, later.x, later.y):
            return self
        x, y = self.x + (later.x - self.x) * share, self.y + (later.y - self.y) * share
        z = self.z + (later.z - self.z) * share
        return replace(self, x=x, y=y, z=z, angle=turned(self.angle, later.angle, share))


@dataclass(frozen=True, slots=True)
class HandView:
    """A seat's throwing hand: its state, the card in it, the progress of the state (0 to 1), and its place (mm)."""

    state: HandState
    card: str | None
    progress: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at the table.

    side: -1 left of the bowl in the section, 1 right. cards: Zack cards held. challenges: colours against which a
    challenge card is held. believes: the seat that this player takes to be due (None: has not read anything). clock_s:
    how long this seat has been due (None if it is not). wins: games won.
    """

    name: str
    profile: str
    strategy: str
    colour: str
    side: int
    cards: int
    challenges: tuple[str, ...]
    hand: HandView
    believes: str | None
    clock_s: float | None
    is_due: bool
    wins: int


@dataclass(frozen=True, slots=True)
class BowlEntry:
    """A card in the bowl as the rules have it: bottom to top in `ZackFrame.bowl`."""

    name: str
    face: str
    by: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The last challenge that was judged, until the stop ends. `taker` takes `cards` (None: nobody does).

    due: who was due in place of a player who threw out of turn; None where it is not known, and for other challenges.
    """

    by: str
    against: str
    reason: str
    success: bool
    taker: str | None
    cards: int
    at_s: float
    due: str | None = None


@dataclass(frozen=True, slots=True)
class CardMissed:
    """The event of a card beside the bowl. by: its thrower; None for a challenge card or a card that does not count.

    aside: True if it came down beside a side wall, not before or behind the bowl as it was thrown.
    """

    at_s: float
    by: str | None
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Challenged:
    """The event of a challenge card that leaves a hand. reason: slow or out_of_turn. due: as in `Verdict`."""

    at_s: float
    by: str
    against: str
    reason: str
    due: str | None


@dataclass(frozen=True, slots=True)
class Judged:
    """The event of a judged challenge."""

    at_s: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class PlayStopped:
    """The event of a stop card that stops play."""

    at_s: float


@dataclass(frozen=True, slots=True)
class GameBegan:
    """The event of game number `game` being dealt."""

    at_s: float
    game: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """The event of game number `game` being won."""

    at_s: float
    game: int
    winner: str


@dataclass(frozen=True, slots=True)
class MatchWon:
    """The event of the match being won."""

    at_s: float
    winner: str


FrameEvent = CardMissed | Challenged | Judged | PlayStopped | GameBegan | GameWon | MatchWon


@dataclass(frozen=True, slots=True)
class StaticScene:
    """The constants of a match: the bowl's measures, the seats' places, the edition."""

    setup: BowlSetup
    seats: tuple[str, ...]
    sides: Mapping[str, int]
    hand_x_mm: float
    hand_y_mm: float
    edition: str
    stop_cards: bool
    wins_needed: int


@dataclass(frozen=True, slots=True)
class ZackFrame:
    """The state of a match at one moment, as it is drawn.

    seats: in their order, clockwise. bowl: the order as ruled, bottom to top. cards: all cards in the section. due: the
    player due by what can be seen, a card in the air included, since people do not wait for rulings. events: the
    latest, oldest first; what happened between two frames has `before.time_s <= at_s < frame.time_s`.
    """

    time_s: float
    table_stage: TableStage
    game: int
    game_s: float
    seats: tuple[SeatView, ...]
    due: str | None
    mirrored: bool
    cards: tuple[CardView, ...]
    bowl: tuple[BowlEntry, ...]
    verdict: Verdict | None
    throws: int
    misses: int
    challenges: int
    ticker: tuple[TickerLine, ...]
    winners: tuple[str, ...] = ()
    events: tuple[FrameEvent, ...] = ()

    @property
    def thinking(self) -> bool:
        """True while cards are dealt or put in order and none of them moves."""
        return self.table_stage in (TableStage.DEALING, TableStage.STOPPED) and not any(
            card.state in (CardState.AIR, CardState.MOVING) for card in self.cards
        )

    def share_unchanged(self, before: ZackFrame) -> ZackFrame:
        """Return the same frame, with parts that are equal in `before` taken from there: it saves memory."""
        return replace(
            self,
            seats=before.seats if self.seats == before.seats else self.seats,
            cards=before.cards if self.cards == before.cards else self.cards,
            bowl=before.bowl if self.bowl == before.bowl else self.bowl,
            ticker=before.ticker if self.ticker == before.ticker else self.ticker,
            events=before.events if self.events == before.events else self.events,
        )

    def interpolate(self, later: ZackFrame, share: float) -> ZackFrame:
        """Return this frame with its cards and hands moved by `share` (0 to 1) of the way to `later`."""
        cards = {card.name: card for card in later.cards}
        hands = {seat.name: seat.hand for seat in later.seats}
        return replace(
            self,
            time_s=self.time_s + (later.time_s - self.time_s) * share,
            game_s=self.game_s + (later.game_s - self.game_s) * share if self.game == later.game else self.game_s,
            cards=tuple(card.interpolate(cards.get(card.name), share) for card in self.cards),
            seats=tuple(replace(seat, hand=_between(seat.hand, hands[seat.name], share)) for seat in self.seats),
        )


def _between(a: HandView, b: HandView, share: float) -> HandView:
    if a.state is not b.state:
        return a
    x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
    return replace(a, progress=a.progress + (b.progress - a.progress) * share, x=x, y=y)


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
    """Return the frame as a player at the table may see it.

    It shows neither whose turn it is nor whose card was out of turn, since finding out is the game.
    """
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
