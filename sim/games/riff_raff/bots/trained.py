"""The trained player: judges places by weights that were trained on whole matches, and races for the victory."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, permutations, product

import numpy as np

from sim.games.riff_raff.bots.learned.checkpoint import shipped_checkpoint
from sim.games.riff_raff.bots.learned.features import Features
from sim.games.riff_raff.bots.learned.head import Head
from sim.games.riff_raff.bots.observation import Observation, table_of, view_of
from sim.games.riff_raff.bots.simple import due, fallback
from sim.people.execution import Catch, PlaceIntent
from sim.physics.ship.measures import ShipSetup


class Trained:
    """A player who has learned (studies/baselines). It draws nothing from its stream."""

    def __init__(self, haste: float = 0.0, captaincy: float = 0.5, wait: float = 0.5) -> None:
        """Set what else counts in the choice of a card, in pieces (`Head`)."""
        self._haste, self._captaincy, self._wait = haste, captaincy, wait

    def choose_card(self, view: Observation, rng: np.random.Generator) -> int:
        """Choose the card by the best place in its slot, the captaincy, and who loads that slot before."""
        return self._head(view).card(view_of(view), view.state.hands[view.me])

    def name_captain(self, view: Observation, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """Choose oneself, else the tied player with the most pieces left."""
        return self._head(view).captain(view_of(view), tied)

    def arrange(
        self, view: Observation, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator
    ) -> tuple[str, ...]:
        """Order players with the most pieces first within equal cards."""
        orders = [tuple(chain.from_iterable(order)) for order in product(*map(permutations, groups))]
        return tuple(self._head(view).order(view_of(view), orders))

    def announce(self, view: Observation, rng: np.random.Generator) -> int:
        """Return 2 where two pieces raise the chance of winning, else 1."""
        return self._head(view).count(view_of(view))

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """Choose the place with the highest score, for the piece that may win the one with the least risk."""
        answer = self._head(view).place(view_of(view))
        if "stance" not in answer:
            return fallback(view, due(view), view.kinds)
        return PlaceIntent(answer["piece"], answer["stance"], answer["slot"], answer["x_mm"], catch=Catch.ALL)

    def _head(self, view: Observation) -> Head:
        features = _features_of(view.setup, view.state.equipment.slots)
        return Head(shipped_checkpoint(), features, self._haste, self._captaincy, self._wait)


# Of the last few tables. They are compared by identity, which is safe because the list keeps the objects alive.
_remembered: list[tuple[ShipSetup, tuple[int, ...], Features]] = []
_REMEMBERED = 4


def _features_of(setup: ShipSetup, slots: Iterable[int]) -> Features:
    """Return the features of places at a table; the same object as long as the table is remembered."""
    numbers = tuple(slots)
    for known, its_slots, features in _remembered:
        if known is setup and its_slots == numbers:
            return features
    features = Features(table_of(setup, numbers))
    _remembered.append((setup, numbers, features))
    del _remembered[:-_REMEMBERED]
    return features
