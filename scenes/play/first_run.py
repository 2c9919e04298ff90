"""The first screen of a new player: a game is chosen from pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from scenes.drawing.panels import Pen
from scenes.play.form import Form
from scenes.play.screen import Host, Screen
from scenes.play.setup import first_setup
from scenes.play.widgets import Button, PictureButton, Widget, Words
from scenes.spec import games_with_scenes, guide_of, scene_part
from sim.spec import game_of

COLUMNS = 2
LEAST_HIGH, HIGH_SHARE = 64.0, 0.40
"""The height of a picture: the least in window units, and at first a share of the window's height."""
PAINTED_PX = 480
"""Pictures are painted at most this wide, and stretched, since their details are small."""


class FirstRunScreen(Screen):
    """A picture for each game; below them the way to the lobby, where everything can be chosen."""

    veil = 90
    backdrop_share = 0.25  # a new player should not wait for what is hardly seen

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._why = ""
        self._games = [game.name for game in games_with_scenes()]

    def build(self) -> Form:
        """Return a form with a grid of pictures, as large as the window allows."""
        lines: list[Widget | list[Widget]] = [Words("title", "Which game would you like to play?", size=24, bold=True)]
        if self._why:
            lines.append(Words("why", self._why, "bad"))
        buttons = [self._picture_button(number, game) for number, game in enumerate(self._games)]
        lines += [list(buttons[row : row + COLUMNS]) for row in range(0, len(buttons), COLUMNS)]
        foot = [
            Button("lobby", "More choices: the lobby", self._lobby, share=1.4, least=210),
            Button("rules", "Rules (F1)", lambda: self.host.show_rules(self._chosen()), least=100),
            Button("settings", "Settings", self._settings, least=90),
            Button("quit", "Quit", self.host.quit, share=0.6, least=70),
        ]
        form = Form(lines, foot, wide=1100)
        self._fit(form, buttons)
        if self.form is None:
            form.focus = self.host.draft.game
        return form

    def _picture_button(self, number: int, game: str) -> PictureButton:
        guide = guide_of(game)
        return PictureButton(
            game,
            f"{number + 1}  {game_of(game).title}",
            "" if guide is None else guide.line,
            lambda: self._choose(game),
            _picture_of(game),
            HIGH_SHARE * self._size[1],
        )

    def _fit(self, form: Form, buttons: list[PictureButton]) -> None:
        """Make the pictures lower until all lines fit, as far as that goes."""
        width, height, ratio = self._size
        layout = form.lay_out(width, height, Pen(self.unit, ratio))
        rows = len({place.top for name, place in layout.places.items() if name in self._games})
        for button in buttons:
            button.high = max(LEAST_HIGH, button.high - layout.surplus / max(1, rows) - 0.5)

    def _chosen(self) -> str:
        form = self.form
        if form is not None:
            for name in (form.hover, form.focus):
                if name in self._games:
                    return name
        return self.host.draft.game

    def key(self, word: str) -> bool:
        """Move by rows on up and down among the pictures; otherwise do as every form does."""
        form = self.form
        if form is not None and form.focus in self._games and word in ("up", "down"):
            to = self._games.index(form.focus) + (COLUMNS if word == "down" else -COLUMNS)
            if 0 <= to < len(self._games):
                form.focus = self._games[to]
                return True
        return super().key(word)

    def text(self, text: str) -> bool:
        """Choose the game of that number."""
        if text.isdigit() and 1 <= int(text) <= len(self._games):
            self._choose(self._games[int(text) - 1])
            return True
        return False

    def _choose(self, game: str) -> None:
        settings = self.host.settings
        self._why = self.host.play(first_setup(self.host.draft, game, settings.name, settings.profile))
        if self._why:
            self.refresh()

    def _lobby(self) -> None:
        self.host.leave()

    def _settings(self) -> None:
        from scenes.play.settings_screen import SettingsScreen

        self.host.open(SettingsScreen(self.host))


def _picture_of(game: str) -> Callable[[int, int], Image.Image]:
    return lambda width, height: _painted(game, width, height)


@lru_cache(maxsize=16)
def _painted(game: str, width: int, height: int) -> Image.Image:
    """Return the picture of a game, painted once for each size: a button is painted again when the pointer is on it."""
    guide = guide_of(game)
    paint = scene_part(game, "cover") if guide is None else guide.picture
    if width <= PAINTED_PX:
        return paint(width, height)
    small = paint(PAINTED_PX, max(1, round(PAINTED_PX * height / width)))
    return small.resize((width, height), Image.Resampling.BICUBIC)
