"""The layer of a game over a match that is watched: what was meant and weighed, and one moment again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from sim.protocols import Frame

if TYPE_CHECKING:
    from pyglet.window import Window

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
