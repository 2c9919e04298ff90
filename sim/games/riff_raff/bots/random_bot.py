"""The random player: any allowed choice, with equal chances. The weakest strategy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from sim.games.riff_raff.bots.observation import Observation
from sim.people.execution import Catch, PlaceIntent

T = TypeVar("T")


def pick(rng: np.random.Generator, items: Sequence[T]) -> T:
    """Return one of the items, with equal chances."""
    return items[int(rng.integers(len(items)))]


def shuffled(rng: np.random.Generator, items: Sequence[T]) -> list[T]:
    """Return all items in random order."""
    return [items[int(index)] for index in rng.permutation(len(items))]


class RandomBot:
    """A player who picks card, piece, stance and place at random and always tries to catch."""

    def choose_card(self, view: Observation, rng: np.random.Generator) -> int:
        return pick(rng, view.state.hands[view.me])

    def name_captain(self, view: Observation, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        return pick(rng, tied)

    def arrange(
        self, view: Observation, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator
    ) -> tuple[str, ...]:
        """Return any order within equal cards."""
        return tuple(name for group in groups for name in shuffled(rng, group))

    def announce(self, view: Observation, rng: np.random.Generator) -> int:
        """Return one or two."""
        return int(rng.integers(1, 3))

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """Choose any piece in any stance, anywhere over the slot's wood."""
        number = view.state.slot
        assert number is not None
        slot = view.setup.ship.slot(number)
        piece = view.setup.pieces[pick(rng, view.kinds)]
        open_end = math.isinf(slot.left_mm) or math.isinf(slot.right_mm)
        stances = [
            stance
            for stance in piece.stances.values()
            if stance.edge_mm is None or (open_end and (stance.edge_mm > 0) == (slot.side > 0))
        ]
        stance = pick(rng, stances)
        if stance.edge_mm is not None:
            x = (slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm) - stance.edge_mm
        else:
            x = float(rng.uniform(slot.wood_left_mm, slot.wood_right_mm))
        return PlaceIntent(piece.kind, stance.name, number, x, Catch.ALL)
