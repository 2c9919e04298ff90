"""Playing a match in wall time: pause, single steps, speeds, seeking over the frames that were kept. Knows no window.

The match only ever goes forward. Its frames are kept at `KEEP_HZ`; what is shown lies between two of them, so the speed
of the display never touches the physics.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from scenes.match import OpenMatch, WatchedMatch

KEEP_HZ = 30
KEEP_S = 300.0
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LATEST_S = 0.1  # a longer pause of the wall clock (a dragged window) is not caught up with
SEEK_S = 5.0
EPSILON_S = 1e-6
SKIP_S = 1.0


class Playback:
    """A match under the eyes of somebody with a remote control. `shown()` is the frame to draw."""

    def __init__(self, open_match: OpenMatch, seed: int, speed: float = 1.0) -> None:
        self._open = open_match
        self.speed = speed
        self.paused = False
        self.skip_thinking = False
        self.start(seed)

    def start(self, seed: int) -> None:
        """Begin the match of that seed."""
        self.match: WatchedMatch = self._open(seed)
        self.seed = seed
        first = self.match.frame()
        self._frames: list[Any] = [first]
        self._times: list[float] = [first.time_s]
        self.now_s = first.time_s

    # ------------------------------------------------------------------------------------------ the remote control

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        self.paused = not self.paused

    def step(self) -> None:
        """Stop, one kept frame further."""
        self.paused = True
        self.seek(1.0 / KEEP_HZ)

    def faster(self) -> None:
        """The next higher speed."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed + 1e-9), max(self.speed, SPEEDS[-1]))

    def slower(self) -> None:
        """The next lower speed."""
        self.speed = next(
            (speed for speed in reversed(SPEEDS) if speed < self.speed - 1e-9), min(self.speed, SPEEDS[0])
        )

    def seek(self, seconds: float) -> None:
        """Back over what was kept, or forward, simulating what was not seen yet."""
        self._go_to(self.now_s + seconds)

    def next_match(self) -> None:
        """The match of the next seed, from its beginning."""
        self.start(self.seed + 1)

    # ------------------------------------------------------------------------------------------ time

    def advance(self, wall_s: float) -> None:
        """So much time has passed on the wall."""
        if self.paused:
            return
        self._go_to(self.now_s + min(wall_s, LATEST_S) * self.speed)
        if self.skip_thinking:
            self._skip()

    def _skip(self) -> None:
        end = self.now_s + SKIP_S
        while self.now_s < end and not self.ended and self._near().thinking:
            self._go_to(self.now_s + 1.0 / KEEP_HZ)

    def _go_to(self, time_s: float) -> None:
        while self._times[-1] < time_s - EPSILON_S and not self.match.finished:
            self.match.advance(1.0 / KEEP_HZ)
            frame = self.match.frame().sharing(self._frames[-1])
            if frame.time_s <= self._times[-1]:
                # A match that stands still at its end shows its last state in place of the former.
                self._frames[-1] = frame
                break
            self._frames.append(frame)
            self._times.append(frame.time_s)
        surplus = len(self._frames) - round(KEEP_S * KEEP_HZ)
        if surplus > KEEP_HZ:  # in lots, since a list gives up its head at the cost of moving the rest
            del self._frames[:surplus], self._times[:surplus]
        self.now_s = min(max(time_s, self._times[0]), self._times[-1])

    @property
    def ended(self) -> bool:
        """True when the last moment of a finished match is shown."""
        return self.match.finished and self.now_s >= self._times[-1]

    @property
    def earliest_s(self) -> float:
        """How far back one can seek."""
        return self._times[0]

    def _index(self) -> int:
        return max(0, bisect_right(self._times, self.now_s + EPSILON_S) - 1)

    def _near(self) -> Any:
        return self._frames[self._index()]

    def shown(self) -> Any:
        """The moment to draw: the kept frame at or before now, with what moves carried on towards the following one."""
        index = self._index()
        frame = self._frames[index]
        if index + 1 >= len(self._frames):
            return frame
        following = self._frames[index + 1]
        share = (self.now_s - frame.time_s) / (following.time_s - frame.time_s)
        return frame if share <= 0 else frame.towards(following, share)
