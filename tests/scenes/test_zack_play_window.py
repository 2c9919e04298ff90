"""Zack! by hand in a real window: a card is flicked with real mouse events, a challenge thrown with a key."""

from __future__ import annotations

import json
import os
import queue
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
from tests.matches.zack_by_hand import reach
from tests.scenes.smooth_mouse import move

SIZE = (640, 400)
ME = "Carla"

# The command itself, telling on the way what goes on, and where in the window a flick begins and ends.
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from scenes.zack import play
update, told = play.PlayLayer.update, set()
def say(*words):
    if words not in told:
        told.add(words)
        print(*words, flush=True)
def noted(self, wall_s):
    update(self, wall_s)
    match = self.match
    if match.beat == "playing" and match.due is not None:
        seen, side = self.scene.camera.to_screen, self.hand.side
        places = [seen((side * x, y)) for x, y in ((560, 150), (300, 235))]
        say("playing", *(round(value) for place in places for value in place))
    if match.section.flying(self.me):
        say("thrown")
    if self.hand.busy:
        say("challenges")
    if match.challenges:
        say("challenged")
play.PlayLayer.update = noted
import yardarm
print("ended", yardarm.run({arguments!r}), flush=True)
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


class Played:
    """The command in a window of its own, driven as a person would."""

    program = PROGRAM

    def __init__(self, root: Path, folder: Path, *arguments: str) -> None:
        program = self.program.format(root=str(root), arguments=["play", *arguments, "--size", f"{SIZE[0]}x{SIZE[1]}"])
        own = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}
        settings = folder / "config" / "yardarm"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "settings.json").write_text('{"hands_told": true, "ghosts": false, "sound": false}')
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], env={**os.environ, **own}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        self.lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def said(self, word: str, timeout: float = 60.0) -> list[str]:
        """The words after that one, as soon as it is said; what comes before it is passed over."""
        deadline = time.monotonic() + timeout
        while True:
            try:
                found, *more = self.lines.get(timeout=max(0.0, deadline - time.monotonic())).split()
            except queue.Empty:
                self.process.kill()
                assert self.process.stderr is not None
                raise AssertionError(f"it does not say {word!r}: {self.process.stderr.read()}") from None
            if found == word:
                return more

    def says(self, word: str, timeout: float) -> bool:
        """Is it said within that time?"""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                if self.lines.get(timeout=max(0.01, deadline - time.monotonic())).split()[0] == word:
                    return True
            except queue.Empty:
                return False
        return False

    def find(self) -> None:
        """Wait for the window, and give it the focus."""
        found = self.do("search", "--sync", "--onlyvisible", "--name", "Yardarm")
        self.window = found.split()[0]
        self.do("windowfocus", "--sync", self.window)

    @staticmethod
    def do(*words: str) -> str:
        return subprocess.run(["xdotool", *words], check=True, capture_output=True, text=True, timeout=60).stdout

    def flick(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Press, rest a moment, flick in 0.3 s, release."""
        place = ["mousemove", "--window", self.window, str(x0), str(SIZE[1] - 1 - y0)]
        self.do(*place, "sleep", "0.1", "mousedown", "1", "sleep", "0.15")
        gone = [reach(step / 38) for step in range(1, 39)]
        places = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in gone]
        move(self.window, 8, places, True, SIZE[1])

    def quit(self) -> str:
        """Close it by the button in its corner; what it complained about."""
        subprocess.run([sys.executable, "-c", CLOSE, self.window], check=True, timeout=20)
        assert self.said("ended") == ["0"]
        self.process.wait(timeout=20)
        assert self.process.stderr is not None
        return self.process.stderr.read()

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
def play(x_display: str, root: Path, tmp_path: Path) -> Iterator[Any]:
    """Opens the command in a window, with folders of its own."""
    assert x_display
    running: list[Played] = []

    def begin(*arguments: str) -> Played:
        running.append(Played(root, tmp_path, *arguments))
        return running[-1]

    yield begin
    for program in running:
        program.close()


def stages(lines: list[dict[str, Any]], **wanted: object) -> list[str]:
    return [line["stage"] for line in lines if all(line.get(key) == value for key, value in wanted.items())]


def test_a_card_is_flicked_and_a_challenge_thrown(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "zack.jsonl"
    shown = play("zack", "--seats", f"me={ME},casual,casual", "--seed", "5", "--record", str(path))
    shown.find()
    shown.flick(*map(int, shown.said("playing")))
    shown.said("thrown", 20.0)
    for _ in range(20):
        # Refused while play has stopped or the hand is busy; whoever goes on is asked to.
        shown.do("key", "1")
        if shown.says("challenges", 0.6):
            break
        shown.do("key", "space")
    shown.said("challenged", 20.0)
    assert shown.quit() == ""

    record = read_record(path)
    assert record.intact
    assert not record.complete
    assert verify(record) is None
    lines = [json.loads(line) for line in record.lines]
    first = next(line for line in lines if line["stage"] == "executed" and line["by"] == ME)
    name = first["action"]["card"]
    assert first["measured"] is True
    x, _, _, vx, _, _ = first["action"]["release"]
    assert abs(x) == pytest.approx(400.0, abs=1.0)  # the end of the reach
    assert 300.0 < abs(vx) < 6000.0
    questions = [line["question"] for line in lines if line["stage"] == "intent" and line["by"] == ME]
    assert questions[:3] == ["begin", "show", "throw"]
    assert stages(lines, card=name) == ["physics", "outcome"]
    assert "ruling" in stages(lines[lines.index(first) :])
    challenge = next(line for line in lines if line.get("question") == "challenge" and line["by"] == ME)
    assert challenge["target"] == "blue"  # the first of the row
    thrown = lines[lines.index(challenge) + 1]
    assert (thrown["stage"], thrown["by"], thrown["noise_seed"]) == ("executed", ME, challenge["noise_seed"])
    assert stages(lines, card=thrown["action"]["card"]) == ["physics", "outcome"]
    # The hand log has the movement.
    (log,) = (tmp_path / "data" / "yardarm" / "hands").iterdir()
    moves = [json.loads(line) for line in log.read_text().splitlines()]
    assert moves[0]["person"] == ME
    assert any(line.get("move") == "throw" and line["card"] == "zack" for line in moves)

    again = play("--resume", str(path))
    again.find()
    again.said("challenged", 60.0)
    assert again.quit() == ""
    assert list(read_record(path).lines[: len(record.lines)]) == list(record.lines)
