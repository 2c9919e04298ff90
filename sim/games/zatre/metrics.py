"""What a batch of ZATRE comes to: rates, means and distributions of its rows, each with its 95 % interval.

Turns are clustered by match: `sim.batch.clusters`. Matches are independent. A shared victory counts 1/k for each of its
k winners. Who begins changes from match to match (a draw decides), so the starter's share of the victories is told
beside those of the seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sim.batch.clusters import Ratio
from sim.batch.figures import Counted, Groups, Metric, Spread, Table, Values, count_text, number_text, per_match, told
from sim.games.zatre.rows import MatchRow, TurnRow
from sim.seat import Seat
from sim.statistics import rate

SCORE_STEP = 25
"""Scores are told in steps of so many points, by the least score of a step."""
STEPS = range(-SCORE_STEP, 500 + 1, SCORE_STEP)
"""What is below or above them is counted in the first or the last."""


def score_step(score: int) -> int:
    """The step that a score belongs to."""
    return min(STEPS[-1], max(STEPS[0], score // SCORE_STEP * SCORE_STEP))


def _scored(row: TurnRow) -> float:
    return float(row.runs > 0)


METRICS = {
    "score": per_match(lambda match: sum(match.scores), lambda match: len(match.scores)),
    "winning_score": per_match(lambda match: match.winning_score),
    "starter_victory": per_match(lambda match: match.starter_victory, proportion=True),
    "starter_ahead": per_match(lambda match: match.starter_ahead),
    "scoring_rate": Metric(_scored),
    "cross_rate": Metric(lambda row: row.crosses > 0),
    "pass_rate": Metric(lambda row: row.placed == 0),
    "points_per_turn": Metric(lambda row: row.points, proportion=False),
    "gain_per_turn": Metric(lambda row: row.gained, proportion=False),
    "ways": Metric(lambda row: row.ways, proportion=False),
    "tiles_left": per_match(lambda match: match.tiles_left),
    "lead_changes": per_match(lambda match: match.lead_changes),
}
"""The figures that are single intervals, by their names in `simulate --json`."""
PRIMARY_METRIC = "score"


@dataclass(frozen=True, slots=True)
class Summary:
    """A batch in figures. Keys of the tables are text: the names of seats, `profile:strategy`, scores by their step."""

    matches: int
    turns_in_all: int
    single: Table
    score: Spread
    score_distribution: Table
    score_by_seat: Table
    score_by_side: Table
    rows_complete: Table
    crosses: Table
    minus: Table
    wins: Table
    wins_by_side: Table
    runs_per_turn: Table
    turns: Spread
    minutes: Spread
    endings: Table
    seconds_simulated: float


class Figures:
    """The figures of matches that were all played by these seats, taken in one by one. Of each match its scores, its
    minutes and its turns are kept as numbers."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.matches = 0
        self._seats = seats
        self._sides = [f"{seat.profile}:{seat.strategy}" for seat in seats]
        self._single = {name: Counted(metric) for name, metric in METRICS.items()}
        self._scores, self._turns, self._minutes = Values(whole=True), Values(whole=True), Values()
        self._seat_score, self._side_score = Groups[str](proportion=False), Groups[str](proportion=False)
        self._rows, self._crosses = Groups[str](proportion=False), Groups[str](proportion=False)
        self._minus, self._runs = Groups[str](proportion=False), Groups[str](proportion=False)
        self._wins, self._side_wins, self._steps = Groups[str](), Groups[str](), Groups[int]()
        self._seconds = Ratio()
        self._endings: Counter[str] = Counter()
        self._turns_in_all = 0

    def add(self, match: MatchRow, turns: Sequence[TurnRow]) -> None:
        """Count a match: its row, and the rows of all its turns in their order."""
        self.matches += 1
        for counted in self._single.values():
            counted.add(match, turns)
        self._scores.add(*match.scores)
        self._turns.add(match.turns)
        self._minutes.add(match.simulated_s / 60)
        named = list(zip(self._seats, self._sides, match.scores, match.victory, strict=True))
        self._seat_score.add((seat.name, score, 1) for seat, _, score, _ in named)
        self._side_score.add((side, score, 1) for _, side, score, _ in named)
        self._wins.add((seat.name, share, 1) for seat, _, _, share in named)
        self._side_wins.add((side, share, 1) for _, side, _, share in named)
        for groups, values in (
            (self._rows, match.rows_complete),
            (self._crosses, match.crosses),
            (self._minus, match.minus),
        ):
            groups.add((side, value, 1) for side, value in zip(self._sides, values, strict=True))
        steps = Counter(score_step(score) for score in match.scores)
        self._steps.add((step, steps[step], len(match.scores)) for step in STEPS)
        self._runs.add((name, getattr(row, name), 1) for row in turns for name in ("tens", "elevens", "twelves"))
        self._seconds.add(match.simulated_s)
        self._endings[match.ending] += 1
        self._turns_in_all += match.turns

    def summary(self) -> Summary:
        """The figures of the matches so far. Raises ValueError before the first."""
        count = self.matches
        if not count:
            raise ValueError("no match was counted")
        names, sides = [seat.name for seat in self._seats], list(dict.fromkeys(self._sides))
        seen = [step for step in STEPS if self._steps.interval(step).estimate > 0]
        return Summary(
            matches=count,
            turns_in_all=self._turns_in_all,
            single={name: counted.interval() for name, counted in self._single.items()},
            score=self._scores.spread(),
            score_distribution=self._steps.table(range(seen[0], seen[-1] + 1, SCORE_STEP)),
            score_by_seat=self._seat_score.table(names),
            score_by_side=self._side_score.table(sides),
            rows_complete=self._rows.table(sides),
            crosses=self._crosses.table(sides),
            minus=self._minus.table(sides),
            wins=self._wins.table(names),
            wins_by_side=self._side_wins.table(sides),
            runs_per_turn=self._runs.table(("tens", "elevens", "twelves")),
            turns=self._turns.spread(),
            minutes=self._minutes.spread(),
            endings={name: rate(self._endings[name], count) for name in ("bag_empty", "dead_position")},
            seconds_simulated=self._seconds.y,
        )


def to_json(summary: Summary) -> dict[str, object]:
    """The figures as `simulate --json` prints them; every figure that is not a count is an interval."""
    return {
        "matches": summary.matches,
        "trials": summary.turns_in_all,
        **told(summary.single),
        "scores": {**summary.score.to_json(), "distribution": told(summary.score_distribution)},
        "score_by_seat": told(summary.score_by_seat),
        "score_by_strategy": told(summary.score_by_side),
        "rows_complete_by_strategy": told(summary.rows_complete),
        "crosses_by_strategy": told(summary.crosses),
        "minus_by_strategy": told(summary.minus),
        "wins_by_seat": told(summary.wins),
        "wins_by_strategy": told(summary.wins_by_side),
        "runs_per_turn": told(summary.runs_per_turn),
        "turns": summary.turns.to_json(),
        "minutes": summary.minutes.to_json(),
        "endings": told(summary.endings),
        "seconds_simulated": round(summary.seconds_simulated, 6),
    }


def to_text(summary: Summary, seats: tuple[Seat, ...]) -> str:
    """The figures for people: a few lines and small tables."""
    single, runs = summary.single, summary.runs_per_turn
    each = ", ".join(number_text(runs[name], 2) for name in ("tens", "elevens", "twelves"))
    lines = [
        f"{count_text(summary.matches, 'match', 'matches')}, {count_text(summary.turns_in_all, 'turn', 'turns')}",
        "(in brackets: 95 % intervals)",
        "",
        f"  grand total of a player        {summary.score.text()}",
        f"  grand total of the winner      {number_text(single['winning_score'])}",
        f"  who begins wins                {single['starter_victory'].percent()}",
        f"  who begins is ahead by         {number_text(single['starter_ahead'])}",
        f"  turns                          {summary.turns.text()}",
        f"  minutes                        {summary.minutes.text()}",
        f"  turns that score               {single['scoring_rate'].percent()}",
        f"  turns without a tile placed    {single['pass_rate'].percent()}",
        f"  points in a turn, plain        {number_text(single['points_per_turn'], 2)}",
        f"  what a turn adds to the total  {number_text(single['gain_per_turn'], 2)}",
        f"  10s, 11s, 12s in a turn        {each}",
        f"  ways to place the tiles        {number_text(single['ways'], 0)}",
        f"  tiles left in the end          {number_text(single['tiles_left'])}",
        f"  changes of the lead            {number_text(single['lead_changes'])}",
        f"  ends in a dead position        {summary.endings['dead_position'].percent()}",
        "",
        f"  {'seat':24}{'wins':>24}{'grand total':>24}",
    ]
    for seat in seats:
        who = f"{seat.name} ({seat.profile}, {seat.strategy})"
        score = number_text(summary.score_by_seat[seat.name])
        lines.append(f"  {who:24}{summary.wins[seat.name].percent():>24}{score:>24}")
    lines += ["", f"  {'plays as':24}{'wins':>24}{'grand total':>24}{'rows complete':>18}{'crosses':>18}"]
    for side, wins in summary.wins_by_side.items():
        score, rows, crosses = (
            number_text(table[side]) for table in (summary.score_by_side, summary.rows_complete, summary.crosses)
        )
        lines.append(f"  {side:24}{wins.percent():>24}{score:>24}{rows:>18}{crosses:>18}")
    lines += ["", f"  {'grand total':24}{'players':>24}"]
    for step, share in summary.score_distribution.items():
        lines.append(f"  {f'{step} to {int(step) + SCORE_STEP - 1}':24}{share.percent():>24}")
    return "\n".join(lines)
