"""Engines: a worker that dies loses only its own job; its matches are handed out again, and what crashes is found."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import yardarm.command
from sim.batch import engines, runner
from sim.batch.engines import Processes, engine_of
from sim.batch.job import CrashingMatch, JobSpec, Task, match_seed, play_chunk
from sim.batch.lane import Lane
from sim.batch.runner import LARGEST_CHUNK, LEAD, PATIENCE, chunk_size, dispatch, in_order, index_of, tasks_of
from sim.configuration import load_configuration, versions
from sim.errors import InputError
from sim.match.seats import seats_from
from tests.batch.crashing_workers.sitecustomize import environment
from tests.batch.engine_jobs import die_or_double, generator, refuse, unreadable, worker_pid
from tests.batch.here import Here
from tests.faults import failing
from tests.processes import LONG_S, completed, ended, until

SEATS = seats_from(["casual:random", "casual:random"], "riff-raff")


def needs_dask() -> None:
    """Skip, with the reason, where dask is not installed; where CI promised it, fail."""
    if os.environ.get("CI") == "true":
        import distributed  # noqa: F401
    pytest.importorskip("distributed", reason="the extra [cluster] (dask.distributed) is not installed")


class Death(Exception):  # noqa: N818 - it is no error of ours
    """A worker has died."""


class Fake:
    """An engine of one thread, whose workers die of some matches: always, or this many times."""

    deaths = (Death,)

    def __init__(self, lethal: dict[int, float], workers: int = 2) -> None:
        self.workers = self.ahead = workers
        self.lethal = Counter(lethal)
        self.died: list[tuple[int, ...]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Done at once."""
        assert fn is play_chunk
        future: Future[Any] = Future()
        indices = tuple(task.index for task in args[1])
        first = next((index for index in indices if self.lethal[index] > 0), None)
        if first is None:
            future.set_result([(SimpleNamespace(index=index), []) for index in indices])
        else:
            self.lethal[first] -= 1
            self.died.append(indices)
            future.set_exception(Death())
        return future

    def tend(self) -> None:
        """Nobody needs it."""

    def close(self) -> None:
        """Nothing to end."""


WORK = JobSpec("riff-raff", "draft", "{}", ())


def handed_out(engine: Fake, count: int, chunk: int) -> tuple[list[int], list[int]]:
    """Who was played and who crashed, in the order of coming."""
    results = list(dispatch(engine, WORK, tasks_of(SEATS, 1, range(count)), chunk))
    crashed = [r for r in results if isinstance(r, CrashingMatch)]
    assert [r.task.seed for r in crashed] == [match_seed(1, r.task.index) for r in crashed]
    return [index_of(r) for r in results if not isinstance(r, CrashingMatch)], [index_of(r) for r in crashed]


@given(
    st.integers(1, 40),
    st.integers(1, 8),
    st.integers(1, 4),
    st.dictionaries(st.integers(10, 39), st.sampled_from([1, 2, PATIENCE - 1, float("inf")]), max_size=6),
)
def test_everything_but_the_match_that_crashes_is_played_once(
    count: int, chunk: int, workers: int, lethal: dict[int, float]
) -> None:
    engine = Fake(lethal, workers)
    played, crashed = handed_out(engine, count, chunk)
    assert sorted(crashed) == sorted(i for i, times in lethal.items() if times == float("inf") and i < count)
    assert sorted(played) == [i for i in range(count) if i not in crashed]


def test_a_chunk_is_split_and_the_poison_given_a_fair_trial() -> None:
    engine = Fake({12: float("inf")}, workers=1)
    played, crashed = handed_out(engine, 16, 4)
    assert crashed == [12]
    assert len(played) == 15
    assert engine.died == [(12, 13, 14, 15)] + [(12,)] * PATIENCE


def test_when_everybody_dies_it_is_not_the_matches() -> None:
    engine = Fake(dict.fromkeys(range(100), float("inf")))
    with pytest.raises(InputError, match="it is not the matches"):
        handed_out(engine, 100, 1)
    assert len(engine.died) < 40


@pytest.mark.parametrize(("workers", "chunk"), [(1, 1), (2, 4), (3, 4)])
def test_a_match_that_lags_is_waited_for(monkeypatch: pytest.MonkeyPatch, workers: int, chunk: int) -> None:
    """Tasks are taken as they are needed, and only so far beyond one that does not come back."""
    monkeypatch.setattr(runner, "TEND_S", 0.01)
    waited_at: list[int] = []
    taken = 0

    class Lagging(Fake):
        """The first chunk comes back when nothing else is left to do."""

        def submit(self, fn: Callable[..., Any], /, *args: Any, **how: Any) -> Future[Any]:
            future = super().submit(fn, *args, **how)
            if args[1][0].index > 0:
                return future
            self.late, self.rows = Future[Any](), future.result()
            return self.late

        def tend(self) -> None:
            waited_at.append(taken)
            self.late.set_result(self.rows)

    def tasks() -> Iterator[Task]:
        nonlocal taken
        for task in tasks_of(SEATS, 1, range(count)):
            taken += 1
            yield task

    lead = LEAD * workers
    count = 3 * lead
    engine = Lagging({}, workers)
    engine.ahead = 2 * workers
    order = []
    for result in dispatch(engine, WORK, tasks(), chunk):
        order.append(index_of(result))
        # As many again may have come back and wait to be taken.
        assert taken <= len(order) + 2 * engine.ahead * chunk
    assert sorted(order) == list(range(count))
    assert waited_at == [lead]
    assert order.index(0) == lead - chunk


def caused(error: Exception, cause: Exception) -> Exception:
    """An exception with its cause."""
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (CancelledError(), "scheduler was lost"),
        (ModuleNotFoundError(name="sim"), "a worker or its scheduler cannot import sim"),
        (caused(RuntimeError(), ModuleNotFoundError(name="sim")), "a worker or its scheduler cannot import sim"),
    ],
)
def test_what_else_a_cluster_does(error: BaseException, sentence: str) -> None:
    class Broken(Fake):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    with pytest.raises(InputError, match=sentence):
        handed_out(Broken({}), 3, 1)


@given(st.permutations(range(12)))
def test_results_are_put_in_order_and_none_is_held_too_long(order: list[int]) -> None:
    taken = []

    def coming() -> Iterator[Any]:
        for index in order:
            taken.append(index)
            yield SimpleNamespace(index=index), []

    for due, result in enumerate(in_order(coming(), range(12))):
        assert index_of(result) == due
        assert set(range(due + 1)) <= set(taken)
        assert len(taken) == max(order.index(i) for i in range(due + 1)) + 1


def test_chunks_leave_something_for_everybody() -> None:
    assert [chunk_size(n, 2) for n in (1, 31, 64, 100_000)] == [1, 1, 2, LARGEST_CHUNK]


def test_a_worker_of_another_version_is_refused() -> None:
    work = JobSpec.of(load_configuration("riff-raff", profile="draft"))
    other = JobSpec(work.game, work.profile, work.tree, (("pymunk", "1.0"),))
    with pytest.raises(InputError, match=rf"a worker has pymunk {versions()['pymunk']}, expected 1\.0"):
        play_chunk(other, [])


# ------------------------------------------------------------------------------------------- real processes


@pytest.mark.busy
def test_a_death_touches_nobody_else() -> None:
    with engine_of("processes", 2) as engine:
        assert isinstance(engine, Processes)
        long, deadly = engine.submit(die_or_double, 4, 1.0), engine.submit(die_or_double, -1)
        assert isinstance(deadly.exception(timeout=LONG_S), BrokenProcessPool)
        assert engine.submit(die_or_double, 5).result(timeout=LONG_S) == 10
        assert long.result(timeout=LONG_S) == 8
        # A worker that is killed while it has nothing to do costs nothing.
        pid = engine.submit(worker_pid).result(timeout=LONG_S)
        os.kill(pid, 9)
        until(lambda: ended(pid))
        later = [engine.submit(die_or_double, n) for n in (1, 2)]
        assert [future.result(timeout=LONG_S) for future in later] == [2, 4]


@pytest.mark.busy
def test_the_end_does_not_wait_for_anybody() -> None:
    with engine_of("processes", 2) as engine:
        pids = [engine.submit(worker_pid).result(timeout=LONG_S) for _ in range(2)]
        slow = [engine.submit(time.sleep, 10.0**6) for _ in range(2)]
    # A job whose worker was still being started is cancelled, the other one's worker was killed.
    assert all(future.cancelled() or isinstance(future.exception(timeout=LONG_S), BrokenProcessPool) for future in slow)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


class Idle:
    """A process that does nothing by itself."""

    def __init__(self, made: list[Idle]) -> None:
        self.dead = self.refuses = False
        self.jobs: list[Future[Any]] = []
        made.append(self)

    def submit(self, *_: Any) -> Future[Any]:
        if self.refuses:
            raise BrokenProcessPool
        self.jobs.append(Future())
        return self.jobs[-1]

    def dismiss(self) -> None:
        self.dead = True

    end = dismiss


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Idle]:
    """The processes that an engine starts, which do nothing by themselves."""
    started: list[Idle] = []
    monkeypatch.setattr(engines, "Lane", lambda: Idle(started))
    return started


def test_a_job_goes_to_an_idle_process_else_to_a_new_one_else_to_the_least_busy(made: list[Idle]) -> None:
    engine = Processes(2)
    for _ in range(3):
        engine.submit(worker_pid).set_result(1)
    assert [len(lane.jobs) for lane in made] == [3]
    flying = [engine.submit(worker_pid) for _ in range(4)]
    assert [len(lane.jobs) for lane in made] == [5, 2]
    assert made[1].jobs == [flying[1], flying[3]]
    for future in flying[1::2]:
        future.set_result(1)
    engine.submit(worker_pid)
    engine.submit(worker_pid)
    assert [len(lane.jobs) for lane in made] == [5, 4]
    engine.close()
    assert all(lane.dead for lane in made)


@pytest.mark.parametrize("how", ["dead", "refuses"])
def test_a_process_that_died_idle_is_replaced_and_one_that_dies_of_a_job_is_not_asked_again(
    made: list[Idle], how: str
) -> None:
    engine = Processes(2)
    engine.submit(worker_pid).set_result(1)
    setattr(made[0], how, True)
    engine.submit(worker_pid).set_result(1)
    engine.submit(worker_pid).set_exception(BrokenProcessPool())
    assert [len(lane.jobs) for lane in made] == [1, 2]
    engine.submit(worker_pid)
    assert [len(lane.jobs) for lane in made] == [1, 2, 1]


def test_a_process_outlives_what_cannot_be_passed_on_and_takes_what_waits_with_it() -> None:
    lane = Lane()
    wrong = [lane.submit(lambda: None), lane.submit(generator), lane.submit(unreadable)]
    doubled, last = lane.submit(die_or_double, 4), lane.submit(die_or_double, -1, 0.1)
    waiting, cancelled = lane.submit(worker_pid), lane.submit(worker_pid)
    assert cancelled.cancel()
    assert doubled.result(timeout=LONG_S) == 8
    for future, error in zip(wrong, ("local object", "cannot pickle 'generator'", "cannot be read"), strict=True):
        assert error in str(future.exception())
    lane.end()
    assert lane.dead
    for future in (last, waiting):
        assert isinstance(future.exception(timeout=LONG_S), BrokenProcessPool)
    with pytest.raises(BrokenProcessPool):
        lane.submit(worker_pid)


@pytest.mark.slow
def test_what_cannot_be_sent_is_told_and_costs_no_worker() -> None:
    with engine_of("processes", 1) as engine:
        pid = engine.submit(worker_pid).result(timeout=LONG_S)
        for unsent in (engine.submit(lambda: None), engine.submit(generator)):
            assert "pickle" in str(unsent.exception(timeout=LONG_S))
        with pytest.raises(ValueError, match="not a number") as raised:
            engine.submit(refuse, "not a number").result(timeout=LONG_S)
        assert "in refuse" in "".join(raised.value.__notes__)
        assert engine.submit(worker_pid).result(timeout=LONG_S) == pid


@pytest.mark.slow
def test_what_is_spread_comes_back_in_order() -> None:
    with engines.spread(2) as mapped:
        assert list(mapped(die_or_double, range(9))) == [2 * number for number in range(9)]
        with pytest.raises(InputError, match="a worker process died"):
            list(mapped(die_or_double, [1, -1, 2]))


def test_what_is_spread_is_taken_two_a_worker_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "engine_of", lambda *_: contextlib.nullcontext(Here()))
    numbers = iter(range(9))
    with engines.spread(2) as mapped:
        doubled = mapped(die_or_double, numbers)
        assert next(doubled) == 0
        assert next(numbers) == 2
        assert list(doubled) == [2, 6, 8, 10, 12, 14, 16]
    with engines.spread(1) as mapped:
        assert mapped is map


def test_where_no_thread_can_be_had_no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    before = multiprocessing.active_children()
    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError, match="start new thread"):
        Lane()
    assert multiprocessing.active_children() == before


@pytest.mark.slow
def test_whichever_start_fails_there_is_one_sentence_and_no_process_left(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate zatre --matches 2 --players casual:random,casual:random --profile draft --jobs 2"
    number = 1
    while True:
        with failing("start", number) as countdown:
            code = yardarm.command.run(line.split())
        out, err = capsys.readouterr()
        assert multiprocessing.active_children() == []
        if not countdown.struck:
            break
        assert (code, out) == (2, ""), number
        assert err == "yardarm: no further process or thread can be started; see ulimit -u.\n"
        number += 1
    assert (code, err) == (0, "")
    assert number > 4, "two processes with a thread each"


UNCLOSED = """
import time
from sim.batch.engines import Processes
engine = Processes(2)
print(engine.submit(sum, [1, 2]).result(), flush=True)
engine.submit(time.sleep, 10.0**6)
"""


@pytest.mark.busy
def test_an_engine_that_nobody_closes_ends_with_its_process_without_a_word(root: Path) -> None:
    """The executor of concurrent.futures would wait, or complain of semaphores and of files that are closed."""
    done = completed([sys.executable, "-c", UNCLOSED], cwd=root, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


# ---------------------------------------------------------------------------------------------------- refusals


def test_a_scheduler_is_dask_s() -> None:
    with (
        pytest.raises(InputError, match="--scheduler: is for --engine dask only"),
        engine_of("processes", 1, "tcp://a"),
    ):
        pass
    with pytest.raises(InputError, match="--engine: expected one of processes, dask"), engine_of("threads", 1):
        pass


def test_without_dask_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install '\.\[cluster\]'"), engine_of("dask", 1):
        pass


class Client:
    """A scheduler without dask: its workers have these numbers of threads."""

    threads: tuple[int, ...] = ()

    def __init__(self, *_: Any, **__: Any) -> None:
        self.closed = False

    def wait_for_workers(self, count: int, timeout: float) -> None:
        if len(self.threads) < count:
            raise TimeoutError

    def nthreads(self) -> dict[int, int]:
        return dict(enumerate(self.threads))

    def close(self, timeout: float) -> None:
        self.closed = True


@pytest.fixture
def scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dask that is not installed: only what an engine calls."""
    monkeypatch.setattr(Client, "threads", ())
    distributed = SimpleNamespace(Client=Client, KilledWorker=Death)
    dask = SimpleNamespace(config=SimpleNamespace(set=contextlib.nullcontext))
    for name, module in (("dask", dask), ("distributed", distributed)):
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("scheduler")
def test_a_cluster_gets_two_jobs_for_each_thread_and_must_have_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="the scheduler has no workers"), engine_of("dask", 9, "tcp://here"):
        pass
    monkeypatch.setattr(Client, "threads", (1, 4))
    with engine_of("dask", 9, "tcp://here") as engine:
        assert (engine.workers, engine.ahead, engine.deaths) == (5, 10, (Death,))
        engine.tend()
    monkeypatch.setattr(Client, "threads", (1,))
    with engine_of("dask", 9, "tcp://here") as engine:
        assert (engine.workers, engine.ahead) == (1, 2)


@pytest.mark.usefixtures("scheduler")
def test_a_job_of_a_cluster_is_cancelled_once_if_its_future_is(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    lost = False
    job = SimpleNamespace(cancel=lambda: calls.append("cancel"), cancelled=lambda: lost)
    monkeypatch.setattr(Client, "threads", (1,))
    monkeypatch.setattr(Client, "submit", lambda *_, **__: job, raising=False)
    monkeypatch.setattr(Client, "loop", SimpleNamespace(add_callback=lambda *_: None), raising=False)
    with engine_of("dask", 1, "tcp://here") as engine:
        engine.submit(worker_pid).set_result(1)
        assert calls == []
        engine.submit(worker_pid).cancel()
        assert calls == ["cancel"]
        lost = True
        engine.submit(worker_pid).cancel()
    assert calls == ["cancel"]


@pytest.mark.parametrize("cancelled", [False, True])
@pytest.mark.parametrize("raised", [None, Death(), asyncio.CancelledError()], ids=["done", "dies", "is lost"])
def test_what_comes_of_a_job_of_a_cluster_is_handed_on(raised: BaseException | None, cancelled: bool) -> None:
    async def gather(job: Any, asynchronous: bool) -> int:
        assert asynchronous
        if raised is not None:
            raise raised
        return 42

    future: Future[int] = Future()
    job = SimpleNamespace(cancelled=lambda: cancelled)
    asyncio.run(engines._hand_on(SimpleNamespace(gather=gather), job, future))
    assert future.done()
    if raised is None:
        assert future.result() == 42
    elif isinstance(raised, Death) and not cancelled:
        assert future.exception() is raised
    else:
        assert future.cancelled()


@pytest.mark.study
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "carrier-pigeon://roof", "127.0.0.1"])
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    needs_dask()
    monkeypatch.setattr(engines, "CONNECT_S", 1)
    with pytest.raises(InputError, match="no dask scheduler answers there") as refusal, engine_of("dask", 1, address):
        pass
    assert address in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.study
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_s_address_and_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_dask()
    import distributed

    async def dies(*_arguments: Any, **_options: Any) -> None:
        raise distributed.KilledWorker("job", None, 0)

    monkeypatch.setattr(engines, "CONNECT_S", 2)
    quiet = {"dashboard_address": "127.0.0.1:0", "protocol": "tcp", "processes": False}
    with engines.patiently(lambda: distributed.LocalCluster(n_workers=0, **quiet)) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(InputError, match="the scheduler has no workers"), engine_of("dask", 1, address):
            pass
        monkeypatch.undo()
        cluster.scale(1)
        cluster.wait_for_workers(1, timeout=LONG_S)
        with engine_of("dask", 1, address) as engine:
            assert engine.submit(die_or_double, 21).result(timeout=LONG_S) == 42
            # A worker that dies when it has told that it is done, before it has told the result.
            monkeypatch.setattr(distributed.Client, "_gather", dies)
            job = engine.submit(die_or_double, 21)
            assert isinstance(job.exception(timeout=LONG_S), engine.deaths)
            monkeypatch.undo()
            with pytest.raises(ValueError, match="not a number"):
                engine.submit(refuse, "not a number").result(timeout=LONG_S)


@pytest.mark.slow
def test_a_loop_that_starts_late_is_waited_for() -> None:
    tries: list[int] = []

    def late() -> str:
        tries.append(1)
        assert len(tries) > 2
        return "made"

    assert engines.patiently(late) == "made"

    def never() -> str:
        raise AssertionError

    with pytest.raises(InputError, match="event loop did not start"):
        engines.patiently(never)


@pytest.mark.parametrize("wished", [None, "3"])
def test_a_worker_leaves_the_other_cores_to_the_other_workers(
    wished: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "OPENBLAS_NUM_THREADS"
    monkeypatch.delenv(name, raising=False)
    if wished is not None:
        monkeypatch.setenv(name, wished)
    with engine_of("processes", 1) as engine:
        assert engine.submit(os.getenv, name).result() == (wished or "1")


# ------------------------------------------------------------------------------------------- a crashing match


@pytest.mark.busy
@pytest.mark.parametrize("engine", ["processes", pytest.param("dask", marks=pytest.mark.study)])
def test_a_crashing_match_costs_only_itself(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if engine == "dask":
        needs_dask()
    store = tmp_path / "s.sqlite"
    words = "simulate zatre --matches 3 --seed 3 --players casual:random,casual:random --profile draft --jobs 2"
    for name, value in environment("die", 1).items():
        monkeypatch.setenv(name, value)
    assert yardarm.command.run([*words.split(), "--engine", engine, "--json", "--out", str(store)]) == 0
    said = capsys.readouterr()
    seed = match_seed(3, 1)
    assert said.err == (
        f"yardarm: match 1 (seed {seed}): the worker that plays it dies; it is left out, and seen again with: yardarm "
        f"watch zatre --players casual:random,casual:random --seed {seed} --profile draft --text\n"
    )
    answer = json.loads(said.out)
    assert answer["crashed"] == [{"match": 1, "seed": seed, "error": "the worker that plays it dies"}]
    assert answer["matches"] == 2
    kept = sqlite3.connect(store)
    told = kept.execute("SELECT match, status, seed, turns > 0 FROM matches ORDER BY match").fetchall()
    kept.close()
    assert told == [(i, "crashed" if i == 1 else "played", match_seed(3, i), None if i == 1 else 1) for i in range(3)]


def test_what_was_half_made_is_gone_before_a_loop_starts() -> None:
    """A client that found no scheduler closes itself when it is collected: not during the start of the next loop."""
    gone: list[str] = []

    class HalfMade:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            gone.append("closed")

    HalfMade()
    assert engines.patiently(gone.copy) == ["closed"]
