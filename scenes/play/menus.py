"""The small screens: pause, end, handover, question about the hand log, rules, a moment's wait, countdown."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from scenes.drawing.page import Block, heading
from scenes.drawing.panels import Pen
from scenes.guide import Rules
from scenes.play.folders import hands_folder
from scenes.play.form import WHEEL_UNITS, Form
from scenes.play.screen import FormScreen, Host, Screen
from scenes.play.widgets import Button, Page, Widget, Words

COUNTDOWN_S = 0.8
"""How long each of the numbers 3, 2 and 1 shows."""


class PauseScreen(Screen):
    """The screen of a paused match or practice. `why`: the reason, if the player did not ask for it."""

    def __init__(self, host: Host, why: str = "") -> None:
        super().__init__(host)
        self._why = why

    def build(self) -> Form:
        """Return a form of all that can be done now."""
        host, session = self.host, self.host.session
        practice = session is not None and session.is_practice
        lines: list[Widget | Sequence[Widget]] = [Words("title", "Paused", size=24, bold=True)]
        if self._why:
            lines.append(Words("why", self._why, "soft"))
        lines.append(Button("on", "Go on", host.back, "main"))
        if practice:
            lines.append(Button("undo", "Undo the last attempt", self._undo))
        again = "Begin the practice again" if practice else "Start again with the same seed"
        lines += [
            Button("again", again, self._again),
            Button("settings", "Settings", self._settings),
            Button("keys", "Rules and keys (F1)", host.show_rules),
            Button("leave", "To the lobby" if practice else "Save and leave", host.leave),
            Button("quit", "Quit" if practice else "Save and quit", host.quit),
        ]
        return Form(lines, wide=380, escape=host.back)

    def _undo(self) -> None:
        self.host.back()
        self.host.undo()

    def _again(self) -> None:
        session = self.host.session
        if session is not None:
            self.host.play(session.setup)

    def _settings(self) -> None:
        from scenes.play.settings_screen import SettingsScreen

        self.host.open(SettingsScreen(self.host))


class EndScreen(Screen):
    """The screen after the end of a match."""

    veil = 70

    def __init__(self, host: Host, title: str, result: Sequence[str]) -> None:
        super().__init__(host)
        self._title, self._result = title, result

    def build(self) -> Form:
        """Return a form with the result and what can be played next."""
        host = self.host
        lines: list[Widget | Sequence[Widget]] = [Words("title", self._title, size=26, bold=True)]
        lines += [Words(f"result{i}", text, "soft" if i else "plain") for i, text in enumerate(self._result)]
        lines.append(
            (
                Button("next", "Next seed", lambda: self._play(1), "main"),
                Button("again", "The same seed again", lambda: self._play(0), least=170),
            )
        )
        lines.append((Button("lobby", "Lobby", host.leave), Button("look", "Look at the table", host.back, least=150)))
        return Form(lines, wide=520, escape=host.leave, at=0.35)

    def _play(self, further: int) -> None:
        session = self.host.session
        if session is not None:
            self.host.play(session.setup.with_seed(session.setup.seed + further))


class HandoverScreen(Screen):
    """The screen that hides the table until the named person has the mouse."""

    covers = True

    def __init__(self, host: Host, name: str) -> None:
        super().__init__(host)
        self.name = name

    def build(self) -> Form:
        """Return a form that asks for the mouse to be passed on."""
        return Form(
            [
                Words("title", f"Pass the mouse to {self.name}", size=26, bold=True),
                Words("why", "The next screen is for one player only.", "soft"),
                Button("here", f"I am {self.name}", self.host.back, "main"),
            ],
            wide=480,
        )


class HandsNotice(Screen):
    """The question after the first match whether the hand's movements may be recorded, until it is answered."""

    veil = 150

    def build(self) -> Form:
        """Return a form with the question and two answers."""
        what = (
            "Yardarm can record how your hands move while you play: where you set pieces down, throw or grab cards,"
            " how fast, and how soon you react. Nothing has been recorded so far."
        )
        why = (
            "From this, `yardarm fit play FILE` makes a bot that plays like you. The files stay on this computer, and"
            " nothing else is recorded."
        )
        where = f"The files go to {hands_folder()}. You can change your mind in the settings at any time."
        return Form(
            [
                Words("title", "Record your hands?", size=24, bold=True),
                Words("what", what),
                Words("why", why),
                Words("where", where, "soft"),
            ],
            foot=[
                Button("yes", "Yes, record them", lambda: self._answer(True), least=160),
                Button("no", "No, do not", lambda: self._answer(False), least=150),
            ],
            wide=600,
            escape=self.host.back,
        )

    def _answer(self, record: bool) -> None:
        self.host.change_settings(record_hands=record, notice_answered=True)
        self.host.back()


class MomentScreen(Screen):
    """A line of text while something takes longer than a frame."""

    def __init__(self, host: Host, words: str) -> None:
        super().__init__(host)
        self._words = words

    def build(self) -> Form:
        """Return a form with the line."""
        words = Words("words", self._words, size=20, bold=True)
        words.centred = True
        return Form([words], wide=420)


class RulesScreen(FormScreen):
    """The rules of a game in short, the keys beside them.

    close: removes the screen. keys: those of the game first.
    """

    def __init__(
        self, close: Callable[[], None], title: str, rules: Rules | None, keys: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__()
        self._close, self._title, self._rules, self._keys = close, title, rules, keys

    def build(self) -> Form:
        """Return a form with two columns, or with one below the other where the window is narrow."""
        form = self._form(more=False)
        width, height, ratio = self._size
        fits = form.lay_out(width, height, Pen(self.unit, ratio)).surplus <= 0
        return form if fits else self._form(more=True)

    def _form(self, more: bool) -> Form:
        keys = [heading("Keys and mouse"), *(Block(what, key) for key, what in self._keys)]
        lines: list[Widget | Sequence[Widget]] = [Words("title", self._title, size=24, bold=True)]
        rules = self._rules
        if rules is None:
            lines.append(Page("keys", keys))
        else:
            words = [heading("What the words mean"), *(Block(meaning, word) for word, meaning in rules.words)]
            gap = Words("gap", "")
            gap.least, gap.share = 14.0, 0.0
            lines.append((Page("rules", _steps(rules), 1.0, 520), gap, Page("keys", [*keys, *words], 0.8, 420)))
        foot = [Button("back", "Back (F1)", self._close, "main")]
        if more:
            foot.insert(0, Button("more", "Further down (↓)", self._page_down, least=190))
        return Form(lines, foot, wide=620 if rules is None else 1200, escape=self._close)

    def _page_down(self) -> None:
        """Scroll down by a window; from the end go back to the beginning."""
        form = self.form
        assert form is not None
        assert form.layout is not None
        if form.scroll >= form.layout.surplus:
            form.scroll = 0.0
        else:
            form.wheel(-0.8 * form.layout.view.height / WHEEL_UNITS)

    def key(self, word: str) -> bool:
        """Scroll on up and down; otherwise do as every form does."""
        if word in ("up", "down"):
            self.wheel(1 if word == "up" else -1)
            return True
        return super().key(word)


def _steps(rules: Rules) -> list[Block]:
    return [
        heading("The goal"),
        Block(rules.goal),
        heading("A turn"),
        *(Block(step, "•") for step in rules.turn),
        heading("The end"),
        Block(rules.end),
    ]


class Countdown(Screen):
    """Three, two, one, for games in which everybody acts at once."""

    veil = 60

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._left_s = 3 * COUNTDOWN_S
        self._shown = 0

    def build(self) -> Form:
        self._shown = self._number()
        number = Words("number", str(self._shown), size=54, bold=True)
        number.centred = True
        return Form([number], wide=150, escape=self.host.back, at=0.4)

    def update(self, wall_s: float) -> None:
        """Count down by wall time; close at zero."""
        self._left_s -= wall_s
        if self._left_s <= 0:
            self.host.back()
        elif self._number() != self._shown:
            self.refresh()

    def _number(self) -> int:
        return max(1, math.ceil(self._left_s / COUNTDOWN_S - 1e-6))
