"""The movement of one thing on a page: few keys for each of its numbers, between which a player draws straight lines.

A number is kept within a tolerance that nobody sees. Where a thing jumps, or is not drawn, its numbers are held.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

PIXEL, DEGREE, SCALE = 16, 32, 16384
"""How many steps a pixel, a degree and a scale of 1 are stored in."""
JUMP_PIXELS = 40
"""A thing that moves farther than this from one frame to the next, and by far less before and after, has jumped."""
OUTSTANDING = 3
"""How many times as far a thing that has jumped moves then as before and after."""
FINER = 2
"""How much finer the place of a thing is kept that others are stored relative to."""
TURNED = 0.6
"""A side of a quad whose direction agrees less than this (cosine) with that of the frame before has jumped."""


class Channel(NamedTuple):
    """A number of a thing. unit: stored steps a unit. tolerance: in stored steps; None: it never changes smoothly."""

    unit: float
    tolerance: float | None = None


PLACE, ANGLE, LENGTH = Channel(PIXEL, 1.5), Channel(DEGREE, 1.5), Channel(SCALE, 6)
SIZE, TINT, CHOICE = Channel(SCALE, 2), Channel(1, 2), Channel(1)
CHANNELS = {
    "L": (PLACE, PLACE, SIZE, CHOICE, CHOICE, CHOICE, CHOICE),
    "F": (CHOICE,) * 7,
    "S": (CHOICE, PLACE, PLACE, ANGLE, LENGTH, LENGTH, TINT, TINT, TINT, TINT),
    "Q": (CHOICE, *(PLACE,) * 8, TINT, TINT, TINT, TINT),
}
"""Of each kind of thing: a layer (offset, scale, clip), a fill (colour, clip), a sprite (picture, place, turn, scales,
colour), a quad (picture, a corner, its two sides, shear, tint)."""


class Key(NamedTuple):
    """A number at a frame. held: it stays so until the next key, instead of going there in a straight line."""

    frame: int
    value: int
    held: bool


@dataclass
class Track:
    """The numbers of a thing at the frames at which one changed.

    layer: the batch that it is drawn with. absences: between which frames it was not drawn.
    """

    kind: str
    layer: int = 0
    frames: list[int] = field(default_factory=list)
    rows: list[Sequence[float]] = field(default_factory=list)
    absences: list[tuple[int, int]] = field(default_factory=list)
    seen: int = -2
    """The last frame in which it was drawn."""

    def put(self, frame: int, row: Sequence[float]) -> None:
        """Note its numbers at a frame."""
        if self.frames and self.seen != frame - 1:
            self.absences.append((self.seen, frame))
        self.frames.append(frame)
        self.rows.append(row)

    def keys(self, cuts: frozenset[int], carries: bool = False) -> list[list[Key]]:
        """Return the keys of each of its numbers. cuts: frames that do not continue the one before.

        carries: others are stored relative to it, so that its own place is kept more exactly.
        """
        frames, values, breaks = self._filled(cuts)
        found: list[list[Key]] = []
        for column, channel in enumerate(CHANNELS[self.kind]):
            numbers = values[:, column]
            rounded = np.round(numbers).astype(np.int64)
            if (rounded == rounded[0]).all():
                found.append([Key(int(frames[0]), int(rounded[0]), held=True)])
            elif channel.tolerance is None:
                found.append(_steps(frames, rounded))
            else:
                tolerance = channel.tolerance / (FINER if carries else 1)
                found.append(_few(_bent(frames, numbers, breaks), tolerance))
        return found

    def _filled(
        self, cuts: frozenset[int]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Return frames, numbers in stored steps, and whether a run ends at each.

        Where nothing changed for a while, the last frame of it is put in, so that what follows begins there.
        """
        frames = np.array(self.frames, dtype=np.int64)
        rows = np.array(self.rows, dtype=np.float64)
        if self.kind == "S":
            rows[:, 3] = np.unwrap(rows[:, 3], period=360.0)
        values = rows * np.array([channel.unit for channel in CHANNELS[self.kind]])
        begins = np.isin(frames, [*cuts, frames[0], *(back for _, back in self.absences)])
        late = np.flatnonzero((np.diff(frames) > 1) & ~begins[1:])
        frames = np.insert(frames, late + 1, frames[late + 1] - 1)
        values = np.insert(values, late + 1, values[late], axis=0)
        begins = np.insert(begins, late + 1, np.zeros(len(late), dtype=bool))
        ends = np.append(begins[1:], True)
        return frames, values, ends | self._jumps(frames, values, ends)

    def _jumps(
        self, frames: npt.NDArray[np.int64], values: npt.NDArray[np.float64], ends: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.bool_]:
        jumps = np.zeros(len(frames), dtype=bool)
        if self.kind not in ("S", "Q") or len(frames) < 2:
            return jumps
        for column in (1, 2):
            far = np.abs(np.diff(values[:, column])) * ~ends[:-1]
            near = np.maximum(np.append(0, far[:-1]), np.append(far[1:], 0))
            jumps[:-1] |= (far > JUMP_PIXELS * PIXEL) & (far > OUTSTANDING * near)
        if self.kind == "Q":
            for column in (3, 5):
                side = values[:, column : column + 2]
                long = np.hypot(side[:, 0], side[:, 1])
                jumps[:-1] |= (side[1:] * side[:-1]).sum(axis=1) < TURNED * long[1:] * long[:-1]
        else:
            # Another picture is of another size: nothing is seen between the two.
            jumps[:-1] |= (np.diff(values[:, 0]) != 0) & (np.diff(values[:, 4]) != 0)
        return jumps


def _steps(frames: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> list[Key]:
    new = np.append(True, np.diff(numbers) != 0)
    return [
        Key(frame, value, held=True) for frame, value in zip(frames[new].tolist(), numbers[new].tolist(), strict=True)
    ]


def _bent(
    frames: npt.NDArray[np.int64], numbers: npt.NDArray[np.float64], breaks: npt.NDArray[np.bool_]
) -> Iterable[tuple[int, float, bool]]:
    """Return frame, number and end of run wherever the number is not what it is before and after."""
    same = np.append(False, np.diff(numbers) == 0)
    begins = np.append(True, breaks[:-1])
    inner = same & np.append(same[1:], False) & ~breaks & ~begins
    kept = ~inner
    return zip(frames[kept].tolist(), numbers[kept].tolist(), breaks[kept].tolist(), strict=True)


def _few(points: Iterable[tuple[int, float, bool]], tolerance: float) -> list[Key]:
    """Return the fewest keys that a walk along the points finds: each line goes as far as it stays near all of them."""
    keys: list[Key] = []
    begins = True
    frame0 = value0 = last_frame = 0
    low, high, last_value = -math.inf, math.inf, 0.0
    for frame, value, ends in points:
        slope = 0.0 if begins else (value - value0) / (frame - frame0)
        if begins or not low <= slope <= high:
            # A line begins, at this point or at the one before.
            frame0, value0 = (frame, round(value)) if begins else (last_frame, round(last_value))
            keys.append(Key(frame0, value0, held=False))
            low, high = -math.inf, math.inf
        if frame > frame0:
            low = max(low, (value - tolerance - value0) / (frame - frame0))
            high = min(high, (value + tolerance - value0) / (frame - frame0))
        last_frame, last_value = frame, value
        begins = ends
        if ends and frame > frame0:
            keys.append(Key(frame, round(value), held=True))
        elif ends:
            keys[-1] = keys[-1]._replace(held=True)
    return keys


def packed(numbers: Iterable[int]) -> bytes:
    """Return whole numbers as bytes, small ones in few: seven bits a byte, the sign in the lowest."""
    out = bytearray()
    for number in numbers:
        left = number << 1 if number >= 0 else (-number << 1) - 1
        while left > 127:
            out.append(left & 127 | 128)
            left >>= 7
        out.append(left)
    return bytes(out)


def differences(numbers: Iterable[int]) -> Iterable[int]:
    """Yield each number less the one before; the first as it is."""
    before = 0
    for number in numbers:
        yield number - before
        before = number


def packed_keys(keys: Sequence[Key]) -> bytes:
    """Return the keys of a number: how many, their frames with the mark of the held ones, their values."""
    frames = differences(key.frame for key in keys)
    return packed(
        (len(keys), *(2 * gone + key.held for gone, key in zip(frames, keys, strict=True)),
         *differences(key.value for key in keys))
    )  # fmt: skip
