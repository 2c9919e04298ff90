"""What the conformance suite is to know of Riff Raff."""

from __future__ import annotations

from collections import Counter

from sim.games.riff_raff.match import RiffRaffMatch
from sim.spec import ConformancePart


def _pieces(match: RiffRaffMatch) -> object:
    """Return the pieces there are: aboard, before players, and out of the game."""
    state = match.state
    aboard = Counter(piece for pieces in state.ship.values() for piece in pieces)
    return aboard + sum(map(Counter, state.supply.values()), Counter()) + Counter(state.removed)


# A card that was played before is none that may be chosen.
PART = ConformancePart(
    strategy="random", unlawful=("card", lambda before: {"card": before[-1]["card"]}), conserved=_pieces
)
