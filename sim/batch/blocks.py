"""Blocks of matches that follow each other, whose turns are counted together, column by column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any

from sim.metrics import By, Metric, Part, Row, Seats, Total, Turns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Places = NDArray[np.intp]
    Indices = NDArray[np.int64]

BLOCK = 500
"""The number of matches that are counted together: those whose index in the run divided by it is the same whole number.

Sums are rounded where blocks end, so that another number changes the last digits of figures.
"""


@dataclass(frozen=True, slots=True)
class Entries:
    """The counted entries of a block: numerators y and denominators x, each with the place of its match and part."""

    parts: Sequence[Part]
    match: Places
    part: Places
    y: Numbers
    x: Numbers


class MatchBlock:
    """Matches that follow each other. What a function returns for each of their turns is worked out once."""

    def __init__(self, rows: Sequence[Row], turns: Iterable[Row], sizes: Sequence[int]) -> None:
        """Take the rows of the matches, of all their turns in order, and how many turns each match has."""
        self.rows, self.sizes = rows, sizes
        self.turns = Turns(turns)
        self._columns: dict[Callable[[Row], Any], Numbers] = {}
        self._coded: dict[int, tuple[Sequence[Part | None], list[Part], Places]] = {}

    @classmethod
    def of(cls, matches: Sequence[tuple[Row, Sequence[Row]]]) -> MatchBlock:
        """Return the block of these matches, each its row and those of its turns."""
        turns = [turns for _, turns in matches]
        return cls([row for row, _ in matches], chain.from_iterable(turns), list(map(len, turns)))

    @cached_property
    def match(self) -> Places:
        """The place of its match in the block, for each turn."""
        import numpy as np

        return np.repeat(np.arange(len(self.rows)), self.sizes)

    @cached_property
    def indices(self) -> Indices:
        """The index of each match."""
        import numpy as np

        return np.fromiter((row.index for row in self.rows), np.int64, len(self.rows))

    @cached_property
    def matches(self) -> Sequence[tuple[Row, Turns]]:
        """Each match: its row, and the rows of its turns."""
        ends = pairwise(accumulate(self.sizes, initial=0))
        return [(row, Turns(self.turns[begin:end])) for row, (begin, end) in zip(self.rows, ends, strict=True)]

    def column(self, function: Callable[[Row], Any]) -> Numbers:
        """Return the number that a function returns for each turn."""
        found = self._columns.get(function)
        if found is None:
            found = self._columns[function] = _numbers(self.turns.each(function))
        return found

    def sums(self, metric: Metric) -> tuple[Numbers, Numbers]:
        """Return numerators and denominators of the matches."""
        if metric.each is not None:
            y, x = zip(*(metric.sums(*match) for match in self.matches), strict=True)
            return _numbers(y), _numbers(x)
        return (
            _numbers(list(map(metric.of, self.rows))) if metric.of_matches else self._added(metric.of),
            _numbers(list(map(metric.out_of, self.rows))) if metric.out_of_matches else self._added(metric.out_of),
        )

    def _added(self, function: Callable[[Row], Any]) -> Numbers:
        """Return the sums of a function over the turns of each match, added one after the other."""
        return added_up(self.match, self.column(function), len(self.rows))

    def total(self, total: Total) -> float:
        """Return a sum over the matches, or over their turns, added one after the other."""
        import numpy as np

        if total.of_turns:
            values = self.column(total.of)
        else:
            values = _numbers(list(map(total.of, self.rows)))
        return float(added_up(np.zeros(len(values), np.intp), values, 1)[0])

    def values(self, metric: Metric) -> tuple[Sequence[float] | Numbers, Sequence[int] | Places]:
        """Return the values of a quantity with `spread`, and how many of them each match has."""
        import numpy as np

        if metric.each is None and not metric.of_matches:
            counts = self.column(metric.out_of) != 0
            return self.column(metric.of)[counts], np.bincount(self.match[counts], minlength=len(self.rows))
        found = [metric.values(*match) for match in self.matches]
        return list(chain.from_iterable(found)), list(map(len, found))

    def entries(self, metric: Metric, by: By, seats: Seats) -> Entries:
        """Return what a breakdown counts of a metric."""
        import numpy as np

        if by.part_of is not None:
            parts, codes = self.coded(by.part_of(self.turns, seats))
            match, y, x = self.match, self.column(metric.of), self.column(metric.out_of)
            if len(codes) and codes.min() < 0:
                there = codes >= 0
                return Entries(parts, match[there], codes[there], y[there], x[there])
            return Entries(parts, match, codes, y, x)
        counts = [list(by.counts(metric, row, turns, seats)) for row, turns in self.matches]
        everything = list(chain.from_iterable(counts))
        parts, codes = _coded([part for part, _, _ in everything])
        match = np.repeat(np.arange(len(self.rows)), list(map(len, counts)))
        return Entries(
            parts, match, codes, _numbers([y for _, y, _ in everything]), _numbers([x for _, _, x in everything])
        )

    def coded(self, parts: Sequence[Part | None]) -> tuple[list[Part], Places]:
        """Return the different parts among those of the turns, and the place of each turn's among them, -1 for None."""
        found = self._coded.get(id(parts))
        if found is None:
            # Kept with its codes, so that no other list gets its identity.
            found = self._coded[id(parts)] = parts, *_coded(parts)
        return found[1:]


def _coded(parts: Sequence[Part | None]) -> tuple[list[Part], Places]:
    import numpy as np

    known = [part for part in dict.fromkeys(parts) if part is not None]
    places: dict[Part | None, int] = {part: place for place, part in enumerate(known)}
    places[None] = -1
    return known, np.fromiter(map(places.__getitem__, parts), np.intp, len(parts))


def added_up(places: Places, values: Sequence[float] | Numbers, count: int = 0) -> Numbers:
    """Return for each place, at least `count` of them, the sum of its values, added one after the other."""
    import numpy as np

    sums: NDArray[Any] = np.bincount(places, weights=values, minlength=count)
    return sums


def _numbers(values: Sequence[Any]) -> Numbers:
    import numpy as np

    # Unlike array, this refuses what is no number.
    return np.fromiter(values, np.float64, len(values))


class Waiting:
    """Matches that come in the order of their indices, and wait until their block is whole."""

    def __init__(self, count: Callable[[MatchBlock], None]) -> None:
        """Take the function that counts a block."""
        self._count = count
        self._matches: list[tuple[Row, Sequence[Row]]] = []

    def add(self, match: Row, turns: Sequence[Row]) -> None:
        """Add a match: its row, and the rows of all its turns in their order."""
        if self._matches and match.index // BLOCK != self._matches[0][0].index // BLOCK:
            self.end()
        self._matches.append((match, turns))
        if (match.index + 1) % BLOCK == 0:
            self.end()

    def end(self) -> None:
        """Count the matches that wait."""
        if self._matches:
            matches, self._matches = self._matches, []
            self._count(MatchBlock.of(matches))
