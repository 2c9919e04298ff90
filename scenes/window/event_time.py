"""The time at which a window's events happened, as opposed to when they were handled.

After a frame that took 20 ms to draw, all events of that time are handed over at once; by the time of handling, three
samples of a flick would be one. The X server stamps every event with its own clock, in milliseconds. On other systems
pyglet passes no stamp on, and the time of handling is used instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyglet.libs.x11.xlib import XEvent

STAMPED = range(2, 9)
"""X11's types of events that begin like a key event: keys, buttons, motion, entering and leaving."""
WRAP_MS = 2**32
DRIFT = 1e-4
"""How much one clock may run ahead of the other, as a share of the time (100 parts in a million: cheap quartz)."""
LATEST_S = 0.5
"""The longest delay of an event that is believed; a longer one means that the window hung."""


class ServerClock:
    """The X server's milliseconds as seconds of `perf_counter`.

    No event is handled before it happened, so the smallest delay ever seen gives the offset between the two clocks.
    """

    def __init__(self) -> None:
        self._offset_s = math.inf
        self._last_ms = 0
        self._turns = 0
        self._seen_s = -math.inf

    def seconds(self, stamp_ms: int, now_s: float) -> float:
        """Convert the stamp of an event that is handled at `now_s` to seconds of `perf_counter`.

        The result is never later than `now_s` and never more than `LATEST_S` earlier. A stamp of 0 means no stamp
        (programs that send events to windows leave it at 0): then `now_s` is returned.
        """
        if not stamp_ms:
            return now_s
        if stamp_ms < self._last_ms - WRAP_MS // 2:
            self._turns += 1
        self._last_ms = stamp_ms
        server_s = (stamp_ms + self._turns * WRAP_MS) / 1000.0
        slack = DRIFT * (now_s - self._seen_s) if math.isfinite(self._seen_s) else 0.0
        self._seen_s = now_s
        self._offset_s = min(self._offset_s + slack, now_s - server_s)
        return max(now_s - LATEST_S, min(now_s, server_s + self._offset_s))


_handed_s: float | None = None
_stamped_events = False


def events_are_stamped() -> bool:
    """Return True if `event_time` gives the time at which an event happened, not the one at which it was handled."""
    return _stamped_events


def event_time() -> float:
    """Return the time of the event that is being handled, else the present, in seconds of `perf_counter`."""
    return perf_counter() if _handed_s is None else _handed_s


def stamp_events(window: object) -> bool:
    """Make `event_time` give the time at which this window's events happened; return False if they carry no time."""
    global _stamped_events
    tables = [getattr(window, name, None) for name in ("_event_handlers", "_view_event_handlers")]
    if type(window).__name__ != "XlibWindow" or not all(isinstance(table, dict) for table in tables):
        return False
    _stamped_events = True
    clock = ServerClock()
    for table in tables:
        assert table is not None
        for kind in STAMPED:
            if kind in table:
                table[kind] = _stamped(table[kind], clock)
    return True


def _stamped(handler: Callable[[XEvent], None], clock: ServerClock) -> Callable[[XEvent], None]:
    def handed(event: XEvent) -> None:
        global _handed_s
        _handed_s = clock.seconds(event.xkey.time, perf_counter())
        try:
            handler(event)
        finally:
            _handed_s = None

    return handed
