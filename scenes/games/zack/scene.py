"""The scene of Zack!: draws a match's frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyglet.gl import (
    GL_COLOR_BUFFER_BIT,
    GL_SCISSOR_TEST,
    GL_VIEWPORT,
    GLint,
    glClear,
    glClearColor,
    glDisable,
    glEnable,
    glGetIntegerv,
    glScissor,
)
from pyglet.graphics import Batch, Group
from pyglet.math import Mat4, Vec3
from pyglet.sprite import Sprite

from scenes.drawing.sprites import sprite_of, texture_of
from scenes.games.zack.art import room_art
from scenes.games.zack.hud import Hud
from scenes.games.zack.stage import Stage
from scenes.games.zack.view import BESIDE_HANDS_MM, TABLE_FAR_MM, TABLE_NEAR_MM, filled, home_view, seen
from scenes.playback.playback import Playback
from scenes.window.camera import Camera, Rectangle
from sim.games.zack.match.frame import StaticScene, ZackFrame

ROOM_SHARE = 4  # the room is painted at a quarter of the window's size: it is out of focus anyway


class ZackScene:
    """Draws frames; with a playback it tells its speed."""

    def __init__(
        self, static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZackFrame
    ) -> None:
        self.static_scene = static_scene
        # What whoever looks may see of a frame, and how far the view goes beyond the hands.
        self.eyes: Callable[[ZackFrame], ZackFrame] = lambda frame: frame
        self.beside_mm = BESIDE_HANDS_MM
        self._sides = tuple(seat.side for seat in first.seats)
        self._colours = tuple(seat.colour for seat in first.seats)
        self.hud = Hud(static_scene, self._colours)
        self.camera = Camera(home_view(static_scene), Rectangle(0, 0, width, height), pixel_ratio)
        self._room = Batch()
        self._room_sprite: Sprite | None = None
        self._stage: Stage | None = None
        self.resize(width, height, pixel_ratio)

    @property
    def stage(self) -> Stage:
        """The table, with all that lies on it."""
        assert self._stage is not None
        return self._stage

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""
        width, height = max(64.0, width), max(64.0, height)
        self.size = width, height
        layout = self.hud.resize(width, height, pixel_ratio, self._sides)
        self.camera.home = filled(home_view(self.static_scene, self.beside_mm), layout.table)
        self.camera.resize(layout.table, pixel_ratio)
        if self._stage is None:
            self._stage = Stage(self.static_scene, self._colours, self.camera.pixels_per_mm)
        if self._room_sprite is not None:
            self._room_sprite.delete()
        wide, high = max(8, round(width / ROOM_SHARE)), max(8, round(height / ROOM_SHARE))
        horizon = self.camera.to_screen(seen(0.0, 0.0, TABLE_FAR_MM))[1] / height
        room = room_art.room_picture(wide, high, min(0.9, max(0.05, horizon)))
        self._room_sprite = sprite_of(texture_of(room), self._room, Group(order=0), plain=True, opaque=True)
        self._room_sprite.update(scale_x=width / wide, scale_y=height / high)

    def show(self, frame: ZackFrame, clock_s: float, playback: Playback | None = None) -> None:
        """Move everything to a frame; `clock_s` drives what moves by itself."""
        frame = self.eyes(frame)
        sides = tuple(seat.side for seat in frame.seats)
        if sides != self._sides:
            self._sides = sides
            self.resize(*self.size, self.camera.pixel_ratio)
        self.stage.update(frame, clock_s)
        self.hud.update(frame, playback)

    def draw(self, window: Any) -> None:
        """Draw what was shown last."""
        (x, y), scale = self.camera.offset, self.camera.scale
        window.view = Mat4()
        self._draw_behind()
        window.view = Mat4.from_translation(Vec3(x, y, 0)) @ Mat4.from_scale(Vec3(scale, scale, 1))
        self.stage.batch.draw()
        window.view = Mat4()
        self.hud.batch.draw()

    def _draw_behind(self) -> None:
        """The room above the table's far edge and the dark below its front: on a software driver each pixel costs."""
        ratio = self.camera.pixel_ratio
        width, height = (round(side * ratio) for side in self.size)
        # The scene may have only a part of the window; a scissor does not know.
        part = (GLint * 4)()
        glGetIntegerv(GL_VIEWPORT, part)
        left, foot_px = part[0], part[1]
        far = round(self.camera.to_screen(seen(0.0, 0.0, TABLE_FAR_MM))[1] * ratio)
        foot = seen(0.0, 0.0, TABLE_NEAR_MM)[1] - room_art.APRON_MM
        low = round(self.camera.to_screen((0.0, foot))[1] * ratio)
        glEnable(GL_SCISSOR_TEST)
        if low >= 0:
            red, green, blue = (value / 255 for value in room_art.BELOW)
            glScissor(left, foot_px, width, low + 1)
            glClearColor(red, green, blue, 1.0)
            glClear(GL_COLOR_BUFFER_BIT)
            glClearColor(0.0, 0.0, 0.0, 1.0)
        if far <= height:
            glScissor(left, foot_px + max(0, far - 2), width, height - max(0, far - 2))
            self._room.draw()
        glDisable(GL_SCISSOR_TEST)

    def tidy(self) -> None:
        """Paint again what the camera now shows larger than it was painted."""
        self.stage.tidy(self.camera.pixels_per_mm)

    def toggle_help(self) -> None:
        """Show or hide the keys."""
        self.hud.help_shown = not self.hud.help_shown


Scene = ZackScene
"""By the name under which `scenes.playback.protocols.scene_of` finds every game's scene."""
