"""The column of dials: sliders, choices and buttons for the design that is edited. Needs no window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from scenes.play.form import Form
from scenes.play.screen import FormScreen
from scenes.play.widgets import Button, Choice, Field, Option, Slider, Widget, Words
from scenes.workshop.session import Session
from sim.people.skill import PROFILES
from sim.workshop.editing import Dial

WIDE = 4000.0
"""Wider than any column: the form takes all of its place."""


class DialsScreen(FormScreen):
    """The column. feel: tries the design by hand. unit: of the whole window, since the column alone is narrow."""

    veil = 0

    def __init__(self, session: Session, feel: Callable[[], None], unit: Callable[[], float]) -> None:
        super().__init__()
        self._session, self._feel, self._unit = session, feel, unit

    @property
    def unit(self) -> float:
        """The unit of panels in the window."""
        return self._unit()

    def build(self) -> Form:
        """Return the form for the design as it is."""
        session, prototype = self._session, self._session.prototype
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
                Button(f"action {number}", action.label, partial(session.act, action), least=100)
                for number, action in enumerate(prototype.actions())
            ]
        )
        undoes, redoes = document.undoes, document.redoes
        lines += [
            (
                Button("undo", f"Undo {undoes}" if undoes else "Undo", session.undo, least=110, enabled=bool(undoes)),
                Button("redo", f"Redo {redoes}" if redoes else "Redo", session.redo, least=110, enabled=bool(redoes)),
            ),
            (
                Button("feel", "Feel (F2)", self._feel, "main", least=96),
                Button("stir", f"{prototype.stir_words} (F4)", session.stir, least=96),
                Button("beside", "Alone (F3)" if session.beside else "Beside (F3)", session.set_beside, least=106),
            ),
            Choice("target", "As hard as", session.targets, session.target, self._target, steps=True),
            Button("tune", "Stop tuning" if session.tuning else "Make it so (F5)", session.tune),
        ]
        if session.tuning:
            lines.append(Words("tuning", session.tuning, "soft", size=12))
        lines.append(
            (
                Field("path", "Save as", session.path, self._path, most=120, share=2.0, least=200),
                Button("save", "Save", session.save, least=70, share=0.4),
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
        return lambda value: self._session.turn(dial, value)

    def _tried(self, name: str) -> Callable[[str], None]:
        return lambda value: self._session.try_with(**{name: value})

    def _load(self, count: float) -> None:
        self._session.try_with(load=round(count))

    def _target(self, target: str) -> None:
        self._session.target = target

    def _path(self, path: str) -> None:
        self._session.path = path
