"""What a report says and draws of ZATRE."""

from __future__ import annotations

from sim.report import TAIL, Bars, Chart, Dots, Sentence

SCORE_STEP = 25
"""The width of a step of scores; a step is named by its lowest score."""
SENTENCES: tuple[Sentence, ...] = (
    (
        "A player comes to {score} points, the winner to {winning_score}; "
        "four of five players come to between {scores.p10:0} and {scores.p90:0}."
    ),
    "The first player has {starter_victory} of the victories and is ahead of the others by {starter_ahead} points.",
    (
        "A turn scores with a chance of {scoring_rate} and brings "
        "{points_per_turn} points before doubling and bonus; in {pass_rate} "
        "of the turns no tile can be placed."
    ),
    "A player completes {rows_complete} rows and ticks {crosses} x2 cells.",
    (
        "A match takes {turns.mean} turns and {minutes.mean}; "
        "{dead_ends} of the matches end because no tile fits any more."
    ),
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Bars("Grand totals", "scores.distribution", "points", "players", float(SCORE_STEP), 0.001, caption=TAIL),
    Dots("Grand totals by strategy", "score.side", "points, mean"),
    Dots("Complete rows by strategy", "rows_complete.side", "rows, mean"),
    Dots("x2 cells by strategy", "crosses.side", "cells, mean"),
    Dots("What counts in a turn", "runs_per_turn", "runs in a turn"),
    Dots("Points, turn by turn", "points_per_turn.turns", "points in a turn, before doubling and bonus", few=True),
    Dots("Turns that score", "scoring_rate.turns", "turns that score", few=True),
    Dots("Ways to place the tiles", "ways.turns", "ways, mean", few=True),
    Dots("Points by skill", "points_per_turn.profile", "points in a turn, before doubling and bonus"),
)
"""What a report draws."""
