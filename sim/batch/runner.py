"""The matches of a run, played in this process or handed out to the workers of an engine, again where a worker died.

Results are taken as they come, in any order, or put into the order of the tasks. A chunk of matches whose worker died
is played again, match by match, by other workers. A match that is alone in its chunk when its worker dies, `PATIENCE`
times, is a crashing match: it is reported with its seed, and everything else is finished. A match that raises an
exception is reported in the same way, but its worker lives on and returns the other matches of the chunk
(sim/batch/job.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from itertools import islice, tee
from pathlib import Path
from typing import Any, TypeAlias

from sim.batch.engines import Engine, engine_of
from sim.batch.job import CrashingMatch, JobSpec, MatchResult, Task, match_seed, play_chunk, tried_here
from sim.bots.words import NO_BOTS, BotWords
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seat import Seat

Work: TypeAlias = Callable[[Any, Sequence[Task]], list[Any]]
"""What a worker does with tasks, given what they share: a result for each, as `index_of` knows it."""
PATIENCE = 4
"""The number of workers that a match must kill to be a crashing one: fewer deaths may be accidents."""
HOPELESS = 5
"""The number of crashing matches at which a run is given up if no match has come back: the fault is not theirs."""
LARGEST_CHUNK = 4
LEAD = 64
"""The number of matches per worker that may be handed out beyond one that is still being played. Results that come
before their turn are held in memory, so one very long match must not let them grow without end."""
TEND_S = 2.0
"""The time without any result after which the engine looks after its workers."""


@dataclass(frozen=True, slots=True)
class _Load:
    """Tasks that are handed out as one job. deaths: how many workers it has killed, counted for single tasks only."""

    tasks: Sequence[Task]
    first: int
    """The number of tasks that were handed out before these."""
    deaths: int = 0


def chunk_size(count: int, workers: int) -> int:
    """Return the number of matches in a chunk: at most `LARGEST_CHUNK`, and small enough to keep all workers busy."""
    return max(1, min(LARGEST_CHUNK, count // (16 * workers)))


def dispatch(
    engine: Engine, job: Any, tasks: Iterable[Task], chunk: int = 1, work: Work = play_chunk
) -> Generator[MatchResult | CrashingMatch, None, None]:
    """Yield each match's rows, or how it crashed, in the order in which they come. Raises InputError.

    job: what all tasks share, a `JobSpec` where `work` plays matches.

    Tasks are taken from the iterable as they are needed, at most `LEAD` per worker (or what the engine is handed at a
    time, if that is more) beyond the earliest one that has not come back.
    """
    fresh = iter(tasks)
    handed_out, lead = 0, max(LEAD * engine.workers, engine.ahead * chunk)
    again: deque[_Load] = deque()
    flying: dict[Future[list[MatchResult | CrashingMatch]], _Load] = {}
    came: list[MatchResult | CrashingMatch] = []
    came_back = deadly = 0
    # A worker that lacks memory counts as dead: how much memory it has does not depend on the match.
    deaths: tuple[type[BaseException], ...] = (*engine.deaths, MemoryError)
    try:
        while True:
            while len(flying) < engine.ahead:
                if again:
                    load = again.popleft()
                elif handed_out - min((load.first for load in flying.values()), default=handed_out) >= lead:
                    break
                else:
                    load = _Load(tuple(islice(fresh, chunk)), handed_out)
                    handed_out += len(load.tasks)
                if not load.tasks:
                    break
                flying[engine.submit(work, job, load.tasks)] = load
            # Yield only now that every worker has work again: the caller may need a while for the rows.
            yield from came
            came.clear()
            if not flying:
                return
            done, _ = wait(flying, TEND_S, FIRST_COMPLETED)
            if not done:
                engine.tend()
            for future in done:
                load = flying.pop(future)
                try:
                    rows = _result(future)
                except deaths:
                    if len(load.tasks) > 1:
                        again.extend(_Load((task,), load.first) for task in load.tasks)
                    elif load.deaths + 1 < PATIENCE:
                        again.append(_Load(load.tasks, load.first, load.deaths + 1))
                    else:
                        came.append(CrashingMatch(load.tasks[0]))
                        deadly += 1
                else:
                    came += rows
                    came_back += len(rows)
            if deadly >= HOPELESS and not came_back:
                raise InputError(
                    "the first {deadly} matches each killed {patience} workers, so it is not the matches: expected "
                    "workers that live (is there enough memory?).",
                    deadly=deadly,
                    patience=PATIENCE,
                )
    finally:
        for future in flying:
            future.cancel()


def _result(future: Future[list[MatchResult | CrashingMatch]]) -> list[MatchResult | CrashingMatch]:
    try:
        return future.result()
    except CancelledError:
        raise InputError("the dask scheduler was lost; what has been kept goes on with --resume.") from None
    except (ImportError, RuntimeError) as error:
        # A scheduler that cannot import what it is given raises a RuntimeError whose cause is the ImportError.
        missing = error if isinstance(error, ImportError) else error.__cause__
        if not isinstance(missing, ImportError):
            raise
        raise InputError(
            "a worker or its scheduler cannot import {missing}: expected this version of Yardarm there.",
            missing=missing.name,
        ) from error


def in_order(
    results: Iterable[MatchResult | CrashingMatch], order: Iterable[int]
) -> Generator[MatchResult | CrashingMatch, None, None]:
    """Yield the results in the order of these match indices; each is held until those before it have come."""
    held: dict[int, MatchResult | CrashingMatch] = {}
    coming = iter(results)
    for due in order:
        while due not in held:
            result = next(coming)
            held[index_of(result)] = result
        yield held.pop(due)


def index_of(result: MatchResult | CrashingMatch) -> int:
    if isinstance(result, CrashingMatch):
        return result.task.index
    index: int = result[0].index
    return index


def run_tasks(
    configuration: Configuration, tasks: Iterable[Task], jobs: int = 1
) -> Generator[MatchResult | CrashingMatch, None, None]:
    """Play these matches with `jobs` processes; yield each one's rows, or how it crashed, in the order of the tasks.

    Tasks are taken as they are needed. Raises InputError.
    """
    if jobs == 1:
        yield from tried_here(configuration, tasks)
        return
    yield from spread(JobSpec.of(configuration), tasks, jobs)


def spread(
    job: Any, tasks: Iterable[Task], jobs: int, work: Work = play_chunk
) -> Generator[MatchResult | CrashingMatch, None, None]:
    """Yield what `jobs` processes make of these tasks, in their order (see `dispatch`). Raises InputError."""
    tasks, due = tee(tasks)
    # The engine starts a worker only when there is a task for it.
    with engine_of("processes", jobs) as engine:
        yield from in_order(dispatch(engine, job, tasks, work=work), (task.index for task in due))


def tasks_of(
    seats: tuple[Seat, ...],
    run_seed: int,
    indices: Iterable[int],
    records: Path | None = None,
    bots: BotWords = NO_BOTS,
) -> Iterator[Task]:
    """Yield the tasks of these matches of a run."""
    for i in indices:
        yield Task(i, match_seed(run_seed, i), seats, None if records is None else records / record_name(i), bots)


@dataclass(frozen=True, slots=True)
class RecordNames(Container[str]):
    """The names of the files with the records of matches 0 to count - 1, without a list of them."""

    count: int

    def __contains__(self, name: object) -> bool:
        number = str(name).removeprefix("match-").removesuffix(".jsonl")
        return number.isdecimal() and record_name(int(number)) == name and int(number) < self.count


def record_name(index: int) -> str:
    """Return the name of the file with the record of a match."""
    return f"match-{index:05d}.jsonl"
