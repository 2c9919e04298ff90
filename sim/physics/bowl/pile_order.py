"""The order of support in a pile of thin cards, from its geometry alone.

Two cards whose stretches along x overlap are compared where they overlap: the one that is higher there lies above. That
is not a matter of centres: a leaning card has its centre high and may well lie under another. The order from bottom to
top is a topological order of these pairs; where nothing decides, the order given (of landing) does.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sim.physics.bowl.card_geometry import corners

# Cards side by side may touch; a shorter common stretch (mm) decides nothing.
LEAST_OVERLAP_MM = 0.1

Pose = tuple[float, float, float]  # x, y, angle
Placed = tuple[str, Pose]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]
_BEFORE = np.array([3, 0, 1, 2])  # the corner before each of a card's four


@dataclass(frozen=True, slots=True)
class Stack:
    """The order from bottom to top, and how many cards had to be placed against the geometry to break a cycle."""

    order: tuple[str, ...]
    broken_cycles: int


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The pairs of cards whose stretches along x overlap, `first` after `second` in the list they come from.

    outlines: the corners of all cards, [card, corner, x or y]; left, right: the ends of the common stretch of a pair.
    """

    outlines: Floats
    first: Indices
    second: Indices
    left: Floats
    right: Floats

    @classmethod
    def of(cls, poses: Sequence[Pose], length: float, thickness: float) -> _Pairs:
        """Return the pairs of the cards at these places."""
        outlines = np.array([corners(*pose, length, thickness) for pose in poses]).reshape(-1, 4, 2)
        lowest, highest = outlines[:, :, 0].min(axis=1), outlines[:, :, 0].max(axis=1)
        left, right = np.maximum.outer(lowest, lowest), np.minimum.outer(highest, highest)
        first, second = np.nonzero(np.tril(right - left >= LEAST_OVERLAP_MM, -1))
        return cls(outlines, first, second, left[first, second], right[first, second])

    def higher(self, at: Floats) -> Floats:
        """Return by how much (mm) the first card of each pair is higher on upright lines of the pair.

        at: their x, [line, pair], and so is what is returned.
        """
        return self._heights(self.first, at) - self._heights(self.second, at)

    def _heights(self, cards: Indices, at: Floats) -> Floats:
        """Return the middle of what upright lines cut out of these cards. at: the lines' x, [line, card]."""
        x, here = at[:, :, np.newaxis], self.outlines[cards]
        x1, y1 = here[:, :, 0], here[:, :, 1]
        before = here[:, _BEFORE]
        x0, y0 = before[:, :, 0], before[:, :, 1]
        cut = (np.minimum(x0, x1) <= x) & (x <= np.maximum(x0, x1)) & (x0 != x1)
        y = y0 + (y1 - y0) * (x - x0) / np.where(x0 != x1, x1 - x0, 1.0)
        heights: Floats = (np.where(cut, y, np.inf).min(axis=2) + np.where(cut, y, -np.inf).max(axis=2)) / 2
        return heights


def support_order(cards: Sequence[Placed], length: float, thickness: float) -> Stack:
    """Return the order from bottom to top; `cards` come in the order of landing, which breaks ties and cycles.

    Two cards are compared on the upright line through the middle of their common stretch. Cards are convex and do not
    pass through each other, so the one that is higher on one such line is higher on all of them, however steep the
    cards are.

    Cards that lean on each other in a ring have no lowest one; the earliest landed of those left is then put down
    first, and that is counted.
    """
    count = len(cards)
    if count < 2:
        return Stack(tuple(name for name, _ in cards), 0)
    over: list[list[int]] = [[] for _ in range(count)]
    under = [0] * count
    pairs = _Pairs.of([pose for _, pose in cards], length, thickness)
    (higher,) = pairs.higher((pairs.left + pairs.right)[np.newaxis] / 2).tolist()
    for i, j, difference in zip(pairs.first.tolist(), pairs.second.tolist(), higher, strict=True):
        if difference:
            high, low = (i, j) if difference > 0 else (j, i)
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
    if len(order) < 2:
        return 0
    pairs = _Pairs.of([pose for _, pose in order], length, thickness)
    shares = np.arange(lines)[:, np.newaxis] + 0.5
    lower = pairs.higher(pairs.left + (pairs.right - pairs.left) * shares / lines) < 0
    return int(np.sum(lower.sum(axis=0) > lines / 2))
