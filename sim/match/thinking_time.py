"""The processor time that players take to decide, measured beside a match: nothing of a match depends on it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(slots=True)
class ThinkingTime:
    """The number of decisions that were measured, and their processor time (s), by seat."""

    decisions: dict[str, int] = field(default_factory=dict)
    processor_s: dict[str, float] = field(default_factory=dict)

    def add(self, by: str, seconds: float) -> None:
        """Add a decision. seconds: NaN where it could not be measured; then it is left out."""
        if seconds == seconds:
            self.decisions[by] = self.decisions.get(by, 0) + 1
            self.processor_s[by] = self.processor_s.get(by, 0.0) + seconds


class OutOfTimeError(Exception):
    """A decision takes longer than it may."""


_UNTIL_S: ContextVar[float] = ContextVar("the end of the time for a decision", default=math.inf)
_MEASURED: ContextVar[ThinkingTime | None] = ContextVar("thinking time", default=None)


@contextmanager
def measured() -> Iterator[ThinkingTime]:
    """Measure the decisions of matches that are played in this block, in this thread."""
    found = ThinkingTime()
    before = _MEASURED.set(found)
    try:
        yield found
    finally:
        _MEASURED.reset(before)


@contextmanager
def thinking(by: str) -> Iterator[None]:
    """Count a block as a decision of this player, if decisions are measured."""
    found = _MEASURED.get()
    if found is None:
        yield
        return
    begun = time.thread_time()
    try:
        yield
    finally:
        found.add(by, time.thread_time() - begun)


def thought(by: str, seconds: float) -> None:
    """Count a decision of this player that was made elsewhere, if decisions are measured. seconds: NaN for unknown."""
    found = _MEASURED.get()
    if found is not None:
        found.add(by, seconds)


@contextmanager
def thinking_until(until_s: float) -> Iterator[None]:
    """Limit the decisions in this block: `go_on_thinking` raises OutOfTimeError after that time of time.monotonic()."""
    before = _UNTIL_S.set(until_s)
    try:
        yield
    finally:
        _UNTIL_S.reset(before)


def go_on_thinking() -> None:
    """Note, in the middle of a long decision, that it goes on. Raises OutOfTimeError where it may not."""
    if time.monotonic() > _UNTIL_S.get():
        raise OutOfTimeError
