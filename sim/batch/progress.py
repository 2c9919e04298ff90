"""Progress of long work: a line on standard error, only on a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
_WIDTH = 24
# How often the line is drawn at most: what it tells may take a moment to find out.
_EVERY_S = 0.25


class Bar:
    """A bar that says how much of `total` is done, how fast it goes and how long it will take; wiped at the end.

    `done` was there before the work began and does not count for the rate. `figure` is what else there is to tell.
    """

    def __init__(self, what: str, total: int, done: int = 0, figure: Callable[[], str] | None = None) -> None:
        self._what, self._total, self._done, self._before, self._figure = what, total, done, done, figure
        self._shown = sys.stderr.isatty()
        self._begun = self._drawn = time.monotonic()

    def __enter__(self) -> Bar:
        if self._shown:
            self._draw()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        now = time.monotonic()
        if self._shown and (now - self._drawn >= _EVERY_S or self._done == self._total):
            self._drawn = now
            self._draw()

    def line(self, elapsed_s: float) -> str:
        """What there is to tell after so long."""
        filled = _WIDTH * self._done // max(self._total, 1)
        told = f"{self._what} [{'#' * filled}{'-' * (_WIDTH - filled)}] {self._done} of {self._total}"
        came = self._done - self._before
        if came and elapsed_s > 0:
            told += f", {came / elapsed_s:.3g}/s, {span((self._total - self._done) * elapsed_s / came)} left"
        if self._figure is not None and self._done:
            told += f", {self._figure()}"
        return told

    def _draw(self) -> None:
        width = shutil.get_terminal_size().columns - 1
        line = self.line(time.monotonic() - self._begun)[:width]
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)


def span(seconds: float) -> str:
    """A length of time, roughly: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def counted(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The same items, with a bar that counts them."""
    with Bar(what, total) as bar:
        for item in items:
            bar.step()
            yield item
