"""The loop of every window: events, then the time that has passed, then a picture if there is anything new in it.

A full garbage collection looks at every object there is: 40 to 60 ms with a ship on the table, which is three frames,
at any time that Python chooses. Objects made before the first frame are therefore left out of later collections; those
that come and go afterwards are few.
"""

from __future__ import annotations

import contextlib
import gc
import signal
import threading
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from scenes.window.window import Drawn, pixel_ratio

if TYPE_CHECKING:
    from types import FrameType

    from pyglet.window import Window


def settle() -> None:
    """Collect all garbage once, and leave the objects that remain out of collections from now on."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def unsettle() -> None:
    """Let collections look at all objects again."""
    gc.unfreeze()


DRAW_HZ = 60.0
REST_S = 0.05
"""How often a window at rest looks for something new: within the tenth of a second that scenes let pass at a time."""
LINGER_S = 1.0
"""How long every picture is drawn after an event, since what it made smaller or larger is painted again bit by bit; and
how long nothing is drawn before the window is at rest."""
OF_DRAWING = ("on_draw", "on_refresh")
"""The events of a window that come from drawing it."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class WindowScene(Drawn, Protocol):
    """A scene that fills a window, and can close it. closing: True once it does."""

    closing: bool

    @property
    def table(self) -> object:
        """The table that is shown; another object once another table is open."""

    @property
    def look(self) -> object:
        """All that changes the picture without an event of the window: while it is equal, the picture is the same."""

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""

    def update(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time."""

    def show(self) -> None:
        """Move and paint the pictures as everything is now."""

    def quit(self) -> None:
        """Close the window, as its button does."""

    def close(self) -> None:
        """Save everything, and end what works in the background."""


def show_first(window: Window, scene: WindowScene) -> None:
    """Show a scene at once, before its loop runs."""
    draw(window, scene)
    window.flip()


def draw(window: Window, scene: WindowScene) -> None:
    """Draw a scene as it is now."""
    scene.show()
    window.clear()
    scene.draw(window)


class Loop:
    """Moves a scene on and draws it into a window, sixty times a second at most.

    While nothing happens that would change the picture, nothing is drawn and time passes in fewer steps. In a window
    that is minimised it does not pass.
    """

    def __init__(self, window: Window, scene: WindowScene, clock: Callable[[], float] = perf_counter) -> None:
        self._window, self._scene, self._clock = window, scene, clock
        self._last_s = self._event_s = self._drawn_s = clock()
        self._hidden, self._handled = False, False
        self._look: object = None
        self._table: object = None
        self._every_s = 0.0
        self._asked: list[int] = []

    def turn_to(self, scene: WindowScene) -> None:
        """Close the scene that is shown, and show another from now on."""
        self._scene.close()
        self._scene = scene
        self._fit(self._window.width, self._window.height)

    def run(self) -> None:
        """Show the scene until its window is closed; Ctrl-C and a signal to end close it as its button does."""
        import pyglet

        window, dispatch = self._window, self._window.dispatch_event

        def dispatched(name: str, *arguments: object) -> object:
            self.take_note(name)
            return dispatch(name, *arguments)

        # Not by a handler: a scene puts its own above it, which let nothing through.
        window.dispatch_event = dispatched
        window.push_handlers(on_resize=self._fit, on_draw=self._draw)
        self._fit(window.width, window.height)
        with _signals(self._asked):
            try:
                pyglet.clock.schedule_once(self._go_on, 0.0)
                # Without an interval of its own: the window is drawn by `step` alone.
                pyglet.app.run(None)
            finally:
                unsettle()
                pyglet.clock.unschedule(self._go_on)
                self._scene.close()
                window.close()

    def take_note(self, event: str) -> None:
        """Take note of an event of the window, by name."""
        if event in OF_DRAWING:
            return
        if event == "on_hide":
            self._hidden = True
        elif event in ("on_show", "on_expose"):
            self._hidden = False
        self._handled, self._event_s = True, self._clock()

    def step(self) -> float:
        """Let the time since the last step pass, draw if there is anything new, and return when the next is due (s)."""
        now_s = self._clock()
        passed_s, self._last_s = now_s - self._last_s, now_s
        handled, self._handled = self._handled, False
        if self._asked and not self._scene.closing:
            self._scene.quit()
        if self._scene.closing:
            # Its window is gone.
            return REST_S
        if handled or not self._hidden:
            self._scene.update(passed_s)
        if self._hidden:
            return REST_S
        before, self._look = self._look, self._scene.look
        if self._look != before or now_s < self._event_s + LINGER_S:
            self._drawn_s = now_s
            self._window.draw(passed_s)
        return 1.0 / DRAW_HZ if now_s < self._drawn_s + LINGER_S else REST_S

    def _go_on(self, _passed_s: float) -> None:
        import pyglet

        every_s = self.step()
        if self._scene.table is not self._table:
            # A new table, which is seen by now.
            self._table = self._scene.table
            settle()
        if every_s != self._every_s:
            self._every_s = every_s
            pyglet.clock.unschedule(self._go_on)
            pyglet.clock.schedule_interval(self._go_on, every_s)

    def _draw(self) -> None:
        # Not bound to one scene: another may have been turned to.
        draw(self._window, self._scene)

    def _fit(self, width: int, height: int) -> None:
        self._scene.resize(width, height, pixel_ratio(self._window))


@contextlib.contextmanager
def _signals(asked: list[int]) -> Iterator[None]:
    """Append signals of SIGNALS to `asked` instead of raising: a match must not be interrupted in the middle of a tick.

    Signals that are ignored stay ignored, as when the command is started with `nohup` or in the background of a script.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: dict[signal.Signals, Callable[[int, FrameType | None], object] | int | None] = {}
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, lambda received, _frame: asked.append(received))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
