"""The decisions of a head that has learned: where a piece goes, and all that is decided before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.games.riff_raff.bots.learned.checkpoint import Checkpoint
from sim.games.riff_raff.bots.learned.features import Data, Features
from sim.games.riff_raff.bots.learned.race import Race, in_succession, outcomes

SAFE = 0.06
"""Without a pace two pieces are announced only if the chance that anything falls is less than this for either."""
_APART_MM = 24.0
"""The distance between two pieces that are announced together: about a piece's width."""
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Head:
    """A player's head at a table, which puts a piece where the score of a checkpoint is highest.

    It is shown plain data (sim/games/riff_raff/bots/plain.py), and leaves nothing to chance.

    learned: the checkpoint. features: of the table. haste: how much more, in pieces, the highest slot is worth than the
    lowest while the match begins.
    """

    learned: Checkpoint
    features: Features
    haste: float = 0.0

    def card(self, view: Data, cards: Sequence[int]) -> int:
        """Return the card whose slot has the place with the highest score, early in the match with haste."""
        position = view["position"]
        early = 1.0 - float(position["round"] / position["rounds"])
        highest = max(1, len(position["ship"]) - 1)

        def promise(card: int) -> float:
            places = self.features.places(view, card)
            # An attempt is due even where nothing fits, and surely fails.
            best = float(self.learned.score(places.features).max()) if len(places.x_mm) else -1.0
            return best + self.haste * early * (card - 1) / highest

        return max(cards, key=promise)

    def captain(self, view: Data, names: Sequence[str]) -> str:
        """Return oneself if one may be captain, else the player with the most pieces left."""
        left = _left(view)
        return max(names, key=lambda name: (name == view["me"], left[name]))

    def order(self, view: Data, orders: Sequence[Sequence[str]]) -> Sequence[str]:
        """Return the order in which, of equal cards, players with the most pieces come first."""
        left = _left(view)
        return max(orders, key=lambda order: [left[name] for name in order])

    def count(self, view: Data) -> int:
        """Return 2 where two pieces raise the chance of winning, else 1; without a pace, where both look safe."""
        places = self.features.places(view)
        if not len(places.x_mm):
            return 1
        scores, risks = self.learned.score(places.features), self.learned.risk(places.features)
        first = int(np.argmax(scores))
        piece = places.ways[int(places.way[first])][0]
        others = {kind for kind, count in view["position"]["supply"][view["me"]].items() if count > (kind == piece)}
        there = np.array([kind in others for kind, _ in places.ways])[places.way]
        there &= np.abs(places.x_mm - places.x_mm[first]) >= _APART_MM
        if not there.any():
            return 1
        second = int(np.argmax(np.where(there, scores, -np.inf)))
        if self.learned.pace is None:
            return 2 if max(risks[first], risks[second]) < SAFE else 1
        falls, losses = self.learned.outcome(places.features)
        one, two = (outcomes(float(falls[place]), float(losses[place])) for place in (first, second))
        race = Race(self.learned.pace, view)
        return 2 if race.victory(in_succession(one, two)) > race.victory(one) + _ROUNDING else 1

    def place(self, view: Data) -> dict[str, Any]:
        """Return the placement with the highest score, or with the least risk where it may win the match.

        Where nothing fits it names the lightest piece alone.
        """
        places = self.features.places(view)
        if self.learned.pace is not None and _may_win(view):
            return places.best(-self.learned.risk(places.features))
        return places.best(self.learned.score(places.features))


def _may_win(view: Data) -> bool:
    """Return whether the turn ends the match if nothing falls."""
    position = view["position"]
    due: int = (position["announced"] or 1) - position["placed"]
    return _left(view)[view["me"]] <= due


def _left(view: Data) -> dict[str, int]:
    return {name: sum(pieces.values()) for name, pieces in view["position"]["supply"].items()}
