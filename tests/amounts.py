"""How much a long search tries: few by default, the full number with the slow tests (`-m slow`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import is_hypothesis_test, settings

Test = TypeVar("Test", bound=Callable[..., None])

SLOW_TOO = False
"""Whether this run takes the slow tests; tests/conftest.py sets it before any test is read."""


def amount(few: int, full: int, **more: Any) -> Callable[[Test], Test]:
    """Try `few` by default, and `full` where the slow tests run, among which the test is then counted.

    A property takes it as its number of examples (put it above `given`; `more` are other settings of hypothesis), any
    other test as its argument `amount`.
    """
    number = full if SLOW_TOO else few

    def decorate(test: Test) -> Test:
        if is_hypothesis_test(test):
            test = settings(max_examples=number, **more)(test)
        else:
            test = pytest.mark.parametrize("amount", [number])(test)
        return pytest.mark.slow(test) if SLOW_TOO else test

    return decorate
