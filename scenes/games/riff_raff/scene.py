"""The scene of Riff Raff: draws a match's frames."""

from __future__ import annotations

import math
from typing import Any

from pyglet.graphics import Batch, Group
from pyglet.math import Mat4, Vec3
from pyglet.sprite import Sprite

from scenes.drawing.sprites import sprite_of, texture_of
from scenes.games.riff_raff.art import backdrop
from scenes.games.riff_raff.hud import Hud
from scenes.games.riff_raff.stage import Stage, home_view
from scenes.playback.playback import Playback
from scenes.window.camera import Camera, Rectangle
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame, StaticScene

CLOUDS = (
    (0.06, 0.86, 0.20, 0.0034),
    (0.40, 0.74, 0.15, 0.0052),
    (0.72, 0.90, 0.24, 0.0027),
    (0.93, 0.66, 0.13, 0.0046),
)
HEADROOM_MM = 28.0
SKY_SHARE = 4  # the sky is painted at a quarter of the window's size and smoothed by the graphics card


class RiffRaffScene:
    """Draws frames; with a playback it tells its speed and how far back one can seek."""

    def __init__(
        self, static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: RiffRaffFrame
    ) -> None:
        self.static_scene = static_scene
        self.seats = len(first.seats)
        self.hud = Hud(static_scene)
        self.camera = Camera(home_view(static_scene), Rectangle(0, 0, width, height), pixel_ratio)
        self._home = self.camera.home
        self._shown_s: float | None = None
        self._sky = Batch()
        self._sky_sprite: Sprite | None = None
        self._clouds: list[Sprite] = []
        self._stage: Stage | None = None
        self._foot = 0.0
        self.resize(width, height, pixel_ratio)

    @property
    def stage(self) -> Stage:
        """The sprites of the world."""
        assert self._stage is not None
        return self._stage

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""
        width, height = max(64.0, width), max(64.0, height)
        self.size = width, height
        layout = self.hud.resize(width, height, pixel_ratio, self.seats)
        ship = layout.table
        self.camera.resize(Rectangle(ship.left, ship.bottom + self._foot, ship.right, ship.top), pixel_ratio)
        if self._stage is None:
            self._stage = Stage(self.static_scene, self.camera.pixels_per_mm)
        self._paint_sky(width, height, pixel_ratio)

    def keep_foot(self, height: float) -> None:
        """Leave so much of the window free below the ship, for something else to be put there."""
        if height != self._foot:
            self._foot = height
            self.resize(*self.size, self.camera.pixel_ratio)

    def _paint_sky(self, width: float, height: float, pixel_ratio: float) -> None:
        for sprite in (self._sky_sprite, *self._clouds):
            if sprite is not None:
                sprite.delete()
        wide, high = max(8, round(width / SKY_SHARE)), max(8, round(height / SKY_SHARE))
        horizon = self.camera.to_screen((0.0, backdrop.SWELLS[0][0]))[1] / height
        sky = backdrop.sky_picture(wide, high, min(0.8, max(0.05, horizon)))
        self._sky_sprite = sprite_of(texture_of(sky), self._sky, Group(order=0), plain=True, opaque=True)
        self._sky_sprite.update(scale_x=width / wide, scale_y=height / high)
        self._clouds = []
        for index, (_, _, size, _) in enumerate(CLOUDS):
            picture = backdrop.cloud_picture(index + 3, max(16, round(size * width * pixel_ratio)))
            cloud = sprite_of(texture_of(picture), self._sky, Group(order=1 + index), plain=True)
            cloud.scale = 1.0 / pixel_ratio
            self._clouds.append(cloud)

    # ------------------------------------------------------------------------------------------ a frame

    def show(self, frame: RiffRaffFrame, clock_s: float, playback: Playback | None = None) -> None:
        """Move everything to a frame; `clock_s` drives sea, clouds and flag."""
        if len(frame.seats) != self.seats:
            self.seats = len(frame.seats)
            self.resize(*self.size, self.camera.pixel_ratio)
        self._look_up(frame, clock_s)
        self.stage.update(frame, clock_s)
        self.hud.update(frame, playback)
        width, height = self.size
        for cloud, (x, y, size, drift) in zip(self._clouds, CLOUDS, strict=True):
            across = math.fmod(x + drift * clock_s + size, 1.0 + 2 * size)
            cloud.position = ((across - size) * width, y * height - 0.1 * height, 0)

    def _look_up(self, frame: RiffRaffFrame, clock_s: float) -> None:
        """Step back, without haste, when cargo is piled up above the view."""
        aboard = [piece.y for piece in frame.pieces if piece.state in (PieceState.ABOARD, PieceState.HELD)]
        wanted = min(max(self._home.top, max(aboard, default=0.0) + HEADROOM_MM), self._home.top + 160.0)
        home = self.camera.home
        since = None if self._shown_s is None else clock_s - self._shown_s
        share = 1.0 if since is None or not 0 <= since < 1.0 else -math.expm1(-2.5 * since)
        self._shown_s = clock_s
        self.camera.home = Rectangle(home.left, home.bottom, home.right, home.top + (wanted - home.top) * share)

    def draw(self, window: Any) -> None:
        """Draw what was shown last."""
        (x, y), scale = self.camera.offset, self.camera.scale
        window.view = Mat4()
        self._sky.draw()
        window.view = Mat4.from_translation(Vec3(x, y, 0)) @ Mat4.from_scale(Vec3(scale, scale, 1))
        self.stage.batch.draw()
        window.view = Mat4()
        self.hud.batch.draw()

    def tidy(self) -> None:
        """Paint again what the camera now shows larger than it was painted; a little each time."""
        self.stage.gallery.wanted(self.camera.pixels_per_mm)
        self.stage.gallery.repaint()

    def toggle_help(self) -> None:
        """Show or hide the keys."""
        self.hud.help_shown = not self.hud.help_shown


Scene = RiffRaffScene
"""By the name under which `scenes.playback.protocols.scene_of` finds every game's scene."""
