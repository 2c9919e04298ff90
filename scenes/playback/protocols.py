"""What a scene asks of a match, and of a game: nothing else. The live match and a replayed one both answer to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from scenes.spec import scenes_of
from scenes.window.camera import Camera
from sim.protocols import Frame, Match

if TYPE_CHECKING:
    from pyglet.window import Window

    from scenes.drawing.hud import Panels
    from scenes.drawing.panels import Remote


class Scene(Protocol):
    """Draws the frames of a game. `show(frame)` is all that a still needs."""

    camera: Camera

    @property
    def hud(self) -> Panels:
        """The panels over it."""

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""

    def show(self, frame: Frame, clock_s: float, playback: Remote | None = None) -> None:
        """Move everything to a frame; `clock_s` drives what moves by itself."""

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""

    def tidy(self) -> None:
        """Put right what need not be right at once; called before each frame of a window."""

    def toggle_help(self) -> None:
        """Show or hide the keys."""


OpenMatch = Callable[[int], Match]
"""Makes the match of a seed."""


def scene_of(match: Match, width: float, height: float, pixel_ratio: float, first: Frame) -> Scene:
    """The scene of a match's game, made for its first frame."""
    made: Scene = scenes_of(match.game).scene()(match.static_scene, width, height, pixel_ratio, first=first)
    return made
