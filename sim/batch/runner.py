"""The matches of a run, played in this process or in several, with their rows in the order of the tasks."""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import tee
from pathlib import Path
from typing import Any

from sim.batch.dispatch import Work, dispatch, in_order
from sim.batch.engines import engine_of
from sim.batch.job import CrashingMatch, JobSpec, MatchResult, Task, match_seed, play, play_chunk, tried_here
from sim.bots.words import NO_BOTS, BotWords
from sim.protocols import Configuration
from sim.seat import Seat

__all__ = ["CrashingMatch", "MatchResult", "Task", "match_seed", "play", "run_matches", "run_tasks", "tasks_of"]


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


def run_matches(
    configuration: Configuration,
    seats: tuple[Seat, ...],
    run_seed: int,
    count: int,
    jobs: int = 1,
    records: Path | None = None,
) -> Iterator[MatchResult | CrashingMatch]:
    """Play matches 0 to count - 1 of a run, in order; with `records`, write each match's record into that folder.

    Records are called match-00000.jsonl and so on. Raises InputError where one cannot be written.
    """
    return run_tasks(configuration, tasks_of(seats, run_seed, range(count), records), jobs)


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
