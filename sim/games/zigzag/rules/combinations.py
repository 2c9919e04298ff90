"""What a hand is: ZIG, ZAG or neither; the two cards that disprove a CONTRE; what an announcement reaches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import combinations

from sim.games.zigzag.rules.cards import Card, Kind, Trait
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import HAND, Call, Variant


class Grade(IntEnum):
    """The grades of four cards: a ZAG is more than a ZIG."""

    NOTHING = 0
    ZIG = 1
    """One trait common to all four."""
    ZAG = 2
    """Two traits common to all four."""


# A trait is one bit, a card the bits it has: the joker all of them, any other special card none.
_BIT = {trait: 1 << place for place, trait in enumerate(Trait)}
_KIND_BITS = {kind: sum(_BIT[trait] for trait in Trait if trait.kind is kind) for kind in Kind}
_ALL = sum(_BIT.values())
_BITS = {card: _ALL if card is Card.JOKER else sum(_BIT[trait] for trait in card.traits) for card in Card}


def _common(hand: Iterable[Card], stopped: Iterable[Kind]) -> int:
    bits = _ALL
    for kind in stopped:
        bits &= ~_KIND_BITS[kind]
    for card in hand:
        bits &= _BITS[card]
    return bits


def _kinds(bits: int) -> int:
    return sum(bool(bits & of_kind) for of_kind in _KIND_BITS.values())


def common(hand: Iterable[Card], stopped: Iterable[Kind] = ()) -> tuple[Trait, ...]:
    """Return the traits that all cards have, jokers standing for any, without those stopped."""
    bits = _common(hand, stopped)
    return tuple(trait for trait in Trait if bits & _BIT[trait])


def grade(hand: Sequence[Card], stopped: Iterable[Kind] = ()) -> Grade:
    """Return the grade of a hand. Fewer than four cards, or a special card among them, are nothing."""
    if len(hand) != HAND:
        return Grade.NOTHING
    return Grade(min(_kinds(_common(hand, stopped)), Grade.ZAG))


def reaches(
    hand: Sequence[Card], wanted: Grade, stopped: Iterable[Kind] = (), using: Trait | None = None, strict: bool = False
) -> bool:
    """Return True if the hand is at least `wanted`, with the trait `using` (a constraint) in common.

    A ZAG is also a ZIG, unless `strict`.
    """
    if len(hand) != HAND:
        return False
    bits = _common(hand, stopped)
    kinds = _kinds(bits)
    if kinds < wanted or (strict and wanted is Grade.ZIG and kinds > wanted):
        return False
    return using is None or bool(bits & _BIT[using])


def disproves(cards: Sequence[Card], stopped: Iterable[Kind] = ()) -> bool:
    """Return True if these two cards have no common trait.

    A joker has them all and proves nothing; any other special card has none. What a STOP takes away is not common.
    """
    return len(cards) == 2 and Card.JOKER not in cards and not _common(cards, stopped)


def disproof(hand: Iterable[Card], stopped: Iterable[Kind] = ()) -> tuple[Card, Card] | None:
    """Return the first two cards of the hand, in its order, that have nothing in common; None if there are none."""
    kinds = tuple(stopped)
    return next((pair for pair in combinations(hand, 2) if disproves(pair, kinds)), None)


def holds(state: State, seat: str, wanted: Grade, level: int = 1) -> bool:
    """Return True if the seat's hand reaches `wanted` under its STOPs, at level 2 also under its constraint.

    A seat that has been robbed has the right to three cards only, and so no combination, until the next hand.
    """
    if seat in state.robbed:
        return False
    using = state.constraint_of(seat) if level == 2 else None
    return reaches(state.hands[seat], wanted, state.stopped(seat), using, state.strict)


def grade_of(state: State, seat: str) -> Grade:
    """Return the grade of the seat's hand now, under its STOPs and after thefts; constraints left out."""
    return Grade.NOTHING if seat in state.robbed else grade(state.hands[seat], state.stopped(seat))


def levels_reached(state: State, player: str, call: Call) -> tuple[int, ...]:
    """Return the levels at which the player's announcement would be right now; empty if it would be wrong.

    ZIG and ZAG are the partner's hand (one's own where one plays for oneself, either of the two with the variant two).
    At level 2 everyone whose hand is part of the combination must respect their constraint.
    """
    members = state.teams[state.team_of(player)]
    partner = state.partner(player)
    if state.variant is Variant.TWO:
        holders = members
    else:
        holders = (player,) if partner is None else (partner,)
    match call:
        case Call.ZIG:
            ways = [[(seat, Grade.ZIG)] for seat in holders]
        case Call.ZAG:
            ways = [[(seat, Grade.ZAG)] for seat in holders]
        case Call.DOUBLE_ZIG:
            ways = [[(seat, Grade.ZIG) for seat in members]]
        case Call.ZIG_ZAG:
            ways = [
                list(zip(members, grades, strict=True)) for grades in ((Grade.ZIG, Grade.ZAG), (Grade.ZAG, Grade.ZIG))
            ]
        case Call.DOUBLE_ZAG:
            ways = [[(seat, Grade.ZAG) for seat in members]]
    return tuple(
        level
        for level in state.levels
        if any(all(holds(state, seat, wanted, level) for seat, wanted in way) for way in ways)
    )
