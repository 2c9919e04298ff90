"""When what a window hears happened, not when it was listened to.

A frame that takes 20 ms to draw hands over all that came meanwhile in one go: told by the moment at which they are
handed over, three samples of a flick would be one. The X server stamps every event with its own clock, in milliseconds;
where there is no such stamp (other systems, as pyglet hands their events over) the moment of listening must do.
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
"""So much one clock may run ahead of the other (100 parts in a million: cheap quartz)."""
LATEST_S = 0.5
"""Events that waited longer have a stamp that nothing here can use: a window that hung."""


class ServerClock:
    """The X server's milliseconds as seconds of `perf_counter`.

    No event is listened to before it happened, so the least delay ever seen tells how the clocks stand to each other.
    """

    def __init__(self) -> None:
        self._offset_s = math.inf
        self._last_ms = 0
        self._turns = 0
        self._seen_s = -math.inf

    def seconds(self, stamp_ms: int, now_s: float) -> float:
        """When that was, if it is listened to at `now_s`; never later than that, never more than `LATEST_S` before.

        A stamp of 0 is none: programs that send events to windows leave it so.
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
    """Does `event_time` tell when an event happened, or only when it was listened to?"""
    return _stamped_events


def event_time() -> float:
    """Seconds of `perf_counter`: of the event that is being handed over, or now."""
    return perf_counter() if _handed_s is None else _handed_s


def stamp_events(window: object) -> bool:
    """From now on `event_time` tells when the events of this window happened; False where they carry no time."""
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
