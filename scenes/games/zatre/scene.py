"""The scene of ZATRE, which draws a match's frames."""

from __future__ import annotations

from typing import TypeAlias

from scenes.drawing.game_scene import GameScene, WindowPicture
from scenes.games.zatre.art.board_art import table_picture
from scenes.games.zatre.hud import Hud
from scenes.games.zatre.stage import HOME, Stage
from scenes.window.camera import Camera, Point
from sim.games.zatre.match.frame import StaticScene, TileView, ZatreFrame

TABLE_SHARE = 3  # the table is painted at a third of the window's size: it has no fine detail

ZatreScene: TypeAlias = GameScene[ZatreFrame, Stage, Hud]


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZatreFrame
) -> ZatreScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each."""
    hud = Hud(static_scene)

    def origin(tile: TileView) -> Point | None:
        """Return where a tile comes from in mm: the panel of its player."""
        names = [seat.name for seat in scene.shown.seats]
        if tile.by not in names:
            return None
        return scene.camera.to_world(hud.layout.seat_place(names.index(tile.by), len(names)).centre)

    scene: ZatreScene = GameScene(
        lambda camera: Stage(static_scene, camera.pixels_per_mm, camera.pixel_ratio),
        hud,
        Table(),
        HOME,
        (width, height, pixel_ratio),
        first,
    )
    scene.stage.origin = origin
    return scene


class Table:
    """The table on which the board lies."""

    def __init__(self) -> None:
        self._picture = WindowPicture(TABLE_SHARE)

    def resize(self, size: tuple[float, float], _camera: Camera) -> None:
        """Paint the table for a window of that size in units."""
        self._picture.paint(size, table_picture)

    def update(self, _frame: ZatreFrame, _clock_s: float, _camera: Camera) -> None:
        """Do nothing: the table stands still."""

    def draw(self, _size: tuple[float, float], _camera: Camera) -> None:
        """Draw the table in window units."""
        self._picture.draw()
