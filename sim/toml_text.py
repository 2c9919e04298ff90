"""Plain data written as TOML, which the standard library reads but does not write."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from sim.errors import InputError

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(tree: Mapping[str, Any]) -> str:
    """Return a tree of tables as TOML: a table with a `value` inline, any other under its own heading.

    A list of tables is written as an array of tables. Raises InputError for what TOML cannot hold.
    """
    return "\n".join(_lines(tree, ())).strip() + "\n"


def _lines(tree: Mapping[str, Any], above: tuple[str, ...], heading: str = "[{}]") -> list[str]:
    inner = {key: item for key, item in tree.items() if isinstance(item, Mapping) and "value" not in item}
    rows = {key: item for key, item in tree.items() if _is_tables(item)}
    own = [f"{_key(key)} = {_value(item)}" for key, item in tree.items() if key not in inner and key not in rows]
    name = ".".join(map(_key, above))
    lines = [*(["", heading.format(name)] if above and (own or heading != "[{}]") else []), *own]
    for key, item in inner.items():
        lines += _lines(item, (*above, key))
    for key, items in rows.items():
        for item in items:
            lines += _lines(item, (*above, key), "[[{}]]")
    return lines


def _is_tables(item: Any) -> bool:
    return isinstance(item, list) and bool(item) and all(isinstance(row, Mapping) for row in item)


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
            raise InputError("a preset holds numbers, texts, lists and tables, found {item!r}.", item=item)


def _text(text: str) -> str:
    # JSON's escapes are valid in TOML, which wants DEL escaped as well.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
