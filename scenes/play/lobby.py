"""The lobby: choice of game, players, difficulty and seed, before a picture of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, Unpack

from pyglet.graphics import Batch, Group
from pyglet.sprite import Sprite

from scenes.drawing.sprites import sprite_of, texture_of
from scenes.labels import AT_THE_MOUSE, USUAL_MEASURES, strategy_label
from scenes.play.folders import unfinished
from scenes.play.form import Form
from scenes.play.menus import SettingsScreen
from scenes.play.screen import Host, Screen
from scenes.play.setup import (
    Setup,
    for_game,
    fresh_seed,
    has_practice,
    most_persons,
    person,
    told_apart,
    usual_strategy,
    with_default_opponents,
    with_more,
    without,
)
from scenes.play.widgets import Button, Choice, Field, Option, Widget, Words
from scenes.spec import games_with_scenes, play_of, scene_part
from sim.configuration import load_configuration, presets
from sim.errors import InputError
from sim.people.skill import PROFILES
from sim.seat import PERSON, Seat
from sim.spec import bots_of, game_of, match_of

HARDNESS = {"family": "family", "standard": "standard", "expert": "expert"}
ADDED = {1: ("Another bot", "Another person"), 2: ("Two more bots", "A person and a bot")}
"""Labels of the two buttons that add seats, by the number of seats up to the next number of players allowed."""
WHO = (Option(True, "person"), Option(False, "bot"))


class Changes(TypedDict, total=False):
    """The fields of a draft that are changed."""

    seats: tuple[Seat, ...]
    seed: int
    config: Path | None
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

    @property
    def draft(self) -> Setup:
        """The setup of what is to be played."""
        return self.host.draft

    def build(self) -> Form:
        """Return a form of the draft."""
        draft = self.draft
        lines: list[Widget | Sequence[Widget]] = [Words("title", "Yardarm", size=28, bold=True)]
        if self._news:
            lines.append(Words("news", self._news, "bad" if self._bad else "good", size=13))
        if self.host.complaint:
            lines.append(Words("complaint", self.host.complaint, "bad", size=13))
        lines += [
            Choice("game", "Game", [Option(g.name, g.title) for g in games_with_scenes()], draft.game, self._game),
        ]
        if has_practice(draft.game):
            what = (Option(False, "a match"), Option(True, "practice"))
            lines.append(Choice("mode", "What", what, draft.practice is not None, self._mode))
        lines += self._practice() if draft.practice is not None else self._seats()
        lines += [
            Choice("hardness", "How hard", self._hardness(), draft.config, self._config),
            (
                Field("seed", "Seed", self._seed, self._type_seed, str.isdigit, 12, share=2.0, least=230),
                Button("dice", "Another", self._roll, share=0.6, least=90),
            ),
        ]
        foot = [
            Button("start", "Start", self._start, "main", share=1.6),
            Button("settings", "Settings", self._settings, least=90),
            Button("rules", "Rules (F1)", self.host.show_rules, least=110),
            Button("quit", "Quit", self.host.quit, least=70),
        ]
        if self._left is not None:
            foot.insert(1, Button("on", "Go on with the last match", self._go_on, least=190))
        return Form(lines, foot, wide=760)

    def _hardness(self) -> list[Option[Path | None]]:
        found: list[Option[Path | None]] = [Option(None, USUAL_MEASURES)]
        names = sorted(presets(self.draft.game), key=lambda n: (list(HARDNESS).index(n) if n in HARDNESS else 9, n))
        found += [Option(Path(name), HARDNESS.get(name, name)) for name in names]
        config = self.draft.config
        if all(option.value != config for option in found):
            assert config is not None
            found.append(Option(config, config.name))
        return found

    # ------------------------------------------------------------------------------------------ the seats

    def _seats(self) -> list[Widget | Sequence[Widget]]:
        game = game_of(self.draft.game)
        lines: list[Widget | Sequence[Widget]] = []
        fewer, more = self._steps()
        for index, seat in enumerate(self.draft.seats):
            cells: list[Widget] = [
                Choice(f"who{index}", "", WHO, seat.is_person, self._who(index), least=118),
                Field(f"name{index}", "", seat.name, self._name(index), most=16, share=1.6, least=110, hint="a name"),
                Choice(
                    f"profile{index}",
                    "",
                    [Option(name, name) for name in PROFILES],
                    seat.profile,
                    self._profile(index),
                    least=112,
                    steps=True,
                ),
            ]
            labels = [label for label, _ in self.draft.bots.words] if match_of(game.name).questions is not None else []
            known = (*bots_of(game.name).strategies, *labels)
            ways = known if seat.strategy in known or seat.is_person else (*known, seat.strategy)
            strategies = [Option(name, strategy_label(name, game.name)) for name in ways]
            if not seat.is_person:
                cells.append(
                    Choice(f"plan{index}", "", strategies, seat.strategy, self._plan(index), least=118, steps=True)
                )
            else:
                hands = Words(f"plan{index}", AT_THE_MOUSE, "soft")
                hands.least, hands.centred, hands.middle = 118, True, True
                cells.append(hands)
            if fewer:
                cells.append(Button(f"gone{index}", "×", self._remove(index, fewer), share=0.0, least=34))
            lines.append(cells)
        if more:
            bots, person = ADDED.get(more, (f"{more} more bots", f"A person and {more - 1} bots"))
            added = [Button("add bot", bots, lambda: self._add(more, False), "small")]
            if self._room_for_persons:
                added.append(Button("add person", person, lambda: self._add(more, True), "small", least=130))
            lines.append(added)
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
            self._tell_apart()

        return change

    def _tell_apart(self) -> None:
        """Give a person called You a name, once others share the mouse."""
        self._change(seats=told_apart(self.draft).seats)

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

    def _add(self, more: int, is_person: bool) -> None:
        seats, profile = self.draft.seats, self.host.settings.profile
        first = person(len(seats), seats, profile=profile) if is_person else None
        self._change(seats=with_default_opponents(with_more(self.draft, more, first), True).seats)
        self._tell_apart()

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
            why = self.host.play(draft.checked("The table"))
        except InputError as error:
            why = str(error)
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


class LobbyBackground:
    """The picture of one game at a time."""

    def __init__(self) -> None:
        self._batch = Batch()
        self._sprite: Sprite | None = None
        self._key: tuple[str, tuple[float, float, float], float] | None = None

    def forget(self) -> None:
        """Paint the picture again at the next `show`, as after a change of colours."""
        self._key = None

    def show(self, game: str, size: tuple[float, float, float], share: float = 1.0) -> None:
        """Show the picture of that game, for a window of that size (width, height, pixels a unit).

        share: it is painted at this share of its size and stretched.
        """
        if (game, size, share) == self._key:
            return
        self._key = (game, size, share)
        width, height, ratio = size
        ratio *= share
        picture = scene_part(game, "cover")(round(width * ratio), round(height * ratio))
        if self._sprite is not None:
            self._sprite.delete()
        self._sprite = sprite_of(texture_of(picture), self._batch, Group(order=0), plain=True)
        self._sprite.update(scale=1.0 / ratio)

    def draw(self) -> None:
        """Draw the picture."""
        self._batch.draw()
