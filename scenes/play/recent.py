"""The latest moments of a match that is played, so that the last throw or placement can be seen again."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Sequence

from scenes.playback.cues import TICKS, Cue
from scenes.playback.frame_buffer import STEP_S, still
from sim.protocols import Frame

KEPT = 900
"""How many frames are kept: at least half a minute in which something moves."""
BEFORE_S, AFTER_S = 1.5, 1.2
"""How much is shown before and after the last thing that happened (s of the match)."""
NOTHING = (*TICKS, "turn", "end")
"""Kinds of cues at which nothing moves."""


class Recent:
    """The latest frames of a match. `span` is the last thing that happened: its beginning and end (s), if any."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=KEPT)
        self._happened_s: float | None = None

    def note(self, frame: Frame, cues: Sequence[Cue]) -> None:
        """Take the match's current frame, and the cues since the frame before."""
        frames = self._frames
        if frames and frame.time_s < frames[-1].time_s:
            # An attempt was undone.
            frames.clear()
            self._happened_s = None
        self._happened_s = next((cue.time_s for cue in reversed(cues) if cue.kind not in NOTHING), self._happened_s)
        if frames and (frame.time_s < frames[-1].time_s + STEP_S or still(frames[-1], frame)):
            return
        frames.append(frame)

    @property
    def span(self) -> tuple[float, float] | None:
        """Beginning and end of the last thing that happened (s of the match); None while there was nothing."""
        if self._happened_s is None or self._frames[0].time_s > self._happened_s:
            return None
        start_s = max(self._frames[0].time_s, self._happened_s - BEFORE_S)
        return start_s, min(self._happened_s + AFTER_S, max(self._frames[-1].time_s, self._happened_s))

    def at(self, time_s: float) -> Frame:
        """Return the frame at that time, interpolated between the two around it."""
        frames = list(self._frames)
        index = max(0, bisect_right([frame.time_s for frame in frames], time_s) - 1)
        frame = frames[index]
        if index + 1 == len(frames):
            return frame
        share = (time_s - frame.time_s) / (frames[index + 1].time_s - frame.time_s)
        return frame.interpolate(frames[index + 1], max(0.0, share))
