"""Cues: events of a match found by comparing its frames, for sounds, the marks of a timeline and the theatre.

A game's `Listener` (scenes/games/GAME/cues.py) is given one frame after the other and returns what has happened since
the frame before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scenes.spec import scene_part
from sim.protocols import Frame, Match

APART_S = 0.25
"""Frames farther apart than this, or in reverse order, are not neighbours: the playback has jumped."""
MARKS = ("heel", "miss", "catch", "challenge", "falls", "end")
"""Kinds of cues that the bar marks, the most important last: it is painted above the others."""
TICKS = ("round", "game")
"""Kinds of cues that divide a match."""


@dataclass(frozen=True, slots=True)
class Cue:
    """An event that is seen or heard at a moment.

    kind: knock, falls, splash, catch, heel, round, turn, card, rim, beside, miss, challenge, stop, game, end. strength:
    0 (hardly noticeable) to 1 (the strongest). words: a line for people, "" if there is nothing to say.
    """

    time_s: float
    kind: str
    strength: float = 1.0
    words: str = ""


class Listener(Protocol):
    """A finder of cues in the frames of one match."""

    def hear(self, frame: Frame) -> tuple[Cue, ...]:
        """Return what has happened since the frame before; nothing after a jump, or for the first frame."""

    def forget(self) -> None:
        """Begin anew: the next frame counts as the first."""


def listener_of(match: Match) -> Listener:
    """Return a new listener for a match of any game."""
    made: Listener = scene_part(match.game, "listener")(match.static_scene)
    return made
