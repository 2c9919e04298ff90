"""What is marked on the time of a match: each new line of its ticker."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.playback.cues import APART_S, Cue
from scenes.playback.theatre import Moment
from sim.language import _
from sim.protocols import Frame, StaticScene

END_S = 8.0
"""How much of a match the theatre shows."""


class Listener:
    """The finder of cues in the frames of one match."""

    def __init__(self, _static_scene: StaticScene) -> None:
        self._before: Frame | None = None

    def hear(self, frame: Frame) -> tuple[Cue, ...]:
        """Return what has happened since the frame before; nothing after a jump, or for the first frame."""
        before, self._before = self._before, frame
        if before is None or not 0.0 <= frame.time_s - before.time_s <= APART_S:
            return ()
        known = len(before.ticker) and before.ticker[-1]
        new = frame.ticker[frame.ticker.index(known) + 1 :] if known in frame.ticker else frame.ticker
        return tuple(Cue(line.time_s, "turn", 0.5, line.text) for line in new)

    def forget(self) -> None:
        """Begin anew: the next frame counts as the first."""
        self._before = None


def moments(frames: Sequence[Frame], _cues: Sequence[Cue]) -> list[Moment]:
    """Return the end of a match."""
    last = frames[-1]
    outcome = last.ticker[-1].text if last.ticker else ""
    return [Moment(max(0.0, last.time_s - END_S), last.time_s, 1.0, _("The end"), outcome)]
