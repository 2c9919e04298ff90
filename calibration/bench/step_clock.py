"""Wall time inside the engine's step, with the cost of measuring it known and taken off."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pymunk

from sim.physics.contact import engine_batches


@dataclass(slots=True)
class StepClock:
    """Wall time inside the engine's steps, with the cost of measuring it known: what one call costs, `calls` times.

    A call is one Space.step, or a stretch of steps inside the engine (sim/physics/contact/engine_batches.py).
    """

    inside_s: float = 0.0
    calls: int = 0
    steps: int = 0


@contextmanager
def timed_steps() -> Iterator[StepClock]:
    """While this lasts, every step of the engine in this process is timed."""
    clock, step, stretch, now = StepClock(), pymunk.Space.step, engine_batches.engine_steps, time.perf_counter

    def timed(space: pymunk.Space, dt: float) -> None:
        begun = now()
        step(space, dt)
        clock.inside_s += now() - begun
        clock.calls += 1
        clock.steps += 1

    def timed_stretch(handle: Any, dt_s: float, steps: int) -> None:
        begun = now()
        stretch(handle, dt_s, steps)
        clock.inside_s += now() - begun
        clock.calls += 1
        clock.steps += steps

    pymunk.Space.step = timed  # type: ignore[assignment, method-assign]
    engine_batches.engine_steps = timed_stretch
    try:
        yield clock
    finally:
        pymunk.Space.step = step  # type: ignore[method-assign]
        engine_batches.engine_steps = stretch


def clock_cost(calls: int = 20000) -> tuple[float, float]:
    """What timing adds to one step: seconds counted as inside it, and seconds in all. Measured on an empty world."""
    space = pymunk.Space()

    def loop() -> float:
        begun = time.perf_counter()
        for _ in range(calls):
            space.step(0.0)
        return time.perf_counter() - begun

    plain: list[float] = []
    timed: list[float] = []
    inside: list[float] = []
    for _ in range(5):
        plain.append(loop())
        with timed_steps() as clock:
            timed.append(loop())
        inside.append(clock.inside_s)
    # The quickest of five: whatever else the machine did only ever adds.
    in_all = max(0.0, min(timed) - min(plain)) / calls
    return max(0.0, min(inside) - min(plain)) / calls, in_all
