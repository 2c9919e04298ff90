"""The speed of a batch: the share of the engine's step, and what a second process brings."""

from __future__ import annotations

import time
from dataclasses import dataclass

from benchmarks.step_clock import clock_cost, timed_steps
from sim.batch.job import Task, match_seed, play
from sim.batch.runner import run_tasks
from sim.protocols import Configuration
from sim.seat import Seat


@dataclass(frozen=True, slots=True)
class Batch:
    """The speed of a batch in this process: seconds of wall time, less the cost of the clock itself."""

    matches: int
    turns: int
    wall_s: float
    step_s: float

    @property
    def step_share(self) -> float:
        """The share of the wall time spent inside the engine's step."""
        return self.step_s / self.wall_s


def run_batch(configuration: Configuration, seats: tuple[Seat, ...], seed: int, seconds: float) -> Batch:
    """Play whole matches, at least one, until `seconds` of wall time have passed."""
    inside, in_all = clock_cost()
    matches = turns = 0
    # A first match, not timed, fills caches and finishes imports.
    play(configuration, Task(0, match_seed(seed, 0), seats))
    begun = time.perf_counter()
    with timed_steps() as clock:
        while matches == 0 or time.perf_counter() - begun < seconds:
            _, rows = play(configuration, Task(matches, match_seed(seed, matches), seats))
            matches += 1
            turns += len(rows)
        wall = time.perf_counter() - begun
    return Batch(matches, turns, wall - in_all * clock.calls, clock.inside_s - inside * clock.calls)


def scaling_two_jobs(configuration: Configuration, seats: tuple[Seat, ...], seed: int, matches: int) -> float:
    """Return the throughput of two processes divided by that of one, without the time to start them."""
    rates = []
    for jobs in (1, 2):
        todo = [Task(i, match_seed(seed, i), seats) for i in range(matches + 2 * jobs)]
        played = run_tasks(configuration, todo, jobs)
        # Once there are as many results as processes, all processes are running.
        for _ in range(jobs):
            next(played)
        begun = time.perf_counter()
        came = sum(1 for _ in played)
        rates.append(came / (time.perf_counter() - begun))
    return rates[1] / rates[0]
