"""Marks on the fields of dataclasses: what their JSON must be beyond its type. `sim.wire` reads them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class OneOf:
    """A word, or a number as a key, that the match has under this name: an attribute of what is in force in it."""

    name: str


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth that is written as a word under a key of its own, and a falsehood by leaving that key out."""

    key: str
    word: str


@dataclass(frozen=True, slots=True)
class Needed:
    """A key that must be there, although the field has a default."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number within bounds, both included; of a text, its length. beyond: the lower one is excluded."""

    least: float
    most: float = math.inf
    beyond: bool = False

    def __str__(self) -> str:
        """Return the bounds in words."""
        least = f"{'more than' if self.beyond else 'at least'} {self.least:g}"
        return least if self.most == math.inf else f"{least} and at most {self.most:g}"


@dataclass(frozen=True, slots=True)
class Printable:
    """Text without control characters."""


Name = Annotated[str, Printable()]
"""The name of a player or a team in a setup."""
