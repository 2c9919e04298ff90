"""The balance of a laden ship, and how a piece put down would make her sway, on both axes together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.games.riff_raff.bots.slot_grid import Array

OVERSHOOT = 0.8
"""The ship swings beyond her new rest by this share of the change."""
_LEAST = 1e-3


@dataclass(frozen=True, slots=True)
class Sway:
    """A ship's answer to a piece, by the place where it would be put.

    before: where she rests without it, roll and pitch (rad, to starboard and with the bow down). rest: with it. jolt:
    by how much that differs, on both axes together. peak: how far she will swing over, likewise. left_g_mm: the
    righting moment that is left.
    """

    before: tuple[float, float]
    rest: tuple[Array, Array]
    jolt: Array
    peak: Array
    left_g_mm: Array


@dataclass(frozen=True, slots=True)
class Balance:
    """The moments of a laden ship (g mm): S of the empty one, and of her cargo sum m x, sum m z and sum m y.

    across, ahead and high: x to starboard, z before the mast, y over the gimbal's axis.
    """

    righting: float
    across: float
    ahead: float
    high: float

    @property
    def left(self) -> float:
        """The righting moment that she has left, 0 or less if she goes over."""
        return self.righting - self.high

    @property
    def least_left(self) -> float:
        """The same, but above 0 even then."""
        return max(self.left, _LEAST * self.righting)

    @property
    def rest(self) -> tuple[float, float]:
        """The roll and the pitch (rad) at which she rests, and about which she swings: tan roll = sum m x / left."""
        return math.atan2(self.across, self.least_left), math.atan2(self.ahead, self.least_left)

    def sway(self, masses: Array, xs: Array, fore_mm: float, heights: Array) -> Sway:
        """Return what pieces would do to her. masses (g), xs and heights (mm): of places; fore_mm: of their slot.

        She swings on, so what counts is the middle of her swing, which people see; wood slides by her lean on both axes
        together.
        """
        after = self.left - masses * heights
        left = np.maximum(after, _LEAST * self.righting)
        roll = np.arctan2(self.across + masses * xs, left)
        pitch = np.arctan2(self.ahead + masses * fore_mm, left)
        before = self.rest
        turned = roll - before[0], pitch - before[1]
        beyond = np.hypot(roll + OVERSHOOT * turned[0], pitch + OVERSHOOT * turned[1])
        peak = np.maximum(np.hypot(roll, pitch), beyond)
        return Sway(before, (roll, pitch), np.hypot(*turned), peak, after)
