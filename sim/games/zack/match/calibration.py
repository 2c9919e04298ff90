"""The calibration of a throw: how fast and which way a person flicks by nature, and how a card leaves for that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.gesture import speeds_in
from sim.games.zack.match.hand_log_entries import usual_throw
from sim.physics.pointer import PointerState

THROWS = 3
"""The number of throws of which a calibration takes the median."""
PLACE_MM = 20.0
"""Speeds are looked for at places this far apart, since the search takes a while."""
LEAST_STRENGTH, MOST_STRENGTH = 0.1, 8.0
"""The limits of the factor: a pointer that creeps or races is no flick."""
MOST_LIFT = math.radians(50.0)
"""The most by which a direction is turned: a pointer that goes more steeply up or down does not go to the bowl."""


@dataclass(frozen=True, slots=True)
class Flick:
    """A flick of a pointer. speed_mm_s: on the table. rise_rad: its direction above the horizontal, to the bowl."""

    speed_mm_s: float
    rise_rad: float


class Calibration:
    """The two numbers that make the flight of a card of a person's flick: a factor, and a turn of the direction.

    People flick a pointer straight at the bowl, or level, and faster or slower than a card has to fly; a wrist lifts a
    card a little. strength: the factor from the speed of the pointer to that of the card. lift_rad: by how much the
    card leaves above the direction of the pointer. left: the number of throws that are still to be made as the person
    naturally would; each of these flies as a practised hand's from its place, and says what strength and lift that are.
    """

    def __init__(self, configuration: ZackConfiguration, side: int, strength: float = 1.0) -> None:
        """Begin with a strength, without lift, and without throws to be made."""
        self._setup, self._side = configuration.setup, side
        self.strength, self.lift_rad, self.left = strength, 0.0, 0
        table = configuration.table
        motion = usual_throw(configuration.setup, side, table.seat_distance_mm, table.hand_height_mm).motion
        self._usual_mm_s = math.hypot(motion.vx, motion.vy)
        self._usual_rad = math.radians(configuration.setup.throw.flick_elevation_deg)
        self._found: list[tuple[float, float]] = []

    def begin(self) -> None:
        """Ask for throws as the person naturally would."""
        self.left, self._found = THROWS, []

    @property
    def natural(self) -> Flick:
        """The flick of the pointer that throws a card from the usual place into the middle of the bowl."""
        return Flick(self._usual_mm_s / self.strength, self._usual_rad - self.lift_rad)

    def set_natural(self, flick: Flick) -> None:
        """Set strength and lift for a person who flicks like that."""
        self.strength = _held(self._usual_mm_s / flick.speed_mm_s)
        self.lift_rad = min(MOST_LIFT, max(-MOST_LIFT, self._usual_rad - flick.rise_rad))

    def applied(self, state: PointerState, backspin_rad_s: float) -> PointerState:
        """Return the state in which a card leaves a pointer in this state; it keeps its place and turning.

        By the strength and the lift that are set; while throws are to be made, by those of this very flick.
        """
        own = self._own(state, backspin_rad_s) if self.left else None
        strength, lift = own or (self.strength, self.lift_rad)
        # Up is a turn clockwise for a throw to the left.
        turn = -self._side * lift
        c, s = strength * math.cos(turn), strength * math.sin(turn)
        return PointerState(
            state.x, state.y, c * state.vx - s * state.vy, s * state.vx + c * state.vy, state.turn_rad_s
        )

    def note(self, state: PointerState, backspin_rad_s: float) -> bool:
        """Count a throw; return False if it was none by which anything can be set.

        The last one sets strength and lift: the medians of what the throws need.
        """
        own = self._own(state, backspin_rad_s)
        if self.left == 0 or own is None:
            return False
        self._found.append(own)
        self.left -= 1
        self.strength = median(strength for strength, _ in self._found)
        self.lift_rad = median(lift for _, lift in self._found)
        return True

    def _own(self, state: PointerState, backspin_rad_s: float) -> tuple[float, float] | None:
        """Return strength and lift that carry a card into the bowl's middle; None where nothing does."""
        lift = self._usual_rad - math.atan2(state.vy, -self._side * state.vx)
        if state.speed < 1.0 or abs(lift) > MOST_LIFT:
            return None
        x, y = (round(value / PLACE_MM) * PLACE_MM for value in (state.x, state.y))
        found = speeds_in(self._setup, self._side, x, y, self._usual_rad, backspin_rad_s)
        return None if found is None else (_held(found.middle / state.speed), lift)


def _held(factor: float) -> float:
    return min(MOST_STRENGTH, max(LEAST_STRENGTH, factor))
