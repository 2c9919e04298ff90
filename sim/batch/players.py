"""The metrics that every game has: victories by seat and by skill, and the changes of the lead.

A shared victory counts in equal parts. A side is all seats with the same profile and strategy; its share of the victory
is the mean over its seats, so that a fair share is 1 / seats for every side. Where profiles differ in hands (skill gap:
1 from child to casual, 2 from child to skilled), the share of the stronger is that of one of their seats, divided by
the sum of it and that of a seat of the weaker: one half if skill is worth nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from sim.language import N_, Composed
from sim.metrics import (
    SHARE,
    By,
    Metric,
    Part,
    PartCounts,
    Row,
    Seats,
    SeatTest,
    Turns,
    by_each_turn,
    by_seats,
    by_turns,
    named,
    names_of,
    per_match,
    side_of,
)
from sim.people.skill import PROFILES


def profiles_of(seats: Seats) -> list[Part]:
    """Return the profiles of the seats, the least skilled first."""
    return [profile for profile in PROFILES if any(seat.profile == profile for seat in seats)]


def by_profile(label: str = "{label}, {part}") -> By:
    """Return a breakdown of turns by the skill profile of the player who took them."""
    return by_turns("profile", label, parts=profiles_of)


def by_seat(label: str = "{label}, {part}") -> By:
    """Return a breakdown of turns by the name of the seat that took them."""

    def part_of(turns: Turns, seats: Seats) -> Sequence[Part]:
        return [seats[row.seat].name for row in turns]

    return by_each_turn("seat", label, part_of, names_of)


def _mean(match: Row, seats: Seats, belongs: Callable[[int], bool]) -> float:
    """Return the mean share of the victory over the seats whose number `belongs`."""
    own = [share for number, share in enumerate(match.victory) if belongs(number)]
    return math.fsum(own) / len(own)


def _by_side(_metric: Metric, match: Row, _turns: Sequence[Row], seats: Seats) -> PartCounts:
    for side in _sides(seats):
        yield side, _mean(match, seats, lambda number: side_of(seats[number]) == side), 1.0  # noqa: B023


def _sides(seats: Seats) -> Iterable[Part]:
    return dict.fromkeys(map(side_of, seats))


def _pairs(seats: Seats) -> list[tuple[str, str]]:
    """Return every pair of profiles at the table, the stronger first."""
    ranked = [profile for profile in PROFILES if profile in profiles_of(seats)]
    return [(strong, weak) for n, strong in enumerate(ranked) for weak in ranked[:n]]


def _duels(match: Row, seats: Seats) -> Iterator[tuple[str, str, float, float]]:
    """Yield each pair of profiles of which one won: (stronger, weaker, mean share of the stronger, of the weaker)."""
    for strong, weak in _pairs(seats):
        ours, theirs = (
            _mean(match, seats, lambda number: seats[number].profile == profile)  # noqa: B023
            for profile in (strong, weak)
        )
        if ours + theirs > 0:
            yield strong, weak, ours, theirs


def _by_pair(_metric: Metric, match: Row, _turns: Sequence[Row], seats: Seats) -> PartCounts:
    for strong, weak, ours, theirs in _duels(match, seats):
        yield f"{strong} over {weak}", ours, ours + theirs


def _by_gap(_metric: Metric, match: Row, _turns: Sequence[Row], seats: Seats) -> PartCounts:
    for strong, weak, ours, theirs in _duels(match, seats):
        yield PROFILES.index(strong) - PROFILES.index(weak), ours, ours + theirs


def _by_tenth(_metric: Metric, match: Row, _turns: Sequence[Row], _seats: Seats) -> PartCounts:
    """Yield each tenth of a match (1 to 10), and whether it is the one in which this match was decided."""
    here = min(10, math.floor(10 * match.decided_at + 1e-9) + 1)
    return ((tenth, float(tenth == here), 1.0) for tenth in range(1, 11))


def _pair_words(pair: str) -> str:
    strong, _, weak = pair.partition(" over ")
    return Composed(N_("{strong} over {weak}"), strong=strong, weak=weak)


def _pair_names(seats: Seats) -> Iterable[Part]:
    return [f"{strong} over {weak}" for strong, weak in _pairs(seats)]


WINS = (
    Metric(
        "wins",
        N_("victories"),
        each=lambda match, _: match.victory,
        single=False,
        by=(
            by_seats("seat", N_("{label} of {part}"), named),
            By("side", N_("{label} of a seat that is {part}"), _by_side, _sides),
            By("against", N_("{label}, {part}"), _by_pair, _pair_names, of_matches=True, words=_pair_words),
            By("gap", N_("{label} of the stronger, skill gap {part}"), _by_gap, lambda _: (1, 2), of_matches=True),
        ),
    ),
    SeatTest(),
)
"""The metrics of victory, which all games have."""

STANDING = (
    per_match("lead_changes", N_("changes of the lead in a match"), lambda match: match.lead_changes),
    per_match(
        "drama",
        N_("drama (how far behind winners were, 0 to 1)"),
        lambda match: match.drama or 0.0,
        lambda match: match.drama is not None,
        within=(0.0, 1.0),
    ),
    per_match("decided_at", N_("of a match was over when it was decided"), lambda match: match.decided_at, unit=SHARE),
    Metric(
        "decided",
        N_("matches that are decided"),
        by=(By("tenth", N_("{label} in tenth {part} of their turns"), _by_tenth, lambda _: range(1, 11)),),
        single=False,
    ),
)
"""The metrics of the lead, for games whose match rows have these columns (sim/batch/rows.py)."""

MINUTES = per_match(
    "minutes", N_("minutes of a match"), lambda match: match.simulated_s / 60, unit="minutes", spread=True
)
