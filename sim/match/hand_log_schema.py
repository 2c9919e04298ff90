"""The lines of a hand log as dataclasses: `json_of` makes a line of one, `read_movement` validates a line.

hand_log.py describes the log and keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from sim.protocols import Line
from sim.rules_frame.marks import Bounds, Needed, Printable
from sim.wire import json_of, read_one

LOG: Literal["yardarm-hands"] = "yardarm-hands"
VERSION: Literal[1] = 1
PATH_HZ = 120.0

Person = Annotated[str, Bounds(1), Printable()]
Positive = Annotated[float, Bounds(0, beyond=True)]
NotNegative = Annotated[float, Bounds(0)]
# A log has every key, also where Python may leave a value out, and null for what is not known.
T = TypeVar("T")
Given: TypeAlias = Annotated[T, Needed()]
Known: TypeAlias = Annotated[T | None, Needed()]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsHeader:
    """The first line. person: whose hands these are. profile: the skill profile whose noise they are taken to have."""

    log: Given[Literal["yardarm-hands"]] = LOG
    version: Given[Literal[1]] = VERSION
    game: str
    person: Person
    profile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """A movement of a hand. by: the person; None for the one of the header."""

    by: Person | None = None

    def line(self) -> Line:
        """Return the line of the log."""
        return json_of(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Movement):
    """A piece set down, or flicked (then `height_mm` is null). Ship's frame, 0 at the mast; angles from the stance's.

    `height_mm` is the height above contact at letting go, `speed_mm_s` the downward speed of the hand then (negative:
    up). Piece, stance and slot are those of the design that was played, which the log does not hold. `path`: x, y (mm)
    and angle (rad) from taking the piece up to letting it go.
    """

    move: Literal["place"] = "place"
    piece: Annotated[str, Bounds(1)]
    stance: str
    slot: Annotated[int, Bounds(1, 99)]
    aim_x_mm: Known[float] = None
    x_mm: float
    aim_angle_rad: Known[float] = None
    angle_rad: float
    height_mm: Known[float]
    speed_mm_s: float
    path_hz: Given[Positive] = PATH_HZ
    path: Given[tuple[tuple[float, float, float], ...]] = ()


@dataclass(frozen=True, slots=True)
class Meant:
    """The release that a practised hand would use for an aim."""

    speed_mm_s: Positive
    elevation_rad: float
    spin_rad_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown(Movement):
    """A card thrown from `side` (-1 left, 1 right), `distance_mm` beside the bowl's middle; elevation above level."""

    move: Literal["throw"] = "throw"
    card: Literal["zack", "challenge", "player"]
    side: Literal[-1, 1]
    distance_mm: Positive
    aim_x_mm: Known[float] = None
    speed_mm_s: NotNegative
    elevation_rad: float
    spin_rad_s: float
    pace: Known[Positive] = None
    meant: Known[Meant] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached(Movement):
    """A hand over the tapis, seen from above: it laid a card, took one (`won`), came too late for it, or neither.

    `aim_*_mm`: the middle of the card it went for; `width_mm`: the width of a card; `x_mm`, `y_mm`: where the hand
    ended. `path`: where the mouse led it, from where it set out (mm); the hand follows as fast as its strength allows.
    `took_ms`: the time from setting out, `waited_ms`: the time from when that card lay there to setting out (thinking
    included).
    """

    move: Literal["reach"] = "reach"
    what: Literal["lay", "grab", "nothing"]
    aim_x_mm: Known[float]
    aim_y_mm: Known[float]
    width_mm: Positive
    x_mm: float
    y_mm: float
    took_ms: NotNegative
    waited_ms: Known[NotNegative]
    won: Known[bool]
    path_hz: Given[Positive] = PATH_HZ
    path: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reacted(Movement):
    """An answer to a cue: one's own turn, something that falls, one's own card that missed.

    `bits` of choice: the logarithm to base 2 of the number of possible answers (0: it was known beforehand).
    """

    move: Literal["react"] = "react"
    cue: Literal["turn", "falls", "miss"]
    bits: Given[NotNegative] = 0.0
    conflict: Given[bool] = False
    rt_ms: NotNegative
    correct: Given[bool] = True


MOVES: dict[str, type[Movement]] = {"place": Placed, "throw": Thrown, "reach": Reached, "react": Reacted}


def read_movement(line: Any) -> Movement:
    """Return the movement of a line. Raises Misfit."""
    return read_one(MOVES, "move", line)
