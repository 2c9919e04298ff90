"""What can be asked of foresight, what comes back, and the function that the worker runs.

A request is plain data; its trial number i is a function of the request and of i alone. So the worker may cut the
trials into batches as time allows, and whatever process does them, the answer is the same.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import parent_process
from typing import Any, Generic, Protocol, TypeVar

from sim.statistics import NO_DATA, Interval, rate


class Trial(Protocol):
    """The outcome of one trial."""

    @property
    def answers(self) -> tuple[bool, ...]:
        """Yes or no to each of the request's questions."""

    @property
    def settled(self) -> bool:
        """False when the cap of simulated time ended it."""


T = TypeVar("T", bound=Trial)
T_co = TypeVar("T_co", bound=Trial, covariant=True)


class Request(Protocol[T_co]):
    """A request to try something `count` times. It must be possible to send it to a process.

    key: which request this is, as the asker calls it. questions: what is counted; the first is the chance that is
    shown.
    """

    @property
    def key(self) -> Hashable: ...

    @property
    def count(self) -> int: ...

    @property
    def questions(self) -> tuple[str, ...]: ...

    def trial(self, index: int) -> T_co:
        """Run trial number `index`."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of trials so far with this outcome, and its chance with the 95 % interval (Wilson)."""

    count: int
    trials: int
    chance: Interval = NO_DATA

    def words(self) -> str:
        """Return words such as `7 of 12`."""
        return f"{self.count} of {self.trials}"


@dataclass(frozen=True, slots=True)
class Forecast(Generic[T]):
    """The answer so far to a request.

    key: of the request. shown: every trial so far, in their order. counted: by question, in the request's order.
    wanted: how many trials were asked for. problem: a sentence, where it could not be tried out (to the end).
    """

    key: Hashable
    wanted: int
    shown: tuple[T, ...]
    counted: Mapping[str, Counted]
    problem: str | None = None

    @property
    def trials(self) -> int:
        """The number of trials so far."""
        return len(self.shown)

    @property
    def unsettled(self) -> int:
        """The number of trials that the cap of simulated time ended."""
        return sum(not trial.settled for trial in self.shown)

    @property
    def done(self) -> bool:
        """True if no more is to come."""
        return self.problem is not None or self.trials >= self.wanted

    @property
    def chance(self) -> Interval:
        """The chance that the first question is answered with yes."""
        return next(iter(self.counted.values())).chance

    @property
    def estimate(self) -> float:
        """Its estimate (NaN before the first trial)."""
        return self.chance.estimate

    @property
    def low(self) -> float:
        """The lower end of its 95 % interval."""
        return self.chance.low

    @property
    def high(self) -> float:
        """The upper end of its 95 % interval."""
        return self.chance.high


@dataclass(frozen=True, slots=True)
class Batch:
    """Some trials, and the figures of all up to their last."""

    trials: tuple[Any, ...]
    counted: tuple[Counted, ...]


def nothing_yet(request: Request[T], problem: str | None = None) -> Forecast[T]:
    """Return the answer to a request before its first trial."""
    return Forecast(request.key, request.count, (), dict.fromkeys(request.questions, Counted(0, 0)), problem)


def with_batch(known: Forecast[T], batch: Batch) -> Forecast[T]:
    """Return the answer after another batch."""
    counted = dict(zip(known.counted, batch.counted, strict=True))
    return Forecast(known.key, known.wanted, (*known.shown, *batch.trials), counted)


def try_out(request: Request[Any], before: Sequence[int], first: int, budget_s: float) -> Batch:
    """Run trials from number `first` on, until they are all done or the time is up; one at least.

    `before`: how often each question was answered with yes up to there.
    """
    until = time.monotonic() + budget_s
    counts, trials = list(before), []
    for index in range(first, request.count):
        trial = request.trial(index)
        trials.append(trial)
        for which, yes in enumerate(trial.answers):
            counts[which] += yes
        if time.monotonic() >= until:
            break
    done = first + len(trials)
    return Batch(tuple(trials), tuple(Counted(count, done, rate(count, done)) for count in counts))


def forecast(request: Request[T]) -> Forecast[T]:
    """Return the whole answer, worked out here and now, for callers that have the time."""
    batch = try_out(request, [0] * len(request.questions), 0, math.inf)
    return with_batch(nothing_yet(request), batch)


class AtOnce:
    """The place of a `Forecaster` where nobody waits for a frame: what is asked is worked out here and now."""

    def __init__(self) -> None:
        self.problem: str | None = None
        self._latest: Forecast[Any] | None = None

    def ask(self, request: Request[Any]) -> None:
        """Work this out, unless it is what was asked last."""
        if self._latest is None or self._latest.key != request.key:
            self._latest = forecast(request)

    def latest(self, key: Hashable = None) -> Forecast[Any] | None:
        """Return the answer to the last request; with a key, only if it is that request's."""
        latest = self._latest
        return latest if key is None or latest is None or latest.key == key else None

    def forget(self) -> None:
        self._latest = None

    def close(self, wait_s: float = 0.0) -> None:
        """Do nothing: there is no process to end, nor any `wait_s` for it."""


def run_in_worker(request: Request[Any], before: Sequence[int], first: int, budget_s: float) -> Batch:
    """Run one batch in the worker.

    The intervals are made here too: what they need takes long to import, and nobody draws.
    """
    lower_priority()
    return try_out(request, before, first, budget_s)


def warm_up() -> None:
    """Import what trials need, as a worker's first job, so that the first real request does not wait for it."""
    lower_priority()
    import sim.physics.bowl.world
    import sim.physics.ship.loading  # noqa: F401

    rate(1, 2)


@cache
def lower_priority() -> None:
    """Give the worker's process the lowest priority: a drawing never waits for it. A process that is none keeps its."""
    if parent_process() is not None and hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, 19)
