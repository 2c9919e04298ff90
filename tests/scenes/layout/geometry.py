"""Whether places of a window lie in each other or apart."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from scenes.window.camera import Rectangle

SLACK = 0.01


def inside(inner: Rectangle, outer: Rectangle) -> bool:
    """Whether a place lies in another one."""
    beside = outer.left - SLACK <= inner.left and inner.right <= outer.right + SLACK
    return beside and outer.bottom - SLACK <= inner.bottom and inner.top <= outer.top + SLACK


def overlap(a: Rectangle, b: Rectangle, slack: float = SLACK) -> bool:
    """Whether two places cover each other."""
    wide = min(a.right, b.right) - max(a.left, b.left)
    return wide > slack and min(a.top, b.top) - max(a.bottom, b.bottom) > slack


def apart(places: Iterable[Rectangle], slack: float = SLACK) -> bool:
    """Whether no two of these places cover each other."""
    return not any(overlap(a, b, slack) for a, b in combinations(places, 2))
