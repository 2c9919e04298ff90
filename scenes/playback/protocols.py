"""The protocols of a game's scene and of its layer over a match that is watched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from scenes.window.camera import Camera
from sim.protocols import Frame, Match

if TYPE_CHECKING:
    from pyglet.window import Window

    from scenes.drawing.hud import Panels
    from scenes.drawing.panels import Remote

FrameT = TypeVar("FrameT", bound=Frame)


class WatchLayer(Protocol[FrameT]):
    """A layer over the scene of a match; places are in the scene's window units.

    thoughts: whether it shows what was meant and weighed.
    """

    thoughts: bool

    @property
    def holds(self) -> bool:
        """True while it stays at one moment: the playback stands still, mouse and keys are the layer's."""

    @property
    def look(self) -> object:
        """All that changes its pictures beside the frame that is shown, mouse and keys."""

    def key(self, symbol: int, now_s: float) -> bool:
        """Obey a key at this time of the match; return True if it has an action."""

    def click(self, x: float, y: float, now_s: float) -> None:
        """Take a click on the table at this time of the match, while it does not hold."""

    def pointer(self, x: float, y: float) -> None:
        """Note where the pointer is."""

    def press(self, x: float, y: float) -> bool:
        """Take a press of the left button while it holds; return True if something there takes the drag."""

    def release(self, x: float, y: float) -> None:
        """Take the release of the left button while it holds."""

    def update(self, now_s: float) -> None:
        """Move on with what is known by now, at this time of the match."""

    def frame(self, shown: FrameT) -> FrameT:
        """Return the frame to be drawn where the playback shows that one."""

    def show(self, shown: FrameT) -> None:
        """Move the layer's pictures to the frame that is drawn."""

    def draw(self, window: Window) -> None:
        """Draw over the scene."""

    def close(self) -> None:
        """End the work in the background."""


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
