"""The worker in the background: the latest request wins, deaths are repaired, refusals are said, ends are quiet."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sim.forecast import worker as background
from sim.forecast.trials import Forecast, forecast, lower_priority, nothing_yet, run_in_worker, try_out, with_batch
from sim.forecast.worker import LAST_STRAW, PATIENCE, Forecaster
from sim.statistics import rate
from tests.processes import LONG_S, ended, running, until


@dataclass(frozen=True)
class Answer:
    """A trial of the made-up request: its number, and who did it."""

    number: int
    worker: int

    @property
    def answers(self) -> tuple[bool, ...]:
        """Divisible by three, by two."""
        return self.number % 3 == 0, self.number % 2 == 0

    @property
    def settled(self) -> bool:
        """Every fifth is not."""
        return self.number % 5 != 0


@dataclass(frozen=True)
class Asked:
    """A request: numbers. `deadly`: a file; while it exists, a trial removes it and takes the worker with it."""

    key: str
    count: int = 10
    wait_s: float = 0.0
    deadly: Path | None = None
    always_deadly: bool = False
    wrong: str = ""
    questions: tuple[str, ...] = ("threes", "twos")

    def trial(self, index: int) -> Answer:
        """One."""
        if self.wrong:
            raise ValueError(self.wrong)
        if self.always_deadly or (index > 2 and self.deadly is not None and self.deadly.exists()):
            if self.deadly is not None:
                self.deadly.unlink()
            os._exit(1)
        time.sleep(self.wait_s)
        return Answer(index, os.getpid())


def answer(foreseer: Forecaster, request: Asked) -> Forecast[Answer]:
    """All of it."""
    foreseer.ask(request)
    until(lambda: bool((known := foreseer.latest(request.key)) and known.done))
    known = foreseer.latest(request.key)
    assert known is not None
    return known


class Here:
    """An engine without processes: jobs are done by the thread that hands them out. `deaths` first jobs die."""

    workers = ahead = 1
    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, deaths: int = 0, refuse: Exception | None = None, gate: threading.Event | None = None) -> None:
        self.lethal, self.refuse, self.gate = deaths, refuse, gate
        self.jobs: list[Any] = []
        self.closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Do it. The worker's own function would make this very process humble."""
        if self.refuse is not None:
            raise self.refuse
        if self.gate is not None:
            self.gate.wait(LONG_S)
        future: Future[Any] = Future()
        if not args:
            future.set_result(None)
            return future
        self.jobs.append(args)
        if self.lethal > 0:
            self.lethal -= 1
            future.set_exception(BrokenProcessPool("dead"))
            return future
        request, before, first, _ = args
        try:
            future.set_result(try_out(request, before, first, 0.0))
        except ValueError as error:
            future.set_exception(error)
        return future

    def tend(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Remember."""
        self.closed = True


@pytest.fixture
def made() -> Iterator[Callable[[Here], Forecaster]]:
    """Foreseers that are closed in the end."""
    all_of_them: list[Forecaster] = []

    def make(engine: Here) -> Forecaster:
        all_of_them.append(Forecaster(lambda: engine))
        return all_of_them[-1]

    yield make
    for foreseer in all_of_them:
        foreseer.close(LONG_S)


# ---------------------------------------------------------------------------------------------------- the figures


def test_batches_add_up_to_the_whole() -> None:
    request = Asked("a", 23)
    known: Forecast[Answer] = nothing_yet(request)
    assert (known.trials, known.done) == (0, False)
    assert known.estimate != known.estimate
    seen = []
    while not known.done:
        counts = [counted.count for counted in known.counted.values()]
        known = with_batch(known, try_out(request, counts, known.trials, 0.0))
        seen.append(known.trials)
    assert seen == list(range(1, 24)), "without time, a batch is one trial"
    assert known == forecast(request)
    assert [trial.number for trial in known.shown] == list(range(23))
    assert known.counted["threes"].words() == "8 of 23"
    assert known.counted["twos"].count == 12
    assert (known.estimate, known.low, known.high) == (8 / 23, rate(8, 23).low, rate(8, 23).high)
    assert known.unsettled == 5


# ----------------------------------------------------------------------------------------------- who is attended to


def test_the_latest_request_wins(made: Callable[[Here], Forecaster]) -> None:
    gate = threading.Event()
    engine = Here(gate=gate)
    foreseer = made(engine)
    assert foreseer.latest() is None
    foreseer.ask(Asked("old", 1000))
    for number in range(50):
        foreseer.ask(Asked(f"new-{number}", 1000))
    foreseer.ask(Asked("last", 7))
    gate.set()
    until(lambda: bool((known := foreseer.latest("last")) and known.done))
    assert len([job for job in engine.jobs if job[0].key != "last"]) <= 1, "one batch may have been on its way"
    assert foreseer.latest("old") is None
    # Asking for the same again costs nothing, and starts nothing.
    done = foreseer.latest()
    jobs = len(engine.jobs)
    foreseer.ask(Asked("last", 7))
    time.sleep(0.05)
    assert foreseer.latest() is done
    assert len(engine.jobs) == jobs


def test_while_requests_chase_each_other_something_is_shown(made: Callable[[Here], Forecaster]) -> None:
    gate = threading.Event()
    foreseer = made(Here(gate=gate))
    foreseer.ask(Asked("first"))
    foreseer.ask(Asked("second", 10**6))
    gate.set()
    until(lambda: foreseer.latest() is not None)
    foreseer.forget()
    assert foreseer.latest() is None
    time.sleep(0.05)
    assert foreseer.latest() is None, "what is forgotten does not come back"
    assert answer(foreseer, Asked("third")).trials == 10


def test_asking_again_after_forgetting_starts_anew(made: Callable[[Here], Forecaster]) -> None:
    foreseer = made(Here())
    first = answer(foreseer, Asked("a"))
    foreseer.forget()
    assert answer(foreseer, Asked("a")) == first


# ------------------------------------------------------------------------------------------- what goes wrong


def test_deaths_are_repaired(made: Callable[[Here], Forecaster]) -> None:
    foreseer = made(Here(deaths=PATIENCE - 1))
    assert answer(foreseer, Asked("a")) == forecast(Asked("a"))
    assert foreseer.problem is None


def test_a_request_that_kills_is_given_up(made: Callable[[Here], Forecaster]) -> None:
    engine = Here(deaths=PATIENCE)
    foreseer = made(engine)
    known = answer(foreseer, Asked("a"))
    assert known.trials == 0
    assert known.problem == "This cannot be tried out: the process crashed 2 times."
    assert answer(foreseer, Asked("b")).trials == 10
    assert foreseer.problem is None


def test_when_everything_dies_there_is_no_foresight(made: Callable[[Here], Forecaster]) -> None:
    engine = Here(deaths=10**6)
    foreseer = made(engine)
    for name in "abcdefgh":
        foreseer.ask(Asked(name))
        until(lambda: foreseer.problem is not None or foreseer.latest(name) is not None)  # noqa: B023
    assert foreseer.problem.endswith(f"it died {LAST_STRAW} times.")
    assert len(engine.jobs) == LAST_STRAW
    until(lambda: engine.closed)


@pytest.mark.parametrize(
    "refusal",
    [OSError(11, "Resource temporarily unavailable"), ImportError("no semaphores"), RuntimeError("no thread")],
)
def test_a_refused_process_is_said(made: Callable[[Here], Forecaster], refusal: Exception) -> None:
    foreseer = made(Here(refuse=refusal))
    foreseer.warm_up()
    foreseer.ask(Asked("a"))
    until(lambda: foreseer.problem is not None)
    assert foreseer.problem.startswith("No chances are shown, because there is no process")
    assert str(refusal) in foreseer.problem
    foreseer.ask(Asked("b"))
    assert foreseer.latest() is None


def test_a_refused_thread_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(background.threading.Thread, "start", refuse)
    foreseer = Forecaster(Here)
    foreseer.ask(Asked("a"))
    assert foreseer.problem is not None
    foreseer.close()


def test_what_cannot_be_tried_out_is_said(made: Callable[[Here], Forecaster]) -> None:
    foreseer = made(Here())
    known = answer(foreseer, Asked("a", wrong="a hand inside the bowl"))
    assert known.problem == "This cannot be tried out: a hand inside the bowl."
    assert answer(foreseer, Asked("b")).problem is None


def test_nothing_is_begun_after_the_end() -> None:
    foreseer = Forecaster(Here)
    foreseer.close()
    foreseer.ask(Asked("a"))
    foreseer.warm_up()
    assert foreseer._thread is None


# ------------------------------------------------------------------------------------------- a real process


@pytest.mark.slow
@pytest.mark.busy
def test_a_real_worker_lives_gives_way_dies_and_comes_back(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly"
    deadly.touch()
    foreseer = Forecaster()
    try:
        foreseer.warm_up()
        first = answer(foreseer, Asked("a", 6))
        assert [trial.number for trial in first.shown] == list(range(6))
        worker = first.shown[0].worker
        assert worker != os.getpid()
        if hasattr(os, "getpriority"):
            assert os.getpriority(os.PRIO_PROCESS, worker) == 19
            assert os.getpriority(os.PRIO_PROCESS, 0) < 19
        # A batch in which it dies is done again by another.
        second = answer(foreseer, Asked("b", 8, wait_s=0.02, deadly=deadly))
        assert [trial.number for trial in second.shown] == list(range(8))
        assert not deadly.exists()
        assert second.shown[-1].worker != worker
        # One that is killed while it has nothing to do is replaced.
        os.kill(second.shown[-1].worker, signal.SIGTERM)
        until(lambda: ended(second.shown[-1].worker))
        third = answer(foreseer, Asked("c", 3))
        assert third.trials == 3
        assert foreseer.problem is None
        known = answer(foreseer, Asked("poison", always_deadly=True))
        assert known.problem is not None
        # The end does not wait for what is being done.
        foreseer.ask(Asked("slow", 1000, wait_s=600.0))
        time.sleep(0.3)
    finally:
        foreseer.close(LONG_S)
    assert not foreseer._thread.is_alive()
    with pytest.raises(ProcessLookupError):
        os.kill(third.shown[0].worker, 0)


SCRIPT = """
import os, sys, time
from sim.forecast.worker import Forecaster
from tests.forecast.test_worker import Asked
foreseer = Forecaster()
foreseer.ask(Asked("a", 10**6, wait_s=0.01))
while foreseer.latest() is None:
    time.sleep(0.01)
try:
    print(foreseer.latest().shown[0].worker, flush=True)
    if sys.argv[1] == "wait":
        time.sleep(10**6)
except KeyboardInterrupt:
    print("stopped", flush=True)
    if sys.argv[2] == "close":
        foreseer.close()
"""


@pytest.mark.busy
@pytest.mark.parametrize(
    ("how", "then"),
    [
        ("wait", "leave"),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in (("wait", "close"), ("end", "leave"))),
    ],
)
def test_the_end_of_the_command_is_quiet(root: Path, how: str, then: str) -> None:
    words = [sys.executable, "-c", SCRIPT, how, then]
    options = {"cwd": root, "env": {**os.environ, "PYTHONPATH": str(root)}, "text": True}
    with running(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as command:
        worker = int(command.stdout.readline())
        if how == "wait":
            # As a terminal does: to the command and to its worker.
            os.killpg(command.pid, signal.SIGINT)
        out, err = command.communicate(timeout=LONG_S)
        until(lambda: ended(worker))
    # Python's own tracker may lose the race with the interrupt that both are sent, and then says so (CPython's doing).
    lines = [line for line in err.splitlines() if "resource_tracker" not in line and "warnings.warn(" not in line]
    assert lines == []
    assert command.returncode == 0
    assert out == ("stopped\n" if how == "wait" else "")


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="priorities are those of Unix")
def test_a_process_that_is_no_worker_keeps_its_priority() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    lower_priority.cache_clear()
    run_in_worker(Asked("a", 1), (0, 0), 0, 1.0)
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
