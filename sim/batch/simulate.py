"""`simulate`: let bots play whole matches, without a window, and sum them up."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Generator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.batch.crashes import crashed_text, shown_again, tell_crashed
from sim.batch.dispatch import chunk_size, dispatch, in_order
from sim.batch.engines import Engine, engine_of
from sim.batch.job import CrashingMatch, JobSpec, MatchResult, tried_here
from sim.batch.match_counts import metrics_of
from sim.batch.progress import Bar
from sim.batch.progress_estimate import Course, Until
from sim.batch.rows import Figures
from sim.batch.runner import record_name, tasks_of
from sim.batch.store_format import making_sense, store_files
from sim.batch.store_writer import Run, Store
from sim.configuration import load_configuration, preset_file, provenance
from sim.configuration.default_opponents import usual_players
from sim.errors import InputError
from sim.files import check_outputs, output_folder
from sim.match.seats import seats_from
from sim.options import SimulateOptions


def simulate_command(given: SimulateOptions) -> None:
    """The verb. Raises InputError."""
    goal = _goal(given.until)
    if given.resume and given.out is None:
        raise InputError("--resume: expected --out STORE.sqlite, the store to go on with.")
    if given.record is not None and goal is not None:
        raise InputError("--record: cannot go with --until, which drops matches that were played ahead.")
    check_outputs(
        {"--out": given.out},
        {"--config": preset_file(given.game, given.config), "--out": store_files(given.out)[1:]},
        {"--record": (given.record, map(record_name, range(given.matches)))},
    )
    seats = None if given.players is None else seats_from(given.players, given.game)
    room = metrics_of(given.game)
    configuration = load_configuration(given.game, given.config, given.profile)
    seats = seats or seats_from(usual_players(configuration), given.game)
    course = Course(room, goal)
    run = Run(given.game, given.seed, seats, configuration, given.matches, None if goal is None else str(goal))
    if given.record is not None:
        output_folder(given.record, "--record")
    batch = Simulation(run, course, given.record, given.config)
    # A run that is kept is a long one: one worker, at least, so that a match that kills it costs only itself.
    alone = given.out is None and given.workers == 1 and given.engine == "processes" and given.scheduler is None
    with nullcontext() if alone else engine_of(given.engine, given.workers, given.scheduler) as workers:
        if given.out is None:
            summary, poison = batch.unkept(workers, room.figures(seats))
        else:
            assert workers is not None
            summary, poison = batch.in_store(workers, given.out, given.resume, room.figures(seats))
    tell_crashed(poison, configuration, given.config)
    if goal is not None and course.stop is None:
        print(f"yardarm: --until {goal} was not reached: {course.text()}.", file=sys.stderr)
    if given.as_json:
        answer = {
            "game": given.game,
            "players": [seat.to_json() for seat in seats],
            **room.to_json(summary),
            **({"poison": [crash.to_json() for crash in poison]} if poison else {}),
            **provenance(configuration, given.seed),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    left_out = f"{crashed_text(len(poison), len(poison) + summary.matches)}; " if poison else ""
    print(f"{given.game}, seed {given.seed}, profile {configuration.profile}: {left_out}{room.to_text(summary, seats)}")


def _goal(until: str | None) -> Until | None:
    if until is None:
        return None
    try:
        return Until.parse(until)
    except ValueError as error:
        raise InputError(f"--until: {error}.") from error


@dataclass(frozen=True, slots=True)
class Simulation:
    """A run, how it is going, where records go, and which preset the configuration has."""

    run: Run
    course: Course
    record: Path | None
    config: Path | None = None

    def unkept(self, engine: Engine | None, figures: Figures) -> tuple[Any, list[CrashingMatch]]:
        """Play all of it; what was counted of a match is all that is left of it."""
        poison: list[CrashingMatch] = []
        indices = range(self.run.asked)
        if engine is None:
            results = self._tried_here()
        else:
            results = in_order(self._dispatched(engine, indices), indices)
        with closing(results), Bar("matches", self.run.asked, figure=self.course.text) as bar:
            for result in results:
                if isinstance(result, CrashingMatch):
                    poison.append(result)
                else:
                    figures.add(*result)
                self._take(result)
                bar.step()
                if self.course.stop is not None:
                    break
        return self._summed_up(figures, poison), poison

    def in_store(self, engine: Engine, path: Path, resume: bool, figures: Figures) -> tuple[Any, list[CrashingMatch]]:
        """Play what the store does not hold yet, and sum up what it holds then."""
        with Store(path, self.run, resume) as store:
            todo = store.missing()
            done = self.run.asked - len(todo)
            with making_sense(path):
                for played in store.rows():
                    self._take(played)
            if store.stopped is not None:
                todo = array("q")
                for crash in store.poison():
                    self.course.miss(crash.task.index)
            results = self._dispatched(engine, todo)
            with closing(results), Bar("matches", self.run.asked, done, self.course.text) as bar:
                # What was kept may be enough.
                for result in results if self.course.stop is None else ():
                    store.add(result)
                    self._take(result)
                    bar.step()
                    if self.course.stop is not None:
                        break
            store.flush()
            if self.course.stop is not None and store.stopped is None:
                store.stop(self.course.stop)
            # Matches came in any order, and perhaps some too many.
            poison = store.poison()
            with making_sense(path):
                for played in store.rows():
                    figures.add(*played)
                return self._summed_up(figures, poison), poison

    def _dispatched(self, engine: Engine, indices: Sequence[int]) -> Generator[MatchResult | CrashingMatch, None, None]:
        tasks = tasks_of(self.run.seats, self.run.seed, indices, self.record)
        return dispatch(engine, JobSpec.of(self.run.configuration), tasks, chunk_size(len(indices), engine.workers))

    def _tried_here(self) -> Generator[MatchResult | CrashingMatch, None, None]:
        tasks = tasks_of(self.run.seats, self.run.seed, range(self.run.asked), self.record)
        yield from tried_here(self.run.configuration, tasks)

    def _take(self, result: MatchResult | CrashingMatch) -> None:
        if isinstance(result, CrashingMatch):
            self.course.miss(result.task.index)
        else:
            self.course.add(result[0].index, *result)

    def _summed_up(self, figures: Figures, poison: Sequence[CrashingMatch]) -> Any:
        if not figures.matches:
            first = poison[0]
            raise InputError(
                f"simulate: {'the match' if len(poison) == 1 else f'all {len(poison)} matches'} crashed, so there is "
                f"nothing to sum up; {first.told()}; seen again with: "
                f"{shown_again(first, self.run.configuration, self.config)}"
            )
        return figures.summary()
