"""The playback of a match in wall time: pause, steps, speeds, seeking both ways. Needs no window.

The frame shown is interpolated between two kept frames (scenes/playback/frame_buffer.py), so the rate of the display
never changes the physics. `look_ahead` simulates ahead of what is seen, a little at a time, so that the bar can show
what is to come.
"""

from __future__ import annotations

import math
from time import perf_counter
from typing import Any

from scenes.playback.cues import MARKS, Cue, listener_of
from scenes.playback.frame_buffer import EPSILON_S, KEEP_HZ, STEP_S, FrameBuffer, FrameBuffers
from scenes.playback.protocols import OpenMatch
from sim.language import _, put_in
from sim.protocols import Match

SPEEDS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LATEST_S = 0.1  # a frame that took longer (a dragged window) moves the match on by this only
SEEK_S = 5.0
SKIP_S = 1.0
AGAIN_S = 3.0
AGAIN_SPEED = 0.25
WINDING_S = 0.05  # wall time spent a frame on simulating while `wind_to` is under way
AHEAD_STILL, AHEAD_MOVING = 0.4, 0.15  # shares of a frame's wall time spent on simulating ahead
AHEAD_MOST_S = 0.05
PAUSED_AHEAD_S = 60.0
"""How far a playback that is paused is simulated ahead (s of the match): then it rests."""
LEAD_S = 6.0
"""How much is seen before the first thing that the bar marks where a playback begins there (s)."""
SAID_S, SAID_FOR_S = 5.0, 2.5
"""A skip of at least SAID_S of the match is mentioned, for SAID_FOR_S of wall time."""
HELD_UP_S = 0.4
"""How long an external bot thinks before it is said who is waited for (s)."""

__all__ = ["AGAIN_S", "KEEP_HZ", "LATEST_S", "SEEK_S", "SPEEDS", "Playback"]


class Playback:
    """A match with a remote control. `shown()` returns the frame to draw.

    from_mark: begin each match shortly before the first thing that the bar marks, such as a fall; it is simulated up to
    there first. skipped_to_s: where a long skip just now has ended, None where there was none.
    """

    def __init__(self, open_match: OpenMatch, seed: int, speed: float = 1.0, from_mark: bool = False) -> None:
        self._open = open_match
        self._from_mark = from_mark
        self.speed = speed
        self.paused = False
        self.skip_thinking = True
        self._held_up_s, self._waits_for = 0.0, ""
        self.start(seed)

    def close(self) -> None:
        """Drop the match: it waits for no bot any more."""
        if hasattr(self, "frame_buffer"):
            self.frame_buffer.leave()

    def start(self, seed: int) -> None:
        """Begin the match of that seed."""
        self.close()
        self.seed = seed
        self.frame_buffer: FrameBuffer | FrameBuffers = self._begin(seed)
        self.now_s = self.frame_buffer.begins_s
        self._again_until_s: float | None = None
        self._wind_s: float | None = None
        self._skipped = False
        self._skip_began_s: float | None = None
        self.skipped_to_s: float | None = None
        self._said_s = 0.0
        self._heard: list[Cue] = []
        self._to_mark = self._from_mark
        if self._to_mark:
            self._wind_s = math.inf

    def _begin(self, seed: int) -> FrameBuffer | FrameBuffers:
        self.match: Match = self._open(seed)
        return FrameBuffer(self.match, listener_of(self.match))

    # ------------------------------------------------------------------------------------------ the remote control

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        self.paused = not self.paused

    def step(self) -> None:
        """Pause, and go one step of STEP_S forward."""
        self.paused = True
        self.seek(STEP_S)

    def step_back(self) -> None:
        """Pause, and go one step of STEP_S back."""
        self.paused = True
        self.seek(-STEP_S)

    def faster(self) -> None:
        """Choose the next higher speed."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed + 1e-9), max(self.speed, SPEEDS[-1]))

    def slower(self) -> None:
        """Choose the next lower speed."""
        self.speed = next(
            (speed for speed in reversed(SPEEDS) if speed < self.speed - 1e-9), min(self.speed, SPEEDS[0])
        )

    def seek(self, seconds: float) -> None:
        """Go forward, or back if negative, by that many seconds of the match, simulating what is new."""
        self.seek_to(self.now_s + seconds)

    def seek_to(self, time_s: float) -> None:
        """Go to that time of the match, simulating what is new."""
        self._again_until_s = self._wind_s = self._skip_began_s = self.skipped_to_s = None
        self._to_mark = False
        self._heard.clear()
        self._go_to(time_s)

    def wind_to(self, time_s: float) -> None:
        """Go to that time of the match: at once as far as it is simulated, then frame by frame, while simulating."""
        self.seek_to(min(time_s, self.frame_buffer.ends_s))
        if time_s > self.frame_buffer.ends_s and not self.frame_buffer.complete:
            self._wind_s = time_s

    def home(self) -> None:
        """Go to the beginning."""
        self.seek_to(self.frame_buffer.begins_s)

    def end(self) -> None:
        """Go to the end: at once if it is known, else frame by frame, while simulating."""
        self.wind_to(math.inf)

    def again(self) -> None:
        """Repeat the last AGAIN_S seconds in slow motion; then go on as before."""
        until = self.now_s
        self.seek(-AGAIN_S)
        self.paused = False
        self._again_until_s = until if until > self.now_s else None

    def next_match(self) -> None:
        """Begin the match of the next seed."""
        self.start(self.seed + 1)

    # ------------------------------------------------------------------------------------------ time

    @property
    def pace(self) -> float:
        """The current speed, as a multiple of real time."""
        return self.speed if self._again_until_s is None else min(self.speed, AGAIN_SPEED)

    @property
    def words(self) -> str:
        """The state of the playback, in a few words."""
        if self._held_up_s >= HELD_UP_S:
            return _("{name} is thinking …", name=self._waits_for)
        if self._to_mark:
            return _("looking ahead …")
        if self._wind_s is not None:
            return _("to the end …") if math.isinf(self._wind_s) else _("simulating …")
        if self._again_until_s is not None:
            return _("once more, {pace}", pace=pace_words(self.pace))
        # Where thinking has been passed over, more of the match goes by than the speed says.
        thinking = _(", with thinking") if not self.skip_thinking else _(", no thinking") if self._skipped else ""
        words = _("paused {pace}") if self.paused else _("speed {pace}")
        return put_in(words, pace=pace_words(self.pace)) + thinking

    @property
    def look(self) -> object:
        """All of it that changes what is shown: its time and its state."""
        return self.now_s, self.words, self.skipped_to_s

    @property
    def winding(self) -> bool:
        """True while it simulates on its way to a later time."""
        return self._wind_s is not None

    def advance(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time."""
        at_the_end = not self.paused and self.now_s >= self.frame_buffer.ends_s - EPSILON_S
        self._waits_for = self.frame_buffer.held_up_by if at_the_end else ""
        self._held_up_s = self._held_up_s + wall_s if self._waits_for else 0.0
        self._said_s -= wall_s
        if self._said_s <= 0.0:
            self.skipped_to_s = None
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
        began = self.now_s if self._skip_began_s is None else self._skip_began_s
        end = self.now_s + SKIP_S
        while self.now_s < end and not self.ended and self.frame_buffer.idle(self.now_s):
            before = self.now_s
            self._go_to(self.now_s + STEP_S)
            if self.now_s <= before:
                break  # a bot is waited for
            self._heard += self.frame_buffer.between(before, self.now_s)
            self._skipped = True
        # A long skip takes several frames.
        self._skip_began_s = began if self.now_s >= end else None
        if self._skip_began_s is None and self.now_s - began >= SAID_S:
            self._say_skipped()

    def _say_skipped(self) -> None:
        self.skipped_to_s, self._said_s = self.now_s, SAID_FOR_S

    def _wind(self, time_s: float) -> None:
        until, known = perf_counter() + WINDING_S, len(self.frame_buffer.cues)
        while not self.frame_buffer.complete and self.frame_buffer.ends_s < time_s and perf_counter() < until:
            self.frame_buffer.extend()
            if self.frame_buffer.held_up_by:
                break
            if self._to_mark and any(cue.kind in MARKS for cue in self.frame_buffer.cues[known:]):
                break
        self.now_s = min(time_s, self.frame_buffer.ends_s)
        if self._to_mark:
            self._begin_at_mark()
        elif self.frame_buffer.complete or self.now_s >= time_s:
            self._wind_s = None

    def _begin_at_mark(self) -> None:
        """Begin the playback shortly before the first mark, once that is known; at the beginning if there is none."""
        mark_s = next((cue.time_s for cue in self.frame_buffer.cues if cue.kind in MARKS), None)
        if mark_s is None and not self.frame_buffer.complete:
            return
        begins_s = start_s = self.frame_buffer.begins_s
        if mark_s is not None:
            seen_s, start_s = 0.0, mark_s
            while seen_s < LEAD_S and start_s > begins_s:
                start_s -= STEP_S
                seen_s += 0.0 if self.skip_thinking and self.frame_buffer.idle(start_s) else STEP_S
        self.seek_to(start_s)
        if self.now_s - begins_s >= SAID_S:
            self._say_skipped()

    def _go_to(self, time_s: float) -> None:
        self.frame_buffer.extend_to(time_s)
        self.now_s = min(max(time_s, self.frame_buffer.begins_s), self.frame_buffer.ends_s)

    def look_ahead(self, wall_s: float) -> None:
        """Simulate ahead for a share of the wall time that a frame takes.

        The share is greater while nothing moves, because a delay is not seen then; long thinking of players is computed
        at such times. A playback that is paused is simulated no farther than PAUSED_AHEAD_S ahead.
        """
        still = self.paused or self.frame_buffer.near(self.now_s).thinking
        until = perf_counter() + min(AHEAD_MOST_S, wall_s * (AHEAD_STILL if still else AHEAD_MOVING))
        farthest_s = self.now_s + PAUSED_AHEAD_S if self.paused else math.inf
        while (
            not self.frame_buffer.complete
            and self.frame_buffer.ends_s < farthest_s
            and (still or not self.frame_buffer.last.thinking)
            and perf_counter() < until
        ):
            self.frame_buffer.extend()
            if self.frame_buffer.held_up_by:
                break

    def heard(self) -> list[Cue]:
        """Return the cues played since the last call; jumps in time are silent."""
        heard, self._heard = self._heard, []
        return heard

    @property
    def ended(self) -> bool:
        """True when the last frame of a finished match is shown."""
        return self.frame_buffer.complete and self.now_s >= self.frame_buffer.ends_s - EPSILON_S

    def shown(self) -> Any:
        """Return the frame to draw."""
        return self.frame_buffer.at(self.now_s)


def pace_words(speed: float) -> str:
    """Format a speed for people, such as 2× or ¼×."""
    shares = {0.125: "⅛", 0.25: "¼", 0.5: "½"}
    return f"{shares.get(speed, f'{speed:g}')}×" if math.isfinite(speed) else "×"
