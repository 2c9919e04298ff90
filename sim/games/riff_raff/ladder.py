"""The ladder of Riff Raff: which players meet, and what is measured."""

from __future__ import annotations

from sim.batch.ladder import MORE_THAN_HALF, Ladder, both_rates, mean_ahead, spread

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
        mean_ahead("pieces_ahead", "pieces ahead", 20, lambda row: [-left for left in row.pieces_left], spread(2, "-")),
        both_rates("fall_rates", "falls, stronger and weaker", lambda turn: bool(turn.fell)),
    ),
    goal=MORE_THAN_HALF,
)
