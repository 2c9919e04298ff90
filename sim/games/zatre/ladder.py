"""The ladder of ZATRE: which players meet, and what is measured."""

from __future__ import annotations

from sim.batch.ladder import Ladder, Measure, Meeting, mean_ahead, spread
from sim.statistics import Interval, mean


def _totals(meeting: Meeting) -> tuple[Interval, ...]:
    """Return the mean totals of the stronger and of the weaker side."""
    ours = meeting.by_pair(lambda met: met.ours_of(met.row.scores) / 2)
    ahead = meeting.by_pair(lambda met: met.ahead(met.row.scores) / 2)
    return mean(ours), mean([own - more for own, more in zip(ours, ahead, strict=True)])


# At ZATRE the profiles differ in how long people think, not in what they find, so only strategies are compared.
LADDER = Ladder(
    game="zatre",
    tables=("AB",),
    seating="Two at a table",
    measures=(
        mean_ahead("ahead", "points ahead", 24, lambda row: row.scores, spread(1, " to ")),
        Measure(
            "totals",
            "totals",
            18,
            _totals,
            lambda *totals: " and ".join(f"{each.estimate:.0f}" for each in totals),
        ),
    ),
)
