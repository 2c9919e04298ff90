"""The engine in one call for many: many steps at a stretch, many bodies read at once.

`pymunk.Space.step` spends half a microsecond a step on looking for bodies and shapes that were added or removed
meanwhile; a step of a few cards costs four. It knows nothing else between two steps, so the engine's own function gives
the very same steps. Checked by tests/physics/test_engine_batches.py.
"""

from __future__ import annotations

import threading
from collections import deque
from itertools import repeat
from typing import Any

import pymunk
import pymunk.batch
from pymunk._chipmunk_cffi import lib


def run_steps(space: pymunk.Space, dt_s: float, steps: int) -> None:
    """Call `space.step(dt_s)` `steps` times (at least once).

    The space's callbacks must not add or remove anything: only the first step would notice. Raises what `Space.step`
    raises for a body without mass.
    """
    space.step(dt_s)
    if steps > 1:
        engine_steps(space._space, dt_s, steps - 1)


def engine_steps(handle: Any, dt_s: float, steps: int) -> None:
    """Run `steps` steps inside the engine; `handle` is the engine's own pointer. A meter of engine time wraps this."""
    deque(map(lib.cpSpaceStep, repeat(handle, steps), repeat(dt_s)), 0)


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.buffer = pymunk.batch.Buffer()


_per_thread = _PerThread()


def poses_buffer() -> pymunk.batch.Buffer:
    """Return this thread's buffer, emptied: read it before the next world asks for it.

    The engine never gives back the memory of a buffer (pymunk 7.3): one a world would leak a kilobyte a world.
    """
    buffer = _per_thread.buffer
    buffer.clear()
    return buffer
