"""The verb `simulate`: matches played by bots without a window, and their summary."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Generator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from sim.batch.assumed import bands_for
from sim.batch.engines import Engine, engine_of
from sim.batch.job import (
    CrashingMatch,
    JobSpec,
    MatchResult,
    PlayedMatch,
    crashed_text,
    print_crashed,
    shown_again,
    tried_here,
)
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures, BatchSummary, table_text
from sim.batch.progress import Bar, ProgressEstimate, Until
from sim.batch.runner import RecordNames, chunk_size, dispatch, in_order, tasks_of
from sim.batch.store_format import making_sense, store_files
from sim.batch.store_writer import Gaps, Run, Store
from sim.bots.fault_count import FaultCount
from sim.bots.words import NO_BOTS, BotWords, seated_with_bots
from sim.configuration import load_configuration, preset_file, print_remark, provenance, usual_players
from sim.errors import InputError
from sim.file_kinds import STORE
from sim.files import check_outputs, output_folder
from sim.language import Wording
from sim.match.seats import seats_from
from sim.options import SimulateOptions


def simulate_command(given: SimulateOptions) -> None:
    """Play the matches and print their summary. Raises InputError."""
    goal = _goal(given.until)
    if given.resume and given.out is None:
        raise InputError("--resume: expected --out STORE.sqlite, the store to go on with.")
    if given.record is not None and goal is not None:
        raise InputError("--record: cannot go with --until, which drops matches that were played ahead.")
    check_outputs(
        {"--out": (given.out, STORE)},
        {
            "--config": preset_file(given.game, given.config),
            "--assumptions": given.assumptions,
            "--out": store_files(given.out)[1:],
        },
        {"--record": (given.record, RecordNames(given.matches))},
    )
    seats, bots = None, NO_BOTS
    if given.players is not None:
        seats, bots = seated_with_bots(given.players, given.game, time_s=given.bot_time_s)
    part = metrics_of(given.game)
    table = part.table
    configuration = load_configuration(given.game, given.config, given.profile)
    print_remark(configuration)
    seats = seats or seats_from(usual_players(configuration), given.game)
    bands = bands_for(given.assumptions, configuration, seats)
    progress = ProgressEstimate(table, goal)
    run = Run(given.game, given.seed, seats, configuration, given.matches, None if goal is None else str(goal))
    if given.record is not None:
        output_folder(given.record, "--record")
    batch = Simulation(run, progress, given.record, given.config, bots)
    # A run that is stored is likely to be long, so it has at least one worker: a match that kills it costs only itself.
    alone = given.out is None and given.workers == 1 and given.engine == "processes" and given.scheduler is None
    with nullcontext() if alone else engine_of(given.engine, given.workers, given.scheduler) as workers:
        if given.out is None:
            summary, crashes = batch.unkept(workers, BatchFigures(table, seats))
        else:
            assert workers is not None
            summary, crashes = batch.in_store(workers, given.out, given.resume, BatchFigures(table, seats))
    if bands is not None:
        summary = summary.with_bands(bands)
    print_crashed(crashes, configuration, given.config)
    for sentence in batch.faults.sentences(seats):
        print(f"yardarm: {sentence}", file=sys.stderr)
    if goal is not None and progress.stop is None:
        print(f"yardarm: --until {goal} was not reached: {progress.text()}.", file=sys.stderr)
    if given.as_json:
        answer = {
            "game": given.game,
            "players": [seat.to_json() for seat in seats],
            **summary.printed,
            **({"assumptions": None if bands.note else summary.left_open_json()} if bands is not None else {}),
            **({"faults": batch.faults.to_json()} if batch.faults else {}),
            **({"crashed": [crash.to_json() for crash in crashes]} if crashes else {}),
            **provenance(configuration, given.seed),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    left_out = f"{crashed_text(len(crashes), len(crashes) + summary.matches)}; " if crashes else ""
    text = (part.text or table_text)(summary)
    print(f"{given.game}, seed {given.seed}, profile {configuration.profile}: {left_out}{text}")
    if bands is not None and bands.note:
        print(f"\n{bands.note}")


def _goal(until: str | None) -> Until | None:
    if until is None:
        return None
    try:
        return Until.parse(until)
    except ValueError as error:
        raise InputError("--until: {error}.", error=error) from error


@dataclass(frozen=True, slots=True)
class Simulation:
    """A run with its progress, the folder for its records, its preset, and its external bots."""

    run: Run
    progress: ProgressEstimate
    record: Path | None
    config: Path | None = None
    bots: BotWords = NO_BOTS
    faults: FaultCount = field(default_factory=FaultCount)

    def unkept(self, engine: Engine | None, figures: BatchFigures) -> tuple[BatchSummary, list[CrashingMatch]]:
        """Play all matches of the run and keep only their figures; without an engine, in this process."""
        crashes: list[CrashingMatch] = []
        indices = range(self.run.asked)
        if engine is None:
            results = self._tried_here()
        else:
            results = in_order(self._dispatched(engine, indices), indices)
        with closing(results), Bar("matches", self.run.asked, figure=self.progress.text) as bar:
            for result in results:
                if isinstance(result, CrashingMatch):
                    crashes.append(result)
                else:
                    figures.add(*result)
                self._take(result)
                bar.step()
                if self.progress.stop is not None:
                    break
        return self._summed_up(figures, crashes), crashes

    def in_store(
        self, engine: Engine, path: Path, resume: bool, figures: BatchFigures
    ) -> tuple[BatchSummary, list[CrashingMatch]]:
        """Play the matches that the store lacks, and sum up all that it holds then."""
        with Store(path, self.run, resume) as store:
            todo = store.missing()
            done = self.run.asked - len(todo)
            with making_sense(path):
                for played in store.rows():
                    self._take(played)
            if store.stopped is not None:
                todo = Gaps()
                for crash in store.crashes():
                    self.progress.miss(crash.task.index)
            results = self._dispatched(engine, todo)
            with closing(results), Bar("matches", self.run.asked, done, self.progress.text) as bar:
                # The matches in the store may be enough.
                for result in results if self.progress.stop is None else ():
                    store.add(result)
                    self._take(result)
                    bar.step()
                    if self.progress.stop is not None:
                        break
            store.flush()
            if self.progress.stop is not None and store.stopped is None:
                store.stop(self.progress.stop)
            # Matches came in any order, perhaps too many of them, so the store is read again.
            crashes = store.crashes()
            with making_sense(path):
                for played in store.rows():
                    figures.add(*played)
                return self._summed_up(figures, crashes), crashes

    def _dispatched(
        self, engine: Engine, indices: Collection[int]
    ) -> Generator[MatchResult | CrashingMatch, None, None]:
        tasks = tasks_of(self.run.seats, self.run.seed, indices, self.record, self.bots)
        return dispatch(engine, JobSpec.of(self.run.configuration), tasks, chunk_size(len(indices), engine.workers))

    def _tried_here(self) -> Generator[MatchResult | CrashingMatch, None, None]:
        tasks = tasks_of(self.run.seats, self.run.seed, range(self.run.asked), self.record, self.bots)
        yield from tried_here(self.run.configuration, tasks)

    def _take(self, result: MatchResult | CrashingMatch) -> None:
        if isinstance(result, CrashingMatch):
            self.progress.miss(result.task.index)
        else:
            self.progress.add(result[0].index, *result)
            if isinstance(result, PlayedMatch):
                self.faults.add(result.answers)

    def _summed_up(self, figures: BatchFigures, crashes: Sequence[CrashingMatch]) -> BatchSummary:
        if not figures.matches:
            first = crashes[0]
            raise InputError(
                "simulate: {words} crashed, so there is nothing to sum up; {description}; seen again "
                "with: {shown_again}",
                words=Wording("the match") if len(crashes) == 1 else Wording("all {count} matches", count=len(crashes)),
                description=first.description(),
                shown_again=shown_again(first, self.run.configuration, self.config),
            )
        return figures.summary()
