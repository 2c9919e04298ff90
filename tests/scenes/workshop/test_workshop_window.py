"""The real command in a real window, by a real mouse and real keys."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.scenes.real_window import RealWindow, closing

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
import yardarm
code = yardarm.run({arguments!r})
print("ended", code, flush=True)
"""


@pytest.mark.usefixtures("x_display", "own_folders")
def test_a_design_is_dragged_taken_back_and_saved_by_hand(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    arguments = ["workshop", "riff-raff", "--size", f"{SIZE[0]}x{SIZE[1]}", "--out", str(out)]
    with closing() as opened:
        shown: Any = RealWindow(PROGRAM.format(root=str(root), arguments=arguments), SIZE)
        opened.append(shown)
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
