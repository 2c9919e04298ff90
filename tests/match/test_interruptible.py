"""Work in a thread of its own hands back while it waits, and only one of the two threads runs at a time."""

from __future__ import annotations

import threading
from time import sleep

import pytest

from sim.match.interruptible import Interruptible, wait_for


def test_work_that_waits_hands_back_and_goes_on_where_it_was() -> None:
    gate, done = threading.Event(), []
    work = Interruptible()

    def wait_twice() -> None:
        done.append("begun")
        done.append(wait_for("Anne", lambda: gate.wait(5.0) and "first"))
        done.append(wait_for("Bert", lambda: "second"))

    assert not work.run(wait_twice)
    assert (done, work.waits_for) == (["begun"], "Anne")
    assert not work.run(lambda: done.append("never"))  # what waits comes first
    gate.set()
    while not work.run(lambda: done.append("never")):
        pass
    assert (done, work.waits_for) == (["begun", "first", "second"], "")
    assert work.run(lambda: done.append("next"))
    assert done[-1] == "next"
    work.close()


def test_nothing_runs_while_the_caller_does() -> None:
    work, seen, held = Interruptible(), [], 0

    def count() -> None:
        for number in range(5):
            wait_for("Anne", lambda: sleep(0.02))
            seen.append(number)

    while not work.run(count):
        held += 1
        before = len(seen)
        sleep(0.03)  # meanwhile what is waited for has come
        assert len(seen) == before
    assert held >= 5
    assert seen == list(range(5))


def test_what_the_work_raises_is_raised_by_its_caller() -> None:
    work = Interruptible()

    def fail() -> None:
        wait_for("Anne", lambda: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        all(not work.run(fail) for _ in range(100))
    assert work.run(lambda: None)  # and it may work again


def test_without_a_thread_of_its_own_work_simply_waits() -> None:
    assert wait_for("Anne", lambda: 7) == 7


def test_work_that_nobody_goes_on_with_ends() -> None:
    gate, ended = threading.Event(), threading.Event()
    work = Interruptible()

    def wait() -> None:
        try:
            wait_for("Anne", lambda: gate.wait(5.0))
        finally:
            ended.set()

    assert not work.run(wait)
    work.close()
    gate.set()
    assert ended.wait(5.0)
