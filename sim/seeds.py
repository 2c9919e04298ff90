"""Random streams: every stream of the house is named by a seed and a key, and is never shared.

The seed of match i is a function of (run seed, i) alone, so neither the engine, nor the number of workers, nor the
order of work can change a result.
"""

from __future__ import annotations

import struct
import zlib
from functools import lru_cache
from hashlib import blake2b

import numpy as np

Key = int | str


def _sequence(seed: int, keys: tuple[Key, ...]) -> np.random.SeedSequence:
    # Every key takes three words, so that no two lists of keys meet in the same words. These are the very words that
    # SeedSequence(seed, spawn_key=...) mixes; handed over as one array they cost it 2 microseconds instead of 14.
    words = b"".join([_seed_words(seed, bool(keys)), *map(_words, keys)])
    return np.random.SeedSequence(np.frombuffer(words, np.uint32))


@lru_cache(maxsize=256)
def _seed_words(seed: int, filled: bool) -> bytes:
    """Return the words of a seed, low ones first, filled up to the sequence's pool of four where keys follow."""
    if seed < 0:
        raise ValueError(f"a seed must be a non-negative integer, found {seed}")
    words = [seed >> shift & 0xFFFFFFFF for shift in range(0, max(1, seed.bit_length()), 32)]
    if filled:
        words += [0] * (4 - len(words))
    return struct.pack(f"={len(words)}I", *words)


@lru_cache(maxsize=4096, typed=True)
def _words(key: Key) -> bytes:
    if isinstance(key, str):
        # crc32, not hash(): hash() of a string depends on PYTHONHASHSEED.
        return struct.pack("=3I", 1, zlib.crc32(key.encode()), len(key))
    if not 0 <= key < 2**64:
        raise ValueError(f"a key must be a string or a non-negative integer below 2**64, found {key}")
    return struct.pack("=3I", 0, key & 0xFFFFFFFF, key >> 32)


def derive(seed: int, *keys: Key) -> int:
    """Return a seed (63 bits, non-negative) for the stream named by `keys` below `seed`."""
    high, low = _sequence(seed, keys).generate_state(2, np.uint32)
    return (int(high) << 32 | int(low)) & (2**63 - 1)


def rng(seed: int, *keys: Key) -> np.random.Generator:
    """Return a generator for the stream named by `keys` below `seed`; `seed` and integer keys must be non-negative."""
    return np.random.Generator(np.random.PCG64(_sequence(seed, keys)))


def sealed_rng(seed: int, *keys: Key) -> np.random.Generator:
    """Return the generator of `rng`, number by number, without the seed in it.

    A generator of numpy's holds the words that it was made of, so that a bot which draws from it could read the seed
    and foresee every other stream below it. Bots get this one.
    """
    sealed = np.random.PCG64(0)
    sealed.state = np.random.PCG64(_sequence(seed, keys)).state
    return np.random.Generator(sealed)


class Noise:
    """The seed that a match draws from now: its own, or from some moment on another.

    A stream is made when it is drawn from, so that all who hold this object draw from the new seed once it is set.
    """

    __slots__ = ("_below", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._below: list[tuple[Noise, tuple[Key, ...]]] = []

    @property
    def seed(self) -> int:
        """The seed of now."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed = seed
        for noise, keys in self._below:
            noise.seed = derive(seed, *keys)

    def below(self, *keys: Key) -> Noise:
        """Return the noise of the streams named by `keys` and more, which changes with this one."""
        noise = Noise(derive(self._seed, *keys))
        self._below.append((noise, keys))
        return noise

    def derive(self, *keys: Key) -> int:
        """Return the seed of the stream named by `keys`, as `derive` does."""
        return derive(self.seed, *keys)

    def rng(self, *keys: Key) -> np.random.Generator:
        """Return the generator of that stream, as `rng` does."""
        return rng(self.seed, *keys)

    def sealed_rng(self, *keys: Key) -> np.random.Generator:
        """Return the generator of that stream, as `sealed_rng` does."""
        return sealed_rng(self.seed, *keys)


def keyed(key: bytes, *keys: Key) -> bytes:
    """Return 16 bytes by a one-way function with a key (BLAKE2b, RFC 7693), for those who must not find other streams.

    From any number of its values neither the key nor another value can be found.
    """
    return blake2b(b"".join(map(_whole_words, keys)), digest_size=16, key=key).digest()


def keyed_seed(key: bytes, *keys: Key) -> int:
    """Return a seed (63 bits, non-negative) by the same function."""
    return int.from_bytes(keyed(key, *keys)[:8], "little") & (2**63 - 1)


def _whole_words(key: Key) -> bytes:
    content = key.encode() if isinstance(key, str) else b"%d" % key
    return struct.pack("=?I", isinstance(key, str), len(content)) + content
