"""Commands that tests start in processes of their own: nothing of them is left behind, whatever happens to the test.

Waiting has a limit, so that what hangs is found; it is no measure of speed, and a busy machine does not reach it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LONG_S = 180.0
"""What comes within a second or two on a quiet machine has not hung before."""


@contextlib.contextmanager
def running(words: Sequence[str | os.PathLike[str]], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a command as the head of a group; at the end of the block the whole group is killed."""
    process = subprocess.Popen(words, start_new_session=True, **options)
    try:
        yield process
    finally:
        kill_group(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                # What could not be written to a reader that has gone is lost.
                with contextlib.suppress(OSError):
                    stream.close()


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill a process that `running` has started and all that it has started itself, and wait for its end."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def completed(
    words: Sequence[str | os.PathLike[str]], given: Any = None, check: bool = False, **options: Any
) -> subprocess.CompletedProcess[Any]:
    """Run a command to its end, as subprocess.run does with what it says captured, but leave nothing of it behind."""
    piped = {name: subprocess.PIPE for name in ("stdout", "stderr") if name not in options}
    if given is not None:
        piped["stdin"] = subprocess.PIPE
    with running(words, **options, **piped) as process:
        out, err = process.communicate(given, timeout=LONG_S)
    done = subprocess.CompletedProcess(process.args, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def printed_by(code: str, *options: str, hash_seed: int | None = None) -> str:
    """What code prints in a Python of its own, in the checkout; it complains of nothing."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    if hash_seed is not None:
        env["PYTHONHASHSEED"] = str(hash_seed)
    done = completed([sys.executable, *options, "-c", code], cwd=ROOT, env=env, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    said: str = done.stdout
    return said


def until(so: Callable[[], bool], what: str = "it never came") -> None:
    """Wait until something is so; fails with these words if it hangs."""
    for _ in attempts():
        if so():
            return
        time.sleep(0.01)
    raise AssertionError(what)


def ended(pid: int) -> bool:
    """Whether a process has come to its end; one that its parent has not asked for its exit code has."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    # Of several threads ("l") the first may have ended before the others: the exit code is not there yet.
    return not told.strip() or (told.startswith("Z") and "l" not in told)


def attempts() -> Iterator[int]:
    """Number what is tried again and again, until LONG_S have passed."""
    end, number = time.monotonic() + LONG_S, 0
    while time.monotonic() < end:
        yield number
        number += 1


def let_children_be_interrupted() -> None:
    """Where interrupts are ignored, go on ignoring them, but hand that down to no command that is started.

    A shell without job control starts what it runs in its background with interrupts ignored. A command keeps that, as
    it should; tests that interrupt one would wait for ever.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # In a new program a handler becomes the default again; what is ignored stays ignored.
        signal.signal(signal.SIGINT, lambda *_: None)


def let_children_share_bytecode() -> None:
    """Where no bytecode is to be written, keep it in pytest's cache, for this process and for all that it starts.

    Otherwise each of the many processes that tests start would compile all that it imports.
    """
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(ROOT / ".pytest_cache" / "bytecode")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
