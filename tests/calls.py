"""What work costs, counted: the same on every machine, however busy."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called while `work` is done, those of Python and those of C."""
    count = 0

    def called(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def given_to(patch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """What a function is given from now on, call after call; it does its work as before."""
    found: list[tuple[Any, ...]] = []
    work = getattr(owner, name)

    def noted(*given: Any, **named: Any) -> Any:
        found.append(given)
        return work(*given, **named)

    patch.setattr(owner, name, noted)
    return found


def peak_of(work: Callable[[], object]) -> int:
    """How many bytes are held at most while `work` is done, beyond those that were held before."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def steps_of(work: Callable[[], object]) -> int:
    """How many lines of Python are run, and functions of C called, while `work` is done."""
    count = 0

    def stepped(_frame: FrameType, event: str, _argument: object) -> Callable[..., object]:
        nonlocal count
        count += event == "line"
        return stepped

    before = sys.gettrace()
    sys.settrace(stepped)
    try:
        calls = calls_of(work)
    finally:
        sys.settrace(before)
    return count + calls
