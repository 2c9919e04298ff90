"""What the frames of the house ask of a game's objects, as protocols: a configuration, a match, a frame of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass
from pathlib import Path
from typing import ClassVar, Protocol, Self, runtime_checkable

from sim.seat import Seat

Line = dict[str, object]
"""A line of a match's record: plain data with the key `stage`."""
UNRECORDED = "unrecorded"
"""The key, in a line, of what rows are made of and no record keeps, whose bytes stay what they were."""


class Configuration(Protocol):
    """The values that a match depends on, besides seats and seed. `tree` is all of it as plain data."""

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def tree(self) -> Mapping[str, Mapping[str, object]]:
        """All of it as plain data."""

    @property
    def profile(self) -> str:
        """The physics profile's name."""

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value of the configuration; the profile is not part of it."""


@dataclass(frozen=True, slots=True)
class TickerLine:
    """One event in words. `tone` is good, bad, turn or plain."""

    time_s: float
    text: str
    tone: str = "plain"


class StaticScene(Protocol):
    """Things that never change during a match: a dataclass of the game, which only the game's own scene reads."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]


class Position(Protocol):
    """A position of a match, as its rules have it: a frozen dataclass, whose text is a board."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    def __str__(self) -> str:
        """Return the board."""


class Frame(Protocol):
    """One moment of a match as plain values, nothing live; what a playback asks of it, whatever the game."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def time_s(self) -> float:
        """Simulated time."""

    @property
    def ticker(self) -> tuple[TickerLine, ...]:
        """The last lines of the ticker."""

    @property
    def thinking(self) -> bool:
        """True while nothing is to be seen but people who think."""

    def share_unchanged(self, before: Self) -> Self:
        """Return the same frame, holding what is the same as before only once: minutes of frames are kept."""

    def interpolate(self, later: Self, share: float) -> Self:
        """Return this frame with what moves carried on by `share` of the way to a later one."""


class RecordedMatch(Protocol):
    """A match's record, as read. intents, measured: its lines of these kinds, each with its number in the file."""

    @property
    def path(self) -> Path:
        """The file."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that played."""

    @property
    def intents(self) -> tuple[tuple[int, Line], ...]:
        """The intents of the players."""

    @property
    def measured(self) -> tuple[tuple[int, Line], ...]:
        """The measured hands of persons."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line but the seal, as text."""


class Match(Protocol):
    """A match in simulated time.

    recorded_s: the time at which the record that it follows ends; None where it follows none.
    """

    game: str
    title: str
    seats: tuple[Seat, ...]
    seed: int
    recorded_s: float | None
    finished: bool

    @property
    def static_scene(self) -> StaticScene:
        """The things that never change, as the game's scene takes them."""

    @property
    def ticker(self) -> list[TickerLine]:
        """The last events in words."""

    @property
    def said(self) -> int:
        """The number of lines that the ticker has had."""

    @property
    def tick(self) -> int:
        """Control ticks since the match began."""

    @property
    def time_s(self) -> float:
        """Simulated time since the match began."""

    def advance(self, seconds: float) -> None:
        """Move on by that much simulated time."""

    def run(self) -> None:
        """Move on to the end of the match."""

    def frame(self) -> Frame:
        """Return this moment: a `Frame` of the game."""

    def summary_line(self) -> str:
        """Return the final result in one line of words."""


Holdings = Mapping[str, object]
"""What lies where in a match, by place: in hands, on the table, in a box."""


@runtime_checkable
class Accountable(Protocol):
    """A match whose table can be compared with its rules after every ruling, as the conformance suite does."""

    def holdings(self) -> tuple[Holdings, Holdings]:
        """Return what the table shows and what the rules hold: they are equal whenever a ruling is recorded."""


class MatchRow(Protocol):
    """A match of a batch, as a dataclass of what is counted of it: numbers, texts, and tuples of these by seat."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def index(self) -> int:
        """Its number in the batch."""

    @property
    def seed(self) -> int:
        """Its seed."""

    @property
    def simulated_s(self) -> float:
        """The simulated time of the match, in seconds."""

    @property
    def victory(self) -> tuple[float, ...]:
        """The part of the victory that each seat has, together 1."""


class TurnRow(Protocol):
    """A turn of a match, or whatever else a game counts, as a dataclass of numbers and texts."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def match(self) -> int:
        """The match's number in the batch."""


class RowCollector(Protocol):
    """Makes the rows of one match of the lines of its record."""

    @property
    def turns(self) -> Sequence[TurnRow]:
        """The rows of the turns so far."""

    def add_line(self, line: Mapping[str, object]) -> None:
        """Add a line."""

    def match_row(self) -> MatchRow:
        """Return the row of the whole match. Raises ValueError before its last line was added."""


class Practice(Match, Protocol):
    """Attempt after attempt of one person, without opponents."""

    def undo(self) -> bool | None:
        """Take back the last attempt; False or IllegalAction where there is none."""
