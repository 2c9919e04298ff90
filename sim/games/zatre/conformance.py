"""What the conformance suite is to know of ZATRE."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from sim.games.zatre.match import ZatreMatch
from sim.spec import ConformancePart


def _tiles(match: ZatreMatch) -> object:
    """Return the tiles there are, on the board, in the bag and on racks."""
    state = match.table.state
    if state is None:
        return None
    return Counter([*(tile.value for tile in state.board), *state.bag, *chain(*state.rack.values())])


# A tile off the board is against the rules.
PART = ConformancePart(
    strategy="greedy",
    step_s=20.0,
    watched_s=80.0,
    unlawful=("place", lambda _: {"tiles": [{"value": 6, "row": 0, "col": 0}]}),
    conserved=_tiles,
)
