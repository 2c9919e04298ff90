"""What has been seen of a match that is played: its last throw or placement again, and its best moments at its end."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.playback.cues import TICKS, Cue
from scenes.playback.frame_buffer import FrameBuffer, still
from sim.protocols import Frame, Match

BEFORE_S, AFTER_S = 1.5, 1.2
"""How much is shown before and after the last thing that happened (s of the match)."""
NOTHING = (*TICKS, "turn", "end")
"""Kinds of cues at which nothing moves."""
LEAP_S, THOUGHT_S = 0.25, 1.0
"""By how much a match goes on from one frame to the next at most, while it moves and while players think; what was
longer has not been seen."""


class Seen(FrameBuffer):
    """The frames of a match as they are seen while it is played. whole: True if no part of it was left out."""

    most_frames = 20_000

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.whole = self.begins_s == 0.0

    def note(self, frame: Frame, cues: Sequence[Cue]) -> None:
        """Keep the match's current frame, and the cues since the frame before."""
        last = self.last
        if frame.time_s < last.time_s:
            # An attempt was undone.
            self._frames[:], self._times[:] = [frame], [frame.time_s]
            self.cues.clear()
            self._happened.clear()
        elif frame.time_s - last.time_s > (THOUGHT_S if last.thinking else LEAP_S) and not still(last, frame):
            self.whole = False
        super().note(frame, cues)

    @property
    def span(self) -> tuple[float, float] | None:
        """Beginning and end of the last thing that happened (s of the match); None while there was nothing."""
        happened_s = next((cue.time_s for cue in reversed(self.cues) if cue.kind not in NOTHING), None)
        if happened_s is None or self.begins_s > happened_s:
            return None
        return max(self.begins_s, happened_s - BEFORE_S), min(happened_s + AFTER_S, max(self.ends_s, happened_s))
