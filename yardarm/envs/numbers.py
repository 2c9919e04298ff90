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
        assert values.keys() == self.slices.keys()
        found = self.empty()
        self.fill(found, **values)
        return self.seen(found)

    def empty(self) -> npt.NDArray[np.float64]:
        """Return an observation in the making, to be kept and filled part by part where something has changed."""
        return np.zeros(self.space.shape, np.float64)

    def fill(self, found: npt.NDArray[np.float64], **values: float | Sequence[float] | npt.NDArray[np.float64]) -> None:
        """Set some parts of an observation in the making."""
        for name, numbers in values.items():
            found[self.slices[name]] = numbers

    def seen(self, found: npt.NDArray[np.float64]) -> Numbers:
        """Return an observation in the making as it is seen; what lies beyond -1 or 1 is cut off."""
        # Half the time that `clip` takes over so few numbers.
        return np.minimum(np.maximum(found, -1.0), 1.0).astype(np.float32)

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
