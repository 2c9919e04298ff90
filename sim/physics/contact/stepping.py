"""Many steps of the engine at a stretch, without what pymunk does in Python around each of them.

`pymunk.Space.step` spends half a microsecond a step on looking for bodies and shapes that were added or removed
meanwhile; a step of a few cards costs four. It knows nothing else between two steps, so the engine's own function gives
the very same steps. Checked by tests/physics/test_stepping.py.
"""

from __future__ import annotations

from collections import deque
from itertools import repeat
from typing import Any

import pymunk
from pymunk._chipmunk_cffi import lib


def run_steps(space: pymunk.Space, dt_s: float, steps: int) -> None:
    """`space.step(dt_s)`, so many times (at least once).

    The space's callbacks must not add or remove anything: only the first step would notice. Raises what `Space.step`
    raises for a body without mass.
    """
    space.step(dt_s)
    if steps > 1:
        engine_steps(space._space, dt_s, steps - 1)


def engine_steps(handle: Any, dt_s: float, steps: int) -> None:
    """So many steps inside the engine; `handle` is the engine's own. What measures the engine's time wraps this."""
    deque(map(lib.cpSpaceStep, repeat(handle, steps), repeat(dt_s)), 0)
