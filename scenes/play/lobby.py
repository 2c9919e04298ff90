"""The lobby: games as pictures, players as portraits, and everything else folded away, before a picture of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from PIL import Image, ImageDraw

from scenes.drawing import palette
from scenes.drawing.panels import FINE, Pen
from scenes.labels import AT_THE_MOUSE, USUAL_MEASURES, strategy_label
from scenes.play.covers import card_picture
from scenes.play.folders import unfinished
from scenes.play.form import Form
from scenes.play.menus import SettingsScreen
from scenes.play.portraits import face
from scenes.play.screen import Host, Screen
from scenes.play.setup import (
    Setup,
    for_game,
    fresh_seed,
    has_practice,
    most_persons,
    told_apart,
    usual_strategy,
    with_default_opponents,
    with_more,
    without,
)
from scenes.play.widgets import (
    Button,
    Choice,
    Field,
    Option,
    PictureButton,
    PictureChoice,
    Portrait,
    Widget,
    Words,
)
from scenes.spec import games_with_scenes, play_of
from sim.configuration import load_configuration, presets
from sim.errors import InputError
from sim.language import N_, _, said
from sim.match.grammar import called
from sim.people.skill import PROFILES
from sim.seat import PERSON, Seat
from sim.spec import bots_of, match_of

HARDNESS = {"family": N_("family"), "standard": N_("standard"), "expert": N_("expert")}
PRECISIONS = ("draft", "play", "reference")
GAMES_HIGH, SEATS_HIGH = 0.24, 0.31
"""The heights of the pictures and of the portraits, as shares of the window's height."""
LEAST_LINES = 3.6, 7.4
"""Their least heights, in heights of the letters."""
SHRINKING = (1.0, 0.86, 0.74, 0.64, 0.54)
"""They become lower by these shares until all lines fit."""


class Changes(TypedDict, total=False):
    """The fields of a draft that are changed."""

    seats: tuple[Seat, ...]
    seed: int
    config: Path | None
    profile: str
    practice: Mapping[str, object] | None


class LobbyScreen(Screen):
    """The draft of a match or a practice, and buttons to play it."""

    veil = 40

    def __init__(self, host: Host, news: str = "", bad: bool = False) -> None:
        """Build the lobby under a message, which is about something that failed if `bad`."""
        super().__init__(host)
        self._news, self._bad = news, bad
        self._seed = str(host.draft.seed)
        self._left = unfinished()
        self._more = False

    @property
    def draft(self) -> Setup:
        """The setup of what is to be played."""
        return self.host.draft

    def build(self) -> Form:
        """Return a form of the draft."""
        draft = self.draft
        head: list[Widget] = [Words("title", "Yardarm", size=28, bold=True)]
        if has_practice(draft.game):
            what = (Option(False, _("a match")), Option(True, _("practice")))
            head.append(Choice("mode", "", what, draft.practice is not None, self._mode, least=240))
        lines: list[Widget | Sequence[Widget]] = [head]
        if self._news:
            lines.append(Words("news", self._news, "bad" if self._bad else "good", size=13))
        if self.host.complaint:
            lines.append(Words("complaint", self.host.complaint, "bad", size=13))
        games = [Option(game.name, game.title) for game in games_with_scenes()]
        lines.append(PictureChoice("game", games, draft.game, self._game, card_picture))
        lines += self._practice() if draft.practice is not None else [self._portraits()]
        if self._more:
            lines += self._rest()
        foot = [
            Button("start", _("Start"), self._start, "main", share=1.6),
            Button("more", _("Less") if self._more else _("More"), self._toggle_more, least=90),
            Button("settings", _("Settings"), self._settings, least=90),
            Button("rules", _("Rules (F1)"), self.host.show_rules, least=110),
            Button("quit", _("Quit"), self.host.quit, least=70),
        ]
        if self._left is not None:
            foot.insert(1, Button("on", _("Go on with the last match"), self._go_on, least=190))
        form = Form(lines, foot, wide=900)
        self._fit(form)
        return form

    def _fit(self, form: Form) -> None:
        """Make pictures and portraits lower until all lines fit, as far as that goes."""
        width, height, ratio = self._size
        pen = Pen(self.unit, ratio)
        for share in SHRINKING:
            for widget in form:
                row = 0 if isinstance(widget, PictureChoice) else 1
                if isinstance(widget, PictureChoice | Portrait | PictureButton):
                    wanted = (GAMES_HIGH, SEATS_HIGH)[row] * share * height
                    widget.high = max(wanted, LEAST_LINES[row] * pen.text(15) / ratio)
            if form.lay_out(width, height, pen).surplus <= 0:
                return

    def _rest(self) -> list[Widget | Sequence[Widget]]:
        """Return the lines of all that is seldom changed."""
        precisions = [Option(name, _(name)) for name in PRECISIONS]
        lines: list[Widget | Sequence[Widget]] = [
            Choice("hardness", _("How hard"), self._hardness(), self.draft.config, self._config),
            Choice("precision", _("Physics"), precisions, self.draft.profile, self._precision),
            (
                Field("seed", _("Seed"), self._seed, self._type_seed, str.isdigit, 12, share=2.0, least=230),
                Button("dice", _("Another"), self._roll, share=0.6, least=90),
            ),
        ]
        return lines if self.draft.practice is not None else [*lines, *self._names()]

    def _toggle_more(self) -> None:
        self._more = not self._more
        if self._more and self.form is not None:
            self.form.focus = "hardness"
        self.refresh()

    def _hardness(self) -> list[Option[Path | None]]:
        found: list[Option[Path | None]] = [Option(None, _(USUAL_MEASURES))]
        names = sorted(presets(self.draft.game), key=lambda n: (list(HARDNESS).index(n) if n in HARDNESS else 9, n))
        found += [Option(Path(name), _(HARDNESS.get(name, name))) for name in names]
        config = self.draft.config
        if all(option.value != config for option in found):
            assert config is not None
            found.append(Option(config, config.name))
        return found

    # ------------------------------------------------------------------------------------------ the seats

    def _portraits(self) -> list[Widget]:
        """Return a card for each player, and one that adds players where the rules have room."""
        fewer, more = self._steps()
        colours = max(1, len(self.draft.seats) // play_of(self.draft.game).partners)
        cards: list[Widget] = [
            Portrait(
                f"seat{index}",
                called(seat.name),
                seat.is_person,
                seat.profile,
                PROFILES,
                partial(face, index, colours, seat.is_person, seat.profile),
                self._who(index),
                self._profile(index),
                self._remove(index, fewer) if fewer else None,
            )
            for index, seat in enumerate(self.draft.seats)
        ]
        if more:
            cards.append(
                PictureButton(
                    "add", _("{more} more", more=more), "", lambda: self._add(more), _cross, 0.0, share=0.0, least=92
                )
            )
        return cards

    def _names(self) -> list[Widget | Sequence[Widget]]:
        """Return a line for each player: the name, and a bot's strategy."""
        game = self.draft.game
        lines: list[Widget | Sequence[Widget]] = []
        labels = [label for label, _command in self.draft.bots.words] if match_of(game).questions is not None else []
        known = (*bots_of(game).strategies, *labels)
        for index, seat in enumerate(self.draft.seats):
            name = Field(f"name{index}", "", seat.name, self._name(index), most=16, least=110, hint=_("a name"))
            if seat.is_person:
                hands = Words(f"plan{index}", _(AT_THE_MOUSE), "soft")
                hands.least, hands.centred, hands.middle = 118, True, True
                lines.append([name, hands])
                continue
            ways = known if seat.strategy in known else (*known, seat.strategy)
            options = [Option(way, strategy_label(way, game)) for way in ways]
            plan = Choice(f"plan{index}", "", options, seat.strategy, self._plan(index), least=118, steps=True)
            lines.append([name, plan])
        return lines

    def _steps(self) -> tuple[int, int]:
        """Return the steps to the next smaller and the next larger number of seats allowed; 0 if there is none."""
        counts, many = self.draft.counts(), len(self.draft.seats)
        fewer = max((count for count in counts if count < many), default=many)
        more = min((count for count in counts if count > many), default=many)
        return many - fewer, more - many

    def _change(self, **changes: Unpack[Changes]) -> None:
        self.host.draft = replace(self.draft, **changes)
        self._news = ""
        self.refresh()

    def _seat(self, index: int, seat: Seat) -> None:
        seats = self.draft.seats
        self._change(seats=(*seats[:index], seat, *seats[index + 1 :]))

    def _who(self, index: int) -> Callable[[bool], None]:
        def change(is_person: bool) -> None:
            seat = self.draft.seats[index]
            strategy = PERSON if is_person else usual_strategy(self.draft.game, seat.profile)
            if is_person and not self._room_for_persons:
                # No more persons fit at the mouse: the first of the others becomes a bot.
                had = next(i for i, other in enumerate(self.draft.seats) if other.is_person)
                before = self.draft.seats[had]
                self._seat(had, replace(before, strategy=usual_strategy(self.draft.game, before.profile)))
            self._seat(index, replace(seat, strategy=strategy))

        return change

    @property
    def _room_for_persons(self) -> bool:
        return len(self.draft.persons) < most_persons(self.draft.game)

    def _name(self, index: int) -> Callable[[str], None]:
        return lambda name: self._seat(index, replace(self.draft.seats[index], name=name))

    def _profile(self, index: int) -> Callable[[str], None]:
        def change(profile: str) -> None:
            seat = self.draft.seats[index]
            strategy = PERSON if seat.is_person else usual_strategy(self.draft.game, profile)
            self._seat(index, replace(seat, profile=profile, strategy=strategy))

        return change

    def _plan(self, index: int) -> Callable[[str], None]:
        return lambda plan: self._seat(index, replace(self.draft.seats[index], strategy=plan))

    def _remove(self, index: int, fewer: int) -> Callable[[], None]:
        return lambda: self._change(seats=with_default_opponents(without(self.draft, fewer, index), True).seats)

    def _add(self, more: int) -> None:
        self._change(seats=with_default_opponents(with_more(self.draft, more), True).seats)

    # ------------------------------------------------------------------------------------------ the rest

    def _practice(self) -> list[Widget | Sequence[Widget]]:
        assert self.draft.practice is not None
        form = play_of(self.draft.game).form
        assert form is not None
        try:
            configuration = self.draft.configuration()
        except InputError:
            # The lobby says so, and waits for another preset.
            configuration = load_configuration(self.draft.game)
        return list(form.lines(self.draft.practice, self._practise, configuration))

    def _practise(self, name: str, value: object) -> None:
        assert self.draft.practice is not None
        self._change(practice={**self.draft.practice, name: value})

    def _game(self, game: str) -> None:
        practising = self.draft.practice is not None
        self.host.draft = for_game(self.draft, game)
        if practising and has_practice(game):
            self._mode(True)
        config = self.draft.config
        if config is not None and config.stem == str(config) and str(config) not in presets(game):
            self.host.draft = with_default_opponents(replace(self.draft, config=None))
        elif config is not None:
            self.host.draft = with_default_opponents(self.draft)
        self._change()

    def _mode(self, practice: bool) -> None:
        form = play_of(self.draft.game).form if practice else None
        self._change(practice=None if form is None else form.usual())

    def _config(self, config: Path | None) -> None:
        # A preset may have its own opponents, and allow fewer numbers of players.
        self.host.draft = with_default_opponents(replace(self.draft, config=config))
        self._change()

    def _precision(self, profile: str) -> None:
        self._change(profile=profile)

    def _type_seed(self, text: str) -> None:
        self._seed = text
        if text:
            self._change(seed=int(text))

    def _roll(self) -> None:
        seed = fresh_seed()
        self._seed = str(seed)
        self._change(seed=seed)

    def _start(self) -> None:
        draft = self.draft
        try:
            if not self._seed:
                raise InputError("The seed is missing.")
            if any(not seat.name.strip() for seat in draft.seats):
                raise InputError("A name is missing.")
            why = self.host.play(told_apart(draft).checked("The table"))
        except InputError as error:
            why = said(error)
        if why:
            self._news, self._bad = why, True
            self.refresh()

    def _go_on(self) -> None:
        assert self._left is not None
        why = self.host.go_on_with(self._left)
        if why:
            self._left, self._news, self._bad = None, why, True
            self.refresh()

    def _settings(self) -> None:
        self.host.open(SettingsScreen(self.host))


def _cross(width: int, height: int) -> Image.Image:
    """Paint the cross of the card that adds players."""
    fine = Image.new("RGB", (width * FINE, height * FINE), palette.PAPER)
    x, y, arm = fine.width / 2, fine.height / 2, 0.2 * min(fine.size)
    draw, tone, thick = ImageDraw.Draw(fine), palette.TONES["turn"], max(1, round(0.3 * arm))
    for ends in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm)):
        draw.line(ends, fill=tone, width=thick)
    return fine.reduce(FINE).convert("RGBA")
