"""The scene of Riff Raff: draws a match's frames."""

from __future__ import annotations

import math
from typing import TypeAlias

from pyglet.graphics import Batch, Group
from pyglet.sprite import Sprite

from scenes.drawing.game_scene import GameScene, WindowPicture
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.games.riff_raff.art import backdrop
from scenes.games.riff_raff.hud import Hud
from scenes.games.riff_raff.stage import Stage, home_view
from scenes.window.camera import Camera, Rectangle
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame, StaticScene, TableStage

CLOUDS = (
    (0.06, 0.86, 0.20, 0.0034),
    (0.40, 0.74, 0.15, 0.0052),
    (0.72, 0.90, 0.24, 0.0027),
    (0.93, 0.66, 0.13, 0.0046),
)
"""Of each cloud: place across and up (shares of the window), size (share of its width), drift (windows a second)."""
HEADROOM_MM = 52.0
"""What is seen above the highest piece aboard: room for a hand that puts another on top of it."""
SKY_SHARE = 4  # the sky is painted at a quarter of the window's size and smoothed by the graphics card

RiffRaffScene: TypeAlias = GameScene[RiffRaffFrame, Stage, Hud]


def build_scene(
    static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: RiffRaffFrame
) -> RiffRaffScene:
    """Return the scene for a window of that size in units, of `pixel_ratio` pixels each.

    first: the frame that the panels are laid out for.
    """
    home = home_view(static_scene)
    return GameScene(
        lambda camera: Stage(static_scene, camera.pixels_per_mm),
        Hud(static_scene),
        Sky(home),
        home,
        (width, height, pixel_ratio),
        first,
    )


class Sky:
    """The sky and its clouds; it also moves the camera back slowly when cargo is piled up above the view."""

    def __init__(self, home: Rectangle) -> None:
        self._home = home
        self._shown_s: float | None = None
        self._picture = WindowPicture(SKY_SHARE, plain=True, opaque=True)
        self._batch = Batch()
        self._clouds: list[Sprite] = []
        self._size = (0.0, 0.0)

    def resize(self, size: tuple[float, float], camera: Camera) -> None:
        """Paint for a window of that size in units."""
        self._size = width, height = size
        horizon = camera.to_screen((0.0, backdrop.SWELLS[0][0]))[1] / height
        self._picture.paint(size, lambda wide, high: backdrop.sky_picture(wide, high, min(0.8, max(0.05, horizon))))
        for sprite in self._clouds:
            sprite.delete()
        self._clouds = []
        for index, (_, _, share, _) in enumerate(CLOUDS):
            picture = backdrop.cloud_picture(index, max(16, round(share * width * camera.pixel_ratio)))
            cloud = sprite_of(texture_of(picture), self._batch, Group(order=1 + index), plain=True)
            cloud.scale = 1.0 / camera.pixel_ratio
            self._clouds.append(cloud)

    def update(self, frame: RiffRaffFrame, clock_s: float, camera: Camera) -> None:
        """Let the clouds drift, and move the top of the view slowly to where all cargo aboard is seen.

        It moves up by 160 mm at most, and stands still from when a piece is in a hand until everything has come to
        rest: a view that moved under a pointer would move the hand, and the hand the view.
        """
        width, height = self._size
        for cloud, (x, y, size, drift) in zip(self._clouds, CLOUDS, strict=True):
            across = math.fmod(x + drift * clock_s + size, 1.0 + 2 * size)
            cloud.position = ((across - size) * width, y * height - 0.1 * height, 0)
        since = None if self._shown_s is None else clock_s - self._shown_s
        self._shown_s = clock_s
        leaps = since is None or not 0 <= since < 1.0
        if frame.table_stage in (TableStage.LOADING, TableStage.WATCHING) and not leaps:
            return
        aboard = [piece.y for piece in frame.pieces if piece.state is PieceState.ABOARD]
        wanted = min(max(self._home.top, max(aboard, default=0.0) + HEADROOM_MM), self._home.top + 160.0)
        home = camera.home
        share = 1.0 if since is None or leaps else -math.expm1(-2.5 * since)
        camera.home = Rectangle(home.left, home.bottom, home.right, home.top + (wanted - home.top) * share)

    def draw(self, _size: tuple[float, float], _camera: Camera) -> None:
        """Draw in window units."""
        self._picture.draw()
        self._batch.draw()
