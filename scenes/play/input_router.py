"""The events of the window while a person plays, passed on to the front screen or to the table's play layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyglet.window import key

from scenes.play.first_cards import FirstCards
from scenes.play.menus import RulesScreen
from scenes.play.screen import FormScreen
from scenes.play.settings import PlaySettings
from scenes.play.table_view import Table
from scenes.window.event_time import stamp_events

if TYPE_CHECKING:
    from pyglet.window import Window

CALM_S = 0.6
"""How long a loss of focus is ignored after a change to or from full screen, which causes one."""


class InputRouter:
    """The handler of a window's mouse, keys and focus. The pointer is noted at every event and again at every frame."""

    window: Window | None
    table: Table | None
    screens: list[FormScreen]
    first_cards: FirstCards | None
    _pointer: tuple[float, float]
    _calm_s: float

    @property
    def settings(self) -> PlaySettings:
        """The current settings."""
        raise NotImplementedError

    def pause(self, why: str = "") -> None:
        """Pause; `why` is shown if the player did not ask for it."""
        raise NotImplementedError

    def change_settings(self, **changes: object) -> None:
        raise NotImplementedError

    def undo(self) -> None:
        """Undo the last attempt of a practice."""
        raise NotImplementedError

    def show_rules(self, game: str | None = None) -> None:
        """Show the rules of a game, by default of the one that is played or chosen, and the keys."""
        raise NotImplementedError

    def watch_cards(self) -> None:
        """Go on to the next card if the thing to try was done; end the cards after the last one."""
        raise NotImplementedError

    def back(self) -> None:
        """Remove the front screen."""
        raise NotImplementedError

    def attach(self) -> None:
        """Listen to the window's keys and mouse."""
        assert self.window is not None
        stamp_events(self.window)
        self.window.push_handlers(
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
            self.on_deactivate,
            self.on_hide,
        )

    def on_mouse_motion(self, x: float, y: float, _dx: float = 0, _dy: float = 0) -> None:
        """Note where the pointer is."""
        self._pointer = (float(x), float(y))
        if self.screens:
            self.screens[-1].pointer(*self._pointer)
        elif self.table is not None:
            if self.first_cards is not None:
                self.first_cards.pointer(*self._pointer)
            self.table.layer.pointer(*self._pointer)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, _buttons: int, _modifiers: int) -> None:
        """Note where the pointer is while a button is held."""
        self.on_mouse_motion(x, y, dx, dy)

    def on_mouse_enter(self, x: float, y: float) -> None:
        """Note where the pointer came in."""
        self.on_mouse_motion(x, y)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        self.on_mouse_motion(x, y)
        if self.screens:
            if button == 1:
                self.screens[-1].press(x, y)
        elif self.first_cards is not None and button == 1 and self.first_cards.press(x, y):
            return
        elif self.table is not None:
            self.table.layer.press(x, y, button, modifiers)

    def on_mouse_release(self, x: float, y: float, button: int, _modifiers: int) -> None:
        self.on_mouse_motion(x, y)
        if self.screens:
            self.screens[-1].release()
        elif self.table is not None:
            self.table.layer.release(x, y, button)

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Pass a turn of the wheel on."""
        if self.screens:
            self.screens[-1].wheel(scroll_y)
        elif self.table is not None:
            self.table.layer.scroll(x, y, scroll_y)

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Obey a key. Returns True always: Esc must not close the window."""
        if symbol == key.F11:
            self.change_settings(fullscreen=not self.settings.fullscreen)
        elif symbol == key.F1:
            self._toggle_rules()
        elif self.screens:
            word = key_words().get(symbol)
            if word == "tab" and modifiers & key.MOD_SHIFT:
                word = "back tab"
            if word is not None:
                self.screens[-1].key(word)
        elif symbol == key.F3 and self.first_cards is not None:
            self.first_cards.next()
        elif self.table is not None and not self.table.layer.key(symbol, modifiers):
            self._own_key(symbol)
        return True

    def on_key_release(self, symbol: int, _modifiers: int) -> None:
        """Pass a key that is let go on to the table."""
        if not self.screens and self.table is not None:
            self.table.layer.key_up(symbol)

    def _toggle_rules(self) -> None:
        if self.screens and isinstance(self.screens[-1], RulesScreen):
            self.back()
        else:
            self.show_rules()

    def _own_key(self, symbol: int) -> None:
        if symbol == key.ESCAPE and self.first_cards is not None:
            self.first_cards.skip()
            self.watch_cards()
        elif symbol in (key.ESCAPE, key.P):
            self.pause()
        elif symbol == key.U:
            self.undo()
        elif symbol == key.F2 and self.table is not None:
            self.table.toggle_panels()

    def on_text(self, text: str) -> None:
        """Pass typed text on to the front screen."""
        if self.screens and text not in ("\r", "\n"):
            self.screens[-1].text(text)

    def on_text_motion(self, motion: int) -> None:
        """Pass backspace and delete on to the front screen; they come repeatedly while the key is held."""
        word = {key.MOTION_BACKSPACE: "backspace", key.MOTION_DELETE: "delete"}.get(motion)
        if self.screens and word is not None:
            self.screens[-1].key(word)

    def on_deactivate(self) -> None:
        """Pause because the window lost the focus."""
        self._stop("The window was left.")

    def on_hide(self) -> None:
        """Pause because the window was minimised."""
        self._stop("The window was out of sight.")

    def _stop(self, why: str) -> None:
        if self._calm_s <= 0 and self.table is not None and not self.screens and not self.table.session.match.finished:
            self.pause(why)


def key_words() -> dict[int, str]:
    """Return the words for keys; backspace and delete come as text motions, which repeat."""
    return {
        key.LEFT: "left", key.RIGHT: "right", key.UP: "up", key.DOWN: "down", key.HOME: "home", key.END: "end",
        key.ENTER: "enter", key.NUM_ENTER: "enter", key.SPACE: "space", key.TAB: "tab", key.ESCAPE: "escape",
        key.PAGEUP: "page up", key.PAGEDOWN: "page down",
    }  # fmt: skip
