"""A ZIGZAG match at one moment, for drawings, texts and recorders: plain values, nothing live.

The table is seen from above: x to the right, y up (mm), the middle of the tapis is the origin, the first seat is below.
`ZigzagMatch.static_scene` holds what never changes during a match, `ZigzagMatch.frame()` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from sim.games.zigzag.bots.sign_beliefs import Reason
from sim.games.zigzag.rules.vocabulary import Call
from sim.match.frame import leaps, turned
from sim.physics.tapis.measures import TapisSetup
from sim.protocols import TickerLine
from sim.rules_frame import Event

EVENTS_S = 1.0
"""The time for which frames keep an event: longer than the time between two successive frames."""


class TableStage(StrEnum):
    """The stage of the table."""

    DEALING = "dealing"  # a set or a hand is dealt
    PLAYING = "playing"  # all players act at once
    CHECKING = "checking"  # an announcement or a CONTRE is checked: cards are shown
    POWERS = "powers"  # between two hands: deferred powers
    OVER = "over"


class HandState(StrEnum):
    """The state of a seat's hand."""

    REST = "rest"
    LAYING = "laying"  # it carries a card to the tapis
    REACHING = "reaching"  # it reaches for a card on the tapis
    GRASPING = "grasping"  # it has covered the card
    BACK = "back"  # it goes home, with a card or without
    FETCHING = "fetching"  # it takes up its face-down card, or draws from the pile
    PLAYING = "playing"  # it plays a special card


@dataclass(frozen=True, slots=True)
class CardView:
    """A card on the tapis, or in a hand over it.

    name: unlike any other on the table. face: as printed: earth.forest.hat and the like, joker, stop_character, steal,
    ... held_by: the player whose hand covers or carries it (None: it lies free). by: the player who laid it there.
    """

    name: str
    face: str
    x: float
    y: float
    angle: float
    held_by: str | None = None
    by: str | None = None

    def interpolate(self, later: CardView | None, share: float) -> CardView:
        """Return the card at `share` (0 to 1) of the way to `later`; unmoved if it leaps, or is gone then."""
        if later is None or leaps(self.x, self.y, later.x, later.y):
            return self
        x, y = self.x + (later.x - self.x) * share, self.y + (later.y - self.y) * share
        return replace(self, x=x, y=y, angle=turned(self.angle, later.angle, share))


@dataclass(frozen=True, slots=True)
class HandView:
    """A seat's hand over the table: its state, the card in it, the card that it goes for, and its place (mm).

    aim: the name of the card on the tapis that it goes for.
    """

    state: HandState
    card: str | None
    aim: str | None
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Voice:
    """Words that a player says aloud: `ZIG!`, `CONTRE!`, a power's name; since when (s).

    is_contre: it is a CONTRE. reason: why it is said against another player, if that is known.
    """

    text: str
    at_s: float
    is_contre: bool = False
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at the table.

    team: its number. cards: the faces held (at most four), as the engine lists them. waiting: the card dealt face down
    in front of them has not been picked up yet. passed: they want no more cards of the tapis. sign: zig or zag while
    they make the sign that means it; bluff: True while they make a sign that means nothing. stops: kinds of STOP in
    front of them. deferred: powers face down in front of them. constraint: the line number of their constraint card,
    and the attribute that this line demands now. knows: by name of seat, the sign that they believe to have seen there.
    shown: cards shown while an announcement or a CONTRE is checked. says_combination: the combination in the hand, if
    any.
    """

    name: str
    profile: str
    strategy: str
    team: int
    cards: tuple[str, ...]
    waiting: bool
    passed: bool
    hand: HandView
    sign: str | None
    bluff: bool
    stops: tuple[str, ...]
    deferred: int
    constraint: tuple[int, str] | None
    knows: tuple[tuple[str, str], ...]
    shown: tuple[str, ...]
    voice: Voice | None
    says_combination: str | None


@dataclass(frozen=True, slots=True)
class TeamView:
    """A pair: its seats by name, the boxes it has ticked by level, and how many failed CONTREs it has left.

    boxes: (level, announcement, ticked), such as (1, "double-zig", True), in the order of the sheet.
    """

    seats: tuple[str, ...]
    boxes: tuple[tuple[int, str, bool], ...]
    contres_left: int


@dataclass(frozen=True, slots=True)
class Check:
    """The check of an announcement or a CONTRE: who called, which team is tested, and the result.

    call: what was announced; None for a CONTRE. box: the box that was ticked, (level, box).
    """

    call: Call | None
    by: str
    team: int
    success: bool
    box: tuple[int, str] | None
    at_s: float


@dataclass(frozen=True, slots=True)
class CardLies:
    """The event of a card that has come to lie on the tapis. name: of the card there."""

    name: str


@dataclass(frozen=True, slots=True)
class CardGrabbed:
    """The event of a hand that is the first over a card of the tapis, and has it. by: its player. name: of the card."""

    by: str
    name: str


@dataclass(frozen=True, slots=True)
class PowerSpoken:
    """The event of a player who names the special card that they play."""

    by: str
    text: str


@dataclass(frozen=True, slots=True)
class FrameEvent:
    """An event of the rules, or of a hand. number: 0, 1, ... in the match."""

    number: int
    at_s: float
    what: Event | CardLies | CardGrabbed | PowerSpoken


@dataclass(frozen=True, slots=True)
class StaticScene:
    """The constants of a match. homes: where each seat's hand rests. pile, poubelle: where they lie (mm)."""

    setup: TapisSetup
    seats: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...]
    homes: Mapping[str, tuple[float, float]]
    pile: tuple[float, float]
    poubelle: tuple[float, float]
    level: int


@dataclass(frozen=True, slots=True)
class ZigzagFrame:
    """The state of a match at one moment, as it is drawn.

    set, hand: 1, 2, ... number: of this set's constraint (None at level 1). seats: in their order, clockwise. poubelle:
    the faces that were thrown away last, newest last (it lies face up); discarded: the number of cards there. events:
    of the last `EVENTS_S`, oldest first; their numbers show which are new since another frame.
    """

    time_s: float
    table_stage: TableStage
    set: int
    hand: int
    number: int | None
    seats: tuple[SeatView, ...]
    teams: tuple[TeamView, ...]
    cards: tuple[CardView, ...]
    pile: int
    poubelle: tuple[str, ...]
    discarded: int
    check: Check | None
    ticker: tuple[TickerLine, ...]
    winners: tuple[str, ...] = ()
    events: tuple[FrameEvent, ...] = ()

    @property
    def thinking(self) -> bool:
        """True while no hand moves over the table."""
        return all(seat.hand.state is HandState.REST for seat in self.seats)

    def share_unchanged(self, before: ZigzagFrame) -> ZigzagFrame:
        """Return the same frame, with parts that are equal in `before` taken from there: it saves memory."""
        return replace(
            self,
            seats=before.seats if self.seats == before.seats else self.seats,
            teams=before.teams if self.teams == before.teams else self.teams,
            cards=before.cards if self.cards == before.cards else self.cards,
            poubelle=before.poubelle if self.poubelle == before.poubelle else self.poubelle,
            ticker=before.ticker if self.ticker == before.ticker else self.ticker,
            events=before.events if self.events == before.events else self.events,
        )

    def interpolate(self, later: ZigzagFrame, share: float) -> ZigzagFrame:
        """Return this frame with its cards and hands moved by `share` (0 to 1) of the way to `later`."""
        cards = {card.name: card for card in later.cards}
        hands = {seat.name: seat.hand for seat in later.seats}
        return replace(
            self,
            time_s=self.time_s + (later.time_s - self.time_s) * share,
            cards=tuple(card.interpolate(cards.get(card.name), share) for card in self.cards),
            seats=tuple(replace(seat, hand=_between(seat.hand, hands[seat.name], share)) for seat in self.seats),
        )


def _between(a: HandView, b: HandView, share: float) -> HandView:
    if leaps(a.x, a.y, b.x, b.y):
        return a
    return replace(a, x=a.x + (b.x - a.x) * share, y=a.y + (b.y - a.y) * share)
