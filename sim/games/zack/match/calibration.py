"""The calibration of a throw: how fast a person flicks by nature, and the factor that makes a card's speed of it."""

from __future__ import annotations

import math
from statistics import median

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.aiming import speeds_in
from sim.games.zack.match.hand_log_entries import usual_throw
from sim.physics.hands.pointer import PointerState

THROWS = 3
"""The number of throws of which a calibration takes the median."""
PLACE_MM = 20.0
"""Speeds are looked for at places this far apart."""
LEAST_STRENGTH, MOST_STRENGTH = 0.1, 8.0
"""The limits of the factor: a pointer that creeps or races is no flick."""


class Calibration:
    """The strength of a person's throws, and the throws that set it.

    strength: the factor from the speed of the pointer to that of the card. left: the number of throws that are still to
    be made as the person naturally would; each of these flies at the speed that its own direction and place need, and
    says what factor that is.
    """

    def __init__(self, configuration: ZackConfiguration, side: int, strength: float = 1.0) -> None:
        """Begin with a strength, and without throws to be made."""
        self._setup, self._side, self.strength = configuration.setup, side, strength
        table = configuration.table
        motion = usual_throw(configuration.setup, side, table.seat_distance_mm, table.hand_height_mm).motion
        self._usual_mm_s = math.hypot(motion.vx, motion.vy)
        self._factors: list[float] = []
        self.left = 0

    def begin(self) -> None:
        """Ask for throws as the person naturally would."""
        self.left, self._factors = THROWS, []

    def natural_mm_s(self) -> float:
        """Return the speed of the pointer that throws a card from the usual place into the middle of the bowl."""
        return self._usual_mm_s / self.strength

    def set_natural(self, speed_mm_s: float) -> None:
        """Set the strength for a person who flicks at that speed."""
        self.strength = _held(self._usual_mm_s / speed_mm_s)

    def of(self, state: PointerState, backspin_rad_s: float) -> float:
        """Return the factor for a pointer in this state: its own while throws are to be made, else the strength."""
        return self.strength if self.left == 0 else self._own(state, backspin_rad_s) or self.strength

    def note(self, state: PointerState, backspin_rad_s: float) -> bool:
        """Count a throw; return False if it was none by which a strength can be set.

        The last one sets the strength: the median of their factors.
        """
        own = self._own(state, backspin_rad_s)
        if self.left == 0 or own is None:
            return False
        self._factors.append(own)
        self.left -= 1
        self.strength = median(self._factors)
        return True

    def _own(self, state: PointerState, backspin_rad_s: float) -> float | None:
        """Return the factor that carries a card into the bowl's middle; None where nothing does."""
        if state.speed < 1.0:
            return None
        # Coarsely, since the search takes a while and is asked again in every frame.
        rise = math.radians(round(math.degrees(math.atan2(state.vy, -self._side * state.vx)) / 5.0) * 5.0)
        x, y = (round(value / PLACE_MM) * PLACE_MM for value in (state.x, state.y))
        found = speeds_in(self._setup, self._side, x, y, rise, backspin_rad_s)
        return None if found is None else _held(found.middle / state.speed)


def _held(factor: float) -> float:
    return min(MOST_STRENGTH, max(LEAST_STRENGTH, factor))
