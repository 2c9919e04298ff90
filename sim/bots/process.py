"""Bots in another process, which speaks YBP, version 1: a JSON object a line (docs/reference/bot-protocol.md).

-> {"do":"hello","id":0,"ybp":1}
<- {"id":0,"name":"alpha","version":"1.0","wants":["legal"]}
-> {"do":"new","id":1,"game":"riff-raff","me":"Anne","players":["Anne","Bert"], ...}
<- {"id":1}
-> {"do":"see","what":"ruling", ...}
-> {"do":"ask","id":2,"kind":"card","view":{...},"legal":[{"card":1}, ...],"time_s":10.0}
<- {"id":2,"answer":{"card":7}}  or  {"id":2,"pick":0}, with "next_s" where everybody acts at once
-> {"do":"bye"}
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections import deque
from typing import Any

import numpy as np

from sim.bots.bot import Info, Options, Question
from sim.bots.player import Failed, Late
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
_LONGEST_COMPLAINT = 1000
"""The part of a line on standard error that is kept (bytes)."""


class InProcess:
    """A bot in a process of its own; a new one is started when the last one has died or hangs."""

    def __init__(self, command: str, options: Options) -> None:
        """Start the process. Raises Failed and Late where it does not say hello."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise Failed(f"is no command ({str(error).lower()})") from error
        if not self._words:
            raise Failed("is no command (there is no word in it)")
        self._options = dict(options)
        self._process: subprocess.Popen[bytes] | None = None
        self.next_s: object = None
        self.busy = False
        self._start()

    @property
    def used_s(self) -> float:
        """The processor time of the process so far (s); NaN where the system does not say, or it has ended.

        On Linux the clock of a process is named by its number as clock_getcpuclockid(3) does, CPUCLOCK_SCHED.
        """
        if self._process is None or not sys.platform.startswith("linux"):
            return math.nan
        try:
            return time.clock_gettime(~self._process.pid << 3 | 2)
        except OSError:
            return math.nan

    def begin(self, info: Info) -> None:
        """Begin a match, in a new process if there is none that answers. Raises Late and Failed."""
        if self._process is None or self._process.poll() is not None or self._behind:
            self.end()
            self._start()
        said = {**dataclasses.asdict(info), "do": "new"}
        self._call(said, max(HELLO_S, info.time_s))

    def see(self, percept: Line) -> None:
        """Pass on what all players have seen."""
        with contextlib.suppress(Failed):
            self._write({"do": "see", **{"what" if key == "see" else key: item for key, item in percept.items()}})

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Return the bot's answer. Raises Late and Failed."""
        asked: Line = {"do": "ask", "kind": question.kind, "by": question.by, "view": question.view}
        if self._wants_legal:
            asked["legal"] = list(question.legal)
        if self._wants_numbers:
            mask = question.mask
            asked["numbers"] = None if mask is None else np.flatnonzero(mask).tolist()
        self.next_s, self.busy = None, True
        try:
            found = self._call({**asked, "seed": seed, "time_s": time_s}, time_s)
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
        """Say bye, and kill the process if it does not end then."""
        process, self._process = self._process, None
        if process is None:
            return
        self._waiting.put(b'{"do":"bye"}\n')
        self._waiting.put(None)
        try:
            process.wait(_BYE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._close(process)

    def _close(self, process: subprocess.Popen[bytes]) -> None:
        """Close the pipes of a process that has ended, once no thread uses them."""
        self._waiting.put(None)
        for thread in self._threads:
            thread.join(_BYE_S)
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()

    def _start(self) -> None:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            raise Failed(f"cannot be started ({getattr(error, 'strerror', None) or error})") from error
        self._process, self._sent, self._behind = process, -1, False
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_LINES)
        self._came = self._taken = 0  # Bytes of answers: each number is counted by one thread.
        self._last_words: deque[bytes] = deque(maxlen=1)
        # A thread for each pipe: a bot that does not read, or writes without end, must not stop the match.
        self._threads = [
            threading.Thread(target=work, args=(process,), daemon=True)
            for work in (self._write_lines, self._read_answers, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()
        try:
            found = self._call({"do": "hello", "ybp": VERSION, "options": self._options}, HELLO_S)
        except (Late, Failed):
            self.end()
            raise
        name, version, wants = found.get("name"), found.get("version", "0"), found.get("wants", [])
        if not isinstance(name, str) or not isinstance(version, str) or not isinstance(wants, list):
            self.end()
            raise Failed('hello: expected a "name" and a "version", both text, and a list of what it "wants"')
        self.name, self.version = name, version
        self._wants_legal, self._wants_numbers = "legal" in wants, "numbers" in wants

    def _read_answers(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        lines = self._lines
        with contextlib.suppress(OSError, ValueError):
            while line := process.stdout.readline(LONGEST_LINE):
                self._came += len(line)
                if len(line) == LONGEST_LINE or lines.full() or self._came - self._taken > _MOST_UNREAD:
                    process.kill()
                    break
                lines.put(line)
        with contextlib.suppress(queue.Full):
            lines.put(None, timeout=_BYE_S)

    def _write_lines(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        waiting = self._waiting
        with contextlib.suppress(OSError, ValueError):
            while (line := waiting.get()) is not None:
                process.stdin.write(line)
                process.stdin.flush()
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()

    def _read_errors(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := process.stderr.readline(_LONGEST_COMPLAINT):
                self._last_words.append(line)

    def _write(self, said: Line) -> None:
        if self._process is None:
            raise Failed("has ended")
        self._waiting.put(json.dumps(said, separators=(",", ":"), allow_nan=False).encode() + b"\n")

    def _call(self, said: Line, time_s: float) -> dict[str, Any]:
        """Write a line and return the answer to it. Raises Late and Failed."""
        self._sent += 1
        self._write({**said, "id": self._sent})
        deadline = time.monotonic() + time_s
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
                raise Failed(self._ending())
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
        process, self._process = self._process, None
        if process is None:
            return "has ended"
        process.kill()
        code = process.wait()
        self._close(process)
        words = printable(self._last_words[-1].decode(errors="replace").strip())[:120] if self._last_words else ""
        return f"has ended with exit code {code}" + (f" ({words})" if words else "")


def _short(found: object) -> str:
    text = printable(" ".join(repr(found).split()))
    return text if len(text) <= 60 else f"{text[:56]} ..."
