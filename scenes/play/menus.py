"""The small screens: pause, end, handover, hand log, rules, a moment's wait, countdown, settings, keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from scenes.drawing.key_words import PLAY_KEYS, placed, swapped
from scenes.drawing.page import Block, heading
from scenes.drawing.panels import Pen
from scenes.play.folders import hands_folder
from scenes.play.form import WHEEL_UNITS, Form
from scenes.play.screen import FormScreen, Host, Screen
from scenes.play.settings import FLICK_STRENGTHS, LOUDEST, NAME_MOST, TEXT_SCALES
from scenes.play.widgets import Button, Choice, Field, Option, Page, Slider, Widget, Words, in_language, switch
from scenes.playback.playback import AGAIN_SPEED
from scenes.spec import Rules, games_with_scenes, play_keys_of
from sim.language import LANGUAGES, N_, NAMES, _
from sim.match.seats import YOU
from sim.people.skill import PROFILES

COUNTDOWN_S = 0.8
"""How long each of the numbers 3, 2 and 1 shows."""

HANDS = (Option(False, N_("right hand")), Option(True, N_("left hand")))
TEMPOS = (
    Option("grows", N_("grows with me")),
    Option("beginner", N_("for beginners")),
    Option("expert", N_("for experts")),
)
COLUMN = 430.0
"""The least width of a setting (units of a 720-line window)."""
PALETTES = (Option("standard", N_("standard")), Option("colour-blind", N_("colour-blind")))


class PauseScreen(Screen):
    """The screen of a paused match or practice. `why`: the reason, if the player did not ask for it."""

    def __init__(self, host: Host, why: str = "") -> None:
        super().__init__(host)
        self._why = why

    def build(self) -> Form:
        """Return a form of all that can be done now."""
        host, session = self.host, self.host.session
        practice = session is not None and session.is_practice
        lines: list[Widget | Sequence[Widget]] = [Words("title", _("Paused"), size=24, bold=True)]
        if self._why:
            lines.append(Words("why", self._why, "soft"))
        lines.append(Button("on", _("Go on"), host.back, "main"))
        if practice:
            lines.append(Button("undo", _("Undo the last attempt"), self._undo))
        again = _("Begin the practice again") if practice else _("Start again with the same seed")
        if session is not None and session.cut is not None:
            again = _("Back to where you began")
        lines += [
            Button("slowly", _("The last move again, slowly (R)"), self._slowly),
            Button("again", again, self._again),
            Button("settings", _("Settings"), self._settings),
            Button("keys", _("Rules and keys (F1)"), host.show_rules),
            Button("leave", _("To the lobby") if practice else _("Save and leave"), host.leave),
            Button("quit", _("Quit") if practice else _("Save and quit"), host.quit),
        ]
        return Form(lines, wide=380, escape=host.back)

    def text(self, text: str) -> bool:
        """Show the last move again on R."""
        if text.lower() != "r":
            return super().text(text)
        self._slowly()
        return True

    def _slowly(self) -> None:
        if self.host.show_again(0.0):
            self.host.open(AgainScreen(self.host))
        else:
            self._why = _("Nothing has been thrown or placed yet.")
            self.refresh()

    def _undo(self) -> None:
        self.host.back()
        self.host.undo()

    def _again(self) -> None:
        play_again(self.host)

    def _settings(self) -> None:
        self.host.open(SettingsScreen(self.host))


def play_again(host: Host) -> None:
    """Begin the match or the practice once more, where it was played on from a record there."""
    session = host.session
    if session is not None and session.cut is not None:
        host.play_on(session.cut)
    elif session is not None:
        host.play(session.setup)


class AgainScreen(Screen):
    """The last throw or placement in slow motion, until it is over."""

    veil = 0

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._passed_s = 0.0

    def build(self) -> Form:
        """Return a form at the foot of the window."""
        return Form([Button("back", _("Enough"), self._end, "main")], wide=200, escape=self._end, at=0.97)

    def update(self, wall_s: float) -> None:
        """Move on slowly, and close at the end."""
        self._passed_s += AGAIN_SPEED * wall_s
        if not self.host.show_again(self._passed_s):
            self._end()

    @property
    def look(self) -> object:
        """The time of the match that is shown again, since its beginning."""
        return self._passed_s

    def _end(self) -> None:
        self.host.show_again(-1.0)
        self.host.back()


class EndScreen(Screen):
    """The screen after the end of a match. leave_words: those of the button with which one leaves."""

    veil = 70

    def __init__(self, host: Host, title: str, result: Sequence[str], leave_words: str) -> None:
        super().__init__(host)
        self._title, self._result, self._leave_words = title, result, leave_words

    def build(self) -> Form:
        """Return a form with the result and what can be played next."""
        host = self.host
        lines: list[Widget | Sequence[Widget]] = [Words("title", self._title, size=26, bold=True)]
        lines += [Words(f"result{i}", text, "soft" if i else "plain") for i, text in enumerate(self._result)]
        lines.append(
            (
                Button("next", _("Next seed"), self._next, "main"),
                Button("again", self._again_words, lambda: play_again(host), least=170),
            )
        )
        lines.append(Button("best", _("The best moments"), self._best))
        lines.append(
            (
                Button("lobby", self._leave_words, host.leave),
                Button("look", _("Look at the table"), host.back, least=150),
            )
        )
        return Form(lines, wide=520, escape=host.leave, at=0.35)

    def _best(self) -> None:
        why = self.host.show_best()
        if why:
            self._result = (*self._result, why)
            self.refresh()

    @property
    def _again_words(self) -> str:
        session = self.host.session
        return _("The same seed again") if session is None or session.cut is None else _("Back to where you began")

    def _next(self) -> None:
        session = self.host.session
        if session is not None:
            self.host.play(session.setup.with_seed(session.setup.seed + 1))


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
                Words("title", _("Pass the mouse to {name}", name=self.name), size=26, bold=True),
                Words("why", _("The next screen is for one player only."), "soft"),
                Button("here", _("I am {name}", name=self.name), self.host.back, "main"),
            ],
            wide=480,
        )


class HandsNotice(Screen):
    """The question after the first match whether the hand's movements may be recorded, until it is answered."""

    veil = 150

    def build(self) -> Form:
        """Return a form with the question and two answers."""
        what = _(
            "Yardarm can record how your hands move while you play: where you set pieces down, throw or grab cards,"
            " how fast, and how soon you react. Nothing has been recorded so far."
        )
        why = _(
            "From this, `yardarm fit play FILE` makes a bot that plays like you. The files stay on this computer, and"
            " nothing else is recorded."
        )
        where = _(
            "The files go to {folder}. You can change your mind in the settings at any time.",
            folder=hands_folder(),
        )
        return Form(
            [
                Words("title", _("Record your hands?"), size=24, bold=True),
                Words("what", what),
                Words("why", why),
                Words("where", where, "soft"),
            ],
            foot=[
                Button("yes", _("Yes, record them"), lambda: self._answer(True), least=160),
                Button("no", _("No, do not"), lambda: self._answer(False), least=150),
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
        keys = [heading(_("Keys and mouse")), *(Block(what, key) for key, what in self._keys)]
        lines: list[Widget | Sequence[Widget]] = [Words("title", self._title, size=24, bold=True)]
        rules = self._rules
        if rules is None:
            lines.append(Page("keys", keys))
        else:
            words = [heading(_("What the words mean")), *(Block(_(meaning), _(word)) for word, meaning in rules.words)]
            steps = Page("rules", _steps(rules), 1.0, 520)
            lines.append((steps, _gap(steps), Page("keys", [*keys, *words], 0.8, 420)))
        foot = [Button("back", _("Back (F1)"), self._close, "main")]
        if more:
            foot.insert(0, Button("more", _("Further down (↓)"), self._page_down, least=190))
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


def _gap(before: Widget) -> Words:
    """Return the room between two columns, after a widget of the left one."""
    gap = Words(f"gap {before.name}", "")
    gap.least, gap.share = 14.0, 0.0
    return gap


def _steps(rules: Rules) -> list[Block]:
    return [
        heading(_("The goal")),
        Block(_(rules.goal)),
        heading(_("A turn")),
        *(Block(_(step), "•") for step in rules.turn),
        heading(_("The end")),
        Block(_(rules.end)),
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


class SettingsScreen(Screen):
    """The screen of the settings; each change takes effect at once."""

    veil = 140

    def build(self) -> Form:
        """Return a form with a line for each setting."""
        settings, host = self.host.settings, self.host
        lines: list[Widget | Sequence[Widget]] = [Words("title", _("Settings"), size=24, bold=True)]
        if host.complaint:
            lines.append(Words("complaint", host.complaint, "bad"))
        rows: list[Widget] = [
            Field("name", _("Your name"), settings.name, self._set("name"), most=NAME_MOST, hint=_(YOU)),
            Choice(
                "left", _("You throw with your"), in_language(HANDS), settings.left_handed, self._set("left_handed")
            ),
            Slider(
                "strength",
                _("Strength of a flick"),
                FLICK_STRENGTHS,
                0.1,
                settings.flick_strength,
                self._set("flick_strength"),
                lambda value: f"{round(100 * value)} %",
            ),
            Choice(
                "profile",
                _("Ghosts as steady as"),
                [Option(name, _(name)) for name in PROFILES],
                settings.profile,
                self._set("profile"),
            ),
            switch("ghosts", _("Ghosts while aiming"), settings.ghosts, self._set("ghosts")),
            switch("bends", _("Slow motion when cargo falls"), settings.time_bends, self._set("time_bends")),
            switch("waits", _("Others think and tidy quickly"), settings.waits_pass, self._set("waits_pass")),
            switch("brisk", _("Others' turns take under three seconds"), settings.brisk_bots, self._set("brisk_bots")),
            Choice("tempo", _("All at once: how fast"), in_language(TEMPOS), settings.tempo, self._set("tempo")),
            Choice("palette", _("Colours"), in_language(PALETTES), settings.palette, self._set("palette")),
            Slider(
                "scale",
                _("Text size"),
                TEXT_SCALES,
                0.1,
                settings.text_scale,
                self._set("text_scale"),
                lambda value: f"{round(100 * value)} %",
            ),
            Slider(
                "volume",
                _("Volume"),
                (0, LOUDEST),
                5,
                settings.volume,
                lambda value: self._set("volume")(round(value)),
                lambda value: f"{value:.0f} %" if value else _("off"),
            ),
            switch("full", _("Full screen"), settings.fullscreen, self._set("fullscreen")),
            Choice("window", _("Window size"), self._scales(), settings.window_scale, self._set("window_scale")),
            Choice("language", _("Language"), self._languages(), settings.language, self._set("language")),
            switch("hands", _("Record my hands"), settings.records, self._record),
        ]
        for row in rows:
            row.least = COLUMN
        lines += [(one, _gap(one), other) for one, other in zip(rows[::2], rows[1::2], strict=True)]
        about = _("Ghosts show where a piece or a card could end up: a child's hand trembles more than a skilled one.")
        lines.append(Words("about", about, "soft", size=13))
        foot = [Button("back", _("Back"), host.back, "main"), Button("keys", _("Keys"), self._keys)]
        if settings.cards_seen:
            foot.append(Button("cards", _("Show the introduction again"), self._show_cards_again, least=220))
        return Form(lines, foot=foot, wide=1120, escape=host.back)

    def _keys(self) -> None:
        self.host.open(KeysScreen(self.host))

    def _scales(self) -> list[Option[float | None]]:
        found: list[Option[float | None]] = [Option(None, _("the display's"))]
        scale = self.host.settings.window_scale
        scales = {1.0, 1.25, 1.5, 2.0, *(() if scale is None else (scale,))}
        return [*found, *(Option(scale, f"{round(100 * scale)} %") for scale in sorted(scales))]

    def _languages(self) -> list[Option[str | None]]:
        return [Option(None, _("the system's")), *(Option(language, NAMES[language]) for language in LANGUAGES)]

    def _record(self, wanted: bool) -> None:
        # Setting the switch answers the question that is asked after the first match.
        self.host.change_settings(record_hands=wanted, notice_answered=True)
        self.refresh()

    def _show_cards_again(self) -> None:
        self.host.change_settings(cards_seen=())
        self.refresh()

    def _set(self, name: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            self.host.change_settings(**{name: value})
            self.refresh()

        return change


class KeysScreen(Screen):
    """The keys by game; two of them may change places."""

    veil = 140

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._game = host.draft.game if host.session is None else host.session.setup.game
        self._swap = _("Swap two keys")
        self._waits, self._first = False, ""

    def build(self) -> Form:
        """Return a form with the keys of one game, and those of every game beside them."""
        host, places = self.host, self.host.settings.keys
        games = [Option(game.name, game.title) for game in games_with_scenes()]
        columns = ((self._title(), play_keys_of(self._game)), (_("In every game"), PLAY_KEYS))
        pages: list[Widget] = [
            Page(title, [heading(title), *(Block(what, key) for key, what in placed(keys, places))], least=COLUMN)
            for title, keys in columns
        ]
        lines: list[Widget | Sequence[Widget]] = [
            [
                Words("title", _("Keys"), size=24, bold=True),
                Choice("game", "", games, self._game, self._show, least=COLUMN),
            ],
            pages,
        ]
        foot = [
            Button("back", _("Back"), host.back, "main"),
            Button("swap", self._swap, self._ask, least=250),
            Button("usual", _("Reset all keys"), lambda: self._place({}), least=130, enabled=bool(places)),
        ]
        return Form(lines, foot=foot, wide=1120, escape=host.back)

    def _title(self) -> str:
        return next(game.title for game in games_with_scenes() if game.name == self._game)

    def _show(self, game: str) -> None:
        self._game = game
        self.refresh()

    def _ask(self) -> None:
        self._waits, self._first, self._swap = True, "", _("Press the first key")
        self.refresh()

    def take_symbol(self, symbol: int) -> bool:
        """Take the two keys that change places; any other key gives up."""
        from scenes.play.keys import name_of

        if not self._waits:
            return False
        name = name_of(symbol)
        if name is None:
            self._waits, self._swap = False, _("Letters, Space and Tab can be swapped")
            self.refresh()
        elif self._first:
            self._place(swapped(self.host.settings.keys, self._first, name))
        else:
            self._first, self._swap = name, _("Press the key to swap {name} with", name=name)
            self.refresh()
        return True

    def _place(self, keys: dict[str, str]) -> None:
        self._waits, self._swap = False, _("Swap two keys")
        self.host.change_settings(keys=keys)
        self.refresh()
