"""Presets as text: a tree of tables as TOML, which the standard library reads but does not write."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from sim.errors import InputError

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(tree: Mapping[str, Any]) -> str:
    """A tree of tables as TOML: a table `{ value, ... }` on its line, any other under its name."""
    return "\n".join(_lines(tree, ())).strip() + "\n"


def _lines(tree: Mapping[str, Any], above: tuple[str, ...]) -> list[str]:
    inner = {key: item for key, item in tree.items() if isinstance(item, Mapping) and "value" not in item}
    own = [f"{_key(key)} = {_value(item)}" for key, item in tree.items() if key not in inner]
    lines = [*(["", f"[{'.'.join(map(_key, above))}]"] if above and own else []), *own]
    for key, item in inner.items():
        lines += _lines(item, (*above, key))
    return lines


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(item: Any) -> str:
    match item:
        case bool():
            return "true" if item else "false"
        case str():
            return _text(item)
        case int() | float():
            return repr(item)
        case Mapping():
            return "{ " + ", ".join(f"{_key(key)} = {_value(value)}" for key, value in item.items()) + " }"
        case list():
            return "[" + ", ".join(map(_value, item)) + "]"
        case _:
            raise InputError(f"a preset holds numbers, texts, lists and tables, found {item!r}.")


def _text(text: str) -> str:
    # JSON's escapes are TOML's, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
