"""What one believes of the opponents' hands: from the signs that one has seen, and the cards that one saw them take."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from sim.players.zigzag.worth import nearness

SIGN = 0.75
"""A seen sign means a combination so often: some are false (assumed)."""
KNOWN = {0: 0.35, 1: 0.6, 2: 0.8, 3: 0.9, 4: 0.97}
"""How likely a hand cannot show two cards without anything in common, by how many of one attribute are known in it.

Whoever collects comes near to that long before he has a combination. Rounded from matches of watchful against team:
with nothing, 1, 2 or 3 cards known of a pair of opponents a CONTRE from the second hand on would have been confirmed in
64-77, 75-84, 88-90 and 92-95 % of the moments (docs/zigzag.md).
"""
EARLY = {0: 0.2, 1: 0.3, 2: 0.5, 3: 0.8, 4: 0.97}
"""The same in the first hand of a set: 37-38, 39-62 and 59-85 % of a pair, with nothing, 1 or 2 cards known."""


@dataclass(slots=True)
class Suspect:
    """One opponent, as far as he was watched: cards known to be in his hand, and since when a sign stands."""

    cards: list[str] = field(default_factory=list)
    signed: bool = False

    def chance(self, stopped: Collection[int], early: bool = False) -> float:
        """How likely a CONTRE would catch him. early: in the first hand of a set."""
        known = (EARLY if early else KNOWN)[min(4, nearness(self.cards, stopped)[0])]
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


def team_chance(members: Iterable[tuple[Suspect, Collection[int]]], early: bool = False) -> float:
    """How likely a CONTRE would catch at least one of them."""
    return 1.0 - math.prod(1.0 - suspect.chance(stopped, early) for suspect, stopped in members)
