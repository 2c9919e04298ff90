"""What the conformance suite is to know of ZIGZAG."""

from __future__ import annotations

from sim.games.zigzag.match import ZigzagMatch
from sim.spec import ConformancePart


def _deck(match: ZigzagMatch) -> object:
    """Return the deck, after comparing the tapis of the rules with that of the table."""
    state = match.table.state
    lying = [card.face for card in match.frame().cards if card.name in match.table.world.cards]
    assert sorted(card.value for card in state.tapis) == sorted(lying)
    return state.deck


# A stranger has no hand at this table.
PART = ConformancePart(
    shorter={"table": {"most_minutes": 1.5}},
    step_s=0.25,
    glance_s=0.5,
    unlawful=("grab", lambda _: {"by": "Zoe"}),
    conserved=_deck,
)
