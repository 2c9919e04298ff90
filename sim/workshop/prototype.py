"""A design that moves and can be tried: what the workshop shows of it, and the dials and handles that edit it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sim.physics import Point
from sim.protocols import Practice
from sim.seat import Seat
from sim.statistics import Interval
from sim.workshop.document import Document
from sim.workshop.survey import Findings, Subject

Edits = Mapping[str, Any]
"""Values by dotted key."""


@dataclass(frozen=True, slots=True)
class Dial:
    """A number of the design that a slider sets. unit: behind the number; step: the least change."""

    key: str
    label: str
    unit: str
    low: float
    high: float
    step: float

    def words(self, value: float) -> str:
        """Return the value as it is shown."""
        digits = 0 if self.step >= 1 else 1 if self.step >= 0.1 else 2
        return f"{value:.{digits}f} {self.unit}".strip()


@dataclass(frozen=True, slots=True)
class Handle:
    """A point of the drawing that can be dragged (mm, in the frame of the design).

    name: unique on the drawing. label: what it changes, with its measure. keys: the dotted keys that it sets, by which
    a refusal finds its handle. edits: given a point, returns the values that put the handle there.
    """

    name: str
    label: str
    at: Point
    keys: tuple[str, ...]
    edits: Callable[[float, float], Edits]


@dataclass(frozen=True, slots=True)
class Action:
    """An edit at the press of a button. what: names the step for undo."""

    label: str
    what: str
    edits: Edits


def whole_mm(value: float) -> float:
    """Round a dragged length to whole millimetres."""
    return float(round(value))


@dataclass(frozen=True, slots=True)
class Risk:
    """A figure of the survey at a place of the drawing, or in the list beside it.

    name: its slot, piece or hands. share: the rate, with its interval. at: its place in the frame of the design (mm),
    None in the list. ends: the stretch of wood that it colours, if any. side: -1 if its words stand to the left of
    `at`, 1 to the right, 0 below.
    """

    name: str
    share: Interval
    at: Point | None = None
    ends: tuple[Point, Point] | None = None
    side: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of a drawing (mm): a polygon, a line through points (`closed` is False), or a disc about one point.

    tone: what it is made of, or which part it is; the scene gives it a colour. behind: drawn fainter, as what lies
    deeper.
    """

    tone: str
    points: tuple[Point, ...]
    radius_mm: float | None = None
    closed: bool = True
    behind: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """Shapes that move together: where their frame is in the world (mm) and how it is turned (rad)."""

    name: str
    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0


def box(half_wide: float, half_high: float) -> tuple[Point, ...]:
    """Return the corners of a box about its middle, counter-clockwise."""
    return (-half_wide, -half_high), (half_wide, -half_high), (half_wide, half_high), (-half_wide, half_high)


class Prototype(Protocol):
    """A design that moves and can be tried: its document, its dials and handles, its live model, its figures.

    title: the name of the game. hands: the profile of the person who tries it. load: the pieces or cards that lie
    there before a trial, 0 to `most_load`. part: the part that is drawn large, one of `parts`; empty for none.
    """

    title: str
    hands: str
    load: int
    most_load: int
    part: str

    @property
    def document(self) -> Document[Any]:
        """The design."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that can be drawn large."""

    @property
    def load_words(self) -> str:
        """The label of the load, such as `Aboard already`."""

    @property
    def list_title(self) -> str:
        """The title of the list of figures."""

    @property
    def stir_words(self) -> str:
        """The label of what `stir` does."""

    def state_words(self) -> str:
        """Return the state of the live model, in a few words."""

    def dials(self) -> tuple[Dial, ...]:
        """Return the dials."""

    def actions(self) -> tuple[Action, ...]:
        """Return the edits that are made at the press of a button."""

    def handles(self) -> tuple[Handle, ...]:
        """Return the handles of the drawing, in the frame of the design."""

    def part_handles(self) -> tuple[Handle, ...]:
        """Return the handles of the part that is drawn large, in its own frame."""

    def home(self) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of the part of the world to be shown (mm)."""

    def bodies(self) -> tuple[Body, ...]:
        """Return everything that is drawn, from the back to the front, where it is now."""

    def part_shapes(self) -> tuple[Shape, ...]:
        """Return the shapes of the part that is drawn large, in its own frame."""

    def to_design(self, point: Point) -> Point:
        """Transform a point of the world into the frame of the design."""

    def from_design(self, point: Point) -> Point:
        """Transform a point of the frame of the design into the world."""

    def refresh(self) -> bool:
        """Continue with the design that the document has now; return False if it has not changed."""

    def advance(self, seconds: float) -> None:
        """Move on by wall time."""

    def reload(self) -> None:
        """Begin again with a load of `load`."""

    def put(self, at: Point, /) -> bool:
        """Put a piece or card at a point of the design, by a steady hand; return False where none can be put."""

    def stir(self) -> None:
        """Set the live model in motion."""

    def subject(self) -> Subject:
        """Return what is to be surveyed."""

    def risks(self, found: Findings) -> tuple[Risk, ...]:
        """Return the figures at places of the drawing."""

    def listed(self, found: Findings) -> tuple[Risk, ...]:
        """Return the figures of the list."""

    def headline(self, share: Interval) -> str:
        """Return the headline, in a sentence."""

    def practice(self, seat: Seat, seed: int) -> Practice:
        """Open a practice with this design and what lies on it."""

    def resume(self, practice: Practice) -> None:
        """Continue with what a practice has left there."""
