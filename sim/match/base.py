"""What the matches of all games have in common: simulated time, the record that they write or follow, the ticker.

`advance` moves a match on by seconds, `run` to the end; the window, the recorder and the batch share them, and nothing
depends on a frame rate. Every decision, execution, outcome and ruling becomes a line of the record (record.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sim.errors import IllegalAction, InputError
from sim.match.record import RecordError
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Frame, Line, StaticScene, TickerLine
from sim.seat import Seat

_TICKER_LINES = 60


class StopMatch(Exception):  # noqa: N818 - not an error: a record may end before its match
    """Stop the match where it is: raised by decisions that have none left."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a match stands in the record that it follows. here: returns the number of the line that was read last."""

    path: Path
    here: Callable[[], int]


class Match(ABC):
    """A match under way.

    recorded_s: the time at which the record that is followed ends; None where none is. cursor: where in this record
    the match stands, None where it follows none. faults: what may go wrong because a record says what cannot be.
    """

    recorded_s: float | None = None
    cursor: Cursor | None = None
    faults: tuple[type[Exception], ...] = (IllegalAction, InputError, KeyError, StopMatch)
    game: str
    title: str
    static_scene: StaticScene

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
        """Move on by `seconds` of simulated time: whole control ticks, the rest is owed to the next call."""
        self._owed_s += seconds
        ticks = int(self._owed_s * TICK_HZ + 1e-9)
        self._owed_s -= ticks / TICK_HZ
        while ticks > 0 and not (self.finished or self.halted):
            ticks -= self._step(ticks)

    def run(self) -> None:
        """Play to the end of the match."""
        while not (self.finished or self.halted):
            self._step(10**9)

    @property
    def halted(self) -> bool:
        """True while the match cannot go on before something is done from outside."""
        return False

    def _step(self, most: int) -> int:
        """Do as `_move`. Raises InputError, with file and line, where a record that is followed says what cannot be."""
        if self.cursor is None:
            return self._move(most)
        if self._exhausted():
            # The record ends before its match.
            self.finished = True
            return 0
        try:
            return self._move(most)
        except RecordError:
            raise
        except self.faults as error:
            said = f"there is no {error.args[0]!r} here." if isinstance(error, KeyError) else str(error)
            raise RecordError(f"{self.cursor.path}: line {self.cursor.here()}: {said}") from error

    def _exhausted(self) -> bool:
        """Return True where nothing can happen any more, since the record that is followed says nothing more."""
        return False

    @abstractmethod
    def _move(self, most: int) -> int:
        """Move on by at most `most` ticks, and return how many it were."""

    @abstractmethod
    def frame(self) -> Frame:
        """Return everything that a drawing of this moment needs."""

    @abstractmethod
    def summary_line(self) -> str:
        """Return how it stands in the end, in one line of words."""

    def _say(self, text: str, tone: str) -> None:
        self.said += 1
        self.ticker.append(TickerLine(self.time_s, text, tone))
        del self.ticker[:-_TICKER_LINES]
