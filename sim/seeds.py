"""Random streams: every stream of the house is named by a seed and a key, and is never shared.

The seed of match i is a function of (run seed, i) alone, so neither the engine, nor the number of workers, nor the
order of work can change a result.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np

Key = int | str


def _sequence(seed: int, keys: tuple[Key, ...]) -> np.random.SeedSequence:
    # Every key takes three words, so that no two lists of keys meet in the same words.
    spawn_key = tuple(word for key in keys for word in _words(key))
    return np.random.SeedSequence(entropy=seed, spawn_key=spawn_key)


@lru_cache(maxsize=4096, typed=True)
def _words(key: Key) -> tuple[int, int, int]:
    if isinstance(key, str):
        # crc32, not hash(): hash() of a string depends on PYTHONHASHSEED.
        return 1, zlib.crc32(key.encode()), len(key)
    if not 0 <= key < 2**64:
        raise ValueError(f"a key must be a string or a non-negative integer below 2**64, found {key}")
    return 0, key & 0xFFFFFFFF, key >> 32


def derive(seed: int, *keys: Key) -> int:
    """A seed (63 bits, non-negative) for the stream named by `keys` below `seed`."""
    high, low = _sequence(seed, keys).generate_state(2, np.uint32)
    return (int(high) << 32 | int(low)) & (2**63 - 1)


def rng(seed: int, *keys: Key) -> np.random.Generator:
    """A generator for the stream named by `keys` below `seed`; `seed` and integer keys must be non-negative."""
    return np.random.Generator(np.random.PCG64(_sequence(seed, keys)))
