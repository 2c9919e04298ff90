"""How much a long search tries: few by default, more with the slow tests (`-m slow`) and with studies (`-m study`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import is_hypothesis_test, settings

Test = TypeVar("Test", bound=Callable[..., None])

SLOW_TOO = False
"""Whether this run takes the slow tests; tests/conftest.py sets it before any test is read."""
STUDIES_TOO = False
"""Whether it takes the studies; set likewise."""


def amount(few: int, full: int, whole: int | None = None, **more: Any) -> Callable[[Test], Test]:
    """Try `few` by default, and `full` where the slow tests run, among which the test is then counted if that is more.

    With `whole`, try that many where the studies run, and count the test among these.
    A property takes it as its number of examples (put it above `given`; `more` are other settings of hypothesis), any
    other test as its argument `amount`.
    """
    study = STUDIES_TOO and whole is not None
    number = whole if study and whole is not None else full if SLOW_TOO else few

    def decorate(test: Test) -> Test:
        if is_hypothesis_test(test):
            test = settings(max_examples=number, **more)(test)
        else:
            test = pytest.mark.parametrize("amount", [number])(test)
        return pytest.mark.study(test) if study else pytest.mark.slow(test) if SLOW_TOO and full > few else test

    return decorate
