"""What JSON must be beyond its types: marks on the fields of dataclasses, read by `sim.wire`, and checks of positions.

The checks raise InputError: one sentence that names the key.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from sim.errors import InputError
from sim.rules_frame import FrozenMap, quote


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


Value = TypeVar("Value")


def position_fields(value: object) -> dict[str, Any]:
    """Return a position if it is an object with text keys. Raises InputError for anything else."""
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise InputError('"position": expected an object.')
    return value


def check_range(key: str, found: int, low: int, high: int) -> None:
    """Raise InputError for a number out of bounds, both included."""
    if not low <= found <= high:
        raise InputError(f'"{key}": expected a whole number from {low} to {high}.')


def by_player(found: Mapping[str, Value], key: str, players: tuple[str, ...]) -> FrozenMap[str, Value]:
    """Return the same in the order of the players. Raises InputError unless they are exactly the keys."""
    if set(found) != set(players):
        raise InputError(f'"{key}": expected exactly the players as keys.')
    return FrozenMap({name: found[name] for name in players})


def confirm(fields: Mapping[str, Any], spelled: Mapping[str, Any], game: str) -> None:
    """Refuse unknown keys, and values that differ from what follows from the rest of a position. Raises InputError."""
    for key in fields:
        if key not in spelled:
            raise InputError(f"{quote(key)}: unknown key in a position of {game}.")
    for key, value in spelled.items():
        if key not in fields:
            raise InputError(f'"{key}": this key is missing from the position.')
        if not _same(fields[key], value):
            raise InputError(f'"{key}": expected {json.dumps(value)}, which follows from the rest.')


def _same(given: object, expected: object) -> bool:
    # Through text, because True == 1 == 1.0 in Python and they are three different things in JSON.
    try:
        return json.dumps(given, sort_keys=True) == json.dumps(expected, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return False
