"""The play layer of the board: the answers that are possible now, as a list for mouse and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PIL import Image
from pyglet.graphics import Group
from pyglet.math import Mat4
from pyglet.window import key

from scenes.board.scene import BoardScene
from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.palette import GLOW, INK, INK_SOFT
from scenes.drawing.panels import Pen, panel
from scenes.layout.boxes import Text, paint
from scenes.layout.places import PanelLayout
from scenes.layout.text import line_px
from scenes.play.answers import intent_of, labelled, options_of
from scenes.play.controller import PlayController
from scenes.play.notice import Rank
from scenes.play.settings import PlaySettings
from scenes.window.camera import Rectangle
from sim.errors import InputError
from sim.language import _
from sim.match.intents import Intent
from sim.match.turn_based import Question, TurnBasedMatch
from sim.protocols import Frame, Line, Match
from sim.spec import match_of

if TYPE_CHECKING:
    from pyglet.window import Window

FOOT = 0.45
"""The share of the table's place that the answers take."""
TEXT = 15
STEPS = {key.UP: -1, key.DOWN: 1, key.LEFT: -1, key.RIGHT: 1}


def room_for(layout: PanelLayout) -> float:
    """Return the height of the list of answers in window units."""
    return FOOT * layout.table.height


class PlayLayer:
    """A person's answers at the board.

    options: the answers that are possible now, by their words; empty while nobody at the mouse is asked. chosen: the
    number of the one that Enter gives.
    """

    def __init__(
        self, match: Match, scene: BoardScene, settings: PlaySettings, person: Callable[[], str | None]
    ) -> None:
        """Lay out over a scene. Raises InputError for a game in which everybody acts at once."""
        if not isinstance(match, TurnBasedMatch):
            raise InputError(
                "{title} cannot be played in a window: everybody acts at once, and it has no pictures.",
                title=match.title,
            )
        self.match: TurnBasedMatch[Any] = match
        self.scene, self.settings, self.person = scene, settings, person
        self.controller = PlayController[Frame](match, lambda: self._asked)
        self.options: dict[str, Line] = {}
        self.chosen = 0
        self._asked: Question[Any, Intent] | None = None
        self._first = self._shown = 0
        self._batch = Batch()
        self._list = PanelSprite(self._batch, Group(order=0))
        self._place = Rectangle(0.0, 0.0, 0.0, 0.0)
        scene.foot = room_for
        self.resize(*scene.size, scene.camera.pixel_ratio)

    @property
    def ghosts(self) -> int | None:
        """None: nothing here depends on the noise of a hand."""
        return None

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay everything out for a window of that size in units, of `pixel_ratio` pixels each."""
        self.scene.resize(width, height, pixel_ratio)
        layout = self.scene.hud.layout
        table, gap = layout.table, layout.table.left
        self._place = Rectangle(table.left, table.bottom, table.right, max(gap, layout.position.bottom - gap))
        self._pen = Pen(layout.unit, pixel_ratio)
        self._row = round(1.25 * line_px(self._pen.text(TEXT)))
        self._shown = max(1, int(self._place.height * pixel_ratio / self._row) - 1)
        self._keep_in_view()

    def pointer(self, x: float, y: float) -> None:
        """Follow the pointer: the answer below it is chosen."""
        number = self._number_at(x, y)
        if self.controller.move(x, y) and number is not None:
            self.chosen = number

    def press(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Give the answer that the left button is pressed on."""
        self.controller.press(x, y, button, lambda: None)
        number = self._number_at(x, y)
        if self.controller.pressed is not None and number is not None:
            self.chosen = number
            self.answer()

    def release(self, _x: float, _y: float, button: int) -> None:
        """Take note of a button that is let go."""
        self.controller.release(button)

    def scroll(self, _x: float, _y: float, steps: float) -> None:
        """Scroll the list."""
        self._choose(self.chosen - round(steps))

    def key(self, symbol: int, modifiers: int) -> bool:
        """Obey a key; return True if it has an action."""
        if not self.options or modifiers & (key.MOD_CTRL | key.MOD_ALT):
            return False
        if symbol in STEPS:
            self._choose(self.chosen + STEPS[symbol])
        elif symbol in (key.PAGEUP, key.PAGEDOWN):
            self._choose(self.chosen + (self._shown if symbol == key.PAGEDOWN else -self._shown))
        elif symbol in (key.ENTER, key.NUM_ENTER, key.SPACE):
            self.answer()
        else:
            return False
        return True

    def key_up(self, symbol: int) -> None:
        """Ignore a key that is let go."""

    def lost_focus(self) -> None:
        """Forget the button that is held."""
        self.controller.pressed = None

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return keys and what they do."""
        return ((_("↑ ↓, wheel"), _("choose an answer")), (_("Enter, click"), _("give it")))

    def close(self) -> None:
        """Do nothing: no work goes on in the background."""

    # ------------------------------------------------------------------------------------------ answers

    def update(self, wall_s: float) -> None:
        """Move the match on by wall time, and list the answers to a new question."""
        self.controller.begin_update(wall_s)
        self.controller.advance(wall_s)
        name = self.person()
        asked = self.match.asked(name) if name in self.match.waits_for and self.match.inbox.caught_up else None
        if asked is None or name is None:
            self._asked, self.options = None, {}
        elif asked is not self._asked:
            self._asked = asked
            self.options = options_of(self.match, replace(asked, by=(name,)), match_of(self.match.game).questions)
            self.chosen = self._first = 0
        self.controller.notice.suggest(self._heading(), rank=Rank.ASKED if self.options else Rank.HINT)

    def answer(self) -> None:
        """Give the chosen answer."""
        name = self.person()
        if self._asked is None or name is None or not self.options:
            return
        question, answer = replace(self._asked, by=(name,)), list(self.options.values())[self.chosen]
        if self.controller.attempt(lambda: self.match.act(intent_of(question, answer))):
            self.options = {}

    def _choose(self, number: int) -> None:
        self.chosen = min(max(0, number), max(0, len(self.options) - 1))
        self._keep_in_view()

    def _keep_in_view(self) -> None:
        self._first = max(min(self._first, self.chosen), self.chosen - self._shown + 1)

    def _number_at(self, x: float, y: float) -> int | None:
        """Return the number of the answer at a place in the window."""
        if not self._place.contains(x, y):
            return None
        row = int((self._place.top - y) * self._pen.ratio / self._row) - 1
        number = self._first + row
        return number if 0 <= row < self._shown and number < len(self.options) else None

    # ------------------------------------------------------------------------------------------ pictures

    def show(self, clock_s: float) -> None:
        """Paint the list if it has changed."""
        rows = [words for words, _ in labelled(self.options)]
        heading = self.controller.notice.words
        content = (heading, tuple(rows), self.chosen, self._first)
        self.scene.hud.put(self._list, self._place, content, lambda: self._paint(heading, rows))

    def _heading(self) -> str:
        if self._asked is None:
            return "" if self.match.finished else _("Others are thinking.")
        if not self.options:
            return _("This answer has to be typed: play with --text.")
        return f"{self.person()}, {self._asked.kind}?"

    def _paint(self, heading: str, rows: Sequence[str]) -> Image.Image:
        pen = self._pen
        picture, pad, text = panel(self._place.pixels(pen.ratio), pen, bool(rows)), pen(12), pen.text(TEXT)
        room, high = picture.width - 2 * pad, self._row
        paint(Text(heading, text, INK, bold=True), picture, (pad, 0, room, high))
        for row, words in enumerate(rows[self._first : self._first + self._shown], start=1):
            chosen = self._first + row - 1 == self.chosen
            if chosen:
                bar = Image.new("RGBA", (picture.width - pad, high), (*GLOW, 255))
                picture.alpha_composite(bar, (pad // 2, row * high))
            paint(Text(words, text, INK if chosen else INK_SOFT, bold=chosen), picture, (pad, row * high, room, high))
        return picture

    def draw(self, window: Window) -> None:
        """Draw the list over the scene."""
        window.view = Mat4()
        self._batch.draw()
