"""The two weakest strategies: any allowed choice, and the most promising place at a glance, without simulation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeVar

import numpy as np

from sim.games.riff_raff.bots.observation import Observation
from sim.games.riff_raff.bots.slot_geometry import Judged
from sim.games.riff_raff.bots.slot_grid import Mask
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
        """Return any number that may be announced."""
        return int(rng.integers(1, view.state.most_pieces + 1))

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


# The distance between pieces that are announced together: about a piece's width.
_APART_MM = 24.0
# The change of the supply where nothing fits: a certain fall.
_HOPELESS = 1.0


@dataclass(frozen=True, slots=True)
class Option:
    """A place that may be taken.

    change: expected change of the player's supply (-1: surely one piece less). risk: the chance that anything falls.
    """

    intent: PlaceIntent
    change: float
    risk: float


def options(judged: Judged, mask: Mask, count: int) -> list[Option]:
    """Return the `count` most promising of these places, best first; equal ones keep the order of the table."""
    indices = np.flatnonzero(mask)
    best = indices[np.argsort(judged.change[indices], kind="stable")[:count]]
    return [_option(judged, int(index)) for index in best]


def best(judged: Judged, mask: Mask) -> Option | None:
    """Return the most promising of these places, the first in the table among equals; None if there is none."""
    if not mask.any():
        return None
    return _option(judged, int(np.argmin(np.where(mask, judged.change, np.inf))))


def _option(judged: Judged, index: int) -> Option:
    own, others = float(judged.own[index]), float(judged.others[index])
    return Option(judged.places.intent(index), float(judged.change[index]), 1.0 - (1.0 - own) * (1.0 - others))


def fallback(view: Observation, slot_number: int, kinds: Sequence[str]) -> PlaceIntent:
    """Return the attempt to make where nothing fits: the lightest piece in the middle. An attempt is mandatory."""
    kind = min(kinds, key=lambda k: view.setup.pieces[k].mass_g)
    stances = view.setup.pieces[kind].stances
    stance = next(name for name, stance in stances.items() if stance.edge_mm is None)
    return PlaceIntent(kind, stance, slot_number, view.setup.ship.slot(slot_number).centre_mm)


class Simple:
    """A player who judges places by how they look, with the error of a glance."""

    # A further piece is announced only if it and those before it look this safe.
    SAFE = 0.06
    CARD_CAPRICE = 0.1
    # Higher slots get harder as the ship fills, so their cards are worth spending early.
    HASTE = 0.3

    def choose_card(self, view: Observation, rng: np.random.Generator) -> int:
        """Choose the card whose slot promises most now, with further pieces; early in the match prefer high slots."""
        scores = []
        for card in view.state.hands[view.me]:
            caprice = self.CARD_CAPRICE * float(rng.standard_normal())
            scores.append((self._promise(view, card) - self._haste(view, card) + caprice, card))
        return min(scores)[1]

    def name_captain(self, view: Observation, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """Choose oneself, since the first on a slot has it best; else the tied player with the most pieces left."""
        if view.me in tied:
            return view.me
        return max(tied, key=lambda name: (view.state.supply_counts[name], -tied.index(name)))

    def arrange(
        self, view: Observation, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator
    ) -> tuple[str, ...]:
        """Order players with most pieces first within equal cards, so that the leader gets the fuller slot."""
        counts = view.state.supply_counts
        return tuple(name for group in groups for name in sorted(shuffled(rng, group), key=lambda name: -counts[name]))

    def announce(self, view: Observation, rng: np.random.Generator) -> int:
        """Return how many pieces are safe beside each other, at least 1."""
        found = self._beside_each_other(view, view.judged(due(view)), view.state.most_pieces)
        safe = list(takewhile(lambda option: option.risk < self.SAFE, found))
        return max(1, len(safe))

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """Choose the place that promises most."""
        judged = view.judged(due(view))
        indices = np.flatnonzero(judged.places.of(view.kinds))
        if not len(indices):
            return fallback(view, due(view), view.kinds)
        seen = judged.change[indices] + view.skill.glance_sd_pieces * rng.standard_normal(len(indices))
        return replace(judged.places.intent(int(indices[np.argmin(seen)])), catch=Catch.ALL)

    def _promise(self, view: Observation, card: int) -> float:
        """Return the expected change of the player's supply if this card is played now."""
        most = view.state.agreed.pieces_a_turn if view.state.more_than_one_on(card) else 1
        found = self._beside_each_other(view, view.judged(card), most)
        if not found:
            return _HOPELESS
        promise = 0.0
        for option in reversed(found):
            promise = option.change + (1.0 - option.risk) * min(0.0, promise)
        return promise

    def _haste(self, view: Observation, card: int) -> float:
        return self.HASTE * (card - 1) / max(1, len(view.state.equipment.slots) - 1) * (1.0 - view.progress)

    def _beside_each_other(self, view: Observation, judged: Judged, most: int) -> list[Option]:
        """Return the best places for at most this many pieces, each clear of those before it, the best first."""
        left, found = Counter(view.state.supply[view.me]), list[Option]()
        free = np.ones(len(judged.places.x_mm), np.bool_)
        while len(found) < most:
            option = best(judged, judged.places.of(list(+left)) & free)
            if option is None:
                break
            found.append(option)
            left[option.intent.kind] -= 1
            free &= np.abs(judged.places.x_mm - option.intent.x_mm) >= _APART_MM
        return found


def due(view: Observation) -> int:
    """Return the slot to be loaded now."""
    number = view.state.slot
    assert number is not None
    return number
