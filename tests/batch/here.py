"""Batches in the process of the tests: no worker is started, and each match is played but once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

import calibration.league.run
import sim.batch.simulate
from sim.batch import job
from sim.errors import InputError


class Here:
    """An engine that plays in this process."""

    deaths: tuple[type[BaseException], ...] = ()
    workers = ahead = 1

    def submit(self, work: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Play at once."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*given))
        except Exception as error:  # noqa: BLE001 - whoever waits gets it
            future.set_exception(error)
        return future

    def tend(self) -> None:
        """Do nothing."""


def play_by(
    patch: pytest.MonkeyPatch,
    play: Callable[[Any, Any], Any],
    raising: Callable[[Any], Exception | None] = lambda _task: None,
) -> None:
    """Let `play` play the matches of batches in this process; those for which `raising` has an exception crash."""

    def played(configuration: Any, task: Any) -> Any:
        error = raising(task)
        if error is not None:
            with job.at_fault(InputError):
                raise error
        return play(configuration, task)

    patch.setattr(job, "play", played)


_PLAYED: dict[Any, Any] = {}


def play_here(patch: pytest.MonkeyPatch) -> None:
    """Let `simulate` and `league run` play in this process, and no match twice unless it is recorded."""
    for module in (sim.batch.simulate, calibration.league.run):
        patch.setattr(module, "engine_of", lambda *_: contextlib.nullcontext(Here()))
    real = job.play

    def play(configuration: Any, task: Any) -> Any:
        if task.record is not None:
            return real(configuration, task)
        key = configuration.digest, task
        if key not in _PLAYED:
            _PLAYED[key] = real(configuration, task)
        return _PLAYED[key]

    patch.setattr(job, "play", play)
