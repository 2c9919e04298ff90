"""What a prototype looks like, as data: shapes that move together, and figures at their places."""

from __future__ import annotations

from dataclasses import dataclass

from sim.physics import Point
from sim.statistics import Interval
from sim.workshop.findings import Cell


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


@dataclass(frozen=True, slots=True)
class Risk:
    """A figure of the survey at a place of the drawing, or in the list beside it.

    name: its slot, piece or hands. share: the rate, with its interval, over `cells`. at: its place in the frame of the
    design (mm), None in the list. ends: the stretch of wood that it colours, if any. side: -1 if its words
    stand to the left of `at`, 1 to the right, 0 below.
    """

    name: str
    share: Interval
    cells: tuple[Cell, ...]
    at: Point | None = None
    ends: tuple[Point, Point] | None = None
    side: int = 0
