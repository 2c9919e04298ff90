"""The order of support in a pile of thin cards, from its geometry alone.

Two cards whose stretches along x overlap are compared where they overlap: the one that is higher there lies above. That
is not a matter of centres: a leaning card has its centre high and may well lie under another. The order from bottom to
top is a topological order of these pairs; where nothing decides, the order given (of landing) does.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from sim.physics.bowl.card_geometry import Corners, bounds, corners

# Cards side by side may touch; a shorter common stretch (mm) decides nothing.
LEAST_OVERLAP_MM = 0.1

Placed = tuple[str, tuple[float, float, float]]  # name, (x, y, angle)


@dataclass(frozen=True, slots=True)
class Stack:
    """The order from bottom to top, and how many cards had to be placed against the geometry to break a cycle."""

    order: tuple[str, ...]
    broken_cycles: int


def above(
    first: tuple[float, float, float], second: tuple[float, float, float], length: float, thickness: float
) -> int:
    """Return 1 if the first card (x, y, angle) lies on the second, -1 if under it, 0 if their stretches do not overlap.

    Compared on the upright line through the middle of the common stretch. Cards are convex and do not pass through each
    other, so the one that is higher on one such line is higher on all of them, however steep the cards are.
    """
    a, b = corners(*first, length, thickness), corners(*second, length, thickness)
    left = max(min(x for x, _ in a), min(x for x, _ in b))
    right = min(max(x for x, _ in a), max(x for x, _ in b))
    if right - left < LEAST_OVERLAP_MM:
        return 0
    difference = _height(a, (left + right) / 2) - _height(b, (left + right) / 2)
    if difference == 0:
        return 0
    return 1 if difference > 0 else -1


def _height(outline: Corners, x: float) -> float:
    """Return the middle of what the upright line at x cuts out of a polygon."""
    cuts = []
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        if x0 != x1 and min(x0, x1) <= x <= max(x0, x1):
            cuts.append(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
        x0, y0 = x1, y1
    return (min(cuts) + max(cuts)) / 2


def support_order(cards: Sequence[Placed], length: float, thickness: float) -> Stack:
    """Return the order from bottom to top; `cards` come in the order of landing, which breaks ties and cycles.

    Cards that lean on each other in a ring have no lowest one; the earliest landed of those left is then put down
    first, and that is counted.
    """
    count = len(cards)
    over: list[list[int]] = [[] for _ in range(count)]
    under = [0] * count
    stretches = [bounds(*pose, length, thickness) for _, pose in cards]
    for i in range(count):
        for j in range(i):
            if stretches[i][2] < stretches[j][0] or stretches[j][2] < stretches[i][0]:
                continue
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
    """Count the pairs of cards that lie in another order than they landed in. Cards of only one list do not count."""
    at = {name: index for index, name in enumerate(order)}
    ranks = [at[name] for name in landing if name in at]
    return sum(ranks[i] > ranks[j] for i in range(len(ranks)) for j in range(i + 1, len(ranks)))


def contradictions(order: Sequence[Placed], length: float, thickness: float, lines: int = 7) -> int:
    """Count the pairs of cards, given from bottom to top, that lie the other way round on most of several upright
    lines.

    A check on `support_order` by other means; 0 unless cards overlap so deeply that there is no telling.
    """
    outlines = [corners(*pose, length, thickness) for _, pose in order]
    wrong = 0
    for i, upper in enumerate(outlines):
        for lower in outlines[:i]:
            left = max(min(x for x, _ in upper), min(x for x, _ in lower))
            right = min(max(x for x, _ in upper), max(x for x, _ in lower))
            if right - left >= LEAST_OVERLAP_MM:
                at = [left + (right - left) * (k + 0.5) / lines for k in range(lines)]
                wrong += sum(_height(upper, x) < _height(lower, x) for x in at) > lines / 2
    return wrong
