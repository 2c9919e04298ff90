"""The demonstration for fairs and museums: all games in turn, and at a touch a practice of Riff Raff."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from pyglet.graphics import Group
from pyglet.window import key

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.panels import Pen, notice_picture
from scenes.layout.places import unit_of
from scenes.play.input_router import InputRouter
from scenes.play.scene import PlayScene
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import usual_setup
from scenes.playback.watch_view import WatchScene
from scenes.spec import games_with_scenes
from scenes.window.event_time import stamp_events
from sim.language import N_, _

if TYPE_CHECKING:
    from pyglet.window import Window

SHOWN_S = 60.0
"""How long each game is shown (s of wall time)."""
REST_S = 60.0
"""How long nobody touches anything until a practice ends (s of wall time)."""
LETTERS = 1.6
"""The scale of letters, and of what follows it, in the practice."""
PRACTISED = "riff-raff"
WORDS, PLAYED_WORDS = N_("Touch to play"), N_("Drag a piece onto the ship and let go.")
EVENTS = (
    "on_key_press",
    "on_key_release",
    "on_mouse_motion",
    "on_mouse_drag",
    "on_mouse_press",
    "on_mouse_release",
    "on_mouse_scroll",
)
BEGIN = ("on_key_press", "on_mouse_press")
"""The events that begin a practice."""
NOT_PASSED_ON = (key.P, key.F1, key.F3, key.F11)
"""The keys of a practice that would open what belongs to a player's own computer."""

Size = tuple[float, float, float]


class Demo:
    """The scene of a window in which the games are shown in turn; Escape ends it.

    open_scene: opens the scene in which a match is watched, given its game and seed. dress: sets the colours
    and letters of watching again. size: width and height in units, and pixels a unit.
    """

    def __init__(
        self,
        open_scene: Callable[[str, int], WatchScene],
        dress: Callable[[], None],
        seed: int,
        size: Size,
        window: Window | None = None,
        games: Sequence[str] = (),
    ) -> None:
        self._open_scene, self._dress, self._size, self._window = open_scene, dress, size, window
        names = games or tuple(game.name for game in games_with_scenes())
        self._next: Iterator[tuple[str, int]] = ((name, seed + turn) for turn in count() for name in names)
        self.closing = False
        self.shown: WatchScene | None = None
        self.practice: PlayScene | None = None
        self._router: InputRouter | None = None
        self._since_s = 0.0
        self._put_words()
        self.watch_next()

    def _put_words(self) -> None:
        self._batch = Batch()
        self._words = PanelSprite(self._batch, Group(order=0))

    # ------------------------------------------------------------------------------------------ what is shown

    @property
    def _scene(self) -> WatchScene | PlayScene:
        scene = self.practice or self.shown
        assert scene is not None
        return scene

    def watch_next(self) -> None:
        """Show a match of the next game."""
        self._leave()
        self._dress()
        self._put_words()
        self.shown = self._open_scene(*next(self._next))
        self.shown.resize(*self._size)

    def begin_practice(self) -> None:
        """Begin a practice of Riff Raff, in which nothing is recorded and no setting is kept."""
        self._leave()
        settings = PlaySettings(text_scale=LETTERS, cards_seen=(PRACTISED,), notice_answered=True, record_hands=False)
        # Without a file: what a visitor changes ends with the visit.
        store = SettingsStore(Path(), settings, _untouchable=True)
        setup = replace(usual_setup(PRACTISED, "", settings.profile), practice={"slot": 2})
        self.practice = PlayScene(store, *self._size, None, setup)
        self.practice.begin(setup)
        self.practice.notice.say(_(PLAYED_WORDS))
        self._router = InputRouter(self.practice)

    def _leave(self) -> None:
        self._since_s = 0.0
        if self.practice is not None:
            self.practice.close()
        if self.shown is not None:
            self.shown.close()
            self.shown.playback.close()
        self.practice = self._router = self.shown = None

    # ------------------------------------------------------------------------------------------ the window's events

    def attach(self, window: Window) -> None:
        """Listen to a window's keys and mouse."""
        stamp_events(window)
        window.push_handlers(**{name: partial(self.take, name) for name in EVENTS})

    def take(self, name: str, *arguments: float) -> bool:
        """Take an event of the window: Escape ends, a touch or a key begins a practice, which gets all that follows."""
        if name == "on_key_press" and arguments[0] == key.ESCAPE:
            self.quit()
        elif self._router is None:
            if name in BEGIN:
                self.begin_practice()
        else:
            self._since_s = 0.0
            if not (name.startswith("on_key") and arguments[0] in NOT_PASSED_ON):
                getattr(self._router, name)(*arguments)
        return True

    # ------------------------------------------------------------------------------------------ a scene of the loop

    @property
    def table(self) -> object:
        """The table that is shown."""
        return self._scene.table

    @property
    def look(self) -> object:
        """All that changes the picture without an event of the window."""
        return self._scene, self._scene.look

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        self._size = width, height, ratio
        self._scene.resize(width, height, ratio)

    def update(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time: to the next game after SHOWN_S, or at the end of the match."""
        self._since_s += wall_s
        self._scene.update(wall_s)
        if self.practice is not None:
            if self._since_s >= REST_S:
                self.watch_next()
        elif self._since_s >= SHOWN_S or (self.shown is not None and self.shown.playback.ended):
            self.watch_next()

    def show(self) -> None:
        """Move and paint the pictures as everything is now."""
        self._scene.show()
        if self.shown is None:
            self._words.hide()
            return
        width, height, ratio = self._size
        pen = Pen(2.0 * unit_of(width, height), ratio)
        room = round(0.6 * width * ratio)
        paint = partial(notice_picture, _(WORDS), False, room, pen)
        self._words.show((room, pen), width / 2, 0.1 * height, ratio, paint, centred=True)

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        self._scene.draw(window)
        self._batch.draw()

    def quit(self) -> None:
        """Close the window."""
        self.closing = True
        if self._window is not None:
            # Not close(): pyglet's loop ends on the event on_close of its last window.
            self._window.dispatch_event("on_close")

    def close(self) -> None:
        """End what works in the background."""
        self._leave()
