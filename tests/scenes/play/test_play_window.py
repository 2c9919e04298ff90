"""The real command in a real window, by real mouse and keys: lobby, closing in the middle, lost focus, signals."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.matches.record import read_record
from sim.matches.replay import verify

HERE = Path(__file__).parent

# The command, telling what it does; unless the real game is wanted with the stand-ins of fakes.py in its place.
STAND_INS = """
from types import ModuleType
import fakes
module = ModuleType("scenes.riff_raff.play")
module.PlayLayer = fakes.FakeLayer
sys.modules["scenes.riff_raff.play"] = module
def press(self, x, y, button, modifiers):
    print("press", round(x), round(y), flush=True)
fakes.FakeLayer.press = press
from scenes.play import session
session.open_match = lambda setup, _c, tell: fakes.FakePlayed(setup.seats, setup.seed, tell, 1e9)
"""
# The real game, telling when a few lines more are on record.
REAL = """
from sim.matches import record
tell, more = record.Recorder.tell, []
def told(self, line):
    tell(self, line)
    more.append(line)
    if len(more) == {lines}:
        print("told", flush=True)
record.Recorder.tell = told
"""
PROGRAM = """
import sys
sys.path[:0] = [{root!r}, {here!r}]
{before}
import scenes.window
opened = scenes.window.open_window
def open_window(*size, **more):
    global window
    window = opened(*size, **more)
    from scenes.play.scene import PlayScene
    update, last = PlayScene.update, []
    def told(self, wall_s):
        update(self, wall_s)
        now = [type(screen).__name__ for screen in self.screens] or ["table"]
        if now != last:
            last[:] = now
            print("front", now[-1], flush=True)
    PlayScene.update = told
    return window
scenes.window.open_window = open_window
import yardarm
code = yardarm.run({arguments!r})
print("ended", code, flush=True)
"""

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


class Shown:
    """The command in a window of its own, driven as a person would."""

    def __init__(self, root: Path, *arguments: str, size: str = "640x400", lines: int = 0) -> None:
        program = PROGRAM.format(
            here=str(HERE),
            root=str(root),
            before=REAL.format(lines=lines) if lines else STAND_INS,
            arguments=["play", *arguments, "--size", size],
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.size = tuple(map(int, size.split("x")))

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def line(self) -> str:
        """What it says next."""
        try:
            return self.lines.get(timeout=40)
        except queue.Empty:
            self.process.kill()
            assert self.process.stderr is not None
            raise AssertionError(f"it says nothing: {self.process.stderr.read()}") from None

    def find(self) -> None:
        """Wait for the window."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--name", "Yardarm"], capture_output=True, text=True, check=False
            )
            if found.stdout.strip():
                self.window = found.stdout.split()[0]
                subprocess.run(["xdotool", "windowfocus", "--sync", self.window], check=True, timeout=20)
                return
            time.sleep(0.1)
        raise AssertionError("no window appeared")

    def do(self, *words: str) -> None:
        """Some command of xdotool's."""
        subprocess.run(["xdotool", *words], check=True, capture_output=True, timeout=20)

    def click(self, x: float, y: float) -> None:
        """Click there; y up, as the scene counts."""
        self.do("mousemove", "--window", self.window, str(round(x)), str(round(self.size[1] - 1 - y)), "click", "1")

    def quit(self) -> None:
        """Its button in the corner, as a window manager hands it on."""
        subprocess.run([sys.executable, "-c", CLOSE, self.window], check=True, timeout=20)

    def keys(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.do("key", key)

    def end(self) -> tuple[list[str], str]:
        """What it says until it has ended, and its complaints."""
        said = []
        while not (said and said[-1].startswith("ended")):
            said.append(self.line())
        self.process.wait(timeout=20)
        assert self.process.stderr is not None
        return said, self.process.stderr.read()

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._listener.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


@pytest.fixture
def show(x_display: str, root: Path) -> Iterator[Any]:
    """Opens the command in a window."""
    assert x_display
    running: list[Shown] = []

    def begin(*arguments: str, notice: bool = False, **more: Any) -> Shown:
        if not notice:
            settings = Path(os.environ["XDG_CONFIG_HOME"]) / "yardarm"
            if not settings.exists() and not Path(os.environ["XDG_CONFIG_HOME"]).is_file():
                settings.mkdir(parents=True)
                (settings / "settings.json").write_text('{"hands_told": true}')
        program = Shown(root, *arguments, **more)
        running.append(program)
        return program

    yield begin
    for program in running:
        program.close()


def place_of(name: str, size: tuple[int, int] = (640, 400)) -> tuple[float, float]:
    """Where a widget of the lobby is, in a window of that size."""
    from test_lobby import FakeHost, form_of, lobby

    place = form_of(lobby(FakeHost(), size)).place_of(name)
    assert place is not None
    return place.centre


def test_lobby_by_mouse_then_closed_in_the_middle(show: Any, own_folders: Path) -> None:
    shown = show()
    assert shown.line() == "front LobbyScreen"
    shown.find()
    shown.click(*place_of("start"))
    assert shown.line() == "front table"
    shown.click(300, 100)
    assert shown.line() == "press 300 100"
    time.sleep(1.3)
    shown.quit()
    said, complaints = shown.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    (path,) = (own_folders / "data" / "yardarm" / "matches").iterdir()
    assert said[-2] == f"The match is saved: {path}; go on with it by: yardarm play --resume {path}"
    assert read_record(path).intact


def test_notice_and_lobby_by_keyboard(show: Any, own_folders: Path) -> None:
    shown = show(notice=True)
    assert shown.line() == "front HandsNotice"
    shown.find()
    shown.keys("Tab", "Tab", "Return")
    assert shown.line() == "front LobbyScreen"
    assert '"record_hands": false' in (own_folders / "config" / "yardarm" / "settings.json").read_text()
    shown.keys("Tab", "Right", "Left", "Return")
    assert shown.line() == "front table"
    shown.keys("Escape")
    assert shown.line() == "front PauseScreen"
    shown.keys("Up", "Return")  # the last button: quit
    assert shown.end()[0][-1] == "ended 0"


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_and_ends(show: Any, tmp_path: Path, sent: signal.Signals) -> None:
    path = tmp_path / "my match.jsonl"
    shown = show("riff-raff", "--seats", "me,casual:random", "--seed", "3", "--record", str(path))
    assert shown.line() == "front table"
    time.sleep(1.3)
    shown.process.send_signal(sent)
    said, complaints = shown.end()
    assert complaints == ""
    assert said == [
        f"The match is saved: {path}; go on with it by: yardarm play --resume '{path}'",
        "ended 0",
    ]
    record = read_record(path)
    assert (record.header.seed, record.intact) == (3, True)


def test_a_window_that_is_left_or_minimised_pauses(show: Any) -> None:
    shown = show("riff-raff", "--seats", "me,casual:random")
    assert shown.line() == "front table"
    shown.find()
    shown.do("windowunmap", "--sync", shown.window)
    assert shown.line() == "front PauseScreen"
    time.sleep(0.3)
    shown.do("windowmap", "--sync", shown.window)
    shown.find()
    shown.keys("Return")
    assert shown.line() == "front table"
    other = subprocess.Popen(
        [sys.executable, "-c", "import pyglet; w = pyglet.window.Window(99, 99, caption='Other'); pyglet.app.run()"]
    )
    try:
        shown.do("search", "--sync", "--onlyvisible", "--name", "Other", "windowfocus")
        assert shown.line() == "front PauseScreen"
    finally:
        other.kill()
        other.wait()


def test_full_screen_is_no_reason_to_pause(show: Any, own_folders: Path) -> None:
    shown = show("riff-raff", "--seats", "me,casual:random")
    assert shown.line() == "front table"
    shown.find()
    shown.keys("F11")
    time.sleep(1.5)
    assert shown.lines.empty()
    shown.find()
    shown.keys("Escape")
    assert shown.line() == "front PauseScreen"
    assert '"fullscreen": true' in (own_folders / "config" / "yardarm" / "settings.json").read_text()


def test_settings_that_cannot_be_kept_stop_nothing(show: Any, own_folders: Path) -> None:
    (own_folders / "config").write_text("no folder")
    shown = show(notice=True)
    assert shown.line() == "front HandsNotice"
    shown.find()
    shown.keys("Return")
    assert shown.line() == "front LobbyScreen"
    shown.keys("Return")
    assert shown.line() == "front table"
    shown.quit()
    said, complaints = shown.end()
    assert (said, complaints) == (["ended 0"], "")


def test_a_real_match_is_left_and_gone_on_with(show: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    seats = ("--seats", "me=Ada,casual,casual", "--seed", "3", "--profile", "draft")
    shown = show("zack", *seats, "--record", str(path), lines=5)
    assert [shown.line() for _ in range(3)] == ["front Countdown", "front table", "told"]
    shown.find()
    shown.quit()
    said, complaints = shown.end()
    assert (said[-1], complaints) == ("ended 0", "")
    first = read_record(path)
    assert len(first.lines) > 1
    # Those on record, but for the header, are told again while it is caught up with.
    shown = show("--resume", str(path), lines=len(first.lines) + 4)
    assert [shown.line() for _ in range(3)] == ["front Countdown", "front table", "told"]
    shown.process.send_signal(signal.SIGTERM)
    assert shown.end()[0][-1] == "ended 0"
    second = read_record(path)
    assert second.lines[: len(first.lines)] == first.lines
    assert len(second.lines) > len(first.lines)
    assert verify(second) is None


def test_what_cannot_be_gone_on_with_is_told_without_a_window(show: Any, tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text("{")
    said, complaints = show("--resume", str(tmp_path / "broken.jsonl")).end()
    assert said == ["ended 2"]
    assert (
        complaints == f"yardarm: {tmp_path / 'broken.jsonl'}: line 1: is not JSON; the record is damaged or cut off.\n"
    )
