"""Bots in another process, which speaks YBP, version 1: a JSON object a line, both ways (docs/write-a-bot.md).

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
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from typing import Any

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


class InProcess:
    """A bot in a process of its own; a new one is started when the last one has died or hangs."""

    def __init__(self, command: str, options: Options) -> None:
        """Start the process. Raises Failed and Late where it does not say hello."""
        self._words = shlex.split(command)
        self._options = dict(options)
        self._process: subprocess.Popen[bytes] | None = None
        self.next_s: object = None
        self._start()

    def begin(self, info: Info) -> None:
        """Begin a match, in a new process if there is none that answers. Raises Late and Failed."""
        if self._process is None or self._process.poll() is not None or self._behind:
            self.end()
            self._start()
        told = {**dataclasses.asdict(info), "do": "new"}
        self._call(told, max(HELLO_S, info.time_s))

    def see(self, percept: Line) -> None:
        """Pass on what all players have seen."""
        with contextlib.suppress(Failed):
            self._write({"do": "see", **{"what" if key == "see" else key: item for key, item in percept.items()}})

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Return the bot's answer. Raises Late and Failed."""
        asked: Line = {"do": "ask", "kind": question.kind, "by": question.by, "view": question.view}
        if self._wants_legal:
            asked["legal"] = list(question.legal)
        self.next_s = None
        found = self._call({**asked, "seed": seed, "time_s": time_s}, time_s)
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
        with contextlib.suppress(OSError, ValueError):
            if process.poll() is None and process.stdin is not None:
                process.stdin.write(b'{"do":"bye"}\n')
                process.stdin.close()
        try:
            process.wait(_BYE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._close(process)

    def _close(self, process: subprocess.Popen[bytes]) -> None:
        """Close the pipes of a process that has ended, once nobody reads from them."""
        for reader in self._readers:
            reader.join(_BYE_S)
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
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._last_words: deque[bytes] = deque(maxlen=1)
        self._readers = [
            threading.Thread(target=read, args=(process,), daemon=True)
            for read in (self._read_answers, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()
        found = self._call({"do": "hello", "ybp": VERSION, "options": self._options}, HELLO_S)
        name, version, wants = found.get("name"), found.get("version", "0"), found.get("wants", [])
        if not isinstance(name, str) or not isinstance(version, str) or not isinstance(wants, list):
            self.end()
            raise Failed('hello: expected a "name" and a "version", both text, and a list of what it "wants"')
        self.name, self.version, self._wants_legal = name, version, "legal" in wants

    def _read_answers(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        lines = self._lines
        with contextlib.suppress(OSError, ValueError):
            while line := process.stdout.readline(LONGEST_LINE):
                lines.put(line)
                if len(line) == LONGEST_LINE:
                    process.kill()
        lines.put(None)

    def _read_errors(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            for line in process.stderr:
                self._last_words.append(line[:1000])

    def _write(self, said: Line) -> None:
        if self._process is None or self._process.stdin is None:
            raise Failed("has ended")
        try:
            self._process.stdin.write(json.dumps(said, separators=(",", ":"), allow_nan=False).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Failed(self._ending()) from None

    def _call(self, said: Line, time_s: float) -> dict[str, Any]:
        """Write a line and return the answer to it. Raises Late and Failed."""
        self._sent += 1
        self._write({**said, "id": self._sent})
        deadline = time.monotonic() + time_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self._behind = True
                raise Late(f"no answer within {time_s:g} s") from None
            if line is None:
                raise Failed(self._ending())
            try:
                found = read_json(line.decode(), finite=True)
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
