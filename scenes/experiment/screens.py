"""The screens between trials: consent, a block that begins, a pause, and the debriefing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenes.play.form import Form
from scenes.play.screen import FormScreen
from scenes.play.widgets import Button, Words

Choice = tuple[str, str, Callable[[], None]]
"""A button: its name, its words, and what it does."""


class TextScreen(FormScreen):
    """A text to read, paragraph by paragraph, and what can be chosen below it; the first choice is the main one.

    text: paragraphs are parted by an empty line; the first is a title if it begins with #. escape: does what Esc does.
    """

    covers = True

    def __init__(self, text: str, choices: Sequence[Choice], escape: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._text, self._choices, self._escape = text, choices, escape

    def build(self) -> Form:
        """Return a form of the text and the buttons."""
        parts = [" ".join(part.split()) for part in self._text.split("\n\n") if part.strip()]
        words = [
            Words(f"part{number}", part.lstrip("# "), size=24, bold=True)
            if number == 0 and part.startswith("#")
            else Words(f"part{number}", part)
            for number, part in enumerate(parts)
        ]
        buttons = [
            Button(name, label, action, "plain" if number else "main", least=160)
            for number, (name, label, action) in enumerate(self._choices)
        ]
        return Form(words, foot=buttons, wide=700, escape=self._escape)
