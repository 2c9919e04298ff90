"""The column of dials: sliders, choices and buttons for the design that is edited. Needs no window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from scenes.play.form import Form
from scenes.play.screen import FormScreen
from scenes.play.widgets import Button, Choice, Field, Option, Slider, Widget, Words
from sim.people.skill import PROFILES
from sim.workshop.editing import Action, Dial
from sim.workshop.prototype import Prototype

WIDE = 4000.0
"""Wider than any column: the form takes all of its place."""


class Workshop(Protocol):
    """The part of the window's scene that the dials use."""

    path: str
    """Where the design is saved, as typed."""

    @property
    def prototype(self) -> Prototype:
        """The design that is edited."""

    @property
    def beside(self) -> bool:
        """True while two designs are side by side."""

    @property
    def targets(self) -> Sequence[Option[str]]:
        """What the design can be made as hard as."""

    target: str

    @property
    def tuning(self) -> str:
        """How the tuning under way stands, empty if there is none."""

    def turn(self, dial: Dial, value: float) -> None:
        """Set a dial's value."""

    def act(self, action: Action) -> None:
        """Make the edits of an action."""

    def try_with(self, **changes: object) -> None:
        """Change the hands, the load, or the part that is drawn large."""

    def undo(self) -> None:
        """Take the last step back."""

    def redo(self) -> None:
        """Do the step again that was undone last."""

    def set_beside(self) -> None:
        """Put a copy of the design beside it, or take it away."""

    def feel(self) -> None:
        """Try the design by hand."""

    def stir(self) -> None:
        """Set it in motion."""

    def tune(self) -> None:
        """Make it as hard as the target, in the background, or stop that."""

    def save(self) -> None:
        """Write the preset."""


class DialsScreen(FormScreen):
    """The column. unit: of the whole window, since the column alone is narrow."""

    veil = 0

    def __init__(self, shop: Workshop, unit: Callable[[], float]) -> None:
        super().__init__()
        self._shop, self._unit = shop, unit

    @property
    def unit(self) -> float:
        """The unit of panels in the window."""
        return self._unit()

    def build(self) -> Form:
        """Return the form for the design as it is."""
        shop, prototype = self._shop, self._shop.prototype
        document = prototype.document
        mark = "*" if document.unsaved else ""
        lines: list[Widget | Sequence[Widget]] = [
            Words("title", f"{prototype.title}: the workshop{mark}", size=16, bold=True),
        ]
        for dial in prototype.dials():
            value = document.value(dial.key)
            bounds = min(dial.low, value), max(dial.high, value)
            lines.append(Slider(dial.key, dial.label, bounds, dial.step, value, self._turned(dial), dial.words))
        people = [Option(name, name) for name in PROFILES]
        lines += [
            Choice("hands", "Tried by", people, prototype.hands, self._tried("hands")),
            Slider(
                "load", prototype.load_words, (0, prototype.most_load), 1, prototype.load, self._load, "{:.0f}".format
            ),
        ]
        if prototype.parts:
            parts = [Option(part, part) for part in prototype.parts]
            lines.append(Choice("part", "Drawn large", parts, prototype.part, self._tried("part"), steps=True))
        lines.append(
            [
                Button(f"action {number}", action.label, partial(shop.act, action), least=100)
                for number, action in enumerate(prototype.actions())
            ]
        )
        undoes, redoes = document.undoes, document.redoes
        lines += [
            (
                Button("undo", f"Undo {undoes}" if undoes else "Undo", shop.undo, least=110, enabled=bool(undoes)),
                Button("redo", f"Redo {redoes}" if redoes else "Redo", shop.redo, least=110, enabled=bool(redoes)),
            ),
            (
                Button("feel", "Feel (F2)", shop.feel, "main", least=96),
                Button("stir", f"{prototype.stir_words} (F4)", shop.stir, least=96),
                Button("beside", "Alone (F3)" if shop.beside else "Beside (F3)", shop.set_beside, least=106),
            ),
            Choice("target", "As hard as", shop.targets, shop.target, self._target, steps=True),
            Button("tune", "Stop tuning" if shop.tuning else "Make it so (F5)", shop.tune),
        ]
        if shop.tuning:
            lines.append(Words("tuning", shop.tuning, "soft", size=12))
        lines.append(
            (
                Field("path", "Save as", shop.path, self._path, most=120, share=2.0, least=200),
                Button("save", "Save", shop.save, least=70, share=0.4),
            )
        )
        if document.differences():
            lines.append(Words("differs", f"Differs in {len(document.differences())} values.", "soft", size=12))
        return Form(lines, wide=WIDE, at=0.0)

    def relaid(self, width: float, height: float, ratio: float) -> None:
        """Lay out again for the column's size, where that has changed."""
        if self._size != (width, height, ratio) or self.form is None:
            self.resize(width, height, ratio)

    def _turned(self, dial: Dial) -> Callable[[float], None]:
        return lambda value: self._shop.turn(dial, value)

    def _tried(self, name: str) -> Callable[[str], None]:
        return lambda value: self._shop.try_with(**{name: value})

    def _load(self, count: float) -> None:
        self._shop.try_with(load=round(count))

    def _target(self, target: str) -> None:
        self._shop.target = target

    def _path(self, path: str) -> None:
        self._shop.path = path
