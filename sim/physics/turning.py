"""Points turned about the origin, as from the frame of something rigid to the world's and back."""

from __future__ import annotations

import math

from sim.physics import Point


def turned(x: float, y: float, by: float) -> Point:
    """Return a point turned counter-clockwise by an angle (rad).

    >>> x, y = turned(2.0, 1.0, math.pi / 2)
    >>> round(x, 12), round(y, 12)
    (-1.0, 2.0)
    """
    cos, sin = math.cos(by), math.sin(by)
    return cos * x - sin * y, sin * x + cos * y
