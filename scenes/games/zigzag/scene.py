"""The scene of ZIGZAG, which draws a match's frames."""

from __future__ import annotations

from typing import TypeAlias

from scenes.drawing.game_scene import GameScene
from scenes.games.zigzag.art.table_art import FLOOR
from scenes.games.zigzag.hud import Hud
from scenes.games.zigzag.stage import Stage
from scenes.games.zigzag.view import home_view, places_of
from scenes.window.camera import Camera
from scenes.window.viewport import clear, clipped
from sim.games.zigzag.match.frame import StaticScene, ZigzagFrame

ZigzagScene: TypeAlias = GameScene[ZigzagFrame, Stage, Hud]


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZigzagFrame
) -> ZigzagScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each."""
    return GameScene(
        lambda camera: Stage(static_scene, camera.pixels_per_mm),
        Hud(static_scene, places_of(static_scene)),
        Floor(),
        home_view(static_scene),
        (width, height, pixel_ratio),
        first,
    )


class Floor:
    """The dark floor beyond the table's edge in a very wide window."""

    def resize(self, _size: tuple[float, float], _camera: Camera) -> None:
        """Do nothing: the floor has no picture."""

    def update(self, _frame: ZigzagFrame, _clock_s: float, _camera: Camera) -> None:
        """Do nothing: the floor stands still."""

    def draw(self, size: tuple[float, float], camera: Camera) -> None:
        """Fill the window with the floor's colour."""
        width, height = (round(side * camera.pixel_ratio) for side in size)
        with clipped(0, 0, width, height):
            clear(FLOOR)
