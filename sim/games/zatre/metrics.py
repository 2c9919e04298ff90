"""The metrics of ZATRE: scores and how they come about, length, the advantage of the starter; what a report says.

Turns are clustered by match (sim/batch/figures.py). Matches are independent. A shared victory counts 1/k for each of
its k winners. The starter changes from match to match (a draw decides), so the starter's share of the victories stands
beside those of the seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from sim.batch.figures import count_text
from sim.batch.ladder import Ladder, Measure, Meeting, mean_ahead, spread
from sim.batch.metrics import lines_of, seat_lines, table_lines
from sim.batch.players import MINUTES, STANDING, WINS, by_profile, by_seat
from sim.games.zatre.rows import MatchRow, RowCollector, TurnRow
from sim.metrics import (
    ANY_NUMBER,
    MATCHES,
    SECONDS,
    SHARE,
    By,
    Distribution,
    Metric,
    MetricTable,
    PartCounts,
    Parts,
    Quantiles,
    Row,
    Seats,
    Summary,
    Total,
    by_seats,
    by_turns,
    divided,
    greatest_turn,
    named,
    per_match,
    per_seat,
    side_of,
    turn_that_decides,
)
from sim.report import TAIL, Bars, Chart, Dots, Sentence
from sim.spec import MetricsPart
from sim.statistics import Interval, mean

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


STEPS = range(-SCORE_STEP, 500 + 1, SCORE_STEP)
"""The steps of scores; scores below or above them count in the first or the last."""
RUNS = ("tens", "elevens", "twelves")
ENDINGS = ("bag_empty", "dead_position")


def score_step(score: int) -> int:
    """Return the step that a score belongs to."""
    return min(STEPS[-1], max(STEPS[0], score // SCORE_STEP * SCORE_STEP))


def _scored(row: TurnRow) -> float:
    return float(row.runs > 0)


def _by_step(_metric: Metric, match: Row, _turns: Sequence[Row], _seats: Seats) -> PartCounts:
    steps = Counter(map(score_step, match.scores))
    return ((step, steps[step], len(match.scores)) for step in STEPS)


def _by_run(_metric: Metric, _match: Row, turns: Sequence[Row], _seats: Seats) -> PartCounts:
    return ((run, getattr(row, run), 1.0) for row in turns for run in RUNS)


def _by_ending(_metric: Metric, match: Row, _turns: Sequence[Row], _seats: Seats) -> PartCounts:
    return ((ending, float(match.ending == ending), 1.0) for ending in ENDINGS)


def _ten(number: int) -> str:
    """Return the label of a group of ten turns, such as `11-20` for group number 1."""
    return f"{10 * number + 1}-{10 * number + 10}"


_SIDE = by_seats("side", "{label}, {part}", side_of)
_TENS = by_turns("turns", "{label}, turns {part} of the match", lambda row: (row.turn - 1) // 10, name=_ten)
_WAYS_TENS = replace(_TENS, label="ways to place the tiles, turns {part} of the match")
_STRATEGY = by_turns("strategy", "{label}, {part}", parts=lambda seats: dict.fromkeys(seat.strategy for seat in seats))
_TURNS = (by_profile(), by_seat(), _STRATEGY, _TENS)
SCORE = per_seat("score", "grand total of a player", "scores", by=(_SIDE,), within=ANY_NUMBER)
TABLE = MetricTable(
    entries=(
        SCORE,
        per_seat("rows_complete", "complete rows of a player", "rows_complete", by=(_SIDE,)),
        per_seat("crosses", "x2 cells ticked by a player", "crosses", by=(_SIDE,)),
        per_seat("minus", "points lost by tiles left over", "minus", by=(_SIDE,), lumps=True),
        divided(SCORE, by_seats("seat", "grand total of {part}", named)),
        Metric(
            "scores",
            "grand total of a player",
            unit="points",
            each=lambda match, _: match.scores,
            spread=True,
            whole=True,
            within=ANY_NUMBER,
        ),
        Distribution("scores", SCORE_STEP),
        per_match("winning_score", "grand total of the winner", lambda match: match.winning_score, within=ANY_NUMBER),
        per_match("starter_victory", "victories of the first player", lambda match: match.starter_victory, unit=SHARE),
        per_match(
            "starter_ahead",
            "points by which the first player is ahead of the others",
            lambda match: match.starter_ahead,
            within=ANY_NUMBER,
        ),
        per_match("start_draws", "draws until it is clear who begins", lambda match: match.start_draws),
        Metric("scoring_rate", "turns that score", _scored, by=_TURNS),
        Metric(
            "points_per_turn",
            "points in a turn, before doubling and bonus",
            lambda row: row.points,
            unit="",
            within=ANY_NUMBER,
            by=_TURNS,
        ),
        Metric(
            "runs_per_turn",
            "runs in a turn",
            unit="",
            by=(By("", "{part} in a turn", _by_run, lambda _: RUNS),),
            single=False,
        ),
        Metric("cross_rate", "turns that tick an x2 cell", lambda row: row.crosses > 0),
        Metric("pass_rate", "turns in which no tile can be placed", lambda row: row.placed == 0),
        Metric("ways", "ways to place the tiles of a turn", lambda row: row.ways, unit="", by=(_WAYS_TENS,)),
        Metric(
            "dead_ends",
            "matches that end in a dead position",
            lambda match: match.ending == "dead_position",
            of_matches=True,
            out_of_matches=True,
        ),
        *WINS,
        *STANDING,
        per_match("turns", "turns in a match", lambda match: match.turns, spread=True, whole=True),
        MINUTES,
        per_match("tiles_left", "tiles left in the end", lambda match: match.tiles_left, spread=True, lumps=True),
    ),
    others=(
        Metric("gain_per_turn", "what a turn adds to the total", lambda row: row.gained, unit="", within=ANY_NUMBER),
        Metric(
            "victories",
            "victories",
            each=lambda match, _: match.victory,
            by=(by_seats("strategy", "{label} of who plays {part}", side_of),),
            single=False,
        ),
        Metric(
            "scores",
            "grand totals",
            by=(By("step", "{label} from {part} on", _by_step, lambda _: STEPS),),
            single=False,
        ),
        Metric(
            "endings",
            "matches that end so",
            by=(By("ending", "{label}: {part}", _by_ending, lambda _: ENDINGS),),
            single=False,
        ),
    ),
    primary="score",
    printed={
        "matches": MATCHES,
        "trials": Total(lambda match: match.turns),
        "score": "score",
        "winning_score": "winning_score",
        "starter_victory": "starter_victory",
        "starter_ahead": "starter_ahead",
        "scoring_rate": "scoring_rate",
        "cross_rate": "cross_rate",
        "pass_rate": "pass_rate",
        "points_per_turn": "points_per_turn",
        "gain_per_turn": "gain_per_turn",
        "ways": "ways",
        "tiles_left": "tiles_left",
        "lead_changes": "lead_changes",
        "scores": Quantiles("scores", Parts("scores.step", trimmed=True)),
        "score_by_seat": Parts("score.seat"),
        "score_by_strategy": Parts("score.side"),
        "rows_complete_by_strategy": Parts("rows_complete.side"),
        "crosses_by_strategy": Parts("crosses.side"),
        "minus_by_strategy": Parts("minus.side"),
        "wins_by_seat": Parts("wins.seat"),
        "wins_by_strategy": Parts("victories.strategy"),
        "runs_per_turn": Parts("runs_per_turn"),
        "turns": Quantiles("turns"),
        "minutes": Quantiles("minutes"),
        "endings": Parts("endings.ending"),
        "seconds_simulated": SECONDS,
    },
    until={
        name: name
        for name in (
            "score",
            "winning_score",
            "starter_victory",
            "starter_ahead",
            "scoring_rate",
            "cross_rate",
            "pass_rate",
            "points_per_turn",
            "gain_per_turn",
            "ways",
            "tiles_left",
            "lead_changes",
        )
    },
    sentences=SENTENCES,
    charts=CHARTS,
    highlights=(
        greatest_turn("The best turn", lambda row: float(row.gained), "points: {}"),
        turn_that_decides(lambda turns: [row.turn for row in turns]),
    ),
)


def to_text(summary: Summary) -> str:
    """Format the figures as a few lines and small tables."""
    runs = ", ".join(summary.text("runs_per_turn", run, 2) for run in RUNS)
    turns = count_text(summary.total("trials"), "turn", "turns")
    lines = [
        f"{count_text(summary.matches, 'match', 'matches')}, {turns}",
        "(in brackets: 95 % intervals)",
        "",
        *lines_of(
            summary,
            (
                ("grand total of a player", "scores"),
                ("grand total of the winner", "winning_score"),
                ("who begins wins", "starter_victory"),
                ("who begins is ahead by", "starter_ahead"),
                ("turns", "turns"),
                ("minutes", "minutes"),
                ("turns that score", "scoring_rate"),
                ("turns without a tile placed", "pass_rate"),
                ("points in a turn, plain", "points_per_turn", 2),
                ("what a turn adds to the total", "gain_per_turn", 2),
            ),
        ),
        f"  10s, 11s, 12s in a turn        {runs}",
        *lines_of(
            summary,
            (
                ("ways to place the tiles", "ways", 0),
                ("tiles left in the end", "tiles_left"),
                ("changes of the lead", "lead_changes"),
            ),
        ),
        f"  ends in a dead position        {summary.text('endings.ending', 'dead_position')}",
        *seat_lines(summary, (("wins", 24, "wins.seat"), ("grand total", 24, "score.seat"))),
    ]
    lines += table_lines(
        summary,
        "plays as",
        24,
        (
            ("wins", 24, "victories.strategy"),
            ("grand total", 24, "score.side"),
            ("rows complete", 18, "rows_complete.side"),
            ("crosses", 18, "crosses.side"),
        ),
    )
    lines += table_lines(
        summary,
        "grand total",
        24,
        (("players", 24, "scores.step"),),
        lambda step: f"{step} to {int(step) + SCORE_STEP - 1}",
    )
    return "\n".join(lines)


PART = MetricsPart(MatchRow, TurnRow, RowCollector, TABLE, to_text)


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
"""Which players meet in `study ladder`, and what is measured."""
