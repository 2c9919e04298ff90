"""A bot's decision of where to place what, as plain data: it can be worked out elsewhere, and comes out the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from sim.games.riff_raff.bots.observation import Observation
from sim.seeds import sealed_rng

DELIBERATE = ("lookahead",)
"""Strategies that take longer than a frame has: 0.2 s usually, up to 0.6 s."""


@dataclass(frozen=True, slots=True)
class Thought:
    """Question number `count` of a match of that seed, put to a strategy that sees that."""

    strategy: str
    view: Observation
    seed: int
    count: int

    def intent(self) -> dict[str, Any]:
        """What the strategy says, as a record has it."""
        from sim.games.riff_raff.bots import STRATEGIES

        stream = sealed_rng(self.seed, "mind", self.view.me, self.count)
        return STRATEGIES[self.strategy].place(self.view, stream).to_json()


class Ahead(Protocol):
    """Whoever works thoughts out while a match goes on (sim.games.riff_raff.deliberation)."""

    def begin(self, thought: Thought) -> None:
        """This will be asked soon."""

    def known(self, thought: Thought) -> dict[str, Any] | None:
        """What came of exactly this thought; None where that is not known (yet)."""
