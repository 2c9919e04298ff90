"""The engine in one call for many: many steps at a stretch, many bodies or contacts read at once.

`pymunk.Space.step` spends half a microsecond a step on looking for bodies and shapes that were added or removed
meanwhile; a step of a few cards costs four. It knows nothing else between two steps, so the engine's own function gives
the very same steps. Checked by tests/physics/test_engine_batches.py.
"""

from __future__ import annotations

import struct
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any

import numpy as np
import pymunk
import pymunk.batch
from pymunk._chipmunk_cffi import ffi, lib

# What is read of a pair of bodies that touch: the number of its contacts, which is 0 once it has parted, and how far
# apart they are, two numbers always. Of one contact the second number is 0; of none the first is what it was.
_CONTACTS = (
    pymunk.batch.ArbiterFields.CONTACT_COUNT
    | pymunk.batch.ArbiterFields.DISTANCE_1
    | pymunk.batch.ArbiterFields.DISTANCE_2
).value
_READ_CONTACTS = ffi.addressof(lib, "pmSpaceArbiterIteratorFuncBatched")
_MOTION = (
    pymunk.batch.BodyFields.POSITION
    | pymunk.batch.BodyFields.ANGLE
    | pymunk.batch.BodyFields.VELOCITY
    | pymunk.batch.BodyFields.ANGULAR_VELOCITY
).value
_POSES = (pymunk.batch.BodyFields.BODY_ID | pymunk.batch.BodyFields.POSITION | pymunk.batch.BodyFields.ANGLE).value
_READ_BODY = ffi.addressof(lib, "pmSpaceBodyGetIteratorFuncBatched")
_ROW = struct.Struct("6d")  # of these fields
_NUMBER = ffi.sizeof("cpFloat")
_MANY = 4096  # pairs that are compared in one go


def run_steps(space: pymunk.Space, dt_s: float, steps: int) -> None:
    """Call `space.step(dt_s)` `steps` times (at least once).

    The space's callbacks must not add or remove anything: only the first step would notice. Raises what `Space.step`
    raises for a body without mass.
    """
    space.step(dt_s)
    if steps > 1:
        engine_steps(space._space, dt_s, steps - 1)


def engine_steps(handle: Any, dt_s: float, steps: int, after_each: Iterator[object] | None = None) -> None:
    """Run `steps` steps inside the engine; `handle` is the engine's own pointer. A meter of engine time wraps this.

    after_each: one item of it is taken after each step.
    """
    stepping = map(lib.cpSpaceStep, repeat(handle, steps), repeat(dt_s))
    # zip takes one item of each in turn without any Python between them.
    deque(stepping if after_each is None else zip(stepping, after_each, strict=False), 0)


class Overlap:
    """The deepest overlap of two bodies in the steps that are run by `run_steps`.

    Bodies do not move between the engine's search for contacts and the end of its step, so the contacts are read there:
    a Python callback for each of them would cost several times what the step does. Comparing is left for later, until
    there is much to compare.
    """

    def __init__(self) -> None:
        # The arrays of pymunk.batch.Buffer, whose memory pymunk 7.3 never gives back.
        self._counts = ffi.gc(lib.pmIntArrayNew(_MANY), lib.pmIntArrayFree)
        self._distances = ffi.gc(lib.pmFloatArrayNew(2 * _MANY), lib.pmFloatArrayFree)
        self._wanted = ffi.new("pmBatchedData *")
        self._wanted.fields, self._wanted.intArray = _CONTACTS, self._counts
        self._wanted.floatArray = self._distances
        self._deepest_mm = 0.0

    def run_steps(self, space: pymunk.Space, dt_s: float, steps: int) -> None:
        """Run steps as the function of this name does, and watch them."""
        handle = space._space
        reading = map(lib.cpSpaceEachCachedArbiter, repeat(handle), repeat(_READ_CONTACTS), repeat(self._wanted))
        space.step(dt_s)
        next(reading)
        if steps > 1:
            engine_steps(handle, dt_s, steps - 1, reading)
        if self._counts.num > _MANY:
            self._compare()

    def _compare(self) -> None:
        pairs = self._counts.num
        if pairs:
            counts = np.frombuffer(ffi.buffer(self._counts.arr, ffi.sizeof("uintptr_t") * pairs), np.uintp)
            distances = np.frombuffer(ffi.buffer(self._distances.arr, 2 * _NUMBER * pairs)).reshape(-1, 2)
            distances[counts == 0] = 0.0  # the second is 0 anyway where there is only one
            self._deepest_mm = max(self._deepest_mm, -float(distances.min(initial=0.0)))
            self._counts.num = self._distances.num = 0

    @property
    def deepest_mm(self) -> float:
        """The deepest overlap (mm) so far, 0 if nothing touched."""
        self._compare()
        return self._deepest_mm

    def forget(self) -> None:
        """Begin anew."""
        self._compare()
        self._deepest_mm = 0.0


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.buffer = pymunk.batch.Buffer()
        self.motions, self.poses = self._reading(_MOTION), self._reading(_POSES)

    def _reading(self, fields: int) -> Any:
        wanted = ffi.new("pmBatchedData *")
        wanted.fields, wanted.intArray, wanted.floatArray = fields, self.buffer._int_arr, self.buffer._float_arr
        return wanted


_per_thread = _PerThread()


def motions_of(space: pymunk.Space) -> Iterator[tuple[float, ...]]:
    """Return x, y, angle, vx, vy, omega of every body, in the engine's order (`bodies_of`).

    Read all before the next one is asked in this thread.
    """
    wanted = _per_thread.motions
    found = wanted.floatArray
    found.num = 0
    lib.cpSpaceEachBody(space._space, _READ_BODY, wanted)
    return _ROW.iter_unpack(ffi.buffer(found.arr, _NUMBER * found.num))


def poses_of(space: pymunk.Space) -> tuple[bytes, Sequence[float]]:
    """Return the numbers of all bodies, as the engine holds them, and their x, y and angle in a row, in its order."""
    wanted = _per_thread.poses
    numbers, poses = wanted.intArray, wanted.floatArray
    numbers.num = poses.num = 0
    lib.cpSpaceEachBody(space._space, _READ_BODY, wanted)
    found = memoryview(ffi.buffer(poses.arr, _NUMBER * poses.num)).cast("d").tolist()
    return bytes(ffi.buffer(numbers.arr, ffi.sizeof("uintptr_t") * numbers.num)), found


def bodies_of(space: pymunk.Space) -> list[int]:
    """Return the number (`pymunk.Body.id`) of every body, in the engine's order, which adding and removing change."""
    buffer = poses_buffer()
    pymunk.batch.get_space_bodies(space, pymunk.batch.BodyFields.BODY_ID, buffer)
    return memoryview(buffer.int_buf()).cast("P").tolist()


def poses_buffer() -> pymunk.batch.Buffer:
    """Return this thread's buffer, emptied: read it before the next world asks for it.

    The engine never gives back the memory of a buffer (pymunk 7.3): one a world would leak a kilobyte a world.
    """
    buffer = _per_thread.buffer
    buffer.clear()
    return buffer
