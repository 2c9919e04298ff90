"""The planner: tries its own noisy action in simulation before it acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.physics.contact import load_profile
from sim.physics.loading import Loading
from sim.physics.world import ShipWorld
from sim.players.execution import Catch, PlaceIntent, execute, wander
from sim.players.riff_raff.thumb import Thumb, fallback, ranked
from sim.players.riff_raff.view import Place, View

IMAGINED = "imagined"
# Imagination is coarse: the draft profile, short of the shipped one in accuracy and half its price.
_IMAGINATION = "draft"


@dataclass(frozen=True, slots=True)
class Prospect:
    """What imagined trials of an intent came to: mean change of one's supply (negative is good), share in which all held."""

    intent: PlaceIntent
    change: float
    holds: float


def imagine(view: View, intent: PlaceIntent, seeds: Sequence[int]) -> Prospect:
    """Try an intent under one's own noise, once for each seed."""
    setup = replace(view.setup, profile=load_profile(_IMAGINATION))
    change = held = 0.0
    for seed in seeds:
        world = ShipWorld(setup, view.snapshot)
        loading = Loading(world, execute(intent, IMAGINED, view.skill, seed), wander(view.skill, seed))
        result = loading.run()
        others_fallen = [name for name in result.fallen if name != IMAGINED]
        if result.caught == (IMAGINED,):
            change += len(others_fallen)
        else:
            change += len(others_fallen) - (0 if IMAGINED in result.fallen else 1)
        held += not result.fallen and not result.caught
    return Prospect(intent, change / len(seeds), held / len(seeds))


class Lookahead(Thumb):
    """Takes the best few places by rule of thumb, tries each under its own noise, keeps the one that promises most.

    First every candidate is tried a few times, then the better half again: trials go where the choice is close.
    """

    CANDIDATES = 8
    TRIALS = 3
    CARDS = 4

    def choose_card(self, view: View, rng: np.random.Generator) -> int:
        """The card whose best place promises most, hard slots first while the ship is young."""
        progress = view.state.round / view.state.rounds
        looks = []
        for card in view.state.hands[view.me]:
            options = ranked(view, card, view.kinds)
            looks.append((options[0][0] - 0.05 * card * (1.0 - progress) if options else 3.0, card))
        scores = []
        for look, card in sorted(looks)[: self.CARDS]:
            options = ranked(view, card, view.kinds)
            intent = options[0][1].intent if options else fallback(view, card, view.kinds)
            prospect = imagine(view, intent, self._seeds(rng, self.TRIALS))
            scores.append((prospect.change - 0.05 * card * (1.0 - progress) + 0.1 * look, card))
        return min(scores)[1]

    def announce(self, view: View, rng: np.random.Generator) -> int:
        """Two where the best place holds surely and another one is left."""
        if super().announce(view, rng) == 1:
            return 1
        return 2 if self._best(view, rng).holds >= 0.8 else 1

    def place(self, view: View, rng: np.random.Generator) -> PlaceIntent:
        """The place that promises most."""
        return self._best(view, rng).intent

    def _best(self, view: View, rng: np.random.Generator) -> Prospect:
        number = view.state.slot
        assert number is not None
        intents = [replace(place.intent, catch=Catch.ALL) for place in self._varied(view, number)]
        if not intents:
            intents = [fallback(view, number, view.kinds)]
        seeds = self._seeds(rng, 3 * self.TRIALS)
        first = sorted(
            (imagine(view, intent, seeds[: self.TRIALS]) for intent in intents), key=lambda p: (p.change, -p.holds)
        )
        again = [imagine(view, p.intent, seeds[self.TRIALS :]) for p in first[: max(2, len(first) // 3)]]
        if not again:
            return first[0]
        totals = [
            Prospect(a.intent, (f.change + 2 * a.change) / 3, (f.holds + 2 * a.holds) / 3)
            for f, a in zip(first, again, strict=False)
        ]
        return min(totals, key=lambda p: (p.change, -p.holds))

    def _varied(self, view: View, number: int) -> list[Place]:
        """The best few places, at most two of a kind of piece, so that imagination sees different things."""
        kinds: Counter[str] = Counter()
        chosen: list[Place] = []
        for _, place in ranked(view, number, view.kinds):
            if kinds[place.intent.kind] < 2:
                kinds[place.intent.kind] += 1
                chosen.append(place)
            if len(chosen) == self.CANDIDATES:
                break
        return chosen

    def _seeds(self, rng: np.random.Generator, count: int) -> list[int]:
        return [int(seed) for seed in rng.integers(0, 2**62, count)]
