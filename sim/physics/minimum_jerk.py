"""The time and the path of a reach: Fitts's law along a minimum-jerk path."""

from __future__ import annotations

import math
from dataclasses import dataclass

# Peak over mean speed of a minimum-jerk movement: 30/16 (Flash & Hogan, J Neurosci 5, 1985).
MINIMUM_JERK_PEAK = 1.875


@dataclass(frozen=True, slots=True)
class Reach:
    """The time that a hand's reaches take: the figures of Fitts's law (s, s per bit), and its top speed (mm/s)."""

    intercept_s: float
    slope_s_per_bit: float
    speed_max_mm_s: float

    def time_s(self, distance_mm: float, width_mm: float) -> float:
        """Return the seconds that the hand takes over `distance_mm` to a target `width_mm` wide, once it moves.

        Fitts's law with ID = log2(distance / width + 1), or longer where a minimum-jerk path would exceed the top
        speed; 0 for a hand already there. Raises ValueError for a negative distance or a width that is not positive.
        """
        if not (distance_mm >= 0 and width_mm > 0):
            raise ValueError(f"expected distance >= 0 and width > 0, found {distance_mm} and {width_mm}")
        if distance_mm == 0:
            return 0.0
        fitts_s = self.intercept_s + self.slope_s_per_bit * math.log2(distance_mm / width_mm + 1.0)
        return max(fitts_s, MINIMUM_JERK_PEAK * distance_mm / self.speed_max_mm_s)


def minimum_jerk(share: float) -> float:
    """Return the share of the way covered after a share of the time (0..1; held outside): 10 s^3 - 15 s^4 + 6 s^5."""
    s = min(1.0, max(0.0, share))
    return s * s * s * (10.0 + s * (6.0 * s - 15.0))
