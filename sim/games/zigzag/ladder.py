"""The ladder of ZIGZAG: which players meet, and what is measured."""

from __future__ import annotations

from sim.batch.ladder import MORE_THAN_HALF, Ladder, Measure, mean_ahead, spread
from sim.statistics import positive_mean

# Matches end as shipped: at the first complete sheet, or when the table's clock runs out; then most boxes win.
LADDER = Ladder(
    game="zigzag",
    tables=("ABAB",),
    seating="Two against two, partners diagonal",
    measures=(
        mean_ahead("boxes_ahead", "boxes ahead", 24, lambda row: row.boxes, spread(2, " to ")),
        Measure(
            "minutes",
            "minutes",
            20,
            lambda meeting: (positive_mean(meeting.by_pair(lambda met: met.row.simulated_s / 120)),),
            spread(1, "-"),
        ),
    ),
    goal=MORE_THAN_HALF,
)
