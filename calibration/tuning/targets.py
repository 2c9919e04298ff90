"""Targets (the value that a figure shall have, with a tolerance) and the figures that can have one.

A figure is a quotient of two sums over matches (`sim.metrics.Metric`), by name:

- the single figures of `simulate --json`, such as fall_rate;
- one of these restricted to turns of one kind, by a column of the turns: fall_rate.slot.7, miss_rate.profile.casual;
- the mean over matches of a number that every match has: rounds, attempts, throws, ...; minutes;
- game_seconds and game_throws, where a match has games; wins.1, wins.2, ..., the share of victories of a seat.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

from sim.batch.figures import number_text
from sim.batch.match_counts import metrics_of
from sim.errors import InputError
from sim.metrics import SHARE, Metric, Row, per_match
from sim.seat import NAMES
from sim.spec import MetricsPart
from sim.statistics import Interval

USUAL_TOLERANCE = 0.1
"""The tolerance as a share of the value, where a target names none."""


@dataclass(frozen=True, slots=True)
class Target:
    """A figure, the value it shall have, and the deviation allowed on either side."""

    metric: str
    value: float
    tolerance: float

    @property
    def low(self) -> float:
        """The lower edge of the band."""
        return self.value - self.tolerance

    @property
    def high(self) -> float:
        """The upper edge of the band."""
        return self.value + self.tolerance

    def holds(self, found: Interval) -> bool:
        """Return True if the whole interval lies in the band."""
        return self.low <= found.low and found.high <= self.high

    def excludes(self, found: Interval) -> bool:
        """Return True if the interval and the band do not overlap."""
        return found.high < self.low or found.low > self.high

    def near(self, estimate: float) -> bool:
        """Return True if the estimate lies in the band."""
        return self.low <= estimate <= self.high

    def __str__(self) -> str:
        return f"{self.metric}={self.value:g}+-{self.tolerance:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a game by its name."""

    name: str
    metric: Metric

    def text(self, found: Interval) -> str:
        """Return an interval for people: `0.198 (0.185-0.211)`."""
        return number_text(found, 3 if self.metric.proportion else 2)


def parse_targets(words: Sequence[str], game: str) -> tuple[tuple[Target, ...], tuple[Figure, ...]]:
    """Read `METRIC=VALUE` and `METRIC=VALUE+-TOLERANCE` into targets and their figures. Raises InputError."""
    targets: list[Target] = []
    figures: list[Figure] = []
    for word in words:
        target = _target(word)
        found = figure(target.metric, game, "--target")
        if found.metric.proportion and not 0 <= target.value <= 1:
            raise InputError(f"--target {word}: {target.metric} is a proportion, expected a value between 0 and 1.")
        if target.metric in {other.metric for other in targets}:
            raise InputError(f"--target {word}: {target.metric} has a target already.")
        targets.append(target)
        figures.append(found)
    return tuple(targets), tuple(figures)


def _target(word: str) -> Target:
    name, equals, rest = (part.strip() for part in word.partition("="))
    number, sign, width = (part.strip() for part in rest.replace("±", "+-").partition("+-"))
    try:
        value = float(number)
        tolerance = float(width) if sign else USUAL_TOLERANCE * abs(value)
    except ValueError:
        value = tolerance = math.nan
    if not (name and equals and math.isfinite(value) and math.isfinite(tolerance)):
        raise InputError(
            f"--target {word}: expected METRIC=VALUE or METRIC=VALUE+-TOLERANCE, such as fall_rate=0.20+-0.02."
        )
    if tolerance <= 0:
        raise InputError(f"--target {word}: expected a tolerance above 0, such as {name}={value:g}+-0.01.")
    return Target(name, value, tolerance)


def figure(name: str, game: str, where: str) -> Figure:
    """Return the figure of that name. Raises InputError, which names similar ones.

    where: the option for the message.
    """
    part = metrics_of(game)
    known = figures_of(part)
    if name in known:
        return Figure(name, known[name])
    base, _, kind = name.partition(".")
    column, _, value = kind.partition(".")
    goals = part.table.goals()
    if base in goals and value:
        metric = goals[base]
        # A figure that counts matches cannot be restricted to some of their turns.
        columns = [item.name for item in fields(part.turn_row)] if metric.of_turns else []
        if column in columns:
            return Figure(name, metric.restricted(column, value))
        raise InputError(
            f"{where} {name}: expected {base} itself or, with a column of turns, {base}.COLUMN.VALUE "
            f"(columns: {', '.join(columns) or 'none'})."
        )
    near = difflib.get_close_matches(name, known, n=4, cutoff=0.5) or sorted(known)
    raise InputError(f"{where}: {game} has no figure {name!r}, expected {' or '.join(near)}.")


def figures_of(part: MetricsPart) -> dict[str, Metric]:
    """Return all figures of a game that need no column of turns, by name."""
    known: dict[str, Metric] = dict(part.table.goals())
    for item in fields(part.match_row):
        name = item.name
        if str(item.type) in ("int", "float") and name not in ("index", "seed") and name not in known:
            known[name] = per_match(name, name, _column(name))
    known["minutes"] = per_match("minutes", "minutes of a match", lambda match: float(match.simulated_s) / 60)
    known |= part.table.targets
    for seat in range(len(NAMES)):
        name = f"wins.{seat + 1}"
        known[name] = per_match(name, "victories of a seat", _won(seat), unit=SHARE)
    return known


def _column(name: str) -> Callable[[Row], float]:
    return lambda row: float(getattr(row, name))


def _won(seat: int) -> Callable[[Row], float]:
    return lambda match: float(match.victory[seat]) if seat < len(match.victory) else 0.0


def reached(targets: Sequence[Target], found: Sequence[Interval]) -> Mapping[str, Interval]:
    """Return the intervals by the names of their targets."""
    return {target.metric: interval for target, interval in zip(targets, found, strict=True)}
