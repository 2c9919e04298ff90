"""The window's loop for play and workshop: events, update and drawing in one go, so that what is drawn is the latest.

`scenes.window.window.run` updates and draws by two clocks, which is good enough for watching; a hand must be drawn
where the pointer is in the same frame.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from scenes.window.gc_control import settle, unsettle
from scenes.window.window import DRAW_HZ, Drawing, pixel_ratio

if TYPE_CHECKING:
    from types import FrameType

    from pyglet.window import Window

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
LISTEN_S = 0.05


class HandledScene(Drawing, Protocol):
    """A scene that is worked by hand, and can close its window. closing: True once it does."""

    closing: bool

    @property
    def table(self) -> object:
        """The table that is shown; another object once another table is open."""

    def quit(self) -> None:
        """Close the window, as its button does."""

    def close(self) -> None:
        """Save everything, and end what works in the background."""


def run(window: Window, scene: HandledScene) -> None:
    """Show the scene in a window until it is closed; Ctrl-C and a signal to end close it as its button does."""
    import pyglet

    last = perf_counter()
    table: object = None

    def fit(width: int, height: int) -> None:
        scene.resize(width, height, pixel_ratio(window))

    def on_draw() -> None:
        nonlocal last, table
        now = perf_counter()
        passed, last = now - last, now
        scene.update(passed)
        window.clear()
        scene.draw(window)
        if scene.table is not table:
            # A new table, which has now been drawn for the first time.
            table = scene.table
            settle()

    asked: list[int] = []

    def listen(_passed: float) -> None:
        if asked and not scene.closing:
            scene.quit()

    window.push_handlers(on_resize=fit, on_draw=on_draw)
    fit(window.width, window.height)
    # A clock of its own: a minimised window is not drawn.
    pyglet.clock.schedule_interval(listen, LISTEN_S)
    with _signals(asked):
        try:
            pyglet.app.run(1.0 / DRAW_HZ)
        finally:
            unsettle()
            pyglet.clock.unschedule(listen)
            scene.close()
            window.close()


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
