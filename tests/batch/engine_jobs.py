"""Jobs for engines to run: a worker that starts imports no more than this."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator


def die_or_double(number: int, wait_s: float = 0.0) -> int:
    """Double a number after a while; a negative one ends the process."""
    time.sleep(wait_s)
    if number < 0:
        os._exit(1)
    return 2 * number


def refuse(words: str) -> None:
    """Raise with these words."""
    raise ValueError(words)


def generator() -> Iterator[int]:
    """Yield what cannot be sent back."""
    yield 1


class Unreadable:
    """An answer that is sent, but raises where it is read."""

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return refuse, ("cannot be read",)


def unreadable() -> Unreadable:
    """Return what cannot be read."""
    return Unreadable()


def worker_pid() -> int:
    """Return the worker's process."""
    return os.getpid()
