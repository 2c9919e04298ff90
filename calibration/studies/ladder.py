"""`study ladder`: does skill pay at Riff Raff? Head-to-head duels, each step of the ladder against the one below it.

Two players of either side sit at a table of four, in mirrored pairs of matches (ladders.py); the three ways to seat two
and two take turns.
"""

from __future__ import annotations

from dataclasses import dataclass

from calibration.studies.ladders import TABLES, Side, Telling, meet, pairs_of, table, tasks, tell
from sim.batch.figures import clustered_rate
from sim.batch.job import CrashingMatch
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.statistics import Interval, mean

__all__ = ["STEPS", "TABLES", "Duel", "Side", "duel", "ladder_command", "table", "tasks"]

STEPS: tuple[tuple[Side, Side], ...] = (
    (("casual", "thumb"), ("casual", "random")),
    (("casual", "lookahead"), ("casual", "thumb")),
    (("casual", "thumb"), ("child", "thumb")),
    (("skilled", "lookahead"), ("casual", "thumb")),
)
"""Stronger side first: strategies with equal hands, then people, each as they usually play."""


@dataclass(frozen=True, slots=True)
class Duel:
    """How the stronger side did: its share of victories, how many pieces fewer it has left, falls per attempt."""

    stronger: Side
    weaker: Side
    matches: int
    victory: Interval
    pieces_ahead: Interval
    fall_rates: tuple[Interval, Interval]
    crashed: tuple[CrashingMatch, ...] = ()

    @property
    def holds(self) -> bool:
        """The stronger side wins more than its half, beyond doubt at 95 %."""
        return self.victory.low > 0.5


def duel(
    configuration: RiffRaffConfiguration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1
) -> Duel:
    """Let two sides meet in that many matches, rounded up to whole pairs."""
    title = f"{' '.join(stronger)} against {' '.join(weaker)}"
    meeting = meet(configuration, stronger, weaker, matches, seed, jobs, TABLES, title)
    pairs = meeting.pairs
    victory, ahead = [0.0] * pairs, [0.0] * pairs
    falls: dict[Side, list[float]] = {stronger: [0.0] * pairs, weaker: [0.0] * pairs}
    attempts: dict[Side, list[float]] = {stronger: [0.0] * pairs, weaker: [0.0] * pairs}
    for met in meeting.matches:
        victory[met.pair] += met.victory
        ahead[met.pair] -= met.ahead(met.row.pieces_left) / 2
        for turn in met.turns:
            side = (turn.profile, turn.strategy)
            falls[side][met.pair] += turn.fell
            attempts[side][met.pair] += 1
    return Duel(
        stronger,
        weaker,
        2 * pairs,
        clustered_rate(victory, [2.0] * pairs),
        mean(ahead),
        (clustered_rate(falls[stronger], attempts[stronger]), clustered_rate(falls[weaker], attempts[weaker])),
        meeting.crashed,
    )


def ladder_command(matches: int, jobs: int, seed: int, as_json: bool = False) -> None:
    """The verb. Raises InputError."""
    configuration = load_riff_raff()
    duels = (duel(configuration, stronger, weaker, matches, seed, jobs) for stronger, weaker in STEPS)
    played = 2 * pairs_of(matches)
    telling = Telling(
        f"Two against two at a table of four, {played} matches a step, seed {seed} (95 % intervals).",
        f"{'stronger':18}{'weaker':18}{'victories':>22}{'pieces ahead':>20}{'falls, stronger and weaker':>46}",
        _told,
        " ".join,
        "Not shown beyond doubt with so many matches",
        "Every step holds: the stronger side wins more than half, beyond doubt.",
    )
    tell(configuration, seed, as_json, duels, telling)


def _told(result: Duel) -> str:
    ahead = result.pieces_ahead
    told = f"{ahead.estimate:.2f} ({ahead.low:.2f}-{ahead.high:.2f})"
    first, second = (interval.percent() for interval in result.fall_rates)
    sides = f"{' '.join(result.stronger):18}{' '.join(result.weaker):18}"
    return f"{sides}{result.victory.percent():>22}{told:>20}{first:>23}{second:>23}"
