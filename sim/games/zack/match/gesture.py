"""How a card leaves a hand at the mouse: its place, velocity and spin, read out of where the pointer was when.

The pointer is sampled as it comes, at any rate. What was between the samples is filled in by a smooth curve, and the
curve's last hundredths of a second are fitted in time, so that the same movement gives the same throw at any rate.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pydantic import Field

from sim.measures import TomlTable, check, shipped
from sim.physics import Point
from sim.physics.air.air import Motion
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release

GESTURE_FILE = Path(__file__).with_name("gesture.toml")
KEPT_S = 3.0
"""Samples older than this are forgotten."""
_NODES, _APART_S = 5, 0.005
_TOGETHER_S = 0.0005  # events that waited in one queue come at one moment: the last of them is where the pointer is
_POINTS = 25  # of the window, evenly in time
_NEWER = 2.0  # the end of the window weighs e^2 times its beginning
_SHORTEST_S = 0.004


class GestureMeasures(TomlTable):
    """The table [gesture]: see gesture.toml."""

    window_ms: float = Field(gt=0)
    still_ms: float = Field(gt=0)
    still_mm: float = Field(gt=0)
    turn_up_mm: float = Field(gt=0)
    turn_up_ms: float = Field(gt=0)
    hold_ms: float = Field(gt=0)
    least_mm_s: float = Field(ge=0)


class ReachMeasures(TomlTable):
    """The table [reach]: how far behind, how low and how high a hand goes."""

    behind_mm: float = Field(gt=0)
    low_mm: float = Field(ge=0)
    high_mm: float = Field(gt=0)


class MostMeasures(TomlTable):
    """The table [most]: what no hand exceeds."""

    speed_mm_s: float = Field(gt=0)
    spin_rad_s: float = Field(gt=0)
    spin_step_rad_s: float = Field(gt=0)


@dataclass(frozen=True, slots=True)
class HandMeasures:
    """gesture.toml, checked."""

    gesture: GestureMeasures
    reach: ReachMeasures
    most: MostMeasures


@cache
def shipped_hand_measures() -> HandMeasures:
    """As shipped."""
    tables = shipped(GESTURE_FILE)
    return HandMeasures(
        check(GestureMeasures, tables["gesture"], GESTURE_FILE.name, "gesture"),
        check(ReachMeasures, tables["reach"], GESTURE_FILE.name, "reach"),
        check(MostMeasures, tables["most"], GESTURE_FILE.name, "most"),
    )


@dataclass(frozen=True, slots=True)
class Course:
    """Where a hand was at a moment (mm), how it moved (mm/s), and how fast its direction turned (rad/s)."""

    x: float
    y: float
    vx: float
    vy: float
    turn_rad_s: float

    @property
    def speed(self) -> float:
        """mm/s."""
        return math.hypot(self.vx, self.vy)


class Trace:
    """Where a pointer was when: times in seconds of any clock, places in mm."""

    def __init__(self) -> None:
        self._times: list[float] = []
        self._places: list[Point] = []
        self._anchor_s = -math.inf
        self._slopes: dict[int, Point] = {}

    def __len__(self) -> int:
        return len(self._times)

    @property
    def places(self) -> tuple[tuple[float, float, float], ...]:
        """Time, x and y of every sample that is kept."""
        return tuple((at_s, *place) for at_s, place in zip(self._times, self._places, strict=True))

    @property
    def heard_s(self) -> float:
        """The time of the last sample; minus infinity where there is none."""
        return self._times[-1] if self._times else -math.inf

    @property
    def moved_s(self) -> float:
        """The time of the last sample that was not where the one before it was; of the only one; minus infinity."""
        last = len(self._times) - 1
        while last > 0 and self._places[last] == self._places[last - 1]:
            last -= 1
        return self._times[last] if self._times else -math.inf

    def add(self, at_s: float, x: float, y: float) -> None:
        """The pointer is there. A time before the last one counts as the last one."""
        if not (math.isfinite(at_s) and math.isfinite(x) and math.isfinite(y)):
            return
        self._slopes.clear()
        if self._times and at_s - self._anchor_s < _TOGETHER_S:
            self._times[-1], self._places[-1] = max(at_s, self._times[-1]), (x, y)
            return
        self._anchor_s = at_s
        self._times.append(at_s)
        self._places.append((x, y))
        if self._times[0] < at_s - 2 * KEPT_S:
            keep = bisect_right(self._times, at_s - KEPT_S)
            del self._times[:keep], self._places[:keep]

    def clear(self) -> None:
        """Forget everything."""
        self._slopes.clear()
        self._times.clear()
        self._places.clear()

    def at(self, at_s: float) -> Point:
        """Where the pointer was then: a smooth curve through the samples; before and after them, the nearest one."""
        times, places = self._times, self._places
        right = bisect_right(times, at_s)
        if right == 0:
            return places[0]
        if right == len(times):
            return places[-1]
        left = right - 1
        width = times[right] - times[left]
        share = (at_s - times[left]) / width
        (ax, ay), (bx, by) = places[left], places[right]
        (amx, amy), (bmx, bmy) = self._slope(left), self._slope(right)
        s2, s3 = share * share, share**3
        h00, h10, h01, h11 = 2 * s3 - 3 * s2 + 1, s3 - 2 * s2 + share, 3 * s2 - 2 * s3, s3 - s2
        return (
            h00 * ax + h10 * width * amx + h01 * bx + h11 * width * bmx,
            h00 * ay + h10 * width * amy + h01 * by + h11 * width * bmy,
        )

    def _slope(self, index: int) -> Point:
        """At a sample: of the polynomial through it and up to four neighbours, on both sides where there are some.

        Kept until there is another sample: a course asks for the same few again and again, and a frame for two courses.
        """
        found = self._slopes.get(index)
        if found is None:
            found = self._slopes[index] = self._slope_at(index)
        return found

    def _slope_at(self, index: int) -> Point:
        times, places = self._times, self._places
        nodes = [index]
        left = right = index
        while len(nodes) < _NODES:
            left, right = self._apart(left, -1), self._apart(right, 1)
            found = [node for node in (left, right) if 0 <= node < len(times)]
            if not found:
                break
            nodes += found
        here = times[index]
        x = y = 0.0
        for node in nodes[:_NODES]:
            weight = _slope_weight(here, times[node], [times[other] for other in nodes[:_NODES] if other != node])
            x, y = x + weight * places[node][0], y + weight * places[node][1]
        return x, y

    def _apart(self, index: int, step: int) -> int:
        """The next sample on that side that is not so near in time that the pixels between would count for much."""
        times = self._times
        other = index + step
        while 0 <= other < len(times) and abs(times[other] - times[index]) < _APART_S:
            other += step
        return other if 0 <= index < len(times) else index

    def course(self, at_s: float, window_s: float) -> Course:
        """How the pointer moved at that moment: a cubic fitted to the curve over the window before it.

        At rest where there are fewer than two samples. Raises IndexError where there is none.
        """
        if len(self._times) < 2:
            return Course(*self._places[-1], 0.0, 0.0, 0.0)
        begin = max(self._times[0], at_s - window_s)
        if at_s - begin < _SHORTEST_S:
            return Course(*self.at(at_s), 0.0, 0.0, 0.0)
        width = at_s - begin
        curve = np.array([self.at(begin + width * n / (_POINTS - 1)) for n in range(_POINTS)])
        # In shares of the window, 0 being now: constant, slope and bend of both axes.
        (x, y), (vx, vy), (ax, ay), _ = (_cubic() @ curve).tolist()
        vx, vy, ax, ay = vx / width, vy / width, 2 * ax / width**2, 2 * ay / width**2
        squared = vx * vx + vy * vy
        turn = (vx * ay - vy * ax) / squared if squared > 1.0 else 0.0
        return Course(x, y, vx, vy, turn)

    def began_s(self, before_s: float, still_mm: float, still_s: float) -> float:
        """When the movement under way at `before_s` began: the end of the last rest of at least `still_s` before it.

        The first sample's time where it never rested. Raises IndexError where there is no sample.
        """
        last = bisect_right(self._times, before_s) - 1
        for index in range(last, -1, -1):
            at_s, place = self._times[index], self._places[index]
            earlier = bisect_right(self._times, at_s - still_s) - 1
            if earlier < 0:
                break
            if all(math.dist(place, other) < still_mm for other in self._places[earlier:index]):
                return at_s
        return self._times[0]


def _slope_weight(at_s: float, node_s: float, others: list[float]) -> float:
    """What a node's place contributes to the slope at `at_s` of the polynomial through it and the others (Lagrange)."""
    below = math.prod(node_s - other for other in others)
    return sum(math.prod(at_s - o for m, o in enumerate(others) if m != n) for n in range(len(others))) / below


@cache
def _cubic() -> npt.NDArray[np.float64]:
    """Least squares over the window, what is newer counting more; a cubic, since hands speed up and slow down."""
    share = np.linspace(-1.0, 0.0, _POINTS)
    weight = np.exp(_NEWER * share)[:, None]
    fit = np.linalg.pinv(np.stack([share**k for k in range(4)], axis=1) * weight) * weight.T
    return np.asarray(fit, dtype=np.float64)


def presentation_rad(setup: BowlSetup, backspin_rad_s: float) -> float:
    """How far the leading edge is held up for a throw with that backspin.

    From the glide's (no spin, edge well up) to the flick's (spinning, nearly flat), in proportion; the flick's beyond.
    """
    throw = setup.throw
    usual = throw.flick_backspin_rad_s - throw.glide_backspin_rad_s
    share = 0.0 if usual == 0 else min(1.0, max(0.0, (backspin_rad_s - throw.glide_backspin_rad_s) / usual))
    flick, glide = math.radians(throw.flick_presentation_deg), math.radians(throw.glide_presentation_deg)
    return glide + (flick - glide) * share


def release_of(setup: BowlSetup, course: Course, towards: int, backspin_rad_s: float, most: MostMeasures) -> Release:
    """The card as it leaves a hand on that course; `towards` is 1 for somebody who throws to the right, -1 to the left.

    It has the hand's velocity, held to what hands can do. It lies in the hand as for a throw with that backspin, and
    spins with it and with the turning of the hand's own path.
    """
    speed = course.speed
    held = 1.0 if speed <= most.speed_mm_s else most.speed_mm_s / speed
    vx, vy = course.vx * held, course.vy * held
    # A card that is dropped, or thrown backwards, lies in the hand as for a throw all the same.
    rise = math.atan2(vy, towards * vx) if towards * vx > 0 else 0.0
    angle = towards * (rise + presentation_rad(setup, backspin_rad_s))
    spin = towards * backspin_rad_s + (course.turn_rad_s if towards * vx > 0 else 0.0)
    spin = min(most.spin_rad_s, max(-most.spin_rad_s, spin))
    return Release(Motion(course.x, course.y, angle, vx, vy, spin))
