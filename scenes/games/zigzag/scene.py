"""The scene of ZIGZAG: draws a match's frames."""

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
from pyglet.math import Mat4, Vec3

from scenes.drawing.palette import OAK, darker
from scenes.games.zigzag.hud import Hud
from scenes.games.zigzag.stage import Stage
from scenes.games.zigzag.view import home_view, places_of
from scenes.playback.playback import Playback
from scenes.window.camera import Camera, Rectangle
from sim.games.zigzag.match.frame import StaticScene, ZigzagFrame


class ZigzagScene:
    """Draws frames; with a playback it tells its speed."""

    def __init__(
        self, static_scene: StaticScene, width: float, height: float, pixel_ratio: float = 1.0, *, first: ZigzagFrame
    ) -> None:
        self.static_scene = static_scene
        # What whoever looks may see of a frame, and what room he needs below the table.
        self.eyes: Callable[[ZigzagFrame], ZigzagFrame] = lambda frame: frame
        self.foot: Callable[[Rectangle], float] = lambda _table: 0.0
        self.camera = Camera(home_view(static_scene), Rectangle(0, 0, width, height), pixel_ratio)
        self._stage: Stage | None = None
        self._hud: Hud | None = None
        self.resize(width, height, pixel_ratio)

    @property
    def stage(self) -> Stage:
        """The table, with all that lies on it."""
        assert self._stage is not None
        return self._stage

    @property
    def hud(self) -> Hud:
        """The panels over it."""
        assert self._hud is not None
        return self._hud

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""
        width, height = max(64.0, width), max(64.0, height)
        self.size = width, height
        if self._hud is None:
            self._hud = Hud(self.static_scene, places_of(self.static_scene))
        layout = self._hud.resize(width, height, pixel_ratio)
        table = layout.table
        low = min(table.top - 32.0, table.bottom + self.foot(table))
        self.camera.resize(Rectangle(table.left, low, table.right, table.top), pixel_ratio)
        if self._stage is None:
            self._stage = Stage(self.static_scene, self.camera.pixels_per_mm)

    def show(self, frame: ZigzagFrame, clock_s: float, playback: Playback | None = None) -> None:
        """Move everything to a frame; `clock_s` drives what moves by itself."""
        frame = self.eyes(frame)
        self.stage.update(frame, clock_s)
        self.hud.update(frame, playback, self.camera)

    def draw(self, window: Any) -> None:
        """Draw what was shown last."""
        (x, y), scale = self.camera.offset, self.camera.scale
        window.view = Mat4.from_translation(Vec3(x, y, 0)) @ Mat4.from_scale(Vec3(scale, scale, 1))
        ratio, width, height = self.camera.pixel_ratio, *self.size
        # The scene may have only a part of the window.
        part = (GLint * 4)()
        glGetIntegerv(GL_VIEWPORT, part)
        glEnable(GL_SCISSOR_TEST)
        glScissor(part[0], part[1], round(width * ratio), round(height * ratio))
        # What lies beyond the table's edge in a very wide window.
        red, green, blue = (value / 255 for value in darker(OAK, 0.4))
        glClearColor(red, green, blue, 1.0)
        glClear(GL_COLOR_BUFFER_BIT)
        glClearColor(0.0, 0.0, 0.0, 1.0)
        self.stage.batch.draw()
        glDisable(GL_SCISSOR_TEST)
        window.view = Mat4()
        self.hud.batch.draw()

    def tidy(self) -> None:
        """Paint again what the camera now shows larger than it was painted."""
        self.stage.tidy(self.camera.pixels_per_mm)

    def toggle_help(self) -> None:
        """Show or hide the keys."""
        self.hud.help_shown = not self.hud.help_shown


Scene = ZigzagScene
"""By the name under which `scenes.playback.protocols.scene_of` finds every game's scene."""
