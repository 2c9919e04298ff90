"""Many matches: `simulate` and `sweep`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import ClassVar, TypeAlias, cast

from sim.batch.engines import Processes
from sim.batch.figures import Spread
from sim.batch.job import CrashingMatch, JobSpec, tried_here
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures, BatchSummary, table_text
from sim.batch.rows import Cell, columns
from sim.batch.runner import chunk_size, dispatch, in_order, tasks_of
from sim.batch.tabular import Row, Tabular, interval_cells
from sim.catalogue import simulated_figures
from sim.errors import InputError
from sim.file_kinds import DRAWING, check_kind
from sim.files import as_path, write_whole
from sim.options import SimulateOptions
from sim.protocols import Configuration, MatchRow, TurnRow
from sim.refusals import one_of
from sim.seat import Seat
from sim.statistics import Interval
from sim.untrusted_text import quoted
from yardarm.configurations import Config, Value, as_plain, configured
from yardarm.words import Players, Profile, checked_as, seated_at

Settings: TypeAlias = Mapping[str, Value]
"""Values of a configuration by dotted key."""


@dataclass(frozen=True, slots=True, repr=False)
class Batch(Tabular):
    """Matches that were played, with their figures.

    matches, turns: what is counted of each match and of each turn, with the columns that `simulate --out` stores.
    crashed: the matches that could not be played to their end. summary: all figures with 95 % intervals.

        >>> import yardarm as ya
        >>> batch = ya.simulate("zatre", 2, ["casual:random", "casual:random"])
        >>> len(batch.rows("matches")), batch.figure("score").estimate > 0
        (2, True)
    """

    TABLES: ClassVar = ("turns", "matches")

    game: str
    seed: int
    seats: tuple[Seat, ...]
    matches: tuple[MatchRow, ...]
    turns: tuple[TurnRow, ...]
    crashed: tuple[CrashingMatch, ...]
    summary: BatchSummary

    def figure(self, metric: str) -> Interval:
        """Return a figure of `simulate --json`, such as fall_rate, or the mean of one with quantiles.

        Raises InputError for one that the game does not have.
        """
        _label(self.game, metric)
        found = self.summary.figures[metric]
        if isinstance(found, Spread):
            return found.mean
        assert isinstance(found, Interval)
        return found

    def _table(self, name: str) -> Iterable[Row]:
        rows: Sequence[TurnRow | MatchRow] = self.turns if name == "turns" else self.matches
        return map(columns, rows)

    def __repr__(self) -> str:
        """Return the batch on one line."""
        crashed = f", {len(self.crashed)} crashed" if self.crashed else ""
        return f"<{self.game}, seed {self.seed}: {len(self.matches)} matches, {len(self.turns)} turns{crashed}>"

    def __str__(self) -> str:
        """Return the figures as `simulate` prints them."""
        return (metrics_of(self.game).text or table_text)(self.summary)


def _label(game: str, metric: object) -> str:
    """Return the name of a figure in reports. Raises InputError for one that the game does not have."""
    labels = simulated_figures(metrics_of(game).table)
    if not isinstance(metric, str) or metric not in labels:
        raise InputError("metric: {one_of}.", one_of=one_of(metric, labels))
    return labels[metric]


@checked_as(SimulateOptions)
def simulate(
    game: str,
    matches: int,
    players: Players = None,
    *,
    jobs: int = 1,
    seed: int = 1,
    config: Config = None,
    profile: Profile = "play",
) -> Batch:
    """Let bots play whole matches, and return what was counted. Raises InputError.

    players: such as `["casual", "skilled"]`, the usual ones if None. jobs: worker processes; never changes a result. A
    script that asks for more than one keeps its own work below `if __name__ == "__main__":`.

        >>> import yardarm as ya
        >>> ya.simulate("zatre", 2, ["casual:random", "casual:random"], seed=4)
        <zatre, seed 4: 2 matches, ... turns>
    """
    return _simulated(configured(game, config, profile), matches, players, jobs, seed)


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a figure at some settings. settings: by dotted key. interval: the figure with its 95 % interval."""

    settings: Settings
    interval: Interval


@dataclass(frozen=True, slots=True, repr=False)
class Sweep(Tabular):
    """A figure at several settings, each from as many matches with the same seeds.

    metric: the figure's key. label: its name in reports.

        >>> import yardarm as ya
        >>> players = ["casual:random", "casual:random"]
        >>> sweep = ya.sweep("zatre", "score", {"table.draw_s": [1, 2]}, matches=1, players=players)
        >>> [row["table.draw_s"] for row in sweep.rows()]
        [1, 2]
    """

    TABLES: ClassVar = ("points",)

    game: str
    metric: str
    label: str
    points: tuple[Point, ...]

    def _table(self, _name: str) -> Iterable[Row]:
        for point in self.points:
            settings = {key: _cell(value) for key, value in point.settings.items()}
            yield {**settings, **interval_cells(point.interval)}

    def plot(self, path: str | Path) -> Path:
        """Draw the figure with its intervals over the first setting, into a PNG, SVG or PDF. Raises InputError."""
        path = as_path(path)
        form = check_kind(path, DRAWING) if path.suffix else ".png"
        write_whole(path, self._drawn(form.removeprefix(".")))
        return path

    def _repr_svg_(self) -> str:
        """Return the drawing for a notebook."""
        return self._drawn("svg").decode()

    def _drawn(self, form: str) -> bytes:
        """Return the drawing in a form such as svg."""
        from matplotlib.figure import Figure

        name, *others = self.points[0].settings
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        axes = figure.add_subplot()
        lines: dict[tuple[Value, ...], list[Point]] = {}
        for point in self.points:
            lines.setdefault(tuple(point.settings[other] for other in others), []).append(point)
        for values, line in lines.items():
            estimates = [point.interval.estimate for point in line]
            below = [point.interval.estimate - point.interval.low for point in line]
            above = [point.interval.high - point.interval.estimate for point in line]
            label = ", ".join(f"{other} {value}" for other, value in zip(others, values, strict=True))
            places = cast("list[float | str]", [point.settings[name] for point in line])
            axes.errorbar(places, estimates, yerr=(below, above), marker="o", capsize=3, label=label or None)
        axes.set_xlabel(name)
        axes.set_ylabel(self.label)
        if others:
            axes.legend()
        picture = BytesIO()
        figure.savefig(picture, format=form)
        return picture.getvalue()

    def __repr__(self) -> str:
        """Return the sweep on one line."""
        found = ", ".join(f"{point.interval.estimate:.3g}" for point in self.points)
        return f"<{self.game}, {self.label}: {found}>"

    def __str__(self) -> str:
        """Return the figure at every setting with its 95 % interval, a line each."""
        lines = [f"{self.label}, {self.game}:"]
        for point in self.points:
            at, where = point.interval, ", ".join(f"{key} {value}" for key, value in point.settings.items())
            lines.append(f"  {where}  {at.estimate:.3g} ({at.low:.3g} to {at.high:.3g})")
        return "\n".join(lines)


@checked_as(SimulateOptions)
def sweep(
    game: str,
    metric: str,
    vary: Mapping[str, Iterable[object]],
    *,
    matches: int = 40,
    players: Players = None,
    jobs: int = 1,
    seed: int = 1,
    config: Config = None,
    profile: Profile = "play",
) -> Sweep:
    """Simulate matches at each combination of the values of some settings, and return a figure there.

    metric: a figure of `simulate --json`, such as fall_rate. vary: values by dotted key, such as
    `{"ship.ball_mass_g": [80, 110, 140]}`. Every combination gets the same seeds. Raises InputError, before anything is
    played where a key or a value is refused.

        >>> import yardarm as ya
        >>> ya.sweep("zatre", "scores", {"table.draw_s": []})
        Traceback (most recent call last):
        sim.errors.InputError: vary: expected at least one setting, each with at least one value.
    """
    settings = _settings(vary)
    configurations = [configured(game, config, profile, changes) for changes in settings]
    label = _label(game, metric)
    points = [
        Point(changes, _simulated(configuration, matches, players, jobs, seed).figure(metric))
        for changes, configuration in zip(settings, configurations, strict=True)
    ]
    return Sweep(game, metric, label, tuple(points))


def _cell(value: Value) -> Cell:
    return value if isinstance(value, bool | int | float | str | None) else str(value)


def _settings(vary: object) -> list[dict[str, Value]]:
    """Return every combination of the values of some settings. Raises InputError."""
    values: dict[str, list[Value]] = {}
    for key, found in vary.items() if isinstance(vary, Mapping) else ():
        if isinstance(found, str | Mapping) or not isinstance(found, Iterable):
            raise InputError("vary: {key}: expected a list of values, found {found}.", key=key, found=quoted(found))
        values[str(key)] = [cast(Value, as_plain(value)) for value in found]
    if not values or not all(values.values()):
        raise InputError("vary: expected at least one setting, each with at least one value.")
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def _simulated(configuration: Configuration, matches: int, players: Players, jobs: int, seed: int) -> Batch:
    """Play the matches of one configuration. Raises InputError."""
    game = configuration.game
    seats, bots = seated_at(configuration, players)
    tasks, found = tasks_of(seats, seed, range(matches), None, bots), []
    if jobs == 1:
        found = list(tried_here(configuration, tasks))
    else:
        engine = Processes(jobs)
        try:
            played = dispatch(engine, JobSpec.of(configuration), tasks, chunk_size(matches, jobs))
            found = list(in_order(played, range(matches)))
        finally:
            engine.close()
    figures = BatchFigures(metrics_of(game).table, seats)
    rows: list[MatchRow] = []
    turns: list[TurnRow] = []
    crashed: list[CrashingMatch] = []
    for result in found:
        if isinstance(result, CrashingMatch):
            crashed.append(result)
        else:
            figures.add(*result)
            rows.append(result[0])
            turns += result[1]
    return Batch(game, seed, seats, tuple(rows), tuple(turns), tuple(crashed), figures.summary())
