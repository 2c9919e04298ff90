"""A clock for the wall time inside the engine's step, and the cost of the clock itself."""

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
    """The wall time (s) inside the engine's steps, and the number of timed calls and steps.

    A call is one Space.step, or a stretch of steps inside the engine (sim/physics/contact/engine_batches.py).
    """

    inside_s: float = 0.0
    calls: int = 0
    steps: int = 0


@contextmanager
def timed_steps() -> Iterator[StepClock]:
    """Time every step of the engine in this process while the context lasts."""
    clock, step, stretch, now = StepClock(), pymunk.Space.step, engine_batches.engine_steps, time.perf_counter

    def timed(space: pymunk.Space, dt: float) -> None:
        begun = now()
        step(space, dt)
        clock.inside_s += now() - begun
        clock.calls += 1
        clock.steps += 1

    def timed_stretch(handle: Any, dt_s: float, steps: int, after_each: Iterator[object] | None = None) -> None:
        begun = now()
        stretch(handle, dt_s, steps, after_each)
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
    """Measure the cost of timing one call on an empty world.

    Returns the seconds that are counted as inside the step, and the seconds in all.
    """
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
    # The fastest of five, since other work of the machine only adds time.
    in_all = max(0.0, min(timed) - min(plain)) / calls
    return max(0.0, min(inside) - min(plain)) / calls, in_all
