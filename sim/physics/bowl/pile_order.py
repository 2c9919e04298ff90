"""The order of support in a pile of thin cards, from its geometry alone.

Two cards whose stretches along x overlap are compared where they overlap: the one that is higher there lies above. That
is not a matter of centres: a leaning card has its centre high and may well lie under another. The order from bottom to
top is a topological order of these pairs; where nothing decides, the order given (of landing) does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sim.physics.bowl.card_geometry import corners

# Cards side by side may touch; a shorter common stretch (mm) decides nothing.
LEAST_OVERLAP_MM = 0.1

Pose = tuple[float, float, float]  # x, y, angle
Placed = tuple[str, Pose]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
_LINES = 7  # on which two cards are compared to check the order
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
    def of(cls, outlines: Floats, asked: Flags) -> _Pairs:
        """Return the pairs of which at least one card is `asked` about."""
        lowest, highest = outlines[:, :, 0].min(axis=1), outlines[:, :, 0].max(axis=1)
        cards = asked.nonzero()[0]
        left, right = np.maximum.outer(lowest[cards], lowest), np.minimum.outer(highest[cards], highest)
        # A pair of two that are asked about comes once.
        once = ~asked | (np.arange(len(outlines)) < cards[:, np.newaxis])
        row, other = ((right - left >= LEAST_OVERLAP_MM) & once).nonzero()
        card = cards[row]
        return cls(outlines, np.maximum(card, other), np.minimum(card, other), left[row, other], right[row, other])

    def higher(self, at: Floats) -> Floats:
        """Return by how much (mm) the first card of each pair is higher on upright lines of the pair.

        at: their x, [line, pair], and so is what is returned.
        """
        return self._heights(self.first, at) - self._heights(self.second, at)

    def _heights(self, cards: Indices, at: Floats) -> Floats:
        """Return the middle of what upright lines cut out of these cards. at: the lines' x, [line, card]."""
        # [corner, line, card]: over its first axis an array is summed up many times faster than over a short last one.
        x1, y1 = self.outlines.T[:, :, np.newaxis, cards]
        x0, y0 = x1[_BEFORE], y1[_BEFORE]
        cut = (np.minimum(x0, x1) <= at) & (at <= np.maximum(x0, x1)) & (x0 != x1)
        y = y0 + (y1 - y0) * (at - x0) / np.where(x0 != x1, x1 - x0, 1.0)
        heights: Floats = (np.where(cut, y, np.inf).min(axis=0) + np.where(cut, y, -np.inf).max(axis=0)) / 2
        return heights


class Pile:
    """Cards in the order of landing, and what lies above what of each two of them.

    before: a pile in which some of them lay as they lie now; what it knows of these is not worked out again.
    """

    def __init__(self, cards: Sequence[Placed], length: float, thickness: float, before: Pile | None = None) -> None:
        self.cards = tuple(cards)
        known = {} if before is None else before._indices
        were = np.array([known.get(card, -1) for card in self.cards], np.intp)
        asked = were < 0
        self._indices: dict[Placed, int] = {card: index for index, card in enumerate(self.cards)}
        self._outlines = np.empty((len(self.cards), 4, 2))
        self._lower = np.zeros((len(self.cards), len(self.cards)), np.bool_)
        self._unseen = np.ones(len(self.cards), np.bool_)  # cards of whose pairs `_lower` is not known yet
        self._above: Flags = np.zeros_like(self._lower)
        above = self._above
        if before is not None:
            kept = (~asked).nonzero()[0]
            here, there = np.ix_(kept, kept), np.ix_(were[kept], were[kept])
            self._outlines[kept] = before._outlines[were[kept]]
            self._lower[here], above[here] = before._lower[there], before._above[there]
            self._unseen[kept] = before._unseen[were[kept]]
        for index in asked.nonzero()[0].tolist():
            self._outlines[index] = corners(*self.cards[index][1], length, thickness)
        if asked.any():
            pairs = _Pairs.of(self._outlines, asked)
            (higher,) = pairs.higher((pairs.left + pairs.right)[np.newaxis] / 2)
            above[pairs.first, pairs.second] = higher > 0
            above[pairs.second, pairs.first] = (higher != 0) & ~(higher > 0)
        self.stack = self._stacked()

    def _stacked(self) -> Stack:
        """Return the order from bottom to top."""
        # Cards as the digits of a number, for each card those under it.
        digits = np.packbits(self._above, axis=1, bitorder="little")
        under = [int.from_bytes(row.tobytes(), "little") for row in digits]
        left, above, broken = list(range(len(self.cards))), (1 << len(self.cards)) - 1, 0
        order = []
        while left:
            place = next((place for place, card in enumerate(left) if not under[card] & above), None)
            if place is None:
                place = 0
                broken += 1
            card = left.pop(place)
            above ^= 1 << card
            order.append(card)
        return Stack(tuple(self.cards[card][0] for card in order), broken)

    @cached_property
    def inversions(self) -> int:
        """The number of pairs of cards that lie in another order than they landed in."""
        return inversions([name for name, _ in self.cards], self.stack.order)

    def contradictions(self) -> int:
        """Count the pairs of cards that the order has the wrong way round, by `contradictions`."""
        names = {name: index for index, (name, _) in enumerate(self.cards)}
        return self._wrong([names[name] for name in self.stack.order])

    def _wrong(self, order: Sequence[int]) -> int:
        """Count the pairs in an order from bottom to top that lie the other way round on most of several lines."""
        if self._unseen.any():
            pairs = _Pairs.of(self._outlines, self._unseen)
            shares = np.arange(_LINES)[:, np.newaxis] + 0.5
            higher = pairs.higher(pairs.left + (pairs.right - pairs.left) * shares / _LINES)
            self._lower[pairs.first, pairs.second] = (higher < 0).sum(axis=0) > _LINES / 2
            self._lower[pairs.second, pairs.first] = (higher > 0).sum(axis=0) > _LINES / 2
            self._unseen[:] = False
        return int(np.tril(self._lower[np.ix_(order, order)], -1).sum())


def support_order(cards: Sequence[Placed], length: float, thickness: float) -> Stack:
    """Return the order from bottom to top; `cards` come in the order of landing, which breaks ties and cycles.

    Two cards are compared on the upright line through the middle of their common stretch. Cards are convex and do not
    pass through each other, so the one that is higher on one such line is higher on all of them, however steep the
    cards are.

    Cards that lean on each other in a ring have no lowest one; the earliest landed of those left is then put down
    first, and that is counted.
    """
    return Pile(cards, length, thickness).stack


def inversions(landing: Sequence[str], order: Sequence[str]) -> int:
    """Count the pairs of cards that lie in another order than they landed in. Cards of only one list do not count."""
    at = {name: index for index, name in enumerate(order)}
    found, before = 0, list[int]()
    for rank in (at[name] for name in landing if name in at):
        place = bisect_right(before, rank)
        found += len(before) - place
        before.insert(place, rank)
    return found


def contradictions(order: Sequence[Placed], length: float, thickness: float) -> int:
    """Count the pairs of cards, given from bottom to top, that lie the other way round on most of several upright
    lines.

    A check on `support_order` by other means; 0 unless cards overlap so deeply that there is no telling.
    """
    return Pile(order, length, thickness)._wrong(range(len(order)))
