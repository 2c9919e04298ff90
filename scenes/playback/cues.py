"""What happens in a match, read off its frames: for sounds, for the marks of a timeline, for the theatre.

A game's `Listener` (scenes/GAME/cues.py) is told one frame after the other and says what has happened in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scenes.spec import scenes_of
from sim.protocols import Frame, Match

APART_S = 0.25
"""Frames farther apart than this, or the wrong way round, are not each other's neighbours: somebody has jumped."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Something that is seen or heard at a moment.

    kind: knock, falls, table, catch, heel, round, turn, card, rim, beside, miss, challenge, stop, game, end.
    strength: 0 (hardly) to 1 (as much as can be). words: a line for people, "" where there is nothing to tell.
    """

    time_s: float
    kind: str
    strength: float = 1.0
    words: str = ""


class Listener(Protocol):
    """Follows the frames of one match."""

    def hear(self, frame: Frame) -> tuple[Cue, ...]:
        """What has happened since the frame before; nothing after a jump, or for the first."""

    def forget(self) -> None:
        """The next frame is the first."""


def listener_of(match: Match) -> Listener:
    """A listener for a match of any game."""
    made: Listener = scenes_of(match.game).listener()(match.static_scene)
    return made
