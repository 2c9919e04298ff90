"""One moment of a recorded match again, in the real window of `replay`, with a real mouse and real keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.riff_raff.matches import of_three
from tests.scenes.real_window import RealWindow, closing

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


class ReplayWindow(RealWindow):
    """The real replay, and what it tells."""

    now: dict[str, Any] = {}  # noqa: RUF012 - replaced as a whole

    def until(self, **wanted: Any) -> dict[str, Any]:
        """Wait until it tells that all this is so."""
        while not self.now or any(self.now[key] != value for key, value in wanted.items()):
            self.now = json.loads(self.line())
        return self.now


@pytest.fixture
def shown(x_display: str, own_folders: Path, root: Path, tmp_path: Path) -> Iterator[ReplayWindow]:
    """The replay of a match in a window."""
    assert x_display
    assert own_folders
    file = tmp_path / "match.jsonl"
    of_three()[1].write(file)
    with closing() as opened:
        window = ReplayWindow(PROGRAM.format(root=str(root), file=str(file)), SIZE)
        opened.append(window)
        window.until(thoughts=True)
        window.find()
        yield window


@pytest.mark.slow
def test_a_click_a_drag_other_hands_and_back(shown: ReplayWindow) -> None:
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
