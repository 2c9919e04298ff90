"""`study ladder zigzag`: every way to play against the next weaker one, two pairs of partners at a table, equal hands.

Partners play alike and sit diagonally, so there is one table, and its mirror image with the same seed (ladders.py).
Matches are played as they are shipped: to the first complete sheet, or until the clock of the table (`most_minutes`),
when most boxes win.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from calibration.studies.ladders import MISSING, WHOLE, Side, Telling, is_clear, meet, pairs_of, tell
from sim.batch.figures import clustered_rate
from sim.batch.job import CrashingMatch
from sim.configuration import load_configuration
from sim.games.zigzag.bots import STRATEGIES
from sim.protocols import Configuration
from sim.statistics import Interval, mean

TABLES = ("ABAB",)
"""Partners are diagonal."""
STEPS: tuple[tuple[Side, Side], ...] = tuple(
    (("casual", stronger), ("casual", weaker)) for weaker, stronger in pairwise(STRATEGIES)
)
"""Stronger side first."""


@dataclass(frozen=True, slots=True)
class Duel:
    """How the stronger side did: its share of victories, by how many boxes it is ahead; how long a match takes."""

    stronger: Side
    weaker: Side
    matches: int
    victory: Interval
    boxes_ahead: Interval
    minutes: Interval
    crashed: tuple[CrashingMatch, ...] = ()

    @property
    def holds(self) -> bool:
        """It wins as often as it should, and more than its half beyond doubt at 95 %."""
        return is_clear(self.victory)


def duel(configuration: Configuration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1) -> Duel:
    """Let two sides meet in that many matches, rounded up to whole pairs."""
    meeting = meet(configuration, stronger, weaker, matches, seed, jobs, TABLES, f"{stronger[1]} against {weaker[1]}")
    pairs = meeting.pairs
    victory, ahead, minutes = [0.0] * pairs, [0.0] * pairs, [0.0] * pairs
    for met in meeting.matches:
        # Partners share the victory.
        victory[met.pair] += met.victory
        ahead[met.pair] += met.ahead(met.row.boxes) / 2
        minutes[met.pair] += met.row.simulated_s / 120
    share = clustered_rate(victory, [2.0] * pairs)
    return Duel(stronger, weaker, 2 * pairs, share, mean(ahead), mean(minutes), meeting.crashed)


def ladder_command(matches: int, jobs: int, seed: int, as_json: bool = False) -> None:
    """The verb. Raises InputError."""
    configuration = load_configuration("zigzag")
    duels = (duel(configuration, stronger, weaker, matches, seed, jobs) for stronger, weaker in STEPS)
    telling = Telling(
        f"Two against two, partners diagonal, {2 * pairs_of(matches)} matches a step, seed {seed} (95 % intervals).",
        f"{'stronger':12}{'weaker':12}{'victories':>22}{'boxes ahead':>24}{'minutes':>20}",
        _told,
        lambda side: side[1],
        MISSING,
        WHOLE,
    )
    tell(configuration, seed, as_json, duels, telling)


def _told(result: Duel) -> str:
    ahead, minutes = result.boxes_ahead, result.minutes
    boxes = f"{ahead.estimate:.2f} ({ahead.low:.2f} to {ahead.high:.2f})"
    length = f"{minutes.estimate:.1f} ({minutes.low:.1f}-{minutes.high:.1f})"
    return f"{result.stronger[1]:12}{result.weaker[1]:12}{result.victory.percent():>22}{boxes:>24}{length:>20}"
