"""Reading bodies at once: worlds come and go, and leave no memory of the engine behind."""

from __future__ import annotations

import ctypes
import gc
import threading

import pytest

from sim.physics.contact.engine_batches import poses_buffer
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import aboard, resting, setup


class _Malloc(ctypes.Structure):
    """`struct mallinfo2` of glibc: ten sizes, of which the eighth is the bytes in use."""

    _fields_ = [(f"size_{number}", ctypes.c_size_t) for number in range(10)]


def in_use() -> int:
    """Bytes that C code holds."""
    try:
        told = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):
        pytest.skip("this C library does not tell what is in use (mallinfo2 of glibc 2.33 does)")
    told.restype = _Malloc
    gc.collect()
    return int(told().size_7)


def test_worlds_that_are_gone_leave_nothing_behind() -> None:
    where = setup()
    crates = [
        resting(where, f"crate-{n}", "crate", "upright", where.ship.slot(n), where.ship.slot(n).centre_mm)
        for n in (1, 4)
    ]
    snapshot = aboard(*crates)

    def look(worlds: int) -> None:
        for _ in range(worlds):
            world = ShipWorld(where, snapshot)
            world.tick()
            assert len(world.places()[0]) == len(snapshot.cargo)

    look(30)
    before = in_use()
    look(300)
    # A buffer that is never freed would be 300 times 200 bytes or more.
    assert in_use() - before < 20_000


def test_every_thread_reads_into_its_own() -> None:
    found = []
    thread = threading.Thread(target=lambda: found.append(poses_buffer()))
    thread.start()
    thread.join()
    assert poses_buffer() is poses_buffer()
    assert found[0] is not poses_buffer()
