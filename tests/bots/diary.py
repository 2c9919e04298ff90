"""What bots note for the tests, which run in another process: a file for each bot, and a gate that lets them answer."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any


def folder() -> Path:
    """Return the folder that the processes of bots inherit; the process that makes it takes it away at its end."""
    if "YARDARM_TEST_DIARIES" not in os.environ:
        made = os.environ["YARDARM_TEST_DIARIES"] = tempfile.mkdtemp(prefix="diaries-")
        atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(os.environ["YARDARM_TEST_DIARIES"])


FOLDER = folder()
_GATE = FOLDER / "gate"


class Diary:
    """The diary of a bot."""

    def __init__(self) -> None:
        path = FOLDER / f"{time.monotonic_ns():020d}-{os.getpid()}.jsonl"
        self._file = path.open("a", buffering=1)

    def note(self, **what: Any) -> None:
        """Write one line."""
        self._file.write(json.dumps(what) + "\n")


def diaries() -> list[list[dict[str, Any]]]:
    """Return the diaries of all bots since `begin`, in the order in which they were made."""
    return [list(map(json.loads, path.read_text().splitlines())) for path in sorted(FOLDER.glob("*.jsonl"))]


def begin() -> None:
    """Forget all diaries, and shut the gate."""
    for path in FOLDER.iterdir():
        path.unlink()


def open_gate() -> None:
    """Let the bots answer that wait at the gate."""
    _GATE.touch()


def wait_at_gate() -> None:
    """Wait until the gate is open, at most 20 s."""
    until = time.monotonic() + 20.0
    while not _GATE.exists() and time.monotonic() < until:
        time.sleep(0.001)
