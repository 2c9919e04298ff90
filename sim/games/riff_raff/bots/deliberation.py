"""A bot's decision of where to place what, as plain data: worked out in another process it comes out the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sim.games.riff_raff.bots.observation import Observation
from sim.people.execution import PlaceIntent
from sim.seeds import sealed_rng

DELIBERATE = ("lookahead",)
"""Strategies that take longer than a frame has: 0.2 s usually, up to 0.6 s."""


@dataclass(frozen=True, slots=True)
class Thought:
    """Question number `count` of a match, put to a strategy. view: what its player sees. seed: of the match."""

    strategy: str
    view: Observation
    seed: int
    count: int

    def intent(self) -> PlaceIntent:
        """Return what the strategy says."""
        from sim.games.riff_raff.bots import STRATEGIES

        stream = sealed_rng(self.seed, "mind", self.view.me, self.count)
        return STRATEGIES[self.strategy].place(self.view, stream)


class Ahead(Protocol):
    """Works thoughts out while a match goes on (sim.games.riff_raff.deliberation)."""

    def begin(self, thought: Thought) -> None:
        """Begin with a thought that will be asked for soon."""

    def known(self, thought: Thought) -> PlaceIntent | None:
        """Return what came of exactly this thought; None where that is not known (yet)."""
