"""Random streams: every stream of the house is named by a seed and a key, and is never shared.

The seed of match i is a function of (run seed, i) alone, so neither the engine, nor the number of workers, nor the
order of work can change a result.
"""

from __future__ import annotations

import zlib

import numpy as np

Key = int | str


def _sequence(seed: int, keys: tuple[Key, ...]) -> np.random.SeedSequence:
    # crc32, not hash(): hash() of a string depends on PYTHONHASHSEED.
    spawn_key = tuple(zlib.crc32(k.encode()) if isinstance(k, str) else k for k in keys)
    return np.random.SeedSequence(entropy=seed, spawn_key=spawn_key)


def derive(seed: int, *keys: Key) -> int:
    """A seed (63 bits, non-negative) for the stream named by `keys` below `seed`."""
    high, low = _sequence(seed, keys).generate_state(2, np.uint32)
    return (int(high) << 32 | int(low)) & (2**63 - 1)


def rng(seed: int, *keys: Key) -> np.random.Generator:
    """A generator for the stream named by `keys` below `seed`; `seed` and integer keys must be non-negative."""
    return np.random.Generator(np.random.PCG64(_sequence(seed, keys)))
