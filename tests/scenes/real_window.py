"""A program in a real window, driven as a person would: by xdotool's mouse and keys, and told of by what it prints.

Nothing is waited for but what it says and what the display shows, so that a busy machine changes nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sim.physics.minimum_jerk import minimum_jerk
from tests.processes import LONG_S, attempts, completed, running
from tests.scenes.smooth_mouse import move

EVERY_MS = 8
"""How long the mouse rests between two places of a movement."""

CLOSE = """
import sys
from ctypes import byref
from pyglet.libs.x11 import xlib
display, window = xlib.XOpenDisplay(None), int(sys.argv[1])
event = xlib.XEvent()
event.xclient.type, event.xclient.window, event.xclient.format = xlib.ClientMessage, window, 32
event.xclient.message_type = xlib.XInternAtom(display, b"WM_PROTOCOLS", False)
event.xclient.data.l[0] = xlib.XInternAtom(display, b"WM_DELETE_WINDOW", False)
xlib.XSendEvent(display, window, False, xlib.NoEventMask, byref(event))
xlib.XCloseDisplay(display)
"""


class RealWindow:
    """A Python program with a window of Yardarm's of that size. `close` leaves nothing behind."""

    def __init__(self, program: str, size: tuple[int, int], env: Mapping[str, str] | None = None) -> None:
        self.size, self.window = size, ""
        self._end = contextlib.ExitStack()
        piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = self._end.enter_context(running([sys.executable, "-c", program], env=env, **piped))
        self.lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        # It is closed while it is read if something went wrong.
        with contextlib.suppress(ValueError):
            for line in self.process.stdout:
                self.lines.put(line.strip())

    # ------------------------------------------------------------------------------------------ what it says

    def line(self, limit_s: float | None = None) -> str:
        """Return the next line it prints; raise `queue.Empty` if none comes within `limit_s`.

        Without a limit, fail with what it complained of, at once if it has ended.
        """
        if limit_s is not None:
            return self.lines.get(timeout=max(0.01, limit_s))
        end = time.monotonic() + LONG_S
        while time.monotonic() < end:
            over = not self._listener.is_alive()
            with contextlib.suppress(queue.Empty):
                return self.lines.get(timeout=0.01 if over else 0.2)
            if over:
                break
        self.process.kill()
        raise AssertionError(f"it says nothing: {self.process.stderr.read()}")

    def said(self, word: str) -> list[str]:
        """The words after that one, as soon as it is said; what comes before it is passed over."""
        while True:
            found, *more = self.line().split()
            if found == word:
                return more

    def says(self, word: str, limit_s: float) -> bool:
        """Is it said within that time? For what may have to be tried again."""
        end = time.monotonic() + limit_s
        with contextlib.suppress(queue.Empty):
            while True:
                if self.line(end - time.monotonic()).split()[0] == word:
                    return True
        return False

    def end(self) -> tuple[list[str], str]:
        """What it says until it has ended, and its complaints."""
        said: list[str] = []
        while not (said and said[-1].startswith("ended")):
            said.append(self.line())
        self.process.wait(LONG_S)
        return said, self.process.stderr.read()

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._listener.join(LONG_S)
        self._end.close()

    # ------------------------------------------------------------------------------------------ what is done to it

    def find(self) -> None:
        """Wait for the window, and give it the focus."""
        for _ in attempts():
            # It fails where a window goes away while it is looked at.
            found = completed(["xdotool", "search", "--onlyvisible", "--name", "Yardarm"], text=True).stdout.split()
            if found:
                self.window = found[0]
                self.do("windowfocus", "--sync", self.window)
                return
            if self.process.poll() is not None:
                raise AssertionError(f"it ended without a window: {self.process.stderr.read()}")
            time.sleep(0.1)
        raise AssertionError("no window appeared")

    @staticmethod
    def do(*words: str) -> str:
        """Some command of xdotool's; what it prints."""
        told: str = completed(["xdotool", *words], check=True, text=True).stdout
        return told

    def at(self, x: float, y: float) -> list[str]:
        """The words of xdotool that point there; y up, as the scene counts."""
        return ["mousemove", "--window", self.window, str(round(x)), str(round(self.size[1] - 1 - y))]

    def click(self, x: float, y: float) -> None:
        """Click there."""
        self.do(*self.at(x, y), "click", "1")

    def glide(
        self, start: tuple[float, float], end: tuple[float, float], lasts_s: float, up: bool = False, share: float = 1.0
    ) -> None:
        """Move the mouse smoothly from one place towards another, a share of the time; `up`: let go of it then."""
        steps = max(2, round(lasts_s * 1000 / EVERY_MS))
        ways = [minimum_jerk(step / steps) for step in range(1, round(share * steps) + 1)]
        (x0, y0), (x1, y1) = start, end
        places = [(x0 + (x1 - x0) * way, y0 + (y1 - y0) * way) for way in ways]
        move(self.window, EVERY_MS, places, up, self.size[1])

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, drag in about half a second, rest, let go."""
        self.do(*self.at(*start), "sleep", "0.1", "mousedown", "1", "sleep", "0.1")
        self.glide(start, end, 0.4)
        self.do("sleep", "0.2", "mouseup", "1")

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.do("key", key)

    def hold(self, key: str, seconds: float) -> None:
        """Hold a key for so long."""
        self.do("keydown", key, "sleep", f"{seconds:.2f}", "keyup", key)

    def quit(self) -> None:
        """Its button in the corner, as a window manager hands it on."""
        completed([sys.executable, "-c", CLOSE, self.window], check=True)


class TellingWindow(RealWindow):
    """A program that prints how things are, as JSON, each time that they change."""

    now: Mapping[str, Any] = {}

    def until(self, **wanted: Any) -> dict[str, Any]:
        """Wait until it tells that all this is so."""
        while not self.now or any(self.now[key] != value for key, value in wanted.items()):
            self.now = json.loads(self.line())
        return dict(self.now)


class PlayWindow(RealWindow):
    """`yardarm play` in a window of its own, with folders of its own.

    program: the command, telling what the test has to know; formatted with `root` and `arguments`.
    """

    program: str
    settings: Mapping[str, object] = {"notice_answered": True, "ghosts": False, "sound": False, "natural_flick": 600.0}

    def __init__(self, root: Path, folder: Path, *arguments: str, size: tuple[int, int] = (640, 400)) -> None:
        own = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}
        settings = folder / "config" / "yardarm"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "settings.json").write_text(json.dumps(self.settings))
        words = ["play", *arguments, "--size", f"{size[0]}x{size[1]}"]
        super().__init__(self.program.format(root=str(root), arguments=words), size, {**os.environ, **own})

    def left(self) -> tuple[list[str], str]:
        """Close it by the button in its corner: what it says last, and what it complains of."""
        self.quit()
        said, complaints = self.end()
        return said[-1:], complaints


ENDED = (["ended 0"], "")
"""What a window that is left says if all is well."""


@pytest.fixture
def windows(x_display: str) -> Iterator[list[Any]]:
    """A list of windows on the X display, which are closed in the end."""
    opened: list[RealWindow] = []
    try:
        yield opened
    finally:
        for window in opened:
            window.close()
