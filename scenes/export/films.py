"""The kinds of film: a match or a stretch of it, several matches side by side, its dramatic moments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.export.film_schedule import Shown, heard, schedule
from scenes.playback.cues import Cue, listener_of
from scenes.playback.frame_buffer import EPSILON_S, FrameBuffer, FrameBuffers
from scenes.playback.grid import GridScene, Several
from scenes.playback.protocols import OpenMatch, WatchLayer
from scenes.playback.theatre import Theatre
from scenes.playback.theatre_view import TheatreScene
from scenes.spec import scene_of, watch_layer_of, watching_of
from sim.forecast.trials import AtOnce
from sim.protocols import Frame, Match

if TYPE_CHECKING:
    from pyglet.window import Window

Size = tuple[int, int]
Say = Callable[[str], None]


class MatchFilm:
    """A film of a match, or of a stretch of its simulated time."""

    def __init__(
        self, match: Match, size: Size, start_s: float = 0.0, end_s: float | None = None, thoughts: bool = False
    ) -> None:
        """Begin at the first frame. thoughts: show what was meant and weighed, if the game has a layer for it."""
        self.frame_buffer = FrameBuffer(match, listener_of(match))
        self._start_s, self._end_s = start_s, end_s
        self._scene = scene_of(match, *size, 1.0, self.frame_buffer.last)
        watching = watching_of(match.game) if thoughts else None
        self._layer: WatchLayer[Frame] | None = None
        if watching is not None:
            self._layer = watch_layer_of(match.game)(match, self._scene, self.frame_buffer.at, AtOnce())
            self._layer.thoughts = True

    def simulate(self, say: Say) -> None:
        """Simulate everything that is to be filmed; `say` is called with the progress."""
        _extend(self.frame_buffer, math.inf if self._end_s is None else self._end_s, say)

    def schedule(self, step_s: float) -> list[Shown]:
        """Return what each picture shows, with `step_s` of match time between two."""
        return schedule(self.frame_buffer, step_s, self._start_s, self._end_s)

    def heard(self, shown: Sequence[Shown]) -> list[tuple[int, Cue]]:
        """Return the cues to be heard, each with the index of its picture in `shown`."""
        return heard(self.frame_buffer, shown)

    def show(self, what: Shown, clock_s: float) -> None:
        """Move everything to that moment."""
        frame = self.frame_buffer.at(what.time_s)
        if self._layer is not None:
            self._layer.update(what.time_s)
        self._scene.show(frame, clock_s)
        if self._layer is not None:
            self._layer.show(frame)

    def draw(self, window: Window) -> None:
        """Draw the moment shown last."""
        self.draw_table(window)
        self.draw_thoughts(window)

    def draw_table(self, window: Window) -> None:
        """Draw the moment without what was meant and weighed."""
        self._scene.draw(window)

    def draw_thoughts(self, window: Window) -> None:
        """Draw over it what was meant and weighed, if it is to be shown."""
        if self._layer is not None:
            self._layer.draw(window)


class GridFilm:
    """A film of several matches side by side."""

    def __init__(self, open_match: OpenMatch, seed: int, count: int, size: Size) -> None:
        self._playback = Several(open_match, seed, count)
        self._scene = GridScene(self._playback, *size, bar=False)

    def simulate(self, say: Say) -> None:
        """Simulate everything that is to be filmed; `say` is called with the progress."""
        _extend(self._playback.frame_buffer, math.inf, say)

    def schedule(self, step_s: float) -> list[Shown]:
        """Return what each picture shows, with `step_s` of match time between two."""
        return schedule(self._playback.frame_buffer, step_s)

    def heard(self, shown: Sequence[Shown]) -> list[tuple[int, Cue]]:
        """Return the cues to be heard, each with the index of its picture in `shown`."""
        return heard(self._playback.frame_buffer, shown)

    def show(self, what: Shown, clock_s: float) -> None:
        """Move everything to that moment."""
        self._playback.seek_to(what.time_s)
        self._scene.clock_s = clock_s
        self._scene.show_match()

    def draw(self, window: Window) -> None:
        """Draw the moment shown last."""
        self._scene.draw(window)


class TheatreFilm:
    """A film of the dramatic moments of a match, about `length_s` seconds of them."""

    def __init__(self, open_match: OpenMatch, seed: int, size: Size, length_s: float) -> None:
        self._playback = Theatre(open_match, seed)
        self._playback.length_s = length_s
        self._scene = TheatreScene(self._playback, *size, bar=False)

    def simulate(self, say: Say) -> None:
        """Simulate the whole match and choose its moments; `say` is called with the progress."""
        _extend(self._playback.frame_buffer, math.inf, say)
        self._playback.prepare()

    def schedule(self, step_s: float) -> list[Shown]:
        """Return what each picture shows, with `step_s` of the play's time between two."""
        programme = self._playback.programme
        assert programme is not None
        shown: list[Shown] = []
        before = -1
        for number in range(1 + math.floor(programme.length_s / step_s + 1e-9)):
            now = programme.at(number * step_s)
            shown.append(Shown(now.time_s, now.shot != before, number * step_s))
            before = now.shot
        return shown

    def heard(self, shown: Sequence[Shown]) -> list[tuple[int, Cue]]:
        """Return the cues to be heard, each with the index of its picture in `shown`."""
        return heard(self._playback.frame_buffer, shown)

    def show(self, what: Shown, clock_s: float) -> None:
        """Move everything to that moment."""
        self._playback.seek(what.at_s - self._playback.at_s)
        self._scene.clock_s = clock_s
        self._scene.show_match()

    def draw(self, window: Window) -> None:
        """Draw the moment shown last."""
        self._scene.draw(window)


def _extend(frame_buffer: FrameBuffer | FrameBuffers, until_s: float, say: Say) -> None:
    """Simulate to `until_s` or to the end, and report the progress every 5 s of match time."""
    while not frame_buffer.complete and frame_buffer.ends_s < until_s - EPSILON_S:
        frame_buffer.extend_to(min(until_s, frame_buffer.ends_s + 5.0))
        say(f"{frame_buffer.ends_s:6.0f} s simulated")
