"""Where a pointer was between its samples: two readings of samples of any rate as one smooth path.

A mouse reports its place 30 to 1000 times a second, a hand is moved at 120: between samples the path is a cubic, and
the velocity with which something is let go comes from a fit over a fixed stretch of time, so that neither depends on
the rate of samples. Nothing waits for a sample yet to come: the path ends where the pointer is.

`Pointing` steers a hand that carries: a place that is reported again is no sample there, since taking it for one would
brake every flick; it counts only as the end of a rest, once the pointer moves on. `Trace` reads a throw: it keeps every
report, since rests say when a movement began.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sim.physics import Point
from sim.statistics import added

Moving = tuple[float, Point]
"""A time (s) and the velocity (mm/s) of a pointer then."""
FIT_S = 0.1
"""The stretch whose cubic gives the velocity at its end. Shorter, a pixel's width shows; longer, a flick is bent."""
MOVEMENT_S = 0.3
"""The longest part of a movement that is looked at for the velocity at its end."""
TRAVEL_MM, LEAST_FIT_S = 100.0, 0.04
"""Over so long a way the width of a pixel shows little, so a fast pointer's fit may be shorter, down to the second."""
MOUSE_STEPS_S = (0.008, 0.004, 0.002, 0.001)
"""The steps at which a USB mouse reports, the longest first."""
JITTER_S = 0.0005
ENOUGH_S = 0.06
LEAST_STEP_S = 0.006  # nearer samples say more about pixels than about hands
LONG_STEP = 2.5  # a step this many times as long as its neighbour is a pause: straight across
MEMORY_S = 1.0
KEPT_S = 3.0
"""A `Trace` forgets samples older than this."""
_SLOPE_NODES, _APART_S = 5, 0.005
_CURVE_POINTS = 25  # of the window, evenly in time
_NEWER = 2.0  # the end of the window weighs e^2 times its beginning
_SHORTEST_S = 0.004
TOGETHER_S = 0.0005  # what is reported in one go came from one queue: the last of it is where the pointer is
REST_S = 0.04
"""A pointer that reported nothing for this long stands still: every mouse speaks oftener while it moves."""
FLICK_S = 0.15
"""A hand that lets go within this long of its last motion throws with the velocity of that motion (assumed).

Sooner than this nobody lets go because they saw the hand stop: a simple reaction takes longer. Toolkits forgive from 40
ms (Android) over 100 (Qt) to 150 (GTK) between the last motion and the lifting of a finger. `python -m studies.pauses`
compares them.
"""
MEANT_S = 0.25
"""A hand that rested for this long before it let go meant to set down; sooner, it may have meant to throw (assumed)."""
CUT_SHORT, BRAKES_MM_S2, CERTAINLY = 2, 10_000.0, 1.1
"""The last reports that may tell less than the hand did, the most by which a hand is taken to brake, and how many times
as fast it must have been before them, braking allowed for (assumed).

A finger leaves the pad in the middle of a report, and a hand trembles as the button goes up: where the pointer was much
faster two reports ago than it can have braked since, it is those reports that are wrong. A reach of 250 mm in 0.4 s, a
quick one, brakes by 9000 mm/s2.
"""
STEEPEST = 1.25
"""The most by which the end of the fitted curve may be faster than the pointer was seen to go just before."""


@dataclass(frozen=True, slots=True)
class LastMotion:
    """The velocity (mm/s) at the end of a pointer's last motion, and the time (s) for which it has rested since."""

    vx: float = 0.0
    vy: float = 0.0
    rest_s: float = math.inf

    @property
    def speed(self) -> float:
        """Speed (mm/s)."""
        return math.hypot(self.vx, self.vy)

    @property
    def fresh(self) -> float:
        """Return 1 while it moves; as it rests this falls to 0 at `FLICK_S`, when letting go throws no more."""
        return min(1.0, max(0.0, (FLICK_S - self.rest_s) / (FLICK_S - REST_S)))

    @property
    def late(self) -> bool:
        """True if it has rested too long for a throw, and not so long that this must have been meant."""
        return FLICK_S <= self.rest_s < MEANT_S


@dataclass(slots=True)
class Pointing:
    """The path of a pointer. Times in s, places in mm; `note` must come in the order of time."""

    _times: list[float] = field(default_factory=list)
    _places: list[Point] = field(default_factory=list)
    _still: deque[float] = field(default_factory=lambda: deque(maxlen=2))
    _reports: _Reports = field(default_factory=lambda: _Reports())

    def note(self, time_s: float, place: Point, since_s: float | None = None) -> None:
        """Add a sample. One that is hardly later than the sample before replaces it.

        since_s: the time after which the pointer came there, if it may have come there before `time_s`.
        """
        if self._times and place == self._places[-1]:
            self._still.append(time_s)
            return
        self._reports.note(time_s if since_s is None else min(since_s, time_s), time_s, place)
        if self._times:
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
        _forget(self._times, self._places, time_s, MEMORY_S)

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

    def last_motion(self, time_s: float, sure_s: float = math.inf) -> LastMotion:
        """Return how it was last seen to move, up to a time.

        sure_s: the time at which it certainly had not yet come to what is asked for, if that is earlier.
        """
        return self._reports.last_motion(time_s, min(time_s, sure_s))

    def velocity(self, time_s: float, sure_s: float = math.inf) -> Point:
        """Return the velocity (mm/s) of its last motion, up to a time; 0 where it has rested for `FLICK_S` since."""
        last = self.last_motion(time_s, sure_s)
        return (last.vx, last.vy) if last.fresh > 0.0 else (0.0, 0.0)

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


@dataclass(slots=True)
class _Reports:
    """The reports of a mouse, for its velocity: where it was, and the span of time in which it came there (s).

    Where a window does not learn when the mouse spoke, the span is the frame at whose end all of its reports are read.
    A mouse speaks at even steps while it is moved, so their order says more than that.
    """

    since: list[float] = field(default_factory=list)
    until: list[float] = field(default_factory=list)
    places: list[Point] = field(default_factory=list)
    _asked: tuple[float, float] | None = None
    _last: LastMotion = field(default_factory=LastMotion)

    def note(self, since_s: float, until_s: float, place: Point) -> None:
        """Add a report. One that is hardly later than the one before, with both times certain, replaces it."""
        self._asked = None
        certain = until_s - since_s < TOGETHER_S
        if certain and self.until and until_s <= self.until[-1] + TOGETHER_S:
            self.places[-1] = place
            return
        self.since.append(since_s)
        self.until.append(until_s)
        self.places.append(place)
        if self.until[0] < until_s - 2 * MEMORY_S:
            old = bisect_left(self.until, until_s - MEMORY_S)
            del self.since[:old], self.until[:old], self.places[:old]

    def last_motion(self, time_s: float, sure_s: float) -> LastMotion:
        """Return the last motion up to `time_s`, and the rest from then to `sure_s`."""
        # Hand, arc and forecast all ask in every frame.
        if self._asked != (time_s, sure_s):
            end = bisect_right(self.until, time_s + 1e-9)
            ends = [self._moving(max(0, end - back), sure_s) for back in range(CUT_SHORT + 1)]
            at_s, (vx, vy) = ends[_motion_ended(ends)]
            self._asked, self._last = (time_s, sure_s), LastMotion(vx, vy, max(0.0, sure_s - at_s))
        return self._last

    def _moving(self, end: int, sure_s: float) -> Moving:
        """Return when the report before `end` came (s), and the slope (mm/s) of the cubic that fits the last ones best.

        The slope is 0 of fewer than two reports, and of fewer than four that of the curve that they allow. The stretch
        is the last 100 ms, or less where the pointer is so fast that less will do.
        """
        begin = self._set_out(end)
        moments, places = even_times(self.since[begin:end], self.until[begin:end]), self.places[begin:end]
        if moments is None:
            # Of what was read at the end of a frame the last report is nearest to it; when that of the frame in which
            # the button went up came nobody knows.
            ends = {self.until[n]: self.places[n] for n in range(begin, end) if self.until[n] <= sure_s + 1e-9}
            moments, places = list(ends), list(ends.values())
        if len(moments) < 2:
            return (moments[0] if moments else -math.inf), (0.0, 0.0)
        window_s = _window_s(moments, places)
        start = min(bisect_left(moments, moments[-1] - window_s - 1e-9), max(0, len(moments) - 4))
        degree = min(3, len(moments) - start - 1)
        share = (np.array(moments[start:]) - moments[-1]) / window_s
        weight = np.exp(_NEWER * share)[:, None]
        powers = np.vander(share, degree + 1, increasing=True)
        found, *_ = np.linalg.lstsq(weight * powers, weight * np.array(places[start:]), rcond=None)
        vx, vy = float(found[1, 0] / window_s), float(found[1, 1] / window_s)
        most = min(1.0, STEEPEST * _last_seen_mm_s(moments, places) / max(1e-9, math.hypot(vx, vy)))
        return moments[-1], (most * vx, most * vy)

    def _set_out(self, end: int) -> int:
        """Return the first report of the movement that the one before `end` belongs to: a rest comes before it.

        What lies farther back than `MOVEMENT_S` is another movement, too.
        """
        begin, longest_s = end - 1, 0.0
        while begin > 0 and self.until[begin - 1] >= self.until[end - 1] - MOVEMENT_S:
            gap_s = self.until[begin] - self.until[begin - 1]
            if longest_s and gap_s > max(REST_S, LONG_STEP * longest_s):
                break
            longest_s = max(longest_s, gap_s)
            begin -= 1
        return max(0, begin)


def _motion_ended(ends: Sequence[Moving]) -> int:
    """Return which of a pointer's last reports, the newest first, is the last that tells how it moved.

    ends: when each came (s), and the velocity up to it (mm/s), as if none had come after.
    """
    last_s, last = ends[0][0], math.hypot(*ends[0][1])
    left = [math.hypot(*velocity) - BRAKES_MM_S2 * (last_s - at_s) for at_s, velocity in ends if at_s > -math.inf]
    return left.index(max(left)) if max(left, default=0.0) > CERTAINLY * last else 0


def _last_seen_mm_s(moments: Sequence[float], places: Sequence[Point]) -> float:
    """Return the mean speed (mm/s) over the last reports, no nearer in time than `LEAST_STEP_S` if there are such."""
    first = max(0, bisect_right(moments, moments[-1] - LEAST_STEP_S) - 1)
    gone = sum(math.dist(a, b) for a, b in pairwise(places[first:]))
    return gone / max(1e-4, moments[-1] - moments[first])


def _window_s(moments: Sequence[float], places: Sequence[Point]) -> float:
    """Return the stretch (s) of the fit: as short as the pointer's speed allows, since a cubic bends a long flick."""
    gone = 0.0
    for index in range(len(moments) - 1, 0, -1):
        gone += math.dist(places[index], places[index - 1])
        if gone >= TRAVEL_MM:
            return min(FIT_S, max(LEAST_FIT_S, moments[-1] - moments[index - 1]))
    return FIT_S


def even_times(since: Sequence[float], until: Sequence[float]) -> list[float] | None:
    """Return when reports came (s), given the span of time in which each came.

    They are an even step apart: the longest step of a usual mouse that goes with most of them. None where none goes
    with enough: some systems hand on only the last report of a frame.
    """
    if all(end - begin < TOGETHER_S for begin, end in zip(since, until, strict=True)):
        return list(until)
    best: tuple[int, float, float] = (0, 0.0, 0.0)
    last = len(until) - 1
    for step in MOUSE_STEPS_S:
        low, high, count = -math.inf, math.inf, 0
        for back in range(len(until)):
            begins, ends = since[last - back] + back * step, until[last - back] + back * step
            if max(low, begins) > min(high, ends) + JITTER_S:
                break
            low, high, count = max(low, begins), min(high, ends), back + 1
        if count > best[0]:
            best = count, step, (low + high) / 2
    count, step, at_s = best
    if count <= last and (count - 1) * step < ENOUGH_S:
        return None
    times = [at_s - step * back for back in range(count)]
    for begins, ends in zip(reversed(since[: last + 1 - count]), reversed(until[: last + 1 - count]), strict=True):
        # A slow hand lets a mouse be silent for a step or two.
        times.append(min(max(times[-1] - step, begins), ends))
    return times[::-1]


def _through(times: Sequence[float], places: Sequence[Point], time_s: float) -> Point:
    """Return the value at `time_s` of Lagrange's polynomial through all places."""
    x = y = 0.0
    for i, (ti, (xi, yi)) in enumerate(zip(times, places, strict=True)):
        weight = math.prod((time_s - tj) / (ti - tj) for j, tj in enumerate(times) if j != i)
        x, y = x + weight * xi, y + weight * yi
    return x, y


@dataclass(frozen=True, slots=True)
class PointerState:
    """A pointer at a moment: its place (mm), its velocity (mm/s), and how fast its direction turned (rad/s)."""

    x: float
    y: float
    vx: float
    vy: float
    turn_rad_s: float

    @property
    def speed(self) -> float:
        """Speed (mm/s)."""
        return math.hypot(self.vx, self.vy)


class Trace:
    """The samples of a pointer over the last seconds, repeated places included, and the smooth curve through them.

    The curve's last hundredths of a second are fitted in time, so that the same movement gives the same state at any
    rate of samples.
    """

    def __init__(self) -> None:
        """Begin without samples."""
        self._times: list[float] = []
        self._places: list[Point] = []
        self._anchor_s = -math.inf
        self._slopes: dict[int, Point] = {}
        self._reports = _Reports()

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

    def last_motion(self, time_s: float) -> LastMotion:
        """Return how the pointer was last seen to move, up to a time."""
        return self._reports.last_motion(time_s, time_s)

    def add(self, at_s: float, x: float, y: float) -> None:
        """Take in that the pointer is there. A time before the last one counts as the last one."""
        if not (math.isfinite(at_s) and math.isfinite(x) and math.isfinite(y)):
            return
        if not self._places or (x, y) != self._places[-1]:
            self._reports.note(at_s, at_s, (x, y))
        self._slopes.clear()
        if self._times and at_s - self._anchor_s < TOGETHER_S:
            self._times[-1], self._places[-1] = max(at_s, self._times[-1]), (x, y)
            return
        self._anchor_s = at_s
        self._times.append(at_s)
        self._places.append((x, y))
        _forget(self._times, self._places, at_s, KEPT_S)

    def clear(self) -> None:
        """Forget everything."""
        self._reports = _Reports()
        self._slopes.clear()
        self._times.clear()
        self._places.clear()

    def at(self, at_s: float) -> Point:
        """Return where the pointer was then, on the curve; before and after the samples, at the nearest one."""
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
        """Return the slope at a sample: of the polynomial through it and up to four neighbours, on both sides if there.

        Kept until there is another sample, since a state asks for the same few again and again.
        """
        found = self._slopes.get(index)
        if found is None:
            found = self._slopes[index] = self._slope_at(index)
        return found

    def _slope_at(self, index: int) -> Point:
        times, places = self._times, self._places
        nodes = [index]
        left = right = index
        while len(nodes) < _SLOPE_NODES:
            left, right = self._apart(left, -1), self._apart(right, 1)
            found = [node for node in (left, right) if 0 <= node < len(times)]
            if not found:
                break
            nodes += found
        here = times[index]
        x = y = 0.0
        for node in nodes[:_SLOPE_NODES]:
            weight = _slope_weight(here, times[node], [times[other] for other in nodes[:_SLOPE_NODES] if other != node])
            x, y = x + weight * places[node][0], y + weight * places[node][1]
        return x, y

    def _apart(self, index: int, step: int) -> int:
        """Return the next sample on that side that is far enough in time for the pixels between to count for little."""
        times = self._times
        other = index + step
        while 0 <= other < len(times) and abs(times[other] - times[index]) < _APART_S:
            other += step
        return other if 0 <= index < len(times) else index

    def state(self, at_s: float, window_s: float) -> PointerState:
        """Return how the pointer moved at that moment: a cubic fitted to the curve over the window before it.

        At rest where there are fewer than two samples. Raises IndexError where there is none.
        """
        if len(self._times) < 2:
            return PointerState(*self._places[-1], 0.0, 0.0, 0.0)
        begin = max(self._times[0], at_s - window_s)
        if at_s - begin < _SHORTEST_S:
            return PointerState(*self.at(at_s), 0.0, 0.0, 0.0)
        width = at_s - begin
        curve = np.array([self.at(begin + width * n / (_CURVE_POINTS - 1)) for n in range(_CURVE_POINTS)])
        # In shares of the window, 0 being now: constant, slope and bend of both axes.
        (x, y), (vx, vy), (ax, ay), _ = (_cubic() @ curve).tolist()
        vx, vy, ax, ay = vx / width, vy / width, 2 * ax / width**2, 2 * ay / width**2
        squared = vx * vx + vy * vy
        turn = (vx * ay - vy * ax) / squared if squared > 1.0 else 0.0
        return PointerState(x, y, vx, vy, turn)

    def began_s(self, before_s: float, still_mm: float, still_s: float) -> float:
        """Return when the movement under way at `before_s` began: where the last rest of at least `still_s` ended.

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
    """Return the weight of a node's place in the slope at `at_s` of the polynomial through all nodes (Lagrange)."""
    below = math.prod(node_s - other for other in others)
    slopes = (math.prod(at_s - o for m, o in enumerate(others) if m != n) for n in range(len(others)))
    return added(slopes) / below


@cache
def _cubic() -> npt.NDArray[np.float64]:
    """Return the least-squares fit of a cubic over the window, newer points counting more."""
    share = np.linspace(-1.0, 0.0, _CURVE_POINTS)
    weight = np.exp(_NEWER * share)[:, None]
    fit = np.linalg.pinv(np.stack([share**k for k in range(4)], axis=1) * weight) * weight.T
    return np.asarray(fit, dtype=np.float64)


def _forget(times: list[float], places: list[Point], now_s: float, memory_s: float) -> None:
    """Remove samples older than `memory_s`, in one go once the oldest is twice as old."""
    if times[0] < now_s - 2 * memory_s:
        old = bisect_left(times, now_s - memory_s)
        del times[:old], places[:old]


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
