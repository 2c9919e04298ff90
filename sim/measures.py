"""Tables of measures: what a designer may edit, as TOML with provenance, validated on loading.

A shipped value is written `key = { value = 110.0, provenance = "measured", source = "..." }`. A preset holds only the
keys that differ, in the same form or as plain values.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from sim.errors import InputError
from sim.files import read_toml
from sim.untrusted_text import quoted

PROVENANCES = ("measured", "rulebook", "inferred", "assumed", "tuned")


class TomlTable(BaseModel):
    """A frozen table of measures: unknown keys, NaN and infinity are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


Model = TypeVar("Model", bound=BaseModel)


def plain(tree: Any, where: str, key: str = "", shipped: bool = False) -> Any:
    """Return a tree of tables with every `{ value, provenance, source }` replaced by its value.

    `shipped` demands provenance and source. Raises InputError naming `where` and the key.
    """
    if not isinstance(tree, Mapping):
        if shipped:
            raise InputError(f"{where}: {key}: expected {{ value, provenance, source }}, found a bare value.")
        return tree
    if "value" in tree:
        if tree.get("provenance", "tuned" if not shipped else None) not in PROVENANCES:
            raise InputError(f"{where}: {key}.provenance: expected one of {', '.join(PROVENANCES)}.")
        if (shipped and not tree.get("source")) or not set(tree) <= {"value", "provenance", "source"}:
            raise InputError(f"{where}: {key}: expected exactly value, provenance and source.")
        return tree["value"]
    return {name: plain(item, where, f"{key}.{name}" if key else name, shipped) for name, item in tree.items()}


def merged(base: Mapping[str, Any], override: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with the leaves of `override` in place of its own, deeply."""
    result = dict(base)
    for name, item in override.items():
        old = result.get(name)
        result[name] = merged(old, item) if isinstance(old, Mapping) and isinstance(item, Mapping) else item
    return result


def shipped(path: Path) -> dict[str, Any]:
    """Return the plain values of a shipped data file, every one with provenance and source. Raises InputError."""
    tree = plain(read_toml(path), path.name, shipped=True)
    assert isinstance(tree, dict)
    return tree


def check(model: type[Model], values: Mapping[str, Any], where: str, section: str = "") -> Model:
    """Return the validated table. Raises InputError: one sentence with `where`, the key, and what was expected."""
    if not isinstance(values, Mapping):
        raise InputError(f"{where}: {section}: expected a table, found {quoted(values)}.")
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        # A misspelt key is reported before the one that is missing because of it.
        errors = error.errors()
        first = next((e for e in errors if e["type"] == "extra_forbidden"), errors[0])
        key = ".".join([*([section] if section else []), *(str(part) for part in first["loc"])])
        raise InputError(f"{where}: {key}: {_expectation(model, dict(first))}.") from error


def _expectation(model: type[BaseModel], error: dict[str, Any]) -> str:
    if error["type"] == "extra_forbidden":
        known = sorted(model.model_fields)
        close = difflib.get_close_matches(str(error["loc"][-1]), known, n=1)
        return "unknown key, expected " + (close[0] if close else f"one of {', '.join(known)}")
    message = str(error["msg"])
    message = message[0].lower() + message[1:]
    return message if "missing" in error["type"] else f"{message}, found {quoted(error.get('input'))}"
