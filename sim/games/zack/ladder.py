"""The ladder of Zack!: which players meet, and what is measured."""

from __future__ import annotations

from sim.batch.ladder import MORE_THAN_HALF, Ladder, Measure, Meeting, rates_of, spread
from sim.statistics import Interval, mean


def _wrong_rates(meeting: Meeting) -> tuple[Interval, ...]:
    """Return the share of the cards that were ruled to be out of turn, of the stronger and of the weaker side."""
    return rates_of(meeting, lambda turn: bool(turn.wrong))


# Skills, each with its usual strategy, then strategies with equal hands. That bold is stronger or weaker than
# steady or sharp has not been shown (docs/strategies.md), so it meets cautious alone.
LADDER = Ladder(
    game="zack",
    tables=("ABAB", "ABBA", "AABB"),
    seating="Two against two at a table of four",
    steps=(
        (("casual", "steady"), ("child", "bold")),
        (("skilled", "steady"), ("casual", "steady")),
        (("casual", "daring"), ("casual", "sharp")),
        (("casual", "sharp"), ("casual", "steady")),
        (("casual", "steady"), ("casual", "cautious")),
        (("casual", "bold"), ("casual", "cautious")),
    ),
    measures=(
        Measure(
            "games_ahead",
            "games ahead",
            24,
            lambda meeting: (mean(meeting.by_pair(lambda met: met.ahead(met.row.games_won) / 2)),),
            spread(2, " to "),
        ),
        Measure(
            "wrong_rates",
            "out of turn, both sides",
            46,
            _wrong_rates,
            lambda *rates: "".join(f"{each.percent():>23}" for each in rates),
        ),
    ),
    goal=MORE_THAN_HALF,
)
