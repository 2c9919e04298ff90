"""The player who plans: draws that may come are tried out, for the others and for the turn after next.

Every one of the best ways is followed through one round of the table, with the same samples of unknown draws for all of
them: the others place what they may draw as well as a quick look finds, then oneself does. What counts is by how much
one's own prospects grow beyond those of the others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.players.zatre.prospects import Prospects, shipped_pace
from sim.players.zatre.replies import Look, Worth, laid
from sim.players.zatre.sheet import Judged, judged, tiles_of
from sim.players.zatre.view import VALUES, View
from sim.rules.zatre import Turn

CANDIDATES = 6
"""So many ways are followed up."""
SAMPLES = 12
"""So many samples of unknown draws are tried out for each."""


class Planner:
    """Looks as the sheet player does, then tries out the best ways."""

    def __init__(self, candidates: int = CANDIDATES, samples: int = SAMPLES) -> None:
        self.candidates, self.samples = candidates, samples

    def place(self, view: View, rng: np.random.Generator) -> Turn:
        """The way that comes out best."""
        best = judged(view, rng, envy=0.0)[: self.candidates]
        if len(best) == 1 or not view.bag:
            return best[0].option.turn
        draws = [drawn(view, rng) for _ in range(self.samples)]
        prospects = Prospects(view.turns_left, shipped_pace())
        worths = [Worth.of(prospects, sheet) for sheet in (*view.rivals, view.sheet)]
        return max(best, key=lambda way: way.worth + self._outlook(view, way, worths, draws)).option.turn

    def _outlook(self, view: View, way: Judged, worths: Sequence[Worth], draws: Sequence[Sequence[int]]) -> float:
        """What comes after a way, for oneself less for the others, on the average of the samples."""
        begun = laid(view.cells, tiles_of(way.option))
        kept = list(view.rack)
        for tile in way.option.turn:
            kept.remove(tile.value)
        total = 0.0
        for draw in draws:
            cells, left = begun, list(draw)
            for number, worth in enumerate(worths):
                mine = number == len(worths) - 1
                # Who has kept one tile draws one; who has kept more draws none as long as one of them fits.
                count = view.drawn if not (mine and kept) else 1 if len(kept) == 1 else 0
                tiles, left = [*(kept if mine else ()), *left[:count]], left[count:]
                reply = Look(cells, worth).reply(tiles)
                total += reply.gain if mine else -reply.gain / len(view.rivals)
                cells = laid(cells, reply.tiles)
        return total / len(draws)


def drawn(view: View, rng: np.random.Generator) -> list[int]:
    """Tiles that may come out of the bag in one round of the table, in order: a sample of those that are unseen."""
    unseen = np.repeat(VALUES, view.unseen)
    count = min(view.bag, view.drawn * (1 + len(view.rivals)))
    return [int(value) for value in rng.permutation(unseen)[:count]]
