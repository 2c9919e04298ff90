"""Buffers of all frames of a match since its beginning, and of its cues. Need no window.

A match only goes forward; its frames are kept at `KEEP_HZ`, except those in which only the clock has moved. In a match
with more than `most_frames` of them, older parts are kept at a lower rate, so that it can always be seen again from its
beginning.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scenes.playback.cues import MARKS, TICKS, Cue, Listener
from sim.match.base import Match as OurMatch
from sim.protocols import Frame, Match

KEEP_HZ = 30
STEP_S = 1.0 / KEEP_HZ
FINE_S = 300.0
"""The last part of a match, of this length, is never thinned out."""
EPSILON_S = 1e-6
STILL_S = 0.9
"""How much is worth seeing of a stretch of an opening in which only the clock moves, or after a mark (s)."""


class FrameBuffer:
    """The frames of a match as far as it has been simulated, with the cues that `listener` finds in them."""

    most_frames = 60_000

    def __init__(self, match: Match, listener: Listener | None = None) -> None:
        self.match = match
        self._listener = listener
        first = match.frame()
        self._frames: list[Frame] = [first]
        self._times: list[float] = [first.time_s]
        self.cues: list[Cue] = []
        self._happened: list[float] = []
        self._coarse_s = STEP_S
        self._hear(self._heard(first))

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def begins_s(self) -> float:
        """The time of the first frame."""
        return self._times[0]

    @property
    def ends_s(self) -> float:
        """The time of the last frame simulated."""
        return self._times[-1]

    @property
    def recorded_s(self) -> float | None:
        """The time at which the match will end, if it follows a record; else None."""
        return self.match.recorded_s

    @property
    def complete(self) -> bool:
        """True once the match is finished and nothing more will come."""
        return self.match.finished

    @property
    def held_up_by(self) -> str:
        """The player whose external bot thinks while nothing more can be simulated; empty for none."""
        return self.match.held_up_by if isinstance(self.match, OurMatch) else ""

    def leave(self) -> None:
        """Drop a match that is not simulated further."""
        if isinstance(self.match, OurMatch):
            self.match.leave()

    @property
    def last(self) -> Frame:
        """The last frame simulated."""
        return self._frames[-1]

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All frames that are kept, in order of time."""
        return tuple(self._frames)

    # ------------------------------------------------------------------------------------------ recording

    def extend(self) -> None:
        """Simulate one step of STEP_S, unless the match is finished."""
        if self.match.finished:
            return
        self.match.advance(STEP_S)
        if self.held_up_by and self.match.time_s <= self._times[-1]:
            return
        frame = self.match.frame()
        self.note(frame, self._heard(frame))

    def note(self, frame: Frame, cues: Sequence[Cue]) -> None:
        """Keep a frame no earlier than the last one, and the cues since that; of frames at STEP_S and less, the last.

        Of a stretch in which only the clock moves, the first and the last frame are kept.
        """
        self._hear(cues)
        before, times = self._frames[-1], self._times
        frame = frame.share_unchanged(before)
        # At the end of a match the clock stands still.
        if frame.time_s <= times[-1] or (
            len(times) > 1
            and (
                times[-1] < times[-2] + STEP_S - EPSILON_S or (still(self._frames[-2], before) and still(before, frame))
            )
        ):
            self._frames[-1], times[-1] = frame, frame.time_s
            return
        self._frames.append(frame)
        times.append(frame.time_s)
        if len(self._frames) > self.most_frames:
            self._thin()

    def extend_to(self, time_s: float) -> None:
        """Simulate up to that time, to the end of the match, or as far as a bot that thinks allows."""
        while self._times[-1] < time_s - EPSILON_S and not self.match.finished:
            self.extend()
            if self.held_up_by:
                return

    def _heard(self, frame: Frame) -> Sequence[Cue]:
        return () if self._listener is None else self._listener.hear(frame)

    def _hear(self, cues: Sequence[Cue]) -> None:
        self.cues += cues
        self._happened += (cue.time_s for cue in cues)

    def _thin(self) -> None:
        """Drop frames older than FINE_S until few enough are left.

        First they are thinned to the rate of the oldest ones; if that is not enough, this rate is halved as often as
        needed.
        """
        while True:
            old = bisect_left(self._times, self._times[-1] - FINE_S)
            kept: list[int] = []
            for index in range(old):
                if not kept or self._times[index] - self._times[kept[-1]] > self._coarse_s - EPSILON_S:
                    kept.append(index)
            self._frames[:old] = [self._frames[index] for index in kept]
            self._times[:old] = [self._times[index] for index in kept]
            if len(self._frames) <= 0.9 * self.most_frames or len(kept) < 2:
                return
            self._coarse_s *= 2.0

    # ------------------------------------------------------------------------------------------ looking

    def near(self, time_s: float) -> Frame:
        """Return the kept frame at or before that time."""
        return self._frames[self._index(time_s)]

    def idle(self, time_s: float) -> bool:
        """Return True where there is nothing to see: players think, or an opening has stood still for STILL_S.

        What the bar marks, such as a verdict, is seen for STILL_S in any case.
        """
        if any(cue.kind in MARKS for cue in self.between(time_s - STILL_S, time_s)):
            return False
        return self.near(time_s).thinking or (self._in_opening(time_s) and self._stood_s(time_s) >= STILL_S)

    def _in_opening(self, time_s: float) -> bool:
        """Return True before the first cue of a match, a round or a game, as while cards are chosen and shown."""
        latest = bisect_right(self._happened, time_s)
        return latest == 0 or self.cues[latest - 1].kind in TICKS

    def _stood_s(self, time_s: float) -> float:
        """Return how long only the clock has moved at that time; 0 where something else moves."""
        index = self._index(time_s)
        # Of a stretch that stands still only the first and the last frame are kept.
        for first in (index, index - 1):
            if 0 <= first < len(self._frames) - 1 and still(self._frames[first], self._frames[first + 1]):
                return time_s - self._times[first]
        return 0.0

    def at(self, time_s: float) -> Frame:
        """Return the frame at that time, interpolated between the two kept frames around it."""
        index = self._index(time_s)
        frame = self._frames[index]
        if index + 1 >= len(self._frames):
            return frame
        following = self._frames[index + 1]
        share = (time_s - frame.time_s) / (following.time_s - frame.time_s)
        return frame if share <= 0 else frame.interpolate(following, share)

    def between(self, after_s: float, until_s: float) -> list[Cue]:
        """Return the cues after `after_s`, up to and including `until_s`."""
        return self.cues[bisect_right(self._happened, after_s) : bisect_right(self._happened, until_s)]

    def _index(self, time_s: float) -> int:
        return max(0, bisect_right(self._times, time_s + EPSILON_S) - 1)


def still(before: Frame, after: Frame) -> bool:
    """Return True if only the clock differs between two frames."""
    names = before.__dataclass_fields__
    return all(name == "time_s" or getattr(before, name) == getattr(after, name) for name in names)


@dataclass(frozen=True, slots=True)
class Moments:
    """The frames of several matches at one time."""

    time_s: float
    frames: tuple[Frame, ...]

    @property
    def thinking(self) -> bool:
        """True if in all of them players are thinking and nothing moves."""
        return all(frame.thinking for frame in self.frames)


class FrameBuffers:
    """Several matches side by side as one buffer: they begin together, and each stays at its end."""

    def __init__(self, buffers: Sequence[FrameBuffer], names: Sequence[str]) -> None:
        self.buffers = tuple(buffers)
        self._names = tuple(names)
        self._merged: tuple[tuple[int, ...], list[Cue]] = ((), [])

    @property
    def begins_s(self) -> float:
        """The time of the first frames."""
        return self.buffers[0].begins_s

    @property
    def ends_s(self) -> float:
        """The time up to which all matches are simulated."""
        going = [buffer.ends_s for buffer in self.buffers if not buffer.complete]
        return min(going) if going else max(buffer.ends_s for buffer in self.buffers)

    @property
    def recorded_s(self) -> None:
        """None: the end of several matches is not known from a record."""

    @property
    def complete(self) -> bool:
        """True once all matches are finished."""
        return all(buffer.complete for buffer in self.buffers)

    @property
    def held_up_by(self) -> str:
        """The first player of a match that is behind the others, whose external bot thinks; empty for none."""
        behind = [buffer for buffer in self.buffers if not buffer.complete and buffer.ends_s <= self.ends_s + EPSILON_S]
        return next((buffer.held_up_by for buffer in behind if buffer.held_up_by), "")

    def leave(self) -> None:
        """Drop all matches."""
        for buffer in self.buffers:
            buffer.leave()

    @property
    def last(self) -> Moments:
        """The frames at `ends_s`."""
        return self.near(self.ends_s)

    def extend(self) -> None:
        """Simulate one step of the match that is behind the others."""
        going = [buffer for buffer in self.buffers if not buffer.complete]
        if going:
            min(going, key=lambda buffer: buffer.ends_s).extend()

    def extend_to(self, time_s: float) -> None:
        """Simulate all matches up to that time, or to their ends."""
        for buffer in self.buffers:
            buffer.extend_to(time_s)

    def near(self, time_s: float) -> Moments:
        """Return the kept frames at or before that time."""
        return Moments(time_s, tuple(buffer.near(time_s) for buffer in self.buffers))

    def idle(self, time_s: float) -> bool:
        """Return True where there is nothing to see in any of the matches."""
        return all(buffer.idle(time_s) for buffer in self.buffers)

    def at(self, time_s: float) -> Moments:
        """Return the frames at that time; of a match that has ended, its last one."""
        return Moments(time_s, tuple(buffer.at(min(time_s, buffer.ends_s)) for buffer in self.buffers))

    @property
    def cues(self) -> list[Cue]:
        """The cues of all matches in order of time, each with the name of its match before its words."""
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
        """Return the cues after `after_s`, up to and including `until_s`, match by match."""
        return [cue for buffer in self.buffers for cue in buffer.between(after_s, until_s)]
