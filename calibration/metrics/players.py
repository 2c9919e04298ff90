"""What both games count of their players: victories by seat and by skill, and how the standing went to and fro."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from calibration.metrics.figures import CHANCE, Figure, Ledger
from sim.people.skill import PROFILES
from sim.seat import Seat
from sim.statistics import NO_DATA, Interval

_EXPECTED = 5.0
"""Victories that a seat must expect for the chi-square test to be told (Cochran 1954)."""


def side_of(seat: Seat) -> str:
    """Skill profile and strategy, as on the command line."""
    return f"{seat.profile}:{seat.strategy}"


class Players:
    """Victories and the standing, match by match.

    A shared victory counts in equal parts. A side is all who have the same profile and strategy; what it has of the
    victory is told for one of its seats on the average, so that one fair share is 1 / seats for every side. Where
    profiles differ in hands (skill gap: 1 from child to casual, 2 from child to skilled), the share of the stronger is
    what a seat of theirs has, out of what it has together with a seat of the weaker: one half if skill is worth
    nothing.
    """

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self._sides: dict[str, list[int]] = {}
        self._profiles: dict[str, list[int]] = {}
        for number, seat in enumerate(seats):
            self._sides.setdefault(side_of(seat), []).append(number)
            self._profiles.setdefault(seat.profile, []).append(number)
        ranked = [profile for profile in PROFILES if profile in self._profiles]
        self._pairs = [(strong, weak) for n, strong in enumerate(ranked) for weak in ranked[:n]]

    def add(self, ledger: Ledger, row: Any) -> None:
        """Count a match."""
        match = row.index
        for seat, share in zip(self.seats, row.victory, strict=True):
            ledger.add(f"wins.seat.{seat.name}", match, share)
        for side, numbers in self._sides.items():
            ledger.add(f"wins.side.{side}", match, self._one(row, numbers))
        for strong, weak in self._pairs:
            ours, theirs = (self._one(row, self._profiles[profile]) for profile in (strong, weak))
            if ours + theirs > 0:
                gap = PROFILES.index(strong) - PROFILES.index(weak)
                ledger.add(f"wins.gap.{gap}", match, ours, ours + theirs)
                ledger.add(f"wins.against.{strong} over {weak}", match, ours, ours + theirs)
        ledger.add("lead_changes", match, row.lead_changes)
        ledger.add("decided_at", match, row.decided_at)
        if row.drama is not None:
            ledger.add("drama", match, row.drama)

    def figures(self, ledger: Ledger) -> Iterator[Figure]:
        """Victories, tests of the seats, and the standing."""
        yield from ledger.group("wins.seat", "victories of {}", [seat.name for seat in self.seats])
        yield from ledger.group("wins.side", "victories of a seat that is {}", self._sides)
        pairs = [f"{strong} over {weak}" for strong, weak in self._pairs]
        for figure in (
            *ledger.group("wins.against", "victories, {}", pairs),
            *ledger.group("wins.gap", "victories of the stronger, skill gap {}", (1, 2)),
        ):
            # Out of parts of victories: what it rests on are the matches in which one of the two had any.
            yield replace(figure, count=ledger.of(figure.key).matches)
        for side, numbers in self._sides.items():
            if len(numbers) > 1:
                label = f"chance of seats as unequal as these if all seats of {side} were worth the same"
                victories = [ledger.of(f"wins.seat.{self.seats[n].name}").counted for n in numbers]
                test = seat_test(victories)
                yield Figure(f"seat_test.{side}", label, test, round(math.fsum(victories)), CHANCE)
        yield ledger.number("lead_changes", "changes of the lead in a match")
        yield ledger.number("drama", "drama (how far behind winners were, 0 to 1)")
        yield ledger.share("decided_at", "of a match was over when it was decided")

    @staticmethod
    def _one(row: Any, numbers: Sequence[int]) -> float:
        return math.fsum(row.victory[n] for n in numbers) / len(numbers)


def seat_test(victories: Sequence[float]) -> Interval:
    """The p-value, without bounds, of equal victories for all, by Pearson's chi-square; none where they are too few.

    Shared victories vary less than whole ones, so with them the test is conservative.
    """
    from scipy.stats import chisquare

    if math.fsum(victories) / len(victories) < _EXPECTED:
        return NO_DATA
    return Interval(float(chisquare(victories).pvalue), math.nan, math.nan)
