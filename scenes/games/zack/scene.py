"""The scene of Zack!: draws a match's frames."""

from __future__ import annotations

from typing import TypeAlias

from scenes.drawing.game_scene import GameScene, WindowPicture
from scenes.games.zack.art import room_art
from scenes.games.zack.hud import Hud
from scenes.games.zack.stage import Stage
from scenes.games.zack.view import BESIDE_HANDS_MM, TABLE_FAR_MM, TABLE_NEAR_MM, filled, home_view, seen
from scenes.window.camera import Camera, Rectangle
from scenes.window.viewport import clear, clipped
from sim.games.zack.match.frame import StaticScene, ZackFrame

ROOM_SHARE = 4  # the room is painted at a quarter of the window's size: it is out of focus anyway

ZackScene: TypeAlias = GameScene[ZackFrame, Stage, Hud]


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZackFrame
) -> ZackScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each.

    first: the frame that the panels are laid out for.
    """
    colours = tuple(seat.colour for seat in first.seats)
    return GameScene(
        lambda camera: Stage(static_scene, colours, camera.pixels_per_mm),
        Hud(static_scene, colours),
        Room(),
        home_view(static_scene),
        (width, height, pixel_ratio),
        first,
        lambda table: home(static_scene, table),
    )


def home(static_scene: StaticScene, table: Rectangle, beside_mm: float = BESIDE_HANDS_MM) -> Rectangle:
    """Return the part of the world (mm) to be seen in the table's part of a window.

    beside_mm: how far the view reaches beyond the hands.
    """
    return filled(home_view(static_scene, beside_mm), table)


class Room:
    """The room above the table's far edge, and the dark below its front.

    Only those parts of the window are drawn: without a graphics card each pixel takes time.
    """

    def __init__(self) -> None:
        self._picture = WindowPicture(ROOM_SHARE, plain=True, opaque=True)

    def resize(self, size: tuple[float, float], camera: Camera) -> None:
        """Paint for a window of that size in units."""
        horizon = camera.to_screen(seen(0.0, 0.0, TABLE_FAR_MM))[1] / size[1]
        self._picture.paint(size, lambda wide, high: room_art.room_picture(wide, high, min(0.9, max(0.05, horizon))))

    def update(self, _frame: ZackFrame, _clock_s: float, _camera: Camera) -> None:
        """Do nothing: the room stands still."""

    def draw(self, size: tuple[float, float], camera: Camera) -> None:
        """Draw in window units."""
        ratio = camera.pixel_ratio
        width, height = (round(side * ratio) for side in size)
        far = round(camera.to_screen(seen(0.0, 0.0, TABLE_FAR_MM))[1] * ratio)
        foot = seen(0.0, 0.0, TABLE_NEAR_MM)[1] - room_art.APRON_MM
        low = round(camera.to_screen((0.0, foot))[1] * ratio)
        if low >= 0:
            with clipped(0, 0, width, low + 1):
                clear(room_art.BELOW)
        if far <= height:
            with clipped(0, max(0, far - 2), width, height - max(0, far - 2)):
                self._picture.draw()
