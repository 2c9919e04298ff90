"""The counting of a stored run, in this process or in several at once; the figures are the same.

Each block of matches is counted by itself, and the counts are merged in the order of the blocks. A damaged store is
found at the same match however many processes count.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from calibration.metrics.measured import FigureCollector, Measured, RunCounts
from calibration.metrics.metrics_reader import Reader, StoredRun
from sim.batch.engines import engine_of
from sim.batch.match_counts import metrics_of
from sim.batch.store_format import Span, Tables, connected, making_sense, read_block, refusing
from sim.metrics import Seats


def measure(store: Reader, run: StoredRun, pairs: bool = False, jobs: int = 1) -> Measured:
    """Return the figures of a run, read once from its store.

    pairs: keep the sums of every match, for comparison with another run. jobs: the number of processes that count.
    Raises InputError for a damaged store.
    """
    collector = FigureCollector(metrics_of(run.game).table, run.seats, pairs)
    job = _Job(store.path, run.game, run.key, run.seats, pairs)
    spans = store.spans(run)
    with making_sense(store.path):
        if jobs == 1 or len(spans) == 1 or not store.shared:
            with _collection_paused():
                for span in spans:
                    collector.add_block(store.block(run, span))
        else:
            for counts in _counts(job, spans, min(jobs, len(spans))):
                collector.merge(counts)
        figures, curves = collector.figures()
        comparisons = {each.path: each for each in collector.comparisons()}
    return Measured(run, tuple(figures), {curve.key: curve for curve in curves}, collector.spots, comparisons)


@dataclass(frozen=True, slots=True)
class _Job:
    """A run as a worker needs to know it to count a span of it."""

    path: Path
    game: str
    run: str
    seats: Seats
    pairs: bool


def _counts(job: _Job, spans: Sequence[Span], jobs: int) -> Iterator[RunCounts]:
    with engine_of("processes", jobs) as engine:
        coming: deque[tuple[Span, Future[RunCounts]]] = deque()

        def first() -> RunCounts:
            span, future = coming.popleft()
            try:
                return future.result()
            except engine.deaths:
                # Killed from outside, or for want of memory: what it was to count is counted here.
                return _count(job, span)

        for span in spans:
            coming.append((span, engine.submit(_count, job, span)))
            # Two for each worker, so that none is idle while counts are merged, and few are held.
            if len(coming) > 2 * jobs:
                yield first()
        while coming:
            yield first()


def _count(job: _Job, span: Span) -> RunCounts:
    """Count a span of a run, in a worker.

    The store was checked by the process that asks, which has it open, so that nobody has written to it since.
    """
    collector = FigureCollector(metrics_of(job.game).table, job.seats, job.pairs)
    with (
        closing(connected(job.path, "rw")) as connection,
        making_sense(job.path),
        refusing(job.path),
        _collection_paused(),
    ):
        tables = Tables.of(job.game)
        collector.add_block(read_block(connection, job.path, job.run, tables, len(job.seats), span))
    return collector.counted()


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Pause the garbage collector, which would look through the rows of a block again and again.

    None of them is in a cycle, so all are freed without it; it would take a fifth of the time of counting.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
