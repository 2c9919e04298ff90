"""A screen: a form in front of the table or of the lobby's background. While one is shown, the game stands still."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scenes.drawing.panels import Pen
from scenes.layout.places import unit_of
from scenes.play.form import Form
from scenes.play.session import Session
from scenes.play.settings import PlaySettings
from scenes.play.setup import Setup
from sim.match.record import Record

if TYPE_CHECKING:
    from pyglet.window import Window

    from scenes.play.form_board import Board


class Host(Protocol):
    """The part of the window's scene that screens may use."""

    draft: Setup
    """The setup in the lobby."""

    @property
    def settings(self) -> PlaySettings:
        """The current settings."""

    @property
    def complaint(self) -> str:
        """The reason why the settings are not saved, or empty."""

    @property
    def session(self) -> Session | None:
        """The session under way, or None."""

    def change_settings(self, **changes: object) -> None:
        """Change settings."""

    def open(self, screen: FormScreen) -> None:
        """Put a screen in front."""

    def back(self) -> None:
        """Remove the front screen."""

    def play(self, setup: Setup) -> str:
        """Begin a match or a practice; return why it cannot be played, in one sentence, or an empty text."""

    def go_on_with(self, file: Path) -> str:
        """Resume a match from its record; return why it cannot be resumed, or an empty text."""

    def play_on(self, cut: Record) -> str:
        """Play on where a record was cut off; return why it cannot be done, or an empty text."""

    def show_again(self, passed_s: float) -> bool:
        """Show the last throw or placement again, `passed_s` of the match after its beginning; return False after it.

        Negative: show the table as it is now.
        """

    def show_best(self) -> str:
        """Show the best moments of the match that was played; return why they cannot be shown, or an empty text."""

    def undo(self) -> None:
        """Undo the last attempt of a practice."""

    def show_rules(self, game: str | None = None) -> None:
        """Show the rules of a game, by default of the one that is played or chosen, and the keys."""

    def leave(self) -> None:
        """Save, and go to the lobby, or back to what was watched."""

    def quit(self) -> None:
        """Save, and close the window."""


class FormScreen:
    """A form, drawn and worked. Each kind of screen builds its form anew whenever something has changed."""

    veil = 120
    """How much the table behind is dimmed, 0 to 255."""
    backdrop_share = 1.0
    """The lobby's background behind it is painted at this share of its size."""
    covers = False
    """True for a screen that hides the table."""

    def __init__(self) -> None:
        self.form: Form | None = None
        self._board: Board | None = None
        self._size = (640.0, 480.0, 1.0)

    def build(self) -> Form:
        """Return the form for the current state."""
        raise NotImplementedError

    @property
    def unit(self) -> float:
        """The unit of panels in the window."""
        return unit_of(*self._size[:2])

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        self._size = (width, height, ratio)
        self.refresh()
        if self.form is not None:
            # The pointer's place in the new window is not known until it moves.
            self.form.hover = ""

    def refresh(self) -> None:
        """Build the form again after a change, with the focus where it was."""
        before, self.form = self.form, self.build()
        if before is not None:
            self.form.follow(before)
        width, height, ratio = self._size
        self.form.lay_out(width, height, Pen(self.unit, ratio))

    def restyle(self) -> None:
        """Paint everything again, after a change of colours or of the size of letters."""
        self._board = None
        self.refresh()

    @property
    def look(self) -> object:
        """All that changes the picture beside the form and the window's events."""
        return None

    def update(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time."""

    def pointer(self, x: float, y: float) -> None:
        if self.form is not None:
            self.form.pointer(x, y)

    def touch(self, x: float, y: float) -> None:
        """Let the widget there look pressed."""
        if self.form is not None:
            self.form.touch(x, y)

    def press(self, x: float, y: float) -> None:
        """Press the widget there."""
        if self.form is not None:
            self.form.press(x, y)

    def release(self) -> None:
        """Let go of the widget that is held."""
        if self.form is not None:
            self.form.release()

    def wheel(self, steps: float) -> None:
        """Scroll by that many steps of the wheel."""
        if self.form is not None:
            self.form.wheel(steps)

    def take_symbol(self, symbol: int) -> bool:
        """Take a key as it is, before it is a word; return True if the screen waits for one."""
        return False

    def key(self, word: str) -> bool:
        """Obey a key; return True if it has an action."""
        return self.form is not None and self.form.key(word)

    def text(self, text: str) -> bool:
        """Insert text in the focused widget; return True if it accepts text."""
        return self.form is not None and self.form.text(text)

    def show(self) -> None:
        """Move and paint the sprites as the form is now."""
        if self.form is not None:
            if self._board is None:
                # Imported here, so that a screen that is not drawn needs no display.
                from scenes.play.form_board import Board

                self._board = Board(self.veil)
            self._board.show(self.form, *self._size[:2])

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        if self._board is not None:
            self._board.draw(window)


class Screen(FormScreen):
    """A screen of the window for playing, whose scene is its host."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
