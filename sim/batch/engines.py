"""Engines that play matches: processes of this machine, or a dask cluster.

An engine submits jobs as a `concurrent.futures.Executor` does and has, besides: `workers`, how many jobs it does at
once; `ahead`, how many jobs to hand out at a time; `deaths`, the exceptions of a job whose worker died. Dead workers
are replaced. Each process of this machine has one job at a time, so the job of a process that died is known exactly.
"""

from __future__ import annotations

import contextlib
import gc
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, InvalidStateError
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from sim.batch.lane import Lane, interrupts_held
from sim.errors import InputError
from sim.language import Wording
from sim.refusals import one_of

T = TypeVar("T")
ENGINES = ("processes", "dask")
CONNECT_S = 10
"""The time within which a scheduler must answer, and must have a first worker."""
_STARTS = 4


class Engine(Protocol):
    """An executor whose workers may die."""

    workers: int
    ahead: int
    deaths: tuple[type[BaseException], ...]

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a job, as an executor does."""

    def tend(self) -> None:
        """Replace workers that did not come back by themselves; to be called now and then while waiting."""

    def close(self) -> None:
        """End all workers at once; unfinished jobs are dropped."""


@contextlib.contextmanager
def engine_of(name: str, jobs: int, scheduler: str | None = None) -> Iterator[Engine]:
    """Open the engine of that name with `jobs` workers, and close it at the end. Raises InputError."""
    if name not in ENGINES:
        raise InputError("--engine: {one_of}.", one_of=one_of(name, ENGINES))
    if scheduler is not None and name != "dask":
        raise InputError("--scheduler: is for --engine dask only.")
    engine: Engine = Dask(jobs, scheduler) if name == "dask" else Processes(jobs)
    try:
        yield engine
    finally:
        engine.close()


@contextlib.contextmanager
def spread(jobs: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield what maps a function over items, in their order, in this many processes; with one, in this process.

    The mapping raises InputError where a worker dies.
    """
    if jobs == 1:
        yield map
        return
    with engine_of("processes", jobs) as engine:

        def mapped(fn: Callable[..., T], *items: Iterable[Any]) -> Iterator[T]:
            flying: deque[Future[T]] = deque()
            for each in zip(*items, strict=True):
                flying.append(engine.submit(fn, *each))
                if len(flying) == 2 * engine.workers:
                    yield _result(flying.popleft())
            while flying:
                yield _result(flying.popleft())

        yield mapped


def _result(future: Future[T]) -> T:
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise InputError("a worker process died: expected workers that live (is there enough memory?).") from error


# --------------------------------------------------------------------------------------------------- processes


class Processes:
    """Worker processes of this machine, each with jobs of its own, so that a death costs only one of them."""

    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        self.workers = self.ahead = workers
        self._jobs: dict[Lane, int] = {}
        """How many jobs each process has."""
        self._lock = threading.Lock()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a job to an idle process, else to a new one while there may be more, else to the least busy."""
        with self._lock:
            lane = min(self._jobs, key=self._jobs.__getitem__, default=None)
            if lane is None or (self._jobs[lane] > 0 and len(self._jobs) < self.workers):
                lane = Lane()
                self._jobs[lane] = 0
            self._jobs[lane] += 1
        if lane.dead:
            # It died while it was idle, so no job is lost.
            lane = self._replaced(lane)
        try:
            future = lane.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            lane = self._replaced(lane)
            future = lane.submit(fn, *args, **kwargs)
        future.add_done_callback(lambda done: self._finished(lane, done))
        return future

    def tend(self) -> None:
        """Do nothing: a dead process is replaced when there is a job for it."""

    def close(self) -> None:
        # Iterate over a copy: a process that dies during a job is removed.
        lanes = list(self._jobs)
        for lane in lanes:
            lane.dismiss()
        for lane in lanes:
            lane.end()
        self._jobs.clear()

    def _replaced(self, dead: Lane) -> Lane:
        with self._lock:
            lane = Lane()
            self._jobs.pop(dead, None)
            self._jobs[lane] = 1
            return lane

    def _finished(self, lane: Lane, done: Future[Any]) -> None:
        with self._lock:
            if not done.cancelled() and isinstance(done.exception(), BrokenProcessPool):
                self._jobs.pop(lane, None)
            elif lane in self._jobs:
                self._jobs[lane] -= 1


# -------------------------------------------------------------------------------------------------------- dask


class Dask:
    """A dask cluster: one behind a scheduler's address, or one of processes on this machine."""

    def __init__(self, workers: int, scheduler: str | None) -> None:
        try:
            import dask
            import distributed
        except ImportError as error:
            raise InputError(
                "--engine dask: the package distributed is not installed, expected pip install '.[cluster]'."
            ) from error
        import logging

        # Yardarm reports errors itself, in one sentence. Importing distributed gave some of its loggers own levels, so
        # every logger is silenced.
        quiet = logging.CRITICAL + 1
        loggers = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
        for name in (*loggers, "tornado.application", "asyncio"):
            logging.getLogger(name).setLevel(quiet)
        self.deaths: tuple[type[BaseException], ...] = (distributed.KilledWorker,)
        self._cluster = None
        self._closing = contextlib.ExitStack()
        # Report deaths at once: only sim/batch/runner.py decides how often work is repeated.
        settings = {
            "distributed.scheduler.allowed-failures": 0,
            "distributed.comm.timeouts.connect": f"{CONNECT_S}s",
            "distributed.deploy.lost-worker-timeout": "2s",
        }
        self._closing.enter_context(dask.config.set(settings))
        self._wanted = workers
        try:
            if scheduler is None:
                self._cluster = _local_cluster(distributed, workers, quiet)
                self._closing.callback(self._cluster.close, timeout=CONNECT_S)
            address = scheduler if self._cluster is None else self._cluster
            self._client = patiently(lambda: distributed.Client(address, timeout=CONNECT_S, set_as_default=False))
            self._closing.callback(self._client.close, timeout=CONNECT_S)
        except (OSError, ValueError) as error:
            self._closing.close()
            raise InputError(
                "--scheduler: {scheduler}: no dask scheduler answers there ({words}), expected an "
                "address such as tcp://host:8786.",
                scheduler=scheduler or Wording("a local cluster"),
                words=_words(error),
            ) from error
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_S)
        except TimeoutError as error:
            self._closing.close()
            raise InputError("--scheduler: {scheduler}: the scheduler has no workers.", scheduler=scheduler) from error
        self.workers = max(1, sum(self._client.nthreads().values()))
        # Twice as many jobs as workers, so that no worker is idle while jobs and results are on their way.
        self.ahead = 2 * self.workers

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a job, as an executor does.

        It does not use `distributed`'s own executor, which loses a job whose worker dies after the job is done but
        before its result was fetched.
        """
        job = self._client.submit(fn, *args, pure=False, **kwargs)
        future: Future[T] = Future()
        future.add_done_callback(lambda done: job.cancel() if done.cancelled() and not job.cancelled() else None)
        self._client.loop.add_callback(_hand_on, self._client, job, future)
        return future

    def tend(self) -> None:
        """Replace workers that died while they were being started, which the local cluster does not do itself."""
        if self._cluster is not None and len(self._client.nthreads()) < self._wanted:
            self._cluster.scale(self._wanted)

    def close(self) -> None:
        """Disconnect from the cluster, and end it if it was started here."""
        self._closing.close()


async def _hand_on(client: Any, job: Any, future: Future[Any]) -> None:
    """Wait for a job of dask's and pass its result, exception or cancellation on to `future`."""
    # The future may be cancelled at any moment; then its result is not wanted.
    with contextlib.suppress(InvalidStateError):
        try:
            future.set_result(await client.gather(job, asynchronous=True))
        except BaseException as failure:  # noqa: BLE001 - the caller that waits for the future gets it
            if isinstance(failure, Exception) and not job.cancelled():
                future.set_exception(failure)
            elif future.cancel():
                # Only this wakes `concurrent.futures.wait`.
                future.set_running_or_notify_cancel()


def patiently(make: Callable[[], T]) -> T:
    """Return what `make` makes with distributed, trying again while its event loop does not start within ten seconds.

    distributed then fails with a bare assertion, as can happen on a busy machine. Raises InputError after `_STARTS`
    failures.
    """
    for _ in range(_STARTS):
        with warnings.catch_warnings():
            # Collect half-made objects of failed attempts now. Later they would warn that they were not closed, and
            # if they were collected while another loop starts, the two would wait for each other for ever.
            warnings.simplefilter("ignore")
            gc.collect()
        with contextlib.suppress(AssertionError):
            return make()
    raise InputError(
        "--engine dask: its event loop did not start in {starts} tries; is the machine too busy?", starts=_STARTS
    )


def _local_cluster(distributed: Any, workers: int, log_level: int) -> Any:
    """Start a dask cluster of processes on this machine. Raises InputError if its workers die at their start."""

    def make() -> Any:
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            # Any free port, since another cluster may run on this machine.
            dashboard_address="127.0.0.1:0",
            silence_logs=log_level,
            protocol="tcp",
        )

    for _ in range(_STARTS):
        with interrupts_held(), contextlib.suppress(RuntimeError):
            return patiently(make)
    raise InputError(
        "--engine dask: the workers of a local cluster died at their start, {starts} times.", starts=_STARTS
    )


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text.rstrip(".")
