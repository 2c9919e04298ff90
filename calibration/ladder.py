"""`study ladder`: does skill pay? Head-to-head duels, each step of the ladder against the one below it.

Two players of either side sit at a table of four. Matches come in mirrored pairs: the same seed, the same table, the
sides exchanged, so whatever a seat is worth is worth it to both sides; the three ways to seat two and two take turns. A
pair of matches is one observation. The share of victories of a side is what its two players have of the victory (shared
victories count in equal parts); between equals it is one half by symmetry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.batch.clusters import clustered_rate
from sim.batch.progress import counted
from sim.batch.riff_raff.results import MatchRow
from sim.batch.runner import Task, run_tasks
from sim.configuration import load_configuration
from sim.configuration.riff_raff import RiffRaffConfiguration
from sim.matches.seats import NAMES, Seat
from sim.seeds import derive
from sim.statistics import Interval, mean

# Who sits where: A of the stronger side. Each is played as it stands and with the sides exchanged.
TABLES = ("ABAB", "ABBA", "AABB")

Side = tuple[str, str]
"""Skill profile and strategy."""

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

    @property
    def holds(self) -> bool:
        """The stronger side wins more than its half, beyond doubt at 95 %."""
        return self.victory.low > 0.5


def table(letters: str, stronger: Side, weaker: Side) -> tuple[Seat, ...]:
    """The seats of a table such as ABAB."""
    sides = {"A": stronger, "B": weaker}
    return tuple(Seat(name, *sides[letter]) for name, letter in zip(NAMES, letters, strict=False))


def tasks(stronger: Side, weaker: Side, pairs: int, seed: int, tables: Sequence[str] = TABLES) -> list[Task]:
    """That many mirrored pairs of matches, the mirror image right behind its match."""
    found = []
    for pair in range(pairs):
        letters = tables[pair % len(tables)]
        mirrored = letters.translate(str.maketrans("AB", "BA"))
        at = derive(seed, "ladder", "-".join((*stronger, *weaker)), pair)
        found += [
            Task(2 * pair + side, at, table(seated, stronger, weaker))
            for side, seated in enumerate((letters, mirrored))
        ]
    return found


def duel(
    configuration: RiffRaffConfiguration, stronger: Side, weaker: Side, matches: int, seed: int, jobs: int = 1
) -> Duel:
    """Let two sides meet in that many matches, rounded up to whole pairs."""
    pairs = (matches + 1) // 2
    todo = tasks(stronger, weaker, pairs, seed)
    victory, ahead = [0.0] * pairs, [0.0] * pairs
    falls: dict[Side, list[float]] = {stronger: [0.0] * pairs, weaker: [0.0] * pairs}
    attempts: dict[Side, list[float]] = {stronger: [0.0] * pairs, weaker: [0.0] * pairs}
    title = f"{' '.join(stronger)} against {' '.join(weaker)}"
    for task, (row, turns) in zip(todo, counted(run_tasks(configuration, todo, jobs), len(todo), title), strict=True):
        pair = task.index // 2
        ours = [(seat.profile, seat.strategy) == stronger for seat in task.seats]
        victory[pair] += sum(share for share, our in zip(row.victory, ours, strict=True) if our)
        ahead[pair] += _ahead(row, ours) / 2
        for turn in turns:
            side = (turn.profile, turn.strategy)
            falls[side][pair] += turn.fell
            attempts[side][pair] += 1
    return Duel(
        stronger,
        weaker,
        len(todo),
        clustered_rate(victory, [2.0] * pairs),
        mean(ahead),
        (clustered_rate(falls[stronger], attempts[stronger]), clustered_rate(falls[weaker], attempts[weaker])),
    )


def _ahead(row: MatchRow, ours: Sequence[bool]) -> float:
    """Pieces left of a weaker player less those of a stronger one, on the average."""
    return sum(-left if our else left for left, our in zip(row.pieces_left, ours, strict=True)) / 2


def ladder_command(matches: int, jobs: int, seed: int) -> None:
    """The verb. Raises InputError."""
    configuration = load_configuration()
    print(f"Two against two at a table of four, {matches + matches % 2} matches a step, seed {seed} (95 % intervals).")
    print(f"  {'stronger':18}{'weaker':18}{'victories':>22}{'pieces ahead':>20}{'falls, stronger and weaker':>46}")
    missing = []
    for stronger, weaker in STEPS:
        result = duel(configuration, stronger, weaker, matches, seed, jobs)
        ahead = result.pieces_ahead
        told = f"{ahead.estimate:.2f} ({ahead.low:.2f}-{ahead.high:.2f})"
        first, second = (interval.percent() for interval in result.fall_rates)
        sides = f"{' '.join(stronger):18}{' '.join(weaker):18}"
        print(f"  {sides}{result.victory.percent():>22}{told:>20}{first:>23}{second:>23}")
        if not result.holds:
            missing.append(f"{' '.join(stronger)} over {' '.join(weaker)}")
    if missing:
        print(f"Not shown beyond doubt with so many matches: {'; '.join(missing)}.")
    else:
        print("Every step holds: the stronger side wins more than half, beyond doubt.")
