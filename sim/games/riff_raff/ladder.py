"""The ladder of Riff Raff: which players meet, and what is measured."""

from __future__ import annotations

from sim.batch.ladder import MORE_THAN_HALF, Ladder, Measure, Meeting, rates_of, spread
from sim.statistics import Interval, mean


def _fall_rates(meeting: Meeting) -> tuple[Interval, ...]:
    """Return falls per attempt of the stronger and of the weaker side."""
    return rates_of(meeting, lambda turn: bool(turn.fell))


LADDER = Ladder(
    game="riff-raff",
    tables=("ABAB", "ABBA", "AABB"),
    seating="Two against two at a table of four",
    # Strategies with equal hands, then profiles, each with its usual strategy.
    steps=(
        (("casual", "simple"), ("casual", "random")),
        (("casual", "lookahead"), ("casual", "simple")),
        (("casual", "trained"), ("casual", "lookahead")),
        (("casual", "trained"), ("casual", "simple")),
        (("casual", "simple"), ("child", "simple")),
        (("skilled", "trained"), ("casual", "simple")),
    ),
    measures=(
        Measure(
            "pieces_ahead",
            "pieces ahead",
            20,
            lambda meeting: (mean(meeting.by_pair(lambda met: -met.ahead(met.row.pieces_left) / 2)),),
            spread(2, "-"),
        ),
        Measure(
            "fall_rates",
            "falls, stronger and weaker",
            46,
            _fall_rates,
            lambda *rates: "".join(f"{each.percent():>23}" for each in rates),
        ),
    ),
    goal=MORE_THAN_HALF,
)
