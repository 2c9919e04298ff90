"""What a scene asks of a match, and of a game: nothing else. The live match and a replayed one both answer to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from scenes.camera import Camera
from sim.games import game_of

if TYPE_CHECKING:
    from scenes.hud import Panels


class WatchedMatch(Protocol):
    """A match in simulated time."""

    game: str
    title: str
    scenery: Any
    """What never changes, as the game's scene takes it."""
    recorded_s: float | None
    """The time at which the record that it follows ends; None where it follows none."""

    @property
    def finished(self) -> bool:
        """True once somebody has won and everything lies still."""

    @property
    def seed(self) -> int:
        """The seed it was made from."""

    def advance(self, seconds: float) -> None:
        """Go on by simulated time."""

    def frame(self) -> Any:
        """This moment: a frame of the game, a `sim.matches.frame.Frame`."""


class Scene(Protocol):
    """Draws the frames of a game. `show(frame)` is all that a still needs."""

    camera: Camera

    @property
    def hud(self) -> Panels:
        """The panels over it."""

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""

    def show(self, frame: Any, clock_s: float, playback: Any = None) -> None:
        """Move everything to a frame; `clock_s` drives what moves by itself."""

    def draw(self, window: Any) -> None:
        """Draw what was shown last."""

    def tidy(self) -> None:
        """Put right what need not be right at once; called before each frame of a window."""

    def toggle_help(self) -> None:
        """Show or hide the keys."""


OpenMatch = Callable[[int], WatchedMatch]
"""Makes the match of a seed."""


def scene_of(match: WatchedMatch, width: float, height: float, pixel_ratio: float, first: Any) -> Scene:
    """The scene of a match's game, made for its first frame."""
    # Not the game's package: its other modules are of use without a display, which importing pyglet.window is not.
    room = game_of(match.game).room("scenes", "scene")
    made: Scene = room.Scene(match.scenery, width, height, pixel_ratio, first=first)
    return made
