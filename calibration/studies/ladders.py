"""The work of `study ladder`: every step of a game's ladder plays the one below it, to see whether skill pays.

A ladder is declared as data (`LADDERS`): the opponents, the tables, and the measures. Matches come in mirrored pairs:
the same seed, the same table, the sides exchanged, so that an advantage of a seat is the same for both sides. A pair of
matches is one observation. The share of victories of a side is its players' share of the victory (shared victories
count in equal parts); between equals it is one half by symmetry.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypedDict

from calibration.options import LadderOptions
from sim.batch.figures import clustered_rate
from sim.batch.job import print_crashed, shown_again
from sim.batch.progress import counted
from sim.batch.runner import CrashingMatch, Task, run_tasks
from sim.bots.words import NO_BOTS, TIME_S, BotWords, seated_with_bots
from sim.configuration import load_configuration, provenance
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seat import NAMES, Seat
from sim.seeds import derive
from sim.spec import bots_of, game_of
from sim.statistics import Interval, mean, positive_mean

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
        """The number of pairs."""
        return len(self.matches) // 2

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
    """The result of a step: the share of victories of the stronger side, and the measures by their keys.

    holds: the stronger side wins as often as the ladder asks, and significantly more than half (95 %).
    """

    stronger: Side
    weaker: Side
    matches: int
    victory: Interval
    holds: bool
    measured: Mapping[str, tuple[Interval, ...]]
    crashed: tuple[CrashingMatch, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the step as plain data: the sides, the matches, whether it holds, and every interval by its name."""
        sides = {"stronger": self.stronger, "weaker": self.weaker}
        return {
            **{name: {"profile": profile, "strategy": strategy} for name, (profile, strategy) in sides.items()},
            "matches": self.matches,
            "holds": self.holds,
            **({"crashed": [crash.to_json() for crash in self.crashed]} if self.crashed else {}),
            "victory": self.victory.to_json(),
            **{
                key: intervals[0].to_json() if len(intervals) == 1 else [each.to_json() for each in intervals]
                for key, intervals in self.measured.items()
            },
        }


@dataclass(frozen=True, slots=True)
class Ladder:
    """A game's ladder.

    tables: the seating, such as ABAB, where A is the stronger side; pairs take turns at the tables, and each is played
    as it stands and with the sides exchanged. steps: the opponents, the stronger side first; if empty, casual hands
    play every strategy of the game against the next weaker one. goal: the share of victories at which a step holds.
    seating, missing, whole: the words for the tables, for steps that do not hold, and for a ladder on which all hold.
    bots: those from outside among the players.
    """

    game: str
    tables: tuple[str, ...]
    measures: tuple[Measure, ...]
    seating: str
    steps: tuple[tuple[Side, Side], ...] = ()
    goal: float = GOAL
    missing: str = f"Not {100 * GOAL:.0f} %, or not beyond doubt more than half"
    whole: str = f"Every step holds: {100 * GOAL:.0f} % or more, and more than half beyond doubt."
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
        sides = "".join(f"{self.name(side):{self.side_width}}" for side in (duel.stronger, duel.weaker))
        cells = (f"  {each.text(*duel.measured[each.key]):>{each.width - 2}}" for each in self.measures)
        return f"{sides}{duel.victory.percent():>22}" + "".join(cells)


def _spread(digits: int, to: str) -> Callable[[Interval], str]:
    def text(interval: Interval) -> str:
        if math.isnan(interval.low):
            return f"{interval.estimate:.{digits}f} (no interval)"
        low, high = (f"{end:.{digits}f}" for end in (interval.low, interval.high))
        return f"{interval.estimate:.{digits}f} ({low}{to}{high})"

    return text


def _rates(meeting: Meeting, happened: Callable[[Any], bool]) -> tuple[Interval, ...]:
    """Return the share of the turns in which something happened, of the stronger and of the weaker side."""
    rates = []
    for side in (meeting.stronger, meeting.weaker):
        times, turns = [0.0] * meeting.pairs, [0.0] * meeting.pairs
        for met in meeting.matches:
            for turn in met.turns:
                if (turn.profile, turn.strategy) == side:
                    times[met.pair] += happened(turn)
                    turns[met.pair] += 1
        rates.append(clustered_rate(times, turns))
    return tuple(rates)


def _fall_rates(meeting: Meeting) -> tuple[Interval, ...]:
    """Return falls per attempt of the stronger and of the weaker side."""
    return _rates(meeting, lambda turn: bool(turn.fell))


def _wrong_rates(meeting: Meeting) -> tuple[Interval, ...]:
    """Return the share of the cards that were ruled to be out of turn, of the stronger and of the weaker side."""
    return _rates(meeting, lambda turn: bool(turn.wrong))


def _totals(meeting: Meeting) -> tuple[Interval, ...]:
    """Return the mean totals of the stronger and of the weaker side."""
    ours = meeting.by_pair(lambda met: met.ours_of(met.row.scores) / 2)
    ahead = meeting.by_pair(lambda met: met.ahead(met.row.scores) / 2)
    return mean(ours), mean([own - more for own, more in zip(ours, ahead, strict=True)])


class _Goal(TypedDict):
    goal: float
    missing: str
    whole: str


_MORE_THAN_HALF: _Goal = {
    "goal": 0.5,
    "missing": "Not shown beyond doubt with so many matches",
    "whole": "Every step holds: the stronger side wins more than half, beyond doubt.",
}
"""What is asked where chance decides much of a match: no certain share, but more than half beyond doubt."""


LADDERS: dict[str, Ladder] = {
    ladder.game: ladder
    for ladder in (
        Ladder(
            game="riff-raff",
            tables=("ABAB", "ABBA", "AABB"),
            seating="Two against two at a table of four",
            # Strategies with equal hands, then profiles, each with its usual strategy.
            steps=(
                (("casual", "thumb"), ("casual", "random")),
                (("casual", "lookahead"), ("casual", "thumb")),
                (("casual", "trained"), ("casual", "lookahead")),
                (("casual", "trained"), ("casual", "thumb")),
                (("casual", "thumb"), ("child", "thumb")),
                (("skilled", "trained"), ("casual", "thumb")),
            ),
            measures=(
                Measure(
                    "pieces_ahead",
                    "pieces ahead",
                    20,
                    lambda meeting: (mean(meeting.by_pair(lambda met: -met.ahead(met.row.pieces_left) / 2)),),
                    _spread(2, "-"),
                ),
                Measure(
                    "fall_rates",
                    "falls, stronger and weaker",
                    46,
                    _fall_rates,
                    lambda *rates: "".join(f"{each.percent():>23}" for each in rates),
                ),
            ),
            **_MORE_THAN_HALF,
        ),
        # At ZATRE the profiles differ in how long people think, not in what they find, so only strategies are compared.
        Ladder(
            game="zatre",
            tables=("AB",),
            seating="Two at a table",
            measures=(
                Measure(
                    "ahead",
                    "points ahead",
                    24,
                    lambda meeting: (mean(meeting.by_pair(lambda met: met.ahead(met.row.scores) / 2)),),
                    _spread(1, " to "),
                ),
                Measure(
                    "totals",
                    "totals",
                    18,
                    _totals,
                    lambda *totals: " and ".join(f"{each.estimate:.0f}" for each in totals),
                ),
            ),
        ),
        # Skills, each with its usual strategy, then strategies with equal hands. That bold is stronger or weaker than
        # steady or sharp has not been shown (docs/strategies.md), so it meets cautious alone.
        Ladder(
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
                    _spread(2, " to "),
                ),
                Measure(
                    "wrong_rates",
                    "out of turn, both sides",
                    46,
                    _wrong_rates,
                    lambda *rates: "".join(f"{each.percent():>23}" for each in rates),
                ),
            ),
            **_MORE_THAN_HALF,
        ),
        # Matches end as shipped: at the first complete sheet, or when the table's clock runs out; then most boxes win.
        Ladder(
            game="zigzag",
            tables=("ABAB",),
            seating="Two against two, partners diagonal",
            measures=(
                Measure(
                    "boxes_ahead",
                    "boxes ahead",
                    24,
                    lambda meeting: (mean(meeting.by_pair(lambda met: met.ahead(met.row.boxes) / 2)),),
                    _spread(2, " to "),
                ),
                Measure(
                    "minutes",
                    "minutes",
                    20,
                    lambda meeting: (positive_mean(meeting.by_pair(lambda met: met.row.simulated_s / 120)),),
                    _spread(1, "-"),
                ),
            ),
            **_MORE_THAN_HALF,
        ),
    )
}
"""The ladders by game."""


def table(letters: str, stronger: Side, weaker: Side) -> tuple[Seat, ...]:
    """Return the seats of a table such as ABAB."""
    sides = {"A": stronger, "B": weaker}
    return tuple(Seat(name, *sides[letter]) for name, letter in zip(NAMES, letters, strict=False))


def mirrored(letters: str) -> str:
    """Return a table such as ABAB with the sides exchanged: BABA."""
    return letters.translate(str.maketrans("AB", "BA"))


def tables_of(game: str) -> tuple[str, ...]:
    """Return the tables at which two sides meet at a game: those of its ladder, else the smallest with equal sides.

    Raises InputError for a game at which two equal sides cannot sit down.
    """
    if game in LADDERS:
        return LADDERS[game].tables
    even = [count for count in game_of(game).counts if count % 2 == 0]
    if not even:
        raise InputError(f"{game}: expected a game for two, four or six, at which two sides can meet.")
    return ("AB" * (even[0] // 2),)


def sides_of(words: Sequence[str], game: str, where: str, time_s: float = TIME_S) -> tuple[tuple[Side, ...], BotWords]:
    """Return the sides that words such as casual or `casual:@bot.py` name, and the bots from outside among them.

    Raises InputError, also for two of them that are the same.
    """
    sides: list[Side] = []
    bots: dict[str, str] = {}
    for word in words:
        seats, found = seated_with_bots([word] * len(tables_of(game)[0]), game, where, time_s)
        side = (seats[0].profile, seats[0].strategy)
        for named, started in found.words:
            if bots.setdefault(named, started) != started:
                raise InputError(
                    f"{where}: expected bots that differ in name or version, found {bots[named]} and {started} alike."
                )
        if side in sides:
            raise InputError(f"{where}: expected players that differ, found {':'.join(side)} twice.")
        sides.append(side)
    return tuple(sides), BotWords(tuple(bots.items()), time_s)


def tasks(stronger: Side, weaker: Side, pairs: int, seed: int, tables: Sequence[str]) -> list[Task]:
    """Return mirrored pairs of matches, each mirror image right after its match; pairs take turns at the tables."""
    found = []
    for pair in range(pairs):
        letters = tables[pair % len(tables)]
        at = derive(seed, "ladder", "-".join((*stronger, *weaker)), pair)
        found += [
            Task(2 * pair + side, at, table(seated, stronger, weaker))
            for side, seated in enumerate((letters, mirrored(letters)))
        ]
    return found


def pairs_of(matches: int) -> int:
    """Return the number of pairs for `matches` matches, rounded up."""
    return (matches + 1) // 2


def meet(
    ladder: Ladder, configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int
) -> Meeting:
    """Let two sides play `matches` matches, rounded up to whole pairs; a progress bar counts them.

    Raises InputError if no pair was played to its end.
    """
    title = f"{ladder.name(stronger)} against {ladder.name(weaker)}"
    todo = [replace(task, bots=ladder.bots) for task in tasks(stronger, weaker, pairs_of(matches), seed, ladder.tables)]
    results = counted(run_tasks(configuration, todo, jobs), len(todo), title)
    met: list[Met] = []
    crashed: list[CrashingMatch] = []
    pair: list[Met] = []
    for task, result in zip(todo, results, strict=True):
        if isinstance(result, CrashingMatch):
            crashed.append(result)
        else:
            ours = tuple((seat.profile, seat.strategy) == stronger for seat in task.seats)
            pair.append(Met(len(met) // 2, ours, *result))
        if task.index % 2 == 1:
            met += pair if len(pair) == 2 else ()
            pair.clear()
    if not met:
        again = shown_again(crashed[0], configuration, None)
        raise InputError(
            f"study ladder: no pair of matches of {title} came to its end; {crashed[0].description()}; "
            f"seen again with: {again}"
        )
    return Meeting(stronger, weaker, tuple(met), tuple(crashed))


def duel(
    ladder: Ladder, configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1
) -> Duel:
    """Play a step of a ladder in `matches` matches, rounded up to whole pairs, and measure it."""
    meeting = meet(ladder, configuration, stronger, weaker, matches, seed, jobs)
    victory = clustered_rate(meeting.by_pair(lambda met: met.victory), [2.0] * meeting.pairs)
    return Duel(
        stronger,
        weaker,
        2 * meeting.pairs,
        victory,
        holds(ladder, victory),
        {measure.key: measure.of(meeting) for measure in ladder.measures},
        meeting.crashed,
    )


def holds(ladder: Ladder, victory: Interval) -> bool:
    """Return True if the stronger side reaches the ladder's goal, and significantly more than half (95 %)."""
    return victory.estimate >= ladder.goal and victory.low > 0.5


def against_all(ladder: Ladder, word: str) -> Ladder:
    """Return the ladder on which a bot from outside meets every strategy of the game. Raises InputError."""
    (bot,), bots = sides_of([word], ladder.game, "--bot")
    if not bots.words:
        raise InputError(f"--bot: expected a bot such as casual:@bot.py, found {word!r}.")
    steps = tuple((bot, (bot[0], strategy)) for strategy in bots_of(ladder.game).strategies)
    label = bot[1]
    return replace(
        ladder,
        steps=steps,
        bots=bots,
        missing=f"{label} has not {100 * GOAL:.0f} %, or not beyond doubt more than half",
        whole=f"{label} has {100 * GOAL:.0f} % or more against each, and more than half beyond doubt.",
    )


def ladder_command(given: LadderOptions) -> None:
    """Print the steps of a ladder as they finish, or all of them as one JSON object. Raises InputError."""
    ladder = LADDERS[given.game]
    configuration = load_configuration(given.game)
    if given.bot is not None:
        ladder = against_all(ladder, given.bot)
    duels = (
        duel(ladder, configuration, stronger, weaker, given.matches, given.seed, given.workers)
        for stronger, weaker in ladder.meetings
    )
    if given.as_json:
        done = list(duels)
        print(json.dumps({"steps": [step.to_json() for step in done], **provenance(configuration, given.seed)}))
        for step in done:
            print_crashed(step.crashed, configuration, None)
        return
    played = 2 * pairs_of(given.matches)
    print(f"{ladder.seating}, {played} matches a step, seed {given.seed} (95 % intervals).")
    print(f"  {ladder.heading()}")
    missing = []
    for step in duels:
        print(f"  {ladder.row(step)}", flush=True)
        if step.crashed:
            print(f"    matches that crashed, and whose pairs are left out: {len(step.crashed)}")
            print_crashed(step.crashed, configuration, None)
        if not step.holds:
            missing.append(f"{ladder.name(step.stronger)} over {ladder.name(step.weaker)}")
    print(f"{ladder.missing}: {'; '.join(missing)}." if missing else ladder.whole)
