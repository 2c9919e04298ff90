"""What to change of a design whose figures miss their targets, from what is known of how figures answer.

Known is what a study of assumptions says of the numbers of the box (sim/batch/assumed.py): what each does to a figure
over its range, all others averaged, with the interval of that change. It is carried over to the design at hand as bands
are. A number is proposed where it brings a missed figure nearer by more than chance, and the targets together as near
as it can by itself within its range. Between an end of the range and the usual value the figure is taken to change
evenly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from calibration.metrics.metrics_reader import StoredRun
from calibration.reports.wanted import Wanted
from calibration.tuning.space import numbers
from sim.batch.assumed import AssumedBand, AssumedBands, AssumedNumber, StudiedFigure
from sim.configuration import configuration_from, part_of
from sim.errors import InputError
from sim.measures import merged, nested
from sim.spec import game_of
from sim.statistics import Interval

MOST = 3
"""The most proposals."""
_STEPS = 20
"""About how many round values of a number are tried."""
_APART = 0.02
"""The greatest distance in their ranges of numbers that were drawn together."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A number of the design that is changed, by its dotted key."""

    key: str
    before: float | int
    after: float | int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of one number, or of several that go together.

    expected: of each wanted figure then, with chance in the run and in what is known; None where nothing is known.
    left: how far the targets are missed then, as a sum of squares in tolerances.
    """

    numbers: tuple[Changed, ...]
    expected: tuple[Interval | None, ...]
    left: float

    def to_json(self, wanted: Sequence[Wanted]) -> dict[str, object]:
        """Return the change and what is expected, as plain data. wanted: the figures of `expected`."""
        pairs = zip(wanted, self.expected, strict=True)
        return {
            "numbers": [{"key": one.key, "before": one.before, "after": one.after} for one in self.numbers],
            "expected": {one.target.metric: None if found is None else found.to_json() for one, found in pairs},
        }


def proposals(wanted: Sequence[Wanted], bands: AssumedBands | None, run: StoredRun) -> tuple[Proposal, ...]:
    """Return the changes that bring missed targets nearest, the best first; none where nothing is missed or known."""
    if bands is None or bands.reach == "far" or not any(one.missed for one in wanted):
        return ()
    changeable, design = part_of(game_of(run.game)).changeable, dict(numbers(run.tree))
    found = []
    for name, together in bands.numbers.items():
        values = [design[one.key] for one in together if one.key in design]
        if name in changeable and values and len(values) == len(together):
            best = _best(together, values, wanted, [_answer(bands, one.target.metric, name) for one in wanted], run)
            found += [] if best is None else [best]
    return tuple(sorted(found, key=lambda one: (one.left, one.numbers[0].key))[:MOST])


def opposed(wanted: Sequence[Wanted], bands: AssumedBands | None, run: StoredRun) -> tuple[Proposal, ...]:
    """Return the best change for each missed target by itself, each number once.

    Where `proposals` finds none for all of them, each takes another target farther away.
    """
    found = (one for each in wanted for one in proposals([each], bands, run)[:1])
    return tuple({one.numbers[0].key: one for one in found}.values())


def _best(
    together: Sequence[AssumedNumber],
    values: Sequence[float],
    wanted: Sequence[Wanted],
    answers: Sequence[StudiedFigure | None],
    run: StoredRun,
) -> Proposal | None:
    """Return the best change of numbers that go together; None if none helps by more than chance."""
    places = [one.place(value) for one, value in zip(together, values, strict=True)]
    here = places[0]
    if not -1 <= here <= 1 or max(places) - min(places) > _APART:
        return None
    tried = []
    for place in _places(together[0]):
        expected = tuple(
            None if answer is None else _expected(one, answer, here, place)
            for one, answer in zip(wanted, answers, strict=True)
        )
        if any(map(partial(_helps, here, place), wanted, answers)):
            tried.append((_miss(wanted, expected), place, expected))
    before = _miss(wanted, [None] * len(wanted))
    for left, place, expected in sorted(tried, key=lambda one: (one[0], abs(one[1] - here))):
        changed = tuple(
            Changed(one.key, value, _rounded(one, one.at(place))) for one, value in zip(together, values, strict=True)
        )
        if left < before and _builds(run, changed):
            return Proposal(changed, expected, left)
    return None


def _helps(here: float, there: float, one: Wanted, answer: StudiedFigure | None) -> bool:
    """Return True if the move changes a missed figure by more than chance."""
    if answer is None or not one.missed:
        return False
    move = _moved(answer, here, there)
    return not move.low <= 0 <= move.high


def _answer(bands: AssumedBands, metric: str, name: str) -> StudiedFigure | None:
    studied = bands.figures.get(metric)
    return None if studied is None else studied.answers.get(name)


def _places(number: AssumedNumber) -> Iterator[float]:
    """Yield the places of the round values of a number, between its ends."""
    step = _step(number)
    first, last = math.ceil(number.low / step - 1e-9), math.floor(number.high / step + 1e-9)
    yield from (number.place(min(max(n * step, number.low), number.high)) for n in range(first, last + 1))


def _step(number: AssumedNumber) -> float:
    """Return the step between round values: 1, 2 or 5 of some power of ten."""
    if number.whole:
        return 1.0
    least = (number.high - number.low) / _STEPS
    power = 10 ** math.floor(math.log10(least))
    return float(next(power * times for times in (1, 2, 5, 10) if power * times >= least * 0.999))


def _rounded(number: AssumedNumber, value: float) -> float | int:
    if number.whole:
        return round(value)
    step = _step(number)
    return min(max(float(f"{step * round(value / step):.6g}"), number.low), number.high)


def _moved(answer: StudiedFigure, here: float, there: float) -> Interval:
    """Return what a figure changes by from one place of a number to another.

    The changes below and above the usual value are taken as certain to err together, so the interval is never too
    narrow.
    """
    low, high = answer.band.low, answer.band.high
    parts = [
        (max(-there, 0.0) - max(-here, 0.0), low),
        (max(there, 0.0) - max(here, 0.0), high),
    ]
    ends = [sorted((times * (end.low - answer.usual), times * (end.high - answer.usual))) for times, end in parts]
    estimate = sum(times * (end.estimate - answer.usual) for times, end in parts)
    return Interval(estimate, sum(end[0] for end in ends), sum(end[1] for end in ends))


def _expected(one: Wanted, answer: StudiedFigure, here: float, there: float) -> Interval | None:
    """Return what a figure is expected to be after a move, its own chance included."""
    move, start = _moved(answer, here, there), answer.usual + _moved(answer, 0.0, here).estimate
    low, high = one.figure.metric.bounds
    moved = Interval(*(min(max(start + by, low), high) for by in (move.estimate, move.low, move.high)))
    carried = StudiedFigure(start, AssumedBand(moved, moved), answer.share).carried(one.found.estimate)
    if carried is None or not math.isfinite(one.found.low + one.found.high):
        return None
    found = carried.low
    below = math.hypot(found.estimate - found.low, one.found.estimate - one.found.low)
    above = math.hypot(found.high - found.estimate, one.found.high - one.found.estimate)
    return Interval(found.estimate, max(found.estimate - below, low), min(found.estimate + above, high))


def _miss(wanted: Sequence[Wanted], expected: Sequence[Interval | None]) -> float:
    """Return how far the targets are missed, as a sum of squares in tolerances."""
    known = [one for one in zip(wanted, expected, strict=True) if math.isfinite(one[0].found.estimate)]
    figures = ((one.target, one.found.estimate if then is None else then.estimate) for one, then in known)
    return math.fsum(float(target.misses(np.array(figure))) ** 2 for target, figure in figures)


def _builds(run: StoredRun, changed: Sequence[Changed]) -> bool:
    """Return True if the design can be built with these changes."""
    changes = nested({one.key: one.after for one in changed})
    try:
        configuration_from(merged(run.tree, changes), "a proposal", run.profile, run.game)
    except InputError:
        return False
    return True
