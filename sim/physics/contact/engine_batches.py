"""The engine in one call for many: many steps at a stretch, many bodies or contacts read at once.

`pymunk.Space.step` spends half a microsecond a step on looking for bodies and shapes that were added or removed
meanwhile; a step of a few cards costs four. It knows nothing else between two steps, so the engine's own function gives
the very same steps. Checked by tests/physics/test_engine_batches.py.
"""

from __future__ import annotations

import threading
from collections import deque
from itertools import repeat
from typing import Any

import numpy as np
import pymunk
import pymunk.batch
from pymunk._chipmunk_cffi import ffi, lib

# What is read of a pair of bodies that touch: the number of its contacts, which is 0 once it has parted, and how far
# apart they are, two numbers always.
_CONTACTS = (
    pymunk.batch.ArbiterFields.CONTACT_COUNT
    | pymunk.batch.ArbiterFields.DISTANCE_1
    | pymunk.batch.ArbiterFields.DISTANCE_2
).value
_FIRST_AND_SECOND = np.arange(2)


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


def deepest_in_steps(space: pymunk.Space, dt_s: float, steps: int) -> float:
    """Run steps as `run_steps` does; return the deepest overlap (mm) of two bodies in any of them, 0 if none touched.

    Bodies do not move between the engine's search for contacts and the end of its step, so the contacts are read there:
    a Python callback for each of them would cost several times what the step does.
    """
    buffer, handle = _per_thread.contacts, space._space
    buffer.clear()
    wanted = ffi.new("pmBatchedData *")
    wanted.fields, wanted.intArray, wanted.floatArray = _CONTACTS, buffer._int_arr, buffer._float_arr
    read = ffi.addressof(lib, "pmSpaceArbiterIteratorFuncBatched")
    space.step(dt_s)
    lib.cpSpaceEachCachedArbiter(handle, read, wanted)
    for _ in range(steps - 1):
        engine_steps(handle, dt_s, 1)
        lib.cpSpaceEachCachedArbiter(handle, read, wanted)
    counts = np.frombuffer(buffer.int_buf(), np.uintp)
    distances = np.frombuffer(buffer.float_buf()).reshape(-1, 2)
    return max(0.0, -float(distances[counts[:, np.newaxis] > _FIRST_AND_SECOND].min(initial=0.0)))


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.buffer, self.contacts = pymunk.batch.Buffer(), pymunk.batch.Buffer()


_per_thread = _PerThread()


def poses_buffer() -> pymunk.batch.Buffer:
    """Return this thread's buffer, emptied: read it before the next world asks for it.

    The engine never gives back the memory of a buffer (pymunk 7.3): one a world would leak a kilobyte a world.
    """
    buffer = _per_thread.buffer
    buffer.clear()
    return buffer
