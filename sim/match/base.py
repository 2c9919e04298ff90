"""What the matches of all games have in common: simulated time, the lines of the record, the ticker.

`advance` moves a match on by seconds, `run` to the end; the window, the recorder and the batch share them, and nothing
depends on a frame rate. Every decision, execution, outcome and ruling is told as a line of the record (record.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line, TickerLine
from sim.seat import Seat

_TICKER_LINES = 60


class StopMatch(Exception):  # noqa: N818 - not an error: a record may end before its match
    """Raised by decisions that have none left: the match stops where it is."""


class Match(ABC):
    """A match under way.

    recorded_s: the time at which the record that is followed ends; None where none is.
    """

    recorded_s: float | None = None
    game: str
    title: str
    static_scene: Any

    def __init__(self, seats: tuple[Seat, ...], seed: int, tell: Callable[[Line], None] | None) -> None:
        self.seats = seats
        self.seed = seed
        self.finished = False
        self.ticker: list[TickerLine] = []
        self.said = 0
        self._tell = tell or (lambda _line: None)
        self._ticks = 0
        self._owed_s = 0.0

    @property
    def tick(self) -> int:
        """Control ticks since the match began."""
        return self._ticks

    @property
    def time_s(self) -> float:
        """Simulated time since the match began."""
        return self._ticks / TICK_HZ

    def advance(self, seconds: float) -> None:
        """Move on by that much simulated time (whole control ticks; the rest is owed to the next call)."""
        self._owed_s += seconds
        ticks = int(self._owed_s * TICK_HZ + 1e-9)
        self._owed_s -= ticks / TICK_HZ
        while ticks > 0 and not self.finished:
            ticks -= self._move(ticks)

    def run(self) -> None:
        """To the end of the match."""
        while not self.finished:
            self._move(10**9)

    @abstractmethod
    def _move(self, most: int) -> int:
        """Move on by at most that many ticks; how many it was."""

    @abstractmethod
    def frame(self) -> Any:
        """Everything that a drawing of this moment needs."""

    @abstractmethod
    def summary_line(self) -> str:
        """How it stands in the end, in one line of words."""

    def _say(self, text: str, tone: str) -> None:
        self.said += 1
        self.ticker.append(TickerLine(self.time_s, text, tone))
        del self.ticker[:-_TICKER_LINES]
