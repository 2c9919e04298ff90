"""The live table: cards fly until as many lie in the bowl as are wanted."""

from __future__ import annotations

from sim.games.zack.configuration import ZackConfiguration
from sim.physics.bowl.state import BESIDE, IN_BOWL
from sim.physics.bowl.world import BowlWorld
from sim.seeds import derive
from sim.workshop.bowl.survey import thrower_of
from sim.workshop.clock import LONGEST_S, TickClock

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
        self._clock = TickClock()
        self._since_s = EVERY_S

    def redesign(self, configuration: ZackConfiguration) -> None:
        """Continue with the empty bowl of another design."""
        self.configuration = configuration
        self.world = BowlWorld(configuration.setup)

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
        if self._since_s >= EVERY_S and (self._asked or self.inside < self.cards):
            self._throw()

    def _throw(self) -> None:
        self._since_s, self._asked = 0.0, max(0, self._asked - 1)
        beside = [name for name in self.world.names() if self.world.where(name) == BESIDE]
        self.world.remove(beside)
        self.missed += len(beside)
        self._thrown += 1
        side = 1 if self._thrown % 2 else -1
        noise = derive(self.seed, "live", self._thrown)
        self.world.throw(f"card-{self._thrown}", thrower_of(self.configuration, self.hands).release(side, noise))
