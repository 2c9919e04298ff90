"""The panels that every game's scene has (ticker, remote control, keys), and how a panel is shown."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from PIL import Image
from pyglet.graphics import Batch, Group

from scenes.drawing.key_words import WATCH_KEYS
from scenes.drawing.panel_sprite import PanelSprite
from scenes.drawing.panels import (
    MarkPainter,
    Pen,
    Remote,
    StripEntry,
    help_panel,
    names_strip,
    remote_panel,
    ticker_panel,
)
from scenes.window.camera import Rectangle
from sim.protocols import Frame

LEVELS = 5


class Panels:
    """The panels over a scene; a game's own panels derive from it.

    groups: layers to draw on, the lowest first. fold: whether the player has folded the panels away (True) or unfolded
    them (False); None: as there is room.
    """

    def __init__(self) -> None:
        self.batch = Batch()
        self.help_shown = False
        self.fold: bool | None = None
        self.keys: Sequence[tuple[str, str]] = WATCH_KEYS
        self.ratio = 1.0
        self.pen = Pen(1.0, 1.0)
        self.groups = [Group(order=order) for order in range(LEVELS)]
        self._ticker, self._remote, self._strip = (PanelSprite(self.batch, self.groups[0]) for _ in range(3))
        self._help = PanelSprite(self.batch, self.groups[-1])
        self._size = (0.0, 0.0)

    def pixels(self, place: Rectangle) -> tuple[int, int]:
        """Return width and height of a place in pixels."""
        return place.pixels(self.ratio)

    def put(self, panel: PanelSprite, place: Rectangle, key: Hashable, paint: Callable[[], Image.Image]) -> None:
        """Show a panel there; it is painted only if `key`, the size or the pixel ratio has changed."""
        panel.show((key, self.pixels(place), self.ratio), place.left, place.top, self.ratio, paint)

    def show_ticker(self, place: Rectangle | None, frame: Frame) -> None:
        """Show the latest lines of the ticker; hide the panel if there is no place or no line."""
        if place is None or not frame.ticker:
            self._ticker.hide()
            return
        last, spot = frame.ticker[-1], place
        key = (len(frame.ticker), last.time_s, last.text)
        self.put(self._ticker, spot, key, lambda: ticker_panel(frame.ticker, self.pixels(spot), self.pen))

    def show_remote(self, place: Rectangle | None, remote: Remote | None, note: str) -> None:
        """Show speed and state of the playback; hide the panel if there is no place or no playback."""
        if place is None or remote is None:
            self._remote.hide()
            return
        spot, content = place, (remote.words, remote.paused, note)
        self.put(self._remote, spot, content, lambda: remote_panel(remote, note, self.pixels(spot), self.pen))

    def show_strip(
        self, place: Rectangle | None, entries: Sequence[StripEntry], paint_mark: MarkPainter | None = None
    ) -> None:
        """Show everybody's name and score in the line that replaces folded panels; hide it if there is no place."""
        if place is None:
            self._strip.hide()
            return
        spot, content = place, tuple(entries)
        self.put(self._strip, spot, content, lambda: names_strip(content, self.pixels(spot), self.pen, paint_mark))

    def show_result(
        self,
        panel: PanelSprite,
        key: Hashable,
        middle: tuple[float, float],
        wide: float,
        paint: Callable[[tuple[int, int]], Image.Image],
    ) -> None:
        """Show the result centred on `middle`, at most `wide` units wide, and wholly inside the window.

        paint: makes the picture, given the greatest width and height in pixels.
        """
        width, height = self._size
        room = round(min(wide, 0.98 * width) * self.ratio), round(0.98 * height * self.ratio)
        window = Rectangle(0.0, 0.0, width, height)
        panel.show((key, room), *middle, self.ratio, lambda: paint(room), centred=True, inside=window)

    def show_help(self, width: float, height: float) -> None:
        """Show the keys in the middle of a window of that size if `help_shown`, else hide them."""
        if not self.help_shown:
            self._help.hide()
            return
        space = round(width * 0.96 * self.ratio), round(height * 0.96 * self.ratio)
        self._help.show(
            (space, self.ratio, tuple(self.keys)),
            width / 2,
            height / 2,
            self.ratio,
            lambda: help_panel(self.keys, space, self.pen),
            centred=True,
        )
