"""What a scene asks of a match: nothing else. The live match and a replayed one both answer to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sim.matches.frame import RiffRaffFrame, Scenery


class WatchedMatch(Protocol):
    """A Riff Raff match in simulated time."""

    @property
    def scenery(self) -> Scenery:
        """What never changes."""

    @property
    def finished(self) -> bool:
        """True once somebody has won and everything lies still."""

    @property
    def seed(self) -> int:
        """The seed it was made from."""

    def advance(self, seconds: float) -> None:
        """Go on by simulated time."""

    def frame(self) -> RiffRaffFrame:
        """This moment."""


OpenMatch = Callable[[int], WatchedMatch]
"""Makes the match of a seed."""
