"""The scene of the board, which shows the frames of any match."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image
from pyglet.graphics import Batch

from scenes.board.hud import BoardHud
from scenes.drawing.game_scene import GameScene, WindowPicture
from scenes.drawing.palette import TABLE
from scenes.window.camera import Camera, Rectangle
from sim.protocols import Frame, StaticScene

BoardScene: TypeAlias = GameScene[Frame, "NoStage", BoardHud]


def cover(width: int, height: int) -> Image.Image:
    """Return a picture of that size in pixels: an empty table."""
    return Image.new("RGB", (width, height), TABLE)


def build_scene(
    _static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: Frame
) -> BoardScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each."""
    view = Rectangle(0.0, 0.0, 100.0, 100.0)
    return GameScene(lambda _camera: NoStage(), BoardHud(), EmptyTable(), view, (width, height, pixel_ratio), first)


class NoStage:
    """Nothing moves on the board: panels show all there is."""

    def __init__(self) -> None:
        self.batch = Batch()

    def update(self, _frame: Frame, _clock_s: float) -> None:
        """Do nothing."""

    def tidy(self, _pixels_per_mm: float) -> None:
        """Do nothing."""


class EmptyTable:
    """The table behind the panels."""

    def __init__(self) -> None:
        self._picture = WindowPicture(8)

    def resize(self, size: tuple[float, float], _camera: Camera) -> None:
        """Paint the table for a window of that size in units."""
        self._picture.paint(size, lambda width, height: cover(width, height).convert("RGBA"))

    def update(self, _frame: Frame, _clock_s: float, _camera: Camera) -> None:
        """Do nothing: the table stands still."""

    def draw(self, _size: tuple[float, float], _camera: Camera) -> None:
        """Draw the table in window units."""
        self._picture.draw()
