"""The processor time that players take to decide, as it is added up."""

from __future__ import annotations

import math
import time

import pytest

from sim.match.thinking_time import measured, thinking, thought


def test_decisions_are_added_up_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 10.25, 20.0, 20.5])
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    with measured() as found:
        for _ in range(2):
            with thinking("Anne"):
                pass
        thought("Anne", math.nan)
        thought("Bert", 0.125)
    assert found.decisions == {"Anne": 2, "Bert": 1}
    assert found.processor_s == {"Anne": 0.75, "Bert": 0.125}
