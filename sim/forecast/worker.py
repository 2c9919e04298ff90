"""Trials in the background: one worker process of the lowest priority, and the latest request wins.

A drawing asks and looks (`ask`, `latest`): both take microseconds and wait for nothing. A thread of this process hands
the worker one short batch at a time; a request that a newer one has overtaken gets no further batch. A worker that dies
is replaced; without a process to run it there is no forecast, and `problem` says so.
"""

from __future__ import annotations

import atexit
import signal
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from contextlib import suppress
from multiprocessing import resource_tracker
from typing import Any

from sim.batch.engines import Engine, Processes
from sim.forecast.trials import Batch, Forecast, Request, nothing_yet, run_in_worker, warm_up, with_batch

FIRST_S, BATCH_S = 0.04, 0.08
"""How long the first batch of a request works, and the others: the first ghosts shall be there soon."""
PATIENCE = 2
"""The number of deaths over one batch after which its request is given up."""
LAST_STRAW = 2 * PATIENCE
"""The number of deaths with nothing done in between after which the requests are not to blame."""
_LOOK_UP_S = 0.1
_LEAVING_S = 2.0
"""How long the end of this process waits for the worker's: far longer than a batch, short for someone who waits."""


class Forecaster:
    """Forecast for one window. `close` it in the end; a process that just ends takes the worker with it.

    Asked at every frame with a key that says what is aimed at (as finely as ghosts shall follow a hand), it starts anew
    only where the key has changed. While a hand moves, each of its places gets at most a batch or none.

    Attributes:
        problem: a sentence, once there can be no foresight.
    """

    def __init__(self, engine: Callable[[], Engine] = lambda: Processes(1)) -> None:
        self.problem: str | None = None
        self._make = engine
        self._bell = threading.Condition()
        self._wanted: Request[Any] | None = None
        self._warm = False
        self._closed = False
        self._latest: Forecast[Any] | None = None
        self._thread: threading.Thread | None = None

    def ask(self, request: Request[Any]) -> None:
        """Try this out, and nothing else any more. Asking again for what is being tried (its key) changes nothing."""
        wanted = self._wanted
        if wanted is None or wanted.key != request.key:
            self._ring(request)

    def forget(self) -> None:
        """Drop the request: `latest` has nothing until something is asked again."""
        with self._bell:
            self._wanted = self._latest = None

    def warm_up(self) -> None:
        """Start the worker before anything is asked, so that the first answer does not wait for its start."""
        self._warm = True
        self._ring(self._wanted)

    def latest(self, key: Hashable = None) -> Forecast[Any] | None:
        """Return the answer to the last request that has any. With a key, only if it is that request's."""
        latest = self._latest
        return latest if key is None or latest is None or latest.key == key else None

    def close(self, wait_s: float = 0.0) -> None:
        """End the worker; what it does is dropped. Waits for that at most `wait_s`."""
        with self._bell:
            self._closed = True
            self._wanted = None
            self._bell.notify()
        if self._thread is not None and wait_s > 0:
            self._thread.join(wait_s)

    def _ring(self, request: Request[Any] | None) -> None:
        if self._closed or self.problem is not None:
            return
        with self._bell:
            self._wanted = request
            self._bell.notify()
        if self._thread is None:
            thread = threading.Thread(target=self._serve, name="foresight", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                self._refused(error)
            else:
                self._thread = thread
                # Otherwise the end of the process would stop that thread in the middle of what it does.
                atexit.register(self.close, _LEAVING_S)

    # ------------------------------------------------------------------------------------------ the thread

    def _serve(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # A terminal's Ctrl-C reaches the worker too, which shall end without a word. It inherits this mask; the
            # tracker must be there before, or it would let interrupts through again.
            with suppress(OSError):
                resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        engine = self._make()
        try:
            self._attend(engine)
        except (OSError, ImportError, NotImplementedError, RuntimeError) as error:
            # No process, no threads; or the interpreter is about to end.
            self._refused(error)
        finally:
            engine.close()

    def _attend(self, engine: Engine) -> None:
        deaths = 0
        while True:
            with self._bell:
                self._bell.wait_for(lambda: self._closed or self._warm or self._due() is not None)
                request, warm, self._warm = self._due(), self._warm, False
            if self._closed:
                return
            if request is None:
                if warm:
                    self._outcome(engine.submit(warm_up))
                continue
            latest = self._latest
            known = latest if latest is not None and latest.key == request.key else nothing_yet(request)
            before = tuple(counted.count for counted in known.counted.values())
            budget_s = BATCH_S if known.trials else FIRST_S
            tries = 0
            while True:
                answer = self._outcome(engine.submit(run_in_worker, request, before, known.trials, budget_s))
                if not isinstance(answer, engine.deaths):
                    break
                deaths, tries = deaths + 1, tries + 1
                if deaths >= LAST_STRAW:
                    self._refused(f"it died {deaths} times")
                    return
                if tries >= PATIENCE:
                    break
            if answer is None:
                return
            if isinstance(answer, Batch):
                deaths = 0
                self._publish(with_batch(known, answer))
            elif isinstance(answer, engine.deaths):
                self._publish(nothing_yet(request, f"This cannot be tried out: the process crashed {tries} times."))
            else:
                self._publish(nothing_yet(request, f"This cannot be tried out: {_words(answer)}."))

    def _due(self) -> Request[Any] | None:
        """Return the request to work on, None if there is none."""
        wanted, latest = self._wanted, self._latest
        done = wanted is not None and latest is not None and latest.key == wanted.key and latest.done
        return None if done else wanted

    def _outcome(self, future: Future[Any]) -> Any:
        """Return a job's result, or the exception; None if everything was closed meanwhile."""
        while not wait((future,), timeout=_LOOK_UP_S).done:
            if self._closed:
                return None
        if future.cancelled() or self._closed:
            return None
        return future.exception() or future.result()

    def _publish(self, known: Forecast[Any]) -> None:
        with self._bell:
            # An overtaken request is shown all the same, for want of better: while a hand moves every one is overtaken.
            if self._wanted is not None:
                self._latest = known

    def _refused(self, why: object) -> None:
        if not self._closed:
            self.problem = f"No chances are shown, because there is no process to work them out: {_words(why)}."


def _words(why: object) -> str:
    return " ".join(str(why).split()).rstrip(".") or type(why).__name__
