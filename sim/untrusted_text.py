"""Text that comes from outside, such as names, file names and lines of JSON: what is refused, and how it is shown."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

NESTING_LIMIT = 32
"""Arrays, objects or tables inside each other; the deepest that anything of ours needs is nine."""

# C0 and C1 controls, DEL, marks and embeddings that turn the direction of writing, line and paragraph separators, and
# halves of surrogate pairs: none of them is a letter of anybody's name, and all of them change what a terminal shows.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_MOST_QUOTED = 80
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{\]}]')


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
    text = repr(value)
    return text if len(text) <= _MOST_QUOTED else f"{text[: _MOST_QUOTED - 4]}...{text[-1]}"


def nesting(text: str) -> int:
    """Return how many brackets of a JSON text are open at once at most, those inside strings left out."""
    depth = deepest = 0
    for bracket in _BRACKETS.findall(text):
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in "]}":
            depth -= 1
    return deepest


def read_json(text: str, finite: bool = False) -> Any:
    """Return what a JSON text holds. Raises ValueError, also for one nested beyond reason.

    finite: NaN and infinity, which Python reads but JSON does not know, are refused here rather than by what checks
    the values.
    """
    # Counting is quick, and enough for every line of ours.
    if text.count("[") + text.count("{") > NESTING_LIMIT and nesting(text) > NESTING_LIMIT:
        raise ValueError(f"nested more than {NESTING_LIMIT} deep")
    return json.loads(text, parse_constant=_refuse_constant if finite else None)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
