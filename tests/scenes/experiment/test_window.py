"""A session of an experiment in the real window of the real command, by the mouse of xdotool; one is killed in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.match.trials import read_trials
from tests.processes import kill_group
from tests.scenes.real_window import TellingWindow

SIZE = (900, 600)
TABLE = "block,game,slot,piece,ghosts,repeats,seed\nonly,riff-raff,6,crate,off,2,5\n"

PROGRAM = """
import json, sys
sys.path[:0] = [{root!r}]
from scenes.experiment.scene import ExperimentScene
show, last = ExperimentScene.show, [None]
def told(self):
    show(self)
    screen, running = self.screen, self.running
    form = None if screen is None else screen.form
    buttons = {{}} if form is None else {{w.name: form.place_of(w.name).centre for line in form.foot for w in line}}
    spots, holds, done = {{}}, False, self.plan.participation.done
    if screen is None and running is not None:
        layer, holds = running.table.layer, running.match.table.holds
        if layer.tray and not running.outcome:
            spots = {{str(i.value): s.centre for i, s in zip(layer.tray.items, layer.tray.spots)}}
    now = [sorted(buttons), bool(spots), holds, done]
    if now != last[0]:
        last[0] = now
        camera = None if running is None else running.table.scene.camera
        place = None if camera is None else camera.to_screen((0.0, 0.0))
        scale = None if camera is None else camera.scale
        print(json.dumps({{"asks": now[0], "free": now[1], "holds": holds, "done": done, "buttons": buttons,
                          "spots": spots, "place": place, "scale": scale}}), flush=True)
ExperimentScene.show = told
import yardarm.command
code = yardarm.command.run({arguments!r})
print("ended", code, flush=True)
"""


class AtExperiment(TellingWindow):
    """The experiment, and where things are in it."""

    def __init__(self, root: Path, *arguments: str) -> None:
        words = ["experiment", *arguments, "--language", "en", "--size", f"{SIZE[0]}x{SIZE[1]}"]
        super().__init__(PROGRAM.format(root=str(root), arguments=words), SIZE)

    def begin(self) -> None:
        """Begin the block."""
        self.click(*self.until(asks=["begin"])["buttons"]["begin"])

    def place(self) -> None:
        """Take the crate and set it down on the lower yard."""
        crate = self.until(free=True, holds=False)["spots"]["crate"]
        self.do(*self.at(*crate), "sleep", "0.1", "mousedown", "1")
        (x, y), scale = (now := self.until(holds=True))["place"], now["scale"]
        over, down = ((x + 50.0 * scale, y + high * scale) for high in (140.0, 112.0))
        self.glide(crate, over, 0.8)
        self.glide(over, down, 0.8)
        self.do("sleep", "0.3", "mouseup", "1")


@pytest.mark.study
def test_a_session_that_is_killed_goes_on_after_its_last_trial(windows: list[Any], root: Path, tmp_path: Path) -> None:
    table, out = tmp_path / "trials.csv", tmp_path / "out"
    table.write_text(TABLE)
    words = [str(table), "--participant", "P07", "--out", str(out), "--device", "mouse"]
    windows.append(shown := AtExperiment(root, *words))
    shown.find()
    agree = shown.until(asks=["agree", "refuse"])["buttons"]["agree"]
    assert not out.exists()
    shown.click(*agree)
    shown.begin()
    shown.place()
    shown.until(done=1)
    kill_group(shown.process)
    before = (out / "P07" / "trials.jsonl").read_bytes()
    windows.append(again := AtExperiment(root, *words))
    again.find()
    again.begin()
    again.place()
    again.click(*again.until(asks=["close"])["buttons"]["close"])
    said, complaints = again.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    assert "2 of 2 trials are recorded" in said[-2]
    path = out / "P07" / "trials.jsonl"
    assert path.read_bytes().startswith(before)
    _, rows = read_trials(path)
    assert [row.trial for row in rows] == [1, 2]
    for row in rows:
        assert row.attempt is not None
        assert not row.attempt.by_keys
        # To carry and to lower took 1.6 s, and 0.3 s were waited; the machine may be busy.
        assert row.attempt.released_ms - row.attempt.taken_ms > 1500.0
        assert row.frame_ms_median is not None
    windows.append(third := AtExperiment(root, *words))
    said, complaints = third.end()
    assert "P07 has done all 2 trials" in complaints
    assert said[-1] == "ended 2"
