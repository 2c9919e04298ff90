"""The decisions of a head that has learned: where a piece goes, and all that is decided before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
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

    It is shown plain data (sim/games/riff_raff/bots/observation.py), and leaves nothing to chance.

    learned: the checkpoint. features: of the table. haste: how much more the highest slot is worth than the lowest
    while the match begins. captaincy: what it is worth to be the captain once the cards are revealed. wait: what it
    costs if another player loads the same slot before. All three are in pieces.
    """

    learned: Checkpoint
    features: Features
    haste: float = 0.0
    captaincy: float = 0.5
    wait: float = 0.5

    def card(self, view: Data, cards: Sequence[int]) -> int:
        """Return the card whose slot has the place with the highest score, early in the match with haste.

        With a pace, being the captain afterwards counts too, and who loads the slot before, if all others choose by
        their scores alone.
        """
        position, me = view["position"], view["me"]
        early = 1.0 - float(position["round"] / position["rounds"])
        highest = max(1, len(position["ship"]) - 1)
        looking = (me,) if self.learned.pace is None else tuple(position["supply"])
        best = cache(partial(self._best_of_kinds, view, looking))

        def promise(name: str, card: int) -> float:
            held = [kind for kind, count in position["supply"][name].items() if count]
            # An attempt is due even where nothing fits, and surely fails.
            promised = max((best(card)[kind] for kind in held if kind in best(card)), default=-1.0)
            return promised + self.haste * early * (card - 1) / highest

        guess = {name: max(position["hands"][name], key=partial(promise, name)) for name in looking if name != me}

        def worth(card: int) -> float:
            return promise(me, card) + (self.standing(view, card, guess) if guess else 0.0)

        return max(cards, key=worth)

    def standing(self, view: Data, card: int, guess: Mapping[str, int]) -> float:
        """Return what captaincy and the turn on a card's slot are worth, in pieces.

        guess: the cards of all others.
        """
        left, me, captain = _left(view), view["me"], view["position"]["captain"]
        tied = [name for name, other in guess.items() if other == card]
        named: str | None = None
        if card >= max(guess.values()):
            captains = [*tied, me]
            named = captain if captain in captains else max(captains, key=lambda name: left[name])
            if named == me:
                return self.captaincy
        # Captains put themselves first, and of the others those with the most pieces; chance decides between equals.
        before = [1.0 if name == named else ((left[name] > left[me]) + (left[name] >= left[me])) / 2.0 for name in tied]
        return -self.wait * sum(before)

    def _best_of_kinds(self, view: Data, names: Sequence[str], card: int) -> dict[str, float]:
        """Return the highest score in a card's slot of each kind of piece that these players have, if it fits there."""
        position = view["position"]
        theirs = {kind: count for name in names for kind, count in position["supply"][name].items() if count}
        seen = {**view, "position": {**position, "supply": {**position["supply"], view["me"]: theirs}}}
        places = self.features.places(seen, card)
        best: dict[str, float] = {}
        for way, score in zip(places.way, self.learned.score(places.features), strict=True):
            kind = places.ways[int(way)][0]
            best[kind] = max(best.get(kind, -np.inf), float(score))
        return best

    def captain(self, view: Data, names: Sequence[str]) -> str:
        """Return oneself if one may be captain, else the player with the most pieces left."""
        left = _left(view)
        return max(names, key=lambda name: (name == view["me"], left[name]))

    def order(self, view: Data, orders: Sequence[Sequence[str]]) -> Sequence[str]:
        """Return the order in which, of equal cards, players with the most pieces come first."""
        left = _left(view)
        return max(orders, key=lambda order: [left[name] for name in order])

    def count(self, view: Data) -> int:
        """Return 2 where two pieces raise the chance of winning, else 1; without a pace, where both look safe.

        It has learned by the printed rules, and announces no more than two.
        """
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
