"""A value that pictures follow a few times a second only, however often it changes."""

from __future__ import annotations

import math
from typing import Generic, TypeVar

T = TypeVar("T")


class Seldom(Generic[T]):
    """The latest value of something, taken over `every_s` seconds after the last one at the earliest."""

    def __init__(self, every_s: float) -> None:
        self._every_s = every_s
        self._at_s = -math.inf
        self._value: T | None = None

    def follow(self, value: T, now_s: float) -> T:
        """Return the value that counts now."""
        if self._value is None or (value != self._value and now_s >= self._at_s + self._every_s):
            self._value, self._at_s = value, now_s
        return self._value
