"""The words of Zack!: colours, cards, editions, phases, endings, and what happens at the table.

Actions are things that have happened: a card that has landed in the bowl or beside it, in the order in which the cards
lie ("the bowl is always right"). Nothing that hands can do is refused; it is ruled on. What the rules make of it is in
`sim.games.zack.rules.events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, TypeAlias

from sim.rules_frame import FrozenMap
from sim.rules_frame.json_fields import Flag, Name, Needed

SEATS = range(3, 7)
"""Players in a game."""

WINDOW = 4
"""A card thrown out of turn can be challenged while it is one of this many topmost Zack cards of the bowl."""


class Colour(StrEnum):
    """The colours that a player can have."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    ORANGE = "orange"
    VIOLET = "violet"


class Card(StrEnum):
    """The Zack cards. Right and left are the thrower's, facing the middle: to the left is the next seat clockwise."""

    CIRCLE_RED = "circle:red"
    CIRCLE_BLUE = "circle:blue"
    CIRCLE_GREEN = "circle:green"
    CIRCLE_YELLOW = "circle:yellow"
    CIRCLE_ORANGE = "circle:orange"
    CIRCLE_VIOLET = "circle:violet"
    RIGHT = "R"
    TWO_RIGHT = "2R"
    LEFT = "L"
    TWO_LEFT = "2L"
    AGAIN = "again"
    """Nochmal, the purple exclamation mark: the function of the card before once more."""
    BACK = "back"
    """Zurück, the green exclamation mark: back to the thrower of the card below."""
    CHOOSE = "choose"
    """Farbe wählen: the thrower chooses the colour that is due."""
    SWAP = "swap"
    """Farben wechseln: colours go to the left (French edition: hands do)."""
    MIRROR = "mirror"
    """Links=Rechts: right is left and left is right."""

    @property
    def colour(self) -> Colour | None:
        """The colour of a circle, None for every other card."""
        kind, _, colour = self.value.partition(":")
        return Colour(colour) if kind == "circle" else None

    @property
    def stops(self) -> bool:
        """True for the three kinds of stop cards."""
        return self in (Card.CHOOSE, Card.SWAP, Card.MIRROR)


class OwnCard(StrEnum):
    """The six player cards, the same colour on both sides."""

    RED = "player:red"
    BLUE = "player:blue"
    GREEN = "player:green"
    YELLOW = "player:yellow"
    ORANGE = "player:orange"
    VIOLET = "player:violet"

    @classmethod
    def of(cls, colour: Colour) -> OwnCard:
        """Return the player card of this colour."""
        return cls(f"player:{colour.value}")


class Edition(StrEnum):
    """The printed rules that are followed where they differ: docs/explanation/games.md."""

    AMIGO = "amigo"
    """The German text of 2000, and our decisions where it is silent."""
    FRENCH = "french"
    """The French translation wherever it says something else."""


class Phase(StrEnum):
    """The decision that is due now."""

    PLAY = "play"
    CHOOSE = "choose"
    OVER = "over"


class Stop(StrEnum):
    """The reasons for which the game is stopped: what lands now does not count."""

    CHALLENGE = "challenge"
    STOP_CARD = "stop_card"


class Reason(StrEnum):
    """The two grounds for a challenge."""

    SLOW = "slow"
    OUT_OF_TURN = "out_of_turn"


class Ending(StrEnum):
    """The ways in which a game ends."""

    PLAYER_CARD = "player_card"
    """A player without cards in hand brought their player card into the bowl."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card in the bowl, who threw it, and whether that was a mistake (out of turn, or a player card too early).

    name: which of the cards on the table it is, for those who have to find it there; no part of the position.
    """

    card: Card | OwnCard
    by: str
    wrong: bool = False
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Agreed:
    """The rules of a table, where the printed ones leave a choice."""

    edition: Edition = Edition.AMIGO
    stop_cards: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """Seats clockwise, each with a colour and a hand (top card first); `first` begins, the player left of the dealer.

    The hands are taken as they were dealt (see `deal`); an unequal deal, say a handicap, is for the table to allow.
    """

    seats: tuple[Name, ...]
    colours: Mapping[str, Colour]
    hands: Mapping[str, tuple[Card, ...]]
    first: str
    edition: Annotated[Edition, Needed()] = Edition.AMIGO
    stop_cards: Annotated[bool, Needed()] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", FrozenMap(self.colours))
        object.__setattr__(self, "hands", FrozenMap({seat: tuple(cards) for seat, cards in self.hands.items()}))

    @property
    def agreed(self) -> Agreed:
        """The rules of this table."""
        return Agreed(self.edition, self.stop_cards)


@dataclass(frozen=True, slots=True)
class Throw:
    """The player's top card has landed in the bowl. name: as in `Entry`."""

    player: str
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Miss:
    """The player's card has landed beside the bowl: they take it up and may throw it again.

    It is the top card; the player card where `own_card` says so, or where no card is left in hand.
    """

    player: str
    own_card: Annotated[bool, Flag("card", "player")] = False


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge card with the colour of `target` has landed in the bowl; `reason` is what the challenger calls."""

    player: str
    target: Colour
    reason: Reason


@dataclass(frozen=True, slots=True)
class ChallengeMiss:
    """As `Challenge`, but the card has landed beside the bowl."""

    player: str
    target: Colour
    reason: Reason


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The player's own colour card has landed in the bowl. name: as in `Entry`."""

    player: str
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """The thrower of the choose card names the colour that is due."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Resume:
    """The stop is over, the game goes on."""


Action: TypeAlias = Setup | Throw | Miss | Challenge | ChallengeMiss | PlayerCard | Choose | Resume
