"""The functions that the frames of all games share. A frame is one moment of a match as plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from sim.protocols import TickerLine

Position = TypeVar("Position")

LEAP_MM = 150.0
"""The distance beyond which a thing is taken to have been put elsewhere between two frames, not moved."""


def leaps(a_x: float, a_y: float, b_x: float, b_y: float) -> bool:
    """Return True if a thing moved too far between two frames to be drawn as gliding (|dx| + |dy| above `LEAP_MM`)."""
    return abs(b_x - a_x) + abs(b_y - a_y) > LEAP_MM


def turned(a: float, b: float, share: float) -> float:
    """Return the angle at `share` (0 to 1) of the short way round from `a` to `b` (rad)."""
    return a + math.remainder(b - a, 2 * math.pi) * share


@dataclass(frozen=True, slots=True)
class PositionFrame(Generic[Position]):
    """One moment of a match that has nothing to show but its position: between rulings only the clock moves."""

    time_s: float
    position: Position
    ticker: tuple[TickerLine, ...]
    thinking: bool = True

    def share_unchanged(self, before: PositionFrame[Position]) -> PositionFrame[Position]:
        """Return the same frame, holding what is the same as before only once."""
        return replace(self, position=before.position) if self.position == before.position else self

    def interpolate(self, later: PositionFrame[Position], share: float) -> PositionFrame[Position]:
        """Return this frame at a later time."""
        return replace(self, time_s=self.time_s + share * (later.time_s - self.time_s))
