"""A design that moves and can be tried: what the workshop shows of it, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from sim.physics import Point
from sim.protocols import Practice
from sim.seat import Seat
from sim.spec import game_of, load_part
from sim.statistics import Interval
from sim.workshop.document import Document
from sim.workshop.drawing import Body, Risk, Shape
from sim.workshop.editing import Action, Dial, Handle
from sim.workshop.findings import Cell, Findings
from sim.workshop.survey import Run, Subject


class Prototype(Protocol):
    """A design that moves and can be tried: its document, its dials and handles, its live model, its figures.

    title: the name of the game. in_matches: how matches differ from the trials of the survey, in a few words;
    figures_words: what the trials are and how matches differ, in a few sentences. hands: the profile of the person who
    tries it. load: the pieces or cards that lie there before a trial, 0 to `most_load`. part: the part that is drawn
    large, one of `parts`; empty for none. metric: the figure of `simulate --json` that is tuned.
    """

    title: str
    in_matches: str
    figures_words: str
    hands: str
    load: int
    most_load: int
    part: str
    metric: str

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
    def motion_words(self) -> str:
        """The label of what `start_motion` does."""

    def state_words(self) -> str:
        """Return the state of the live model, in a few words."""

    def dials(self) -> tuple[Dial, ...]:
        """Return the dials."""

    def varied(self) -> tuple[str, ...]:
        """Return what is varied where the design is tuned, as options of `tune --vary`."""

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

    def run_by(self, run: Run) -> None:
        """Let `run` do what would take longer than a frame."""

    def advance(self, seconds: float) -> None:
        """Move on by wall time."""

    def reload(self) -> None:
        """Begin again with a load of `load`."""

    def put(self, at: Point, /) -> bool:
        """Put a piece or card at a point of the design, by a steady hand; return False where none can be put."""

    def start_motion(self) -> None:
        """Set the live model in motion."""

    def subject(self) -> Subject:
        """Return what is to be surveyed."""

    def risks(self, found: Findings) -> tuple[Risk, ...]:
        """Return the figures at places of the drawing."""

    def listed(self, found: Findings) -> tuple[Risk, ...]:
        """Return the figures of the list."""

    def counted(self, found: Findings) -> tuple[Cell, ...]:
        """Return the cells that the headline is about."""

    def headline(self, share: Interval) -> str:
        """Return the headline in words. share: the rate over the cells of `counted`."""

    def practice(self, seat: Seat, seed: int) -> Practice:
        """Open a practice with this design and what lies on it."""

    def resume(self, practice: Practice) -> None:
        """Continue with what a practice has left there."""


def prototype_of(game: str, preset: Path | None, profile: str) -> Prototype:
    """Open the prototype of a preset, or of the shipped design, of a game that has some. Raises InputError."""
    kind: Callable[..., Prototype] | None = load_part(game_of(game), "prototype", type)
    assert kind is not None
    return kind(Document(game, preset, profile))


def copied(prototype: Prototype) -> Prototype:
    """Return a second prototype of the design as it is now, with the same hands and load."""
    kind: Callable[..., Prototype] = type(prototype)
    return kind(prototype.document.copy(), prototype.hands, prototype.load)
