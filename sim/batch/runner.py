"""Plays many matches, in this process or in several, and yields their rows in the order of their index.

The seed of match i is a function of (run seed, i) alone, and every match is played from plain data, so the number of
processes never changes a result.
"""

from __future__ import annotations

import contextlib
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from sim.batch.results import Tally
from sim.configuration import Configuration, configuration_from
from sim.games import game_of
from sim.matches.match import Match
from sim.matches.record import Recorder
from sim.matches.seats import Seat
from sim.seeds import derive

Played = tuple[Any, list[Any]]
"""A match's row and the rows of its turns, as the game's module in sim.batch defines them."""
# Matches handed out ahead, for each process: enough that none waits, few enough that an interrupt is cheap.
_AHEAD = 2


@dataclass(frozen=True, slots=True)
class Task:
    """One match to be played: everything it depends on, besides the configuration that the whole batch shares."""

    index: int
    seed: int
    seats: tuple[Seat, ...]
    record: Path | None = None


def match_seed(run_seed: int, index: int) -> int:
    """The seed of match `index` of a run."""
    return derive(run_seed, "match", index)


def play(configuration: Configuration, task: Task) -> Played:
    """Play one match to its end. Raises InputError if its record cannot be written."""
    game = game_of(configuration.game)
    tally: Tally = game.room("sim.batch").Tally(task.index, task.seed, task.seats)
    tells: list[Callable[[dict[str, Any]], None]] = [tally.tell]
    recorder = None
    if task.record is not None:
        recorder = Recorder.of(configuration, task.seats, task.seed)
        tells.append(recorder.tell)

    def tell(line: dict[str, Any]) -> None:
        for listener in tells:
            listener(line)

    match: Match = game.room("sim.matches").Match(configuration, task.seats, task.seed, tell)
    match.run()
    if recorder is not None and task.record is not None:
        recorder.write(task.record)
    return tally.match_row(), tally.turns


def run_tasks(configuration: Configuration, tasks: Sequence[Task], jobs: int = 1) -> Iterator[Played]:
    """Play these matches with `jobs` processes; the rows come in the order of the tasks, whoever played them."""
    if jobs == 1 or len(tasks) < 2:
        yield from (play(configuration, task) for task in tasks)
        return
    # Spawned, not forked: a worker knows what it was told and nothing else.
    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)),
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(configuration.tree, configuration.profile, configuration.game),
    )
    waiting: deque[Future[Played]] = deque()
    remaining = iter(tasks)
    try:
        for task in remaining:
            waiting.append(pool.submit(_play_here, task))
            if len(waiting) >= _AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


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
    tasks = [
        Task(i, match_seed(run_seed, i), seats, None if records is None else records / f"match-{i:05d}.jsonl")
        for i in range(count)
    ]
    return run_tasks(configuration, tasks, jobs)


# ------------------------------------------------------------------------------------------ in a worker process

_here: list[Configuration] = []


def _begin(tree: Mapping[str, Any], profile: str, game: str) -> None:
    # A terminal's interrupt reaches every process of the command: a worker ends without a word.
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _here[:] = [configuration_from(tree, "the batch's configuration", profile, game)]


def _play_here(task: Task) -> Played:
    return play(_here[0], task)
