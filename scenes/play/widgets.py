"""The widgets of a form. A widget holds a value and handles clicks and keys; form_art paints it.

Needs no window. Keys are words: left, right, up, down, home, end, enter, space, backspace, delete.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from sim.language import _

if TYPE_CHECKING:
    from PIL import Image

    from scenes.drawing.page import Block

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Widget:
    """A part of a form. `name` is unique on the form; `share` is its share of a line's spare room.

    least: the width in units (of a 720-line window) below which it goes on a line of its own. high: its height in
    window units, None for that of a line of text.
    """

    takes_focus = True

    def __init__(self, name: str, label: str = "", share: float = 1.0, least: float = 120.0) -> None:
        self.name, self.label, self.share, self.least = name, label, share, least
        self.enabled = True
        self.high: float | None = None

    @property
    def reachable(self) -> bool:
        """True if the widget may be focused now."""
        return self.takes_focus and self.enabled

    def look(self) -> Hashable:
        """Return everything that decides how it is painted, except its size and whether focus or pointer are on it."""
        return (self.label, self.enabled)

    def press(self, along: float, up: float = 0.5) -> None:
        """Handle a click at that share of the width of its control (0 left, 1 right), and of its height (0 below)."""

    def drag(self, along: float) -> None:
        """Handle a move of the pointer there while the button is held."""

    def key(self, word: str) -> bool:
        """Obey a key; return True if it has an action."""
        return False

    def text(self, text: str) -> bool:
        """Handle typed text; return True if the widget accepts text."""
        return False


class Words(Widget):
    """A text to read. tone: one of the palette's tones; size: of a 720-line window."""

    takes_focus = False

    def __init__(self, name: str, text: str, tone: str = "plain", size: float = 15.0, bold: bool = False) -> None:
        super().__init__(name, text, least=200.0)
        self.tone, self.size, self.bold = tone, size, bold
        self.centred = self.middle = False
        """centred: each line in the middle of the width; middle: the lines in the middle of the height."""

    def look(self) -> Hashable:
        """Return the text and its style."""
        return (self.label, self.tone, self.size, self.bold, self.centred, self.middle)


class Page(Widget):
    """A page of text to read, in blocks."""

    takes_focus = False

    def __init__(self, name: str, blocks: Sequence[Block], share: float = 1.0, least: float = 200.0) -> None:
        super().__init__(name, "", share, least)
        self.blocks = tuple(blocks)

    def look(self) -> Hashable:
        """Return the blocks."""
        return self.blocks


class Button(Widget):
    """A button. kind: main (the most likely choice, which enter presses), plain or small."""

    def __init__(
        self,
        name: str,
        label: str,
        action: Callable[[], None],
        kind: str = "plain",
        share: float = 1.0,
        least: float = 120.0,
        enabled: bool = True,
    ) -> None:
        super().__init__(name, label, share, least)
        self.action, self.kind, self.enabled = action, kind, enabled

    def look(self) -> Hashable:
        """Return label, kind and state."""
        return (self.label, self.kind, self.enabled)

    def press(self, along: float, up: float = 0.5) -> None:
        """Perform the action."""
        if self.enabled:
            self.action()

    def key(self, word: str) -> bool:
        """Press the button on enter or space."""
        if word in ("enter", "space"):
            self.press(0.5)
            return True
        return False


@dataclass(frozen=True, slots=True)
class Option(Generic[V_co]):
    """One option of a choice: its value and its text."""

    value: V_co
    text: str


class PictureButton(Button):
    """A button with a picture above its words, which `picture` paints, given width and height in pixels.

    about: a line below the label.
    """

    def __init__(
        self,
        name: str,
        label: str,
        about: str,
        action: Callable[[], None],
        picture: Callable[[int, int], Image.Image],
        high: float,
        share: float = 1.0,
        least: float = 240.0,
    ) -> None:
        super().__init__(name, label, action, share=share, least=least)
        self.about, self.picture, self.high = about, picture, high

    def look(self) -> Hashable:
        """Return the words."""
        return (self.label, self.about, self.enabled)


class Choice(Widget, Generic[V]):
    """A choice of one of a few options.

    Drawn as a row of segments if these fit, else (or with `steps`) as the option chosen with arrows to step through
    them.
    """

    def __init__(
        self,
        name: str,
        label: str,
        options: Sequence[Option[V]],
        value: V,
        changed: Callable[[V], None],
        least: float = 120.0,
        steps: bool = False,
    ) -> None:
        super().__init__(name, label, least=least)
        self.options = tuple(options)
        self.value, self._changed = value, changed
        self.steps = steps
        self.segmented = not steps
        """True if drawn as segments; form_art sets it, since only painting shows whether they fit."""

    @property
    def index(self) -> int:
        """The index of the chosen option; 0 if the value is that of none."""
        return next((i for i, option in enumerate(self.options) if option.value == self.value), 0)

    def look(self) -> Hashable:
        """Return the options and which of them is chosen."""
        return (self.label, tuple(option.text for option in self.options), self.index, self.enabled, self.steps)

    def press(self, along: float, up: float = 0.5) -> None:
        """Choose the segment there; with arrows, step back in the left part and forward in the rest."""
        if self.segmented:
            self._take(min(len(self.options) - 1, max(0, int(along * len(self.options)))))
        else:
            self._take((self.index + (-1 if along < 0.3 else 1)) % len(self.options))

    def key(self, word: str) -> bool:
        """Step on left and right, and on space, which also goes from the last to the first.

        Enter is left to the form's main button.
        """
        if word in ("left", "right"):
            step = -1 if word == "left" else 1
            self._take(min(len(self.options) - 1, max(0, self.index + step)))
            return True
        if word == "space":
            self._take((self.index + 1) % len(self.options))
            return True
        return False

    def _take(self, index: int) -> None:
        value = self.options[index].value
        if self.enabled and value != self.value:
            self.value = value
            self._changed(value)


class PictureChoice(Choice[V]):
    """A choice between pictures side by side, which `picture` paints, given the value, width and height in pixels."""

    def __init__(
        self,
        name: str,
        options: Sequence[Option[V]],
        value: V,
        changed: Callable[[V], None],
        picture: Callable[[V, int, int], Image.Image],
    ) -> None:
        super().__init__(name, "", options, value, changed, least=240.0)
        self.picture = picture


SKILL_UP = 0.21
"""The lowest share of a portrait is its skill."""
CORNER = 0.24
"""The upper right corner of a portrait, as a share of its width, and half that of its height, removes the player."""


class Portrait(Widget):
    """A player as a card: a click switches between person and bot, one at its foot goes on to the next skill.

    label: the player's name. face: paints them, given the pixels of its side. remove: what the cross in the corner
    does; None: there is none.
    """

    def __init__(
        self,
        name: str,
        label: str,
        is_person: bool,
        skill: str,
        skills: Sequence[str],
        face: Callable[[int], Image.Image],
        switched: Callable[[bool], None],
        trained: Callable[[str], None],
        remove: Callable[[], None] | None,
    ) -> None:
        super().__init__(name, label, least=104.0)
        self.is_person, self.skill, self.skills, self.face = is_person, skill, tuple(skills), face
        self._switched, self._trained, self.remove = switched, trained, remove

    def look(self) -> Hashable:
        """Return name, kind of player and skill."""
        return (self.name, self.label, self.is_person, self.skill, self.remove is not None)

    def press(self, along: float, up: float = 0.5) -> None:
        """Do what the part clicked is for."""
        if self.remove is not None and along > 1 - CORNER and up > 1 - CORNER / 2:
            self.remove()
        elif up < SKILL_UP:
            self._step(1)
        else:
            self._switched(not self.is_person)

    def key(self, word: str) -> bool:
        """Switch on space, change the skill on left and right, remove the player on delete."""
        if word == "space":
            self._switched(not self.is_person)
        elif word in ("left", "right"):
            self._step(-1 if word == "left" else 1)
        elif word in ("delete", "backspace") and self.remove is not None:
            self.remove()
        else:
            return False
        return True

    def _step(self, by: int) -> None:
        self._trained(self.skills[(self.skills.index(self.skill) + by) % len(self.skills)])


def in_language(options: Sequence[Option[V]]) -> tuple[Option[V], ...]:
    """Return constant options with their texts in the language that is spoken."""
    return tuple(Option(option.value, _(option.text)) for option in options)


def switch(name: str, label: str, value: bool, changed: Callable[[bool], None]) -> Choice[bool]:
    """Return a choice of on or off."""
    return Choice(name, label, (Option(False, _("off")), Option(True, _("on"))), value, changed)


class Field(Widget):
    """A line to type in. `allowed` tests single characters; `most` is the greatest length."""

    def __init__(
        self,
        name: str,
        label: str,
        value: str,
        changed: Callable[[str], None],
        allowed: Callable[[str], bool] = str.isprintable,
        most: int = 40,
        share: float = 1.0,
        least: float = 120.0,
        hint: str = "",
    ) -> None:
        super().__init__(name, label, share, least)
        self.value, self._changed, self._allowed, self._most, self.hint = value, changed, allowed, most, hint
        self.caret = len(value)

    def look(self) -> Hashable:
        """Return the text and the place of the caret."""
        return (self.label, self.value, self.caret, self.enabled, self.hint)

    def press(self, along: float, up: float = 0.5) -> None:
        """Move the caret to the end, or to the beginning if that was clicked."""
        self.caret = 0 if along < 0.03 else len(self.value)

    def text(self, text: str) -> bool:
        """Insert the allowed characters at the caret, as far as there is room."""
        kept = "".join(character for character in text if character.isprintable() and self._allowed(character))
        kept = kept[: self._most - len(self.value)]
        if kept:
            self.value = self.value[: self.caret] + kept + self.value[self.caret :]
            self.caret += len(kept)
            self._changed(self.value)
        return True

    def key(self, word: str) -> bool:
        """Move the caret or delete a character."""
        before = self.value
        if word == "left":
            self.caret = max(0, self.caret - 1)
        elif word == "right":
            self.caret = min(len(self.value), self.caret + 1)
        elif word in ("home", "end"):
            self.caret = 0 if word == "home" else len(self.value)
        elif word == "backspace" and self.caret:
            self.value = self.value[: self.caret - 1] + self.value[self.caret :]
            self.caret -= 1
        elif word == "delete":
            self.value = self.value[: self.caret] + self.value[self.caret + 1 :]
        elif word not in ("backspace", "space"):  # a space is typed
            return False
        if self.value != before:
            self._changed(self.value)
        return True


class Slider(Widget):
    """A number in a range, in steps. `shown` formats it."""

    def __init__(
        self,
        name: str,
        label: str,
        bounds: tuple[float, float],
        step: float,
        value: float,
        changed: Callable[[float], None],
        shown: Callable[[float], str] = "{:g}".format,
    ) -> None:
        super().__init__(name, label, least=160.0)
        self.bounds = bounds
        self.step, self.value, self._changed, self._shown = step, value, changed, shown

    @property
    def along(self) -> float:
        """The place of the knob, 0 to 1."""
        low, high = self.bounds
        return min(1.0, max(0.0, (self.value - low) / (high - low)))

    @property
    def words(self) -> str:
        """The number as shown."""
        return self._shown(self.value)

    def look(self) -> Hashable:
        """Return the number and its text."""
        return (self.label, self.value, self.words, self.enabled)

    def press(self, along: float, up: float = 0.5) -> None:
        """Move the knob to the place clicked."""
        self.drag(along)

    def drag(self, along: float) -> None:
        """Move the knob to where the pointer is."""
        self._take(self.bounds[0] + along * (self.bounds[1] - self.bounds[0]))

    def key(self, word: str) -> bool:
        """Move the knob: left and right by a step, home and end to the bounds."""
        wanted = {
            "left": self.value - self.step,
            "right": self.value + self.step,
            "home": self.bounds[0],
            "end": self.bounds[1],
        }.get(word)
        if wanted is None:
            return False
        self._take(wanted)
        return True

    def _take(self, wanted: float) -> None:
        low, high = self.bounds
        steps = round((min(high, max(low, wanted)) - low) / self.step)
        value = min(high, round(low + steps * self.step, 9))
        if self.enabled and value != self.value:
            self.value = value
            self._changed(value)
