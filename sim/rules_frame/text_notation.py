"""A position as one line of text: the values of its fields in their order, with a space between two.

A value is written in Rison, a spelling of JSON for addresses on the web: `!n` for null, `!t` and `!f`, numbers, words
(in quotes where they could be read otherwise, with `!` before `!` and `'`), lists `!(a,b)` and objects `(key:value)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sim.errors import InputError

Plain: TypeAlias = "bool | int | float | str | Sequence[Plain] | Mapping[str, Plain] | None"

_WORD = re.compile(r"[^-0-9 '!:(),*@$\s][^ '!:(),*@$\s]*")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
_QUOTED = re.compile(r"'((?:[^'!]|![!'])*)'")
_CONSTANTS: Mapping[str, bool | None] = {"!n": None, "!t": True, "!f": False}
_DEEPEST = 16
"""Lists and objects within each other, far more than positions have."""


def write_position(fields: Mapping[str, Plain], keys: Sequence[str]) -> str:
    """Return the values under these keys as one line; those at the end that are missing are left out."""
    return " ".join(_write(fields[key]) for key in keys if key in fields)


def read_position(text: str, keys: Sequence[str]) -> dict[str, Plain]:
    """Return the values of a line by their keys. Raises InputError, one sentence with the place, for no such line."""
    reader = _Reader(text)
    found = [reader.value(0)]
    while reader.at < len(text) and len(found) < len(keys):
        reader.take(" ")
        found.append(reader.value(0))
    if reader.at < len(text):
        raise reader.misread("the end")
    return dict(zip(keys, found, strict=False))


def _write(value: Plain) -> str:
    match value:
        case None:
            return "!n"
        case bool():
            return "!t" if value else "!f"
        case str():
            return value if _WORD.fullmatch(value) else "'" + re.sub(r"[!']", r"!\g<0>", value) + "'"
        case int() | float():
            return repr(value)
        case Mapping():
            return f"({','.join(f'{_write(key)}:{_write(item)}' for key, item in value.items())})"
    return f"!({','.join(map(_write, value))})"


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def take(self, sign: str) -> None:
        if not self._is_next(sign):
            raise self.misread(f"'{sign}'")

    def value(self, depth: int) -> Plain:
        if depth > _DEEPEST:
            raise self.misread("no deeper lists and objects")
        if self._is_next("!("):
            return self._list(depth)
        if self._is_next("("):
            return self._object(depth)
        for sign, constant in _CONSTANTS.items():
            if self._is_next(sign):
                return constant
        number = self._matched(_NUMBER)
        if number is None:
            return self._word()
        return float(number[0]) if number[1] or number[2] else int(number[0])

    def _list(self, depth: int) -> list[Plain]:
        found: list[Plain] = []
        while not self._is_next(")"):
            if found:
                self.take(",")
            found.append(self.value(depth + 1))
        return found

    def _object(self, depth: int) -> dict[str, Plain]:
        found: dict[str, Plain] = {}
        while not self._is_next(")"):
            if found:
                self.take(",")
            key = self._word()
            self.take(":")
            found[key] = self.value(depth + 1)
        return found

    def _word(self) -> str:
        quoted = self._matched(_QUOTED)
        if quoted is not None:
            return re.sub(r"!(.)", r"\1", quoted[1])
        word = self._matched(_WORD)
        if word is None:
            raise self.misread("a value")
        return word[0]

    def _is_next(self, sign: str) -> bool:
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) * found
        return found

    def _matched(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def misread(self, expected: str) -> InputError:
        return InputError(f'"position": expected {expected} at character {self.at + 1}.')
