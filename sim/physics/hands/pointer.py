"""The path of a pointer from samples at any rate, as one smooth curve.

A mouse reports its place 30 to 1000 times a second, a hand is moved at 120: between samples the path is a cubic through
the four nearest, and the velocity with which something is let go comes from a fit over a fixed stretch of time, so that
neither depends on the sampling rate. Nothing waits for a sample yet to come: the path ends where the pointer is.

A mouse that rests reports nothing, and neither does one between two samples. So a place reported again is no sample; it
counts only as the end of a rest, once the pointer moves on. Taking it for one would brake every flick.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from sim.physics import Point

FIT_S = 0.1
"""The stretch whose cubic gives the velocity at its end. Shorter, a pixel's width shows; longer, a flick is bent."""
LEAST_STEP_S = 0.006  # nearer samples say more about pixels than about hands
LONG_STEP = 2.5  # a step this many times as long as its neighbour is a pause: straight across
MEMORY_S = 1.0
TOGETHER_S = 0.0005  # what is reported in one go came from one queue: the last of it is where the pointer is
REST_S = 0.04
"""A pointer that reported nothing for this long stands still.

Every mouse speaks oftener while it moves. Touch screens forgive as much between the last movement and the lifting of
the finger (Android's VelocityTracker, ASSUME_POINTER_STOPPED_TIME).
"""


@dataclass(slots=True)
class Pointing:
    """The path of a pointer. Times in s, places in mm; `note` must come in the order of time."""

    _times: list[float] = field(default_factory=list)
    _places: list[Point] = field(default_factory=list)
    _still: deque[float] = field(default_factory=lambda: deque(maxlen=2))

    def note(self, time_s: float, place: Point) -> None:
        """Add a sample. One that is hardly later than the sample before replaces it."""
        if self._times:
            if place == self._places[-1]:
                self._still.append(time_s)
                return
            if time_s <= self._times[-1] + TOGETHER_S:
                self._places[-1] = place
                return
            still = [at_s for at_s in self._still if self._times[-1] < at_s < time_s - TOGETHER_S]
            if still and still[-1] > self._times[-1] + REST_S:
                self._times += still
                self._places += [self._places[-1]] * len(still)
            self._still.clear()
        self._times.append(time_s)
        self._places.append(place)
        if self._times[0] < time_s - 2 * MEMORY_S:
            old = bisect_left(self._times, time_s - MEMORY_S)
            del self._times[:old], self._places[:old]

    @property
    def known(self) -> bool:
        """True if the pointer has been seen at all."""
        return bool(self._times)

    def heard_s(self, time_s: float) -> float:
        """Return when it was last seen to have moved, up to `time_s`; `time_s` itself where it never was."""
        before = bisect_left(self._times, time_s + 1e-9)
        return min(time_s, self._times[before - 1]) if before else time_s

    def at(self, time_s: float) -> Point:
        """Return where it was. Before the first sample and after the last it stands still. Raises ValueError if never
        seen.
        """
        if not self._times:
            raise ValueError("the pointer has not been seen yet")
        nodes = self._nodes(time_s)
        times = [self._times[node] for node in nodes]
        places = [self._places[node] for node in nodes]
        if time_s >= times[-1]:
            return places[-1]
        if time_s <= times[0]:
            return places[0]
        right = bisect_left(times, time_s)
        step = times[right] - times[right - 1]
        beside = [b - a for a, b in pairwise(times) if (a, b) != (times[right - 1], times[right])]
        if not beside or step > LONG_STEP * min(beside) or max(beside) > LONG_STEP * step:
            share = (time_s - times[right - 1]) / step
            (x0, y0), (x1, y1) = places[right - 1], places[right]
            return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        return _through(times, places, time_s)

    def velocity(self, time_s: float) -> Point:
        """Return its velocity (mm/s) at a time: the slope of the cubic that fits the last 100 ms best, at their end.

        0 where it had not moved for `REST_S`, and of fewer than two samples. Of fewer than four: of the curve that they
        allow.
        """
        heard_s = self.heard_s(time_s)
        if time_s - heard_s > REST_S:
            return 0.0, 0.0
        # Since then it has not moved, which a hand cannot do: its button goes up a moment after the flick.
        time_s = heard_s
        end = bisect_left(self._times, time_s + 1e-9)
        start = min(bisect_left(self._times, time_s - FIT_S - 1e-9), max(0, end - 4))
        times = np.array(self._times[start:end]) - time_s
        # What lies far back is another movement: a window that was not drawn for a while has few samples.
        recent = times >= -3 * FIT_S
        if int(recent.sum()) < 2:
            return 0.0, 0.0
        degree = min(3, int(recent.sum()) - 1)
        powers = np.vander(times[recent] / FIT_S, degree + 1, increasing=True)
        found, *_ = np.linalg.lstsq(powers, np.array(self._places[start:end])[recent], rcond=None)
        return float(found[1, 0] / FIT_S), float(found[1, 1] / FIT_S)

    def _nodes(self, time_s: float) -> list[int]:
        """Return up to four samples about a time, two on either side where there are, none too near to the next."""
        times = self._times
        after = bisect_left(times, time_s)
        chosen: list[int] = []
        for index in range(min(after, len(times) - 1), len(times)):
            if not chosen or times[index] - times[chosen[-1]] >= LEAST_STEP_S:
                chosen.append(index)
            if len(chosen) == 2:
                break
        for index in range(chosen[0] - 1, -1, -1):
            if times[chosen[0]] - times[index] >= LEAST_STEP_S:
                chosen.insert(0, index)
            if len(chosen) == 4:
                break
        return chosen


def _through(times: Sequence[float], places: Sequence[Point], time_s: float) -> Point:
    """Return the value at `time_s` of Lagrange's polynomial through all places."""
    x = y = 0.0
    for i, (ti, (xi, yi)) in enumerate(zip(times, places, strict=True)):
        weight = math.prod((time_s - tj) / (ti - tj) for j, tj in enumerate(times) if j != i)
        x, y = x + weight * xi, y + weight * yi
    return x, y


def pursue(
    place: Point, velocity: Point, wish: Point, fastest_mm_s: float, swiftest_mm_s2: float, dt_s: float
) -> Point:
    """Return the velocity (mm/s) with which a hand goes after a wished place during the next `dt_s`.

    It is there at once where neither its top speed nor its greatest acceleration forbids; else it comes as fast as
    these allow, braking in time.
    """
    dx, dy = wish[0] - place[0], wish[1] - place[1]
    vx, vy = dx / dt_s, dy / dt_s
    most = swiftest_mm_s2 * dt_s
    if math.hypot(vx, vy) <= fastest_mm_s and math.hypot(vx - velocity[0], vy - velocity[1]) <= most:
        return vx, vy
    far = math.hypot(dx, dy)
    speed = min(fastest_mm_s, math.sqrt(most * most / 4 + 2 * swiftest_mm_s2 * far) - most / 2, far / dt_s)
    if far > 0:
        vx, vy = dx / far * speed, dy / far * speed
    change = math.hypot(vx - velocity[0], vy - velocity[1])
    if change > most:
        vx, vy = (v + (w - v) * most / change for v, w in zip(velocity, (vx, vy), strict=True))
    return vx, vy
