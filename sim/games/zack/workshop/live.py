"""The live table: cards fly until as many lie in the bowl as are wanted."""

from __future__ import annotations

from concurrent.futures import Future

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.workshop.survey import thrower_of
from sim.physics.bowl.state import BESIDE, IN_BOWL, Release
from sim.physics.bowl.world import BowlWorld
from sim.seeds import derive
from sim.workshop.clock import LONGEST_S, TickClock
from sim.workshop.survey import Run, done_here

EVERY_S = 1.1
"""The seconds between two cards that are thrown into the live bowl, until as many lie in it as the load says."""


class LiveTable:
    """The table of a design: cards are thrown from both sides in turn until as many lie in the bowl as are wanted.

    After an edit the bowl is empty, and the cards come anew. missed: how many were taken away beside it.
    """

    def __init__(self, configuration: ZackConfiguration, hands: str, cards: int, seed: int = 1) -> None:
        self.configuration, self.hands, self.cards, self.seed = configuration, hands, cards, seed
        self.world = BowlWorld(configuration.setup)
        self.missed = self._thrown = self._asked = 0
        self.run: Run = done_here
        """Aims a throw, which takes longer than a frame."""
        self._coming: Future[Release] | None = None
        self._clock = TickClock()
        self._since_s = EVERY_S

    def redesign(self, configuration: ZackConfiguration) -> None:
        """Continue with the empty bowl of another design."""
        self.configuration = configuration
        self.world = BowlWorld(configuration.setup)
        self._coming = None
        self.missed = 0

    def throw(self) -> None:
        """Throw one card more, whatever lies in the bowl."""
        self._asked += 1

    @property
    def inside(self) -> int:
        """The number of cards that lie in the bowl."""
        return sum(self.world.where(name) == IN_BOWL for name in self.world.names())

    def advance(self, seconds: float) -> None:
        """Move on by wall time, at most a tenth of a second."""
        self._since_s += min(seconds, LONGEST_S)
        for _ in range(self._clock.ticks(seconds)):
            self.world.tick()
        due = self._since_s >= EVERY_S and (self._asked or self.inside < self.cards)
        if due and self._coming is None:
            side, noise = 1 if self._thrown % 2 else -1, derive(self.seed, "live", self._thrown + 1)
            self._coming = self.run(release_of, self.configuration, self.hands, side, noise)
        if self._coming is not None and self._coming.done():
            coming, self._coming = self._coming, None
            self._since_s = 0.0
            # Where the process died of it, another throw is aimed later.
            if coming.exception() is None:
                self._throw(coming.result())

    def _throw(self, release: Release) -> None:
        self._asked = max(0, self._asked - 1)
        beside = [name for name in self.world.names() if self.world.where(name) == BESIDE]
        self.world.remove(beside)
        self.missed += len(beside)
        self._thrown += 1
        self.world.throw(f"card-{self._thrown}", release)


def release_of(configuration: ZackConfiguration, hands: str, side: int, noise: int) -> Release:
    """Return the throw of a person with these hands from a side (-1 left, 1 right)."""
    return thrower_of(configuration, hands).release(side, noise)
