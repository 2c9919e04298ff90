"""One moment of a recorded match again, in the real window of `replay`, with a real mouse and real keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.riff_raff.matches import of_three
from tests.scenes.real_window import TellingWindow

SIZE = (900, 600)

# The command as it is, telling where things are.
PROGRAM = """
import json, sys
sys.path[:0] = [{root!r}]
from scenes.playback.watch_view import WatchScene
update, last = WatchScene.update, [None]
def told(self, wall_s):
    update(self, wall_s)
    layer, playback = self.layer, self.playback
    again, known, panel = layer.again, layer.known, layer._panel
    up = self.place.bottom
    piece, chips = None, {{}}
    if again is not None:
        x, y = self.scene.camera.to_screen(layer._moment.meant(again).place(layer._hull_angle)[:2])
        piece = [x, y + up]
        if panel is not None:
            place, ratio = layer._panel_place(), layer._pen.ratio
            for chip, (left, top, right, bottom) in panel.chips:
                x, y = (left + right) / 2 / ratio, (top + bottom) / 2 / ratio
                chips[chip.words] = [place.left + x, up + place.top - y]
    middle = self.scene.hud.layout.table.centre
    now = dict(
        holds=layer.holds, thoughts=layer.thoughts, changed=[] if again is None else list(again.changed),
        hands="" if again is None else again.whose, done=known is not None and known.done,
        trials=0 if known is None else known.trials, piece=piece, chips=chips,
        known=len(playback.match.past) > 3, table=[middle[0], middle[1] + up],
    )
    if now != last[0]:
        last[0] = now
        print(json.dumps(now), flush=True)
WatchScene.update = told
import yardarm.command
code = yardarm.command.run(["replay", {file!r}, "--size", "900x600", "--no-sound", "--thoughts"])
print("ended", code, flush=True)
"""


@pytest.fixture
def shown(windows: list[Any], own_folders: Path, root: Path, tmp_path: Path) -> TellingWindow:
    """The replay of a match in a window."""
    assert own_folders
    file = tmp_path / "match.jsonl"
    of_three()[1].write(file)
    windows.append(window := TellingWindow(PROGRAM.format(root=str(root), file=str(file)), SIZE))
    window.until(thoughts=True)
    window.find()
    return window


@pytest.mark.study
def test_a_click_a_drag_other_hands_and_back(shown: TellingWindow) -> None:
    shown.until(known=True)
    shown.keys("i")
    shown.until(thoughts=False)
    shown.click(*shown.now["table"])
    now = shown.until(holds=True, done=True)
    assert (now["trials"], now["changed"]) == (100, [])
    x, y = now["piece"]
    shown.do(*shown.at(x, y), "mousedown", "1")
    shown.do(*shown.at(x + 60, y + 30))
    shown.do(*shown.at(x + 90, y + 60), "mouseup", "1")
    while not shown.now["changed"]:
        shown.now = json.loads(shown.line())
    now = shown.until(done=True)
    assert now["changed"] in (["slot"], ["place"], ["slot", "stance"])
    shown.click(*now["chips"]["child"])
    now = shown.until(hands="child", done=True)
    assert "hands" in now["changed"]
    shown.keys("Escape")
    shown.until(holds=False)
    shown.keys("q")
    said, complaints = shown.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
