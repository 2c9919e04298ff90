"""Beliefs about the opponents' hands: from the signs that were seen, and the cards that they were seen to take."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from sim.games.zigzag.bots.hand_value import nearness, traits

SIGN = 0.75
"""The probability that a seen sign means a combination: some are false (assumed)."""
KNOWN = (
    {0: 0.2, 1: 0.3, 2: 0.5, 3: 0.8, 4: 0.97},
    {0: 0.35, 1: 0.6, 2: 0.8, 3: 0.9, 4: 0.97},
    {0: 0.42, 1: 0.6, 2: 0.8, 3: 0.9, 4: 0.97},
    {0: 0.47, 1: 0.6, 2: 0.8, 3: 0.9, 4: 0.97},
)
"""The probability that a hand cannot show two cards without anything in common, by the number of hands of the set for
which its player has collected (one, two, three, more) and by the number of cards of one attribute known to be in it.

A player who collects comes near to that long before a combination. Rounded from matches of watchful against team, in
which a CONTRE would have been confirmed with nothing, 1 or 2 cards known of a pair in 37-38, 39-62 and 59-85 % of the
moments of the first hand, in 61-64, 64-77 and 67-100 % of the second, in 51-77, 75-97 and 89-100 % of later ones.
"""
REAL = {0: 0.03, 1: 0.03, 2: 0.08, 3: 0.3, 4: 0.97}
"""The same where only a real combination confirms a CONTRE (assumed; a hand as dealt: 0.034, FACTS 4.3)."""


@dataclass(slots=True)
class Suspect:
    """One opponent, as far as they were watched: cards known to be in their hand, and whether a sign of theirs stands.

    since: the hand of the set after which they began to collect anew, 0 if their cards have not been changed.
    """

    cards: list[str] = field(default_factory=list)
    signed: bool = False
    since: int = 0

    def chance(self, stopped: Collection[int], hand: int, real: bool = False) -> float:
        """Return the probability that a CONTRE would catch this opponent in that hand of the set.

        real: only a real combination confirms it.
        """
        had = min(len(KNOWN), max(1, hand - self.since))
        known = (REAL if real else KNOWN[had - 1])[min(4, nearness(self.cards, stopped)[0])]
        return 1.0 - (1.0 - known) * (1.0 - SIGN) if self.signed else known

    def forget(self, hand: int) -> None:
        """Forget the cards: the opponent has others now, since that hand of the set."""
        self.cards.clear()
        self.signed, self.since = False, hand

    def laid(self, face: str) -> None:
        """Note that the opponent has thrown a card away: the hand that they made a sign for has changed."""
        if face in self.cards:
            self.cards.remove(face)
        self.signed = False


class ReasonKind(StrEnum):
    """The kinds of evidence on which a player acts against another."""

    SIGN = "sign"  # a sign was seen
    CARDS = "cards"  # cards of one attribute were seen to go into the hand
    SPOILS = "spoils"  # the team has ended a set by a call that ticked nothing
    TIME = "time"  # nothing was seen: the others have had time to collect, or someone had to be chosen


@dataclass(frozen=True, slots=True)
class Reason:
    """The evidence on which a player acts against another (seat). count, trait: of the cards that were seen, if any."""

    kind: ReasonKind
    seat: str
    count: int = 0
    trait: str = ""


def reason_against(seat: str, suspect: Suspect, spoils: bool = False) -> Reason:
    """Return what speaks most against an opponent. spoils: the opponent's team calls whatever it has."""
    if suspect.signed:
        return Reason(ReasonKind.SIGN, seat)
    shared = Counter(trait for face in suspect.cards for trait in traits(face) or () if trait != "none")
    trait, count = max(shared.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    if count > 1:
        return Reason(ReasonKind.CARDS, seat, count, trait)
    return Reason(ReasonKind.SPOILS if spoils else ReasonKind.TIME, seat)


def team_chance(members: Iterable[tuple[Suspect, Collection[int]]], hand: int, real: bool = False) -> float:
    """Return the probability that a CONTRE would catch at least one of these opponents."""
    return 1.0 - math.prod(1.0 - suspect.chance(stopped, hand, real) for suspect, stopped in members)
