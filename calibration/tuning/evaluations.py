"""The evaluation of parameter values by playing matches, with results kept in a store.

Matches of one stream have the same seeds at every point (common random numbers), so that points differ less by luck. A
stream is a run seed; every point of a stream is a run of the store, as `simulate` would keep it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from calibration.tuning.response import Sums, of_quantile
from calibration.tuning.space import Values
from calibration.tuning.targets import Figure
from sim.batch.engines import Engine, engine_of
from sim.batch.job import CrashingMatch, JobSpec, MatchResult, Task, tried_here
from sim.batch.runner import chunk_size, dispatch, index_of, tasks_of
from sim.batch.store_format import Tables, making_sense, opened, read_matches, read_runs, refusing
from sim.batch.store_writer import Run, Store
from sim.configuration import versions
from sim.errors import InputError
from sim.files import is_blank, is_there
from sim.protocols import Configuration
from sim.seat import Seat
from sim.seeds import derive
from sim.statistics import Interval

SEARCH = "search"
"""The stream of the search; after fresh matches that did not agree, `search 2` and so on. The fresh streams are
called `fresh 1`, ...; their matches have no part in the choice that they confirm."""


class Box(Protocol):
    """The values that may vary, as `calibration.tuning.space.Space` has them.

    option: what a message about impossible values begins with.
    """

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def option(self) -> str:
        """The option that says what may vary."""

    def configuration(self, values: Values) -> Configuration:
        """Return the game's configuration with these values. Raises InputError."""

    def named_values(self, values: Values) -> Mapping[str, float | int]:
        """Return the values by name."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one match for tuning: simulated seconds, and the two sums of each figure.

    crash: the crash, if it did; then all sums are zero and count for no figure.
    """

    seconds: float
    sums: tuple[tuple[float, float], ...]
    crash: CrashingMatch | None = None


class Evaluator(Protocol):
    """A function that plays matches `first` to `first + count - 1` of a stream at these values.

    The outcome depends on nothing else.
    """

    def __call__(self, values: Values, stream: str, first: int, count: int) -> Sequence[Outcome]:
        """Return the outcomes in the order of the matches."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All matches of one stream at one point."""

    values: Values
    stream: str
    outcomes: tuple[Outcome, ...]

    @property
    def matches(self) -> int:
        """The number of matches that were played to their end."""
        return len(self.outcomes) - len(self.crashed)

    @property
    def crashed(self) -> tuple[CrashingMatch, ...]:
        return tuple(outcome.crash for outcome in self.outcomes if outcome.crash is not None)

    @property
    def seconds(self) -> float:
        """The simulated seconds of all matches."""
        return sum(outcome.seconds for outcome in self.outcomes)

    def crashes_json(self) -> dict[str, object]:
        """Return the crashed matches under `crashed`; an empty dictionary if there are none."""
        return {"crashed": [crash.to_json() for crash in self.crashed]} if self.crashed else {}

    def sums(self, index: int) -> Sums:
        """Return the sums of one figure, by its index."""
        return sums_of(self.outcomes, index)

    def intervals(self, figures: Sequence[Figure]) -> tuple[Interval, ...]:
        """Return every figure with its 95 % interval over matches."""
        return intervals_of(self.outcomes, figures)


def sums_of(outcomes: Sequence[Outcome], index: int, quantile: float | None = None) -> Sums:
    """Return the sums of one figure over these matches. quantile: see `calibration.tuning.response.of_quantile`."""
    pairs = np.array([outcome.sums[index] for outcome in outcomes], dtype=np.float64).reshape(-1, 2)
    if quantile is not None:
        return of_quantile(pairs[pairs[:, 1] > 0, 0], quantile)
    return Sums(pairs[:, 0], pairs[:, 1])


def intervals_of(outcomes: Sequence[Outcome], figures: Sequence[Figure]) -> tuple[Interval, ...]:
    """Return every figure with its 95 % interval over these matches."""
    return tuple(figure.interval([outcome.sums[n] for outcome in outcomes]) for n, figure in enumerate(figures))


def stream_seed(seed: int, stream: str) -> int:
    """Return the run seed of a stream, with which `simulate --seed` plays the same matches."""
    return derive(seed, "tune", stream)


class Simulations:
    """The evaluator that plays the game, to be used as a context manager."""

    def __init__(
        self,
        space: Box,
        seats: tuple[Seat, ...],
        figures: Sequence[Figure],
        seed: int,
        jobs: int,
        store: Path,
        resume: bool,
        played: Callable[[], None] = lambda: None,
        may_crash: bool = False,
    ) -> None:
        """Check the store. Raises InputError if it cannot be used.

        played: is called after every match. may_crash: whether all matches may crash where values are given.
        """
        if resume and not is_there(store):
            raise InputError("--resume: {store}: there is no such store.", store=store)
        if not is_blank(store) and not resume:
            raise InputError("{store}: exists already, expected --resume or another file.", store=store)
        self._space, self._seats, self._figures, self._seed = space, seats, tuple(figures), seed
        self._jobs, self._store, self._played, self._may_crash = jobs, store, played, may_crash
        self._known: dict[str, dict[int, Outcome]] = {}
        self._asked: dict[str, int] = {}
        self._engine: Engine | None = None
        self._closing = contextlib.ExitStack()

    def __enter__(self) -> Simulations:
        if self._jobs > 1:
            self._engine = self._closing.enter_context(engine_of("processes", self._jobs))
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def __call__(self, values: Values, stream: str, first: int, count: int) -> list[Outcome]:
        """Return the outcomes, playing what the store does not hold. Raises InputError if all crash and may not."""
        run = self.run(values, stream, first + count)
        known = self._kept(run.key)
        begun = run.key in self._asked
        missing = [index for index in range(first, first + count) if index not in known]
        if missing:
            asked = max(run.asked, self._asked.get(run.key, 0))
            run = Run(run.game, run.seed, run.seats, run.configuration, asked)
            with Store(self._store, run, resume=begun) as store:
                for result in self._results(run, missing):
                    store.add(result)
                    known[index_of(result)] = self._outcome(result)
                    self._asked[run.key] = asked
                    self._played()
        outcomes = [known[index] for index in range(first, first + count)]
        crashed = [outcome.crash for outcome in outcomes if outcome.crash is not None]
        if crashed and len(crashed) == count and not (self._may_crash and values):
            where = ", ".join(f"{name} = {value:g}" for name, value in self._space.named_values(values).items())
            raise InputError(
                "{option}: all of {count} matches crash at {where}, expected bounds that keep away "
                "from there; {description}.",
                option=self._space.option,
                count=count,
                where=where,
                description=crashed[0].description(),
            )
        return outcomes

    def run(self, values: Values, stream: str, asked: int) -> Run:
        """Return the run of the store for one point of a stream, with `asked` matches."""
        seed = stream_seed(self._seed, stream)
        return Run(self._space.game, seed, self._seats, self._space.configuration(values), asked)

    def _results(self, run: Run, indices: Sequence[int]) -> Iterator[MatchResult | CrashingMatch]:
        tasks: Iterable[Task] = tasks_of(run.seats, run.seed, indices)
        if self._engine is None:
            yield from tried_here(run.configuration, tasks)
            return
        chunk = chunk_size(len(indices), self._engine.workers)
        with closing(dispatch(self._engine, JobSpec.of(run.configuration), tasks, chunk)) as results:
            yield from results

    def _outcome(self, result: MatchResult | CrashingMatch) -> Outcome:
        if isinstance(result, CrashingMatch):
            return Outcome(0.0, ((0.0, 0.0),) * len(self._figures), result)
        match, turns = result
        return Outcome(float(match.simulated_s), tuple(figure.metric.sums(match, turns) for figure in self._figures))

    def _kept(self, key: str) -> dict[int, Outcome]:
        """Return the outcomes of a run in the store, by index. Raises InputError if other versions played them."""
        if key in self._known:
            return self._known[key]
        known = self._known[key] = {}
        if is_blank(self._store):
            return known
        with closing(opened(self._store)) as connection:
            run = next((one for one in read_runs(connection, self._store) if one.run == key), None)
            with refusing(self._store):
                (begun,) = connection.execute("SELECT count(*) > 0 FROM matches WHERE run = ?", (key,)).fetchone()
            if run is not None and begun:
                if run.versions != versions():
                    theirs = ", ".join(f"{name} {version}" for name, version in run.versions.items())
                    raise InputError(
                        "--resume: {store}: was begun with other versions, expected {theirs}.",
                        store=self._store,
                        theirs=theirs,
                    )
                self._asked[key] = run.asked
                tables = Tables.of(self._space.game)
                with making_sense(self._store):
                    for played in read_matches(connection, self._store, key, tables, len(self._seats)):
                        known[played[0].index] = self._outcome(played)
        return known
