"""Playing a match in wall time: pause, steps, speeds, seeking both ways over the whole of it. Knows no window.

What is shown lies between two kept moments (scenes/playback/frame_buffer.py), so the speed of the display never touches
the physics. `look_ahead` simulates ahead of what is seen, a little at a time, so that the future is known.
"""

from __future__ import annotations

import math
from time import perf_counter
from typing import Any

from scenes.playback.cues import Cue, listener_of
from scenes.playback.frame_buffer import EPSILON_S, KEEP_HZ, STEP_S, FrameBuffer, FrameBuffers
from scenes.playback.protocols import OpenMatch
from sim.protocols import Match

SPEEDS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LATEST_S = 0.1  # a longer pause of the wall clock (a dragged window) is not caught up with
SEEK_S = 5.0
SKIP_S = 1.0
AGAIN_S = 3.0
AGAIN_SPEED = 0.25
WINDING_S = 0.05  # of wall time is given in one go to winding on to what is not known yet
AHEAD_STILL, AHEAD_MOVING = 0.4, 0.15  # of a frame's wall time, that much is given to simulating what is to come
AHEAD_MOST_S = 0.05

__all__ = ["AGAIN_S", "KEEP_HZ", "LATEST_S", "SEEK_S", "SPEEDS", "Playback"]


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
        self.seed = seed
        self.frame_buffer: FrameBuffer | FrameBuffers = self._begin(seed)
        self.now_s = self.frame_buffer.begins_s
        self._again_until_s: float | None = None
        self._wind_s: float | None = None
        self._heard: list[Cue] = []

    def _begin(self, seed: int) -> FrameBuffer | FrameBuffers:
        self.match: Match = self._open(seed)
        return FrameBuffer(self.match, listener_of(self.match))

    # ------------------------------------------------------------------------------------------ the remote control

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        self.paused = not self.paused

    def step(self) -> None:
        """Stop, one kept moment further."""
        self.paused = True
        self.seek(STEP_S)

    def step_back(self) -> None:
        """Stop, one kept moment back."""
        self.paused = True
        self.seek(-STEP_S)

    def faster(self) -> None:
        """The next higher speed."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed + 1e-9), max(self.speed, SPEEDS[-1]))

    def slower(self) -> None:
        """The next lower speed."""
        self.speed = next(
            (speed for speed in reversed(SPEEDS) if speed < self.speed - 1e-9), min(self.speed, SPEEDS[0])
        )

    def seek(self, seconds: float) -> None:
        """Back over what is known, or forward, simulating what was not seen yet."""
        self.seek_to(self.now_s + seconds)

    def seek_to(self, time_s: float) -> None:
        """To that time of the match, simulating what was not seen yet."""
        self._again_until_s = self._wind_s = None
        self._heard.clear()
        self._go_to(time_s)

    def wind_to(self, time_s: float) -> None:
        """To that time of the match: at once as far as it is known, then by and by, simulating."""
        self.seek_to(min(time_s, self.frame_buffer.ends_s))
        if time_s > self.frame_buffer.ends_s and not self.frame_buffer.complete:
            self._wind_s = time_s

    def home(self) -> None:
        """To the beginning."""
        self.seek_to(self.frame_buffer.begins_s)

    def end(self) -> None:
        """To the end: at once if it is known, else by and by, simulating."""
        self.wind_to(math.inf)

    def again(self) -> None:
        """The last seconds once more, in slow motion; then on as before."""
        until = self.now_s
        self.seek(-AGAIN_S)
        self.paused = False
        self._again_until_s = until if until > self.now_s else None

    def next_match(self) -> None:
        """The match of the next seed, from its beginning."""
        self.start(self.seed + 1)

    # ------------------------------------------------------------------------------------------ time

    @property
    def pace(self) -> float:
        """How many times as fast as real time it goes on now."""
        return self.speed if self._again_until_s is None else min(self.speed, AGAIN_SPEED)

    @property
    def words(self) -> str:
        """What it is doing, in a few words."""
        if self._wind_s is not None:
            return "to the end …" if math.isinf(self._wind_s) else "simulating …"
        if self._again_until_s is not None:
            return f"once more, {pace_words(self.pace)}"
        skipping = ", no thinking" if self.skip_thinking else ""
        return f"{'paused' if self.paused else 'speed'} {pace_words(self.speed)}{skipping}"

    def advance(self, wall_s: float) -> None:
        """So much time has passed on the wall."""
        if self._wind_s is not None:
            self._wind(self._wind_s)
            return
        if self.paused:
            return
        before = self.now_s
        self._go_to(self.now_s + min(wall_s, LATEST_S) * self.pace)
        self._heard += self.frame_buffer.between(before, self.now_s)
        if self._again_until_s is not None and (self.now_s >= self._again_until_s or self.ended):
            self._again_until_s = None
        if self.skip_thinking and self._again_until_s is None:
            self._skip()

    def _skip(self) -> None:
        end = self.now_s + SKIP_S
        while self.now_s < end and not self.ended and self.frame_buffer.near(self.now_s).thinking:
            self._go_to(self.now_s + STEP_S)

    def _wind(self, time_s: float) -> None:
        until = perf_counter() + WINDING_S
        while not self.frame_buffer.complete and self.frame_buffer.ends_s < time_s and perf_counter() < until:
            self.frame_buffer.extend()
        self.now_s = min(time_s, self.frame_buffer.ends_s)
        if self.frame_buffer.complete or self.now_s >= time_s:
            self._wind_s = None

    def _go_to(self, time_s: float) -> None:
        self.frame_buffer.extend_to(time_s)
        self.now_s = min(max(time_s, self.frame_buffer.begins_s), self.frame_buffer.ends_s)

    def look_ahead(self, wall_s: float) -> None:
        """Simulate what is to come, for a share of the wall time that a frame takes.

        People's long thoughts are computed while nothing moves that could be seen to halt.
        """
        still = self.paused or self.frame_buffer.near(self.now_s).thinking
        until = perf_counter() + min(AHEAD_MOST_S, wall_s * (AHEAD_STILL if still else AHEAD_MOVING))
        while (
            not self.frame_buffer.complete and (still or not self.frame_buffer.last.thinking) and perf_counter() < until
        ):
            self.frame_buffer.extend()

    def heard(self) -> list[Cue]:
        """What has happened since this was asked last, as far as it was played: a leap in time is silent."""
        heard, self._heard = self._heard, []
        return heard

    @property
    def ended(self) -> bool:
        """True when the last moment of a finished match is shown."""
        return self.frame_buffer.complete and self.now_s >= self.frame_buffer.ends_s - EPSILON_S

    def shown(self) -> Any:
        """The moment to draw."""
        return self.frame_buffer.at(self.now_s)


def pace_words(speed: float) -> str:
    """A speed as people write it: 2×, ¼×."""
    shares = {0.125: "⅛", 0.25: "¼", 0.5: "½"}
    return f"{shares.get(speed, f'{speed:g}')}×" if math.isfinite(speed) else "×"
