"""The progress of a run: a bar on standard error, the running estimate, and whether its goal is reached.

The estimate and the goal take the first k matches of the run, without gaps and in the order of their indices, whatever
process played them and in whatever order they came. So the match after which a run stops depends only on the run.
"""

from __future__ import annotations

import math
import shutil
import sys
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sim.batch.blocks import BLOCK
from sim.batch.figures import Ratio, number_text
from sim.errors import InputError
from sim.language import Wording
from sim.metrics import Metric, MetricTable, Row
from sim.refusals import one_of
from sim.statistics import Interval, read_number

T = TypeVar("T")
_WIDTH = 24
# The shortest time between two drawings of the bar, since its figure may take a moment to compute.
_EVERY_S = 0.25


class Bar:
    """A progress bar: how much of `total` is done, the rate and the time left; it is wiped at the end.

    done: what was there before the work began; it does not count for the rate. figure: returns a text to show as well.
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
        """Count one more item, and redraw the bar if it is due."""
        self._done += 1
        now = time.monotonic()
        if self._shown and (now - self._drawn >= _EVERY_S or self._done == self._total):
            self._drawn = now
            self._draw()

    def to(self, done: int) -> None:
        """Count on to `done` items, for work that knows only how far it is."""
        while self._done < done:
            self.step()

    def line(self, elapsed_s: float) -> str:
        """Return the text of the bar after `elapsed_s` of work."""
        filled = _WIDTH * self._done // max(self._total, 1)
        text = f"{self._what} [{'#' * filled}{'-' * (_WIDTH - filled)}] {self._done} of {self._total}"
        came = self._done - self._before
        if came and elapsed_s > 0:
            text += f", {came / elapsed_s:.3g}/s, {span((self._total - self._done) * elapsed_s / came)} left"
        if self._figure is not None and self._done:
            text += f", {self._figure()}"
        return text

    def _draw(self) -> None:
        width = shutil.get_terminal_size().columns - 1
        line = self.line(time.monotonic() - self._begun)[:width]
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)


def span(seconds: float) -> str:
    """Format a length of time, roughly: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def counted(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield the same items, and show a bar that counts them."""
    with Bar(what, total) as bar:
        for item in items:
            bar.step()
            yield item


_NO_BLOCK = array("d", [math.nan]) * BLOCK
FIRST_LOOK = 10
"""The number of matches before the first check: fewer say too little about their spread."""


@dataclass(frozen=True, slots=True)
class Until:
    """A goal: the mean half-width of the 95 % interval of a figure is at most `half_width`."""

    metric: str
    half_width: float

    @classmethod
    def parse(cls, text: str) -> Until:
        """Parse a goal such as `fall_rate=0.01` or `fall_rate=1%`. Raises ValueError."""
        name, equals, number = (part.strip() for part in text.partition("="))
        try:
            half_width = read_number(number)
        except ValueError:
            half_width = math.nan
        if not equals or not name.isidentifier() or not 0 < half_width < math.inf:
            raise ValueError(
                Wording(
                    "{text!r} is not a goal, expected FIGURE=HALF-WIDTH such as fall_rate=0.01 or fall_rate=1%",
                    text=text,
                )
            )
        return cls(name, half_width)

    def __str__(self) -> str:
        return f"{self.metric}={self.half_width!r}"


def next_look(looked: int) -> int:
    """Return the number of matches at which the goal is checked next: 5 % more each time, so that it costs little."""
    return FIRST_LOOK if looked < FIRST_LOOK else looked + max(1, looked // 20)


class ProgressEstimate:
    """The running estimate of a run. stop: the number of matches at which the goal was reached, None before."""

    def __init__(self, table: MetricTable, until: Until | None) -> None:
        """Create the estimate of the goal's figure, or of the game's primary one.

        Raises InputError for a goal that is no figure of the game.
        """
        metrics: Mapping[str, Metric] = table.goals()
        if until is not None and until.metric not in metrics:
            raise InputError("--until: {one_of}.", one_of=one_of(until.metric, metrics))
        self.name = table.primary if until is None else until.metric
        self.stop: int | None = None
        self._metric = metrics[self.name]
        self._until = until
        self._known = 0
        self._next = next_look(0)
        self._whole_blocks = Ratio()
        # The two sums of the matches of blocks that are not whole or cannot count yet because a match before them is
        # missing; NaN for a gap. A resumed run may have a gap at its beginning and most of its matches after it, so
        # they are plain numbers, 16 bytes a match; a gap of any width costs nothing.
        self._blocks: dict[int, tuple[array[float], array[float]]] = {}

    def add(self, index: int, match: Row, turns: Sequence[Row]) -> None:
        """Add a match that was played."""
        self._take(index, *self._metric.sums(match, turns))

    def miss(self, index: int) -> None:
        """Add a match that crashed: it fills its place in the order and counts nothing."""
        self._take(index, 0.0, 0.0)

    def estimate(self) -> Interval:
        """Return the figure so far."""
        number, place = divmod(self._known, BLOCK)
        found = Ratio()
        found.merge(self._whole_blocks)
        if place:
            found.merge(Ratio.of(*(sums[:place] for sums in self._blocks[number])))
        return self._metric.interval(found)

    def text(self) -> str:
        """Format the figure so far with its name."""
        found = self.estimate()
        return f"{self.name} {found.percent() if self._metric.proportion else number_text(found, 2)}"

    def _is_due(self) -> bool:
        """Return True if the first match that does not count yet has come."""
        number, place = divmod(self._known, BLOCK)
        return number in self._blocks and not math.isnan(self._blocks[number][1][place])

    def _take(self, index: int, y: float, x: float) -> None:
        number, place = divmod(index, BLOCK)
        if number not in self._blocks:
            self._blocks[number] = _NO_BLOCK[:], _NO_BLOCK[:]
        ys, xs = self._blocks[number]
        ys[place], xs[place] = y, x
        while self.stop is None and self._is_due():
            self._known += 1
            if self._known % BLOCK == 0:
                self._whole_blocks.merge(Ratio.of(*self._blocks.pop(self._known // BLOCK - 1)))
            if self._until is not None and self._known == self._next:
                self._next = next_look(self._known)
                found = self.estimate()
                # A missing bound is NaN, for which this comparison is false.
                if (found.high - found.low) / 2 <= self._until.half_width:
                    self.stop = self._known
