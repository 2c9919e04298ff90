"""The value of four cards for a player who collects them: how near they are to a ZIG or a ZAG.

A character is its three attributes (`earth.green.suitcase`); a joker stands for any; everything else has no attribute.
A STOP takes an attribute away from the player behind it; a constraint demands one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from sim.games.zigzag.intents import Combination

JOKER = "joker"
ZIG: Final = "zig"
ZAG: Final = "zag"
AXES = (0, 1, 2)
"""Element, landscape, accessory: the places of the attributes in a card's name."""


@lru_cache(maxsize=256)
def traits(card: str) -> tuple[str, ...] | None:
    """Return the three attributes of a character; None for any other card."""
    parts = tuple(card.split("."))
    return parts if len(parts) == 3 else None


def is_special(card: str) -> bool:
    """Return True for a card that is played: neither a character nor a joker."""
    return traits(card) is None and card != JOKER


def nearness(cards: Iterable[str], stopped: Collection[int] = (), must: str | None = None) -> tuple[int, int]:
    """Return the largest number of these cards that share one attribute, and that share two, jokers counted in.

    stopped: axes that do not count. must: the attribute that has to be among those shared (None: any will do).
    """
    return _nearness(tuple(sorted(cards)), tuple(sorted(stopped)), must)


@lru_cache(maxsize=100_000)
def _nearness(cards: tuple[str, ...], stopped: tuple[int, ...], must: str | None) -> tuple[int, int]:
    jokers = sum(card == JOKER for card in cards)
    found = [each for card in cards if (each := traits(card)) is not None]
    axes = [axis for axis in AXES if axis not in stopped]
    if must is not None:
        found = [each for each in found if must in [each[axis] for axis in axes]]
        one = len(found)
        pairs = Counter(each[axis] for each in found for axis in axes if each[axis] != must)
        two = max(pairs.values(), default=0)
    else:
        one = max((n for axis in axes for n in Counter(each[axis] for each in found).values()), default=0)
        two = max(
            (n for a, b in combinations(axes, 2) for n in Counter((each[a], each[b]) for each in found).values()),
            default=0,
        )
    return (one + jokers if axes else 0), (two + jokers if len(axes) > 1 else 0)


def reaches(cards: Sequence[str], stopped: Collection[int] = (), must: str | None = None) -> Combination | None:
    """Return what four cards are: zag, zig, or None."""
    if len(cards) != 4:
        return None
    one, two = nearness(cards, stopped, must)
    return ZAG if two >= 4 else ZIG if one >= 4 else None


def worth(cards: Sequence[str], goal: str, stopped: Collection[int] = (), must: str | None = None) -> float:
    """Return how near a hand is to its goal, 4 or more having reached it. What else the cards share breaks ties.

    Three of a kind on the way to a ZAG are welcome; a fourth gains nothing, since a ZIG kept in hand by a player who
    tries for a ZAG may be countered (rules, advice).
    """
    one, two = nearness(cards, stopped, must)
    spread = _shared(tuple(sorted(cards)), tuple(sorted(stopped)))
    if goal == ZAG:
        return two + 0.1 * min(one, 3) + 0.005 * spread
    return one + 0.02 * spread


@lru_cache(maxsize=100_000)
def _shared(cards: tuple[str, ...], stopped: tuple[int, ...]) -> int:
    """Return the number of attributes shared, summed over the pairs of cards."""
    found = [each for card in cards if (each := traits(card)) is not None]
    return sum(
        each[axis] == other[axis] for each, other in combinations(found, 2) for axis in AXES if axis not in stopped
    )


@lru_cache(maxsize=100_000)
def can_answer(cards: tuple[str, ...], stopped: tuple[int, ...] = ()) -> bool:
    """Return True if two cards without anything in common could be shown at a CONTRE.

    A special card shares nothing with any.
    """
    faces = [traits(card) for card in cards if card != JOKER]
    return any(
        one is None or other is None or not any(one[axis] == other[axis] for axis in AXES if axis not in stopped)
        for one, other in combinations(faces, 2)
    )


TO_COME = 0.04
"""The factor on the likelihood of a ZAG for every card that it lacks (assumed: the best of a few that were tried)."""


def potential(cards: Iterable[str], stopped: Collection[int] = (), must: str | None = None) -> float:
    """Return how near a hand is to a ZAG by all that it may become, on the scale of `worth`.

    Every pair of attributes in the hand counts as the chance of getting the cards that it lacks; there are four cards
    of any pair. So two beginnings in one hand are better than one, and what three cards share outweighs them.
    """
    return _potential(tuple(sorted(cards)), tuple(sorted(stopped)), must)


@lru_cache(maxsize=100_000)
def _potential(cards: tuple[str, ...], stopped: tuple[int, ...], must: str | None) -> float:
    if _nearness(cards, stopped, must)[1] >= 4:
        return 4.0
    jokers = sum(card == JOKER for card in cards)
    found = [each for card in cards if (each := traits(card)) is not None]
    likely = 0.0
    for a, b in combinations([axis for axis in AXES if axis not in stopped], 2):
        for pair, held in Counter((each[a], each[b]) for each in found).items():
            if must in (None, *pair):
                missing = 4 - jokers - held
                likely += math.comb(4 - held, missing) * TO_COME**missing
    return 4.0 - math.log(min(0.95, likely)) / math.log(TO_COME) if likely else 0.0
