"""The rule of thumb: keep the ship level, keep heavy pieces low, save the easy cards for later. No simulation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sim.players.execution import Catch, PlaceIntent
from sim.players.riff_raff.chance import pick, shuffled
from sim.players.riff_raff.view import Place, View, places
from sim.rules.riff_raff import SLOTS

# What a player goes by, in units of one bad thing: a heel that slides polished wood counts 1 (see `discomfort`).
_SLIDES_RAD = 0.25
_HEIGHT_WEIGHT = 0.4
_UNEVEN_WEIGHT = 0.12
_EDGE_WEIGHT = 0.04
_STACK_WEIGHT = 0.15
_ROLLING_WEIGHT = 0.5
# Two pieces at once are worth a risk that one would not take again.
_BOLD = 0.55


def discomfort(view: View, place: Place) -> float:
    """How badly a place looks (0: fine, 1: as bad as a ship heeling until polished wood slides).

    The heel that the piece would leave, tan = M / (S - sum m y) (docs/physics.md), the height of its weight, uneven wood
    below it, a base near an edge, cargo below it, a barrel on its side.
    """
    moment = view.load_g_mm + place.mass_g * place.intent.x_mm
    high = sum(view.setup.pieces[kind].mass_g * y for kind, _, _, y, _ in view.cargo())
    righting = view.setup.ship.righting_g_mm - high - place.mass_g * place.seat_mm
    if righting <= 0:
        return 2.0 + place.mass_g * place.seat_mm / view.setup.ship.righting_g_mm
    heel = abs(math.atan2(moment, righting)) / _SLIDES_RAD
    return (
        heel
        + _HEIGHT_WEIGHT * place.mass_g * place.seat_mm / righting
        + _UNEVEN_WEIGHT * min(place.unevenness_mm, 10.0)
        + _EDGE_WEIGHT * max(0.0, 6.0 + place.overhang_mm)
        + (_STACK_WEIGHT if place.on_cargo else 0.0)
        + (_ROLLING_WEIGHT if place.intent.stance == "rolling" else 0.0)
    )


def ranked(view: View, slot_number: int, kinds: Sequence[str]) -> list[tuple[float, Place]]:
    """The places in a slot with their discomfort, best first; ties in the order of the table."""
    slot = view.setup.ship.slot(slot_number)
    scored = [(discomfort(view, place), place) for place in places(view, slot, list(kinds))]
    return sorted(scored, key=lambda item: item[0])


def fallback(view: View, slot_number: int, kinds: Sequence[str]) -> PlaceIntent:
    """What is tried where nothing fits: the lightest piece in the middle. An attempt is mandatory."""
    kind = min(kinds, key=lambda k: view.setup.pieces[k].mass_g)
    stances = view.setup.pieces[kind].stances
    stance = next(name for name, stance in stances.items() if stance.edge_mm is None)
    return PlaceIntent(kind, stance, slot_number, view.setup.ship.slot(slot_number).centre_mm)


class Thumb:
    """Plays by rules of thumb, with a little caprice where places look alike."""

    CAPRICE = 0.04
    CARD_CAPRICE = 0.2

    def choose_card(self, view: View, rng: np.random.Generator) -> int:
        """The card whose best place looks well now, preferring hard slots while the ship is young.

        A slot's difficulty is its height; high cards that are kept get worse as cargo grows, so they are worth spending
        early, and the deck is worth saving.
        """
        progress = view.state.round / view.state.rounds
        scores = []
        for card in view.state.hands[view.me]:
            options = ranked(view, card, view.kinds)
            looks = options[0][0] if options else 3.0
            height = (card - 1) / (len(SLOTS) - 1)
            caprice = self.CARD_CAPRICE * float(rng.standard_normal())
            scores.append((looks - 0.5 * height * (1.0 - progress) + caprice, card))
        return min(scores)[1]

    def name_captain(self, view: View, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """Oneself: first on the slot is best. Else whoever has most pieces left."""
        if view.me in tied:
            return view.me
        return max(tied, key=lambda name: (view.state.supply_counts[name], -tied.index(name)))

    def arrange(self, view: View, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator) -> tuple[str, ...]:
        """Whoever has most pieces first: the leader shall meet the fuller slot."""
        counts = view.state.supply_counts
        return tuple(name for group in groups for name in sorted(shuffled(rng, group), key=lambda name: -counts[name]))

    def announce(self, view: View, rng: np.random.Generator) -> int:
        """Two where two good places offer themselves."""
        number = view.state.slot
        assert number is not None
        options = ranked(view, number, view.kinds)
        good = [place for looks, place in options if looks < _BOLD]
        apart = any(abs(place.intent.x_mm - good[0].intent.x_mm) > 24.0 for place in good)
        return 2 if apart else 1

    def place(self, view: View, rng: np.random.Generator) -> PlaceIntent:
        """The place that looks best, with the heaviest piece that looks well there."""
        number = view.state.slot
        assert number is not None
        options = ranked(view, number, view.kinds)
        if not options:
            return replace(fallback(view, number, view.kinds), catch=self.catch())
        best = options[0][0]
        alike = [place for looks, place in options if looks <= best + self.CAPRICE]
        return replace(pick(rng, alike).intent, catch=self.catch())

    def catch(self) -> Catch:
        """Saving the own piece alone is worth nothing, but one cannot know what else will fall."""
        return Catch.ALL
