"""Progress of long work: a line on standard error, only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
_WIDTH = 32


def counted(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The same items; a bar on standard error says how many of `total` have come, and is wiped at the end."""
    out = sys.stderr
    if not out.isatty():
        yield from items
        return

    def draw(done: int) -> None:
        filled = _WIDTH * done // max(total, 1)
        print(f"\r{what} [{'#' * filled}{'-' * (_WIDTH - filled)}] {done} of {total}", end="", file=out, flush=True)

    draw(0)
    try:
        for done, item in enumerate(items, start=1):
            draw(done)
            yield item
    finally:
        print("\r\x1b[K", end="", file=out, flush=True)
