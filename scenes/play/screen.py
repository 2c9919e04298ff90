"""A screen: a form before the table, or before nothing. While one is up, the game stands still."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scenes.drawing.layout import unit_of
from scenes.drawing.panels import Pen
from scenes.play.form import Form
from scenes.play.session import Session
from scenes.play.settings import PlaySettings
from scenes.play.setup import Setup

if TYPE_CHECKING:
    from pyglet.window import Window

    from scenes.play.form_board import Board


class Host(Protocol):
    """What a screen may ask of the window's scene."""

    draft: Setup
    """What the lobby holds."""

    @property
    def settings(self) -> PlaySettings:
        """The wishes that hold."""

    @property
    def complaint(self) -> str:
        """Why the settings are not kept, or empty."""

    @property
    def session(self) -> Session | None:
        """What is being played."""

    def wish(self, **wishes: object) -> None:
        """Other settings from now on."""

    def open(self, screen: Screen) -> None:
        """Put a screen before what is shown."""

    def back(self) -> None:
        """Take the front screen away."""

    def play(self, setup: Setup) -> str:
        """Begin; returns why not, in one sentence, or an empty text."""

    def go_on_with(self, file: Path) -> str:
        """Go on with a match that was left; returns why not, or an empty text."""

    def undo(self) -> None:
        """Back before the last attempt of a practice."""

    def show_keys(self) -> None:
        """The keys."""

    def leave(self) -> None:
        """Save, and to the lobby."""

    def quit(self) -> None:
        """Save, and close the window."""


class Screen:
    """A form, drawn and worked. A screen of its own kind builds its form anew whenever something changed."""

    veil = 120
    """How much the table behind is dimmed, 0 to 255."""
    covers = False
    """True where nobody may see the table."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.form: Form | None = None
        self._board: Board | None = None
        self._size = (640.0, 480.0, 1.0)

    def build(self) -> Form:
        """The form as it is now."""
        raise NotImplementedError

    def resize(self, width: float, height: float, ratio: float) -> None:
        """The window is so many units wide and high, of `ratio` pixels each."""
        self._size = (width, height, ratio)
        self.refresh()
        if self.form is not None:
            # Where the pointer is in the new window is known when it moves.
            self.form.hover = ""

    def refresh(self) -> None:
        """Something changed: build the form again, with the focus where it was."""
        before, self.form = self.form, self.build()
        if before is not None:
            self.form.follow(before)
        width, height, ratio = self._size
        self.form.lay_out(width, height, Pen(unit_of(width, height), ratio))

    def restyle(self) -> None:
        """Other colours or another size of letters: paint everything again."""
        self._board = None
        self.refresh()

    def update(self, wall_s: float) -> None:
        """So much time has passed."""

    def pointer(self, x: float, y: float) -> None:
        """The pointer is there."""
        if self.form is not None:
            self.form.pointer(x, y)

    def press(self, x: float, y: float) -> None:
        """The button went down there."""
        if self.form is not None:
            self.form.press(x, y)

    def release(self) -> None:
        """The button went up."""
        if self.form is not None:
            self.form.release()

    def wheel(self, steps: float) -> None:
        """The wheel was turned."""
        if self.form is not None:
            self.form.wheel(steps)

    def key(self, word: str) -> bool:
        """A key; True where it meant something."""
        return self.form is not None and self.form.key(word)

    def text(self, text: str) -> bool:
        """Something was typed."""
        return self.form is not None and self.form.text(text)

    def show(self) -> None:
        """Bring the picture up to the form."""
        if self.form is not None:
            if self._board is None:
                # Here, since a screen without a picture needs no display.
                from scenes.play.form_board import Board

                self._board = Board(self.veil)
            self._board.show(self.form, *self._size[:2])

    def draw(self, window: Window) -> None:
        """Draw it."""
        if self._board is not None:
            self._board.draw(window)
