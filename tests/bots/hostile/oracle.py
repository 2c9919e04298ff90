"""A search for the seed of a match from what its bot gets to know: numpy's streams of many seeds at a time."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.uint64]
_CHUNK = 1 << 17
_LOW = np.uint64(0xFFFFFFFF)
_MOST = np.uint64(2**63 - 1)
# Of numpy's SeedSequence (O'Neill, "Developing a seed_seq alternative", 2015).
_INIT_A, _MULT_A, _INIT_B, _MULT_B = 0x43B0D7E5, 0x931E8875, 0x8B51F9DD, 0x58F38DED
_MIX_L, _MIX_R = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)
_SHIFT = np.uint32(16)
PATHS: tuple[tuple[tuple[int | str, ...], ...], ...] = (
    (("match", 0),),
    (("match", 1),),
    (("match", 0), ("bots", 0)),
    (("match", 0), ("bots", "Anne")),
    (("match", 0), ("bot", "Anne")),
    (("match", 0), ("bot", "Anne", "match")),
    (("match", 0), ("question", "Anne", 1)),
    (("match", 0), ("question", "Anne", 0)),
    (("match", 0), ("mind", "Anne", 0)),
    (("match", 0), ("match", "Anne")),
    (("bots", 0), ("match", "Anne")),
    (("bot", "Anne"),),
    (("bot", "Anne", "match"),),
    (("question", "Anne", 1),),
)
"""What is derived, one after the other, from a guess: of the seed of a run, or of a match."""


class _Mixed:
    """A hash whose constant goes on with each use."""

    def __init__(self, first: int, factor: int) -> None:
        self.constant, self._factor = first, factor

    def of(self, value: Any) -> Any:
        value = value ^ np.uint32(self.constant)
        self.constant = self.constant * self._factor & 0xFFFFFFFF
        value = value * np.uint32(self.constant)
        return value ^ value >> _SHIFT


def _mixed(one: Any, other: Any) -> Any:
    found = one * _MIX_L - other * _MIX_R
    return found ^ found >> _SHIFT


def derived(seeds: Numbers, *keys: int | str) -> Numbers:
    """Return `sim.seeds.derive` of many seeds at once."""
    none = np.zeros(1, np.uint32)
    words: list[Any] = [(seeds & _LOW).astype(np.uint32), (seeds >> np.uint64(32)).astype(np.uint32), none, none]
    for key in keys:
        parts = (1, zlib.crc32(key.encode()), len(key)) if isinstance(key, str) else (0, key & 0xFFFFFFFF, key >> 32)
        words += [np.full(1, part, np.uint32) for part in parts]
    mixed = _Mixed(_INIT_A, _MULT_A)
    pool = [mixed.of(word) for word in words[:4]]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = _mixed(pool[target], mixed.of(pool[source]))
    for word in words[4:]:
        for target in range(4):
            pool[target] = _mixed(pool[target], mixed.of(word))
    out = _Mixed(_INIT_B, _MULT_B)
    high, low = (out.of(each).astype(np.uint64) for each in pool[:2])
    return (high << np.uint64(32) | low) & _MOST


def told_numbers(told: object) -> set[int]:
    """Return the numbers that a bot gets to know and that could be seeds."""
    if isinstance(told, dict):
        return set().union(*map(told_numbers, told.values()))
    if isinstance(told, list):
        return set().union(*map(told_numbers, told))
    return {told} if isinstance(told, int) and told >= 2**32 else set()


def found(told: set[int], guesses: int, others: Sequence[int] = ()) -> Iterator[tuple[int, int]]:
    """Yield each guess that gives a number which the bot knows, and that number. others: guesses besides 0, 1, 2 ..."""
    wanted = np.array(sorted(told), np.uint64)
    starts = [np.arange(low, min(low + _CHUNK, guesses), dtype=np.uint64) for low in range(0, guesses, _CHUNK)]
    for seeds in [np.array(others, np.uint64), *starts]:
        known: dict[Any, Numbers] = {(): seeds}
        for path in PATHS:
            for depth in range(len(path)):
                if path[: depth + 1] not in known:
                    known[path[: depth + 1]] = derived(known[path[:depth]], *path[depth])
        for values in known.values():
            at = np.searchsorted(wanted, values).clip(max=len(wanted) - 1)
            for place in np.flatnonzero(wanted[at] == values):
                yield int(seeds[place]), int(values[place])
