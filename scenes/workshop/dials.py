"""The column of dials: sliders, choices and buttons for the design that is edited. Needs no window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from scenes.play.form import Form
from scenes.play.screen import FormScreen
from scenes.play.widgets import Button, Choice, Field, Option, Slider, Widget, Words
from scenes.workshop.session import Session
from sim.language import _, _n
from sim.people.skill import PROFILES
from sim.workshop.editing import Dial

WIDE = 4000.0
"""Wider than any column: the form takes all of its place."""


class DialsScreen(FormScreen):
    """The column. practise: tries the design by hand. unit: of the whole window, since the column alone is narrow."""

    veil = 0

    def __init__(self, session: Session, practise: Callable[[], None], unit: Callable[[], float]) -> None:
        super().__init__()
        self._session, self._practise, self._unit = session, practise, unit

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
            Words("title", _("{game}: the workshop", game=prototype.title) + mark, size=16, bold=True),
        ]
        for dial in prototype.dials():
            value = document.value(dial.key)
            bounds = min(dial.low, value), max(dial.high, value)
            lines.append(Slider(dial.key, _(dial.label), bounds, dial.step, value, self._turned(dial), dial.words))
        people = [Option(name, _(name)) for name in PROFILES]
        lines += [
            Choice("hands", _("Tried by"), people, prototype.hands, self._tried("hands")),
            Slider(
                "load",
                _(prototype.load_words),
                (0, prototype.most_load),
                1,
                prototype.load,
                self._load,
                "{:.0f}".format,
            ),
        ]
        if prototype.parts:
            parts = [Option(part, _(part)) for part in prototype.parts]
            lines.append(Choice("part", _("Drawn large"), parts, prototype.part, self._tried("part"), steps=True))
        lines.append(
            [
                Button(f"action {number}", _(action.label), partial(session.act, action), least=94)
                for number, action in enumerate(prototype.actions())
            ]
        )
        if document.differences():
            differs = _n("Differs in {count} value.", "Differs in {count} values.", len(document.differences()))
            lines.append(Words("differs", differs, "soft", size=12))
        return Form(lines, self._main_actions(), wide=WIDE, at=0.0, compact=True)

    def _main_actions(self) -> list[Widget | Sequence[Widget]]:
        """Return the lines at the foot, which show in every window, however short it is."""
        session, prototype = self._session, self._session.prototype
        document = prototype.document
        undoes, redoes = document.undoes, document.redoes
        beside = _("Alone (F3)") if session.beside else _("Beside (F3)")
        undo = _("Undo {step}", step=_(undoes)) if undoes else _("Undo")
        redo = _("Redo {step}", step=_(redoes)) if redoes else _("Redo")
        lines: list[Widget | Sequence[Widget]] = [
            (
                Button("undo", undo, session.undo, least=90, enabled=bool(undoes)),
                Button("redo", redo, session.redo, least=90, enabled=bool(redoes)),
            ),
            (
                Button("practise", _("Try (F2)"), self._practise, "main", least=88),
                Button("motion", f"{_(prototype.motion_words)} (F4)", session.start_motion, least=94),
                Button("beside", beside, session.set_beside, least=100),
            ),
            Choice("target", _("As hard as"), session.targets, session.target, self._target, steps=True),
            Button("tune", _("Stop tuning (F5)") if session.tuning else _("Make it so (F5)"), session.tune),
            (
                Field("path", _("Save as"), session.path, self._path, most=120, share=2.0, least=180),
                Button("save", _("Save"), session.save, least=56, share=0.8),
            ),
        ]
        if session.tuning:
            lines.insert(4, Words("tuning", session.tuning, "soft", size=12))
        return lines

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
