"""The ways to edit a design: dials, handles on its drawing, and buttons. All of them set values by dotted key."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.language import number
from sim.physics import Point

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
        return f"{number(value, f'.{digits}f')} {self.unit}".strip()


@dataclass(frozen=True, slots=True)
class Handle:
    """A point of the drawing that can be dragged (mm, in the frame of the design).

    name: unique on the drawing, in English. label: what it changes, with its measure. keys: the dotted keys that it
    sets, by which a refusal finds its handle. edits: given a point, returns the values that put the handle there.
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


def half_mm(value: float) -> float:
    """Round a dragged corner to halves of a millimetre."""
    return round(2 * value) / 2


def corner_moved(key: str, outline: Sequence[Sequence[float]], index: int, x: float, y: float) -> Edits:
    """Return the edit of an outline in which one corner lies at (x, y), in steps of half a millimetre."""
    corners = [[float(a), float(b)] for a, b in outline]
    corners[index] = [half_mm(x), half_mm(y)]
    return {key: corners}


def corner_added(outline: Sequence[Sequence[float]], closed: bool) -> list[list[float]]:
    """Return an outline with one corner more, in the middle of its longest side."""
    corners = [[float(x), float(y)] for x, y in outline]
    sides = [math.dist(a, b) for a, b in _sides(corners, closed)]
    at = sides.index(max(sides))
    (ax, ay), (bx, by) = corners[at], corners[(at + 1) % len(corners)]
    return [*corners[: at + 1], [(ax + bx) / 2, (ay + by) / 2], *corners[at + 1 :]]


def corner_removed(outline: Sequence[Sequence[float]], closed: bool) -> list[list[float]]:
    """Return an outline without the corner that changes its shape least; a line that is not closed keeps its ends."""
    corners = [[float(x), float(y)] for x, y in outline]
    ends = 0 if closed else 1
    at = min(
        range(ends, len(corners) - ends),
        key=lambda n: _area(corners[n - 1], corners[n], corners[(n + 1) % len(corners)]),
    )
    return [*corners[:at], *corners[at + 1 :]]


def _sides(corners: Sequence[Sequence[float]], closed: bool) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    yield from itertools.pairwise([*corners, corners[0]] if closed else corners)


def _area(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2
