"""Targets (the value that a figure shall have, with a tolerance) and the figures that can have one.

A figure is a quotient of two sums over matches (`sim.metrics.Metric`), by name:

- the single figures of `simulate --json`, such as fall_rate;
- one of these restricted to turns of one kind, by a column of the turns: fall_rate.slot.7, miss_rate.profile.casual;
- the mean over matches of a number that every match has: rounds, attempts, throws, ...; minutes;
- game_seconds and game_throws, where a match has games; wins.1, wins.2, ..., the share of victories of a seat;
- a quantile over matches of a number that every match has: minutes.p90.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from calibration.metrics.figures import format_interval
from calibration.tuning.response import Array
from sim.batch.figures import Ratio, number_text, quantile
from sim.batch.match_counts import metrics_of
from sim.batch.row_schema import KINDS, RowSchema
from sim.errors import InputError
from sim.language import N_, Composed, Wording, _
from sim.language import number as decimal
from sim.metrics import SHARE, Metric, Row, per_match
from sim.protocols import Configuration
from sim.refusals import both, either, near
from sim.seat import Seat
from sim.spec import MetricsPart
from sim.statistics import Interval, read_number

USUAL_TOLERANCE = 0.1
"""The tolerance as a share of the value, where a target names none."""
_QUANTILE = re.compile(r"(.+)\.p([0-9]{2})")
_LEAST, _MOST = 10, 90
"""The quantiles (%) that can be targets: forty fresh matches are enough for their intervals."""
_WINS = re.compile(r"wins\.([0-9]+)")
_LISTED = 12
"""The most values of a column that a message lists."""
_GRAMMAR = N_(
    "expected METRIC=VALUE, METRIC=VALUE+-TOLERANCE, METRIC<VALUE or METRIC>VALUE, such as fall_rate=0.20+-0.02"
)


_COUNTED = {
    "simulated_s": N_("simulated seconds of a match"),
    "turns": N_("turns in a match"),
    "falls": N_("falls in a match"),
    "pieces_fallen": N_("pieces fallen in a match"),
    "pieces_caught": N_("pieces caught in a match"),
    "unsettled": N_("times in a match that something did not come to rest"),
    "dealt_s": N_("seconds of a match before and between games"),
    "play_s": N_("seconds of play in a match"),
    "stopped_s": N_("seconds of a match while play is stopped"),
    "throws": N_("throws in a match"),
    "misses": N_("misses in a match"),
    "wrong": N_("cards thrown out of turn in a match"),
    "challenges": N_("challenges in a match"),
    "upheld": N_("right challenges in a match"),
    "starter": N_("seat that begins a match"),
    "passes": N_("passes in a match"),
    "hands": N_("hands in a match"),
    "stopped": N_("matches that the clock ends"),
    "takes": N_("cards taken in a match"),
    "contested": N_("cards of a match that several hands reach for"),
    "ties": N_("cards of a match decided within 50 ms"),
    "signs": N_("signs in a match"),
    "bluffs": N_("bluffs in a match"),
    "powers": N_("special cards in a match"),
    "announced": N_("calls in a match"),
    "right": N_("right calls in a match"),
    "contres": N_("CONTREs in a match"),
    "confirmed": N_("confirmed CONTREs in a match"),
}
"""What a match counts that no metric of its game names, by column, in words."""


@dataclass(frozen=True, slots=True)
class Target:
    """A figure, the value it shall have, and the deviation allowed on either side.

    bound: `=`; or `<` or `>`, where the value is a limit and the tolerance is how far within it the search aims.
    """

    metric: str
    value: float
    tolerance: float
    bound: str = "="

    @property
    def low(self) -> float:
        """The lower edge of the band."""
        return {"=": self.value - self.tolerance, ">": self.value}.get(self.bound, -math.inf)

    @property
    def high(self) -> float:
        """The upper edge of the band."""
        return {"=": self.value + self.tolerance, "<": self.value}.get(self.bound, math.inf)

    def misses(self, values: Array) -> Array:
        """Return how far figures are from where the search aims, in tolerances; 0 for what is well within a limit."""
        match self.bound:
            case "<":
                return np.maximum(values - (self.value - self.tolerance), 0.0) / self.tolerance
            case ">":
                return np.minimum(values - (self.value + self.tolerance), 0.0) / self.tolerance
        return (values - self.value) / self.tolerance

    def holds(self, found: Interval) -> bool:
        """Return True if the whole interval lies in the band."""
        return self.low <= found.low and found.high <= self.high

    def excludes(self, found: Interval) -> bool:
        """Return True if the interval and the band do not overlap."""
        return found.high < self.low or found.low > self.high

    def far(self, found: Interval) -> bool:
        """Return True if an interval and its band are half a tolerance apart or more."""
        return found.high < self.low - self.tolerance / 2 or found.low > self.high + self.tolerance / 2

    def near(self, estimate: float) -> bool:
        """Return True if the estimate lies in the band."""
        return self.low <= estimate <= self.high

    def words(self, unit: str) -> str:
        """Return what is wanted, for people: `20 % ± 2 points`, `below 25`. unit: of the figure (sim/metrics.py)."""
        share = unit == SHARE
        value, tolerance = (decimal(100 * x if share else x, "g") for x in (self.value, self.tolerance))
        if self.bound == "=" and share:
            return _("{value} % ± {tolerance} points", value=value, tolerance=tolerance)
        after = " %" if share else f" {_(unit)}" if unit else ""
        match self.bound:
            case "<":
                return _("below {value}", value=f"{value}{after}")
            case ">":
                return _("above {value}", value=f"{value}{after}")
        return f"{value} ± {tolerance}{after}"

    def standing(self, found: Interval) -> str:
        """Return where a figure lies, in words: `inside your band, below the value`."""
        name = "band" if self.bound == "=" else "limit"
        if math.isnan(found.estimate):
            return "no data"
        if self.holds(found):
            if self.bound != "=":
                return f"inside your {name}"
            side = "below" if found.high < self.value else "above" if found.low > self.value else None
            return f"inside your {name}, {f'{side} the value' if side else 'about the value'}"
        if self.excludes(found):
            return f"{'below' if found.high < self.low else 'above'} your {name}"
        if self.near(found.estimate):
            return f"inside your {name}, its interval reaches beyond"
        return f"{'below' if found.estimate < self.low else 'above'} your {name}, its interval reaches into it"

    def to_json(self, found: Interval) -> dict[str, object]:
        """Return the target and where a figure lies as plain data."""
        return {
            "metric": self.metric,
            "value": self.value,
            "tolerance": self.tolerance,
            "bound": self.bound,
            "standing": self.standing(found),
            "reached": found.to_json(),
        }

    def __str__(self) -> str:
        return f"{self.metric}{self.bound}{self.value:g}+-{self.tolerance:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a game by its name. quantile: which one over matches is meant; None: the mean or the share."""

    name: str
    metric: Metric
    quantile: float | None = None

    @property
    def label(self) -> str:
        """The figure in words."""
        if self.quantile is None:
            return self.metric.label
        words = N_("{label}, in {percent:.0f} % of the matches at most")
        return Composed(words, label=self.metric.label, percent=100 * self.quantile)

    def interval(self, sums: Sequence[tuple[float, float]]) -> Interval:
        """Return the figure with its 95 % interval, of the two sums of each match."""
        if self.quantile is not None:
            return quantile([y for y, x in sums if x > 0], self.quantile)
        return self.metric.interval(Ratio.of((y for y, _ in sums), (x for _, x in sums)))

    def words(self, found: Interval) -> str:
        """Return an interval for people, shares in percent: `19.8 % (18.5 to 21.1)`."""
        return format_interval(found, self.metric.unit)

    def amount(self, value: float, apart: bool = False) -> str:
        """Return a number of this figure for people: `19.8 %`, `22.4 minutes`. apart: of a difference, `1.2 points`."""
        if self.metric.unit == SHARE:
            return f"{100 * value:.1f} {'points' if apart else '%'}"
        return f"{value:.1f} {self.metric.unit}".rstrip()

    def text(self, found: Interval) -> str:
        """Return an interval for people: `0.198 (0.185-0.211)`."""
        return number_text(found, 3 if self.metric.proportion else 2)


def parse_targets(
    words: Sequence[str], configuration: Configuration, seats: tuple[Seat, ...]
) -> tuple[tuple[Target, ...], tuple[Figure, ...]]:
    """Read `METRIC=VALUE+-TOLERANCE`, `METRIC<VALUE` and the like into targets and figures.

    Raises InputError, also for targets that no match of this configuration with these seats can meet.
    """
    targets: list[Target] = []
    figures: list[Figure] = []
    for word in words:
        target = _target(word)
        found = figure(target.metric, configuration, seats, "--target", quantiles=True)
        _check_value(target, found.metric, word)
        if target.metric in {other.metric for other in targets}:
            raise InputError("--target {word}: {metric} has a target already.", word=word, metric=target.metric)
        targets.append(target)
        figures.append(found)
    _check_victories([target for target in targets if _WINS.fullmatch(target.metric)], len(seats))
    _check_quantiles(targets, figures)
    return tuple(targets), tuple(figures)


def _check_value(target: Target, metric: Metric, word: str) -> None:
    """Raise InputError for a value that the figure cannot have."""
    low, high = metric.bounds
    # Nothing lies below the least that a figure can be, or above the most.
    if low <= target.value <= high and target.value != {"<": low, ">": high}.get(target.bound):
        return
    kind = Wording(" is a proportion,") if metric.proportion else ":"
    if math.isfinite(high):
        between = Wording("between {low:g} and {high:g}", low=low, high=high)
    else:
        between = Wording("of {low:g} or more", low=low)
    beyond = "" if target.bound == "=" else Wording(", and not its end")
    raise InputError(
        "--target {word}: {metric}{kind} expected a value {between}{beyond}.",
        word=word,
        metric=target.metric,
        kind=kind,
        between=between,
        beyond=beyond,
    )


def _check_victories(targets: Sequence[Target], seats: int) -> None:
    """Raise InputError for shares of victories that cannot sum to 1."""
    least = sum(max(0.0, target.low) for target in targets)
    most = sum(min(1.0, target.high) for target in targets)
    if least > 1 or (len(targets) == seats and most < 1):
        names, sum_of = both(target.metric for target in targets), least if least > 1 else most
        raise InputError(
            "--target {names}: the victories of all seats sum to 1, so no match can show these "
            "targets, a sum of {sum_of:g} or {words}.",
            names=names,
            sum_of=sum_of,
            words=Wording("more") if least > 1 else Wording("less"),
        )


def _check_quantiles(targets: Sequence[Target], figures: Sequence[Figure]) -> None:
    """Raise InputError for a quantile that would have to lie above a higher one of the same figure."""
    pairs = [(target, found) for target, found in zip(targets, figures, strict=True) if found.quantile is not None]
    for (one, lower), (other, higher) in itertools.permutations(pairs, 2):
        if lower.metric.key == higher.metric.key and lower.quantile < higher.quantile and one.low > other.high:  # type: ignore[operator]
            raise InputError(
                "--target {metric}: {low:g} or more, expected no more than what {metric2} may be at most ({high:g}).",
                metric=one.metric,
                low=one.low,
                metric2=other.metric,
                high=other.high,
            )


def _target(word: str) -> Target:
    bound = min((sign for sign in "=<>" if sign in word), key=word.index, default="=")
    name, sign, rest = (part.strip() for part in word.partition(bound))
    number, also, width = (part.strip() for part in rest.replace("±", "+-").partition("+-"))
    try:
        value = read_number(number)
        tolerance = read_number(width) if also else USUAL_TOLERANCE * abs(value)
    except ValueError:
        value = tolerance = math.nan
    if not (name and sign and math.isfinite(value) and math.isfinite(tolerance)):
        raise InputError("--target {word}: {grammar}.", word=word, grammar=Wording(_GRAMMAR))
    if tolerance <= 0:
        raise InputError(
            "--target {word}: expected a tolerance above 0, such as {name}{bound}{value:g}+-0.01.",
            word=word,
            name=name,
            bound=bound,
            value=value,
        )
    return Target(name, value, tolerance, bound)


def figure(
    name: str, configuration: Configuration, seats: tuple[Seat, ...], where: str, quantiles: bool = False
) -> Figure:
    """Return the figure of that name.

    Raises InputError, which names similar ones, also for a figure that no match of this configuration with these seats
    can show. where: the option for the message. quantiles: whether it may be a quantile over matches.
    """
    game = configuration.game
    part = metrics_of(game)
    known = figures_of(part, len(seats))
    if name in known:
        return Figure(name, known[name])
    if _WINS.fullmatch(name):
        raise InputError(
            "{where} {name}: expected one of the {seats} seats, wins.1 to wins.{seats}.",
            where=where,
            name=name,
            seats=len(seats),
        )
    found = _QUANTILE.fullmatch(name)
    if found is not None and found[1] in known and quantiles:
        metric, percent = known[found[1]], int(found[2])
        if not (metric.once and _LEAST <= percent <= _MOST):
            single = sorted(key for key, each in known.items() if each.once)
            raise InputError(
                "{where} {name}: expected .p{least} to .p{most} of a figure with one value in each match ({single}).",
                where=where,
                name=name,
                least=_LEAST,
                most=_MOST,
                single=", ".join(single),
            )
        return Figure(name, metric, percent / 100)
    base, _, kind = name.partition(".")
    column, _, value = kind.partition(".")
    if base in known and value:
        metric = known[base]
        # No figure that counts matches can be restricted to turns, and none by a column with a value per seat.
        names = {name for name, _ in RowSchema.of(part.turn_row).columns}
        columns = [item.name for item in fields(part.turn_row) if item.name in names] if metric.of_turns else []
        if column in columns:
            _check_column(part, column, value, configuration, seats, f"{where} {name}")
            restricted = metric.restricted(column, value)
            label = Composed(
                N_("{label}, {column} {value}"), label=metric.label, column=column.replace("_", " "), value=value
            )
            return Figure(name, replace(restricted, label=label))
        raise InputError(
            "{where} {name}: expected {base} itself or, with a column of turns, "
            "{base}.COLUMN.VALUE (columns: {columns}).",
            where=where,
            name=name,
            base=base,
            columns=", ".join(columns) or Wording("none"),
        )
    close = near(name, known, 4) or sorted(known)
    raise InputError(
        "{where}: {game} has no figure {name!r}, expected {close}.",
        where=where,
        game=game,
        name=name,
        close=either(close),
    )


def _check_column(
    part: MetricsPart, column: str, value: str, configuration: Configuration, seats: tuple[Seat, ...], where: str
) -> None:
    """Raise InputError for a value that no turn of a match can have in a column."""
    schema = RowSchema.of(part.turn_row)
    kinds = {name: (at, KINDS[kind]) for at, (name, kind) in enumerate(schema.columns)}
    at, kind = kinds[column]
    listed: dict[str, Iterable[object]] = {
        "seat": range(len(seats)),
        "profile": dict.fromkeys(seat.profile for seat in seats),
        "strategy": dict.fromkeys(seat.strategy for seat in seats),
        **part.values(configuration, seats),
    }
    if at in schema.bools:
        listed[column] = (False, True)
    if value == str(None) and at in schema.optional:
        return
    if column in listed:
        words = [str(item) for item in listed[column]]
        if value not in words:
            shown = words if len(words) <= _LISTED else [*words[: _LISTED - 1], "...", words[-1]]
            raise InputError(
                "{where}: no turn has {column} {value}, expected one of {shown}.",
                where=where,
                column=column,
                value=value,
                shown=", ".join(shown),
            )
        return
    try:
        number = kind(value)
    except ValueError:
        number = None
    if str(number) != value or (kind is int and at not in schema.signed and number < 0):
        what = "a whole number" if kind is int else "a number"
        raise InputError(
            "{where}: no turn has {column} {value}, expected {what} as the table of turns has it.",
            where=where,
            column=column,
            value=value,
            what=what,
        )


def figures_of(part: MetricsPart, seats: int) -> dict[str, Metric]:
    """Return all figures of a game with that number of seats that need no column of turns, by name."""
    known: dict[str, Metric] = {metric.key: metric for metric in part.table.metrics() if metric.single}
    known |= part.table.goals()
    for item in fields(part.match_row):
        name = item.name
        if str(item.type) in ("int", "float") and name not in ("index", "seed") and name not in known:
            other = Composed(N_("{what} in a match"), what=name.replace("_", " "))
            known[name] = per_match(name, _COUNTED.get(name, other), _column(name))
    known["minutes"] = per_match("minutes", N_("minutes of a match"), lambda match: float(match.simulated_s) / 60)
    known |= part.table.targets
    for seat in range(seats):
        name = f"wins.{seat + 1}"
        label = Composed(N_("victories of seat {seat}"), seat=seat + 1)
        known[name] = per_match(name, label, _won(seat), unit=SHARE)
    return known


def _column(name: str) -> Callable[[Row], float]:
    return lambda row: float(getattr(row, name))


def _won(seat: int) -> Callable[[Row], float]:
    return lambda match: float(match.victory[seat])


def reached(targets: Sequence[Target], found: Sequence[Interval]) -> Mapping[str, Interval]:
    return {target.metric: interval for target, interval in zip(targets, found, strict=True)}
