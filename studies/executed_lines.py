"""Which test executes which lines, and what it takes: a plug-in of pytest for a run under `coverage`.

`python -m coverage run -m pytest -p studies.executed_lines` leaves the tests that passed, with their seconds of
processor time (a busy machine changes little of that), in seconds.json, and their lines in the data file of `coverage`:
the contexts there are the tests' names. What runs between the tests, and when they are read, has no name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

SECONDS: dict[str, float] = {}
FAILED: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Keep apart what each test executes."""
    running = coverage.Coverage.current()
    assert running is not None
    running.switch_context(item.nodeid)
    before_s = _processor_s()
    result = yield
    SECONDS[item.nodeid] = _processor_s() - before_s
    running.switch_context("")
    return result


def _processor_s() -> float:
    """Return the processor time (s) of this process so far, and of those that it has waited for."""
    return sum(os.times()[:4])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note whether a test passes."""
    if report.outcome != "passed":
        FAILED.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write down the tests that pass."""
    passed = {test: round(seconds, 3) for test, seconds in SECONDS.items() if test not in FAILED}
    Path("seconds.json").write_text(json.dumps(passed), "utf-8")
