"""What the conformance suite is to know of Zack!."""

from __future__ import annotations

from collections import Counter

from sim.games.zack.match import ZackMatch
from sim.games.zack.rules import zack_cards
from sim.spec import ConformancePart


def _cards(match: ZackMatch) -> object:
    """Return the cards there are, in piles and in the bowl."""
    state = match.table.state
    piles = Counter(card for pile in state.piles.values() for card in pile)
    return piles + Counter(card for card, _ in zack_cards(state.bowl))


# A stranger has no hand at this table.
PART = ConformancePart(
    shorter={"table": {"wins": 1}},
    step_s=0.25,
    glance_s=0.5,
    unlawful=("throw", lambda _: {"by": "Zoe"}),
    conserved=_cards,
)
