"""Forecasts under the player's own noise: a cloud of outcomes while they aim, and "usually" after an attempt.

"Usually" shows the last attempt several times, each under other noise. Needs no window.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol

from sim.forecast.trials import Forecast, Request


class ForecastSource(Protocol):
    """The background process (sim.forecast.worker.Forecaster), or a substitute for it.

    problem: a sentence that says why there can be no answer, or None.
    """

    problem: str | None

    def ask(self, request: Request[Any]) -> None:
        """Start on this request, and drop the one before."""

    def latest(self, key: Hashable = None) -> Forecast[Any] | None:
        """Return what is known so far (`shown`, `estimate`, `low`, `high`), or None.

        With a key, only the answer to the request of that key.
        """

    def forget(self) -> None:
        """Drop the request and what is known."""

    def close(self, wait_s: float = 0.0) -> None:
        """End the process, and wait at most `wait_s` for that."""


def started_forecaster() -> ForecastSource:
    """Return a worker process that is being started already, so that the first cloud does not wait for its start."""
    from sim.forecast.worker import Forecaster

    forecaster = Forecaster()
    forecaster.warm_up()
    return forecaster


class Forecasts:
    """The requests of one play layer to the background process, and the answers.

    aimed_at: the key of the aim whose outcomes are wanted, None while the hand aims at nothing. played_s: how long
    "usually" has been shown; counted by its game.
    """

    def __init__(self, source: ForecastSource) -> None:
        self._source = source
        self.aimed_at: Hashable = None
        self.played_s = 0.0
        self._last: Request[Any] | None = None
        self._played: Request[Any] | None = None

    @property
    def problem(self) -> str | None:
        """The reason why there can be no answer, or None."""
        return self._source.problem

    def close(self, wait_s: float = 0.0) -> None:
        """End the background process, and wait at most `wait_s` for that."""
        self._source.close(wait_s)

    # ------------------------------------------------------------------------------------------ the cloud

    def aim(self, request: Request[Any]) -> None:
        """Ask for the outcomes of an aim; the same key again changes nothing."""
        self.aimed_at = request.key
        self._source.ask(request)

    def end_aim(self) -> None:
        """Drop the aim and its request, if there is one."""
        if self.aimed_at is not None:
            self.aimed_at = None
            self._source.forget()

    def cloud(self, or_before: bool = False) -> Forecast[Any] | None:
        """Return the outcomes of the aim known so far, at least one, or None.

        or_before: return the last answer of all while there is none for this aim.
        """
        if self.aimed_at is None:
            return None
        known = self._source.latest(self.aimed_at)
        if known is None and or_before:
            known = self._source.latest()
        return known if known is not None and known.shown else None

    # ------------------------------------------------------------------------------------------ usually

    @property
    def playing(self) -> bool:
        """True while "usually" is shown."""
        return self._played is not None

    @property
    def played(self) -> Forecast[Any] | None:
        """The answer to "usually" so far; None while there is none, or it is not shown."""
        return None if self._played is None else self._source.latest(self._played.key)

    def keep(self, request: Request[Any]) -> None:
        """Keep the attempt that has just been made, as the request of its "usually"."""
        self._last = request

    def usually(self) -> bool:
        """Start to show the last attempt under other noise; return False if there was none."""
        if self._last is None:
            return False
        # The cloud of an aim is asked for anew afterwards.
        self.aimed_at = None
        self._played, self.played_s = self._last, 0.0
        self._source.ask(self._last)
        return True

    def stop(self) -> None:
        """Stop "usually"; its trials stay known until something else is asked."""
        self._played = None
