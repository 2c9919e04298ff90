"""The real command in a real window, by a real mouse and real keys."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.scenes.real_window import RealWindow

SIZE = (800, 500)
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from scenes.workshop.scene import WorkshopScene
update, printed = WorkshopScene.update, {{}}
def shown(self, wall_s):
    update(self, wall_s)
    for placed in self.handles.all():
        if placed.name == ("ball", False) and not self.handles.held:
            where = "at {{:.0f}} {{:.0f}}".format(*self.handles.place_of(placed))
            if printed.get("at") != where:
                printed["at"] = where
                print(where, flush=True)
    rod = "rod {{:g}}".format(self.session.prototype.document.value("ship.rod_length_mm"))
    front = "front " + ("hand" if self.by_hand else "page" if self.page else "drawing")
    for line in (rod, front):
        if printed.get(line.split()[0]) != line:
            printed[line.split()[0]] = line
            print(line, flush=True)
WorkshopScene.update = shown
import yardarm.command
code = yardarm.command.run({arguments!r})
print("ended", code, flush=True)
"""


HANDLES = """
import sys
sys.path[:0] = [{root!r}]
from scenes.workshop.scene import WorkshopScene
update, printed = WorkshopScene.update, {{}}
def say(word, line):
    if printed.get(word) != line:
        printed[word] = line
        print(word, line, flush=True)
def shown(self, wall_s):
    update(self, wall_s)
    placed = [placed for placed in self.handles.all() if placed.name == {name!r}]
    if placed and not self.handles.held:
        say("at", "{{:.0f}} {{:.0f}}".format(*self.handles.place_of(placed[0])))
    document = self.session.prototype.document
    if not self.handles.held:
        say("value", str(document.value({key!r})).replace(" ", ""))
    say("refused", "yes" if document.refusal else "no")
    say("focus", self.dials.form.focus or "-")
    say("part", self.session.prototype.part.replace(" ", "_"))
WorkshopScene.update = shown
import yardarm.command
code = yardarm.command.run({arguments!r})
print("ended", code, flush=True)
"""
WIDE = (1280, 720)


def open_on(root: Path, game: str, name: tuple[str, bool], key: str, out: Path) -> Any:
    arguments = ["workshop", game, "--size", f"{WIDE[0]}x{WIDE[1]}", "--out", str(out)]
    return RealWindow(HANDLES.format(root=str(root), name=name, key=key, arguments=arguments), WIDE)


def pull(shown: Any, x: float, y: float, dx: float, dy: float) -> None:
    """Drag from (x, y), in five steps, and hold."""
    shown.do(*shown.at(x, y), "mousedown", "1")
    for step in range(1, 6):
        shown.do(*shown.at(x + dx * step / 5, y + dy * step / 5))


def until(shown: Any, word: str, wanted: Any) -> str:
    """Return what is said after `word` as soon as it is as wanted."""
    while True:
        said = str(shown.said(word)[0])
        if wanted(said):
            return said


@pytest.mark.slow
@pytest.mark.usefixtures("own_folders")
def test_a_yard_is_tilted_by_hand_refused_beyond_twenty_degrees_and_taken_back(
    windows: list[Any], root: Path, tmp_path: Path
) -> None:
    out = tmp_path / "mine.toml"
    shown = open_on(root, "riff-raff", ("middle yard, tilt", False), "ship.yards.1.tilt_deg", out)
    windows.append(shown)
    x, y = map(float, shown.said("at"))
    shown.find()
    pull(shown, x, y, 0.0, 14.0)
    shown.do(*shown.at(x, y + 150.0))
    until(shown, "refused", lambda said: said == "yes")
    shown.do(*shown.at(x, y + 14.0))
    until(shown, "refused", lambda said: said == "no")
    shown.do("mouseup", "1")
    by_mouse = until(shown, "value", lambda said: said != "None")
    shown.keys("shift+Down")
    by_keys = until(shown, "value", lambda said: said != by_mouse)
    assert float(by_keys) < float(by_mouse)
    shown.keys("ctrl+z")
    assert until(shown, "value", lambda said: said != by_keys) == by_mouse
    shown.keys("ctrl+z")
    until(shown, "value", lambda said: said == "None")
    shown.keys("ctrl+y")
    until(shown, "value", lambda said: said == by_mouse)
    shown.keys("ctrl+s", "Escape")
    said, complaints = shown.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    yards = tomllib.loads(out.read_text("utf-8"))["ship"]["yards"]
    assert len(yards) == 3
    assert yards[1]["tilt_deg"] == float(by_mouse) > 2


@pytest.mark.slow
@pytest.mark.usefixtures("own_folders")
def test_a_corner_of_the_bowls_section_is_dragged_by_hand(windows: list[Any], root: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    shown = open_on(root, "zack", ("section, corner 2", True), "bowl.section", out)
    windows.append(shown)
    assert shown.said("part") == ["card"]
    shown.find()
    for _ in range(30):
        shown.keys("Tab")
        if shown.said("focus") == ["part"]:
            break
    for part in ("bowl_from_above", "bowl_in_section"):
        shown.keys("Right")
        assert shown.said("part") == [part]
    x, y = map(float, shown.said("at"))
    pull(shown, x, y, -25.0, 0.0)
    shown.do("mouseup", "1")
    until(shown, "value", lambda said: said != "None")
    shown.keys("ctrl+s", "Escape")
    said, complaints = shown.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    section = tomllib.loads(out.read_text("utf-8"))["bowl"]["section"]
    assert len(section) == 3
    assert section[1][0] < 1.0


@pytest.mark.slow
@pytest.mark.usefixtures("own_folders")
def test_a_design_is_dragged_taken_back_and_saved_by_hand(windows: list[Any], root: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    arguments = ["workshop", "riff-raff", "--size", f"{SIZE[0]}x{SIZE[1]}", "--out", str(out)]
    shown: Any = RealWindow(PROGRAM.format(root=str(root), arguments=arguments), SIZE)
    windows.append(shown)
    x, y = map(float, shown.said("at"))
    assert shown.said("rod") == ["150"]
    shown.find()
    shown.do(*shown.at(x, y), "mousedown", "1")
    for step in range(1, 6):
        shown.do(*shown.at(x, y + 4 * step))
    shown.do("mouseup", "1")
    length = 150.0
    while length > 145.0:
        length = float(shown.said("rod")[0])
    shown.keys("ctrl+z")
    while shown.said("rod") != ["150"]:
        pass
    shown.keys("ctrl+y")
    again = float(shown.said("rod")[0])
    assert again < 145.0
    shown.keys("F1")
    while shown.said("front") != ["page"]:
        pass
    shown.keys("Escape")
    assert shown.said("front") == ["drawing"]
    shown.keys("ctrl+s")
    shown.keys("Escape")
    said, complaints = shown.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    assert tomllib.loads(out.read_text("utf-8")) == {"ship": {"rod_length_mm": again}}
