"""The processes of an external bot: a keeper of ours (sim/bots/keeper.py), and below it all that the bot starts."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Protocol

from sim.bots import keeper

_END_S = 3.0
"""The time that a keeper has to end everything (s)."""
_TICK_S = 1.0 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else math.nan


class Kept(Protocol):
    """A bot's processes. stdin, stdout, stderr: the bot's, seen from here."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    @property
    def used_s(self) -> float:
        """The processor time of all its processes so far (s), NaN where the system does not say."""

    def ended(self, within_s: float) -> int | None:
        """Wait for its end; return the exit code, the negative number of a signal, or None if it has not ended."""

    def kill(self) -> None:
        """End all its processes, at once."""


class Started:
    """A bot that is a command. Without keepers, which Windows lacks, it is one process."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start it. Raises OSError."""
        self._lifeline, self._lock = -1, threading.Lock()
        pipe = subprocess.PIPE
        if os.name != "posix":
            process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)
        else:
            lifeline, self._lifeline = os.pipe()
            try:
                process = subprocess.Popen(
                    [sys.executable, "-I", "-S", keeper.__file__, str(lifeline), *words],
                    stdin=pipe, stdout=pipe, stderr=pipe, env=environment, pass_fds=(lifeline,), start_new_session=True,
                )  # fmt: skip
            finally:
                os.close(lifeline)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.stdin: IO[bytes] = process.stdin
        self.stdout: IO[bytes] = process.stdout
        self.stderr: IO[bytes] = process.stderr
        self._process = process

    @property
    def used_s(self) -> float:
        """The processor time of all its processes so far (s), NaN where the system does not say."""
        return used_below(self._process.pid)

    def ended(self, within_s: float) -> int | None:
        """Wait for its end; return the exit code, the negative number of a signal, or None if it has not ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(within_s)
            return 128 - code if code > 128 else code
        return None

    def kill(self) -> None:
        """End all its processes, at once."""
        with self._lock:
            self._lifeline = _cut(self._lifeline)
        if os.name != "posix" or self.ended(_END_S) is None:
            self._process.kill()
            self._process.wait()
        _end_session(self._process.pid)


class Forked:
    """A bot that goes on from here in a fork of this process, such as a function of a notebook."""

    def __init__(self, serve: Callable[[], None]) -> None:
        """Fork. serve: is the bot, given its pipes as standard input and output. Raises OSError."""
        reads, writes = os.pipe(), os.pipe()
        errors, lifeline = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self._be(serve, (reads[0], writes[1], errors[1]), lifeline[0])
        for number in (reads[0], writes[1], errors[1], lifeline[0]):
            os.close(number)
        self.stdin: IO[bytes] = os.fdopen(reads[1], "wb")
        self.stdout: IO[bytes] = os.fdopen(writes[0], "rb")
        self.stderr: IO[bytes] = os.fdopen(errors[0], "rb")
        self._lifeline, self._lock = lifeline[1], threading.Lock()
        self._code: int | None = None

    @property
    def used_s(self) -> float:
        """The processor time of all its processes so far (s), NaN where the system does not say."""
        return used_below(self.pid)

    def ended(self, within_s: float) -> int | None:
        """Wait for its end; return the exit code, the negative number of a signal, or None if it has not ended."""
        until = time.monotonic() + within_s
        while self._reaped() is None and time.monotonic() < until:
            time.sleep(0.002)
        return self._code

    def _reaped(self) -> int | None:
        # A thread that reads from the bot may end it at the same time.
        with self._lock:
            pid, status = (0, 0) if self._code is not None else os.waitpid(self.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                self._code = 128 - code if code > 128 else code
            return self._code

    def kill(self) -> None:
        """End all its processes, at once."""
        with self._lock:
            self._lifeline = _cut(self._lifeline)
        if self.ended(_END_S) is None:
            os.kill(self.pid, signal.SIGKILL)
            self.ended(_END_S)
        _end_session(self.pid)

    @staticmethod
    def _be(serve: Callable[[], None], pipes: tuple[int, int, int], lifeline: int) -> None:
        """Be the keeper of the bot, and hold nothing open that is our own."""
        code = 127
        try:
            os.setsid()
            for number, pipe in enumerate(pipes):
                os.dup2(pipe, number)
            _forget_files(lifeline)
            code = keeper.keep(lifeline, serve)
        finally:
            os._exit(code if code >= 0 else 128 - code)


def used_below(pid: int) -> float:
    """Return the processor time of all processes below one, those that have ended included (s); NaN but on Linux.

    The clock of a process is named by its number as clock_getcpuclockid(3) does, CPUCLOCK_SCHED; it counts all threads.
    """
    if not sys.platform.startswith("linux"):
        return math.nan
    found = _of_ended_children(pid)
    for below in keeper.descendants(pid):
        with contextlib.suppress(OSError):
            found += time.clock_gettime(~below << 3 | 2) + _of_ended_children(below)
    return found


def _of_ended_children(pid: int) -> float:
    """Return the processor time of the children of a process that have ended (s): proc(5), cutime and cstime."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[13]) + int(fields[14])) * _TICK_S


def _end_session(keeper_pid: int) -> None:
    """Kill what is left of a keeper's session: a bot may have killed or stopped its keeper, and left its children."""
    until = time.monotonic() + _END_S
    while time.monotonic() < until and (left := keeper.session(keeper_pid)):
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)


def _forget_files(lifeline: int) -> None:
    """Let go of every file but the three of the bot and its lifeline.

    Libraries close files of their own in each fork to come (Arrow does, and aborts if one is closed already), so
    every number stays in use, for a file that is nothing.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in map(int, os.listdir("/dev/fd")):
        if number > 2 and number not in (lifeline, nothing):
            os.dup2(nothing, number, inheritable=False)


def _cut(lifeline: int) -> int:
    if lifeline >= 0:
        os.close(lifeline)
    return -1
