"""Plays many matches, in this process or in several, and yields their rows in the order of the tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import tee
from pathlib import Path

from sim.batch.dispatch import Poison, dispatch, in_order
from sim.batch.engines import engine_of
from sim.batch.work import Played, Task, Work, match_seed, play
from sim.configuration import Configuration
from sim.matches.seats import Seat

__all__ = ["Played", "Task", "match_seed", "play", "run_matches", "run_tasks", "tasks_of"]


def run_tasks(configuration: Configuration, tasks: Iterable[Task], jobs: int = 1) -> Iterator[Played]:
    """Play these matches with `jobs` processes; the rows come in the order of the tasks, whoever played them.

    Tasks are taken as they are needed. Raises RuntimeError for a match that kills whoever plays it: here every row is
    needed.
    """
    if jobs == 1:
        yield from (play(configuration, task) for task in tasks)
        return
    tasks, due = tee(tasks)
    # A worker is started when there is a task for it.
    with engine_of("processes", jobs) as engine:
        came = dispatch(engine, Work.of(configuration), tasks)
        for result in in_order(came, (task.index for task in due)):
            if isinstance(result, Poison):
                raise RuntimeError(f"match {result.task.index} (seed {result.task.seed}) kills whoever plays it")
            yield result


def run_matches(
    configuration: Configuration,
    seats: tuple[Seat, ...],
    run_seed: int,
    count: int,
    jobs: int = 1,
    records: Path | None = None,
) -> Iterator[Played]:
    """Matches 0 to count - 1 of a run, in order; with `records`, each match's record is written into that folder.

    Records are called match-00000.jsonl and so on. Raises InputError where one cannot be written.
    """
    return run_tasks(configuration, tasks_of(seats, run_seed, range(count), records), jobs)


def tasks_of(
    seats: tuple[Seat, ...], run_seed: int, indices: Iterable[int], records: Path | None = None
) -> Iterator[Task]:
    """These matches of a run, as tasks."""
    for i in indices:
        yield Task(i, match_seed(run_seed, i), seats, None if records is None else records / record_name(i))


def record_name(index: int) -> str:
    """The name of the file with the record of a match."""
    return f"match-{index:05d}.jsonl"
