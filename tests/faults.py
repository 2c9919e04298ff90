"""Let the n-th call fail, for n = 1, 2, 3 ..., as SQLite's own tests do: an opening, a write, a rename, a start.

Memory gives out, and interrupts come, at the n-th call of a function of Yardarm's: that is where they may.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import inspect
import io
import multiprocessing.process
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

HOUSE = tuple(str(Path(__file__).resolve().parent.parent / room) + os.sep for room in ("sim", "calibration", "scenes"))


STEPS = 20
"""How many steps of SQLite's own machine count as one call."""


class Countdown:
    """Counts calls of one kind, and lets the n-th of them fail. struck: whether it has."""

    def __init__(self, number: int, error: Callable[[], BaseException]) -> None:
        self.left, self.error = number, error

    @property
    def struck(self) -> bool:
        """True once the call that was to fail has failed."""
        return self.left <= 0

    def count(self) -> None:
        """Count one call; raises what the n-th is to raise."""
        self.left -= 1
        if self.left == 0:
            raise self.error()

    def before(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, whose calls count."""

        def counted(*given: Any, **named: Any) -> Any:
            self.count()
            return work(*given, **named)

        return counted


class Stream:
    """A stream whose writes, flushes and end count."""

    def __init__(self, stream: Any, countdown: Countdown) -> None:
        self._stream, self._countdown = stream, countdown

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: Any) -> Any:
        """Write."""
        self._countdown.count()
        return self._stream.write(data)

    def flush(self) -> None:
        """Flush."""
        self._countdown.count()
        self._stream.flush()

    def close(self) -> None:
        """Close; what fails at the end has been closed all the same."""
        self._stream.close()
        self._countdown.count()


def _refusal(number: int) -> Callable[[], OSError]:
    return lambda: OSError(number, os.strerror(number))


def _full() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    return error


def _opening(patch: pytest.MonkeyPatch, countdown: Countdown) -> None:
    for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "mkdir"), (os, "scandir")):
        patch.setattr(module, name, countdown.before(getattr(module, name)))


def _writing(patch: pytest.MonkeyPatch, countdown: Countdown) -> None:
    real = os.fdopen
    patch.setattr(os, "fdopen", lambda *given, **named: Stream(real(*given, **named), countdown))


def _renaming(patch: pytest.MonkeyPatch, countdown: Countdown) -> None:
    for name in ("replace", "rename", "link", "chmod"):
        patch.setattr(os, name, countdown.before(getattr(os, name)))


def _storing(patch: pytest.MonkeyPatch, countdown: Countdown) -> None:
    real = countdown.before(sqlite3.connect)

    def connect(*given: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*given, **named)
        # SQLite gives up what it is doing, in the middle of a statement, where this raises.
        connection.set_progress_handler(countdown.before(int), STEPS)
        return connection

    patch.setattr(sqlite3, "connect", connect)


def _starting(patch: pytest.MonkeyPatch, countdown: Countdown) -> None:
    for module, name in ((multiprocessing.process.BaseProcess, "start"), (threading.Thread, "start"), (os, "pipe")):
        patch.setattr(module, name, countdown.before(getattr(module, name)))


def _calling(_: pytest.MonkeyPatch, countdown: Countdown) -> None:
    def called(frame: FrameType, event: str, _argument: object) -> None:
        # A generator is also called when it is thrown away, where nothing can be raised.
        generates = frame.f_code.co_flags & inspect.CO_GENERATOR
        if event == "call" and not generates and frame.f_code.co_filename.startswith(HOUSE):
            countdown.count()

    sys.setprofile(called)


KINDS: dict[str, tuple[Callable[[pytest.MonkeyPatch, Countdown], None], Callable[[], BaseException]]] = {
    "open": (_opening, _refusal(errno.EMFILE)),
    "write": (_writing, _refusal(errno.ENOSPC)),
    "rename": (_renaming, _refusal(errno.EIO)),
    "statement": (_storing, _full),
    "start": (_starting, _refusal(errno.EAGAIN)),
    "memory": (_calling, MemoryError),
    "interrupt": (_calling, KeyboardInterrupt),
}


@contextlib.contextmanager
def failing(kind: str, number: int) -> Iterator[Countdown]:
    """Let the `number`-th call of that kind fail until the end of the block."""
    patches, error = KINDS[kind]
    countdown = Countdown(number, error)
    with pytest.MonkeyPatch.context() as patch:
        patches(patch, countdown)
        try:
            yield countdown
        finally:
            sys.setprofile(None)
