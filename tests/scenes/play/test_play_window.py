"""The real command in a real window, by real mouse and keys: lobby, closing in the middle, lost focus, signals."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.match.record import read_record
from sim.match.replay import verify
from tests.processes import running
from tests.scenes.real_window import RealWindow

# The command, telling what it does; unless the real game is wanted with the stand-ins of fakes.py in its place, whose
# match puts a line on record every second.
STAND_INS = """
from types import ModuleType
from tests.scenes.play import fakes
module = ModuleType("scenes.games.riff_raff.play")
module.PlayLayer = fakes.FakeLayer
module.KEYS = ()
sys.modules["scenes.games.riff_raff.play"] = module
def press(self, x, y, button, modifiers):
    print("press", round(x), round(y), flush=True)
fakes.FakeLayer.press = press
from scenes.play import session
session.open_match = lambda setup, _c, tell: fakes.FakePlayed(setup.seats, setup.seed, tell, 1e9)
"""
# The command tells when this many lines more are on record.
RECORDED = """
from sim.match import record
tell, more = record.Recorder.record_line, []
def told(self, line):
    tell(self, line)
    more.append(line)
    if len(more) == {lines}:
        print("told", flush=True)
record.Recorder.record_line = told
"""
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
{before}
import scenes.window.window
opened = scenes.window.window.open_window
def open_window(*size, **more):
    global window
    window = opened(*size, **more)
    from scenes.play.scene import PlayScene
    update, last, sizes, known = PlayScene.update, [], [], [window.get_size()]
    def told(self, wall_s):
        update(self, wall_s)
        sizes[:] = [*sizes[-4:], window.get_size()]
        if sizes == 5 * [sizes[0]] and sizes[0] != known[0]:
            known[0] = sizes[0]
            print("size", *sizes[0], flush=True)
        now = [type(screen).__name__ for screen in self.screens] or ["table"]
        if now != last:
            last[:] = now
            print("front", now[-1], flush=True)
    PlayScene.update = told
    return window
scenes.window.window.open_window = open_window
import yardarm.command
code = yardarm.command.run({arguments!r})
print("ended", code, flush=True)
"""


class Shown(RealWindow):
    """The command in a window of its own. lines: it tells when this many are on record. real: with the real game."""

    def __init__(
        self, root: Path, *arguments: str, size: tuple[int, int] = (640, 400), lines: int = 0, real: bool = False
    ) -> None:
        program = PROGRAM.format(
            root=str(root),
            before=("" if real else STAND_INS) + RECORDED.format(lines=lines),
            arguments=["play", *arguments, "--size", f"{size[0]}x{size[1]}"],
        )
        super().__init__(program, size)


@pytest.fixture
def show(windows: list[Any], root: Path) -> Any:
    """Opens the command in a window."""

    def begin(*arguments: str, notice: bool = False, **more: Any) -> Shown:
        if not notice:
            settings = Path(os.environ["XDG_CONFIG_HOME"]) / "yardarm"
            if not settings.exists() and not Path(os.environ["XDG_CONFIG_HOME"]).is_file():
                settings.mkdir(parents=True)
                (settings / "settings.json").write_text('{"notice_answered": true}')
        windows.append(shown := Shown(root, *arguments, **more))
        return shown

    return begin


def place_of(name: str, size: tuple[int, int] = (640, 400)) -> tuple[float, float]:
    """Where a widget of the lobby is, in a window of that size."""
    from tests.scenes.play.test_lobby import FakeHost, form_of, lobby

    place = form_of(lobby(FakeHost(), size, more=False)).place_of(name)
    return place.centre


@pytest.mark.slow
def test_lobby_by_mouse_then_closed_in_the_middle(show: Any, own_folders: Path) -> None:
    shown = show(lines=2)
    assert shown.line() == "front LobbyScreen"
    shown.find()
    shown.click(*place_of("start"))
    assert [shown.line() for _ in range(2)] == ["front table", "told"]
    shown.click(300, 100)
    assert shown.line() == "press 300 100"
    shown.quit()
    said, complaints = shown.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    (path,) = (own_folders / "data" / "yardarm" / "matches").iterdir()
    assert said[-2] == f"The match is saved: {path}; go on with it by: yardarm play --resume {path}"
    assert read_record(path).intact


@pytest.mark.study
def test_first_run_by_keyboard(show: Any, own_folders: Path) -> None:
    shown = show(notice=True)
    assert shown.line() == "front FirstRunScreen"
    shown.find()
    shown.keys("F1")
    assert shown.line() == "front RulesScreen"
    shown.keys("F1")
    assert shown.line() == "front FirstRunScreen"
    shown.keys("1")
    assert shown.line() == "front table"
    shown.keys("Escape", "Escape")  # the cards are skipped, then the match is paused
    assert shown.line() == "front PauseScreen"
    assert '"riff-raff"' in (own_folders / "config" / "yardarm" / "settings.json").read_text()
    shown.keys("Up", "Return")  # the last button: quit
    assert shown.end()[0][-1] == "ended 0"


@pytest.mark.study
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_and_ends(show: Any, tmp_path: Path, sent: signal.Signals) -> None:
    path = tmp_path / "my match.jsonl"
    shown = show("riff-raff", "--seats", "me,casual:random", "--seed", "3", "--record", str(path), lines=2)
    assert [shown.line() for _ in range(2)] == ["front table", "told"]
    shown.process.send_signal(sent)
    said, complaints = shown.end()
    assert complaints == ""
    assert said == [
        f"The match is saved: {path}; go on with it by: yardarm play --resume '{path}'",
        "ended 0",
    ]
    record = read_record(path)
    assert (record.header.seed, record.intact) == (3, True)


@pytest.mark.slow
def test_a_window_that_is_left_or_minimised_pauses(show: Any) -> None:
    shown = show("riff-raff", "--seats", "me,casual:random")
    assert shown.line() == "front table"
    shown.find()
    shown.do("windowunmap", "--sync", shown.window)
    assert shown.line() == "front PauseScreen"
    shown.do("windowmap", "--sync", shown.window)
    shown.find()
    shown.keys("Return")
    assert shown.line() == "front table"
    words = [sys.executable, "-c", "import pyglet; w = pyglet.window.Window(99, 99, caption='Other'); pyglet.app.run()"]
    with running(words):
        shown.do("search", "--sync", "--onlyvisible", "--name", "Other", "windowfocus")
        assert shown.line() == "front PauseScreen"


@pytest.mark.slow
def test_full_screen_is_no_reason_to_pause(show: Any, own_folders: Path) -> None:
    shown = show("riff-raff", "--seats", "me,casual:random")
    assert shown.line() == "front table"
    shown.find()
    shown.keys("F11")
    assert shown.line().startswith("size ")
    shown.find()
    shown.keys("Escape")
    assert shown.line() == "front PauseScreen"
    shown.keys("Escape")
    assert shown.line() == "front table"
    assert '"fullscreen": true' in (own_folders / "config" / "yardarm" / "settings.json").read_text()
    # Had it paused by itself, there would be one more.
    shown.quit()
    assert not [line for line in shown.end()[0] if line.startswith("front")]


@pytest.mark.study
def test_settings_that_cannot_be_kept_stop_nothing(show: Any, own_folders: Path) -> None:
    (own_folders / "config").write_text("no folder")
    shown = show(notice=True)
    assert shown.line() == "front FirstRunScreen"
    shown.find()
    shown.keys("Return")
    assert shown.line() == "front table"
    shown.quit()
    said, complaints = shown.end()
    assert (said, complaints) == (["ended 0"], "")


@pytest.mark.study
def test_a_real_match_is_left_and_gone_on_with(show: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    seats = ("--seats", "me=Ada,casual,casual", "--seed", "3", "--profile", "draft")
    shown = show("zack", *seats, "--record", str(path), lines=5, real=True)
    assert [shown.line() for _ in range(3)] == ["front Countdown", "front table", "told"]
    shown.find()
    shown.quit()
    said, complaints = shown.end()
    assert (said[-1], complaints) == ("ended 0", "")
    first = read_record(path)
    assert len(first.lines) > 1
    # Those on record, but for the header, are told again while it is caught up with.
    shown = show("--resume", str(path), lines=len(first.lines) + 4, real=True)
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
