"""The scene of Riff Raff: draws a match's frames, and answers to keys and mouse."""

from __future__ import annotations

import math
from typing import Any

from pyglet.graphics import Batch, Group
from pyglet.math import Mat4, Vec3
from pyglet.sprite import Sprite
from pyglet.window import key, mouse

from scenes.camera import Camera, Rectangle
from scenes.playback import SEEK_S, Playback
from scenes.riff_raff import backdrop
from scenes.riff_raff.hud import Hud
from scenes.riff_raff.stage import Stage, home_view
from scenes.sprites import sprite_of, texture_of
from sim.matches.frame import PieceState, RiffRaffFrame, Scenery

CLOUDS = (
    (0.06, 0.86, 0.20, 0.0034),
    (0.40, 0.74, 0.15, 0.0052),
    (0.72, 0.90, 0.24, 0.0027),
    (0.93, 0.66, 0.13, 0.0046),
)
WHEEL = 1.12
HEADROOM_MM = 28.0
SKY_SHARE = 4  # the sky is painted at a quarter of the window's size and smoothed by the graphics card


class RiffRaffScene:
    """Draws frames. `show(frame)` is all that a still needs; with a playback it also runs and obeys."""

    def __init__(self, scenery: Scenery, width: float, height: float, pixel_ratio: float = 1.0, seats: int = 4) -> None:
        self.scenery = scenery
        self.seats = seats
        self.clock_s = 0.0
        self.hud = Hud(scenery)
        self.camera = Camera(home_view(scenery), Rectangle(0, 0, width, height), pixel_ratio)
        self._home = self.camera.home
        self._shown_s: float | None = None
        self._sky = Batch()
        self._sky_sprite: Sprite | None = None
        self._clouds: list[Sprite] = []
        self._stage: Stage | None = None
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
        self.camera.resize(layout.ship, pixel_ratio)
        if self._stage is None:
            self._stage = Stage(self.scenery, self.camera.pixels_per_mm)
        self._paint_sky(width, height, pixel_ratio)

    def _paint_sky(self, width: float, height: float, pixel_ratio: float) -> None:
        for sprite in (self._sky_sprite, *self._clouds):
            if sprite is not None:
                sprite.delete()
        wide, high = max(8, round(width / SKY_SHARE)), max(8, round(height / SKY_SHARE))
        horizon = self.camera.to_screen((0.0, backdrop.SWELLS[0][0]))[1] / height
        sky = backdrop.sky_picture(wide, high, min(0.8, max(0.05, horizon)))
        self._sky_sprite = sprite_of(texture_of(sky), self._sky, Group(order=0))
        self._sky_sprite.update(scale_x=width / wide, scale_y=height / high)
        self._clouds = []
        for index, (_, _, size, _) in enumerate(CLOUDS):
            picture = backdrop.cloud_picture(index + 3, max(16, round(size * width * pixel_ratio)))
            cloud = sprite_of(texture_of(picture), self._sky, Group(order=1 + index))
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


class WatchScene(RiffRaffScene):
    """The scene with a match behind it and somebody before it."""

    def __init__(self, playback: Playback, width: float, height: float, pixel_ratio: float = 1.0) -> None:
        self.playback = playback
        frame = playback.shown()
        super().__init__(playback.match.scenery, width, height, pixel_ratio, seats=len(frame.seats))
        self.window: Any = None
        self.show(frame, 0.0, playback)

    def attach(self, window: Any) -> None:
        """Listen to a window's keys and mouse."""
        self.window = window
        window.push_handlers(
            on_key_press=self.on_key_press,
            on_mouse_scroll=self.on_mouse_scroll,
            on_mouse_drag=self.on_mouse_drag,
        )

    def update(self, wall_s: float) -> None:
        """So much time has passed."""
        self.clock_s += min(wall_s, 0.1)
        self.playback.advance(wall_s)
        self.stage.gallery.wanted(self.camera.pixels_per_mm)
        self.stage.gallery.repaint()
        self.show(self.playback.shown(), self.clock_s, self.playback)

    def on_key_press(self, symbol: int, _modifiers: int) -> bool:
        """Obey a key; True where it meant something."""
        playback = self.playback
        actions: dict[int, Any] = {
            key.SPACE: playback.toggle_pause,
            key.PERIOD: playback.step,
            key.NUM_DECIMAL: playback.step,
            key.PLUS: playback.faster,
            key.EQUAL: playback.faster,
            key.NUM_ADD: playback.faster,
            key.MINUS: playback.slower,
            key.NUM_SUBTRACT: playback.slower,
            key.LEFT: lambda: playback.seek(-SEEK_S),
            key.RIGHT: lambda: playback.seek(SEEK_S),
            key.T: self._toggle_thinking,
            key.N: playback.next_match,
            key._0: self.camera.reset,
            key.NUM_0: self.camera.reset,
            key.F: self._toggle_fullscreen,
            key.H: self._toggle_help,
            key.ESCAPE: self._close,
            key.Q: self._close,
        }
        action = actions.get(symbol)
        if action is None:
            return False
        action()
        return True

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Zoom about the pointer."""
        self.camera.zoom_at((x, y), WHEEL**scroll_y)

    def on_mouse_drag(self, _x: float, _y: float, dx: float, dy: float, buttons: int, _modifiers: int) -> None:
        """Pan."""
        if buttons & (mouse.LEFT | mouse.MIDDLE | mouse.RIGHT):
            self.camera.drag(dx, dy)

    def _toggle_thinking(self) -> None:
        self.playback.skip_thinking = not self.playback.skip_thinking

    def _toggle_help(self) -> None:
        self.hud.help_shown = not self.hud.help_shown

    def _toggle_fullscreen(self) -> None:
        if self.window is not None:
            self.window.set_fullscreen(not self.window.fullscreen)

    def _close(self) -> None:
        if self.window is not None:
            # Not close(): the loop ends when its last window has gone through on_close.
            self.window.dispatch_event("on_close")
