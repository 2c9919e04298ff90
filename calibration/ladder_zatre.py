"""`study ladder zatre`: every way to play against the next weaker one, two players at a table.

As at Riff Raff (ladder.py) matches come in mirrored pairs: the same seed, and so the same start draw and the same bag,
with the sides exchanged. A pair of matches is one observation. How people play here is a matter of strategy alone: the
skills of the three profiles say how long they think, not what they think of.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from calibration.ladder import Side, tasks
from sim.batch.clusters import clustered_rate
from sim.batch.progress import counted
from sim.batch.runner import run_tasks
from sim.configuration import Configuration, load_configuration
from sim.players.zatre import STRATEGIES
from sim.statistics import Interval, mean

TABLES = ("AB",)
"""Each is played as it stands and with the sides exchanged."""
GOAL = 0.6
"""What a stronger strategy should win against the next weaker one."""

_WAYS = tuple(STRATEGIES)
STEPS: tuple[tuple[Side, Side], ...] = tuple(
    (("casual", stronger), ("casual", weaker)) for weaker, stronger in pairwise(_WAYS)
)
"""Stronger side first."""


@dataclass(frozen=True, slots=True)
class Duel:
    """How the stronger side did: its share of victories, by how many points it is ahead, the totals of both."""

    stronger: Side
    weaker: Side
    matches: int
    victory: Interval
    ahead: Interval
    totals: tuple[Interval, Interval]

    @property
    def holds(self) -> bool:
        """It wins as often as it should, and more than its half beyond doubt at 95 %."""
        return self.victory.estimate >= GOAL and self.victory.low > 0.5


def duel(configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1) -> Duel:
    """Let two sides meet in that many matches, rounded up to whole pairs."""
    pairs = (matches + 1) // 2
    todo = tasks(stronger, weaker, pairs, seed, TABLES)
    victory, ours, theirs = [0.0] * pairs, [0.0] * pairs, [0.0] * pairs
    title = f"{stronger[1]} against {weaker[1]}"
    for task, (row, _) in zip(todo, counted(run_tasks(configuration, todo, jobs), len(todo), title), strict=True):
        pair, own = task.index // 2, [seat.strategy for seat in task.seats].index(stronger[1])
        victory[pair] += row.victory[own]
        ours[pair] += row.scores[own] / 2
        theirs[pair] += row.scores[1 - own] / 2
    ahead = [one - other for one, other in zip(ours, theirs, strict=True)]
    share = clustered_rate(victory, [2.0] * pairs)
    return Duel(stronger, weaker, len(todo), share, mean(ahead), (mean(ours), mean(theirs)))


def ladder_command(matches: int, jobs: int, seed: int) -> None:
    """The verb. Raises InputError."""
    configuration = load_configuration("zatre")
    print(f"Two at a table, {matches + matches % 2} matches a step, seed {seed} (95 % intervals).")
    print(f"  {'stronger':12}{'weaker':12}{'victories':>22}{'points ahead':>24}{'totals':>18}")
    missing = []
    for stronger, weaker in STEPS:
        result = duel(configuration, stronger, weaker, matches, seed, jobs)
        ahead = result.ahead
        told = f"{ahead.estimate:.1f} ({ahead.low:.1f} to {ahead.high:.1f})"
        totals = " and ".join(f"{total.estimate:.0f}" for total in result.totals)
        print(f"  {stronger[1]:12}{weaker[1]:12}{result.victory.percent():>22}{told:>24}{totals:>18}", flush=True)
        if not result.holds:
            missing.append(f"{stronger[1]} over {weaker[1]}")
    if missing:
        print(f"Not {100 * GOAL:.0f} %, or not beyond doubt more than half: {'; '.join(missing)}.")
    else:
        print(f"Every step holds: {100 * GOAL:.0f} % or more, and more than half beyond doubt.")
