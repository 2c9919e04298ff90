"""Reading many bodies of the engine at once."""

from __future__ import annotations

import threading

import pymunk.batch


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.buffer = pymunk.batch.Buffer()


_per_thread = _PerThread()


def poses_buffer() -> pymunk.batch.Buffer:
    """An empty buffer, of which there is one a thread: read it before the next world asks.

    The engine never gives back the memory of a buffer (pymunk 7.3): one a world would leak a kilobyte a world.
    """
    buffer = _per_thread.buffer
    buffer.clear()
    return buffer
