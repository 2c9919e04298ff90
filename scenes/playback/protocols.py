"""The protocol of a game's scene, and how to make the scene of a match, live or replayed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from scenes.playback.watch_layer import WatchLayer
from scenes.spec import scene_part
from scenes.window.camera import Camera
from sim.protocols import Frame, Match

if TYPE_CHECKING:
    from pyglet.window import Window

    from scenes.drawing.hud import Panels
    from scenes.drawing.panels import Remote


class Scene(Protocol):
    """A drawing of the frames of a game. `show(frame)` and `draw` are enough for a still."""

    camera: Camera

    @property
    def hud(self) -> Panels:
        """The panels over the table."""

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay out for a window of that size in units, of `pixel_ratio` pixels each."""

    def show(self, frame: Frame, clock_s: float, playback: Remote | None = None) -> None:
        """Move everything to a frame; `clock_s` drives animations, `playback` is the remote control to show."""

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""

    def tidy(self) -> None:
        """Do the work that may wait until between two frames, such as repainting; call before each frame."""

    def toggle_panels(self) -> bool:
        """Fold the panels away, or unfold them; return True if they are folded now."""

    def fold_panels(self, fold: bool) -> None:
        """Fold the panels away (True), or unfold them."""

    def toggle_help(self) -> None:
        """Show or hide the keys."""


OpenMatch = Callable[[int], Match]
"""Makes the match of a seed."""
MakeWatchLayer = Callable[[Match, Scene, Callable[[float], Frame]], WatchLayer[Frame]]
"""Makes the layer over the scene of a match, given what returns its frame at a time (s)."""


def scene_of(match: Match, width: float, height: float, pixel_ratio: float, first: Frame) -> Scene:
    """Return the scene of a match's game, laid out for its first frame."""
    made: Scene = scene_part(match.game, "scene")(match.static_scene, width, height, pixel_ratio, first=first)
    return made
