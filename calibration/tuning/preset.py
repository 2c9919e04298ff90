"""The preset that a tuning ends with: the varied keys, each with its value, that it was tuned, and how well."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from calibration.tuning.space import nested
from calibration.tuning.tuning import Tuning
from sim.configuration import overlaid, read_preset, versions
from sim.errors import InputError
from sim.files import write_whole
from sim.matches.seats import Seat

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def source_of(tuning: Tuning, seats: Sequence[Seat]) -> str:
    """What a preset tells of where its values come from."""
    targets = " ".join(f"--target {target}" for target in tuning.targets)
    players = ",".join(f"{seat.profile}:{seat.strategy}" for seat in seats)
    return (
        f"tune {tuning.space.game} {targets}: {tuning.reached_text()}, seed {tuning.seed}, players {players}, "
        f"profile {tuning.space.profile}, yardarm {versions()['yardarm']}"
    )


def preset_text(tuning: Tuning, seats: Sequence[Seat]) -> str:
    """The preset as TOML. What it was tuned on top of (--config) is in it: alone it would not give these figures."""
    source = source_of(tuning, seats)
    changes = {
        key: {"value": value, "provenance": "tuned", "source": source}
        for key, value in tuning.space.changes(tuning.values).items()
    }
    below = {} if tuning.space.preset is None else read_preset(tuning.space.game, tuning.space.preset)
    return toml_text(overlaid(below, nested(changes)))


def write_preset(path: Path, tuning: Tuning, seats: Sequence[Seat]) -> None:
    """Write it whole. Raises InputError."""
    write_whole(path, preset_text(tuning, seats))


def check_writable(path: Path, flag: str) -> None:
    """Raises InputError for a file that cannot be there, before the work is done rather than after it."""
    if path.is_dir() or not path.parent.is_dir():
        reason = "is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise InputError(f"{flag}: {path}: cannot be written ({reason}).")


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
