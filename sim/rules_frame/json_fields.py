"""Reading plain JSON data of a position: each value checked, or InputError with one sentence that names its key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from sim.errors import InputError
from sim.rules_frame import listed, quote

Word = TypeVar("Word", bound=StrEnum)


def get(fields: Mapping[str, Any], key: str) -> Any:
    """Return the value under a key. Raises InputError if the key is missing."""
    if key not in fields:
        raise InputError(f'"{key}": this key is missing from the position.')
    return fields[key]


def mapping(value: object, key: str) -> dict[str, Any]:
    """Return the value if it is an object with text keys. Raises InputError for anything else."""
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise InputError(f'"{key}": expected an object.')
    return value


def array(value: object, key: str) -> list[Any]:
    """Return the value if it is an array. Raises InputError for anything else."""
    if not isinstance(value, list):
        raise InputError(f'"{key}": expected an array.')
    return value


def text(value: object, key: str) -> str:
    """Return the value if it is text. Raises InputError for anything else."""
    if not isinstance(value, str):
        raise InputError(f'"{key}": expected a name.')
    return value


def truth(value: object, key: str) -> bool:
    """Return the value if it is true or false. Raises InputError for anything else."""
    if not isinstance(value, bool):
        raise InputError(f'"{key}": expected true or false.')
    return value


def number(value: object, key: str, low: int, high: int) -> int:
    """Return the value if it is a whole number within bounds, both included. Raises InputError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InputError(f'"{key}": expected a whole number from {low} to {high}.')
    return value


def word(kind: type[Word], value: object, key: str) -> Word:
    """Return the member of a vocabulary with this spelling. Raises InputError for anything else."""
    for member in kind:
        if isinstance(value, str) and value == member.value:
            return member
    raise InputError(f'"{key}": expected one of {listed(member.value for member in kind)}.')


def by_player(value: object, key: str, players: tuple[str, ...]) -> dict[str, Any]:
    """Return the value if it is an object with exactly the players as keys. Raises InputError for anything else."""
    fields = mapping(value, key)
    if set(fields) != set(players):
        raise InputError(f'"{key}": expected exactly the players as keys.')
    return fields


def confirm(fields: Mapping[str, Any], spelled: Mapping[str, Any], game: str) -> None:
    """Refuse unknown keys, and values that differ from what follows from the rest of a position. Raises InputError."""
    for key in fields:
        if key not in spelled:
            raise InputError(f"{quote(key)}: unknown key in a position of {game}.")
    for key, value in spelled.items():
        if not _same(get(fields, key), value):
            raise InputError(f'"{key}": expected {json.dumps(value)}, which follows from the rest.')


def _same(given: object, expected: object) -> bool:
    # Through text, because True == 1 == 1.0 in Python and they are three different things in JSON.
    try:
        return json.dumps(given, sort_keys=True) == json.dumps(expected, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return False
