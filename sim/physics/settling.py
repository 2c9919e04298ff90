"""When is it over? Quiet is judged in the ship's own frame, so a ship may still sway while her cargo lies still.

Cargo is quiet when no piece has moved by more than a third of a millimetre, nor turned by a fifth of a degree, relative to
the hull since some moment. It is settled when that has lasted half a second and the ship has shown in that time what she
can still do: she has turned back on either side (the swings that follow are smaller, friction being all that acts), or
she hardly moves at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

MOVED_MM = 0.3
TURNED_RAD = math.radians(0.5)
QUIET_S = 0.5
STILL_RAD = math.radians(0.15)


@dataclass(slots=True)
class SettleDetector:
    """Fed with observations of the world, tells how long the cargo has been quiet and whether that is enough."""

    since_s: float = 0.0
    _reference: npt.NDArray[np.float64] | None = None
    _names: tuple[int, ...] = ()
    _last_spin: float = 0.0
    _turns: int = 0
    _low: float = field(default=math.inf)
    _high: float = field(default=-math.inf)

    def reset(self, now_s: float) -> None:
        """Something is known to have moved."""
        self._reference = None
        self.since_s = now_s
        self._turns = 0
        self._low, self._high = math.inf, -math.inf

    def observe(
        self, now_s: float, who: tuple[int, ...], poses: npt.NDArray[np.float64], hull_angle: float, hull_spin: float
    ) -> bool:
        """Take in poses of shape (n, 3) in the hull's frame; True when settled."""
        reference = self._reference
        if reference is None or who != self._names or _moved(poses, reference):
            self.reset(now_s)
            self._reference, self._names = poses, who
        if hull_spin * self._last_spin < 0:
            self._turns += 1
        self._last_spin = hull_spin
        self._low, self._high = min(self._low, hull_angle), max(self._high, hull_angle)
        if now_s - self.since_s < QUIET_S:
            return False
        return self._turns >= 2 or self._high - self._low < STILL_RAD


def _moved(poses: npt.NDArray[np.float64], reference: npt.NDArray[np.float64]) -> bool:
    if not len(poses):
        return False
    change = np.abs(poses - reference).max(axis=0)
    return bool(max(change[0], change[1]) > MOVED_MM or change[2] > TURNED_RAD)
