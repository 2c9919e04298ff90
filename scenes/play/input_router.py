"""The events of the window while a person plays, passed on to the front screen or to the table's play layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyglet.window import key

from scenes.play.keys import meant
from scenes.play.menus import RulesScreen
from scenes.playback.watch_view import WHEEL
from scenes.window.camera import Camera, Point
from scenes.window.event_time import stamp_events
from sim.language import _

if TYPE_CHECKING:
    from pyglet.window import Window

    from scenes.play.scene import PlayScene

CONTROLS = (key.LCTRL, key.RCTRL)
NEARER = {key.PLUS: 1, key.EQUAL: 1, key.NUM_ADD: 1, key.MINUS: -1, key.NUM_SUBTRACT: -1}
KEY_ZOOM, LENS = 1.25, 2.2
"""How many times nearer a key brings the table, and the lens that is held."""


class InputRouter:
    """The handler of a window's mouse, keys and focus. The pointer is noted at every event and again at every frame."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self._controls: set[int] = set()
        self._lens: tuple[Camera, float, Point] | None = None

    def attach(self, window: Window) -> None:
        """Listen to the window's keys and mouse. It does not keep the router alive."""
        stamp_events(window)
        window.push_handlers(
            self.on_key_press,
            self.on_key_release,
            self.on_text,
            self.on_text_motion,
            self.on_mouse_enter,
            self.on_mouse_motion,
            self.on_mouse_drag,
            self.on_mouse_press,
            self.on_mouse_release,
            self.on_mouse_scroll,
            self.on_activate,
            self.on_deactivate,
            self.on_hide,
        )

    def on_mouse_motion(self, x: float, y: float, _dx: float = 0, _dy: float = 0) -> None:
        """Note where the pointer is."""
        self._scene.pointer = (float(x), float(y))
        if self._scene.screens:
            self._scene.screens[-1].pointer(*self._scene.pointer)
        elif self._scene.table is not None:
            if self._scene.first_cards is not None:
                self._scene.first_cards.pointer(*self._scene.pointer)
            self._scene.table.layer.pointer(*self._scene.pointer)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, _buttons: int, _modifiers: int) -> None:
        """Note where the pointer is while a button is held."""
        self.on_mouse_motion(x, y, dx, dy)

    def on_mouse_enter(self, x: float, y: float) -> None:
        """Note where the pointer came in."""
        self.on_mouse_motion(x, y)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        self.on_mouse_motion(x, y)
        if self._scene.screens:
            if button == 1:
                # What is pressed is seen at once, even if what it does takes a while.
                self._scene.screens[-1].touch(x, y)
                self._scene.draw_now()
                self._scene.screens[-1].press(x, y)
        elif self._scene.first_cards is not None and button == 1 and self._scene.first_cards.press(x, y):
            return
        elif self._scene.table is not None:
            self._scene.table.layer.press(x, y, button, modifiers)

    def on_mouse_release(self, x: float, y: float, button: int, _modifiers: int) -> None:
        self.on_mouse_motion(x, y)
        for screen in self._scene.screens:
            screen.release()
        if self._scene.screens:
            return
        if self._scene.table is not None:
            self._scene.table.layer.release(x, y, button)

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Pass a turn of the wheel on; with Ctrl it brings the table nearer at the pointer."""
        if self._scene.screens:
            self._scene.screens[-1].wheel(scroll_y)
        elif self._scene.table is not None and self._controls:
            self._scene.table.scene.camera.zoom_at((x, y), WHEEL**scroll_y)
        elif self._scene.table is not None:
            self._scene.table.layer.scroll(x, y, scroll_y)

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Obey a key. Returns True always: Esc must not close the window."""
        if symbol in CONTROLS:
            self._controls.add(symbol)
        if symbol == key.F11:
            self._scene.change_settings(fullscreen=not self._scene.settings.fullscreen)
        elif self._scene.screens and self._scene.screens[-1].take_symbol(symbol):
            pass
        elif symbol == key.F1:
            self._toggle_rules()
        elif self._scene.screens:
            word = key_words().get(symbol)
            if word == "tab" and modifiers & key.MOD_SHIFT:
                word = "back tab"
            if word is not None:
                self._scene.screens[-1].key(word)
        elif symbol == key.F3 and self._scene.first_cards is not None:
            self._scene.first_cards.next()
        elif self._scene.table is not None:
            usual = meant(symbol, self._scene.settings.keys)
            if not self._scene.table.layer.key(usual, modifiers):
                self._own_key(usual)
        return True

    def on_key_release(self, symbol: int, _modifiers: int) -> None:
        """Pass a key that is let go on to the table."""
        self._controls.discard(symbol)
        usual = meant(symbol, self._scene.settings.keys)
        if usual == key.M:
            self._put_lens_away()
        if not self._scene.screens and self._scene.table is not None:
            self._scene.table.layer.key_up(usual)

    def _toggle_rules(self) -> None:
        if self._scene.screens and isinstance(self._scene.screens[-1], RulesScreen):
            self._scene.back()
        else:
            self._scene.show_rules()

    def _own_key(self, symbol: int) -> None:
        if symbol == key.ESCAPE and self._scene.first_cards is not None:
            self._scene.first_cards.skip()
            self._scene.watch_cards()
        elif symbol in (key.ESCAPE, key.P):
            self._scene.pause()
        elif symbol == key.U:
            self._scene.undo()
        elif symbol == key.F2 and self._scene.table is not None:
            self._scene.table.toggle_panels()
        elif self._scene.table is not None:
            self._look(self._scene.table.scene.camera, symbol)

    def _look(self, camera: Camera, symbol: int) -> None:
        """Obey a key of the camera: what is under the pointer, or in the middle, stays where it is."""
        if symbol in NEARER:
            camera.zoom_at(camera.viewport.centre, KEY_ZOOM ** NEARER[symbol])
        elif symbol == key.V:
            camera.whole = not camera.whole
        elif symbol == key.M and self._lens is None:
            self._lens = camera, camera.zoom, camera.pan
            camera.zoom_at(self._scene.pointer, LENS)

    def _put_lens_away(self) -> None:
        if self._lens is not None:
            camera, zoom, pan = self._lens
            camera.zoom, camera.pan = zoom, pan
            self._lens = None

    def on_text(self, text: str) -> None:
        """Pass typed text on to the front screen."""
        if self._scene.screens and text not in ("\r", "\n"):
            self._scene.screens[-1].text(text)

    def on_text_motion(self, motion: int) -> None:
        """Pass backspace and delete on to the front screen; they come repeatedly while the key is held."""
        word = {key.MOTION_BACKSPACE: "backspace", key.MOTION_DELETE: "delete"}.get(motion)
        if self._scene.screens and word is not None:
            self._scene.screens[-1].key(word)

    def on_deactivate(self) -> None:
        """Note that the window lost the focus, without which no key is heard of that goes up."""
        self._controls.clear()
        self._put_lens_away()
        self._scene.away = _("The window was left.")

    def on_hide(self) -> None:
        """Note that the window was minimised."""
        self._scene.away = _("The window was out of sight.")

    def on_activate(self) -> None:
        """Note that the window has the focus; some displays take it away for a moment as they give it."""
        self._scene.away = ""


def key_words() -> dict[int, str]:
    """Return the words for keys; backspace and delete come as text motions, which repeat."""
    return {
        key.LEFT: "left", key.RIGHT: "right", key.UP: "up", key.DOWN: "down", key.HOME: "home", key.END: "end",
        key.ENTER: "enter", key.NUM_ENTER: "enter", key.SPACE: "space", key.TAB: "tab", key.ESCAPE: "escape",
        key.PAGEUP: "page up", key.PAGEDOWN: "page down",
    }  # fmt: skip
