"""Keep all moments of a match since its beginning, and what happened when. Knows no window.

A match only ever goes forward; its frames are kept at `KEEP_HZ`, but for those in which nothing but the clock has
moved. A match that lasts so long that `MOST_FRAMES` are not enough is kept more coarsely the longer ago it is, so that
its beginning can always be seen again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scenes.playback.cues import Cue, Listener
from sim.protocols import Frame, Match

KEEP_HZ = 30
STEP_S = 1.0 / KEEP_HZ
FINE_S = 300.0
"""The last minutes are never kept more coarsely."""
MOST_FRAMES = 60_000
EPSILON_S = 1e-6


class FrameBuffer:
    """The moments of a match as far as it has been simulated. `listener` tells what happens in it."""

    def __init__(self, match: Match, listener: Listener | None = None) -> None:
        self.match = match
        self._listener = listener
        first = match.frame()
        self._frames: list[Frame] = [first]
        self._times: list[float] = [first.time_s]
        self.cues: list[Cue] = []
        self._happened: list[float] = []
        self._coarse_s = STEP_S
        self._hear(first)

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def begins_s(self) -> float:
        """The time of the first moment."""
        return self._times[0]

    @property
    def ends_s(self) -> float:
        """The time of the last moment that is known."""
        return self._times[-1]

    @property
    def recorded_s(self) -> float | None:
        """When the match is going to end, where a record tells."""
        return self.match.recorded_s

    @property
    def complete(self) -> bool:
        """True once the match is finished: there is nothing to come."""
        return self.match.finished

    @property
    def last(self) -> Frame:
        """The last moment that is known."""
        return self._frames[-1]

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All moments that are kept, the first first."""
        return tuple(self._frames)

    # ------------------------------------------------------------------------------------------ recording

    def extend(self) -> None:
        """One moment more, if there is one."""
        if self.match.finished:
            return
        self.match.advance(STEP_S)
        before = self._frames[-1]
        frame = self.match.frame().share_unchanged(before)
        self._hear(frame)
        if frame.time_s <= self._times[-1]:
            # A match that stands still at its end shows its last state in place of the former.
            self._frames[-1] = frame
            return
        if len(self._frames) > 1 and _still(self._frames[-2], before) and _still(before, frame):
            self._frames[-1], self._times[-1] = frame, frame.time_s
            return
        self._frames.append(frame)
        self._times.append(frame.time_s)
        if len(self._frames) > MOST_FRAMES:
            self._thin()

    def extend_to(self, time_s: float) -> None:
        """As far as that time, or to the end of the match."""
        while self._times[-1] < time_s - EPSILON_S and not self.match.finished:
            self.extend()

    def _hear(self, frame: Frame) -> None:
        if self._listener is not None:
            for cue in self._listener.hear(frame):
                self.cues.append(cue)
                self._happened.append(cue.time_s)

    def _thin(self) -> None:
        """Keep what is long ago as coarsely as the rest of it, or where that is not enough all of it half as fine."""
        while True:
            old = bisect_left(self._times, self._times[-1] - FINE_S)
            kept: list[int] = []
            for index in range(old):
                if not kept or self._times[index] - self._times[kept[-1]] > self._coarse_s - EPSILON_S:
                    kept.append(index)
            self._frames[:old] = [self._frames[index] for index in kept]
            self._times[:old] = [self._times[index] for index in kept]
            if len(self._frames) <= 0.9 * MOST_FRAMES or len(kept) < 2:
                return
            self._coarse_s *= 2.0

    # ------------------------------------------------------------------------------------------ looking

    def near(self, time_s: float) -> Frame:
        """The kept moment at or before that time."""
        return self._frames[self._index(time_s)]

    def at(self, time_s: float) -> Frame:
        """The moment at that time: the kept one before it, with what moves carried on towards the following one."""
        index = self._index(time_s)
        frame = self._frames[index]
        if index + 1 >= len(self._frames):
            return frame
        following = self._frames[index + 1]
        share = (time_s - frame.time_s) / (following.time_s - frame.time_s)
        return frame if share <= 0 else frame.interpolate(following, share)

    def between(self, after_s: float, until_s: float) -> list[Cue]:
        """What happened after the one time, up to the other."""
        return self.cues[bisect_right(self._happened, after_s) : bisect_right(self._happened, until_s)]

    def _index(self, time_s: float) -> int:
        return max(0, bisect_right(self._times, time_s + EPSILON_S) - 1)


def _still(before: Frame, after: Frame) -> bool:
    """True where nothing but the clock has moved."""
    names = before.__dataclass_fields__
    return all(name == "time_s" or getattr(before, name) == getattr(after, name) for name in names)


@dataclass(frozen=True, slots=True)
class Moments:
    """The same moment of several matches."""

    time_s: float
    frames: tuple[Frame, ...]

    @property
    def thinking(self) -> bool:
        """True where nothing is to be seen in any of them."""
        return all(frame.thinking for frame in self.frames)


class FrameBuffers:
    """Several matches side by side as one buffer: they begin together, and each waits where it ends."""

    def __init__(self, buffers: Sequence[FrameBuffer], names: Sequence[str]) -> None:
        self.buffers = tuple(buffers)
        self._names = tuple(names)
        self._merged: tuple[tuple[int, ...], list[Cue]] = ((), [])

    @property
    def begins_s(self) -> float:
        """The time of the first moment."""
        return self.buffers[0].begins_s

    @property
    def ends_s(self) -> float:
        """As far as all of them are known."""
        going = [buffer.ends_s for buffer in self.buffers if not buffer.complete]
        return min(going) if going else max(buffer.ends_s for buffer in self.buffers)

    @property
    def recorded_s(self) -> None:
        """Matches side by side are no records."""

    @property
    def complete(self) -> bool:
        """True once all of them are finished."""
        return all(buffer.complete for buffer in self.buffers)

    @property
    def last(self) -> Moments:
        """The last moment that is known of the one that is known least."""
        return self.near(self.ends_s)

    def extend(self) -> None:
        """One moment more, of the one that is known least."""
        going = [buffer for buffer in self.buffers if not buffer.complete]
        if going:
            min(going, key=lambda buffer: buffer.ends_s).extend()

    def extend_to(self, time_s: float) -> None:
        """All of them as far as that time, or to their ends."""
        for buffer in self.buffers:
            buffer.extend_to(time_s)

    def near(self, time_s: float) -> Moments:
        """The kept moments at or before that time."""
        return Moments(time_s, tuple(buffer.near(time_s) for buffer in self.buffers))

    def at(self, time_s: float) -> Moments:
        """Their moments at that time; of those that have ended before, their last."""
        return Moments(time_s, tuple(buffer.at(min(time_s, buffer.ends_s)) for buffer in self.buffers))

    @property
    def cues(self) -> list[Cue]:
        """What has happened in all of them, in order of time, each with the name of its match before its words."""
        counts = tuple(len(buffer.cues) for buffer in self.buffers)
        if counts != self._merged[0]:
            named = (
                replace(cue, words=f"{name}: {cue.words}" if cue.words else "")
                for name, buffer in zip(self._names, self.buffers, strict=True)
                for cue in buffer.cues
            )
            self._merged = counts, sorted(named, key=lambda cue: cue.time_s)
        return self._merged[1]

    def between(self, after_s: float, until_s: float) -> list[Cue]:
        """What happened after the one time, up to the other."""
        return [cue for buffer in self.buffers for cue in buffer.between(after_s, until_s)]
