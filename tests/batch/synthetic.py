"""A run of any length without playing it: the rows of a few real matches, again and again, and what it costs in memory.

    python -m tests.batch.synthetic STORE.sqlite COUNT FOLDER

takes the matches of a store's first run as patterns and sends a run of COUNT matches through everything that `simulate`
and `report --csv` send one through, but the playing. It prints the peak of resident memory in each stage, in bytes, and
its processor time. Only for Linux, where a process can be asked for its peak and told to forget it.
"""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.batch.export import write_tables
from sim.batch.job import MatchResult, Task
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures
from sim.batch.progress import ProgressEstimate
from sim.batch.runner import LEAD
from sim.batch.simulate import Simulation
from sim.batch.store_format import Tables, opened, read_matches
from sim.batch.store_writer import Run
from sim.configuration import load_configuration
from sim.match.seats import seats_from
from tests.batch.stores import summed


class Endless:
    """An engine of this process: a match is the rows of one of these, with the index and seed that it should have.

    Now and then a chunk comes back late: when nearly as much has been played ahead of it as dispatch allows.
    """

    deaths: tuple[type[BaseException], ...] = ()
    workers = 2
    ahead = 4

    def __init__(self, patterns: Sequence[MatchResult]) -> None:
        self.patterns = patterns
        self._waits = 0
        self._late: deque[tuple[Future[Any], list[MatchResult]]] = deque()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Done at once, or late."""
        future: Future[Any] = Future()
        tasks: Sequence[Task] = args[1]
        rows = [self._played(task) for task in tasks]
        self._waits += len(tasks)
        if not self._late and tasks[0].index % 1000 == 0:
            self._late.append((future, rows))
            self._waits = 0
            return future
        future.set_result(rows)
        if self._waits >= LEAD * self.workers - 2 * len(tasks):
            self.tend()
        return future

    def tend(self) -> None:
        """Whoever is late comes."""
        while self._late:
            future, rows = self._late.popleft()
            future.set_result(rows)

    def close(self) -> None:
        """Nothing to end."""

    def _played(self, task: Task) -> MatchResult:
        row, turns = self.patterns[task.index % len(self.patterns)]
        # New objects, as they come from a worker.
        return replace(row, index=task.index, seed=task.seed), [replace(turn, match=task.index) for turn in turns]


def peak() -> int:
    """The most memory that was resident since `forget`, in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("this system does not tell a process its peak")


def forget() -> None:
    """Begin to look for the peak anew."""
    Path("/proc/self/clear_refs").write_text("5")


def measure(source: Path, count: int, folder: Path) -> dict[str, float]:
    """Peaks of the stages of a run of this many matches, and processor time."""
    connection = opened(source)
    key, game, players, profile = connection.execute("SELECT run, game, players, profile FROM runs LIMIT 1").fetchone()
    words = [f"{seat['profile']}:{seat['strategy']}" for seat in json.loads(players)]
    seats = seats_from(words, game)
    engine = Endless(list(read_matches(connection, source, key, Tables.of(game), len(seats))))
    connection.close()
    room = metrics_of(game)
    run = Run(game, 1, seats, load_configuration(game, profile=profile), count)
    turns = sum(len(turns) for _, turns in engine.patterns) / len(engine.patterns)
    told: dict[str, float] = {"matches": count, "turns_a_match": round(turns, 1)}
    # Once before, so that what is imported for it is there.
    summed(room, engine.patterns, seats)
    begun = time.process_time()

    def end(stage: str) -> None:
        nonlocal begun
        told[stage], told[f"{stage}_s"] = peak(), round(time.process_time() - begun, 1)
        forget()
        begun = time.process_time()

    class Figures(BatchFigures):
        """Tells when the store begins to be read."""

        def add(self, match: Any, turns: Any) -> None:
            if self.matches == 0 and "store" not in told:
                end("store")
            super().add(match, turns)

    forget()
    Simulation(run, ProgressEstimate(room.table, None), None).in_store(
        engine, folder / "s.sqlite", False, Figures(room.table, seats)
    )
    end("summary")
    write_tables(folder / "s.sqlite", folder / "csv", None)
    end("report")
    Simulation(run, ProgressEstimate(room.table, None), None).unkept(engine, BatchFigures(room.table, seats))
    end("unkept")
    return told


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
