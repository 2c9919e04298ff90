"""The first minute of a new player: a game is chosen from pictures, and cards show what to try, one thing each.

The cards are a strip above the table, one card at a time. The table has the window below it, so that a card covers
nothing, and the mouse stays free for what is tried.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PIL import Image

from scenes.drawing import palette
from scenes.drawing.key_words import in_words
from scenes.drawing.panels import Pen
from scenes.layout.boxes import ENDLESS, Box, Column, Lines, Row, Text, paint
from scenes.layout.places import unit_of
from scenes.layout.text import width_px
from scenes.play.covers import card_picture
from scenes.play.form import Form
from scenes.play.form_art import Mood, button_picture
from scenes.play.menus import SettingsScreen
from scenes.play.screen import Host, Screen
from scenes.play.setup import first_setup
from scenes.play.widgets import Button, PictureButton, Widget, Words
from scenes.spec import FirstCard, Glance, Guide, games_with_scenes, guide_of
from scenes.window.camera import Rectangle
from sim.language import N_, _
from sim.spec import game_of

if TYPE_CHECKING:
    from scenes.drawing.batch import Batch
    from scenes.drawing.hud import PanelSprite

COLUMNS = 2
LEAST_HIGH, HIGH_SHARE = 64.0, 0.40
"""The height of a picture: the least in window units, and at first a share of the window's height."""

TEXT, TITLE = 14.0, 16.0
MOST_SHARE = 0.34
"""The strip takes at most this share of the window's height: letters are made smaller until it does."""
LEAST_PX = 9
NEXT, SKIP = N_("Next (F3)"), N_("Skip all (Esc)")


class FirstRunScreen(Screen):
    """A picture for each game; below them the way to the lobby, where everything can be chosen."""

    veil = 90
    backdrop_share = 0.25  # a new player should not wait for what is hardly seen

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._why = ""
        self._lit = host.draft.game
        self._games = [game.name for game in games_with_scenes()]

    def build(self) -> Form:
        """Return a form with a grid of pictures, as large as the window allows."""
        lines: list[Widget | list[Widget]] = [
            Words("title", _("Which game would you like to play?"), size=24, bold=True)
        ]
        if self._why:
            lines.append(Words("why", self._why, "bad"))
        buttons = [self._picture_button(number, game) for number, game in enumerate(self._games)]
        lines += [list(buttons[row : row + COLUMNS]) for row in range(0, len(buttons), COLUMNS)]
        foot = [
            Button("lobby", _("More choices: the lobby"), self.host.leave, share=1.4, least=210),
            Button("rules", _("Rules (F1)"), lambda: self.host.show_rules(self._lit), least=100),
            Button("settings", _("Settings"), self._settings, least=90),
            Button("quit", _("Quit"), self.host.quit, share=0.6, least=70),
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
            "" if guide is None else _(guide.line),
            lambda: self._choose(game),
            partial(card_picture, game),
            HIGH_SHARE * self._size[1],
        )

    def _fit(self, form: Form, buttons: list[PictureButton]) -> None:
        """Make the pictures lower until all lines fit, as far as that goes."""
        width, height, ratio = self._size
        layout = form.lay_out(width, height, Pen(self.unit, ratio))
        rows = len({place.top for name, place in layout.places.items() if name in self._games})
        for button in buttons:
            button.high = max(LEAST_HIGH, HIGH_SHARE * height - layout.surplus / max(1, rows) - 0.5)

    def pointer(self, x: float, y: float) -> None:
        """Let the game that the pointer comes to be lit alone; one that it rests on leaves the keys their choice."""
        before = "" if self.form is None else self.form.hover
        super().pointer(x, y)
        if self.form is not None and self.form.hover in self._games and self.form.hover != before:
            self.form.focus = self._lit = self.form.hover

    def key(self, word: str) -> bool:
        """Move by rows on up and down among the pictures; otherwise do as every form does."""
        done = self._move_by_rows(word) or super().key(word)
        if self.form is not None and self.form.focus in self._games:
            self._lit = self.form.focus
        return done

    def _move_by_rows(self, word: str) -> bool:
        form = self.form
        if form is not None and form.focus in self._games and word in ("up", "down"):
            to = self._games.index(form.focus) + (COLUMNS if word == "down" else -COLUMNS)
            if 0 <= to < len(self._games):
                form.focus = self._games[to]
                return True
        return False

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

    def _settings(self) -> None:
        self.host.open(SettingsScreen(self.host))


@dataclass(frozen=True, slots=True)
class StripLayout:
    """The places of the strip (window units, y up) and the height of its letters (pixels)."""

    pen: Pen
    text: int
    strip: Rectangle
    next: Rectangle
    skip: Rectangle


class FirstCards:
    """The cards of a game, the first one in front. `over` once the last one is done, or all were skipped.

    last: the label of the last card's button. places: the keys in other places, whose names cards mark (`in_words`).
    """

    def __init__(self, guide: Guide, last: str, places: Mapping[str, str]) -> None:
        self._cards = tuple(
            replace(card, title=_(card.title), to_try=in_words(_(card.to_try), places)) for card in guide.cards
        )
        self._last = last
        self.number = 0
        self._begun: Hashable = None
        self._hover = ""
        self._batch: Batch | None = None
        self._panel: PanelSprite | None = None
        self._layout: StripLayout | None = None

    @property
    def over(self) -> bool:
        """True if no card is left."""
        return self.number >= len(self._cards)

    @property
    def card(self) -> FirstCard | None:
        """The card in front, or None if they are over."""
        return None if self.over else self._cards[self.number]

    @property
    def layout(self) -> StripLayout | None:
        """The places of the strip, once it has been laid out."""
        return self._layout

    def next(self) -> None:
        self.number += 1
        self._begun = None

    def skip(self) -> None:
        self.number = len(self._cards)

    def watch(self, glance: Glance) -> None:
        """Go on to the next card if the thing to try was done."""
        card = self.card
        if card is None or card.progress is None:
            return
        now = card.progress(glance)
        if self._begun is None:
            self._begun = now
        elif now != self._begun:
            self.next()

    # ------------------------------------------------------------------------------------------ mouse

    def pointer(self, x: float, y: float) -> None:
        self._hover = self._button(x, y)

    def press(self, x: float, y: float) -> bool:
        """Press the button there; return True if the strip is there at all."""
        if self._layout is None or not self._layout.strip.contains(x, y):
            return False
        button = self._button(x, y)
        if button == "next":
            self.next()
        elif button == "skip":
            self.skip()
        return True

    def _button(self, x: float, y: float) -> str:
        layout = self._layout
        if layout is None:
            return ""
        return "next" if layout.next.contains(x, y) else "skip" if layout.skip.contains(x, y) else ""

    # ------------------------------------------------------------------------------------------ pictures

    def lay_out(self, width: float, height: float, ratio: float) -> float:
        """Lay the strip out for a window of that size in units; return its height: that of the longest card."""
        pen = Pen(unit_of(width, height), ratio)
        text = pen.text(TEXT)
        while text > LEAST_PX and self._high(text, width, pen) > MOST_SHARE * height * ratio:
            text -= 1
        high = self._high(text, width, pen) / ratio
        strip = Rectangle(0.0, height - high, width, height)
        wide, tall, pad = self._button_wide(text, pen) / ratio, 1.9 * text / ratio, pen(10) / ratio
        gap = pad / 2
        left, middle = width - pad - wide, strip.bottom + high / 2
        self._layout = StripLayout(
            pen,
            text,
            strip,
            Rectangle(left, middle + gap / 2, left + wide, middle + gap / 2 + tall),
            Rectangle(left, middle - gap / 2 - tall, left + wide, middle - gap / 2),
        )
        return high

    def _button_wide(self, text: int, pen: Pen) -> int:
        return max(width_px(label, text, True) for label in (_(NEXT), _(SKIP), self._last)) + 2 * pen(12)

    def _room(self, text: int, width: float, pen: Pen) -> int:
        return max(60, round(width * pen.ratio) - self._button_wide(text, pen) - 4 * pen(10))

    def _high(self, text: int, width: float, pen: Pen) -> int:
        room = self._room(text, width, pen), ENDLESS
        highs = [_words(card, "", text, pen, "").wanted(room)[1] for card in self._cards]
        return max(*highs, round(4.4 * text)) + 2 * pen(9)

    def show(self, size: tuple[float, float, float], said: str = "") -> None:
        """Move and paint the strip for a window of that size (width, height, pixels a unit).

        said: the message at the table; while there is one, nothing else is to be read.
        """
        if self.over:
            return
        if self._panel is None:
            # Imported here, so that cards that are not drawn need no display.
            from pyglet.graphics import Group

            from scenes.drawing.batch import Batch
            from scenes.drawing.hud import PanelSprite

            self._batch = Batch()
            self._panel = PanelSprite(self._batch, Group(order=0))
        self.lay_out(*size)
        layout = self._layout
        assert layout is not None
        key = (self.number, self._hover, layout, palette.PAPER, bool(said))
        self._panel.show(key, 0.0, layout.strip.top, size[2], lambda: self._paint(said))

    def _paint(self, said: str) -> Image.Image:
        layout, card = self._layout, self.card
        assert layout is not None
        assert card is not None
        pen, text = layout.pen, layout.text
        width, height = layout.strip.pixels(pen.ratio)
        picture = Image.new("RGBA", (width, height), (*palette.PAPER, 255))
        picture.paste(palette.PAPER_EDGE, (0, height - max(1, pen(2)), width, height))
        words = _words(card, _("{number} of {count}", number=self.number + 1, count=len(self._cards)), text, pen, said)
        room = self._room(text, layout.strip.width, pen)
        paint(words, picture, (pen(10), pen(9), room, height - 2 * pen(9)))
        last = self.number == len(self._cards) - 1
        self._paint_button(picture, layout.next, self._last if last else _(NEXT), "next")
        self._paint_button(picture, layout.skip, _(SKIP), "skip")
        return picture

    def _paint_button(self, picture: Image.Image, place: Rectangle, label: str, name: str) -> None:
        layout = self._layout
        assert layout is not None
        pen, mood = layout.pen, Mood(hovered=self._hover == name)
        button = button_picture(label, place.pixels(pen.ratio), layout.text, pen, mood, main=name == "next")
        top = round((layout.strip.top - place.top) * pen.ratio)
        picture.alpha_composite(button, (round(place.left * pen.ratio), max(0, top)))

    def draw(self) -> None:
        """Draw the strip."""
        if self._batch is not None and not self.over:
            self._batch.draw()


def _words(card: FirstCard, count: str, text: int, pen: Pen, said: str) -> Box:
    """Return what a card says, in letters of `text` pixels. count: which one of all it is. said: at the table."""
    title = Text(card.title, round(text * TITLE / TEXT), palette.INK, bold=True)
    head = Row([title, Text(count, text, palette.INK_SOFT, whole=True, spare=1)], pen(12))
    to_try = Lines(card.to_try, text, palette.TONES["turn"], bold=True, whole=True)
    return Column([head, None if said else to_try])
