"""Bots that do something before their first answer, and answer like `tests.bots.examples:first`: deeds.py:Deed."""

from __future__ import annotations

import atexit
import builtins
import ctypes
import gc
import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sim.bots.bot import Info, Question

FORGED = '{"id":2,"answer":{"card":1}}\n{"id":3,"pick":0}\n'
MEMORY = 1 << 29


def _spin() -> None:
    while True:
        pass


def _fork(count: int, work: Callable[[], object] = _spin) -> None:
    for _ in range(count):
        if os.fork() == 0:
            work()
            os._exit(0)


def _daemon(*closed: int) -> None:
    """Leave a process behind in a session of its own, whose parents have ended."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in closed:
                os.close(number)
            _spin()
        os._exit(0)


def _floods(number: int, text: bytes) -> None:
    while True:
        os.write(number, text)


def _bombs() -> None:
    # The keeper's limit is more than a test should take.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    taken = []
    while True:
        taken.append(bytearray(1 << 24))


def _recurses(deep: int = 0) -> int:
    return _recurses(deep + 1) + 1


def _patches() -> None:
    """Change in this process what the match needs in another."""
    import sim.bots.seated
    import sim.games.riff_raff.bots
    import sim.games.zatre.bots
    import sim.seeds

    for module in (sim.seeds, sim.bots.seated, sim.games.riff_raff.bots, sim.games.zatre.bots):
        for name, found in list(vars(module).items()):
            if callable(found) and not name.startswith("__"):
                setattr(module, name, lambda *_a, **_k: None)
    real = json.dumps
    json.dumps = lambda said, **options: real({**said, "name": "first"} if "name" in said else said, **options)
    builtins.sum = lambda *_: 0  # type: ignore[assignment]
    builtins.sorted = lambda *_, **__: []  # type: ignore[assignment]


def _changes_surroundings() -> None:
    os.chdir("/")
    os.environ.clear()
    os.umask(0o777)
    os.nice(5)
    for limit in (resource.RLIMIT_CPU, resource.RLIMIT_DATA, resource.RLIMIT_NPROC):
        try:
            resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        except (ValueError, OSError):
            continue


def _ignores_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)


def _terminal() -> None:
    try:
        with Path("/dev/tty").open("w") as terminal:
            terminal.write("FORGED")
    except OSError:
        return


def _threads(daemon: bool) -> None:
    # One is enough: with two, each answer takes 20 ms, and a check at ZIGZAG longer than a test may.
    threading.Thread(target=_spin, daemon=daemon).start()


def _dups() -> None:
    for number in range(3, 40):
        try:
            os.dup2(2, number + 100)
        except OSError:
            continue


def _print_much() -> None:
    print("in the middle", FORGED, flush=True)
    print("x" * 100_000)
    print("\x1b]0;title\x07\x1b[2J\u202e\ud800", file=sys.stderr)


def _leaves(work: Callable[[], object]) -> Callable[[], None]:
    """Leave a child that spins, then do something to others."""

    def do() -> None:
        _fork(1)
        work()

    return do


DEEDS: dict[str, Callable[[], object]] = {
    "prints": _print_much,
    "prints_without_end": lambda: _floods(1, b"x" * 4096),
    "prints_lines_without_end": lambda: _floods(1, b"x\n" * 2048),
    "complains_without_end": lambda: _floods(2, b"\xff" * 4096),
    "complains_in_lines": lambda: _floods(2, b"x" * 4095 + b"\n"),
    "writes_to_1": lambda: os.write(1, FORGED.encode()),
    "forges": lambda: [os.write(number, FORGED.encode()) for number in (1, 2)],
    "forges_everywhere": lambda: [_try(lambda n=n: os.write(n, FORGED.encode())) for n in range(3, 64)],
    "closes_0": lambda: os.close(0),
    "closes_1": lambda: os.close(1),
    "closes_2": lambda: os.close(2),
    "closes_all": lambda: os.closerange(0, 256),
    "dups": _dups,
    "dups_over_all": lambda: [_try(lambda n=n: os.dup2(2, n)) for n in range(3, 64)],
    "no_stdout": lambda: setattr(sys, "stdout", None),
    "closed_stdout": lambda: sys.stdout.close(),
    "fifty_children": lambda: _fork(50),
    "ten_children": lambda: _fork(10),
    "children_of_children": lambda: _fork(3, lambda: _fork(3)),
    "stopped_children": lambda: _fork(5, lambda: os.kill(os.getpid(), signal.SIGSTOP)),
    "daemon": _daemon,
    "daemon_closes_pipes": lambda: _daemon(0, 1, 2),
    "daemon_outlives": lambda: (_daemon(0, 1, 2), os._exit(0)),
    "ignores_signals": _ignores_signals,
    "ignores_in_children": lambda: (_ignores_signals(), _fork(3)),
    "kills_parent": lambda: (os.kill(os.getppid(), signal.SIGKILL), time.sleep(1000.0)),
    "kills_parent_leaves_child": _leaves(lambda: (os.kill(os.getppid(), signal.SIGKILL), time.sleep(1000.0))),
    "stops_parent": _leaves(lambda: (os.kill(os.getppid(), signal.SIGSTOP), time.sleep(1000.0))),
    "interrupts_parent": lambda: (os.kill(os.getppid(), signal.SIGINT), time.sleep(1000.0)),
    "ends_parent": lambda: (os.kill(os.getppid(), signal.SIGTERM), time.sleep(1000.0)),
    "kills_group": lambda: os.killpg(0, signal.SIGKILL),
    "stops_itself": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "segfaults": lambda: ctypes.string_at(0),
    "aborts": os.abort,
    "bombs": _bombs,
    "recurses": _recurses,
    "threads": lambda: _threads(daemon=True),
    "threads_that_stay": lambda: _threads(daemon=False),
    "patches": _patches,
    "surroundings": _changes_surroundings,
    "terminal": _terminal,
    "hangs_at_exit": lambda: atexit.register(time.sleep, 1000.0),
    "becomes_another": lambda: os.execvp("sleep", ["sleep", "1000"]),
    "waits_for_anyone": lambda: _try(lambda: os.waitpid(-1, os.WNOHANG)),
    "interrupts_itself": lambda: os.kill(os.getpid(), signal.SIGINT),
}


def _try(work: Callable[[], object]) -> None:
    try:
        work()
    except OSError:
        return


class Deed:
    """Does it once in its life, before the first answer."""

    name, version = "first", "0"

    def __init__(self, what: str) -> None:
        self.todo = [DEEDS[what]]

    def act(self, question: Question) -> object:
        """Do it, and answer."""
        if self.todo:
            self.todo.pop()()
        return question.legal[0]


class Once:
    """Starts once, and never again as it was. path: a file by which it knows."""

    name, version = "first", "0"

    def __init__(self, how: str, path: str) -> None:
        known = Path(path)
        if known.exists():
            if how == "raises":
                raise ValueError("never again")
            if how == "exits":
                os._exit(0)
            self.name = "second"
        known.touch()

    def act(self, question: Question) -> object:
        """Answer."""
        return question.legal[0]


class SoreLoser:
    """Plays badly, and once it is behind spoils the match in the way `how`."""

    def __init__(self, how: str = "dies") -> None:
        self.how, self.asked = how, 0

    def act(self, question: Question) -> object:
        """Answer as long as it cannot have lost."""
        self.asked += 1
        if self.asked <= 2:
            return question.legal[0]
        if self.how == "dies":
            os._exit(0)
        if self.how == "deep":
            answer: list[Any] = []
            for _ in range(100_000):
                answer = [answer]
            return answer
        if self.how == "unprintable":
            from tests.bots.hostile.stops import CannotBePrintedError

            raise CannotBePrintedError
        return _endless()


def _endless() -> Iterator[int]:
    while True:
        yield 0


class Spy:
    """Searches its process for what belongs to the match, and writes what it finds to a file; else plays."""

    name, version = "first", "0"

    def __init__(self, wanted: str, path: str) -> None:
        """wanted: numbers with semicolons between them, and names of classes."""
        self.numbers = {int(word) for word in wanted.split(";") if word.isdecimal()}
        self.names = {word for word in wanted.split(";") if not word.isdecimal()}
        self.own = (self, self.numbers, self.names, self.__dict__)
        self.path, self.asked = Path(path), 0

    def reset(self, _info: Info) -> None:
        """Search."""
        self._search()

    def act(self, question: Question) -> object:
        """Search three times, and answer."""
        self.asked += 1
        if self.asked <= 3:
            self._search()
        return question.legal[0]

    def _search(self) -> None:
        found: set[str] = set()
        for each in [*gc.get_objects(), *self._in_frames()]:
            if any(each is own for own in self.own):
                continue
            if type(each).__name__ in self.names:
                found.add(type(each).__name__)
            parts = list(each.values()) if type(each) is dict else each if type(each) in (list, tuple, set) else [each]
            found |= {str(part) for part in list(parts) if type(part) is int and part in self.numbers}
        with self.path.open("a") as file:
            file.write(json.dumps(sorted(found)) + "\n")

    @staticmethod
    def _in_frames() -> Iterator[object]:
        for frame in sys._current_frames().values():
            at: Any = frame
            while at is not None:
                yield from list(at.f_locals.values())
                at = at.f_back
