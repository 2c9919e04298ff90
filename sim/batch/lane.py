"""A worker process, and the thread of this process that hands it jobs: one at a time, so what it dies of is known.

The executor of concurrent.futures needs two threads, three pipes and as many semaphores for the same. Where it can get
only some of these its futures never end, and it leaves semaphores behind or fails aloud at the end of the process.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from multiprocessing.util import Finalize
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from sim.threads import one_thread_each

T = TypeVar("T")
_LEAVE_S = 5.0
"""The time that a process has to end what it has started itself (s)."""
_Job: TypeAlias = tuple[Future[Any], tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]]


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Block SIGINT for this thread until the end, and for good in processes and threads that are started meanwhile.

    A terminal's Ctrl-C reaches every process of a command; workers must leave it to this process, which ends them. Does
    nothing outside the main thread or where signals cannot be masked.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # If it were started later, within this block, it would unblock SIGINT again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def without_main() -> Iterator[None]:
    """Hide the main module from processes that are started until the end.

    A spawned process runs the main module of its parent again, unless that has a guard: a script or a notebook that
    asks for workers would begin anew in each of them. Ours need nothing of it.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


class Lane:
    """One worker process."""

    def __init__(self) -> None:
        """Start the process. Raises OSError or RuntimeError where there can be none, or no thread for it."""
        self._lock = threading.Lock()
        self._dead = False
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        context = multiprocessing.get_context("spawn")
        with contextlib.ExitStack() as undoing:
            self._pipe, theirs = context.Pipe()
            undoing.callback(self._pipe.close)
            with theirs, interrupts_held(), without_main():
                self._process = context.Process(target=_work, args=(theirs,))
                self._process.start()
                undoing.callback(self._process.join)
                undoing.callback(self._process.kill)
                self._thread = threading.Thread(target=self._hand_out, name="worker", daemon=True)
                self._thread.start()
            undoing.pop_all()
        # The end of this process waits for its children, so that one which nobody has closed must be killed before.
        Finalize(self, self._process.kill, exitpriority=1)

    @property
    def dead(self) -> bool:
        """True once the process has ended."""
        return self._process.exitcode is not None

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a job, as an executor does. Raises BrokenProcessPool if the process is known to have died."""
        future: Future[T] = Future()
        with self._lock:
            if self._dead:
                raise _died()
            self._waiting.put((future, (fn, args, kwargs)))
        return future

    def end(self) -> None:
        """End the process, in the middle of a match too; it ends its bots first. What it had not finished has died."""
        self.dismiss()
        self._thread.join()

    def dismiss(self) -> None:
        """Tell the process to end, without waiting for it."""
        self._process.terminate()
        self._waiting.put(None)

    def _hand_out(self) -> None:
        """Hand out jobs until the process dies or is to end."""
        with self._pipe:
            while (job := self._waiting.get()) is not None:
                future, call = job
                if future.set_running_or_notify_cancel() and not self._answered(future, call):
                    break
        self._process.join(_LEAVE_S)
        self._process.kill()
        self._process.join()
        with self._lock:
            self._dead = True
        while not self._waiting.empty():
            job = self._waiting.get()
            if job is not None and job[0].set_running_or_notify_cancel():
                job[0].set_exception(_died())

    def _answered(self, future: Future[Any], call: Any) -> bool:
        """Let the process do a job, and pass on what comes of it; return False if it has died."""
        try:
            content = ForkingPickler.dumps(call)
        except Exception as error:  # noqa: BLE001 - the caller that waits for the future gets it
            future.set_exception(error)
            return True
        try:
            self._pipe.send_bytes(content)
            # What the process started itself may hold its end of the pipe open.
            if self._pipe not in wait((self._pipe, self._process.sentinel)):
                raise EOFError
            done, answer = self._pipe.recv()
        except (EOFError, OSError):
            future.set_exception(_died())
            return False
        except Exception as error:  # noqa: BLE001 - so it does
            # Its traceback would keep the buffer that was read, in a circle that is collected with a complaint.
            future.set_exception(error.with_traceback(None))
            return True
        if done:
            future.set_result(answer)
        else:
            future.set_exception(answer)
        return True


def _died() -> BrokenProcessPool:
    return BrokenProcessPool("a worker process died")


def _work(pipe: Connection) -> None:
    """Do jobs, in the worker process, until the pipe is closed."""
    _begin()
    while True:
        try:
            fn, args, kwargs = pipe.recv()
            answer: tuple[bool, Any] = True, fn(*args, **kwargs)
        except (EOFError, KeyboardInterrupt):
            return
        except BaseException as error:  # noqa: BLE001 - so it does
            error.add_note(f"In a worker process:\n{traceback.format_exc()}")
            answer = False, error
        try:
            pipe.send(answer)
        except OSError:
            return
        except Exception as error:  # noqa: BLE001 - the caller hears of any error
            pipe.send((False, RuntimeError(f"the answer of a worker cannot be sent: {type(error).__name__}: {error}")))


def _begin() -> None:
    """Initialise a worker process: it ignores SIGINT, ends its bots at SIGTERM, and exits when its parent ends.

    It runs before numpy is imported, which looks for the number of threads then.
    """
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, _leave)
    one_thread_each()
    parent = parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(1)

        # Where no thread can be started, a parent that is killed leaves a worker to finish what it does.
        with contextlib.suppress(RuntimeError):
            threading.Thread(target=watch, daemon=True).start()


def _leave(*_: object) -> None:
    """Do what is to be done at the end of a process, and end, whatever it is in the middle of."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    atexit._run_exitfuncs()
    os._exit(1)
