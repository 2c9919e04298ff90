"""What the frames of all games have in common. A frame is one moment of a match as plain values, nothing live."""

from __future__ import annotations

import math

LEAP_MM = 150.0
"""What moves farther between two frames was put there."""


def leaps(a_x: float, a_y: float, b_x: float, b_y: float) -> bool:
    """True where nobody sees a thing glide from one place to the other between two frames."""
    return abs(b_x - a_x) + abs(b_y - a_y) > LEAP_MM


def turned(a: float, b: float, share: float) -> float:
    """From one angle towards another the short way round."""
    return a + math.remainder(b - a, 2 * math.pi) * share
