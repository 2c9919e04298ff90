"""What one believes of the opponents' hands: from the signs that one has seen, and the cards that one saw them take."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from sim.games.zigzag.bots.hand_value import nearness

SIGN = 0.75
"""How often a seen sign means a combination: some are false (assumed)."""
KNOWN = (
    {0: 0.2, 1: 0.3, 2: 0.5, 3: 0.8, 4: 0.97},
    {0: 0.35, 1: 0.6, 2: 0.8, 3: 0.9, 4: 0.97},
    {0: 0.42, 1: 0.6, 2: 0.8, 3: 0.9, 4: 0.97},
    {0: 0.47, 1: 0.6, 2: 0.8, 3: 0.9, 4: 0.97},
)
"""How likely a hand cannot show two cards without anything in common, by the hands that he has collected for (one, two,
three, more) and by how many cards of one attribute are known of it.

Whoever collects comes near to that long before he has a combination. Rounded from matches of watchful against team, in
which a CONTRE would have been confirmed with nothing, 1 or 2 cards known of a pair in 37-38, 39-62 and 59-85 % of the
moments of the first hand, in 61-64, 64-77 and 67-100 % of the second, in 51-77, 75-97 and 89-100 % of later ones.
"""
REAL = {0: 0.03, 1: 0.03, 2: 0.08, 3: 0.3, 4: 0.97}
"""The same where only a real combination confirms a CONTRE (assumed; a hand as dealt: 0.034, FACTS 4.3)."""


@dataclass(slots=True)
class Suspect:
    """One opponent, as far as he was watched: cards known to be in his hand, and whether a sign of his stands.

    since: the hand of the set after which he began to collect anew, 0 if he has not changed his cards.
    """

    cards: list[str] = field(default_factory=list)
    signed: bool = False
    since: int = 0

    def chance(self, stopped: Collection[int], hand: int, real: bool = False) -> float:
        """Return how likely a CONTRE would catch that opponent in that hand of the set.

        real: only a real combination confirms it.
        """
        had = min(len(KNOWN), max(1, hand - self.since))
        known = (REAL if real else KNOWN[had - 1])[min(4, nearness(self.cards, stopped)[0])]
        return 1.0 - (1.0 - known) * (1.0 - SIGN) if self.signed else known

    def forget(self, hand: int) -> None:
        """Forget the cards: the opponent has others now, in that hand of the set."""
        self.cards.clear()
        self.signed, self.since = False, hand

    def laid(self, face: str) -> None:
        """He has thrown a card away: a hand that changes is not the hand that he made a sign for."""
        if face in self.cards:
            self.cards.remove(face)
        self.signed = False


def team_chance(members: Iterable[tuple[Suspect, Collection[int]]], hand: int, real: bool = False) -> float:
    """Return how likely a CONTRE would catch at least one of them."""
    return 1.0 - math.prod(1.0 - suspect.chance(stopped, hand, real) for suspect, stopped in members)
