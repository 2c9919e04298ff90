"""What the ladders of all games share (`study ladder`): how two sides meet, and how that is told.

Matches come in mirrored pairs: the same seed, the same table, the sides exchanged, so whatever a seat is worth is worth
it to both sides. A pair of matches is one observation. The share of victories of a side is what its players have of the
victory (shared victories count in equal parts); between equals it is one half by symmetry.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Protocol, TypeVar

from sim.batch.job import print_crashed, shown_again
from sim.batch.progress import counted
from sim.batch.runner import CrashingMatch, Task, run_tasks
from sim.configuration import provenance
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seat import NAMES, Seat
from sim.seeds import derive
from sim.statistics import Interval

Side = tuple[str, str]
"""Skill profile and strategy."""

TABLES = ("ABAB", "ABBA", "AABB")
"""Two against two: who sits where, A of the stronger side. Each is played as it stands and with the sides exchanged."""

GOAL = 0.6
"""What a stronger strategy should win against the next weaker one, where people play with equal hands."""
MISSING = f"Not {100 * GOAL:.0f} %, or not beyond doubt more than half"
WHOLE = f"Every step holds: {100 * GOAL:.0f} % or more, and more than half beyond doubt."


def table(letters: str, stronger: Side, weaker: Side) -> tuple[Seat, ...]:
    """The seats of a table such as ABAB."""
    sides = {"A": stronger, "B": weaker}
    return tuple(Seat(name, *sides[letter]) for name, letter in zip(NAMES, letters, strict=False))


def tasks(stronger: Side, weaker: Side, pairs: int, seed: int, tables: Sequence[str] = TABLES) -> list[Task]:
    """That many mirrored pairs of matches, the mirror image right behind its match; the tables take turns."""
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


@dataclass(frozen=True, slots=True)
class Met:
    """A match of a duel.

    pair: its mirrored pair, from 0. ours: who is of the stronger side, by seat. row, turns: its rows.
    """

    pair: int
    ours: tuple[bool, ...]
    row: Any
    turns: Sequence[Any]

    @property
    def victory(self) -> float:
        """What the stronger side has of the victory."""
        return float(self.ours_of(self.row.victory))

    def ours_of(self, by_seat: Iterable[float]) -> float:
        """The sum over the seats of the stronger side."""
        return sum(value for value, our in zip(by_seat, self.ours, strict=True) if our)

    def ahead(self, by_seat: Iterable[float]) -> float:
        """The mean of the stronger side's seats less that of the others."""
        values = list(by_seat)
        own = self.ours_of(values)
        return own / sum(self.ours) - (sum(values) - own) / (len(values) - sum(self.ours))


def pairs_of(matches: int) -> int:
    """That many matches in whole pairs, rounded up."""
    return (matches + 1) // 2


@dataclass(frozen=True, slots=True)
class Meeting:
    """The matches of a duel, in whole pairs that are numbered from 0, and those that crashed.

    The other match of a crashed one's pair is left out with it: alone it would favour the side with the better seats.
    """

    matches: tuple[Met, ...]
    crashed: tuple[CrashingMatch, ...]

    @property
    def pairs(self) -> int:
        """How many there are."""
        return len(self.matches) // 2


def meet(
    configuration: Configuration,
    stronger: Side,
    weaker: Side,
    matches: int,
    seed: int,
    jobs: int,
    tables: Sequence[str],
    title: str,
) -> Meeting:
    """Let two sides meet in that many matches, rounded up to whole pairs; a bar of that title counts them.

    Raises InputError where no pair was played to its end.
    """
    todo = tasks(stronger, weaker, pairs_of(matches), seed, tables)
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
            f"study ladder: no pair of matches of {title} came to its end; {crashed[0].told()}; "
            f"seen again with: {again}"
        )
    return Meeting(tuple(met), tuple(crashed))


def is_clear(victory: Interval) -> bool:
    """The stronger strategy wins as often as it should, and more than its half beyond doubt at 95 %."""
    return victory.estimate >= GOAL and victory.low > 0.5


class Step(Protocol):
    """What came of a duel: a dataclass of the two sides, the matches, and intervals."""

    @property
    def stronger(self) -> Side:
        """Profile and strategy of the stronger side."""

    @property
    def weaker(self) -> Side:
        """Profile and strategy of the weaker side."""

    @property
    def matches(self) -> int:
        """How many were played."""

    @property
    def holds(self) -> bool:
        """Is it as it should be?"""

    @property
    def crashed(self) -> Sequence[CrashingMatch]:
        """Matches that were not played to their end; they and the others of their pairs are left out."""


S = TypeVar("S", bound=Step)


@dataclass(frozen=True, slots=True)
class Telling(Generic[S]):
    """How a game's ladder is told: the line above, the columns, a row, a side's name, and what stands below."""

    opening: str
    columns: str
    row: Callable[[S], str]
    side: Callable[[Side], str]
    missing: str
    whole: str


def tell(configuration: Configuration, seed: int, as_json: bool, steps: Iterable[S], telling: Telling[S]) -> None:
    """Print the steps as they are done, or all of them as one JSON object."""
    if as_json:
        done = list(steps)
        print(json.dumps({"steps": [to_json(step) for step in done], **provenance(configuration, seed)}))
        for step in done:
            print_crashed(step.crashed, configuration, None)
        return
    print(telling.opening)
    print(f"  {telling.columns}")
    missing = []
    for step in steps:
        print(f"  {telling.row(step)}", flush=True)
        if step.crashed:
            print(f"    matches that crashed, and whose pairs are left out: {len(step.crashed)}")
            print_crashed(step.crashed, configuration, None)
        if not step.holds:
            missing.append(f"{telling.side(step.stronger)} over {telling.side(step.weaker)}")
    print(f"{telling.missing}: {'; '.join(missing)}." if missing else telling.whole)


def to_json(step: Step) -> dict[str, Any]:
    """A step as plain data: the sides, the matches, whether it holds, and every interval by its name."""
    found: dict[str, Any] = {
        side: dict(zip(("profile", "strategy"), getattr(step, side), strict=True)) for side in ("stronger", "weaker")
    }
    found |= {"matches": step.matches, "holds": step.holds}
    if step.crashed:
        found["poison"] = [crash.to_json() for crash in step.crashed]
    for field in fields(step):  # type: ignore[arg-type]
        value = getattr(step, field.name)
        if isinstance(value, Interval):
            found[field.name] = value.to_json()
        elif isinstance(value, tuple) and value and all(isinstance(each, Interval) for each in value):
            found[field.name] = [each.to_json() for each in value]
    return found
