"""The cards of ZIGZAG: 64 characters of three characteristics, and the special cards.

The words are those of the French rules in English: "Eau, Terre, Air ou Feu", "Bleu, Jaune, Vert ou Rose", "lunettes de
soleil, cocktail, valise ou sans accessoire". A character is spelled ELEMENT.LANDSCAPE.ACCESSORY.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Kind(StrEnum):
    """The three kinds of characteristics, by the names that the STOP cards have for them."""

    CHARACTER = "character"
    LANDSCAPE = "landscape"
    ACCESSORY = "accessory"


class Trait(StrEnum):
    """The twelve characteristics, four of each kind. To have no accessory is one of them."""

    WATER = "water"
    EARTH = "earth"
    AIR = "air"
    FIRE = "fire"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    PINK = "pink"
    SUNGLASSES = "sunglasses"
    COCKTAIL = "cocktail"
    SUITCASE = "suitcase"
    NONE = "none"

    @property
    def kind(self) -> Kind:
        """The one of the three kinds that it is of."""
        return _KIND_OF[self]


class Card(StrEnum):
    """Every card that can be in a hand. Constraint cards are not among them: they are never in a hand."""

    WATER_BLUE_SUNGLASSES = "water.blue.sunglasses"
    WATER_BLUE_COCKTAIL = "water.blue.cocktail"
    WATER_BLUE_SUITCASE = "water.blue.suitcase"
    WATER_BLUE_NONE = "water.blue.none"
    WATER_YELLOW_SUNGLASSES = "water.yellow.sunglasses"
    WATER_YELLOW_COCKTAIL = "water.yellow.cocktail"
    WATER_YELLOW_SUITCASE = "water.yellow.suitcase"
    WATER_YELLOW_NONE = "water.yellow.none"
    WATER_GREEN_SUNGLASSES = "water.green.sunglasses"
    WATER_GREEN_COCKTAIL = "water.green.cocktail"
    WATER_GREEN_SUITCASE = "water.green.suitcase"
    WATER_GREEN_NONE = "water.green.none"
    WATER_PINK_SUNGLASSES = "water.pink.sunglasses"
    WATER_PINK_COCKTAIL = "water.pink.cocktail"
    WATER_PINK_SUITCASE = "water.pink.suitcase"
    WATER_PINK_NONE = "water.pink.none"
    EARTH_BLUE_SUNGLASSES = "earth.blue.sunglasses"
    EARTH_BLUE_COCKTAIL = "earth.blue.cocktail"
    EARTH_BLUE_SUITCASE = "earth.blue.suitcase"
    EARTH_BLUE_NONE = "earth.blue.none"
    EARTH_YELLOW_SUNGLASSES = "earth.yellow.sunglasses"
    EARTH_YELLOW_COCKTAIL = "earth.yellow.cocktail"
    EARTH_YELLOW_SUITCASE = "earth.yellow.suitcase"
    EARTH_YELLOW_NONE = "earth.yellow.none"
    EARTH_GREEN_SUNGLASSES = "earth.green.sunglasses"
    EARTH_GREEN_COCKTAIL = "earth.green.cocktail"
    EARTH_GREEN_SUITCASE = "earth.green.suitcase"
    EARTH_GREEN_NONE = "earth.green.none"
    EARTH_PINK_SUNGLASSES = "earth.pink.sunglasses"
    EARTH_PINK_COCKTAIL = "earth.pink.cocktail"
    EARTH_PINK_SUITCASE = "earth.pink.suitcase"
    EARTH_PINK_NONE = "earth.pink.none"
    AIR_BLUE_SUNGLASSES = "air.blue.sunglasses"
    AIR_BLUE_COCKTAIL = "air.blue.cocktail"
    AIR_BLUE_SUITCASE = "air.blue.suitcase"
    AIR_BLUE_NONE = "air.blue.none"
    AIR_YELLOW_SUNGLASSES = "air.yellow.sunglasses"
    AIR_YELLOW_COCKTAIL = "air.yellow.cocktail"
    AIR_YELLOW_SUITCASE = "air.yellow.suitcase"
    AIR_YELLOW_NONE = "air.yellow.none"
    AIR_GREEN_SUNGLASSES = "air.green.sunglasses"
    AIR_GREEN_COCKTAIL = "air.green.cocktail"
    AIR_GREEN_SUITCASE = "air.green.suitcase"
    AIR_GREEN_NONE = "air.green.none"
    AIR_PINK_SUNGLASSES = "air.pink.sunglasses"
    AIR_PINK_COCKTAIL = "air.pink.cocktail"
    AIR_PINK_SUITCASE = "air.pink.suitcase"
    AIR_PINK_NONE = "air.pink.none"
    FIRE_BLUE_SUNGLASSES = "fire.blue.sunglasses"
    FIRE_BLUE_COCKTAIL = "fire.blue.cocktail"
    FIRE_BLUE_SUITCASE = "fire.blue.suitcase"
    FIRE_BLUE_NONE = "fire.blue.none"
    FIRE_YELLOW_SUNGLASSES = "fire.yellow.sunglasses"
    FIRE_YELLOW_COCKTAIL = "fire.yellow.cocktail"
    FIRE_YELLOW_SUITCASE = "fire.yellow.suitcase"
    FIRE_YELLOW_NONE = "fire.yellow.none"
    FIRE_GREEN_SUNGLASSES = "fire.green.sunglasses"
    FIRE_GREEN_COCKTAIL = "fire.green.cocktail"
    FIRE_GREEN_SUITCASE = "fire.green.suitcase"
    FIRE_GREEN_NONE = "fire.green.none"
    FIRE_PINK_SUNGLASSES = "fire.pink.sunglasses"
    FIRE_PINK_COCKTAIL = "fire.pink.cocktail"
    FIRE_PINK_SUITCASE = "fire.pink.suitcase"
    FIRE_PINK_NONE = "fire.pink.none"
    JOKER = "joker"
    """Stands for any character card."""
    STOP_CHARACTER = "stop_character"
    STOP_ACCESSORY = "stop_accessory"
    STOP_LANDSCAPE = "stop_landscape"
    STEAL = "steal"
    """Vol de carte: a card at random from an opponent's hand."""
    SWAP = "swap"
    """Echange de jeu: the player's hand for another player's."""
    Z = "z"
    """Cancels a STOP, a theft, a view or an exchange of hands on the player or their partner."""
    MASTER = "master"
    """Maître des cartes, deferred: chooses who is dealt which card."""
    TEN_SECONDS = "ten_seconds"
    """10 Secondes, deferred: the cards of the next deal lie open, ten seconds for the player alone."""
    PEEK = "peek"
    """Voir un jeu, deferred: to look at any player's hand."""
    PLUS_ONE = "plus_one"
    MINUS_ONE = "minus_one"

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The three characteristics of a character; none of any other card, the joker's included."""
        return _TRAITS_OF[self]

    @property
    def is_character(self) -> bool:
        """True for one of the 64 characters."""
        return bool(_TRAITS_OF[self])

    @property
    def is_special(self) -> bool:
        """True for a card to be played. The joker is none: it is used exactly as characters are."""
        return not _TRAITS_OF[self] and self is not Card.JOKER

    @property
    def stops(self) -> Kind | None:
        """The kind of characteristics that a STOP takes away, None for every other card."""
        return _STOPPED_BY.get(self)


_KIND_OF = dict(zip(Trait, [kind for kind in Kind for _ in range(4)], strict=True))

_TRAITS_OF: dict[Card, tuple[Trait, ...]] = {
    card: tuple(map(Trait, card.value.split("."))) if "." in card.value else () for card in Card
}

_STOPPED_BY = {
    Card.STOP_CHARACTER: Kind.CHARACTER,
    Card.STOP_ACCESSORY: Kind.ACCESSORY,
    Card.STOP_LANDSCAPE: Kind.LANDSCAPE,
}

CHARACTERS = tuple(card for card in Card if card.is_character)
"""The 64 character cards, one of each."""

STOPS = tuple(_STOPPED_BY)
"""The three kinds of STOP cards."""

IMMEDIATE = (Card.STEAL, Card.SWAP, Card.Z, Card.PLUS_ONE, Card.MINUS_ONE)
"""Powers that act at once (violet)."""

DEFERRED = (Card.MASTER, Card.TEN_SECONDS, Card.PEEK)
"""Powers that are laid face down and act between two hands (violet, black edge and clocks)."""

SHIFTS = {Card.PLUS_ONE: 1, Card.MINUS_ONE: -1}
"""The cards of levels 2 and 3 that move a player's constraint, and by how many numbers."""


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of `Card`, as a heap is written when its order does not matter."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


_PLACE = {card: place for place, card in enumerate(Card)}
