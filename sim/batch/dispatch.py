"""Hand out matches to an engine and take their rows as they come, in any order; re-run those of dead workers.

A chunk of matches whose worker died is played again, match by match, by other workers. A match that is alone when its
worker dies, again and again, is a crashing match: it is reported with its seed, and everything else is finished. So is
a match that raises, which costs no other match anything: its worker says so (sim/batch/job.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from itertools import islice

from sim.batch.engines import Engine
from sim.batch.job import CrashingMatch, JobSpec, MatchResult, Task, play_chunk
from sim.errors import InputError

PATIENCE = 4
"""The number of workers that a crashing match kills: one death may be an accident, so may two."""
HOPELESS = 5
"""The number of matches that kill before any other came back, played or not: it is not the matches."""
LARGEST_CHUNK = 4
LEAD = 64
"""The number of matches for each worker that may be handed out beyond one that is still being played. Results that come
before their turn are held, so a match that takes very long must not let them grow without end."""
TEND_S = 2.0
"""After so long without any result the engine is asked to look after its workers."""


@dataclass(frozen=True, slots=True)
class _Load:
    tasks: Sequence[Task]
    first: int
    """How many tasks had been handed out before these."""
    deaths: int = 0


def chunk_size(count: int, workers: int) -> int:
    """Return the number of matches in a chunk: so few that all workers are busy to the end, at most `LARGEST_CHUNK`."""
    return max(1, min(LARGEST_CHUNK, count // (16 * workers)))


def dispatch(
    engine: Engine, work: JobSpec, tasks: Iterable[Task], chunk: int = 1
) -> Generator[MatchResult | CrashingMatch, None, None]:
    """Yield each match's rows, or how it crashed, as they come. Raises InputError.

    Tasks are taken as they are needed, never more than `LEAD` a worker beyond the first that has not come back.
    """
    fresh = iter(tasks)
    handed_out, lead = 0, max(LEAD * engine.workers, engine.ahead * chunk)
    again: deque[_Load] = deque()
    flying: dict[Future[list[MatchResult | CrashingMatch]], _Load] = {}
    came: list[MatchResult | CrashingMatch] = []
    came_back = deadly = 0
    # A worker without memory is as good as dead: how much of it there is does not depend on the match.
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
                flying[engine.submit(play_chunk, work, load.tasks)] = load
            # Only now, when every worker has something to do again: the caller may need a while for the rows.
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
                    f"the first {deadly} matches each killed {PATIENCE} workers, so it is not the matches: expected "
                    "workers that live (is there memory enough?)."
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
        # A scheduler that does not know what it hands out says so with a RuntimeError whose cause is the ImportError.
        missing = error if isinstance(error, ImportError) else error.__cause__
        if not isinstance(missing, ImportError):
            raise
        raise InputError(
            f"a worker or its scheduler cannot import {missing.name}: expected this version of Yardarm there."
        ) from error


def in_order(
    results: Iterable[MatchResult | CrashingMatch], order: Iterable[int]
) -> Generator[MatchResult | CrashingMatch, None, None]:
    """Yield the same results in the order of these indices: each is held until those before it have come."""
    held: dict[int, MatchResult | CrashingMatch] = {}
    coming = iter(results)
    for due in order:
        while due not in held:
            result = next(coming)
            held[index_of(result)] = result
        yield held.pop(due)


def index_of(result: MatchResult | CrashingMatch) -> int:
    """Return the index of the match that a result is of."""
    if isinstance(result, CrashingMatch):
        return result.task.index
    index: int = result[0].index
    return index
