"""A bot that ends, raises or hangs in one of its methods, or as it is imported: stops.py:sleeps_at_import."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from sim.bots.bot import Question


class CannotBePrintedError(Exception):
    """Raises as it is printed."""

    def __str__(self) -> str:
        raise ValueError("no words")


class ExitsInWordsError(Exception):
    """Ends the process as it is printed."""

    def __str__(self) -> str:
        sys.exit("no words")


def _spins() -> None:
    while True:
        pass


def _raises(error: BaseException) -> Callable[[], None]:
    def do() -> None:
        raise error

    return do


WAYS: dict[str, Callable[[], object]] = {
    "spins": _spins,
    "sleeps": lambda: time.sleep(1000.0),
    "exits": lambda: sys.exit(0),
    "dies": lambda: os._exit(0),
    "raises": _raises(ZeroDivisionError("by zero")),
    "interrupts": _raises(KeyboardInterrupt()),
    "unprintable": _raises(CannotBePrintedError()),
    "exiting": _raises(ExitsInWordsError()),
    "wordy": _raises(ValueError("\x1b[2J\ud800\u202e\u2028" + "x" * 1_000_000)),
}


class Stops:
    """Stops in method `at` in the way `how`; answers like `tests.bots.examples:first`, and calls itself so."""

    name, version = "first", "0"

    def __init__(self, how: str, at: str) -> None:
        self.how, self.at = how, at
        self._stop("made")

    def reset(self, _info: object) -> None:
        """Begin a match."""
        self._stop("reset")

    def see(self, _percept: object) -> None:
        """See."""
        self._stop("see")

    def act(self, question: Question) -> object:
        """Answer."""
        self._stop("act")
        return question.legal[0]

    def next(self, _now_s: float) -> None:
        """Name no time."""
        self._stop("next")

    def close(self) -> None:
        """End."""
        self._stop("close")

    def _stop(self, at: str) -> None:
        if at == self.at:
            WAYS[self.how]()


def __getattr__(name: str) -> Any:
    how, _, place = name.partition("_at_")
    if place != "import":
        raise AttributeError(name)
    WAYS[how]()
    return None
