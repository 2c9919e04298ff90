"""What the frames of all games have in common. A frame is one moment of a match as plain values, nothing live."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol, Self


@dataclass(frozen=True, slots=True)
class TickerLine:
    """One event in words. `tone` is good, bad, turn or plain."""

    time_s: float
    text: str
    tone: str = "plain"


class Frame(Protocol):
    """What a playback asks of a frame, whatever the game."""

    @property
    def time_s(self) -> float:
        """Simulated time."""

    @property
    def ticker(self) -> tuple[TickerLine, ...]:
        """The last lines told."""

    @property
    def thinking(self) -> bool:
        """True while nothing is to be seen but people who think."""

    def sharing(self, before: Self) -> Self:
        """The same frame, holding what is the same as before only once: minutes of frames are kept."""

    def towards(self, later: Self, share: float) -> Self:
        """This frame with what moves carried on by `share` of the way to a later one."""


LEAP_MM = 150.0
"""What moves farther between two frames was put there."""


def leaps(a_x: float, a_y: float, b_x: float, b_y: float) -> bool:
    """True where nobody sees a thing glide from one place to the other between two frames."""
    return abs(b_x - a_x) + abs(b_y - a_y) > LEAP_MM


def turned(a: float, b: float, share: float) -> float:
    """From one angle towards another the short way round."""
    return a + math.remainder(b - a, 2 * math.pi) * share
