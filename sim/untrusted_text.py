"""Text that comes from outside, such as names, file names and lines of JSON: what is refused, and how it is shown."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

NESTING_LIMIT = 32
"""Arrays, objects or tables inside each other; the deepest that anything of ours needs is nine."""
MOST_VALUES = 1 << 16
"""Values in a text of JSON; a value may take many times the memory of its two characters. No line of ours has 5,000."""

# C0 and C1 controls, DEL, marks and embeddings that turn the direction of writing, line and paragraph separators, and
# halves of surrogate pairs: none of them is a letter of anybody's name, and all of them change what a terminal shows.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_MOST_QUOTED = 80
# Strings (of several lines, then of one) and comments of TOML. What has no end goes to the end, so that every character
# is read once: looking for the end from every quotation mark would take a time that grows with the square of the text.
_TOML_WORDS = re.compile(
    r'''(?s:"""(?:[^"\\]|\\.|""?(?!"))*+(?:"{3,5})?|'{3}(?:[^']|''?(?!'))*+(?:'{3,5})?)'''
    r"""|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?|#[^\n]*+"""
)
_BETWEEN_KEYS = re.compile(r"[=,\[\]{}\n]")


def has_control(text: str) -> bool:
    """Return whether a text holds a character that steers a terminal instead of being printed on it."""
    return _CONTROL.search(text) is not None


def checked_name(name: str) -> str:
    """Return a name of a player, a seat or a team as it is. Raises ValueError for one with control characters."""
    if has_control(name):
        raise ValueError("expected a name without control characters")
    return name


def printable(text: object) -> str:
    """Return a text as a message prints it: on one line, control characters as escapes such as \\x1b or \\u202e."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), str(text))


def quoted(value: object) -> str:
    """Return a value as Python writes it, cut to what fits into a sentence."""
    try:
        text = repr(value)
    except ValueError:
        # Python refuses to write integers of more than some thousand digits.
        return "a number of too many digits"
    return text if len(text) <= _MOST_QUOTED else f"{text[: _MOST_QUOTED - 4]}...{text[-1]}"


def read_json(text: str, finite: bool = False) -> Any:
    """Return what a JSON text holds. Raises ValueError, also for one nested beyond reason or with values beyond number.

    finite: NaN and infinity, which Python reads but JSON does not know, are refused here rather than by what checks
    the values.
    """
    check_json(text)
    return _FINITE.decode(text) if finite else json.loads(text)


def check_json(text: str) -> None:
    """Raise ValueError for a text that no JSON parser should be given: nested too deeply, or of too many values."""
    # Counting is quick, and enough for every line of ours.
    brackets = text.count("[") + text.count("{")
    if brackets <= NESTING_LIMIT and brackets + text.count(",") < MOST_VALUES:
        return
    depth = values = 0
    for character in _outside_strings(text):
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        if depth > NESTING_LIMIT:
            raise ValueError(f"is nested more than {NESTING_LIMIT} deep")
        values += character in "[{,"
        if values >= MOST_VALUES:
            raise ValueError(f"holds more than {MOST_VALUES} values")


def _outside_strings(text: str) -> str:
    """Return what stands outside the strings of a JSON text; one without an end goes to the end of the text."""
    # Pairs of backslashes first: after them, a backslash before a quotation mark escapes it.
    return "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])


def check_toml(text: str) -> None:
    """Raise ValueError for a TOML text with a key of too many parts, which its parser takes a very long time over."""
    pieces = _BETWEEN_KEYS.split(_TOML_WORDS.sub("", text))
    if any(piece.count(".") >= NESTING_LIMIT for piece in pieces):
        raise ValueError(f"a key of more than {NESTING_LIMIT} parts")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


# A decoder with a choice of its own is made anew by every call of `json.loads`.
_FINITE = json.JSONDecoder(parse_constant=_refuse_constant)
