"""Who lies on whom: the order of support in a pile of thin cards, from its geometry alone.

Two cards whose stretches along x overlap are compared where they overlap: the one that is higher there lies above. That
is not a matter of centres: a leaning card has its centre high and may well lie under another. The order from bottom to top
is a topological order of these pairs; where nothing decides, the order given (of landing) does.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

# Cards side by side may touch; a shorter common stretch (mm) decides nothing.
LEAST_OVERLAP_MM = 0.05

Placed = tuple[str, tuple[float, float, float]]  # name, (x, y, angle)


@dataclass(frozen=True, slots=True)
class Stack:
    """The order from bottom to top, and how many cards had to be placed against the geometry to break a cycle."""

    order: tuple[str, ...]
    broken_cycles: int


@dataclass(frozen=True, slots=True)
class _Strip:
    """The stretch of a card along x, and its middle line y = y0 + slope (x - x0), which ends `reach` from x0."""

    left: float
    right: float
    x0: float
    y0: float
    slope: float
    reach: float

    def height(self, x: float) -> float:
        return self.y0 + self.slope * min(self.reach, max(-self.reach, x - self.x0))


def _strip(x: float, y: float, angle: float, length: float, thickness: float) -> _Strip:
    c, s = math.cos(angle), math.sin(angle)
    half = (abs(c) * length + abs(s) * thickness) / 2
    # A card on edge has no line over x: it counts as what it covers, from its middle.
    slope = s / c if abs(c) * length > thickness else 0.0
    return _Strip(x - half, x + half, x, y, slope, abs(c) * length / 2)


def above(
    first: tuple[float, float, float], second: tuple[float, float, float], length: float, thickness: float
) -> int:
    """1 if the first card (x, y, angle) lies on the second, -1 if under it, 0 if their stretches do not overlap.

    Both middle lines are straight, so over the common stretch their mean difference is that at its middle. They do not
    cross inside it, unless the cards pass through each other.
    """
    a, b = _strip(*first, length, thickness), _strip(*second, length, thickness)
    left, right = max(a.left, b.left), min(a.right, b.right)
    if right - left < LEAST_OVERLAP_MM:
        return 0
    middle = (left + right) / 2
    difference = a.height(middle) - b.height(middle)
    if difference == 0:
        return 0
    return 1 if difference > 0 else -1


def support_order(cards: Sequence[Placed], length: float, thickness: float) -> Stack:
    """The order from bottom to top; `cards` in the order of landing, which breaks ties and cycles.

    Cards that lean on each other in a ring have no lowest one; the earliest landed of those left is then put down
    first, and that is counted.
    """
    count = len(cards)
    over: list[list[int]] = [[] for _ in range(count)]
    under = [0] * count
    for i in range(count):
        for j in range(i):
            verdict = above(cards[i][1], cards[j][1], length, thickness)
            if verdict:
                high, low = (i, j) if verdict > 0 else (j, i)
                over[low].append(high)
                under[high] += 1
    order: list[int] = []
    placed = [False] * count
    free = [i for i in range(count) if not under[i]]
    heapq.heapify(free)
    broken = 0
    while len(order) < count:
        if free:
            index = heapq.heappop(free)
            if placed[index]:
                continue
        else:
            index = next(i for i in range(count) if not placed[i])
            broken += 1
        placed[index] = True
        order.append(index)
        for high in over[index]:
            under[high] -= 1
            if not under[high] and not placed[high]:
                heapq.heappush(free, high)
    return Stack(tuple(cards[i][0] for i in order), broken)


def inversions(landing: Sequence[str], order: Sequence[str]) -> int:
    """How many pairs of cards lie in another order than they landed in. Cards of only one list do not count."""
    at = {name: index for index, name in enumerate(order)}
    ranks = [at[name] for name in landing if name in at]
    return sum(ranks[i] > ranks[j] for i in range(len(ranks)) for j in range(i + 1, len(ranks)))
