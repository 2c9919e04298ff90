"""A game's ladder as data: who meets whom, at which tables, and what is measured besides victories.

`study ladder` plays it (calibration/league/ladder.py). A game says what its own is like in its spec.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sim.batch.figures import clustered_rate
from sim.batch.job import CrashingMatch
from sim.bots.words import NO_BOTS, BotWords
from sim.spec import bots_of
from sim.statistics import Interval, mean

Side = tuple[str, str]
"""A skill profile and a strategy."""

GOAL = 0.6
"""The share of victories that a strategy should have against the next weaker one, with equal hands."""


@dataclass(frozen=True, slots=True)
class Met:
    """A match of a duel.

    pair: the number of its mirrored pair, from 0. ours: by seat, True for the stronger side. row, turns: its rows.
    """

    pair: int
    ours: tuple[bool, ...]
    row: Any
    turns: Sequence[Any]

    @property
    def victory(self) -> float:
        """The stronger side's share of the victory."""
        return float(self.ours_of(self.row.victory))

    def ours_of(self, by_seat: Iterable[float]) -> float:
        """Return the sum of the values at the seats of the stronger side."""
        return sum(value for value, our in zip(by_seat, self.ours, strict=True) if our)

    def ahead(self, by_seat: Iterable[float]) -> float:
        """Return the mean over the stronger side's seats less that over the others."""
        values = list(by_seat)
        own = self.ours_of(values)
        return own / sum(self.ours) - (sum(values) - own) / (len(values) - sum(self.ours))


@dataclass(frozen=True, slots=True)
class Meeting:
    """The matches of a duel, in whole pairs numbered from 0, and those that crashed.

    If a match crashed, its pair is left out as a whole: the other match alone would favour the side with the better
    seats.
    """

    stronger: Side
    weaker: Side
    matches: tuple[Met, ...]
    crashed: tuple[CrashingMatch, ...]

    @property
    def pairs(self) -> int:
        return len(self.matches) // 2

    @property
    def victory(self) -> Interval:
        """The stronger side's share of the victories."""
        return clustered_rate(self.by_pair(lambda met: met.victory), [2.0] * self.pairs)

    def by_pair(self, value: Callable[[Met], float]) -> list[float]:
        """Return the sum of a value over the two matches of each pair."""
        sums = [0.0] * self.pairs
        for met in self.matches:
            sums[met.pair] += value(met)
        return sums


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of a duel besides its victories.

    key: its name in JSON. title, width: its column. of: its intervals; more than one are a list in JSON. text: formats
    these intervals for the column.
    """

    key: str
    title: str
    width: int
    of: Callable[[Meeting], tuple[Interval, ...]]
    text: Callable[..., str]


@dataclass(frozen=True, slots=True)
class Duel:
    """The result of a step.

    victory: the share of the stronger side. holds: it reaches the goal of the ladder. measured: the measures by keys.
    """

    meeting: Meeting
    victory: Interval
    holds: bool
    measured: Mapping[str, tuple[Interval, ...]]

    def to_json(self) -> dict[str, Any]:
        """Return the step as plain data: the sides, the matches, whether it holds, and every interval by its name."""
        meeting = self.meeting
        sides = {"stronger": meeting.stronger, "weaker": meeting.weaker}
        return {
            **{name: {"profile": profile, "strategy": strategy} for name, (profile, strategy) in sides.items()},
            "matches": len(meeting.matches),
            "holds": self.holds,
            **({"crashed": [crash.to_json() for crash in meeting.crashed]} if meeting.crashed else {}),
            "victory": self.victory.to_json(),
            **{
                key: intervals[0].to_json() if len(intervals) == 1 else [each.to_json() for each in intervals]
                for key, intervals in self.measured.items()
            },
        }


@dataclass(frozen=True, slots=True)
class Goal:
    """The demand of a ladder on its steps: a share of the victories, and significantly more than half (95 %).

    missing, whole: the words before the steps that do not reach it, and for a ladder on which all do.
    """

    share: float
    missing: str
    whole: str

    def reached(self, victory: Interval) -> bool:
        """Return True if the stronger side's share of the victories is as asked."""
        return victory.estimate >= self.share and victory.low > 0.5


CLEARLY_MORE = Goal(
    GOAL,
    missing=f"Not {100 * GOAL:.0f} %, or not beyond doubt more than half",
    whole=f"Every step holds: {100 * GOAL:.0f} % or more, and more than half beyond doubt.",
)
MORE_THAN_HALF = Goal(
    0.5,
    missing="Not shown beyond doubt with this many matches",
    whole="Every step holds: the stronger side wins more than half, beyond doubt.",
)
"""The goal where chance decides much of a match: no certain share, but more than half beyond doubt."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A game's ladder.

    tables: the seating, such as ABAB, where A is the stronger side; pairs take turns at the tables, and each is played
    as it stands and with the sides exchanged. steps: the opponents, the stronger side first; if empty, casual hands
    play every strategy of the game against the next weaker one. seating: the words for the tables. bots: the external
    ones among the players.
    """

    game: str
    tables: tuple[str, ...]
    measures: tuple[Measure, ...]
    seating: str
    steps: tuple[tuple[Side, Side], ...] = ()
    goal: Goal = CLEARLY_MORE
    bots: BotWords = NO_BOTS

    @property
    def meetings(self) -> tuple[tuple[Side, Side], ...]:
        """The pairs of opponents, the stronger side first."""
        strategies = () if self.steps else bots_of(self.game).strategies
        return self.steps or tuple(
            (("casual", stronger), ("casual", weaker)) for weaker, stronger in pairwise(strategies)
        )

    @property
    def side_width(self) -> int:
        """The width of the columns that name the sides."""
        return max(18 if self.steps else 12, *(2 + len(self.name(side)) for pair in self.meetings for side in pair))

    def name(self, side: Side) -> str:
        """Return the name of a side: the strategy alone where all hands are equal."""
        return " ".join(side) if self.steps else side[1]

    def heading(self) -> str:
        """Return the line above the rows."""
        sides = "".join(f"{title:{self.side_width}}" for title in ("stronger", "weaker"))
        return f"{sides}{'victories':>22}" + "".join(f"{each.title:>{each.width}}" for each in self.measures)

    def row(self, duel: Duel) -> str:
        """Return a step as a row of text."""
        sides = "".join(f"{self.name(side):{self.side_width}}" for side in (duel.meeting.stronger, duel.meeting.weaker))
        cells = (f"  {each.text(*duel.measured[each.key]):>{each.width - 2}}" for each in self.measures)
        return f"{sides}{duel.victory.percent():>22}" + "".join(cells)


def spread(digits: int, to: str) -> Callable[[Interval], str]:
    """Return a function that writes an interval with this many decimals and a word between its ends."""

    def text(interval: Interval) -> str:
        if math.isnan(interval.low):
            return f"{interval.estimate:.{digits}f} (no interval)"
        low, high = (f"{end:.{digits}f}" for end in (interval.low, interval.high))
        return f"{interval.estimate:.{digits}f} ({low}{to}{high})"

    return text


def mean_ahead(
    key: str, title: str, width: int, by_seat: Callable[[Any], Iterable[float]], text: Callable[[Interval], str]
) -> Measure:
    """Return the measure of how far the stronger side is ahead of the other. by_seat: the values in a match's row."""

    def ahead(meeting: Meeting) -> tuple[Interval, ...]:
        return (mean(meeting.by_pair(lambda met: met.ahead(by_seat(met.row)) / 2)),)

    return Measure(key, title, width, ahead, text)


def both_rates(key: str, title: str, happened: Callable[[Any], bool]) -> Measure:
    """Return the measure of the share of the turns of either side in which something happened."""

    def text(*rates: Interval) -> str:
        return "".join(f"{each.percent():>23}" for each in rates)

    return Measure(key, title, 46, lambda meeting: rates_of(meeting, happened), text)


def rates_of(
    meeting: Meeting, happened: Callable[[Any], bool], counts: Callable[[Any], bool] = lambda _turn: True
) -> tuple[Interval, ...]:
    """Return the share of the turns in which something happened, of the stronger and of the weaker side.

    counts: whether a turn is one of those that are looked at.
    """
    found = []
    for side in (meeting.stronger, meeting.weaker):
        times, turns = [0.0] * meeting.pairs, [0.0] * meeting.pairs
        for met in meeting.matches:
            for turn in met.turns:
                if (turn.profile, turn.strategy) == side and counts(turn):
                    times[met.pair] += happened(turn)
                    turns[met.pair] += 1
        found.append(clustered_rate(times, turns))
    return tuple(found)
