"""The rule of thumb: judge every place at a glance, take the one that promises most. No simulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.games.riff_raff.bots.observation import Observation
from sim.games.riff_raff.bots.random_bot import shuffled
from sim.games.riff_raff.bots.slot_geometry import Judged
from sim.games.riff_raff.bots.slot_grid import Mask
from sim.games.riff_raff.rules import SLOTS, YARD_SLOTS
from sim.people.execution import Catch, PlaceIntent

# How far apart two pieces go that are announced together: about a piece's width.
_APART_MM = 24.0
# What a slot is worth where nothing fits: a certain fall.
_HOPELESS = 1.0


@dataclass(frozen=True, slots=True)
class Option:
    """A place that may be taken: what it promises for one's supply (-1: one piece less, for sure), and the risk that
    anything falls."""

    intent: PlaceIntent
    change: float
    risk: float


def options(judged: Judged, mask: Mask, count: int) -> list[Option]:
    """The most promising of these places, best first; ties in the order of the table."""
    indices = np.flatnonzero(mask)
    best = indices[np.argsort(judged.change[indices], kind="stable")[:count]]
    return [_option(judged, int(index)) for index in best]


def best(judged: Judged, mask: Mask) -> Option | None:
    """The most promising of these places, the first one of the table if there are several; None if there is none."""
    if not mask.any():
        return None
    return _option(judged, int(np.argmin(np.where(mask, judged.change, np.inf))))


def _option(judged: Judged, index: int) -> Option:
    own, others = float(judged.own[index]), float(judged.others[index])
    return Option(judged.places.intent(index), float(judged.change[index]), 1.0 - (1.0 - own) * (1.0 - others))


def fallback(view: Observation, slot_number: int, kinds: Sequence[str]) -> PlaceIntent:
    """What is tried where nothing fits: the lightest piece in the middle. An attempt is mandatory."""
    kind = min(kinds, key=lambda k: view.setup.pieces[k].mass_g)
    stances = view.setup.pieces[kind].stances
    stance = next(name for name, stance in stances.items() if stance.edge_mm is None)
    return PlaceIntent(kind, stance, slot_number, view.setup.ship.slot(slot_number).centre_mm)


class Heuristic:
    """Plays by what places look like, seen with the error of a glance."""

    # Two pieces are announced only where the second one, too, looks this safe.
    SAFE = 0.06
    CARD_CAPRICE = 0.1
    # Slots higher up get harder as the ship fills, so their cards are worth spending early.
    HASTE = 0.3

    def choose_card(self, view: Observation, rng: np.random.Generator) -> int:
        """The card whose slot promises most now, a second piece included; high slots first while the ship is young."""
        scores = []
        for card in view.state.hands[view.me]:
            caprice = self.CARD_CAPRICE * float(rng.standard_normal())
            scores.append((self._promise(view, card) - self._haste(view, card) + caprice, card))
        return min(scores)[1]

    def name_captain(self, view: Observation, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """Oneself: first on the slot is best. Else whoever has most pieces left."""
        if view.me in tied:
            return view.me
        return max(tied, key=lambda name: (view.state.supply_counts[name], -tied.index(name)))

    def arrange(
        self, view: Observation, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator
    ) -> tuple[str, ...]:
        """Whoever has most pieces first: the leader shall meet the fuller slot."""
        counts = view.state.supply_counts
        return tuple(name for group in groups for name in sorted(shuffled(rng, group), key=lambda name: -counts[name]))

    def announce(self, view: Observation, rng: np.random.Generator) -> int:
        """Two where a second piece, beside the first, is safe too."""
        judged = view.judged(due(view))
        first = best(judged, judged.places.of(view.kinds))
        second = None if first is None else self._beside(view, judged, first)
        safe = first is not None and second is not None and max(first.risk, second.risk) < self.SAFE
        return 2 if safe else 1

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """The place that promises most."""
        judged = view.judged(due(view))
        indices = np.flatnonzero(judged.places.of(view.kinds))
        if not len(indices):
            return fallback(view, due(view), view.kinds)
        seen = judged.change[indices] + view.skill.glance_sd_pieces * rng.standard_normal(len(indices))
        return replace(judged.places.intent(int(indices[np.argmin(seen)])), catch=Catch.ALL)

    def _promise(self, view: Observation, card: int) -> float:
        """The expected change of one's supply by playing this card now."""
        judged = view.judged(card)
        first = best(judged, judged.places.of(view.kinds))
        if first is None:
            return _HOPELESS
        if card in YARD_SLOTS and view.state.ship[card]:
            second = self._beside(view, judged, first)
            if second is not None and second.change < 0.0:
                return first.change + (1.0 - first.risk) * second.change
        return first.change

    def _haste(self, view: Observation, card: int) -> float:
        return self.HASTE * (card - 1) / (len(SLOTS) - 1) * (1.0 - view.progress)

    def _beside(self, view: Observation, judged: Judged, first: Option) -> Option | None:
        """The best place for another piece, clear of the first one."""
        used = first.intent.kind
        others = {str(kind): count for kind, count in view.state.supply[view.me].items() if count > (kind == used)}
        apart = np.abs(judged.places.x_mm - first.intent.x_mm) >= _APART_MM
        return best(judged, judged.places.of(list(others)) & apart)


def due(view: Observation) -> int:
    """The slot to be loaded now."""
    number = view.state.slot
    assert number is not None
    return number
