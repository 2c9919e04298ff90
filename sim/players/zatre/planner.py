"""The player who plans: what sheets may expect in the end, and draws that may come tried out.

Every one of the best ways is followed through one round of the table, with the same samples of unknown draws for all of
them: the others place what they may draw as well as a quick look finds, then one may expect something oneself. What
counts is by how much one's own prospects grow beyond those of the others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.players.zatre.prospects import Prospects, shipped_pace
from sim.players.zatre.replies import Look, Worth, laid
from sim.players.zatre.sheet import Judged, judged, tiles_of, two_tiles
from sim.players.zatre.view import VALUES, View
from sim.rules.zatre import Turn

LOOKED_AT = 24
"""So many of the ways that bring most are looked at from the other side of the table."""
CANDIDATES = 10
"""So many ways are followed up."""
SAMPLES = 20
"""So many samples of unknown draws are tried out for each."""


class Planner:
    """Judges sheets by their prospects, then tries out the best ways."""

    def __init__(self, candidates: int = CANDIDATES, samples: int = SAMPLES) -> None:
        self.candidates, self.samples = candidates, samples

    def place(self, view: View, rng: np.random.Generator) -> Turn:
        """The way that comes out best."""
        prospects = Prospects(view.turns_left, shipped_pace())
        best = judged(view, rng, prospects, LOOKED_AT, two_tiles)[: self.candidates]
        if len(best) == 1 or not view.bag or not view.rivals:
            return best[0].option.turn
        draws = [drawn(view, rng) for _ in range(self.samples)]
        rivals = [Worth.of(prospects.worth, sheet) for sheet in view.rivals]
        return max(best, key=lambda way: way.gain + _outlook(view, way, prospects, rivals, draws)).option.turn


def _outlook(
    view: View, way: Judged, prospects: Prospects, rivals: Sequence[Worth], draws: Sequence[Sequence[int]]
) -> float:
    """What comes after a way, for oneself less for the others, on the average of the samples."""
    kept = list(view.rack)
    for tile in way.option.turn:
        kept.remove(tile.value)
    own = Worth.of(prospects.worth, view.sheet.written(way.option.outcome))
    begun = Look(laid(view.cells, tiles_of(way.option)), rivals[0])
    total = 0.0
    for draw in draws:
        look = begun
        for number, following in enumerate((*rivals[1:], own)):
            reply = look.reply(draw[number * view.drawn : (number + 1) * view.drawn])
            total -= reply.gain / len(rivals)
            look = Look(laid(look.cells, reply.tiles), following)
        # Of one's own draw no sample is needed: the mean over all pairs is quickly told.
        total += look.expected(view.unseen, kept)
    return total / len(draws)


def drawn(view: View, rng: np.random.Generator) -> list[int]:
    """Tiles that the others may draw before it is one's turn again, in order: a sample of those that are unseen."""
    unseen = np.repeat(VALUES, view.unseen)
    count = min(view.bag, view.drawn * len(view.rivals))
    return [int(value) for value in rng.permutation(unseen)[:count]]
