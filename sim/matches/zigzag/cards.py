"""The cards of a match: the deck, how it is shuffled, constraint cards, and the signs that teams agree on."""

from __future__ import annotations

from sim.configuration.zigzag import DeckMeasures
from sim.rules.zigzag.cards import CHARACTERS, DEFERRED, STOPS, Card, Trait
from sim.rules.zigzag.vocabulary import NUMBERS
from sim.seeds import rng

GESTURES = (
    "scratches an ear",
    "touches the nose",
    "strokes the chin",
    "winks",
    "taps a finger",
    "bites a lip",
    "sighs",
    "rubs an eye",
    "leans back",
    "raises an eyebrow",
    "clears the throat",
    "looks at the ceiling",
    "smooths the sleeve",
)
"""Signs (ours); each team agrees on two of them for a set, and a false sign is one that it has not agreed on."""


def deck(measures: DeckMeasures, teams: int, level: int) -> tuple[Card, ...]:
    """Every card that is played with."""
    jokers = measures.jokers_per_team * teams + measures.jokers_more
    powers = (Card.STEAL, Card.SWAP, Card.Z, *DEFERRED)
    found = [*CHARACTERS, *[Card.JOKER] * jokers]
    found += [card for card in STOPS for _ in range(measures.stops_each)]
    found += [card for card in powers for _ in range(measures.powers_each)]
    return (*found, *((Card.PLUS_ONE, Card.MINUS_ONE) if level > 1 else ()))


def shuffled(cards: tuple[Card, ...], seed: int, *keys: int | str) -> tuple[Card, ...]:
    """The cards in the order in which chance has put them."""
    return tuple(cards[int(place)] for place in rng(seed, "shuffle", *keys).permutation(len(cards)))


def constraints(seats: tuple[str, ...], seed: int) -> dict[str, tuple[Trait, ...]]:
    """A constraint card for every seat: the twelve characteristics, shifted from card to card (a default of ours)."""
    traits = tuple(Trait)
    order = rng(seed, "constraints").permutation(NUMBERS)
    return {
        seat: tuple(traits[(number + int(order[place])) % NUMBERS] for number in range(NUMBERS))
        for place, seat in enumerate(seats)
    }


def signs(team: int, teams: int, seed: int, set_number: int) -> tuple[str, str, str]:
    """The signs of a team for ZIG and for ZAG in a set, and one that means nothing: no two alike at the table."""
    order = rng(seed, "signs", set_number).permutation(len(GESTURES))
    first = [GESTURES[int(order[3 * team + place])] for place in range(3)]
    assert 3 * teams <= len(GESTURES)
    return first[0], first[1], first[2]
