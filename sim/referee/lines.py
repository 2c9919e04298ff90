"""One line of the pipe: from bytes to an action of the rules, or `Malformed` with one clear sentence.

What counts as malformed, for every game: what can be seen from the line alone (not JSON, a key twice, a wrong type, a
word outside the vocabulary such as an unknown piece). A number of the right type is never malformed: a slot 11 or a
card 0 is for the rules to refuse, as illegal.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from sim.rules_frame import Event, listed, quote
from sim.untrusted_text import check_json
from sim.wire import Misfit, read, words_of

LINE_LIMIT = 1 << 20
"""Bytes in a line, its end not counted."""

S = TypeVar("S")
A = TypeVar("A")


class Malformed(Exception):  # noqa: N818 - the word of the protocol
    """A line that is no line of the protocol; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class State:
    """Asks for the position as it is."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last accepted line that changed the position."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Says that a player leaves."""

    player: str


FRAME: Mapping[str, type] = words_of(State | Undo | Leave)
"""The lines that every game knows besides its own. They stand for themselves and are no action of the rules."""


@dataclass(frozen=True, slots=True)
class Vocabulary(Generic[S, A]):
    """A game behind the pipe: the actions of its rules by the `do` of their lines, and the two functions of its engine.

    in_force: returns what the words of a line are checked against where that follows from the position, such as the
    pieces that this match is played with; the mark `OneOf` names a part of it.
    """

    lines: Mapping[str, type]
    apply: Callable[[S | None, A], tuple[S, tuple[Event, ...]]]
    to_json: Callable[[S], dict[str, Any]]
    in_force: Callable[[S | None], Any] = lambda _state: None


def read_line(raw: bytes, lines: Mapping[str, type], in_force: Any = None) -> Any:
    """Return the action that a line asks for; in_force: as `Vocabulary.in_force` returns it. Raises Malformed."""
    fields = _object(raw)
    if "do" not in fields:
        raise Malformed('The key "do" is missing.')
    do = fields.pop("do")
    if not isinstance(do, str):
        raise Malformed('"do" must be a string.')
    if do not in lines:
        raise Malformed(f'Unknown "do" {quote(do)}; expected one of {listed(lines)}.')
    try:
        return read(lines[do], fields, in_force)
    except Misfit as misfit:
        raise Malformed(_sentence(do, misfit)) from None


def _object(raw: bytes) -> dict[str, Any]:
    if not raw.strip():
        raise Malformed("An empty line is not a JSON object.")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise Malformed(f"The line is not UTF-8 text (byte {error.start}).") from None
    try:
        check_json(text)
    except ValueError as error:
        raise Malformed(f"The line {error}.") from None
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise Malformed(f"The line is not JSON: {error.msg.lower()} (column {error.colno}).") from None
    except ValueError:
        # Python refuses to read integers of more than some thousand digits.
        raise Malformed("The line holds a number with too many digits.") from None
    if not isinstance(value, dict):
        raise Malformed("The line is not a JSON object.")
    if "\\u" in text:
        # Half a surrogate pair can be escaped in JSON, but it is no text: nobody could print or store such a name.
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Malformed("The line escapes half a surrogate pair, which is no character.") from None
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Malformed(f"The key {quote(twice)} appears twice in one object.")
    return fields


def _no_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not a number.")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Malformed(f"The number {quote(digits)} is beyond any finite one.")
    return value


def _sentence(do: str, misfit: Misfit) -> str:
    place = ".".join(quote(key).strip("'\"") for key in reversed(misfit.place))
    match misfit.fault:
        case "missing":
            return f'"{do}" needs the key "{place}".'
        case "unknown":
            return f'"{do}" has no key "{place}".'
        case "key":
            return f'"{place}" is no key that "{do}" can have.'
        case "value":
            return f'"{place}" of "{do}" must be {misfit.expected}.'
