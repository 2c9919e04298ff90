"""The cards of a match: how they are shuffled, constraint cards, and the signs that teams agree on."""

from __future__ import annotations

from sim.games.zigzag.box import ZigzagBox
from sim.games.zigzag.rules.cards import Card, Trait
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


def shuffled(cards: tuple[Card, ...], seed: int, *keys: int | str) -> tuple[Card, ...]:
    """The cards in the order in which chance has put them."""
    return tuple(cards[int(place)] for place in rng(seed, "shuffle", *keys).permutation(len(cards)))


def constraints(box: ZigzagBox, seats: tuple[str, ...], seed: int) -> dict[str, tuple[Trait, ...]]:
    """A constraint card for every seat, as they are dealt."""
    order = rng(seed, "constraints").permutation(len(box.constraints))
    return {seat: box.constraints[int(order[place])] for place, seat in enumerate(seats)}


def signs(team: int, teams: int, seed: int, set_number: int) -> tuple[str, str, str]:
    """The signs of a team for ZIG and for ZAG in a set, and one that means nothing: no two alike at the table."""
    order = rng(seed, "signs", set_number).permutation(len(GESTURES))
    first = [GESTURES[int(order[3 * team + place])] for place in range(3)]
    assert 3 * teams <= len(GESTURES)
    return first[0], first[1], first[2]
