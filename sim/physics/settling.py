"""When is it over? Quiet is judged in the ship's own frame: cargo may lie still on a ship that sways.

Cargo is quiet when no piece has moved by more than a third of a millimetre, nor turned by half a degree, relative to
the hull since some moment. It is settled when that has lasted half a second and the ship is calm: her last swing, from
turn to turn, was less than a degree, or she has hardly turned at all meanwhile. Friction is all that acts then, so the
swings that would follow are smaller than those that the cargo has just lain through.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MOVED_MM = 0.3
TURNED_RAD = math.radians(0.5)
QUIET_S = 0.5
CALM_SWING_RAD = math.radians(1.0)
STILL_RAD = math.radians(0.15)


@dataclass(slots=True)
class SettleDetector:
    """Fed with observations of the world, tells whether it has settled."""

    since_s: float = 0.0
    _reference: npt.NDArray[np.float64] | None = None
    _who: tuple[str, ...] = ()
    _still_at: float = math.inf
    _still_since_s: float = 0.0
    _spin: float = 0.0
    _turned_at: float = math.inf
    _calm: bool = False

    def reset(self, now_s: float) -> None:
        """Something is known to have moved."""
        self._reference = None
        self.since_s = now_s
        self._calm = False

    def observe(
        self, now_s: float, who: tuple[str, ...], poses: npt.NDArray[np.float64], hull_angle: float, hull_spin: float
    ) -> bool:
        """Take in who is there and their poses, shape (n, 3), in the hull's frame; True when settled."""
        reference = self._reference
        if reference is None or who != self._who or _moved(poses, reference):
            self.reset(now_s)
            self._reference, self._who = poses, who
        if abs(hull_angle - self._still_at) > STILL_RAD:
            self._still_at, self._still_since_s = hull_angle, now_s
        if hull_spin * self._spin < 0:
            self._calm = abs(hull_angle - self._turned_at) < CALM_SWING_RAD
            self._turned_at = hull_angle
        self._spin = hull_spin
        if now_s - self.since_s < QUIET_S:
            return False
        return self._calm or now_s - self._still_since_s >= QUIET_S


def _moved(poses: npt.NDArray[np.float64], reference: npt.NDArray[np.float64]) -> bool:
    if not len(poses):
        return False
    change = np.abs(poses - reference).max(axis=0)
    return bool(max(change[0], change[1]) > MOVED_MM or change[2] > TURNED_RAD)
