"""Work that may wait for something slow, such as the answer of a bot, without holding up its caller.

A window draws frames and moves a match on by turns. Where the match has to wait in the middle of a tick, the window
must go on; so the match moves in a thread of its own, which hands back while it waits. Of the two threads one runs and
the other waits at any time, as with coroutines, so nothing changes under the eyes of the window.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TypeVar

Result = TypeVar("Result")

PATIENCE_S = 0.005
"""The time for which a caller waits along, so that quick answers cost no frame (s)."""
_STILL_S = 0.001
"""The same for a wait that has outlasted a call before (s)."""


class _Closed(BaseException):
    """Unwinds work that nobody goes on with."""


class Interruptible:
    """A thread for pieces of work, one after the other, which hands back to its caller while the work waits.

    waits_for: what the work waits for; empty while it does not.
    """

    def __init__(self) -> None:
        self.waits_for = ""
        self._to_work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._from_work: SimpleQueue[tuple[str, BaseException | None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, work: Callable[[], object]) -> bool:
        """Go on with the work that waits, without beginning `work`; or begin `work`, if none waits.

        Return True once it is done, False while it waits. Raises what the work raises.
        """
        left_s = _STILL_S if self.waits_for else PATIENCE_S
        if not self.waits_for:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="a match that may wait")
                self._thread.start()
            self._to_work.put(work)
            if self._handed_back():
                return True
        while True:
            since_s = monotonic()
            try:
                self._from_work.get(timeout=max(0.0, left_s))
            except Empty:
                return False
            left_s -= monotonic() - since_s
            self.waits_for = ""
            self._to_work.put(_go_on)
            if self._handed_back():
                return True

    def close(self) -> None:
        """Drop the work that waits, and end the thread as soon as what it waits for has come."""
        self._to_work.put(None)
        self.waits_for, self._thread = "", None
        self._to_work, self._from_work = SimpleQueue(), SimpleQueue()

    def _handed_back(self) -> bool:
        """Wait until the work waits (False) or is done (True). Raises what the work has raised."""
        found = self._from_work.get()
        assert found is not None
        self.waits_for, error = found
        if error is not None:
            raise error
        return not self.waits_for

    def _work(self) -> None:
        to_work, from_work = self._to_work, self._from_work
        _HERE.waits = lambda what, slow: _waited(what, slow, to_work, from_work)
        while (work := to_work.get()) is not None:
            try:
                work()
            except _Closed:
                return
            except BaseException as error:  # noqa: BLE001 - it is raised again in the caller's thread
                from_work.put(("", error))
            else:
                from_work.put(("", None))
            del work  # a thread that has nothing to do keeps no match alive


_HERE = threading.local()


def _go_on() -> None:
    """Do nothing: leave for the work that waits to go on."""


def _waited(
    what: str,
    slow: Callable[[], Result],
    to_work: SimpleQueue[Callable[[], object] | None],
    from_work: SimpleQueue[tuple[str, BaseException | None] | None],
) -> Result:
    from_work.put((what, None))
    try:
        return slow()
    finally:
        from_work.put(None)
        if to_work.get() is None:
            raise _Closed


def wait_for(what: str, slow: Callable[[], Result]) -> Result:
    """Return what `slow` returns; in the work of an `Interruptible` its caller goes on meanwhile.

    what: a name for what is waited for, not empty. Raises what `slow` raises.
    """
    waits = getattr(_HERE, "waits", None)
    found: Result = slow() if waits is None else waits(what, slow)
    return found
