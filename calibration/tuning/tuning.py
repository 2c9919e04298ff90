"""The result of a tuning as data, for presets, reports and `--json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from calibration.tuning.evaluations import Evaluation, stream_seed
from calibration.tuning.outlook import Outlook
from calibration.tuning.settings_map import LIKELY, SettingsMap
from calibration.tuning.space import Space, Values
from calibration.tuning.targets import Figure, Target
from sim.batch.assumed import AssumedBand, shipped_bands
from sim.batch.job import CrashingMatch, crashed_text
from sim.language import capital
from sim.refusals import either
from sim.seat import Seat
from sim.statistics import Interval

Ending = Literal["met", "unreachable", "unlikely", "not_found"]
"""met: fresh matches lie in every band. unreachable: no values within the bounds reach them, and fresh matches at the
nearest confirm it. unlikely: by the models the chance that any values reach them is small, so no more are played.
not_found: the matches were used up before any of these was certain."""


@dataclass(frozen=True, slots=True)
class Step:
    """One look at a point: the values, the number of matches there (all streams), the figures, and what followed.

    what: tried (more matches), dropped (the interval misses a band), moved (the model knows a better place), inside (a
    candidate for confirmation), confirmed, contradicted (fresh matches miss a band), undecided (the estimates of fresh
    matches lie in the bands, but not their whole intervals), unreachable.
    """

    values: Values
    matches: int
    found: tuple[Interval, ...]
    what: str


@dataclass(frozen=True, slots=True)
class Curve:
    """The model's prediction of one figure along one parameter, with the others at their final values."""

    metric: str
    parameter: str
    values: tuple[float, ...]
    figures: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class Likeliest:
    """The values that meet all targets most likely, by the models: their chance, and the figures that they expect."""

    values: Values
    chance: float
    figures: tuple[Interval, ...]


_WORTH_SAYING = 0.005
"""Chances below this are less than 1 %, and where the largest of them is says nothing."""
_SHARES = (1.75, 0.85, 5.2)
"""How many confirmations the matches after the first design were worth: the median, and what nine of ten of sixty
made-up problems with an answer lay between."""


def _two_digits(number: float) -> int:
    return int(float(f"{number:.2g}"))


@dataclass(frozen=True, slots=True)
class Forecast:
    """About how many matches a tuning will take if there is an answer: nine of ten take between `low` and `high`."""

    matches: int
    low: int
    high: int

    @classmethod
    def of(cls, designed: int, confirming: int) -> Forecast:
        """Return the forecast from the numbers of matches of the first design and of a confirmation."""
        return cls(*(_two_digits(designed + share * confirming) for share in _SHARES))

    def __str__(self) -> str:
        return f"about {self.matches} matches ({self.low} to {self.high})"


@dataclass(frozen=True, slots=True)
class Tuning:
    """The whole of a tuning, from the problem to its end.

    values: the result; unless the ending is `met`, the nearest that is possible, or the best known. confirmed: the
    fresh matches that are quoted, which had no part in the choice of the values (None: none). evaluations: all matches
    of each point and stream. path: the looks in order. curves, maps: of the last models, through `values`. rounded: the
    fresh matches of rounder values that meet the targets too, if asked for and found; not among the evaluations.
    likeliest: by the last models. outlook: what they know of targets that were not met. forecast: as made after the
    first matches.
    """

    space: Space
    targets: tuple[Target, ...]
    figures: tuple[Figure, ...]
    seed: int
    ending: Ending
    values: Values
    confirmed: Evaluation | None
    evaluations: tuple[Evaluation, ...]
    path: tuple[Step, ...]
    curves: tuple[Curve, ...]
    most_matches: int
    maps: tuple[SettingsMap, ...] = ()
    rounded: Evaluation | None = None
    likeliest: Likeliest | None = None
    outlook: Outlook | None = None
    forecast: Forecast | None = None

    @property
    def unchanged(self) -> bool:
        """True if the usual values meet the targets already, and are kept."""
        return self.ending == "met" and self.values == tuple(parameter.usual for parameter in self.space.parameters)

    @property
    def matches(self) -> int:
        """The number of matches that were played to their end, in search and confirmation."""
        return sum(evaluation.matches for evaluation in self.evaluations)

    @property
    def crashed(self) -> tuple[CrashingMatch, ...]:
        """The matches that crashed, which no figure counts."""
        return tuple(crash for evaluation in self.evaluations for crash in evaluation.crashed)

    @property
    def seconds(self) -> float:
        """The simulated seconds of all matches."""
        return sum(evaluation.seconds for evaluation in self.evaluations)

    @property
    def reached(self) -> tuple[Interval, ...]:
        """The figures at `values`: from the fresh matches or, without any, from all matches played there."""
        return self._quoted.intervals(self.figures)

    def left_open(self, seats: Sequence[Seat]) -> tuple[tuple[AssumedBand | None, ...], str]:
        """Return what nobody has measured leaves open of each of `reached`, and a sentence where that is not known."""
        bands = shipped_bands(self.space.configuration(self.values), seats)
        if bands is None:
            return (None,) * len(self.targets), ""
        pairs = zip(self.targets, self.reached, strict=True)
        return tuple(bands.band(target.metric, found) for target, found in pairs), bands.note

    @property
    def _quoted(self) -> Evaluation:
        """The matches behind `reached`."""
        if self.confirmed is not None:
            return self.confirmed
        here = [outcome for e in self.evaluations if e.values == self.values for outcome in e.outcomes]
        return Evaluation(self.values, "all", tuple(here))

    @property
    def fresh(self) -> int:
        """The number of fresh matches behind `reached`."""
        return 0 if self.confirmed is None else self.confirmed.matches

    def reached_text(self) -> str:
        """Return text such as `fall_rate 0.198 (0.185-0.211), 812 fresh matches`, with the number of crashes if any."""
        reached = [f"{t.metric} {f.text(i)}" for t, f, i in zip(self.targets, self.figures, self.reached, strict=True)]
        return f"{', '.join(reached)}, {self._behind()}"

    def reached_words(self) -> str:
        """Return the same in words and percent, each figure with where it lies: `inside your band, below the value`."""
        triples = zip(self.targets, self.figures, self.reached, strict=True)
        reached = (f"{f.label} {f.words(i)}, {t.standing(i)} (wanted: {t.words(f.metric.unit)})" for t, f, i in triples)
        return f"{'; '.join(reached)}; {self._behind()}"

    def _behind(self) -> str:
        """Return what the figures rest on, in words."""
        crashed = len(self._quoted.crashed)
        left_out = f", {crashed_text(crashed, self._quoted.matches + crashed)}" if crashed else ""
        return f"{self.fresh or 'no'} fresh matches{left_out}"

    def sentence(self) -> str:
        """Return how the tuning ended, in one sentence, and where the models hold nothing for likely, in a second."""
        where, reached = self._where(self.values), self.reached_words()
        match self.ending:
            case "met" if self.unchanged:
                already = f"The usual values meet {self._all_of_it} already, so nothing needs to change"
                ended = f"{already}: {reached}, at {where}."
            case "met":
                ended = f"Met at {where}: {reached}."
            case "unreachable":
                ended = f"Out of reach within the bounds: the nearest is {reached}, at {where}."
            case "unlikely":
                assert self.outlook is not None
                within = f"No setting within these ranges is likely to meet {self._all_of_it}"
                chance = percent(self.outlook.chance)
                nearest = "; ".join(
                    f"{f.label} {f.words(i)}, {t.standing(i)} (wanted: {t.words(f.metric.unit)})"
                    for t, f, i in zip(self.targets, self.figures, self.outlook.nearest, strict=True)
                )
                ended = (
                    f"{within} (chance {chance}), so the search ended after {self.matches} matches: by its models the "
                    f"nearest is {nearest}, at {where}."
                )
            case _:
                ended = (
                    f"Not found within {self.most_matches} matches (--max-matches): the best known is {reached}, at "
                    f"{where}."
                )
        return " ".join((ended, *filter(None, [self.unlikely()]), *self.advice()))

    def advice(self) -> list[str]:
        """Return sentences on what is in the way of targets that were not met, and what would help."""
        if self.outlook is None:
            return []
        figures = {target.metric: figure for target, figure in zip(self.targets, self.figures, strict=True)}
        found = []
        for drop in self.outlook.drops:
            figure, (low, high) = figures[drop.metric], drop.values
            sides = " to ".join(figure.words(side) for side in drop.figures)
            found.append(
                f"{capital(figure.label)} jumps from {sides} between {drop.parameter} = {low:g} and {high:g}: "
                "nothing was found in between."
            )
        bounds = {p.name: {1: f"above {p.high:g}", -1: f"below {p.low:g}"} for p in self.space.parameters}
        if self.outlook.widen:
            found.append(f"It may help to widen {either(f'{n} {bounds[n][sign]}' for n, sign in self.outlook.widen)}.")
        if self.outlook.confirming is not None:
            needed = float(f"{self.outlook.confirming:.2g}")
            found.append(f"It lies so near an edge that about {needed:,.0f} matches would be needed to confirm it.")
        for target, figure, value in zip(self.targets, self.figures, self.outlook.alone, strict=True):
            beyond = 0.0 if value is None else max(target.low - value, value - target.high)
            if len(self.targets) > 1 and value is not None and beyond > 0:
                level, off = figure.amount(value), figure.amount(beyond, apart=True)
                found.append(
                    f"Where the other targets are met, {figure.label} comes to {level} at best, {off} beyond your band."
                )
        return found

    def unlikely(self) -> str:
        """Return a sentence where the models hold no setting for likely to meet the targets; elsewhere an empty one."""
        best = self.likeliest
        if best is None or best.chance >= LIKELY or self.ending == "unlikely":
            return ""
        nothing = f"By the models, nothing on the map is likely to meet {self._all_of_it}: the best chance is "
        if best.chance < _WORTH_SAYING:
            return f"{nothing}{percent(best.chance)}."
        expected = "; ".join(f"{f.label} {f.words(i)}" for f, i in zip(self.figures, best.figures, strict=True))
        return f"{nothing}{percent(best.chance)}, at {self._where(best.values)}, where they expect {expected}."

    @property
    def _all_of_it(self) -> str:
        return "the target" if len(self.targets) == 1 else "all targets"

    def _where(self, values: Values) -> str:
        return ", ".join(f"{name} = {value:g}" for name, value in self.space.named_values(values).items())

    def to_json(self) -> dict[str, object]:
        """Return the tuning as plain data, without the provenance."""
        return {
            "ending": self.ending,
            "reason": self.sentence(),
            "targets": [
                target.to_json(interval) | {"met": self.confirmed is not None and target.holds(interval)}
                for target, interval in zip(self.targets, self.reached, strict=True)
            ],
            "parameters": [
                {**parameter.to_json(), "value": value}
                for parameter, value in zip(
                    self.space.parameters, self.space.named_values(self.values).values(), strict=True
                )
            ],
            "matches": {"all": self.matches, "fresh": self.fresh, "most": self.most_matches},
            "forecast": None if self.forecast is None else asdict(self.forecast),
            "seconds_simulated": round(self.seconds, 6),
            "confirmation": None if self.confirmed is None else self._evaluation(self.confirmed),
            "evaluations": [self._evaluation(evaluation) for evaluation in self.evaluations],
            "path": [
                {
                    "values": self.space.named_values(step.values),
                    "matches": step.matches,
                    "found": self._intervals(step.found),
                    "what": step.what,
                }
                for step in self.path
            ],
            "model": [
                {
                    "metric": curve.metric,
                    "parameter": curve.parameter,
                    "values": list(curve.values),
                    "figures": [interval.to_json() for interval in curve.figures],
                }
                for curve in self.curves
            ],
            "settings": [each.to_json() for each in self.maps],
            "unchanged": self.unchanged,
            "likeliest": self._likeliest(),
            "outlook": self._outlook(),
            "rounded": None if self.rounded is None else self._evaluation(self.rounded),
        }

    def _likeliest(self) -> dict[str, object] | None:
        best = self.likeliest
        if best is None:
            return None
        return {
            "values": self.space.named_values(best.values),
            "chance": round(best.chance, 4),
            "expected": self._intervals(best.figures),
        }

    def _outlook(self) -> dict[str, object] | None:
        known = self.outlook
        if known is None:
            return None
        return {
            "chance": round(known.chance, 4),
            "nearest": self._intervals(known.nearest),
            "widen": dict(known.widen),
            "confirming": known.confirming,
            "alone": {target.metric: value for target, value in zip(self.targets, known.alone, strict=True)},
            "jumps": [
                {
                    "metric": drop.metric,
                    "parameter": drop.parameter,
                    "values": list(drop.values),
                    "figures": [interval.to_json() for interval in drop.figures],
                }
                for drop in known.drops
            ],
            "fronts": [
                {
                    "metrics": [self.targets[n].metric for n in pair],
                    "points": [
                        {"values": self.space.named_values(each.values), "expected": self._intervals(each.figures)}
                        for each in front
                    ],
                }
                for pair, front in known.fronts
            ],
        }

    def _evaluation(self, evaluation: Evaluation) -> dict[str, object]:
        return {
            "values": self.space.named_values(evaluation.values),
            "stream": evaluation.stream,
            "run_seed": stream_seed(self.seed, evaluation.stream),
            "matches": evaluation.matches,
            "seconds_simulated": round(evaluation.seconds, 6),
            "found": self._intervals(evaluation.intervals(self.figures)),
            **evaluation.crashes_json(),
        }

    def _intervals(self, intervals: Sequence[Interval]) -> dict[str, object]:
        return {t.metric: interval.to_json() for t, interval in zip(self.targets, intervals, strict=True)}


def percent(chance: float) -> str:
    """Return a chance in words: `4 %`, `less than 1 %`."""
    return f"{100 * chance:.0f} %" if chance >= _WORTH_SAYING else "less than 1 %"
