"""Observations as a fixed list of numbers from -1 to 1, each with a name and its meaning in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box

Numbers: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an observation: its name, how many numbers it has, and what they mean."""

    name: str
    count: int
    words: str


class Layout:
    """The parts of an observation in their order. `slices`: where each stands; `space`: of the whole."""

    def __init__(self, *parts: Part) -> None:
        """Put parts after each other."""
        self.parts = parts
        self.slices: dict[str, slice] = {}
        end = 0
        for part in parts:
            self.slices[part.name] = slice(end, end + part.count)
            end += part.count
        self.space = Box(-1.0, 1.0, (end,), np.float32)

    def filled(self, **values: Sequence[float] | npt.NDArray[np.float64]) -> Numbers:
        """Return an observation of these parts, all of which must be given; what lies beyond -1 or 1 is cut off."""
        found = np.empty(self.space.shape, np.float64)
        assert values.keys() == self.slices.keys()
        for name, where in self.slices.items():
            found[where] = values[name]
        return np.clip(found, -1.0, 1.0).astype(np.float32)

    def table(self) -> list[str]:
        """Return the rows of a table in Markdown: which numbers, their name, and their meaning."""
        rows = []
        for part in self.parts:
            where = self.slices[part.name]
            span = f"{where.start}" if part.count == 1 else f"{where.start}-{where.stop - 1}"
            rows.append(f"| {span} | `{part.name}` | {part.words} |")
        return rows


def one_hot(index: int, count: int) -> list[float]:
    """Return `count` zeros with a 1 at `index`."""
    return [float(number == index) for number in range(count)]
