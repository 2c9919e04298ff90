"""The drills of a practice: ten flicks at one slot with one piece, and three flicks that tell a hand's strength.

A drill is plain data that grows by one flick after the other; before every flick the ship is as she was at first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median, stdev

from sim.language import _, put_in
from sim.physics import Point
from sim.physics.contact.profiles import GRAVITY_MM_S2
from sim.physics.ship.flight import Flight
from sim.physics.ship.measures import Slot

STRENGTH_LEAST, STRENGTH_MOST = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class Landing:
    """The place where a flick came down (mm, ship's frame, centre of gravity), and whether it held on its slot."""

    x_mm: float
    y_mm: float
    held: bool


@dataclass(frozen=True, slots=True)
class TargetSeries:
    """A series of flicks at a slot. kind: the piece, None until the first is taken."""

    slot: int
    kind: str | None = None
    landings: tuple[Landing, ...] = ()

    COUNT = 10

    def of(self, kind: str) -> TargetSeries:
        """Return the series with this kind of piece; a new one where it is over."""
        return replace(self, kind=kind, landings=() if self.done else self.landings)

    def with_landing(self, landing: Landing) -> TargetSeries:
        """Return the series with one more flick."""
        return replace(self, landings=(*self.landings, landing))

    @property
    def done(self) -> bool:
        """True after the last flick."""
        return len(self.landings) >= self.COUNT

    @property
    def held(self) -> int:
        return sum(landing.held for landing in self.landings)

    @property
    def mean(self) -> Point | None:
        """The mean of all landings (mm, ship's frame), or None before the first."""
        if not self.landings:
            return None
        return fmean(landing.x_mm for landing in self.landings), fmean(landing.y_mm for landing in self.landings)

    @property
    def spread_mm(self) -> float | None:
        """The standard deviation of the landings across the ship (mm); None of fewer than two."""
        return stdev(landing.x_mm for landing in self.landings) if len(self.landings) > 1 else None

    def words(self) -> str:
        """Return the result so far in a sentence."""
        if self.spread_mm is None:
            return _("{held} of {flicks} held", held=self.held, flicks=len(self.landings))
        return _(
            "{held} of {flicks} held, spread {spread:.0f} mm",
            held=self.held,
            flicks=len(self.landings),
            spread=self.spread_mm,
        )


@dataclass(frozen=True, slots=True)
class NaturalFlick:
    """A flick as the hand made it: place (mm) and velocity (mm/s) in the world's frame, no strength applied."""

    x: float
    y: float
    vx: float
    vy: float

    def factor_to(self, target: Point) -> float | None:
        """Return the factor on its velocity with which its arc goes through a place; None where none does.

        None where it flies away from the place, or where a straight line in its direction passes below it.
        """
        dx, dy = target[0] - self.x, target[1] - self.y
        if dx * self.vx <= 0.0:
            return None
        # After t = dx / (f vx) it is at dx vy / vx - g t^2 / 2.
        falls = dx * self.vy / self.vx - dy
        if falls <= 0.0:
            return None
        return abs(dx / self.vx) * math.sqrt(GRAVITY_MM_S2 / (2.0 * falls))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Flicks towards a slot, as they feel natural, from which strength and handedness follow.

    target: the place that they should reach (mm, world's frame). flicks: those that count so far. passed: whether the
    last one flew where no strength takes it to the slot.
    """

    slot: int
    target: Point
    flicks: tuple[NaturalFlick, ...] = ()
    passed: bool = False

    COUNT = 3

    def with_flick(self, flick: NaturalFlick) -> Calibration:
        """Return the calibration with one more flick, if some strength takes it to the slot."""
        if flick.factor_to(self.target) is None:
            return replace(self, passed=True)
        return replace(self, flicks=(*self.flicks, flick), passed=False)

    @property
    def done(self) -> bool:
        """True after the last flick."""
        return len(self.flicks) >= self.COUNT

    @property
    def strength(self) -> float:
        """The factor with which the median flick reaches the slot, 0.5 to 2 and to a hundredth."""
        factors = [factor for flick in self.flicks if (factor := flick.factor_to(self.target)) is not None]
        return round(min(STRENGTH_MOST, max(STRENGTH_LEAST, median(factors))), 2)

    @property
    def left_handed(self) -> bool:
        """True if most of the flicks came from port, the left on the picture."""
        return sum(1 if flick.vx > 0 else -1 for flick in self.flicks) > 0

    def words(self) -> str:
        """Return what has been found out, in a sentence."""
        if self.left_handed:
            words = _("Strength {strength:.2f} reaches slot {slot}, thrown with the left hand.")
        else:
            words = _("Strength {strength:.2f} reaches slot {slot}, thrown with the right hand.")
        return put_in(words, strength=self.strength, slot=self.slot)


def landing_place(flight: Flight, slot: Slot, y_mm: float) -> Point:
    """Return where a flight comes down at its slot's height, in the ship's frame (mm).

    That is where it met the slot; where it passed by, the last place at which it came down through `y_mm`, the height
    of a piece that lies there; where it never did, its end.
    """
    if flight.slot != slot.number:
        for before, after in reversed(list(pairwise(flight.aboard))):
            if after[1] < y_mm <= before[1]:
                share = (before[1] - y_mm) / (before[1] - after[1])
                return before[0] + (after[0] - before[0]) * share, y_mm
    return flight.aboard[-1]


Drill = TargetSeries | Calibration
DRILLS = ("free", "target", "calibrate")
"""What a practice can begin with: attempts without end, ten flicks, or the flicks that tell a hand's strength."""
