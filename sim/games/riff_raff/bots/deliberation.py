"""A bot's decision on a placement as plain data, with the same result in any process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sim.games.riff_raff.bots.observation import Observation
from sim.people.execution import PlaceIntent
from sim.seeds import sealed_rng

DELIBERATE = ("lookahead",)
"""The strategies that take longer than a frame lasts: usually 0.2 s, up to 0.6 s."""


@dataclass(frozen=True, slots=True)
class Deliberation:
    """A question of a match to a strategy. view: what its player sees. seed: the match's. count: its number."""

    strategy: str
    view: Observation
    seed: int
    count: int

    def intent(self) -> PlaceIntent:
        """Return the strategy's answer."""
        from sim.games.riff_raff.bots import strategy_of

        stream = sealed_rng(self.seed, "mind", self.view.me, self.count)
        return strategy_of(self.strategy).place(self.view, stream)


class Ahead(Protocol):
    """A worker for deliberations while a match goes on (sim.games.riff_raff.deliberation)."""

    def begin(self, deliberation: Deliberation) -> None:
        """Begin a deliberation whose answer will be asked for soon."""

    def known(self, deliberation: Deliberation) -> PlaceIntent | None:
        """Return the answer of exactly this deliberation; None if it is not known (yet)."""
