"""The metrics of ZATRE: scores and how they come about, length, the advantage of the starter; what a report says.

Turns are clustered by match (sim/batch/figures.py). Matches are independent. A shared victory counts 1/k for each of
its k winners. The starter changes from match to match (a draw decides), so the starter's share of the victories stands
beside those of the seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from sim.batch.ladder import Ladder, Measure, Meeting, mean_ahead, spread
from sim.batch.metrics import figure_lines, heading, matches_text, seat_lines, table_lines
from sim.batch.players import MINUTES, STANDING, WINS, by_profile, by_seat
from sim.games.zatre.rows import MatchRow, RowCollector, TurnRow
from sim.language import N_, _, _n
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
    N_(
        "A player comes to {score} points, the winner to {winning_score}; "
        "four of five players come to between {scores.p10:0} and {scores.p90:0}."
    ),
    N_("The first player has {starter_victory} of the victories and is ahead of the others by {starter_ahead} points."),
    N_(
        "A turn scores with a chance of {scoring_rate} and brings "
        "{points_per_turn} points before doubling and bonus; in {pass_rate} "
        "of the turns no tile can be placed."
    ),
    N_("A player completes {rows_complete} rows and ticks {crosses} x2 cells."),
    N_(
        "A match takes {turns.mean} turns and {minutes.mean}; "
        "{dead_ends} of the matches end because no tile fits any more."
    ),
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Bars(
        N_("Grand totals"), "scores.distribution", N_("points"), N_("players"), float(SCORE_STEP), 0.001, caption=TAIL
    ),
    Dots(N_("Grand totals by strategy"), "score.side", N_("points, mean")),
    Dots(N_("Complete rows by strategy"), "rows_complete.side", N_("rows, mean")),
    Dots(N_("x2 cells by strategy"), "crosses.side", N_("cells, mean")),
    Dots(N_("What counts in a turn"), "runs_per_turn", N_("runs in a turn")),
    Dots(
        N_("Points, turn by turn"), "points_per_turn.turns", N_("points in a turn, before doubling and bonus"), few=True
    ),
    Dots(N_("Turns that score"), "scoring_rate.turns", N_("turns that score"), few=True),
    Dots(N_("Ways to place the tiles"), "ways.turns", N_("ways, mean"), few=True),
    Dots(N_("Points by skill"), "points_per_turn.profile", N_("points in a turn, before doubling and bonus")),
)
"""What a report draws."""


STEPS = range(-SCORE_STEP, 500 + 1, SCORE_STEP)
"""The steps of scores; scores below or above them count in the first or the last."""
_RUN_WORDS = {"tens": N_("tens"), "elevens": N_("elevens"), "twelves": N_("twelves")}
RUNS = tuple(_RUN_WORDS)
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


_SIDE = by_seats("side", N_("{label}, {part}"), side_of)
_TENS = by_turns("turns", N_("{label}, turns {part} of the match"), lambda row: (row.turn - 1) // 10, name=_ten)
_WAYS_TENS = replace(_TENS, label=N_("ways to place the tiles, turns {part} of the match"))
_STRATEGY = by_turns(
    "strategy", N_("{label}, {part}"), parts=lambda seats: dict.fromkeys(seat.strategy for seat in seats)
)
_TURNS = (by_profile(), by_seat(), _STRATEGY, _TENS)
SCORE = per_seat("score", N_("grand total of a player"), "scores", by=(_SIDE,), within=ANY_NUMBER)
TABLE = MetricTable(
    entries=(
        SCORE,
        per_seat("rows_complete", N_("complete rows of a player"), "rows_complete", by=(_SIDE,)),
        per_seat("crosses", N_("x2 cells ticked by a player"), "crosses", by=(_SIDE,)),
        per_seat("minus", N_("points lost by tiles left over"), "minus", by=(_SIDE,), lumps=True),
        divided(SCORE, by_seats("seat", N_("grand total of {part}"), named)),
        Metric(
            "scores",
            N_("grand total of a player"),
            unit="points",
            each=lambda match, _: match.scores,
            spread=True,
            whole=True,
            within=ANY_NUMBER,
        ),
        Distribution("scores", SCORE_STEP),
        per_match(
            "winning_score", N_("grand total of the winner"), lambda match: match.winning_score, within=ANY_NUMBER
        ),
        per_match(
            "starter_victory", N_("victories of the first player"), lambda match: match.starter_victory, unit=SHARE
        ),
        per_match(
            "starter_ahead",
            N_("points by which the first player is ahead of the others"),
            lambda match: match.starter_ahead,
            within=ANY_NUMBER,
        ),
        per_match("start_draws", N_("draws until it is clear who begins"), lambda match: match.start_draws),
        Metric("scoring_rate", N_("turns that score"), _scored, by=_TURNS),
        Metric(
            "points_per_turn",
            N_("points in a turn, before doubling and bonus"),
            lambda row: row.points,
            unit="",
            within=ANY_NUMBER,
            by=_TURNS,
        ),
        Metric(
            "runs_per_turn",
            N_("runs in a turn"),
            unit="",
            by=(By("", N_("{part} in a turn"), _by_run, lambda _: RUNS, words=_RUN_WORDS.__getitem__),),
            single=False,
        ),
        Metric("cross_rate", N_("turns that tick an x2 cell"), lambda row: row.crosses > 0),
        Metric("pass_rate", N_("turns in which no tile can be placed"), lambda row: row.placed == 0),
        Metric("ways", N_("ways to place the tiles of a turn"), lambda row: row.ways, unit="", by=(_WAYS_TENS,)),
        Metric(
            "dead_ends",
            N_("matches that end in a dead position"),
            lambda match: match.ending == "dead_position",
            of_matches=True,
            out_of_matches=True,
        ),
        *WINS,
        *STANDING,
        per_match("turns", N_("turns in a match"), lambda match: match.turns, spread=True, whole=True),
        MINUTES,
        per_match("tiles_left", N_("tiles left in the end"), lambda match: match.tiles_left, spread=True, lumps=True),
    ),
    others=(
        Metric(
            "gain_per_turn", N_("what a turn adds to the total"), lambda row: row.gained, unit="", within=ANY_NUMBER
        ),
        Metric(
            "victories",
            N_("victories"),
            each=lambda match, _: match.victory,
            by=(by_seats("strategy", N_("{label} of who plays {part}"), side_of),),
            single=False,
        ),
        Metric(
            "scores",
            N_("grand totals"),
            by=(By("step", N_("{label} from {part} on"), _by_step, lambda _: STEPS),),
            single=False,
        ),
        Metric(
            "endings",
            N_("matches that end this way"),
            by=(By("ending", N_("{label}: {part}"), _by_ending, lambda _: ENDINGS),),
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
        greatest_turn(N_("The best turn"), lambda row: float(row.gained), N_("points: {}")),
        turn_that_decides(lambda turns: [row.turn for row in turns]),
    ),
)


def to_text(summary: Summary) -> str:
    """Format the figures as a few lines and small tables."""
    runs = ", ".join(summary.text("runs_per_turn", run, 2) for run in RUNS)
    text = summary.text
    lines = [
        *heading(matches_text(summary.matches), _n("{count} turn", "{count} turns", summary.total("trials"))),
        *figure_lines(
            (
                (_("grand total of a player"), text("scores")),
                (_("grand total of the winner"), text("winning_score")),
                (_("who begins wins"), text("starter_victory")),
                (_("who begins is ahead by"), text("starter_ahead")),
                (_("turns"), text("turns")),
                (_("minutes"), text("minutes")),
                (_("turns that score"), text("scoring_rate")),
                (_("turns without a tile placed"), text("pass_rate")),
                (_("points in a turn, plain"), text("points_per_turn", digits=2)),
                (_("what a turn adds to the total"), text("gain_per_turn", digits=2)),
                (_("10s, 11s, 12s in a turn"), runs),
                (_("ways to place the tiles"), text("ways", digits=0)),
                (_("tiles left in the end"), text("tiles_left")),
                (_("changes of the lead"), text("lead_changes")),
                (_("ends in a dead position"), text("endings.ending", "dead_position")),
            )
        ),
        *seat_lines(summary, ((_("wins"), 24, "wins.seat"), (_("grand total"), 24, "score.seat"))),
    ]
    lines += table_lines(
        summary,
        _("plays as"),
        24,
        (
            (_("wins"), 24, "victories.strategy"),
            (_("grand total"), 24, "score.side"),
            (_("rows complete"), 18, "rows_complete.side"),
            (_("x2 cells"), 18, "crosses.side"),
        ),
    )
    lines += table_lines(
        summary,
        _("grand total"),
        24,
        ((_("players"), 24, "scores.step"),),
        lambda step: _("{low} to {high}", low=step, high=int(step) + SCORE_STEP - 1),
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
