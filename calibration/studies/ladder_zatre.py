"""`study ladder zatre`: every way to play against the next weaker one, two players at a table.

Mirrored pairs of matches (ladders.py) have the same start draw and the same bag. How people play here is a matter of
strategy alone: the skills of the three profiles say how long they think, not what they think of.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from calibration.studies.ladders import MISSING, WHOLE, Side, Telling, is_clear, meet, pairs_of, tell
from sim.batch.figures import clustered_rate
from sim.batch.job import CrashingMatch
from sim.configuration import load_configuration
from sim.games.zatre.bots import STRATEGIES
from sim.protocols import Configuration
from sim.statistics import Interval, mean

TABLES = ("AB",)
"""Each is played as it stands and with the sides exchanged."""
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
    crashed: tuple[CrashingMatch, ...] = ()

    @property
    def holds(self) -> bool:
        """It wins as often as it should, and more than its half beyond doubt at 95 %."""
        return is_clear(self.victory)


def duel(configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1) -> Duel:
    """Let two sides meet in that many matches, rounded up to whole pairs."""
    meeting = meet(configuration, stronger, weaker, matches, seed, jobs, TABLES, f"{stronger[1]} against {weaker[1]}")
    pairs = meeting.pairs
    victory, ours, ahead = [0.0] * pairs, [0.0] * pairs, [0.0] * pairs
    for met in meeting.matches:
        victory[met.pair] += met.victory
        ours[met.pair] += met.ours_of(met.row.scores) / 2
        ahead[met.pair] += met.ahead(met.row.scores) / 2
    theirs = [own - more for own, more in zip(ours, ahead, strict=True)]
    share = clustered_rate(victory, [2.0] * pairs)
    return Duel(stronger, weaker, 2 * pairs, share, mean(ahead), (mean(ours), mean(theirs)), meeting.crashed)


def ladder_command(matches: int, jobs: int, seed: int, as_json: bool = False) -> None:
    """The verb. Raises InputError."""
    configuration = load_configuration("zatre")
    duels = (duel(configuration, stronger, weaker, matches, seed, jobs) for stronger, weaker in STEPS)
    telling = Telling(
        f"Two at a table, {2 * pairs_of(matches)} matches a step, seed {seed} (95 % intervals).",
        f"{'stronger':12}{'weaker':12}{'victories':>22}{'points ahead':>24}{'totals':>18}",
        _told,
        lambda side: side[1],
        MISSING,
        WHOLE,
    )
    tell(configuration, seed, as_json, duels, telling)


def _told(result: Duel) -> str:
    ahead = result.ahead
    told = f"{ahead.estimate:.1f} ({ahead.low:.1f} to {ahead.high:.1f})"
    totals = " and ".join(f"{total.estimate:.0f}" for total in result.totals)
    return f"{result.stronger[1]:12}{result.weaker[1]:12}{result.victory.percent():>22}{told:>24}{totals:>18}"
