"""What is wanted of a run's figures: whether each target is met, how sure that is, and how many matches would tell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from calibration.tuning.targets import Figure, Target, parse_targets
from sim.batch.assumed import AssumedBand, AssumedBands
from sim.batch.job import MatchResult
from sim.batch.ranking import to_two_digits
from sim.language import N_
from sim.protocols import Configuration
from sim.seat import Seat
from sim.statistics import Interval

MET, NOT_MET, UNKNOWN = N_("met"), N_("not met"), N_("not yet known")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A target, and its figure as a run has it.

    matches: of the run. left_open: of the figure by what nobody has measured, where that is known.
    """

    target: Target
    figure: Figure
    found: Interval
    matches: int
    left_open: AssumedBand | None

    @property
    def verdict(self) -> str:
        """MET if the whole interval lies in the band, NOT_MET if none of it does, else UNKNOWN."""
        return MET if self.target.holds(self.found) else NOT_MET if self.target.excludes(self.found) else UNKNOWN

    @property
    def missed(self) -> bool:
        """True if the estimate lies outside the band."""
        return math.isfinite(self.found.estimate) and not self.target.near(self.found.estimate)

    @property
    def settled(self) -> bool | None:
        """True if 95 of 100 draws of what nobody has measured agree with the verdict; None where that is not known."""
        if self.left_open is None or self.verdict == UNKNOWN:
            return None
        low, high = self.left_open.low.estimate, self.left_open.high.estimate
        drawn = Interval(self.found.estimate, min(low, self.found.low), max(high, self.found.high))
        return self.target.holds(drawn) if self.verdict == MET else self.target.excludes(drawn)

    @property
    def needed(self) -> int | None:
        """The matches that would tell, to two digits, if the figure stays where it is; None where none are needed."""
        if self.verdict != UNKNOWN or not math.isfinite(self.found.low + self.found.high):
            return None
        here, low, high = self.found.estimate, self.target.low, self.target.high
        below, above = here - self.found.low, self.found.high - here
        if self.target.near(here):
            times = max(_over(below, here - low), _over(above, high - here))
        else:
            times = _over(above, low - here) if here < low else _over(below, here - high)
        return to_two_digits(self.matches * times**2)

    def to_json(self) -> dict[str, object]:
        """Return target, figure and verdict as plain data."""
        return {
            **self.target.to_json(self.found),
            "verdict": str(self.verdict),
            "assumptions": None if self.left_open is None else self.left_open.to_json(),
            "matches_needed": self.needed,
        }


def _over(half: float, distance: float) -> float:
    return half / distance if distance > 0 else math.inf


def judged(
    words: Sequence[str],
    configuration: Configuration,
    seats: tuple[Seat, ...],
    matches: Iterable[MatchResult],
    bands: AssumedBands | None,
) -> tuple[Wanted, ...]:
    """Return the targets with the figures of these matches, read once. words: as `tune --target`. Raises InputError."""
    targets, figures = parse_targets(words, configuration, seats)
    if not targets:
        return ()
    sums = [tuple(figure.metric.sums(match, turns) for figure in figures) for match, turns in matches]
    found = [figure.interval(column) for figure, column in zip(figures, zip(*sums, strict=True), strict=True)]
    return tuple(
        Wanted(target, figure, interval, len(sums), None if bands is None else bands.band(target.metric, interval))
        for target, figure, interval in zip(targets, figures, found, strict=True)
    )
