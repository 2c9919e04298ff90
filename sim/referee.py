"""The rules engines behind a pipe: one JSON object a line in, one ruling a line out, flushed at once.

What counts as malformed, for every game: what can be seen from the line alone (not JSON, a key twice, a wrong type, a
word outside the vocabulary such as an unknown piece). A number of the right type is never malformed: a slot 11 or a
card 0 is for the rules to refuse, as illegal.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import math
import os
import sys
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NoReturn, TextIO, TypeVar

from sim.errors import InputError
from sim.rules_frame import Event, IllegalAction, listed, quote, spell
from sim.spec import game_of, load_part
from sim.untrusted_text import check_json
from sim.wire import Misfit, read, words_of

if TYPE_CHECKING:
    from sim.options import RefereeOptions


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


UNREAD = 1
"""Exit code when answers can no longer be written."""
MOST_UNDONE = 1000
"""Accepted lines that can be taken back, the last first: positions are kept for no more, however long a match is."""
INTERRUPTED = 130
"""Exit code after an interrupt from the keyboard, as shells have it (128 + SIGINT)."""


class Referee(Generic[S, A]):
    """A match in the hands of a referee: `answer` rules on one line and keeps the position."""

    def __init__(self, game: Vocabulary[S, A]) -> None:
        self._game = game
        self._lines = {**game.lines, **FRAME}
        self._before: deque[S | None] = deque(maxlen=MOST_UNDONE)
        self.state: S | None = None
        """The position, None before the setup."""

    @property
    def words(self) -> Collection[str]:
        """The words of the game that a line may `do`, besides those of every game (`FRAME`)."""
        return self._game.lines.keys()

    def answer(self, raw: bytes, /) -> dict[str, Any]:
        """Return the ruling on one line, its end left out; a refusal leaves the position exactly as it was."""
        if len(raw) > LINE_LIMIT:
            return _error("malformed", f"The line is longer than {LINE_LIMIT} bytes.")
        if self.state is None:
            # Some editors write a mark in front of the first line.
            raw = raw.removeprefix(codecs.BOM_UTF8)
        try:
            events = self._rule(read_line(raw, self._lines, self._game.in_force(self.state)))
        except Malformed as error:
            return _error("malformed", str(error))
        except IllegalAction as error:
            return _error("illegal", str(error))
        position = {} if self.state is None else self._game.to_json(self.state)
        return {"ok": True, "events": spell(events), "state": position}

    def _rule(self, action: Any) -> tuple[Event, ...]:
        """Do what a line asks for and return the events. Raises IllegalAction."""
        match action:
            case State() | Leave() if self.state is None:
                raise IllegalAction("The first line must be a setup.")
            case State():
                return ()
            case Leave():
                raise IllegalAction(
                    "The rules say nothing about a player who leaves: the match goes on with all players, or ends here."
                )
            case Undo():
                if not self._before:
                    raise IllegalAction("There is no line to take back.")
                self.state = self._before.pop()
                return ()
        state, events = self._game.apply(self.state, action)
        self._before.append(self.state)
        self.state = state
        return events


def _error(code: str, message: str) -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "message": message}}


def referee_of(game: str) -> Referee[Any, Any]:
    """Return a referee at the beginning of a match. Raises InputError for a game without one."""
    spec = game_of(game, "referee")
    vocabulary = load_part(spec, "referee", Vocabulary)
    if vocabulary is None:
        raise InputError("referee: {title} has none.", title=spec.title)
    return Referee(vocabulary)


def referee_command(given: RefereeOptions) -> int:
    """Rule on the lines of standard input; return what `serve` does. Raises InputError, for a closed stream too."""
    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        if stream is None:
            raise InputError(
                "referee: standard {name} is closed, expected lines to rule on and a place for answers.", name=name
            )
    return serve(given.game, sys.stdin.buffer, sys.stdout)


def serve(game: str, lines_in: BinaryIO, out: TextIO) -> int:
    """Answer every line of `lines_in` until it ends; one JSON object a line goes to `out`, flushed at once.

    Answers are ASCII (other characters escaped), so their bytes depend neither on the locale nor on the hash seed.
    Returns the exit code: 0 at the end of input, whatever was refused; 1 when nobody reads the answers any more; 130
    after an interrupt. Raises InputError for a game without a referee, before anything is read, and for input that
    cannot be read; OSError for answers that cannot be written for another reason, such as a full disk.
    """
    referee = referee_of(game)
    try:
        while (raw := _next_line(lines_in)) is not None:
            out.write(json.dumps(referee.answer(raw)) + "\n")
            out.flush()
    except BrokenPipeError:
        _let_go(out)
        return UNREAD
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _next_line(lines_in: BinaryIO) -> bytes | None:
    """Return the next line without its end, None when there is none. Of too long a line only the beginning is kept."""
    try:
        raw = lines_in.readline(LINE_LIMIT + 1)
    except OSError as error:
        raise InputError(
            "referee: standard input cannot be read ({strerror}).", strerror=error.strerror or error
        ) from error
    if not raw:
        return None
    if raw.endswith(b"\n"):
        return raw[:-1]
    rest = raw
    while len(rest) > LINE_LIMIT and not rest.endswith(b"\n"):
        rest = lines_in.readline(LINE_LIMIT + 1)
    return raw


def _let_go(out: TextIO) -> None:
    """Point a broken pipe at nothing, or Python would complain of it once more when it closes its files at exit."""
    with contextlib.suppress(OSError, ValueError):
        target = out.fileno()
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, target)
        os.close(nothing)
