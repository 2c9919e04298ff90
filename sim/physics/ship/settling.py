"""When is it over? Quiet is judged in the ship's own frame: cargo may be still on a ship that sways.

Cargo is quiet when no piece has moved by more than a third of a millimetre, nor turned by half a degree, relative to
the hull since some moment. It is settled when that has lasted half a second and the ship is calm: her last swing, from
turn to turn, was less than a degree and so is the one she is in, or she has hardly turned at all meanwhile. Friction is
all that acts then, so the swings that would follow are smaller than those that the cargo has just lain through. A turn
is one by a tenth of a degree at least: the tremble of cargo being put down is no swing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sim.physics import Pose2D

MOVED_MM = 0.3
TURNED_RAD = math.radians(0.5)
QUIET_S = 0.5
CALM_SWING_RAD = math.radians(1.0)
STILL_RAD = math.radians(0.15)
TURN_RAD = math.radians(0.1)


@dataclass(slots=True)
class SettleDetector:
    """A detector fed with observations of the world, which finds when it has settled."""

    since_s: float = 0.0
    _reference: Sequence[Pose2D] | None = None
    _who: tuple[str, ...] = ()
    _still_at: float = math.inf
    _still_since_s: float = 0.0
    _turned_at: float | None = None
    _farthest: float = 0.0
    _last_swing: float = math.inf

    def reset(self, now_s: float) -> None:
        """Start again: something is known to have moved."""
        self._reference = None
        self.since_s = now_s
        self._last_swing = math.inf

    def observe(self, now_s: float, who: tuple[str, ...], places: Sequence[Pose2D], hull_angle: float) -> bool:
        """Take in the pieces and, in that order, their poses in the hull's frame; return True when settled."""
        reference = self._reference
        if reference is None or who != self._who or _moved(places, reference):
            self.reset(now_s)
            self._reference, self._who = places, who
        if abs(hull_angle - self._still_at) > STILL_RAD:
            self._still_at, self._still_since_s = hull_angle, now_s
        swing = self._swing(hull_angle)
        if now_s - self.since_s < QUIET_S:
            return False
        return max(swing, self._last_swing) < CALM_SWING_RAD or now_s - self._still_since_s >= QUIET_S

    def _swing(self, hull_angle: float) -> float:
        """Return how far (rad) the hull has swung since her last turn, known once she has come back a little."""
        if self._turned_at is None:
            self._turned_at = self._farthest = hull_angle
        if abs(hull_angle - self._turned_at) >= abs(self._farthest - self._turned_at):
            self._farthest = hull_angle
        elif abs(hull_angle - self._farthest) > TURN_RAD:
            self._last_swing = abs(self._farthest - self._turned_at)
            self._turned_at, self._farthest = self._farthest, hull_angle
        return abs(self._farthest - self._turned_at)


def _moved(places: Sequence[Pose2D], reference: Sequence[Pose2D]) -> bool:
    # A dozen pieces: a plain loop is quicker than arrays.
    for (x, y, angle), (x0, y0, angle0) in zip(places, reference, strict=True):
        if abs(x - x0) > MOVED_MM or abs(y - y0) > MOVED_MM or abs(angle - angle0) > TURNED_RAD:
            return True
    return False
