"""How a run is going: a line on standard error, the running estimate, and whether it knows enough to stop.

Estimate and goal look at the first k matches of the run, whole and in the order of their indices, whichever process
played them and in whatever order they came. So where a run stops depends on nothing but the run.
"""

from __future__ import annotations

import math
import shutil
import sys
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TypeVar

from sim.batch.figures import Ratio, number_text
from sim.errors import InputError
from sim.metrics import Metric, MetricTable, Row
from sim.statistics import Interval

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


FIRST_LOOK = 10
"""Fewer matches than this say nothing of how far they scatter."""


@dataclass(frozen=True, slots=True)
class Until:
    """Stop when the 95 % interval of a figure reaches no further than this on either side, on average of the two."""

    metric: str
    half_width: float

    @classmethod
    def parse(cls, text: str) -> Until:
        """`fall_rate=0.01`. Raises ValueError."""
        name, equals, number = (part.strip() for part in text.partition("="))
        try:
            half_width = float(number)
        except ValueError:
            half_width = math.nan
        if not equals or not name.isidentifier() or not 0 < half_width < math.inf:
            raise ValueError(f"{text!r} is no goal, expected FIGURE=HALF-WIDTH such as fall_rate=0.01")
        return cls(name, half_width)

    def __str__(self) -> str:
        return f"{self.metric}={self.half_width!r}"


def next_look(looked: int) -> int:
    """After how many matches the goal is looked at next: 5 % more each time, so that looking costs little."""
    return FIRST_LOOK if looked < FIRST_LOOK else looked + max(1, looked // 20)


class ProgressEstimate:
    """Takes in the matches of a run as they come; `stop` is after how many of them the goal was reached."""

    def __init__(self, table: MetricTable, until: Until | None) -> None:
        """Raises InputError for a goal that is no figure of the game."""
        metrics: Mapping[str, Metric] = table.goals()
        if until is not None and until.metric not in metrics:
            raise InputError(f"--until: expected one of {', '.join(metrics)}, found {until.metric!r}.")
        self.name = table.primary if until is None else until.metric
        self.stop: int | None = None
        self._metric = metrics[self.name]
        self._until = until
        self._known = 0
        self._next = next_look(0)
        self._sums = Ratio()
        # What matches told that are not known yet, because one before them is missing. A resumed run may have a hole
        # at its beginning, so it is kept as plain numbers by index, 16 bytes a match, NaN where there is none.
        self._y, self._x = array("d"), array("d")

    def add(self, index: int, match: Row, turns: Sequence[Row]) -> None:
        """A match was played."""
        self._take(index, *self._metric.sums(match, turns))

    def miss(self, index: int) -> None:
        """A match was poison: it counts as known, and says nothing."""
        self._take(index, 0.0, 0.0)

    def estimate(self) -> Interval:
        """The figure so far."""
        return self._metric.interval(self._sums)

    def text(self) -> str:
        """The figure so far, for people."""
        found = self.estimate()
        return f"{self.name} {found.percent() if self._metric.proportion else number_text(found, 2)}"

    def _take(self, index: int, y: float, x: float) -> None:
        for told, value in ((self._y, y), (self._x, x)):
            told.extend(repeat(math.nan, index + 1 - len(told)))
            told[index] = value
        while self.stop is None and self._known < len(self._x) and not math.isnan(self._x[self._known]):
            self._sums.add(self._y[self._known], self._x[self._known])
            self._known += 1
            if self._until is not None and self._known == self._next:
                self._next = next_look(self._known)
                found = self.estimate()
                # A missing bound is NaN, which is never small enough.
                if (found.high - found.low) / 2 <= self._until.half_width:
                    self.stop = self._known
