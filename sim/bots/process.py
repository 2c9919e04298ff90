"""The process of a bot, which speaks YBP, version 1: a JSON object a line (docs/reference/bot-protocol.md).

-> {"do":"hello","id":0,"ybp":1}
<- {"id":0,"name":"alpha","version":"1.0","wants":["legal"]}
-> {"do":"new","id":1,"game":"riff-raff","me":"Anne","players":["Anne","Bert"], ...}
<- {"id":1}
-> {"do":"see","what":"ruling", ...}
-> {"do":"ask","id":2,"kind":"card","view":{...},"legal":[{"card":1}, ...],"time_s":10.0}
<- {"id":2,"answer":{"card":7}}  or  {"id":2,"pick":0}, with "next_s" where everybody acts at once
-> {"do":"bye"}

Bots in Python are in processes, too: sim/bots/host.py speaks for them.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from sim.bots.bot import Info, Options, Question
from sim.bots.keeper import PROCESSOR_S
from sim.bots.kept import Kept
from sim.bots.player import Failed, Gone, Late
from sim.errors import IllegalAction, InputError, whole
from sim.match.thinking_time import OutOfTimeError, thinking_until
from sim.protocols import Line
from sim.untrusted_text import printable, read_json

VERSION = 1
LONGEST_LINE = 1 << 20
"""The longest line that a bot may write (bytes); a longer one ends it."""
HELLO_S = 20.0
"""The time that a process has to start and say hello (s)."""
_BYE_S = 1.0
_MOST_LINES, _MOST_UNREAD = 1000, 4 * LONGEST_LINE
"""The numbers of lines and of bytes that a bot may write before they are read; more of them end it."""
_MOST_PRINTED = 256 * LONGEST_LINE
"""The number of bytes that a bot may print in a match; more of them end it."""
_LONGEST_COMPLAINT = 1000
"""The part of a line on standard error that is kept (bytes)."""
_MOST_NEEDS = 1000
"""The number of times that a bot may ask back at a question."""


class BotProcess:
    """A bot in a process; a new one is started when the last one has died or hangs."""

    def __init__(self, start: Callable[[], Kept], options: Options, aloud: bool = False) -> None:
        """Start the process.

        start: does so; raises OSError. aloud: what the bot prints is passed on to standard error. Raises Failed and
        Late where it does not say hello.
        """
        self._make, self._options, self._aloud = start, dict(options), aloud
        self._kept: Kept | None = None
        self.next_s: object = None
        self.busy = False
        self._start()

    @property
    def used_s(self) -> float:
        """The processor time so far of all threads and processes of the bot (s); NaN where it cannot be measured."""
        return float("nan") if self._kept is None else self._kept.used_s

    def begin(self, info: Info) -> None:
        """Begin a match, in a new process if there is none that answers. Raises Late and Failed."""
        # A process has a limit for its whole life; one that comes near it makes room before a match, not in it.
        worn = self._kept is not None and self._kept.used_s > PROCESSOR_S / 2
        if self._kept is None or self._kept.ended(0.0) is not None or self._behind or worn:
            self.end()
            self._start()
        self._printed = 0
        self._call({**dataclasses.asdict(info), "do": "new"}, max(HELLO_S, info.time_s), None)

    def see(self, percept: Line) -> None:
        """Pass on what all players have seen."""
        with contextlib.suppress(Failed):
            self._write({"do": "see", **{"what" if key == "see" else key: item for key, item in percept.items()}})

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Return the bot's answer. Raises Late and Failed."""
        asked: Line = {"do": "ask", "kind": question.kind, "by": question.by, "view": question.view}
        if question.now_s is not None:
            asked["now_s"] = question.now_s
        if "legal" in self._wants:
            asked["legal"] = list(question.legal)
        if "numbers" in self._wants:
            mask = question.mask
            asked["numbers"] = None if mask is None else np.flatnonzero(mask).tolist()
        self.next_s, self.busy = None, True
        try:
            found = self._call({**asked, "seed": seed, "time_s": time_s}, time_s, question)
        finally:
            self.busy = False
        self.next_s = found.get("next_s")
        if "pick" not in found:
            return found.get("answer")
        pick = found["pick"]
        if isinstance(pick, bool) or not isinstance(pick, int) or not 0 <= pick < len(question.legal):
            raise Failed(f'"pick": expected a number from 0 to {len(question.legal) - 1}, found {_short(pick)}')
        return question.legal[pick]

    def end(self) -> None:
        """Say bye, and kill all processes of the bot if they do not end then."""
        kept, self._kept = self._kept, None
        if kept is None:
            return
        self._waiting.put(b'{"do":"bye"}\n')
        self._waiting.put(None)
        kept.ended(0.0 if self._behind else _BYE_S)
        kept.kill()

    def _start(self) -> None:
        try:
            kept = self._make()
        except (OSError, ValueError) as error:
            raise Failed(f"cannot be started ({getattr(error, 'strerror', None) or error})") from error
        self._kept, self._sent, self._behind = kept, -1, False
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_LINES)
        self._came = self._taken = self._printed = 0  # Bytes: each number is counted by one thread.
        self._last_words: deque[bytes] = deque(maxlen=1)
        # A thread for each pipe: a bot that does not read, or writes without end, must not stop the match. Each closes
        # its pipe, so that nobody has to wait for it.
        for work in (self._write_lines, self._read_answers, self._read_errors):
            threading.Thread(target=work, args=(kept,), daemon=True).start()
        try:
            found = self._call({"do": "hello", "ybp": VERSION, "options": self._options}, HELLO_S, None)
        except (Late, Failed):
            self.end()
            raise
        name, version, wants = found.get("name"), found.get("version", "0"), found.get("wants", [])
        if not isinstance(name, str) or not isinstance(version, str) or not isinstance(wants, list):
            self.end()
            raise Failed('hello: expected a "name" and a "version", both text, and a list of what it "wants"')
        self.name, self.version, self._wants = name, version, wants

    def _read_answers(self, kept: Kept) -> None:
        lines = self._lines
        with contextlib.suppress(OSError, ValueError), kept.stdout as pipe:
            while line := pipe.readline(LONGEST_LINE):
                self._came += len(line)
                if len(line) == LONGEST_LINE or lines.full() or self._came - self._taken > _MOST_UNREAD:
                    self._last_words.append(b"wrote more than is read")
                    kept.kill()
                    break
                lines.put(line)
        with contextlib.suppress(queue.Full):
            lines.put(None, timeout=_BYE_S)

    def _write_lines(self, kept: Kept) -> None:
        waiting = self._waiting
        with contextlib.suppress(OSError, ValueError), kept.stdin as pipe:
            while (line := waiting.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _read_errors(self, kept: Kept) -> None:
        with contextlib.suppress(OSError, ValueError), kept.stderr as pipe:
            while line := pipe.readline(_LONGEST_COMPLAINT):
                self._last_words.append(line)
                self._printed += len(line)
                if self._aloud:
                    print(printable(line.decode(errors="replace").rstrip("\n")), file=sys.stderr)
                if self._printed > _MOST_PRINTED:
                    self._last_words.append(b"printed more than is read")
                    kept.kill()
                    return

    def _write(self, said: Line) -> None:
        if self._kept is None:
            raise Gone("has ended")
        self._waiting.put(json.dumps(said, separators=(",", ":"), allow_nan=False).encode() + b"\n")

    def _call(self, said: Line, time_s: float, question: Question | None) -> dict[str, Any]:
        """Write a line and return the answer to it; tell what the bot needs before. Raises Late and Failed."""
        self._sent += 1
        self._write({**said, "id": self._sent})
        deadline = time.monotonic() + time_s
        for _ in range(_MOST_NEEDS):
            found = self._answer(deadline, time_s)
            if question is None or "need" not in found:
                break
            try:
                with thinking_until(deadline):
                    needed = _told(question, found)
            except OutOfTimeError:
                self._behind = True
                raise Late(f"no answer within {time_s:g} s") from None
            self._write({**needed, "id": self._sent})
        if "error" in found:
            raise Failed(_short_text(str(found["error"]), _LONGEST_ERROR))
        return found

    def _answer(self, deadline: float, time_s: float) -> dict[str, Any]:
        """Return the next line that has the number of what was said last. Raises Late and Failed."""
        while True:
            left_s = deadline - time.monotonic()
            try:
                # Lines that answer nothing do not buy time.
                if left_s <= 0.0:
                    raise queue.Empty
                line = self._lines.get(timeout=left_s)
            except queue.Empty:
                self._behind = True
                raise Late(f"no answer within {time_s:g} s") from None
            if line is None:
                raise Gone(self._ending())
            self._taken += len(line)
            try:
                # Some systems write a byte order mark first.
                found = read_json(line.decode("utf-8-sig"), finite=True)
            except ValueError:
                raise Failed(f"expected a line of JSON, found {_short(line.decode(errors='replace'))}") from None
            if not isinstance(found, dict) or not isinstance(found.get("id"), int):
                raise Failed(f'expected an object with the "id" of the question, found {_short(found)}')
            if found["id"] == self._sent:
                self._behind = False
                return found

    def _ending(self) -> str:
        """Return how the process ended, with the last line that it wrote to standard error."""
        kept, self._kept = self._kept, None
        if kept is None:
            return "has ended"
        code = kept.ended(_BYE_S)
        kept.kill()
        words = printable(self._last_words[-1].decode(errors="replace").strip())[:120] if self._last_words else ""
        how = "closed its standard output" if code is None else f"has ended with exit code {code}"
        return f"{how} ({words})" if words else how


def _told(question: Question, needed: dict[str, Any]) -> Line:
    """Return what a bot needs to know of a question, as far as it may. Raises Failed for anything else."""
    need = needed["need"]
    try:
        if need == "legal":
            return {"do": need, "legal": list(question.legal)}
        if need == "mask":
            mask = question.mask_after(*(int(number) for number in needed.get("begun", ())))
            allowed = None if mask is None else np.flatnonzero(mask).tolist()
            return {"do": need, "mask": allowed, "actions": 0 if mask is None else len(mask)}
        if need == "thought":
            rng = np.random.default_rng(int(needed.get("seed", 0)))
            return {"do": need, "thought": question.thought_of(str(needed.get("strategy")), rng)}
        if need == "model":
            return {"do": need, "model": question.state(whole("seed", needed.get("seed", 0), 0))}
    except (IllegalAction, InputError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return {"do": "error", "error": str(error)}
    raise Failed(f'"need": expected legal, mask, model or thought, found {_short(need)}')


def _short(found: object) -> str:
    return _short_text(repr(found), 60)


_LONGEST_ERROR = 200


def _short_text(text: str, longest: int) -> str:
    text = printable(" ".join(text.split()))
    return text if len(text) <= longest else f"{text[: longest - 4]} ..."
