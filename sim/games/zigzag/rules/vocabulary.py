"""The words of ZIGZAG: levels, calls, boxes, phases, and what happens at the table.

Actions are things that have happened, one after the other: their order shows who was first at a card of the tapis.
Chance (a shuffled pile, the card that is stolen) is given too; the rules have no source of it. What the rules make of
the actions is in `sim.games.zigzag.rules.events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from sim.games.zigzag.rules.cards import Card, Trait
from sim.rules_frame import FrozenMap
from sim.rules_frame.json_fields import Name, Needed

HAND = 4
"""Nobody ever has more cards in hand; as many make a combination."""

STOPS_EACH = 2
"""STOP cards that one player can have before them."""

NUMBERS = 12
"""Numbers on a constraint card."""

CONTRES = 3
"""Failed CONTREs that a team may have had and still call another (assumed; the rules refer to the score sheet)."""


class Variant(StrEnum):
    """The variants, by who plays with whom."""

    TEAMS = "teams"
    """4 or 6 players in teams of two, the printed game."""
    TWO = "two"
    """House rule: two persons with two hands each (seats 1 and 3 are one person's, 2 and 4 the other's)."""
    THREE = "three"
    """House rule: three players, each alone; ZIG and ZAG twice each on the sheet."""


class ContreTest(StrEnum):
    """The ways in which a CONTRE is judged."""

    SHOWN = "shown"
    """As printed: each member shows two cards without a common characteristic, or the CONTRE is confirmed."""
    TRUE = "true"
    """Confirmed if and only if a member holds a combination; nobody shows two cards."""


class Call(StrEnum):
    """The announcements."""

    ZIG = "zig"
    ZAG = "zag"
    DOUBLE_ZIG = "double_zig"
    ZIG_ZAG = "zig_zag"
    DOUBLE_ZAG = "double_zag"
    """Has no box of its own: any open one may be ticked."""


class Box(StrEnum):
    """The boxes of a score sheet, at each level that is played."""

    ZIG = "zig"
    ZAG = "zag"
    DOUBLE_ZIG = "double_zig"
    ZIG_ZAG = "zig_zag"


TICKS_WANTED: Mapping[Variant, FrozenMap[Box, int]] = {
    Variant.TEAMS: FrozenMap(dict.fromkeys(Box, 1)),
    Variant.TWO: FrozenMap(dict.fromkeys(Box, 1)),
    Variant.THREE: FrozenMap({Box.ZIG: 2, Box.ZAG: 2}),
}
"""The boxes of a level and how often each must be ticked (assumed: no source shows the sheet)."""


class Phase(StrEnum):
    """The decision that is due now."""

    DEAL = "deal"
    """A set has to be dealt (signs may be agreed on before)."""
    BETWEEN = "between"
    """Between two hands: deferred powers act in the order of their announcement, then the next hand is dealt."""
    TEN_SECONDS = "ten_seconds"
    """The dealt cards lie open, one player changes cards at will."""
    PLAY = "play"
    """A hand: everybody discards, picks up and exchanges at the same time."""
    VERIFY = "verify"
    """An announcement has been made, the cards have to be shown."""
    CONTRE = "contre"
    """A team has to show two cards each."""
    TICK = "tick"
    """A team with a DOUBLE-ZAG has to choose the box to tick."""
    OVER = "over"


class Ending(StrEnum):
    """The ways in which a game ends."""

    SHEET = "sheet"
    """A team has completed its score sheet."""


class Owing(StrEnum):
    """The places that a drawn card goes to."""

    HAND = "hand"
    FACE_DOWN = "face_down"
    OFFERED = "offered"
    """To the master of cards, who gives it to a player."""
    TAPIS = "tapis"


@dataclass(frozen=True, slots=True)
class Owed:
    """A card still to be drawn once the Poubelle has been shuffled; `seat` is None for the tapis and for the offer."""

    to: Owing
    seat: Annotated[str | None, Needed()] = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A deferred power, face down before the player who announced it."""

    by: str
    card: Card


@dataclass(frozen=True, slots=True)
class Effect:
    """A steal, swap or peek that has been announced and not yet carried out: a Z may still cancel it."""

    card: Card
    by: str
    target: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement that waits for its verification."""

    player: str
    call: Call


@dataclass(frozen=True, slots=True)
class Case:
    """A CONTRE that waits for cards: `shown` has the members who have shown theirs."""

    player: str
    team: int
    shown: FrozenMap[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Choice:
    """A DOUBLE-ZAG with its box still to be chosen, at one of these levels."""

    team: int
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Signs:
    """The two signs of a team, for the set."""

    zig: str
    zag: str


# What happens. Every action but the first few names the player who does it.


@dataclass(frozen=True, slots=True)
class Setup:
    """Seats clockwise; partners sit diagonally: seats i and i + n/2 are a team.

    Attributes:
        seats: 4 or 6 names; for the variant two the four hands, for the variant three 3 names.
        deck: every card that is played with, in any order (sim.games.zigzag.box makes it of the shipped data).
        level: 1 without, 2 with constraints, 3 both at once.
        constraints: at levels 2 and 3 each seat's first constraint card, as its twelve characteristics in order.
        strict: is a hand of four cards with two common characteristics no ZIG?
    """

    seats: tuple[Name, ...]
    deck: tuple[Card, ...]
    level: Annotated[int, Needed()] = 1
    constraints: Mapping[str, tuple[Trait, ...]] = FrozenMap()
    variant: Variant = Variant.TEAMS
    strict: bool = False
    contre_test: ContreTest = ContreTest.SHOWN
    contre_limit: int = CONTRES

    def __post_init__(self) -> None:
        object.__setattr__(self, "constraints", FrozenMap({seat: tuple(of) for seat, of in self.constraints.items()}))


@dataclass(frozen=True, slots=True)
class AgreeSigns:
    """A team (its number) agrees on its two signs, between two sets."""

    word: ClassVar = "signs"
    team: int
    zig: str
    zag: str


@dataclass(frozen=True, slots=True)
class Deal:
    """A set begins: the whole deck as it was shuffled, top card first; at levels 2 and 3 the number of the set."""

    pile: tuple[Card, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class NextHand:
    """The next hand begins: one card each, face down (unless a power has dealt them)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A card from the hand onto the tapis, face up."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class PickUp:
    """A player's face-down card, picked up into the hand."""

    player: str


@dataclass(frozen=True, slots=True)
class Take:
    """A card from the tapis into the hand."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """The top card of the pile, when the tapis cannot complete the hand."""

    player: str


@dataclass(frozen=True, slots=True)
class Pass:
    """The player does not want to exchange any more; a new card on the tapis asks everybody again."""

    player: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign for the partner to see. It binds nobody, and it may be false."""

    player: str
    sign: str


@dataclass(frozen=True, slots=True)
class Play:
    """A special card is played. STOP, steal and swap have a target; a deferred power is laid face down.

    A Z is played with `Cancel`.
    """

    player: str
    card: Card
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """A Z is played: it cancels `card` (a STOP, steal, swap or peek) on `target`, oneself or one's partner."""

    player: str
    target: str
    card: Card


@dataclass(frozen=True, slots=True)
class Resolve:
    """The effect announced first is carried out, nobody has cancelled it. For a theft `card` is the one drawn."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """The naming of a hand to look at, by the player whose peek is due between two hands."""

    player: str
    target: str


@dataclass(frozen=True, slots=True)
class Assign:
    """The dealing of the cards shown to the master of cards, by seat."""

    player: str
    cards: Mapping[str, Card]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", FrozenMap(self.cards))


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The others have counted ten seconds down."""


@dataclass(frozen=True, slots=True)
class Announce:
    """A player's announcement aloud. ZIG and ZAG are their partner's hand."""

    player: str
    call: Call


@dataclass(frozen=True, slots=True)
class Verify:
    """The cards of the announcement are shown and judged."""


@dataclass(frozen=True, slots=True)
class Tick:
    """The box that a team ticks for its DOUBLE-ZAG."""

    player: str
    level: int
    box: Box


@dataclass(frozen=True, slots=True)
class Contre:
    """CONTRE against a team, by its number."""

    player: str
    team: int


@dataclass(frozen=True, slots=True)
class Show:
    """Two cards shown by a member of the team under CONTRE, or none: there are no such two, or they see none."""

    player: str
    cards: Annotated[tuple[Card, ...], Needed()] = ()


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The Poubelle, shuffled, becomes the pile, top card first."""

    pile: tuple[Card, ...]


Action: TypeAlias = (
    Setup
    | AgreeSigns
    | Deal
    | NextHand
    | Discard
    | PickUp
    | Take
    | Draw
    | Pass
    | Sign
    | Play
    | Cancel
    | Resolve
    | Look
    | Assign
    | TimeUp
    | Announce
    | Verify
    | Tick
    | Contre
    | Show
    | Shuffle
)
