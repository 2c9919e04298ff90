"""Gymnasium's vectors of environments: `gymnasium.make_vec("yardarm.envs:Yardarm/RiffRaffPlace-v0", num_envs=16)`.

Each environment steps in a process of its own, so that all cores are busy, and writes what it observes into memory that
all share. A step waits for the slowest: with six environments a core that leaves about a twentieth of the cores idle.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
from gymnasium.vector import AsyncVectorEnv

from yardarm.envs import ENTRY_POINTS, NAMESPACE


def vector(name: str, num_envs: int = 1, **arguments: Any) -> AsyncVectorEnv:
    """Return environments of a name such as `RiffRaffPlace-v0` side by side; the arguments are those of each."""
    return AsyncVectorEnv([partial(gymnasium.make, f"{NAMESPACE}/{name}", **arguments)] * num_envs)


def __getattr__(name: str) -> Callable[..., AsyncVectorEnv]:
    """Return `vector` of the environments of this name, as `vector_entry_point` asks for it: by a word."""
    if name not in ENTRY_POINTS:
        raise AttributeError(name)
    return partial(vector, name)
