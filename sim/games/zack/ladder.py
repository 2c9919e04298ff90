"""The ladder of Zack!: which players meet, and what is measured."""

from __future__ import annotations

from sim.batch.ladder import MORE_THAN_HALF, Ladder, both_rates, mean_ahead, spread

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
        mean_ahead("games_ahead", "games ahead", 24, lambda row: row.games_won, spread(2, " to ")),
        both_rates("wrong_rates", "out of turn, both sides", lambda turn: bool(turn.wrong)),
    ),
    goal=MORE_THAN_HALF,
)
