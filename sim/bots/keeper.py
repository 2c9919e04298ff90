"""The keeper of an external bot: a small process that starts the bot within limits, and ends all that the bot started.

Yardarm runs this file by itself, without importing the rest: `python -I -S keeper.py LIFELINE COMMAND ...`. LIFELINE is
the number of a pipe whose other end Yardarm holds; once that is closed, by will or because Yardarm was killed, the
keeper ends the bot with all processes below it. It does so too when the bot ends by itself, and where the bot has more
processes than it may. On Linux processes that have left their parents come back to the keeper, so none gets away;
elsewhere the bot's process group is what is ended.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable

if sys.platform != "win32":
    # Windows has no keepers; this file is read there for its figures.
    import resource

MEMORY = 4 << 30
"""The memory that each process of a bot may have (bytes)."""
PROCESSOR_S = 3600
"""The processor time that a process of a bot has in its life (s)."""
MOST_PROCESSES = 32
"""The largest number of processes that a bot may have at a time."""
_MORE_TASKS = 512
"""The number of threads and processes by which a user may have more than when the bot was started."""
_LOOK_S = 0.5
_GIVE_UP_S = 2.0
_LINUX = sys.platform.startswith("linux")
_PDEATHSIG, _SUBREAPER = 1, 36
"""Of prctl(2)."""


def descendants(pid: int) -> list[int]:
    """Return the processes below a process, as /proc has them; none where there is no /proc."""
    found: list[int] = []
    todo = [pid]
    while todo:
        for child in _children(todo.pop()):
            found.append(child)
            todo.append(child)
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def session(pid: int) -> list[int]:
    """Return the processes that run in the session which a process has begun; none where there is no /proc."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for name in filter(str.isdecimal, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                # proc(5): after the command in brackets state, parent, group and session.
                fields = file.read().rpartition(b")")[2].split()
                if int(fields[3]) == pid and fields[0] not in (b"Z", b"X"):
                    found.append(int(name))
    return found


def keep(lifeline: int, run: Callable[[], object]) -> int:
    """Run a bot in a child of this process until it ends or the lifeline is cut; return its exit code.

    run: becomes the bot, in the child; it does not return. A bot that was killed has the negative number of the signal.
    """
    if _LINUX:
        _prctl(_SUBREAPER, 1)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    bot = os.fork()
    if bot == 0:
        _be(run, (lifeline, woken, wakes))
    for stream in (0, 1):
        # Else nobody would see the bot close its own.
        os.close(stream)
    code = _watched(bot, lifeline, woken)
    _end(bot)
    return code


def _be(run: Callable[[], object], inherited: tuple[int, ...]) -> None:
    """Be the bot."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setpgid(0, 0)
        for number in inherited:
            os.close(number)
        if _LINUX:
            _prctl(_PDEATHSIG, signal.SIGKILL)
        _limit()
        run()
    except OSError as error:
        print(f"cannot be started ({error.strerror})", file=sys.stderr, flush=True)
    finally:
        os._exit(127)


def _limit() -> None:
    limits = {"RLIMIT_CORE": 0, "RLIMIT_DATA": MEMORY, "RLIMIT_CPU": PROCESSOR_S}
    if _LINUX and os.getuid() != 0:
        limits["RLIMIT_NPROC"] = _tasks_of_user() + _MORE_TASKS
    for name, most in limits.items():
        if hasattr(resource, name):
            hard = resource.getrlimit(getattr(resource, name))[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(getattr(resource, name), (least, least))


def _tasks_of_user() -> int:
    found = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{name}").st_uid == os.getuid():
                found += len(os.listdir(f"/proc/{name}/task"))
    return found


def _watched(bot: int, lifeline: int, woken: int) -> int:
    """Wait for the end of the bot or of Yardarm, and return the bot's exit code."""
    while True:
        ready, _, _ = select.select([lifeline, woken], [], [], _LOOK_S)
        if lifeline in ready:
            return -signal.SIGKILL
        if woken in ready:
            os.read(woken, 4096)
        pid, status = _reaped(bot)
        if pid == bot:
            return os.waitstatus_to_exitcode(status)
        if len(descendants(os.getpid())) > MOST_PROCESSES:
            print(f"started more than {MOST_PROCESSES} processes", file=sys.stderr, flush=True)
            return -signal.SIGKILL


def _reaped(bot: int) -> tuple[int, int]:
    """Reap the processes that have ended, up to the bot; return its number and how it ended, or zeros."""
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid in (0, bot):
                return pid, status
    return 0, 0


def _end(bot: int) -> None:
    """Kill the bot and all that is below this process, again and again until nothing is left."""
    until = time.monotonic() + _GIVE_UP_S
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            os.killpg(bot, signal.SIGKILL)
        for pid in descendants(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    number, *words = sys.argv[1:]
    code = keep(int(number), lambda: os.execvp(words[0], words))
    os._exit(code if code >= 0 else 128 - code)
