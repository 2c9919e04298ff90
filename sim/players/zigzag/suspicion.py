"""What one believes of the opponents' hands: from the signs that one has seen, and the cards that one saw them take."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from sim.players.zigzag.worth import nearness

SIGN = 0.75
"""A seen sign means a combination so often: some are false (assumed)."""
KNOWN = {0: 0.03, 1: 0.03, 2: 0.08, 3: 0.3, 4: 0.97}
"""Chance of a combination by how many cards of one attribute are known in a hand (assumed; a hand as dealt: 0.034)."""


@dataclass(slots=True)
class Suspect:
    """One opponent, as far as he was watched: cards known to be in his hand, and since when a sign stands."""

    cards: list[str] = field(default_factory=list)
    signed: bool = False

    def chance(self, stopped: Collection[int]) -> float:
        """How likely he holds a combination."""
        known = KNOWN[min(4, nearness(self.cards, stopped)[0])]
        return 1.0 - (1.0 - known) * (1.0 - SIGN) if self.signed else known

    def forget(self) -> None:
        """He has other cards now."""
        self.cards.clear()
        self.signed = False

    def laid(self, face: str) -> None:
        """He has thrown a card away: a hand that changes is not the hand that he made a sign for."""
        if face in self.cards:
            self.cards.remove(face)
        self.signed = False


def team_chance(members: Iterable[tuple[Suspect, Collection[int]]]) -> float:
    """How likely at least one of them holds a combination."""
    return 1.0 - math.prod(1.0 - suspect.chance(stopped) for suspect, stopped in members)
