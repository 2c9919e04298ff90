"""Calming the ship with the piece in the hand: waiting above its place, resting it there, giving its weight slowly.

The ship is touched through the held piece alone. A hand that follows her late, and yields where it is pushed harder
than fingers hold, takes swing out of her; and a weight that comes slowly does not make her swing beyond its heel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from sim.physics.ship.grip import Hand

CALM_FOR_S = 0.3
"""For so long the ship must have been slow enough: at the end of a swing she stands still for a moment. Assumed."""


@dataclass(frozen=True, slots=True)
class Care:
    """A hand's ways with the sway of the ship.

    calm_rad_s: the rate of roll at which she is calm enough. patience_s: the longest wait for it, above the place and
    again on it. ease_s: the time over which a piece that rests on its place is let go; 0 for a hand that does not hold
    on.
    """

    calm_rad_s: float
    patience_s: float
    ease_s: float = 0.0

    @property
    def longest_s(self) -> float:
        """The longest time that all of it takes (s)."""
        return 2.0 * self.patience_s + self.ease_s


@dataclass(slots=True)
class CalmWait:
    """A wait until the ship is calm. It is over at once where she is calm at first sight."""

    care: Care
    begun_s: float
    _calm_since_s: float | None = None
    _looked: bool = False

    def over(self, now_s: float, roll_rad_s: float) -> bool:
        """Take in the ship's rate of roll; return True once she has been calm for long enough, or patience is up."""
        calm = abs(roll_rad_s) <= self.care.calm_rad_s
        if not calm:
            self._calm_since_s = None
        elif self._calm_since_s is None:
            # One who comes to a calm ship does not wait.
            self._calm_since_s = now_s if self._looked else -math.inf
        self._looked = True
        if self._calm_since_s is not None and now_s - self._calm_since_s >= CALM_FOR_S:
            return True
        return now_s - self.begun_s >= self.care.patience_s


@dataclass(slots=True)
class Easing:
    """A piece that rests on its place in the hand: first until the ship is calm, then while the fingers give way."""

    care: Care
    hand: Hand
    begun_s: float
    _wait: CalmWait = field(init=False)
    _strengths: tuple[float, ...] = field(init=False)
    _eases_since_s: float | None = None

    def __post_init__(self) -> None:
        self._wait = CalmWait(self.care, self.begun_s)
        self._strengths = tuple(joint.max_force for joint in self.hand.joints)

    def over(self, now_s: float, roll_rad_s: float) -> bool:
        """Take in the ship's rate of roll, and from the grip what is due; return True when the fingers shall open."""
        if self._eases_since_s is None:
            if not self._wait.over(now_s, roll_rad_s):
                return False
            self._eases_since_s = now_s
        held = 1.0 - (now_s - self._eases_since_s) / self.care.ease_s
        for joint, strength in zip(self.hand.joints, self._strengths, strict=True):
            joint.max_force = strength * max(0.0, held)
        return held <= 0.0
