"""Somebody before a match: the scene of its game, a playback behind it, keys and mouse. The same for every game."""

from __future__ import annotations

from typing import Any

from pyglet.window import key, mouse

from scenes.match import Scene, scene_of
from scenes.playback import SEEK_S, Playback

WHEEL = 1.12
LATEST_S = 0.1


class WatchScene:
    """What a window shows while a match is watched."""

    def __init__(self, playback: Playback, width: float, height: float, pixel_ratio: float = 1.0) -> None:
        self.playback = playback
        self.clock_s = 0.0
        self.window: Any = None
        frame = playback.shown()
        self.scene: Scene = scene_of(playback.match, width, height, pixel_ratio, frame)
        self.scene.show(frame, 0.0, playback)

    def attach(self, window: Any) -> None:
        """Listen to a window's keys and mouse."""
        self.window = window
        window.push_handlers(
            on_key_press=self.on_key_press,
            on_mouse_scroll=self.on_mouse_scroll,
            on_mouse_drag=self.on_mouse_drag,
        )

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""
        self.scene.resize(width, height, pixel_ratio)

    def update(self, wall_s: float) -> None:
        """So much time has passed."""
        self.clock_s += min(wall_s, LATEST_S)
        self.playback.advance(wall_s)
        self.scene.tidy()
        self.scene.show(self.playback.shown(), self.clock_s, self.playback)

    def draw(self, window: Any) -> None:
        """Draw what was shown last."""
        self.scene.draw(window)

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
            key._0: self.scene.camera.reset,
            key.NUM_0: self.scene.camera.reset,
            key.F: self._toggle_fullscreen,
            key.H: self.scene.toggle_help,
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
        self.scene.camera.zoom_at((x, y), WHEEL**scroll_y)

    def on_mouse_drag(self, _x: float, _y: float, dx: float, dy: float, buttons: int, _modifiers: int) -> None:
        """Pan."""
        if buttons & (mouse.LEFT | mouse.MIDDLE | mouse.RIGHT):
            self.scene.camera.drag(dx, dy)

    def _toggle_thinking(self) -> None:
        self.playback.skip_thinking = not self.playback.skip_thinking

    def _toggle_fullscreen(self) -> None:
        if self.window is not None:
            self.window.set_fullscreen(not self.window.fullscreen)

    def _close(self) -> None:
        if self.window is not None:
            # Not close(): the loop ends when its last window has gone through on_close.
            self.window.dispatch_event("on_close")
