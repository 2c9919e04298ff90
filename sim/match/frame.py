"""The functions that the frames of all games share. A frame is one moment of a match as plain values."""

from __future__ import annotations

import math

LEAP_MM = 150.0
"""The distance beyond which a thing is taken to have been put elsewhere between two frames, not moved."""


def leaps(a_x: float, a_y: float, b_x: float, b_y: float) -> bool:
    """Return True if a thing moved too far between two frames to be drawn as gliding (|dx| + |dy| above `LEAP_MM`)."""
    return abs(b_x - a_x) + abs(b_y - a_y) > LEAP_MM


def turned(a: float, b: float, share: float) -> float:
    """Return the angle at `share` (0 to 1) of the short way round from `a` to `b` (rad)."""
    return a + math.remainder(b - a, 2 * math.pi) * share
