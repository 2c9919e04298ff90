"""ZIGZAG by keys alone: a mark that arrows move over the person's cards and those on the tapis. Pure arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

Point = tuple[float, float]
HAND_MM_S = 700.0
"""The speed at which keys lead the hand over the tapis: that of a mouse that is in no hurry (assumed)."""
AHEAD = 0.5
"""An arrow finds what lies less than 60 degrees beside its direction: the cosine of that."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The marked card: one of the person's own by its number, or one on the tapis by its name there."""

    own: int | None = None
    lying: str | None = None


class KeyCursor:
    """The mark that arrows move. mark: what it is on, None while it is hidden."""

    def __init__(self) -> None:
        self.mark: Mark | None = None

    def tidy(self, own: int, lying: Mapping[str, Point]) -> None:
        """Take the mark off a card that is not there any more. own: number of own cards. lying: places by name."""
        mark = self.mark
        if mark is None:
            return
        if mark.own is not None and mark.own >= own:
            self.mark = Mark(own=own - 1) if own else None
        elif mark.lying is not None and mark.lying not in lying:
            self.mark = None

    def move(self, direction: tuple[int, int], own: int, lying: Mapping[str, Point]) -> None:
        """Move the mark one step. direction: along x and y, of length 1. own, lying: as for `tidy`."""
        self.tidy(own, lying)
        dx, dy = direction
        mark = self.mark
        if mark is None:
            self.mark = _first(lying) if dy > 0 and lying else Mark(own=own - 1 if dx < 0 else 0) if own else None
        elif mark.own is not None:
            if dx:
                self.mark = Mark(own=(mark.own + dx) % own)
            elif dy > 0 and lying:
                self.mark = _first(lying)
        elif mark.lying is not None:
            found = _next(lying, lying[mark.lying], direction)
            if found is not None:
                self.mark = Mark(lying=found)
            elif dy < 0 and own:
                self.mark = Mark(own=0)


def _first(lying: Mapping[str, Point]) -> Mark:
    """Return the mark on the card that is nearest to the person, whose cards are below the tapis."""
    return Mark(lying=min(lying, key=lambda name: (round(math.hypot(lying[name][0], lying[name][1] + 200.0), 3), name)))


def _next(lying: Mapping[str, Point], start: Point, direction: tuple[int, int]) -> str | None:
    """Return the nearest card in that direction; one that lies askew counts as farther away."""

    def cost(name: str) -> float:
        x, y = lying[name][0] - start[0], lying[name][1] - start[1]
        far = math.hypot(x, y)
        ahead = (x * direction[0] + y * direction[1]) / far if far > 1e-6 else 0.0
        return far / ahead if ahead >= AHEAD else math.inf

    best = min(lying, key=lambda name: (cost(name), name), default=None)
    return best if best is not None and math.isfinite(cost(best)) else None


def led(start: Point, target: Point, seconds: float) -> Point:
    """Return the place to which keys have led the hand after `seconds` on its way to `target` (mm)."""
    far, step = math.dist(start, target), HAND_MM_S * seconds
    if far <= step:
        return target
    return start[0] + (target[0] - start[0]) * step / far, start[1] + (target[1] - start[1]) * step / far
