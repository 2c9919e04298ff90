"""A whole turn of Riff Raff in the real window of the real command, by mouse events that xdotool makes."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.match.record import read_record
from sim.match.replay import verify
from tests.scenes.real_window import EVERY_MS, TellingWindow, attempts

SIZE = (900, 600)

# The command as it is, telling what is asked and where things are.
PROGRAM = """
import json, sys
sys.path[:0] = [{root!r}]
from scenes.play.scene import PlayScene
show, last = PlayScene.show, [None]
def told(self):
    show(self)
    if self.table is None or self.screens:
        return
    match, layer = self.table.session.match, self.table.layer
    said = layer.controller.notice.words
    now = [match.question("Ada"), match.table.holds, str(match.table.stage), said, match.tick > 0]
    if now != last[0]:
        last[0] = now
        tray, camera = layer.tray, layer.scene.camera
        spots = {{str(item.value): spot.centre for item, spot in zip(tray.items, tray.spots)}} if tray else {{}}
        heard = match.table.mouse.pointing._times[-10:]
        gap = max((later - earlier for earlier, later in zip(heard, heard[1:])), default=0.0)
        print(json.dumps({{"gap": gap, "asks": now[0], "holds": now[1], "table_stage": now[2], "notice": now[3],
                          "spots": spots, "offset": camera.offset, "scale": camera.scale}}), flush=True)
PlayScene.show = told
import yardarm.command
code = yardarm.command.run({arguments!r})
print("ended", code, flush=True)
"""

QUICK = """
[skill.all]
think_card_median_s = 0.05
think_placement_median_s = 0.05
"""


class AtRiffRaff(TellingWindow):
    """The real game, and where things are in it."""

    def __init__(self, root: Path, *arguments: str) -> None:
        words = ["play", *arguments, "--size", f"{SIZE[0]}x{SIZE[1]}"]
        super().__init__(PROGRAM.format(root=str(root), arguments=words), SIZE)

    def on_screen(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A place of the world in the window, y up."""
        (x, y), scale = self.now["offset"], self.now["scale"]
        return x + x_mm * scale, y + y_mm * scale


@pytest.fixture
def play(windows: list[Any], own_folders: Path, root: Path) -> Callable[..., AtRiffRaff]:
    """Opens the game in a window."""
    settings = own_folders / "config" / "yardarm"
    settings.mkdir(parents=True)
    (settings / "settings.json").write_text('{"notice_answered": true, "ghosts": false}')

    def begin(*arguments: str) -> AtRiffRaff:
        windows.append(shown := AtRiffRaff(root, *arguments))
        shown.until(asks="card" if "--resume" not in arguments else "place")
        shown.find()
        return shown

    return begin


def stages(lines: tuple[str, ...]) -> list[list[str]]:
    """The stages from each placement by hand on."""
    told = [json.loads(line) for line in lines]
    return [[line["stage"] for line in told[n - 1 : n + 4]] for n, line in enumerate(told) if line.get("measured")]


@pytest.mark.study
def test_a_turn_by_mouse_then_closed_in_mid_air_and_gone_on_with(play: Any, tmp_path: Path) -> None:
    path, preset = tmp_path / "match.jsonl", tmp_path / "quick.toml"
    preset.write_text(QUICK)
    more = ["--seed", "11", "--config", str(preset), "--profile", "draft", "--record", str(path)]
    shown = play("riff-raff", "--seats", "me=Ada,casual:random", *more)
    shown.click(*shown.now["spots"]["6"])
    crate = shown.until(asks="place", holds=False)["spots"]["crate"]
    # Take it and carry it over the yard; lower it; let go.
    shown.do(*shown.at(*crate), "sleep", "0.1", "mousedown", "1")
    shown.until(holds=True)
    over, down = shown.on_screen(50.0, 140.0), shown.on_screen(50.0, 112.0)
    shown.glide(crate, over, 0.8)
    shown.glide(over, down, 0.8)
    shown.do("sleep", "0.3", "mouseup", "1")
    shown.until(holds=False, table_stage="ruled")
    # The next card; the next piece, clicked and carried; the window is closed while it is in the hand.
    shown.until(asks="card")
    shown.click(*shown.now["spots"]["5"])
    boat = shown.until(asks="place", holds=False)["spots"]["boat"]
    shown.click(*boat)
    shown.until(holds=True)
    shown.glide(boat, shown.on_screen(-150.0, 120.0), 0.4)
    shown.quit()
    said, complaints = shown.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    record = read_record(path)
    assert not record.complete
    assert stages(record.lines) == [["intent", "executed", "physics", "outcome", "ruling"]]
    (number, _), *others = record.measured
    assert not others
    intent = json.loads(record.lines[number - 2])
    assert (intent["by"], intent["piece"], intent["slot"]) == ("Ada", "crate", 6)
    assert verify(record) is None
    # Gone on with at the question; this time the piece is flicked.
    for number in attempts():
        copy = tmp_path / f"again-{number}.jsonl"
        copy.write_bytes(path.read_bytes())
        again = play("--resume", str(copy))
        boat = again.now["spots"]["boat"]
        again.do(*again.at(*boat), "sleep", "0.1", "mousedown", "1")
        again.until(holds=True)
        back, to = again.on_screen(-240.0, 150.0), again.on_screen(-330.0, 190.0)
        again.glide(boat, back, 0.5)
        again.glide(back, to, 0.25, up=True, share=0.6)
        jerks = again.until(holds=False)["gap"]
        again.until(holds=False, table_stage="ruled")
        again.quit()
        assert again.end()[0][-1] == "ended 0"
        if jerks < 2.5 * EVERY_MS / 1000:
            break
        # The X server had to wait so long for its turn that the mouse moved in jerks.
    else:
        pytest.fail("the machine is too busy for a smooth movement of the mouse")
    record = read_record(copy)
    (_, _), (_, flick) = record.measured
    # It left as the mouse moved: 99 mm in a quarter of a second, let go after three fifths, are 680 mm/s up and out.
    (x0, y0, _), (x1, y1, _) = flick["action"]["path"][-2:]
    speed = math.hypot(x1 - x0, y1 - y0) * 120
    # At worst the whole movement was as slow as the jerks that are allowed above.
    assert 200.0 < speed < 1000.0
    assert x1 < x0
    assert y1 > y0
    assert stages(record.lines)[1] == ["intent", "executed", "physics", "outcome", "ruling"]
    assert verify(record) is None


@pytest.mark.study
def test_a_flick_above_another_slot_leaves_the_real_hand(play: Any, tmp_path: Path) -> None:
    for number in attempts():
        path, preset = tmp_path / f"match-{number}.jsonl", tmp_path / "quick.toml"
        preset.write_text(QUICK)
        more = ["--seed", "11", "--config", str(preset), "--profile", "draft", "--record", str(path)]
        shown = play("riff-raff", "--seats", "me=Ada,casual:random", *more)
        shown.click(*shown.now["spots"]["6"])
        crate = shown.until(asks="place", holds=False)["spots"]["crate"]
        shown.do(*shown.at(*crate), "sleep", "0.1", "mousedown", "1")
        shown.until(holds=True)
        above, to = shown.on_screen(40.0, 195.0), shown.on_screen(150.0, 235.0)
        shown.glide(crate, above, 0.8)
        shown.do("sleep", "0.3")
        shown.glide(above, to, 0.25, up=True, share=0.6)
        jerks = shown.until(holds=False)["gap"]
        shown.until(holds=False, table_stage="ruled")
        shown.quit()
        assert shown.end()[0][-1] == "ended 0"
        if jerks < 2.5 * EVERY_MS / 1000:
            break
    else:
        pytest.fail("the machine is too busy for a smooth movement of the mouse")
    record = read_record(path)
    ((_, flick),) = record.measured
    assert flick["action"]["thrown"]
    assert verify(record) is None


@pytest.mark.study
def test_a_turn_with_a_throw_by_real_keys_alone(play: Any, tmp_path: Path) -> None:
    path, preset = tmp_path / "match.jsonl", tmp_path / "quick.toml"
    preset.write_text(QUICK)
    more = ["--seed", "11", "--config", str(preset), "--profile", "draft", "--record", str(path)]
    shown = play("riff-raff", "--seats", "me=Ada,casual:random", *more)
    shown.keys("6")
    shown.until(asks="place", holds=False)
    shown.keys("4")
    shown.until(holds=True)
    shown.do("keydown", "Up", "sleep", "0.4", "keyup", "Up")
    shown.do("keydown", "space", "sleep", "0.9", "keyup", "space")
    shown.do("keydown", "Right", "sleep", "0.2", "keyup", "Right")
    shown.until(holds=False, table_stage="ruled")
    shown.quit()
    assert shown.end()[1] == ""
    record = read_record(path)
    ((_, thrown),) = record.measured
    assert thrown["action"]["thrown"]
    assert stages(record.lines) == [["intent", "executed", "physics", "outcome", "ruling"]]
    assert verify(record) is None
