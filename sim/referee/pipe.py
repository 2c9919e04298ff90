"""The pipe itself: lines in, one answer each, flushed at once. The same for every game."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import sys
from collections import deque
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TextIO, TypeVar

from sim.errors import InputError
from sim.referee.lines import FRAME, LINE_LIMIT, Leave, Malformed, State, Undo, Vocabulary, read_line
from sim.rules_frame import Event, IllegalAction, spell
from sim.spec import game_of, load_part

if TYPE_CHECKING:
    from sim.options import RefereeOptions

S = TypeVar("S")
A = TypeVar("A")

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
        """The words of the game that a line may `do`, besides those of every game (`sim.referee.lines.FRAME`)."""
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
        raise InputError(f"referee: {spec.title} has none.")
    return Referee(vocabulary)


def referee_command(given: RefereeOptions) -> int:
    """Rule on the lines of standard input; return what `serve` does. Raises InputError, for a closed stream too."""
    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        if stream is None:
            raise InputError(f"referee: standard {name} is closed, expected lines to rule on and a place for answers.")
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
        raise InputError(f"referee: standard input cannot be read ({error.strerror or error}).") from error
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
