"""Several matches side by side in one window, under one remote control."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pyglet.graphics import Group
from pyglet.window import key

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.key_words import WATCH_KEYS
from scenes.drawing.palette import PAPER
from scenes.drawing.panels import Pen, line_of_text
from scenes.layout.places import tiles, unit_of
from scenes.layout.text import text_height
from scenes.playback.cues import listener_of
from scenes.playback.frame_buffer import FrameBuffer, FrameBuffers
from scenes.playback.playback import Playback
from scenes.playback.protocols import OpenMatch, Scene
from scenes.playback.watch_view import WHEEL, WatchScene
from scenes.spec import scene_of
from scenes.window.camera import Rectangle
from scenes.window.viewport import draw_in
from sim.language import N_, _
from sim.protocols import Match

if TYPE_CHECKING:
    from pyglet.window import Window

NAME_SIZE = 12.0
DIGITS = (key._1, key._2, key._3, key._4, key._5, key._6, key._7, key._8, key._9)


class Several(Playback):
    """A playback of `count` matches at once, with consecutive seeds. `shown()` returns `Moments` of all of them."""

    frame_buffer: FrameBuffers

    def __init__(self, open_match: OpenMatch, seed: int, count: int, speed: float = 1.0) -> None:
        self.count = count
        super().__init__(open_match, seed, speed)

    def _begin(self, seed: int) -> FrameBuffers:
        self.matches = [self._open(seed + index) for index in range(self.count)]
        self.match = self.matches[0]
        buffers = [FrameBuffer(match, listener_of(match)) for match in self.matches]
        return FrameBuffers(buffers, [_("seed {seed}", seed=seed + index) for index in range(self.count)])

    def next_match(self) -> None:
        """Begin the matches of the next `count` seeds."""
        self.start(self.seed + self.count)


class GridScene(WatchScene):
    """The scene of several matches: all of them, or one that was clicked, large."""

    playback: Several

    def _measure(self, width: float, height: float, pixel_ratio: float) -> None:
        super()._measure(width, height, pixel_ratio)
        unit = unit_of(*self.size)
        self.pen = Pen(unit, pixel_ratio)
        # Below each match a line with its name.
        self.tiles = tiles(self.place, self.playback.count, 1.5 * text_height(NAME_SIZE, unit))

    def _make(self) -> None:
        self.large: int | None = None
        moments = self.playback.shown()
        self.scenes: list[Scene] = [
            scene_of(match, place.width, place.height, self.ratio, frame)
            for match, place, frame in zip(self.playback.matches, self.tiles, moments.frames, strict=True)
        ]
        for scene in self.scenes:
            scene.hud.keys = (*WATCH_KEYS[:-1], (N_("Click, 1 to 9"), N_("one match large, all again")), WATCH_KEYS[-1])
        self._batch = Batch()
        group = Group(order=0)
        self._names = [PanelSprite(self._batch, group) for _ in self.scenes]

    @property
    def shown(self) -> dict[int, Rectangle]:
        """The matches shown, by index, with their places."""
        if self.large is None:
            return dict(enumerate(self.tiles))
        foot = 1.5 * text_height(NAME_SIZE, self.pen.unit)
        return {self.large: Rectangle(self.place.left, self.place.bottom + foot, self.place.right, self.place.top)}

    @property
    def taken(self) -> Match | None:
        """The match that is shown large."""
        return None if self.large is None else self.playback.matches[self.large]

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay out for a window of that size in units, of `pixel_ratio` pixels each."""
        self._measure(width, height, pixel_ratio)
        self._fit()

    def _fit(self) -> None:
        for index, place in self.shown.items():
            self.scenes[index].resize(place.width, place.height, self.ratio)

    def enlarge(self, index: int | None) -> None:
        """Show only that match, or with None all of them again."""
        if index != self.large:
            self.large = index
            self._fit()

    def show_match(self) -> None:
        """Move everything to the playback's current time."""
        moments = self.playback.shown()
        shown = self.shown
        small = self.pen.text(NAME_SIZE)
        for index, panel in enumerate(self._names):
            place = shown.get(index)
            if place is None:
                panel.hide()
                continue
            self.scenes[index].show(moments.frames[index], self.clock_s, self.remote)
            words = _("{number}: seed {seed}", number=index + 1, seed=self.playback.seed + index)
            room = round(place.width * self.ratio)
            panel.show(
                (words, small, room),
                place.left + self.pen(8) / self.ratio,
                place.bottom - 0.1 * small / self.ratio,
                self.ratio,
                partial(line_of_text, words, small, PAPER, room, bold=True),
            )
        self.show_bar()

    def tidy(self) -> None:
        """Do the work that may wait until between two frames, such as repainting after a zoom."""
        for index in self.shown:
            self.scenes[index].tidy()

    def draw_match(self, window: Window) -> None:
        """Draw what was shown last."""
        for index, place in self.shown.items():
            draw_in(window, self.scenes[index], place, self.size, self.ratio)
        self._batch.draw()
        self.draw_bar()

    # ------------------------------------------------------------------------------------------ keys and mouse

    def actions(self) -> dict[int, Callable[..., object]]:
        """Return the actions by key: a digit enlarges a match or shows all again; so does Escape before it quits."""
        actions = super().actions()
        for index, digit in enumerate(DIGITS[: self.playback.count]):
            actions[digit] = lambda index=index: self.enlarge(None if self.large == index else index)
        if self.large is not None:
            actions[key.ESCAPE] = lambda: self.enlarge(None)
        return actions

    def _toggle_help(self) -> None:
        helped = next(iter(self.shown))
        self.scenes[helped].toggle_help()

    def _toggle_panels(self) -> None:
        for index in self.shown:
            self.scenes[index].toggle_panels()

    def _reset_camera(self) -> None:
        for scene in self.scenes:
            scene.camera.reset()

    def _at(self, x: float, y: float) -> int | None:
        """Return the index of the match under that point of the window, or None."""
        for index, place in self.shown.items():
            if place.contains(x, y):
                return index
        return None

    def _click(self, x: float, y: float) -> None:
        self.enlarge(self._at(x, y) if self.large is None else None)

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Zoom the match under the pointer, about the pointer."""
        index = self._at(x, y)
        if index is not None:
            place = self.shown[index]
            self.scenes[index].camera.zoom_at((x - place.left, y - place.bottom), WHEEL**scroll_y)

    def _pan(self, x: float, y: float, dx: float, dy: float) -> None:
        index = self._at(x, y)
        if index is not None:
            self.scenes[index].camera.drag(dx, dy)
