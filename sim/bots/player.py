"""A bot that plays: asked with a limit of time, in a thread or a process of its own, so that none can stop a match."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol, cast

import numpy as np

from sim.bots.bot import Info, PythonBot, Question
from sim.protocols import Line


class Late(Exception):  # noqa: N818 - no error of ours: the answer did not come in time
    """The answer has not come in time."""


class Failed(Exception):  # noqa: N818 - no error of ours: the bot is gone, or has raised
    """The bot gives no answer, now or for good. The message says why, in words without a full stop."""


class Player(Protocol):
    """An external bot that has been started.

    name, version: what it calls itself. next_s: when it wants to be asked next, as it said with its last answer. busy:
    True while it is asked. used_s: the processor time of its answers so far (s), NaN where it cannot be measured.
    """

    name: str
    version: str
    next_s: object
    busy: bool

    @property
    def used_s(self) -> float:
        """The processor time so far (s)."""

    def begin(self, info: Info) -> None:
        """Begin a match. Raises Late and Failed."""

    def see(self, percept: Line) -> None:
        """Pass on what all players have seen; an error of the bot shows at the next question."""

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Return the bot's answer. Raises Late and Failed."""

    def end(self) -> None:
        """End the bot."""


_CLOSE_S = 1.0
"""The time that a bot has to close (s)."""


class InThread:
    """A Python bot in a thread of its own. One that hangs is left behind with its thread, and a new one is made."""

    def __init__(self, make: Callable[[], PythonBot]) -> None:
        """Make the bot. make: may raise anything."""
        self._make = make
        self._bot = make()
        self.name, self.version = self._bot.name, self._bot.version
        self.next_s: object = None
        self.busy = False
        self.used_s = 0.0
        self._start()

    def begin(self, info: Info) -> None:
        """Begin a match, with a new bot if the last one never came back. Raises Late and Failed."""
        if self._behind:
            self.end()
            self._bot = self._make()
            self._start()
        self._call(lambda: self._bot.reset(info), max(1.0, info.time_s))

    def see(self, percept: Line) -> None:
        """Pass on what all players have seen."""
        self._sent += 1
        self._jobs.put((self._sent, lambda: self._bot.see(percept), False))

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Return the bot's answer. Raises Late and Failed."""
        self.next_s = None

        def asked() -> tuple[object, object]:
            begun = time.thread_time()
            try:
                answer = self._bot.act(question, np.random.default_rng(seed))
                return answer, self._bot.next(question.now_s) if question.now_s is not None else None
            finally:
                self.used_s += time.thread_time() - begun

        self.busy = True
        try:
            answer, self.next_s = cast(tuple[object, object], self._call(asked, time_s))
        finally:
            self.busy = False
        return answer

    def end(self) -> None:
        """Close the bot; one that hangs is left behind, and never keeps the process from ending."""
        self._jobs.put((0, self._bot.close, False))
        self._jobs.put(None)
        if not self._behind:
            self._thread.join(_CLOSE_S)

    def _start(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[int, Callable[[], object], bool] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[int, object, BaseException | None]] = queue.SimpleQueue()
        self._sent = self._behind = 0
        self._thread = threading.Thread(
            target=_work, args=(self._jobs, self._answers), daemon=True, name=f"bot {self._bot.name}"
        )
        self._thread.start()

    def _call(self, job: Callable[[], object], time_s: float) -> object:
        self._sent += 1
        self._jobs.put((self._sent, job, True))
        deadline = time.monotonic() + time_s
        while True:
            try:
                number, found, error = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self._behind = self._sent
                raise Late(f"no answer within {time_s:g} s") from None
            if number != self._sent:
                continue  # of a question that was given up
            self._behind = 0
            if error is not None:
                raise Failed(" ".join(f"{type(error).__name__}: {error}".split())[:200]) from error
            return found


def _work(
    jobs: queue.SimpleQueue[tuple[int, Callable[[], object], bool] | None],
    answers: queue.SimpleQueue[tuple[int, object, BaseException | None]],
) -> None:
    """Do one job after the other; an error of a job that nobody waits for is kept for the next that is waited for."""
    kept: BaseException | None = None
    while (job := jobs.get()) is not None:
        number, call, waited = job
        try:
            found: object = call()
        except BaseException as error:  # noqa: BLE001 - a bot may raise anything, SystemExit too
            found, kept = None, kept or error
        if waited:
            answers.put((number, found, kept))
            kept = None
