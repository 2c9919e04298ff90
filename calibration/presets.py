"""Presets written by a fit or a tuning, as TOML (which the standard library reads but does not write), with sources."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from sim.errors import InputError
from sim.files import write_whole
from sim.statistics import Interval
from sim.untrusted_text import printable

_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Value:
    """A measure with its provenance."""

    value: float
    provenance: Literal["measured", "inferred"]
    source: str


Sections = Mapping[str, Mapping[str, Value]]
"""Values by section, such as `ship` or `skill.casual`, and key."""


def preset_text(heading: str, sections: Sections) -> str:
    """Return a preset as TOML, `heading` above it as a comment."""
    tree: dict[str, Any] = {}
    for section, values in sections.items():
        table = tree
        for name in section.split("."):
            table = table.setdefault(name, {})
        table.update({key: {**asdict(value), "source": printable(value.source)} for key, value in values.items()})
    comment = "".join(f"# {printable(line)}\n" for line in heading.split("\n"))
    return f"{comment}\n{toml_text(tree)}"


def write_preset(out: Path, heading: str, sections: Sections) -> None:
    """Write a preset. Raises InputError where it cannot be written."""
    write_whole(out, preset_text(heading, sections))


def fine_json(value: float) -> float:
    """Round to nine significant digits, more than any fit is accurate to."""
    return float(f"{value:.9g}")


def print_interval(name: str, interval: Interval, unit: str = "") -> None:
    """Print a figure with its interval."""
    print(f"{name:18} {interval.estimate:12.6g}  ({interval.low:.6g} to {interval.high:.6g}) {unit}".rstrip())


def toml_text(tree: Mapping[str, Any]) -> str:
    """Return a tree of tables as TOML: a table with a `value` inline, any other under its own heading."""
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
    # JSON's escapes are valid in TOML, which wants DEL escaped as well.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
